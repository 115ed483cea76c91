"""What tests of the web layer visit the site with: a browser without script, and its pages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from typing import Any

from fastapi import FastAPI
from httpx2 import Response
from sqlalchemy import func, select
from sqlmodel import SQLModel
from starlette.testclient import TestClient

from app.engine.notation import GameRecord
from app.store.database import Database
from app.web.site import COOKIE, Site

HTMX = {"HX-Request": "true"}
_VOID = {"br", "hr", "img", "input", "link", "meta", "path", "use"}


@dataclass(eq=False)
class Node:
    """An element."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list["Node | str"] = field(default_factory=list)

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def get(self, name: str, default: str = "") -> str:
        return self.attributes.get(name, default)

    def all(self, tag: str = "", /, **attributes: str) -> list["Node"]:
        """Elements within, in order; underscores at an attribute's end are left out."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            node
            for node in self.walk()
            if tag in ("", node.tag) and wanted.items() <= node.attributes.items()
        ]

    def one(self, tag: str = "", /, **attributes: str) -> "Node":
        (found,) = self.all(tag, **attributes)
        return found

    def walk(self) -> Iterator["Node"]:
        waiting = [self]
        while waiting:
            node = waiting.pop()
            if node is not self:
                yield node
            waiting += [child for child in reversed(node.children) if isinstance(child, Node)]

    @property
    def text(self) -> str:
        parts = [child if isinstance(child, str) else child.text for child in self.children]
        return " ".join("".join(parts).split())

    def outline(self) -> str:
        """The element as text; white space between elements does not count."""
        attributes = "".join(
            f' {name}="{escape(value)}"' for name, value in sorted(self.attributes.items())
        )
        inner = [
            child.outline() if isinstance(child, Node) else " ".join(child.split())
            for child in self.children
        ]
        return "\n".join([f"<{self.tag}{attributes}>", *filter(None, inner), f"</{self.tag}>"])


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.root = Node("")
        self._open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(node)
        if tag not in _VOID:
            self._open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert tag == self._open[-1].tag, f"</{tag}> closes <{self._open[-1].tag}>"
        self._open.pop()

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


def parsed(html: str) -> Node:
    """Read HTML; whatever is opened has to be closed, in order."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader._open == [reader.root], f"{reader._open[-1].tag} is left open"
    return reader.root


def patch(page: Node, fragments: Node) -> set[str]:
    """Swap parts into a page as htmx does; give the ids that were named."""
    partials = {part["hx-target"].removeprefix("#"): part for part in fragments.all("hx-partial")}
    waiting = dict(partials)
    for parent in (page, *page.walk()):
        for place, node in enumerate(parent.children):
            if not isinstance(node, Node) or node.get("id") not in waiting:
                continue
            partial = waiting.pop(node["id"])
            if partial["hx-swap"] == "innerHTML":
                node.children = partial.children
            else:
                parent.children[place : place + 1] = partial.children
    assert not waiting, "parts for which there is no place"
    return set(partials)


class Visitor:
    """A browser without script. Redirects are followed only when asked for."""

    def __init__(self, app: FastAPI, beside: TestClient | None = None) -> None:
        self.app = app
        self.client = TestClient(app, raise_server_exceptions=False, follow_redirects=False)
        if beside is not None:  # shares its event loop
            self.client.portal = beside.portal
        self.get, self.post = self.client.get, self.client.post

    @property
    def token(self) -> str | None:
        return self.client.cookies.get(COOKIE)

    def page(self, url: str) -> Node:
        """Open a page, following redirects."""
        response = self.client.get(url, follow_redirects=True)
        assert response.status_code == 200, response.text
        return parsed(response.text)

    def press(self, page: Node, button: Node, **headers: str) -> Response:
        """Submit the form to which a button belongs."""
        form = page.one("form", id=button["form"]) if "form" in button.attributes else None
        form = form or next(form for form in page.all("form") if button in form.walk())
        fields = {node["name"]: node["value"] for node in form.all("input")}
        fields[button["name"]] = button["value"]
        if form["method"] == "get":
            return self.client.get(form["action"], params=fields, headers=headers)
        return self.client.post(form["action"], data=fields, headers=headers)

    def act(
        self, url: str, action: str, version: int, headers: Mapping[str, str] = HTMX
    ) -> Response:
        """Send an action to a table: a deal's address, or a game's."""
        address = f"{url}/actions" if url.startswith("/games/") else url
        data = {"action": action, "version": str(version), "attempt": "1"}
        return self.client.post(address, data=data, headers=headers)

    def begin(self, variant: str = "spider-1", seed: int = 1, action: str = "deal") -> str:
        """Begin a game; give its address."""
        response = self.act(f"/{variant}/{seed}", action, 0, {})
        assert response.status_code == 303, response.text
        return response.headers["Location"]

    def create(self, **wanted: object) -> dict[str, Any]:
        """Begin a game as a program."""
        response = self.client.post("/api/v1/games", json=wanted)
        assert response.status_code == 201, response.text
        game: dict[str, Any] = response.json()
        return game

    def do(self, game: str, action: str, version: int, **more: object) -> Response:
        """Make an action as a program."""
        body = {"action": action, "version": version, **more}
        return self.client.post(f"/api/v1/games/{game}/actions", json=body)

    def play(self, record: GameRecord, upto: int | None = None) -> dict[str, Any]:
        """Play a record as a program, to its end or up to an action; give the last answer."""
        collect = str(record.collecting) if record.collecting else None
        game = self.create(variant=record.variant.key, seed=record.seed, collect=collect)
        for version, action in enumerate(record.actions[:upto]):
            response = self.do(game["id"], str(action), version)
            assert response.status_code == 200, response.text
            game = response.json()
        return game


def site_of(app: FastAPI) -> Site:
    site: Site = app.state.site
    return site


def row_counts(database: Database) -> dict[str, int]:
    """Count the rows of every table."""
    with database.read() as connection:
        return {
            name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in SQLModel.metadata.tables.items()
        }
