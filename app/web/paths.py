"""Addresses: what was meant by an untidy one, and in which ways one may be asked."""

from urllib.parse import quote

from fastapi.routing import iter_route_contexts
from starlette.requests import Request
from starlette.routing import Match

from app.engine.variants import GAMES, VARIANTS

_LEFT_ALONE = ("static", "api", "games")
"""First parts of paths in which capitals mean something, or which no person passes on."""


def allowed(request: Request) -> tuple[str, ...]:
    """List the methods with which an address may be asked; none when nothing is there."""
    methods: set[str] = set()
    asked = {name: request.scope[name] for name in ("type", "path", "method")}
    for route in (each.original_route for each in iter_route_contexts(request.app.routes)):
        match, found = route.matches(asked)
        key = found.get("path_params", {}).get("key")  # some routes take any word for a game
        if match is not Match.NONE and (key is None or key in GAMES or key in VARIANTS):
            methods |= getattr(route, "methods", None) or {"GET"}
    if "GET" in methods:
        methods.add("HEAD")  # which is answered everywhere
    return tuple(sorted(methods | {"OPTIONS"})) if methods else ()


def tidied(request: Request) -> str | None:
    """Give the address that was probably meant, or None when there is nothing to tidy.

    Addresses come back from mail and chat in capitals, with a slash or a space too many.

    It begins with a single slash, so that it never leads to another host.
    """
    path: str = request.scope["path"]
    parts = [part.strip().lower() for part in path.split("/")]
    parts = [part for part in parts if part]
    for_people = parts[:1] not in ([name] for name in _LEFT_ALONE) or parts == ["api", "docs"]
    if request.method != "GET" or not for_people:
        return None
    if "/" + "/".join(parts) == path:
        return None
    query = request.scope["query_string"].decode("ascii", "replace")
    return f"/{quote('/'.join(parts))}{'?' if query else ''}{query}"
