"""Programs that send anything at all, by the interface's own description and against it."""

import json
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.web.schemas import Problem
from app.web.site import COOKIE
from tests.web.visiting import Visitor

EXAMPLES = 30
"""For each call, with good data and with bad, strange to the server and about a game."""

CHECKS = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.negative_data_rejection,
]
_described = schemathesis.openapi.from_asgi("/api/openapi.json", create_app(Settings()))
CALLS: dict[str, APIOperation[Any, Any, Any, Any]] = {
    f"{found.ok().method} {found.ok().path}": found.ok()
    for found in _described.get_all_operations()
    if isinstance(found, Ok)
}
bounded = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None
)


def check(case: Case[Any], app: FastAPI, cookies: dict[str, str]) -> None:
    response = case.call(app=app, cookies=cookies)
    case.validate_response(response, checks=CHECKS)
    documented = case.operation.definition.raw["responses"]
    assert str(response.status_code) in documented, "a status that is not described by itself"


@pytest.fixture
def served(app: FastAPI, running: TestClient) -> FastAPI:
    del running  # the database is there, and that is all
    return app


MODES = [
    (call, mode)
    for call in CALLS
    for mode in GenerationMode
    # Where nothing is sent but a word in the address, anything is good.
    if mode is GenerationMode.POSITIVE or call.startswith("post")
]


@pytest.mark.parametrize(("call", "mode"), MODES)
def test_anything(served: FastAPI, call: str, mode: GenerationMode) -> None:
    @bounded
    @given(CALLS[call].as_strategy(mode))
    def try_each(case: Case[Any]) -> None:
        check(case, served, {})

    try_each()


@pytest.mark.parametrize(("call", "mode"), [each for each in MODES if "game_id" in each[0]])
def test_anything_about_a_game_of_ones_own(
    served: FastAPI, visitor: Visitor, call: str, mode: GenerationMode
) -> None:
    game = visitor.create(variant="spider-1", seed=5)["id"]
    actions = st.sampled_from(["deal", "undo", "redo", "1-2", "4-f", "f1-1", "9-9x13", ""])

    @bounded
    @given(CALLS[call].as_strategy(mode), st.data())
    def try_each(case: Case[Any], data: st.DataObject) -> None:
        case.path_parameters["game_id"] = game
        if isinstance(case.body, dict) and mode is GenerationMode.POSITIVE:
            version = visitor.get(f"/api/v1/games/{game}").json()["version"]
            case.body |= {"version": version, "action": data.draw(actions)}
        check(case, served, {COOKIE: visitor.token or ""})

    try_each()


KINDS = st.sampled_from(["application/json", "text/plain", "application/x-www-form-urlencoded", ""])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=8,
)


@pytest.mark.parametrize("call", [call for call in CALLS if call.startswith("post")])
def test_bodies_that_are_nothing(visitor: Visitor, call: str) -> None:
    method, _, path = call.partition(" ")
    url = path.format(game_id=visitor.create(variant="spider-1", seed=5)["id"])
    described = CALLS[call].definition.raw["responses"]

    @bounded
    @given(st.binary(max_size=300) | JSON.map(lambda body: json.dumps(body).encode()), KINDS)
    def try_each(body: bytes, kind: str) -> None:
        headers = {"Content-Type": kind}
        response = visitor.client.request(method, url, content=body, headers=headers)
        assert str(response.status_code) in described
        assert response.status_code == 400
        assert response.headers["Content-Type"] == "application/problem+json"
        assert Problem.model_validate(response.json()).status == 400

    try_each()
