"""Addresses as they come back from mail and chat: in capitals, with a slash or a space too many."""

from urllib.parse import quote

from starlette.requests import Request

_LEFT_ALONE = ("static", "api", "games")
"""First parts of paths in which capitals mean something, or which no person passes on."""


def tidied(request: Request) -> str | None:
    """Give the address that was probably meant, or None when there is nothing to tidy.

    It begins with a single slash, so that it never leads to another host.
    """
    path: str = request.scope["path"]
    parts = [part.strip().lower() for part in path.split("/")]
    parts = [part for part in parts if part]
    if request.method != "GET" or parts[:1] in ([name] for name in _LEFT_ALONE):
        return None
    if "/" + "/".join(parts) == path:
        return None
    query = request.scope["query_string"].decode("ascii", "replace")
    return f"/{quote('/'.join(parts))}{'?' if query else ''}{query}"
