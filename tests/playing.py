"""What tests of the services play with: a clock that stands still, games known to be won."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier
from typing import TypeVar

from app.engine.game import Game, Status
from app.engine.hints import hints
from app.engine.moves import Action
from app.engine.notation import GameRecord, parse_action
from app.engine.variants import VARIANTS
from app.services.live import LiveGame
from app.services.play import Play

GAMES = Path(__file__).parent / "data" / "games"
START_MS = 1_700_000_000_000
"""Some moment in November 2023."""

_Answer = TypeVar("_Answer")


class FakeClock:
    """A clock that moves when told."""

    def __init__(self) -> None:
        self.ms = START_MS

    def __call__(self) -> int:
        return self.ms

    def forward(self, seconds: float) -> None:
        self.ms += round(seconds * 1000)


class Person:
    """A player at a table: plays actions one after the other."""

    def __init__(self, play: Play, player_id: int, clock: FakeClock) -> None:
        self.play = play
        self.id = player_id
        self.clock = clock

    def act(self, live: LiveGame, actions: str | Iterable[Action], pace: float = 1) -> LiveGame:
        """Make each action ``pace`` seconds after the one before."""
        if isinstance(actions, str):
            actions = [parse_action(word) for word in actions.split()]
        for action in actions:
            live = self.play.act(self.id, live.id, action, live.game.moves)[1]
            self.clock.forward(pace)
        return live

    def begin(self, record: GameRecord) -> LiveGame:
        return self.play.begin(self.id, record.variant, record.seed, record.collecting)

    def win(self, record: GameRecord, pace: float = 1, detour: int = 0) -> LiveGame:
        """Win a game as recorded, after ``detour`` actions that lead nowhere."""
        first = record.actions[0]
        live = self.act(self.begin(record), (f"{first} undo " * (detour // 2)), pace)
        return self.act(live, record.actions, pace)

    def lose(self, record: GameRecord) -> LiveGame:
        live = self.act(self.begin(record), record.actions[:1])
        return self.play.give_up(self.id, live.id)


def records(variant: str) -> list[GameRecord]:
    """Give the won games of a variant, the one of fewest moves first."""
    found = [GameRecord.parse(path.read_text()) for path in GAMES.glob(f"{variant}-*.txt")]
    return sorted(found, key=lambda record: len(record.actions))


def before_the_first_run(record: GameRecord) -> int:
    """Count the actions before the one that brings the first run home."""
    game = Game.start(record.variant, record.seed, record.collecting)
    for count, action in enumerate(record.actions):
        game = game.after(action)
        if game.position.runs_home:
            return count
    raise AssertionError("no run goes home")


def all_at_once(*calls: Callable[[], _Answer]) -> list[_Answer | Exception]:
    """Call from as many threads at the same moment; give what came back, or was raised."""
    barrier = Barrier(len(calls))

    def called(call: Callable[[], _Answer]) -> _Answer | Exception:
        barrier.wait(timeout=30)
        try:
            return call()
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return error

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(called, calls))


def stuck_record() -> GameRecord:
    """Give a game that ends without a move left, found by following hints."""
    for seed in range(1, 200):
        game = Game.start(VARIANTS["will-o-the-wisp-4"], seed)
        while game.status is Status.PLAYING and game.moves < 80:
            game = game.after(hints(game)[0].move)
        if game.status is Status.STUCK:
            return GameRecord.of(game)
    raise AssertionError("no game got stuck")
