"""The description of the interface says what the interface does."""

from collections.abc import Iterator
from typing import Any

import pytest

from app import __version__
from app.web.schemas import GameOut
from tests.web.visiting import Visitor

CALLS = {
    ("/api/v1/variants", "get"): {"200"},
    ("/api/v1/games", "post"): {"201", "400", "422"},
    ("/api/v1/games/{game_id}", "get"): {"200", "404"},
    ("/api/v1/games/{game_id}/actions", "post"): {"200", "400", "404", "409", "422"},
    ("/api/v1/games/{game_id}/hint", "get"): {"200", "404"},
    ("/api/v1/games/{game_id}/record", "get"): {"200", "404"},
    ("/api/v1/records", "get"): {"200"},
    ("/healthz", "get"): {"200", "503"},
}


@pytest.fixture
def document(visitor: Visitor) -> dict[str, Any]:
    response = visitor.get("/api/openapi.json")
    assert response.headers["Content-Type"] == "application/json"
    found: dict[str, Any] = response.json()
    return found


def references(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        for value in part.values():
            yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)


def test_document_is_whole(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    assert document["info"]["title"] == "Wisp"
    assert document["info"]["version"] == __version__
    for reference in references(document):
        part: Any = document
        for name in reference.removeprefix("#/").split("/"):
            part = part[name]
    names = [call["operationId"] for path in document["paths"].values() for call in path.values()]
    assert len(names) == len(set(names))


def test_every_call_and_no_page_is_in_it(document: dict[str, Any]) -> None:
    found = {(path, method) for path, item in document["paths"].items() for method in item}
    assert found == set(CALLS)


@pytest.mark.parametrize(("path", "method"), CALLS)
def test_statuses_are_those_that_come(document: dict[str, Any], path: str, method: str) -> None:
    call = document["paths"][path][method]
    assert call["summary"]
    common = {"413", "429", "431", "503", "default"} if path.startswith("/api/") else set()
    assert set(call["responses"]) == CALLS[path, method] | common
    for status, response in call["responses"].items():
        if status >= "4":
            assert list(response["content"]) == ["application/problem+json"]


def test_games_are_described_field_by_field(document: dict[str, Any]) -> None:
    described = document["components"]["schemas"]["GameOut"]
    assert set(described["properties"]) == set(GameOut.model_fields)
    assert set(described["required"]) == set(GameOut.model_fields)
