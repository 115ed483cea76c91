"""What a template may see of the parts around the piles."""

from typing import NamedTuple

from app.services.records import Record


class Controls(NamedTuple):
    """The buttons above the table."""

    variant: str
    suits: tuple[tuple[str, str], ...]
    """Key and name of each variant of the game."""

    can_undo: bool
    can_redo: bool
    can_pause: bool
    is_paused: bool
    new_url: str
    restart_url: str
    asks: bool
    """Whether New deal and Restart ask first: there is something to lose."""

    hint_url: str
    keys_url: str


class Forms(NamedTuple):
    """Where the table's forms go, and what they carry unseen."""

    table_url: str
    actions_url: str
    pause_url: str
    version: int
    attempt: int


class StatusLine(NamedTuple):
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


class Panel(NamedTuple):
    """What is said when a game is over or stuck; nothing in a game under way."""

    state: str
    game_id: str
    variant: str
    seed: int
    score: int
    moves: int
    clock: str
    is_replay: bool
    records: tuple[Record, ...] | None
    """Those that the game holds; None when they cannot be read."""

    reason: str
