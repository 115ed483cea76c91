"""What a template may see of a game: its piles, and everything around them."""

from dataclasses import dataclass
from functools import cache, cached_property
from weakref import WeakKeyDictionary

from app.engine.game import Game, Status
from app.engine.refusals import deals_are_over
from app.engine.variants import GameKind, variants_of
from app.services.live import LiveGame
from app.services.records import Record
from app.web.formats import clock_text
from app.web.parts import Controls, Forms, Panel, StatusLine
from app.web.views import PilesView

_piles: WeakKeyDictionary[Game, PilesView] = WeakKeyDictionary()


@dataclass(frozen=True)
class Table:
    """A game as its page shows it."""

    live: LiveGame
    now: int
    records: tuple[Record, ...] | None = ()
    """The records that this game holds; looked up only once it is won. None when that failed."""

    hints_given: int = 0
    """How many hints have been shown for this position."""

    @property
    def game(self) -> Game:
        """The game by the rules."""
        return self.live.game

    @property
    def state(self) -> str:
        """How the game stands, one word."""
        if self.live.was_given_up:
            return "lost"
        if self.live.is_paused:
            return "paused"
        if not self.game.moves:
            return "new"
        return self.game.status.value

    @cached_property
    def piles(self) -> PilesView:
        """The piles. They depend on the game alone, so one view serves every request for it."""
        found = _piles.get(self.game)
        if found is None:
            found = _piles[self.game] = PilesView(self.game)
        return found

    @property
    def deal_url(self) -> str:
        """The address of the deal, which may be given to anybody."""
        return f"/{self.game.variant.key}/{self.game.seed}"

    @property
    def url(self) -> str:
        """The address of this table."""
        return f"/games/{self.live.id}" if self.live.id else self.deal_url

    @cached_property
    def controls(self) -> Controls:
        """The buttons above the table."""
        variant = self.game.variant
        asks = bool(self.live.id) and bool(self.game.moves) and not self.live.is_over
        return Controls(
            variant=variant.key,
            suits=_suits_of(variant.game),
            can_undo=self.game.can_undo and not self.live.is_over,
            can_redo=self.game.can_redo and not self.live.is_over,
            can_pause=asks,
            is_paused=self.live.is_paused,
            new_url=f"{self.url}/end?then=new" if asks else f"/{variant.key}/new",
            restart_url=f"{self.url}/end?then=restart" if asks else self.deal_url,
            asks=asks,
            hint_url=self._hint_url,
            keys_url=f"{self.url}/keys",
        )

    @property
    def _hint_url(self) -> str:
        # The version, so that after the next action the first hint is given again.
        at = f"&at={self.game.moves}" if self.hints_given else ""
        return f"{self.url}?hint={self.hints_given + 1}{at}"

    @cached_property
    def forms(self) -> Forms:
        """Where the forms go."""
        begun = bool(self.live.id)
        return Forms(
            table_url=self.url,
            actions_url=f"{self.url}/actions" if begun else self.url,
            pause_url=f"{self.url}/pause" if begun else "",
            version=self.game.moves,
            attempt=self.live.stored.attempt,
        )

    @cached_property
    def status(self) -> StatusLine:
        """Score, clock and moves."""
        elapsed_ms = self.live.clock.elapsed_at(self.now)
        if self.live.result is not None:
            elapsed_ms = self.live.result.elapsed_ms
        return StatusLine(
            version=self.game.moves,
            state=self.state,
            score=self.game.score,
            moves=self.game.moves,
            elapsed_ms=elapsed_ms,
            gap_ms=self.live.clock.span_at(self.now),
            clock=clock_text(elapsed_ms, finished=self.live.is_over),
            seed=self.game.seed,
            notice=self._notice,
        )

    @property
    def _notice(self) -> str:
        if self.live.is_over or self.game.status is not Status.PLAYING:
            return ""
        if deals_are_over(self.game.position):
            return "No row can be dealt any more."
        if self.game.only_a_deal_is_left:
            return "Only a deal is left."
        return "You have won this deal before." if self.live.is_replay else ""

    @cached_property
    def panel(self) -> Panel | None:
        """What is said at the end, or None while there is something to play."""
        if self.state not in ("won", "stuck", "lost"):
            return None
        status = self.status
        return Panel(
            state=self.state,
            game_id=self.live.id,
            variant=self.game.variant.key,
            seed=self.game.seed,
            score=status.score,
            moves=status.moves,
            clock=status.clock,
            is_replay=self.live.is_replay,
            records=self.records,
            reason=_stuck_reason(self.game) if self.state == "stuck" else "",
        )

    @property
    def is_covered(self) -> bool:
        """Whether the board is covered: the game is paused."""
        return self.live.is_paused


@cache
def _suits_of(game: GameKind) -> tuple[tuple[str, str], ...]:
    return tuple((each.key, each.name.partition(", ")[2]) for each in variants_of(game))


def _stuck_reason(game: Game) -> str:
    position = game.position
    if deals_are_over(position):
        why = "Fewer cards than columns are left, so the stock can never be dealt again."
    elif position.stock:
        why = "No card can be moved, and no row can be dealt."
    else:
        why = "No card can be moved, and the stock is empty."
    return f"{why} You can undo, restart this deal, or take a new one."
