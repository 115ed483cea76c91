"""Legal moves and what they lead to, counted and compared with a second engine."""

from typing import Any

import pytest
from hypothesis import given

from app.engine.game import Game
from app.engine.rules import play
from app.engine.variants import VARIANTS
from tests.engine import reference
from tests.engine.reference import Table
from tests.engine.strategies import games
from tests.engine.tables import read_json
from tools.perft import perft, position_of

PINNED = read_json("perft.json")
QUICK = 400


def entry_id(entry: dict[str, Any]) -> str:
    return str(entry["name"])


def test_every_opening_and_every_kind_of_position_is_pinned() -> None:
    openings = {entry["variant"] for entry in PINNED if not entry["actions"]}
    assert openings == set(VARIANTS)
    kinds = {type(m).__name__ for e in PINNED for m in game_of(e).legal}
    assert kinds == {"RunMove", "DealRow", "Collect", "TakeBack"}
    assert all(len(entry["nodes"]) >= 3 for entry in PINNED)


def game_of(entry: dict[str, Any]) -> Game:
    variant = VARIANTS[entry["variant"]]
    return Game(variant, int(entry["seed"]), variant.game.collecting[0], position_of(entry))


@pytest.mark.parametrize("entry", PINNED, ids=entry_id)
def test_counts_are_as_pinned(entry: dict[str, Any]) -> None:
    position = position_of(entry)
    depths = range(1, len(entry["nodes"]) + 1)
    assert [perft(position, depth) for depth in depths] == entry["nodes"]


@pytest.mark.parametrize("entry", PINNED, ids=entry_id)
def test_the_reference_counts_the_same(entry: dict[str, Any]) -> None:
    start = Table.of(position_of(entry))
    quick = [nodes for nodes in entry["nodes"] if nodes <= QUICK]
    assert quick
    counts = [reference.perft(start, depth) for depth in range(1, len(quick) + 1)]
    assert counts == quick


@given(games())
def test_both_engines_agree_on_moves_and_what_they_make(game: Game) -> None:
    table = Table.of(game.position)
    texts = [str(move) for move in game.legal]
    assert sorted(texts) == sorted(table.legal())
    for move in game.legal:
        assert Table.of(play(game.position, move)) == table.after(str(move))
