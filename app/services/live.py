"""A game at one moment, with what surrounds it: its player, its clock, how it ended."""

from dataclasses import dataclass, replace
from typing import Literal

from app.engine.errors import EngineError
from app.engine.game import Game
from app.engine.notation import parse_action, parse_collecting
from app.engine.variants import variant_of
from app.services.clock import Clock
from app.services.errors import UnreadableGameError
from app.store.games import Standing, StoredAction, StoredGame, StoredPause, StoredResult


@dataclass(frozen=True)
class LiveGame:
    """A snapshot. It is never changed, so threads may share it."""

    stored: StoredGame
    game: Game
    counted_ms: int = 0
    """What the clock counted up to the last action."""

    last_ms: int | None = None
    """When the last action was made; None before the first."""

    pause: StoredPause | None = None
    result: StoredResult | None = None
    won_before: bool = False
    """Whether the player had won this deal when the game was begun."""

    @classmethod
    def begun(cls, stored: StoredGame, won_before: bool) -> "LiveGame":
        """Deal a stored game, without its actions.

        Raises:
            UnreadableGameError: it was stored by a release that knew more.
        """
        try:
            variant, collecting = variant_of(stored.variant), parse_collecting(stored.collect)
            game = Game.start(variant, stored.seed, collecting)
        except (EngineError, ValueError) as error:
            raise UnreadableGameError from error
        return cls(stored, game, won_before=won_before)

    def with_actions(self, actions: list[StoredAction]) -> "LiveGame":
        """Replay stored actions that follow this moment.

        Raises:
            UnreadableGameError: they cannot follow.
        """
        if not actions:
            return self
        try:
            game = self.game.after_all(parse_action(action.text) for action in actions)
        except EngineError as error:
            raise UnreadableGameError from error
        counted_ms = self.counted_ms + sum(action.span_ms for action in actions)
        return replace(self, game=game, counted_ms=counted_ms, last_ms=actions[-1].at_ms)

    def with_standing(self, standing: Standing) -> "LiveGame":
        """Take over what the store says besides the actions."""
        return replace(self, pause=standing.pause, result=standing.result)

    @property
    def id(self) -> str:
        """The game's id, part of its address."""
        return self.stored.id

    @property
    def is_over(self) -> bool:
        """Whether the game was won or given up."""
        return self.result is not None

    @property
    def is_replay(self) -> bool:
        """Whether the player had won this deal before: such a game sets no record."""
        if self.result is not None and self.result.won:
            return not self.result.counts
        return self.won_before

    @property
    def outcome(self) -> Literal["won", "lost", "unfinished"]:
        """How the game ended, as a game record says it."""
        if self.result is None:
            return "unfinished"
        return "won" if self.result.won else "lost"

    @property
    def was_given_up(self) -> bool:
        """Whether the game ended without a win."""
        return self.result is not None and not self.result.won

    @property
    def clock(self) -> Clock:
        """How the clock stands; that of a game which is over has stopped."""
        if self.last_ms is None or self.is_over:
            return Clock(self.counted_ms)
        return Clock.after(self.counted_ms, self.last_ms, self.pause)

    @property
    def is_paused(self) -> bool:
        """Whether the game is under way, and paused."""
        return self.last_ms is not None and not self.is_over and self.clock.is_paused
