"""Requests are named, counted and logged; who asked, and what is hidden, is not."""

import json
import logging
import re
from collections.abc import Iterator

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from app import metrics
from app.engine.game import Game
from app.engine.variants import VARIANTS
from app.logs import JsonLines
from app.main import create_app
from app.settings import Settings
from app.store import games
from tests.web.conftest import Guests
from tests.web.visiting import HTMX, Visitor, parsed

ROUTE = "/games/{game_id}"


class Lines(logging.Handler):
    """Keeps the lines of a log as an operator would read them."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    @property
    def objects(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.lines]


@pytest.fixture
def log() -> Iterator[Lines]:
    lines, root = Lines(), logging.getLogger()
    requests = logging.getLogger("wisp.requests")
    root.addHandler(lines)
    requests.setLevel(logging.INFO)
    yield lines
    requests.setLevel(logging.NOTSET)
    root.removeHandler(lines)


def counted(**labels: str) -> float:
    """Sum what is counted of requests with some labels."""
    families = text_string_to_metric_families(metrics.exposition().decode())
    return sum(
        sample.value
        for family in families
        for sample in family.samples
        if sample.name == "wisp_requests_total" and labels.items() <= sample.labels.items()
    )


def test_each_request_has_a_line(visitor: Visitor, log: Lines) -> None:
    response = visitor.get(f"{visitor.begin()}?lift=1x1")
    line = log.objects[-1]
    assert line["request"] == response.headers["X-Request-ID"]
    assert (line["method"], line["route"], line["status"]) == ("GET", ROUTE, 200)
    assert isinstance(line["ms"], float)


@pytest.mark.parametrize(
    ("method", "path", "status", "route"),
    [
        ("GET", "/spider-2/5", 200, "/{key}/{seed}"),
        ("HEAD", "/spider-2/5", 200, "/{key}/{seed}"),
        ("GET", "/no/such/page", 404, "none"),
        ("GET", "/static/0/nothing.css", 404, "/static"),
        ("NONSENSE", "/", 405, "/"),
    ],
)
def test_routes_are_counted_and_not_addresses(
    visitor: Visitor, method: str, path: str, status: int, route: str
) -> None:
    labels = {"method": method if method != "NONSENSE" else "OTHER", "status": str(status)}
    before = counted(**labels, route=route), counted()
    assert visitor.client.request(method, path).status_code == status
    assert (counted(**labels, route=route), counted()) == (before[0] + 1, before[1] + 1)


def test_moves_are_counted(visitor: Visitor) -> None:
    address, route = visitor.begin(), f"{ROUTE}/actions"
    before = counted(method="POST", route=route, status="200")
    visitor.act(address, "undo", 1)
    assert counted(method="POST", route=route, status="200") == before + 1


def test_what_the_guard_turns_away_is_counted(visitor: Visitor) -> None:
    before = counted(status="403", route="none")
    assert visitor.post("/settings", headers={"Origin": "https://evil.example"}).status_code == 403
    assert counted(status="403", route="none") == before + 1


def test_no_line_says_who_plays_or_what_is_hidden(
    guests: Guests, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    seed = 918_273_645
    visitor = guests()
    address = visitor.begin("spider-4", seed, "deal")
    game_id = address.removeprefix("/games/")
    visitor.get(f"/deals?variant=spider-4&seed={seed}")
    visitor.act(address, "undo", 1)
    visitor.act(address, "nonsense", 2)

    def fail(*_args: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(games, "add_to_running", fail)
    assert visitor.act(address, "deal", 2).status_code == 500
    everything = "\n".join(log.lines)
    assert "on purpose" in everything
    token = visitor.token
    assert token
    for secret in (token, game_id, str(seed), "testclient", "Cookie"):
        assert secret not in everything
    position = Game.start(VARIANTS["spider-4"], seed).position
    hidden = {card.name for column in position.columns for card in column.cards}
    hidden |= {str(card) for card in position.stock}
    assert [name for name in hidden if re.search(rf"\b{name}\b", everything)] == []


def test_a_failure_is_logged_with_its_traceback_and_told_by_its_name(
    visitor: Visitor, log: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = visitor.begin()

    def fail(*_args: object) -> None:
        raise RuntimeError("on purpose")

    monkeypatch.setattr(games, "standing", fail)
    page = visitor.get(address)
    failed, line = log.objects[-2:]
    assert failed["request"] == line["request"] == page.headers["X-Request-ID"]
    assert line["status"] == page.status_code == 500
    assert "RuntimeError: on purpose" in str(failed["traceback"])
    assert parsed(page.text).one("code").text == failed["request"]
    monkeypatch.setattr(games, "add_to_running", fail)
    part = visitor.act(address, "undo", 1)
    assert parsed(part.text).one("code").text == part.headers["X-Request-ID"]


def test_a_move_is_not_made_heavier(visitor: Visitor) -> None:
    address = visitor.begin()
    assert "X-Request-ID" not in visitor.act(address, "undo", 1, HTMX).headers
    assert "X-Request-ID" in visitor.act(address, "redo", 2, {}).headers


def names(settings: Settings, peer: str, sent: str) -> str:
    """Ask, with a name that is already given; tell the name that it has in the end."""
    with TestClient(create_app(settings), client=(peer, 1)) as client:
        named: str = client.get("/privacy", headers={"X-Request-ID": sent}).headers["X-Request-ID"]
    return named


@pytest.mark.parametrize(
    ("trusted", "peer", "sent", "is_taken"),
    [
        (True, "10.0.0.1", "from-the-proxy", True),
        (True, "10.0.0.1", "x" * 65, False),
        (True, "10.0.0.1", "a b", False),
        (True, "10.0.0.2", "from-a-stranger", False),
        (False, "10.0.0.1", "from-the-proxy", False),
    ],
)
def test_only_a_proxy_that_is_believed_names_requests(
    settings: Settings, trusted: bool, peer: str, sent: str, is_taken: bool
) -> None:
    chosen = {"trust_request_id": trusted, "forwarded_allow_ips": "10.0.0.1"}
    named = names(settings.model_copy(update=chosen), peer, sent)
    assert (named == sent) == is_taken
    assert is_taken or re.fullmatch("[0-9a-f]{12}", named)


def test_what_a_believed_proxy_says_of_the_asker(settings: Settings) -> None:
    for peer, secure in (("127.0.0.1", True), ("10.0.0.2", False)):
        with TestClient(create_app(settings), client=(peer, 1)) as client:
            response = client.post(
                "/spider-1/5",
                data={"action": "deal", "version": "0", "attempt": "1"},
                headers={"X-Forwarded-Proto": "https"},
                follow_redirects=False,
            )
        assert ("Secure" in response.headers["Set-Cookie"]) == secure
