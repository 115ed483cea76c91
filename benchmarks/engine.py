"""How fast the engine plays: an action and the new list of legal moves, in plain Python.

Beside each figure stands what writing the same positions as JSON takes in the same run.
"""

import json
import random
import time
from collections.abc import Callable, Iterable

from app.engine.game import Game
from app.engine.moves import Action
from app.engine.variants import VARIANTS, Variant

GAMES = 40
ACTIONS = 300
ROUNDS = 5
Line = tuple[Game, tuple[Action, ...]]


def random_line(variant: Variant, seed: int) -> Line:
    choose = random.Random(seed).choice  # noqa: S311 - play, no secret
    start = game = Game.start(variant, seed)
    while game.legal and game.moves < ACTIONS:
        game = game.after(choose(game.legal))
    return start, game.actions


def play(lines: Iterable[Line]) -> int:
    listed = 0
    for game, actions in lines:
        for action in actions:
            game = game.after(action)  # noqa: PLW2901 - the game goes on
            listed += len(game.legal)
    return listed


def write_json(games: Iterable[Game]) -> None:
    for game in games:
        json.dumps([column.cards for column in game.position.columns])


def fastest(run: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def measure(variant: Variant) -> tuple[float, float, float]:
    """Give actions a second, legal moves in a position and the cost against JSON."""
    lines = [random_line(variant, seed) for seed in range(1, GAMES + 1)]
    count = sum(len(actions) for _, actions in lines)
    assert count > GAMES * ACTIONS // 2
    played = fastest(lambda: play(lines)) / count
    ends = [game.after_all(actions) for game, actions in lines]
    written = fastest(lambda: write_json(ends)) / len(ends)
    return 1 / played, play(lines) / count, played / written


def main() -> None:
    print("An action = the action and the new list of legal moves; random play, one process.")
    print(
        f"{'variant':20} {'actions/s':>10} {'µs each':>8} {'moves':>6} {'× JSON of a position':>21}"
    )
    for variant in VARIANTS.values():
        speed, moves, ratio = measure(variant)
        print(f"{variant.key:20} {speed:10,.0f} {1e6 / speed:8.1f} {moves:6.1f} {ratio:21.2f}")


if __name__ == "__main__":
    main()
