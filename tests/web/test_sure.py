"""The question before a move after which the stock can never be dealt."""

from dataclasses import replace

import pytest

from app.services.live import LiveGame
from app.store.database import Database
from app.store.games import StoredGame
from tests.engine.tables import FULL, run, table
from tests.web.visiting import HTMX, Visitor, parsed, row_counts

HARMLESS, LAST = "3-4", "2-1"


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch, visitor: Visitor) -> str:
    """A game in which a run that goes home leaves two cards for ten columns."""
    begun = LiveGame.begun
    position = table(
        *(run("KS", "2S"), "AS", "3H", "4D", *[""] * 6),
        stock=" ".join(["2D"] * 10),
        foundations=[FULL] * 5,
        automatic=True,
    )

    def begun_there(stored: StoredGame, won_before: bool) -> LiveGame:
        live = begun(stored, won_before)
        return replace(live, game=replace(live.game, position=position))

    monkeypatch.setattr(LiveGame, "begun", begun_there)
    return visitor.begin("spider-4", 9, HARMLESS)


def test_the_question_by_htmx(visitor: Visitor, site_database: Database, address: str) -> None:
    counts = row_counts(site_database)
    response = visitor.act(address, LAST, 1)
    assert response.status_code == 428
    (part,) = parsed(response.text).all("hx-partial")
    assert part["hx-target"] == "#dialog"
    assert "can never be dealt" in part.text
    form = part.one("form")
    assert form["action"] == form["hx-post"] == f"{address}/actions"
    assert {node["name"]: node["value"] for node in form.all("input")} == {
        "version": "1",
        "attempt": "1",
        "sure": "1",
    }
    assert form.one("a", data_close="").text == "Not now"
    assert row_counts(site_database) == counts
    assert visitor.page(address).one(id="moves").text == "1"
    done = visitor.press(part, form.one("button"), **HTMX)
    assert done.status_code == 200
    assert "never be dealt" not in parsed(done.text).one("p").text
    assert visitor.page(address).one(id="moves").text == "2"


def test_the_question_on_a_page(visitor: Visitor, address: str) -> None:
    response = visitor.act(address, LAST, 1, {})
    assert response.status_code == 428
    page = parsed(response.text)
    assert page.one("h1").text == "Make this move?"
    assert page.one("a", data_close="")["href"] == address
    assert visitor.page(address).one(id="moves").text == "1"
    done = visitor.press(page, page.one("button"))
    assert (done.status_code, done.headers["Location"]) == (303, address)
    assert visitor.page(address).one(id="moves").text == "2"
    assert "No row can be dealt any more" in visitor.page(address).one(id="status").text


def test_nobody_is_asked_without_need(visitor: Visitor, address: str) -> None:
    for version, action in enumerate(("undo", HARMLESS, "1-5"), 1):
        assert visitor.act(address, action, version).status_code == 200


@pytest.mark.parametrize("sure", ["0", "1"])
def test_what_is_refused_is_refused_sure_or_not(visitor: Visitor, address: str, sure: str) -> None:
    for action, version, status in (("nonsense", 1, 400), ("1-2", 1, 422), (LAST, 0, 409)):
        data = {"action": action, "version": str(version), "sure": sure}
        assert visitor.post(f"{address}/actions", data=data).status_code == status
    assert visitor.page(address).one(id="moves").text == "1"


def test_programs_are_not_asked(visitor: Visitor, address: str) -> None:
    assert visitor.do(address.removeprefix("/games/"), LAST, 1).status_code == 200
