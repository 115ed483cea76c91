"""Who may read what is counted, and what is counted in play."""

import pytest
from starlette.testclient import TestClient

from app.engine.notation import GameRecord
from app.main import create_app
from app.metrics import registry
from app.settings import Settings
from tests.playing import GAMES
from tests.web.visiting import Visitor


def ask(settings: Settings, peer: str, **headers: str) -> tuple[int, str]:
    with TestClient(create_app(settings), client=(peer, 1)) as client:
        response = client.get("/metrics", headers=headers)
    return response.status_code, response.headers["Content-Type"]


@pytest.mark.parametrize(
    ("allowed", "peer", "status"),
    [
        ("127.0.0.1,::1", "127.0.0.1", 200),
        ("127.0.0.1,::1", "::1", 200),
        ("127.0.0.1,::1", "10.0.0.1", 404),
        ("127.0.0.1,::1", "no-address", 404),
        ("10.0.0.0/8", "10.1.2.3", 200),
        ("10.0.0.0/8", "127.0.0.1", 404),
        ("", "127.0.0.1", 404),
    ],
)
def test_who_may_read_them(settings: Settings, allowed: str, peer: str, status: int) -> None:
    found = ask(settings.model_copy(update={"metrics_allow_ips": allowed}), peer)
    assert found[0] == status
    assert found[1].startswith("text/plain" if status == 200 else "text/html")


def test_a_proxy_does_not_make_everybody_a_neighbour(settings: Settings) -> None:
    assert ask(settings, "127.0.0.1", **{"X-Forwarded-For": "203.0.113.9"})[0] == 404
    assert ask(settings, "203.0.113.9", **{"X-Forwarded-For": "127.0.0.1"})[0] == 404


def test_they_are_not_sent_on_to_the_public_address(settings: Settings) -> None:
    public = settings.model_copy(update={"public_url": "https://wisp.example"})
    assert ask(public, "127.0.0.1")[0] == 200


def value(name: str, **labels: str) -> float:
    return registry.get_sample_value(name, labels) or 0


def test_play_is_counted(visitor: Visitor) -> None:
    kinds = ("move", "deal", "undo", "redo")
    before = {kind: value("wisp_actions_total", kind=kind) for kind in kinds}
    games = [
        value(f"wisp_games_{what}_total", variant="spider-2") for what in ("begun", "given_up")
    ]
    address = visitor.begin("spider-2", 5, "deal")
    for version, action in enumerate(("undo", "redo", "undo", "redo"), 1):
        assert visitor.act(address, action, version).status_code == 200
    assert visitor.act(address, "undo", 1).status_code == 409
    for _ in range(2):
        visitor.post(f"{address}/end", data={"then": "new"})
    now = {kind: value("wisp_actions_total", kind=kind) for kind in kinds}
    assert {kind: now[kind] - before[kind] for kind in kinds} == {
        "move": 0,
        "deal": 1,
        "undo": 2,
        "redo": 2,
    }
    assert [
        value(f"wisp_games_{what}_total", variant="spider-2") for what in ("begun", "given_up")
    ] == [count + 1 for count in games]


def test_a_win_is_counted(visitor: Visitor) -> None:
    record = GameRecord.parse(next(iter(sorted(GAMES.iterdir()))).read_text("utf-8"))
    before = value("wisp_games_won_total", variant=record.variant.key)
    visitor.play(record)
    assert value("wisp_games_won_total", variant=record.variant.key) == before + 1


def test_transactions_are_measured(visitor: Visitor) -> None:
    names = ("wisp_database_wait_seconds_count", "wisp_database_transaction_seconds_count")
    before = [value(name, kind="write") for name in names]
    address = visitor.begin()
    middle = [value(name, kind="write") for name in names]
    assert all(now > was for now, was in zip(middle, before, strict=True))
    visitor.act(address, "undo", 1)
    assert [value(name, kind="write") for name in names] == [count + 1 for count in middle]
