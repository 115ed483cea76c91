"""What a template may see of a game: its piles, and everything around them."""

from dataclasses import dataclass
from functools import cached_property
from weakref import WeakKeyDictionary

from app.engine.game import Game, Status
from app.engine.moves import DealRow
from app.engine.refusals import deals_are_over
from app.engine.variants import variants_of
from app.services.live import LiveGame
from app.services.records import Record
from app.web.formats import clock_text
from app.web.views import ColumnView, PilesView

_piles: WeakKeyDictionary[Game, PilesView] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Controls:
    """The buttons above the table."""

    variant: str
    suits: tuple[tuple[str, str], ...]
    """Key and name of each variant of the game."""

    can_undo: bool
    can_redo: bool
    can_pause: bool
    new_url: str
    restart_url: str
    asks: bool
    """Whether New deal and Restart ask first: there is something to lose."""

    hint_url: str
    share_url: str


@dataclass(frozen=True, slots=True)
class Forms:
    """Where the table's forms go, and what they carry unseen."""

    table_url: str
    actions_url: str
    pause_url: str
    version: int
    attempt: int


@dataclass(frozen=True, slots=True)
class StatusLine:
    """Score, clock and moves."""

    version: int
    state: str
    """``new``, ``playing``, ``paused``, ``won``, ``stuck`` or ``lost``."""

    score: int
    moves: int
    elapsed_ms: int
    gap_ms: int
    clock: str
    seed: int
    notice: str


@dataclass(frozen=True, slots=True)
class Panel:
    """What is said when a game is over or stuck; nothing in a game under way."""

    state: str
    game_id: str
    variant: str
    seed: int
    score: int
    moves: int
    clock: str
    is_replay: bool
    records: tuple[Record, ...]
    reason: str


@dataclass(frozen=True)
class Table:
    """A game as its page shows it."""

    live: LiveGame
    now: int
    records: tuple[Record, ...] = ()
    """The records that this game holds; looked up only once it is won."""

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

    @property
    def controls(self) -> Controls:
        """The buttons above the table."""
        variant = self.game.variant
        asks = bool(self.live.id) and bool(self.game.moves) and not self.live.is_over
        return Controls(
            variant=variant.key,
            suits=tuple((v.key, v.name.partition(", ")[2]) for v in variants_of(variant.game)),
            can_undo=self.game.can_undo and not self.live.is_over,
            can_redo=self.game.can_redo and not self.live.is_over,
            can_pause=asks,
            new_url=f"{self.url}/end?then=new" if asks else f"/{variant.key}/new",
            restart_url=f"{self.url}/end?then=restart" if asks else self.deal_url,
            asks=asks,
            hint_url=self._hint_url,
            share_url=self.deal_url,
        )

    @property
    def _hint_url(self) -> str:
        # The version, so that after the next action the first hint is given again.
        at = f"&at={self.game.moves}" if self.hints_given else ""
        return f"{self.url}?hint={self.hints_given + 1}{at}"

    @property
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

    @property
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
            return "Fewer cards than columns are left, so no further row can ever be dealt."
        if self.game.legal == (DealRow(),):
            return "Only a deal is left."
        return "You have won this deal before." if self.live.is_replay else ""

    @property
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


@dataclass(frozen=True)
class Changes:
    """What an answer holds: the parts of the page that are not as they were."""

    table: Table
    columns: tuple[ColumnView, ...]
    parts: tuple[str, ...]
    """Names of the other parts to send: ``stock``, ``foundations``, ``controls`` …"""

    def part(self, name: str) -> object:
        """Give what a part of the page shows."""
        return _part(self.table, name)


PARTS = ("stock", "foundations", "controls", "forms", "status", "cover", "panel")
"""The parts besides the columns, each with a macro and an element of this name."""


def changes(before: Table | None, after: Table) -> Changes:
    """Compare two tables; everything is new when there is none before."""
    if before is None:
        return Changes(after, after.piles.columns, PARTS)
    columns = after.piles.columns_unlike(before.piles)
    return Changes(after, columns, tuple(name for name in PARTS if _differs(name, before, after)))


def _differs(name: str, before: Table, after: Table) -> bool:
    match name:
        case "status":
            return True  # the clock goes on
        case "foundations":
            return after.piles.foundations_unlike(before.piles)
        case _:
            return _part(before, name) != _part(after, name)


def _part(table: Table, name: str) -> object:
    match name:
        case "stock":
            return table.piles.stock
        case "foundations":
            return table.piles.foundations
        case "cover":
            return table.is_covered
        case _:
            return getattr(table, name)


def _stuck_reason(game: Game) -> str:
    position = game.position
    if deals_are_over(position):
        why = "Fewer cards than columns are left, so the stock can never be dealt again."
    elif position.stock:
        why = "No card can be moved, and no row can be dealt."
    else:
        why = "No card can be moved, and the stock is empty."
    return f"{why} You can undo, restart this deal, or take a new one."
