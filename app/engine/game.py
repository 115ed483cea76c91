"""A game: a deal and the actions made in it. Immutable; an action gives the game after it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple, Self

from app.engine.deal import deal
from app.engine.errors import IllegalActionError
from app.engine.moves import Action, DealRow, Move, Step
from app.engine.position import Position
from app.engine.refusals import check
from app.engine.rules import legal_moves, play
from app.engine.variants import Collecting, Variant

OPENING_SCORE = 500
ACTION_COST = 1
RUN_REWARD = 100


class Status(StrEnum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    STUCK = "stuck"


class Turn(NamedTuple):
    """A move that can be undone or redone, and the turn behind it: a linked stack."""

    move: Move
    position: Position
    """The position to go to: before the move when undoing, after it when redoing."""

    rest: "Turn | None"


class Logged(NamedTuple):
    """An action and the one before it: a linked list, newest first."""

    action: Action
    rest: "Logged | None"


@dataclass(frozen=True, eq=False)
class Game:
    """A game at one moment. ``Game.start`` deals; ``after`` plays."""

    variant: Variant
    seed: int
    collecting: Collecting
    position: Position
    score: int = OPENING_SCORE
    moves: int = 0
    """The move counter. Every action adds one, so it numbers the versions of a game too."""

    past: Turn | None = None
    future: Turn | None = None
    log: Logged | None = None

    @classmethod
    def start(cls, variant: Variant, seed: int, collecting: Collecting | None = None) -> Self:
        """Deal a new game. See ``deal`` for the arguments and what is refused."""
        chosen = collecting or variant.game.collecting[0]
        return cls(variant, seed, chosen, deal(variant, seed, chosen))

    def after(self, action: Action) -> "Game":
        """Give the game after an action.

        Raises:
            IllegalActionError: the action is not legal now; the text says why.
        """
        if action is Step.UNDO:
            return self._undone()
        if action is Step.REDO:
            return self._redone()
        check(self.position, action)
        return self._moved(
            action,
            play(self.position, action),
            past=Turn(action, self.position, self.past),
            future=None,
        )

    def after_all(self, actions: Iterable[Action]) -> "Game":
        """Give the game after several actions, in order; refuses as ``after`` does."""
        game = self
        for action in actions:
            game = game.after(action)
        return game

    def _undone(self) -> "Game":
        self._check_unfinished()
        if self.past is None:
            raise IllegalActionError("There is nothing to undo.")
        move, position, rest = self.past
        return self._moved(
            Step.UNDO, position, past=rest, future=Turn(move, self.position, self.future)
        )

    def _redone(self) -> "Game":
        self._check_unfinished()
        if self.future is None:
            raise IllegalActionError("There is nothing to redo.")
        move, position, rest = self.future
        return self._moved(
            Step.REDO, position, past=Turn(move, self.position, self.past), future=rest
        )

    def _check_unfinished(self) -> None:
        if self.position.is_won:
            raise IllegalActionError(
                "The game is won and finished: nothing is undone or done again."
            )

    def _moved(
        self, action: Action, position: Position, past: Turn | None, future: Turn | None
    ) -> "Game":
        runs = position.runs_home - self.position.runs_home
        return replace(
            self,
            position=position,
            score=max(0, self.score - ACTION_COST + RUN_REWARD * runs),
            moves=self.moves + 1,
            past=past,
            future=future,
            log=Logged(action, self.log),
        )

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """Every legal move, in no particular order."""
        return tuple(legal_moves(self.position))

    @property
    def only_a_deal_is_left(self) -> bool:
        """Whether a deal is the one legal move."""
        return self.legal == (DealRow(),)

    @property
    def status(self) -> Status:
        """How the game stands."""
        if self.position.is_won:
            return Status.WON
        return Status.PLAYING if self.legal else Status.STUCK

    @property
    def can_undo(self) -> bool:
        """Whether an undo would be accepted."""
        return self.past is not None and not self.position.is_won

    @property
    def can_redo(self) -> bool:
        """Whether a redo would be accepted."""
        return self.future is not None and not self.position.is_won

    @property
    def actions(self) -> tuple[Action, ...]:
        """Everything that was done, in order, undo and redo included."""
        return tuple(_actions_backwards(self.log))[::-1]

    @property
    def earlier_positions(self) -> Iterator[Position]:
        """The positions that lie before this one, newest first, without what was undone."""
        turn = self.past
        while turn is not None:
            yield turn.position
            turn = turn.rest


def _actions_backwards(log: Logged | None) -> Iterator[Action]:
    while log is not None:
        yield log.action
        log = log.rest
