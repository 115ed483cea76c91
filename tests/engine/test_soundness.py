"""Positions that no game can come to are refused, with the first fault named."""

from dataclasses import replace

import pytest
from hypothesis import given

from app.engine.cards import Card, Suit
from app.engine.errors import ImpossiblePositionError
from app.engine.game import Game
from app.engine.position import Column, Position
from app.engine.soundness import check_sound
from tests.engine.strategies import games
from tests.engine.tables import FULL, run, table

HEARTS = run("KH", "AH")
SOUND = table(
    f"{run('KS', '8S')} | 7S 6S", run("5S", "AS"), HEARTS, stock=run("KD", "AD"),
    foundations=[run("KC", "AC")],
)  # fmt: skip


def small(*columns: str, homes: int = 1, automatic: bool = False, ranks: int = 2) -> Position:
    cards = [tuple(map(Card.parse, text.split())) for text in columns]
    return Position(tuple(map(Column, cards)), (), ((),) * homes, ranks, automatic)


def changed(index: int, column: Column) -> Position:
    columns = list(SOUND.columns)
    columns[index] = column
    return replace(SOUND, columns=tuple(columns))


def homes(*texts: str) -> Position:
    """Lay out one deck of which the given suits are on foundations, all else in the stock."""
    given_cards = " ".join(texts).split()
    rest = [
        text
        for suit in Suit
        for text in run(f"K{suit}", f"A{suit}").split()
        if text not in given_cards
    ]
    return table(stock=" ".join(rest), foundations=texts)


@given(games())
def test_every_position_of_a_game_is_sound(game: Game) -> None:
    check_sound(game.position)


@pytest.mark.parametrize(
    "position",
    [
        SOUND,
        small("2S AS"),
        small("AS", "2S", automatic=True),
        small("AS 2S", "2S AS", homes=2),
        small("AS 2S 2H", "AH", homes=2, automatic=True),
        homes(run("KS", "2S")),
        homes(FULL, HEARTS, "KC"),
    ],
)
def test_sound(position: Position) -> None:
    check_sound(position)


FAULTS = {
    "The number of ranks is 1: it has to be from 2 to 13.": small("AS", ranks=1),
    "The number of ranks is 14: it has to be from 2 to 13.": small("AS", ranks=14),
    "The number of columns is 0: it has to be from 1 to 10.": small(),
    "The number of columns is 11: it has to be from 1 to 10.": small("AS 2S", *[""] * 10),
    "The number of foundations is 0: it has to be from 1 to 8.": small("AS 2S", homes=0),
    "A card has rank 3: the highest rank is 2.": small("AS 2S 3S"),
    "A card has rank 14: the highest rank is 13.": changed(
        0, Column((Card(14, Suit.SPADES), *SOUND.columns[0].cards))
    ),
    "2S is missing.": small("AS"),
    "AS is there too often.": small("AS 2S 3S AS", ranks=3),
    "2H is missing.": small("AS 2S AH", homes=2),
    "3D is missing.": replace(SOUND, stock=tuple(c for c in SOUND.stock if c.rank != 3)),
    "4C is there too often.": replace(SOUND, stock=(*SOUND.stock, Card(4, Suit.CLUBS, 99))),
    "The number of foundations is 1: the cards make 2 completed runs.": small("AS 2S 2S AS"),
    "The number of foundations is 2: the cards make 1 completed run.": small("AS 2S", homes=2),
    "Column 2: -1 of its 5 cards lie face down.": changed(
        1, SOUND.columns[1]._replace(face_down=-1)
    ),
    "Column 2: 6 of its 5 cards lie face down.": changed(1, SOUND.columns[1]._replace(face_down=6)),
    "Column 4: 1 of its 0 cards lie face down.": changed(3, Column((), 1)),
    "Column 2 ends in a face-down card.": changed(1, SOUND.columns[1]._replace(face_down=5)),
    "Column 3 holds a completed run, which would have left by itself.": replace(
        SOUND, automatic=True
    ),
    "Column 1 holds a completed run, which would have left by itself.": small(
        "2S AS 2H", "AH", homes=2, automatic=True
    ),
    "Foundation 1 is no run of one suit from the highest rank down.": homes(run("QS", "AS")),
    "Foundation 2 is no run of one suit from the highest rank down.": homes(FULL, "KH QD"),
    "Foundation 3 is no run of one suit from the highest rank down.": homes(FULL, "KH", "KC JC"),
    "Foundation 1 has given cards back, though completed runs leave by themselves.": replace(
        homes(run("KS", "2S")), automatic=True
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults(fault: str) -> None:
    with pytest.raises(ImpossiblePositionError) as caught:
        check_sound(FAULTS[fault])
    assert str(caught.value) == fault
