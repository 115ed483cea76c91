"""What stands below a table: records of its game, other games under way; and its print."""

import pytest
from sqlalchemy.exc import OperationalError

from app.engine.variants import GAMES, variants_of
from tests.playing import FakeClock, records
from tests.web.conftest import Guests
from tests.web.visiting import Node, Visitor, site_of


def best(page: Node) -> dict[str, list[str]]:
    """The records shown, for each suit count."""
    rows = page.one("section", aria_labelledby="best-title").one("tbody").all("tr")
    return {row.one("th").text: [cell.text for cell in row.all("td")] for row in rows}


@pytest.mark.parametrize("key", GAMES)
def test_no_record_yet_is_a_dash(visitor: Visitor, key: str) -> None:
    page = visitor.page(f"/{key}")
    suits = [f"{v.suits} suit{'s' * (v.suits > 1)}" for v in variants_of(GAMES[key])]
    assert best(page) == {name: ["–", "–", "–"] for name in suits}
    assert visitor.token is None


def test_records_of_the_game_at_hand_alone(visitor: Visitor, clock: FakeClock) -> None:
    record = records("will-o-the-wisp-2")[0]
    game = visitor.create(variant="will-o-the-wisp-2", seed=record.seed)
    for version, action in enumerate(record.actions):
        game = visitor.do(game["id"], str(action), version).json()
        clock.forward(3)
    page = visitor.page("/will-o-the-wisp-4/5")
    seconds = 3 * (game["moves"] - 1)
    values = [str(game["score"]), f"{seconds // 60}:{seconds % 60:02}", str(game["moves"])]
    assert best(page) == {"1 suit": ["–"] * 3, "2 suits": values, "4 suits": ["–"] * 3}
    links = page.one("section", aria_labelledby="best-title").one("tbody").all("a")
    assert [link["href"] for link in links if link.text in values] == [f"/games/{game['id']}"] * 3
    assert {name: set(row) for name, row in best(visitor.page("/spider-2/5")).items()} == {
        name: {"–"} for name in ("1 suit", "2 suits", "4 suits")
    }


def test_everybody_sees_their_own(guests: Guests) -> None:
    winner, other = guests(), guests()
    winner.play(records("spiderette-1")[0])
    other.begin("spiderette-1", 5)
    assert "–" not in best(winner.page("/spiderette-1/9"))["1 suit"]
    assert set(best(other.page("/spiderette-1/9"))["1 suit"]) == {"–"}


def test_the_table_is_shown_without_records_too(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = visitor.begin()

    def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("gone"))

    monkeypatch.setattr(site_of(visitor.app).records, "of_game", fail)
    page = visitor.page(address)
    assert not page.all("section", aria_labelledby="best-title")
    assert page.one(id="tableau").all("li")


def test_actions_do_not_ask_for_records(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    address = visitor.begin()
    monkeypatch.delattr(type(site_of(visitor.app).records), "of_game")
    assert visitor.act(address, "undo", 1).status_code == 200


def test_a_sheet_names_the_deal(visitor: Visitor) -> None:
    for address in ("/spider-4/42", visitor.begin("spider-4", 42)):
        sheet = visitor.page(address).one("p", class_="sheet").text
        assert sheet == "Spider, 4 suits, deal 42 · /spider-4/42"
