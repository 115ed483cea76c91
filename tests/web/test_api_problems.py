"""What the interface for programs refuses, with which status, and that nothing changes by it."""

from typing import Any

import pytest

from app.store.database import Database
from tests.playing import records
from tests.web.conftest import Guests
from tests.web.visiting import Visitor, row_counts

SEEDS: tuple[object, ...] = (0, -1, 10**12, 2**64, "1", "42", 1.5, 1.0, True, [], {}, "x")
UNKNOWN = "A" * 22
CALLS = [("GET", ""), ("POST", "/actions"), ("GET", "/hint"), ("GET", "/record")]


def check_problem(response: Any, status: int) -> str:  # noqa: ANN401 - httpx2's response
    assert response.status_code == status, response.text
    assert response.headers["Content-Type"] == "application/problem+json"
    body = response.json()
    assert set(body) >= {"title", "status", "detail"}
    assert body["status"] == status
    assert body["title"]
    detail: str = body["detail"]
    assert detail.endswith(".")
    return detail


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        [],
        None,
        "spider-1",
        {"variant": "spider-3"},
        {"variant": "spider"},
        {"variant": "SPIDER-1"},
        {"variant": ""},
        {"variant": 1},
        {"variant": None},
        {"variant": "x" * 1000},
        {"variant": "<script>alert(1)</script>"},
        *({"variant": "spider-1", "seed": seed} for seed in SEEDS),
        *({"variant": "spider-1", "collect": way} for way in ("", "never", 1, True, "BY HAND")),
    ],
    ids=str,
)
def test_no_game_begins(visitor: Visitor, site_database: Database, wanted: object) -> None:
    check_problem(visitor.post("/api/v1/games", json=wanted), 400)
    assert visitor.token is None
    assert set(row_counts(site_database).values()) == {0}


def test_spider_is_never_collected_by_hand(visitor: Visitor, site_database: Database) -> None:
    body = {"variant": "spider-2", "seed": 1, "collect": "by hand"}
    detail = check_problem(visitor.post("/api/v1/games", json=body), 422)
    assert "Spider" in detail
    assert set(row_counts(site_database).values()) == {0}


@pytest.mark.parametrize(
    "action",
    [
        *("", " ", "4", "4-", "-4", "4-7x", "4-7x1", "4-7x0", "04-7", "4 - 7", "4-7 ", "0-1"),
        *("DEAL", "deal\n", "d\N{CYRILLIC SMALL LETTER IE}al", "f", "f2", "f2-", "f-2", "4-F"),
        *("1-0", "100-1", "1-100", "\N{ARABIC-INDIC DIGIT FOUR}-7", "x" * 41, "<b>4-7</b>"),
    ],
)
def test_not_an_action(visitor: Visitor, action: str) -> None:
    game = visitor.create(variant="spider-1", seed=1)
    check_problem(visitor.do(game["id"], action, 0), 400)
    assert visitor.get(f"/api/v1/games/{game['id']}").json() == game


@pytest.mark.parametrize("action", [None, 4, 4.5, True, [], {}, ["deal"]], ids=str)
def test_an_action_is_text(visitor: Visitor, action: object) -> None:
    game = visitor.create(variant="spider-1", seed=1)
    body = {"action": action, "version": 0}
    check_problem(visitor.post(f"/api/v1/games/{game['id']}/actions", json=body), 400)


@pytest.mark.parametrize("version", [None, "0", 0.0, 0.5, -1, False, [], "x"], ids=repr)
def test_a_version_is_a_whole_number(visitor: Visitor, version: object) -> None:
    game = visitor.create(variant="spider-1", seed=1)
    body = {"action": "deal", "version": version}
    check_problem(visitor.post(f"/api/v1/games/{game['id']}/actions", json=body), 400)
    without = visitor.post(f"/api/v1/games/{game['id']}/actions", json={"action": "deal"})
    check_problem(without, 400)
    assert visitor.get(f"/api/v1/games/{game['id']}").json() == game


@pytest.mark.parametrize("version", [1, 2, 10**6, 10**30])
def test_another_version(visitor: Visitor, version: int) -> None:
    game = visitor.create(variant="spider-1", seed=1)
    check_problem(visitor.do(game["id"], "deal", version), 409)
    assert visitor.get(f"/api/v1/games/{game['id']}").json() == game
    assert visitor.do(game["id"], "deal", 0).status_code == 200
    check_problem(visitor.do(game["id"], "deal", 0), 409)


@pytest.mark.parametrize(
    "action",
    ["undo", "redo", "1-1", "1-2x9", "11-1", "1-99", "99-1", "1-f", "f1-2", "f9-1", "1-2x99"],
)
def test_not_legal_now(visitor: Visitor, site_database: Database, action: str) -> None:
    game = visitor.create(variant="spider-4", seed=1)
    counts = row_counts(site_database)
    check_problem(visitor.do(game["id"], action, 0), 422)
    assert visitor.get(f"/api/v1/games/{game['id']}").json() == game
    assert row_counts(site_database) == counts


def test_the_reason_names_the_empty_column(visitor: Visitor) -> None:
    record = next(record for record in records("spiderette-1") if record.actions)
    game = visitor.create(variant=record.variant.key, seed=record.seed)
    for version, action in enumerate(record.actions):
        voids = [i for i, c in enumerate(game["columns"], 1) if not c["face_up"]]
        if voids and game["stock"]:
            break
        game = visitor.do(game["id"], str(action), version).json()
    else:
        pytest.fail("no column was ever empty")
    detail = check_problem(visitor.do(game["id"], "deal", game["version"]), 422)
    assert f"{voids[0]}" in detail
    assert "empty" in detail


@pytest.mark.parametrize(("method", "call"), CALLS)
def test_a_game_that_is_not_there(visitor: Visitor, method: str, call: str) -> None:
    visitor.create(variant="spider-1")
    for game_id in (UNKNOWN, "0", "1", "%00", "%ff", "..", "' OR 1=1 --", "x" * 3000):
        response = visitor.client.request(
            method,
            f"/api/v1/games/{game_id}{call}",
            json={"action": "deal", "version": 0} if method == "POST" else None,
        )
        if game_id != "..":  # the client itself makes another address of it
            check_problem(response, 404)


@pytest.mark.parametrize(("method", "call"), CALLS)
def test_somebody_elses_game(guests: Guests, method: str, call: str) -> None:
    owner, stranger, newcomer = guests(), guests(), guests()
    game = owner.create(variant="spider-1", seed=1)
    stranger.create(variant="spider-1", seed=1)
    body = {"action": "deal", "version": 0} if method == "POST" else None
    details = set()
    for game_id in (game["id"], UNKNOWN):
        for other in (stranger, newcomer):
            url = f"/api/v1/games/{game_id}{call}"
            details.add(check_problem(other.client.request(method, url, json=body), 404))
    assert len(details) == 1  # nobody is told which it is
    assert owner.get(f"/api/v1/games/{game['id']}").json() == game
    assert newcomer.token is None


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/api/v1/nothing"), ("GET", "/api/"), ("GET", "/api/v2/games"), ("POST", "/api/v1/x")],
)
def test_a_call_that_is_not_there(visitor: Visitor, method: str, path: str) -> None:
    check_problem(visitor.client.request(method, path), 404)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/v1/games"),
        ("DELETE", "/api/v1/games"),
        ("POST", "/api/v1/records"),
        ("PUT", "/api/v1/variants"),
        ("PATCH", f"/api/v1/games/{UNKNOWN}"),
    ],
)
def test_another_method(visitor: Visitor, method: str, path: str) -> None:
    response = visitor.client.request(method, path)
    check_problem(response, 405)
    assert response.headers["Allow"]


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"nonsense", b"\xff\xfe", b"[" * 60_000, b'{"a":' * 9_000, b"NaN"),
        *(b'"\\ud800"', b'{"variant":"\\ud800"}', b'{"variant":"spider-1","seed":NaN}'),
        *(b'{"variant":"spider-1","seed":1e400}',),
        b'{"variant":"spider-1","seed":' + b"9" * 6_000 + b"}",
    ],
    ids=lambda body: repr(body[:30]),
)
def test_a_body_that_is_no_game(visitor: Visitor, site_database: Database, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    check_problem(visitor.post("/api/v1/games", content=body, headers=headers), 400)
    assert set(row_counts(site_database).values()) == {0}


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ("", "The body has to be a JSON object, sent as application/json."),
        ("[]", "The body has to be a JSON object, sent as application/json."),
        ('{"variant"', "The body is not JSON: it cannot be read from character 10 on."),
        ("[" * 60_000, "The body cannot be read as JSON."),
        ("{}", "“variant” is missing."),
        ('{"variant": 1}', "“variant” has to be text."),
        ('{"variant": "\\ud800"}', "“variant” has to be text."),
        (f'{{"variant": "{"x" * 41}"}}', "“variant” has to be text of at most 40 characters."),
        ('{"variant": "x", "seed": "5"}', "“seed” has to be a whole number."),
        ('{"variant": "x", "seed": 1.5}', "“seed” has to be a whole number."),
        ('{"variant": "x", "seed": 0}', "“seed” has to be 1 or more."),
        (f'{{"variant": "x", "seed": {10**12}}}', "“seed” has to be 999999999999 or less."),
        ('{"variant": "x", "collect": 1}', "“collect” has to be 'automatic' or 'by hand'."),
        ('{"seed": 0}', "“variant” is missing. “seed” has to be 1 or more."),
    ],
    ids=lambda text: text[:30],
)
def test_each_problem_is_a_plain_sentence(visitor: Visitor, body: str, detail: str) -> None:
    headers = {"Content-Type": "application/json"}
    response = visitor.post("/api/v1/games", content=body, headers=headers)
    assert check_problem(response, 400) == f"{detail} Nothing was changed."


def test_refusals_are_told_to_programs_in_their_words(visitor: Visitor) -> None:
    game = visitor.create(variant="spider-1", seed=1)
    stale = check_problem(visitor.do(game["id"], "deal", 7), 409)
    assert "read the game again" in stale
    assert "table" not in stale
    visitor.do(game["id"], "deal", 0)
    visitor.post(f"/games/{game['id']}/end", data={"then": "new"})
    assert "takes no more actions" in check_problem(visitor.do(game["id"], "undo", 1), 409)
    assert "cookie" in check_problem(visitor.get("/api/v1/games/x"), 404)
    assert "openapi.json" in check_problem(visitor.get("/api/v1/nothing"), 404)
