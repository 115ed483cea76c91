"""What a position says of itself."""

import pytest

from app.engine.cards import Card, Suit
from app.engine.position import Column
from tests.engine.tables import FULL, run, spread, table


@pytest.mark.parametrize(
    ("cards", "length"),
    [
        ("", 0),
        ("5S", 1),
        ("6S 5S", 2),
        ("6H 5S", 1),
        ("7S 5S", 1),
        ("5S 6S", 1),
        ("8H 7S 6S 5S", 3),
        ("6S | 5S", 1),
        ("8S 7S | 6S 5S", 2),
        ("AS KS", 1),
        (FULL, 13),
        (f"AS {FULL}", 13),
        (f"KS QS | {run('JS', 'AS')}", 11),
    ],
)
def test_run(cards: str, length: int) -> None:
    assert table(cards).columns[0].run == length


def test_a_taken_card_uncovers_one() -> None:
    column = table("9H 8D | 6S 5S").columns[0]
    left = column.without(2)
    assert (len(left.cards), left.face_down, str(left.face_up[0])) == (2, 1, "8D")
    assert left.without(1).face_down == 0
    assert left.without(1).without(1) == Column()


def test_a_card_that_lay_open_uncovers_none() -> None:
    assert table("9H 8D | 6S 5S").columns[0].without(1).face_down == 2


def test_cards_come_to_lie_face_up() -> None:
    column = table("9H | 8D").columns[0].with_cards([Card(4, Suit.CLUBS)])
    assert (column.face_down, str(column.cards[-1]), len(column.face_up)) == (1, "4C", 2)


def test_voids_cards_and_layout() -> None:
    position = table("9H | 8D", "", "3C", stock="2S 2H", foundations=[FULL])
    assert position.voids == (1, 3, 4, 5, 6)
    assert len(position.cards) == 3 + 2 + 13
    assert spread(position)[:3] == ["9H | 8D", "", "3C"]


@pytest.mark.parametrize(
    ("homes", "complete"),
    [([], 0), ([FULL], 1), ([run("KS", "2S")], 0), ([FULL, run("KH", "3H"), FULL], 2)],
)
def test_a_run_is_home_when_it_is_complete(homes: list[str], complete: int) -> None:
    position = table(foundations=homes)
    assert position.runs_home == complete
    assert not position.is_won


def test_won_is_every_foundation_complete() -> None:
    assert table(foundations=[FULL] * 4).is_won
    assert not table("AS", foundations=[FULL] * 3 + [run("KS", "2S")]).is_won
    assert not table(*[""] * 10, foundations=[FULL] * 7).is_won
    assert table(*[""] * 10, foundations=[FULL] * 8).is_won
