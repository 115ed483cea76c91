"""The tables. A game is its variant, its seed and its actions; the rest can be worked out anew."""

from sqlalchemy import BigInteger, CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

LONGEST_SPAN_MS = 300_000
"""A span between two actions counts for at most five minutes."""


class Player(SQLModel, table=True):
    """Somebody who has acted in this browser. Nothing personal is known."""

    # A number is never given again: some process may still know by it a player who was removed.
    # Migrations that rebuild the table must say so too.
    __table_args__ = {"sqlite_autoincrement": True}

    id: int | None = Field(default=None, primary_key=True)
    token_hash: str = Field(unique=True, max_length=64)
    """SHA-256 of the cookie's token, in hexadecimal: the token itself is not kept."""

    created_ms: int = Field(sa_type=BigInteger)


class Setting(SQLModel, table=True):
    """One choice of a player; a row each, so that two changed at once both stay."""

    player_id: int = Field(primary_key=True, foreign_key="player.id", ondelete="CASCADE")
    name: str = Field(primary_key=True, max_length=40)
    value: str = Field(max_length=40)


class Game(SQLModel, table=True):
    """A deal that a player has begun."""

    __table_args__ = (
        # A double click on the first action begins one game, not two.
        UniqueConstraint("player_id", "variant", "seed", "attempt", name="game_attempt"),
        CheckConstraint("seed BETWEEN 1 AND 999999999999", name="game_seed"),
        CheckConstraint("attempt >= 1", name="game_attempt_number"),
        CheckConstraint("collect IN ('automatic', 'by hand')", name="game_collect"),
        CheckConstraint("variant <> ''", name="game_variant"),
    )

    id: str = Field(primary_key=True, max_length=32)
    """Unguessable, and part of the game's address."""

    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    variant: str = Field(max_length=40)
    seed: int = Field(sa_type=BigInteger)
    attempt: int
    """Which of the player's games of this deal it is, from 1."""

    collect: str = Field(max_length=12)
    created_ms: int = Field(sa_type=BigInteger)


class Action(SQLModel, table=True):
    """One action of a game. Rows are only ever added."""

    __table_args__ = (
        CheckConstraint("number >= 1", name="action_number"),
        CheckConstraint(f"span_ms BETWEEN 0 AND {LONGEST_SPAN_MS}", name="action_span"),
        # One tree instead of a table and its index: half the writing for each action.
        {"sqlite_with_rowid": False},
    )

    game_id: str = Field(primary_key=True, foreign_key="game.id", max_length=32, ondelete="CASCADE")
    number: int = Field(primary_key=True)
    """From 1; the game's version after it."""

    text: str = Field(max_length=12)
    at_ms: int = Field(sa_type=BigInteger)
    """When it was made: milliseconds since 1970, UTC."""

    span_ms: int
    """What the clock counted between the action before and this one."""


class Pause(SQLModel, table=True):
    """How the clock stands after an action, once the game was paused there."""

    game_id: str = Field(primary_key=True, foreign_key="game.id", max_length=32, ondelete="CASCADE")
    number: int = Field(primary_key=True)
    """The action after which it was."""

    counted_ms: int
    """What has been counted since that action, up to the last pause or going on."""

    running_since_ms: int | None = Field(default=None, sa_type=BigInteger)
    """When the clock went on; None while paused."""


class Removed(SQLModel, table=True):
    """How many of a player's games with actions were removed: they still count as played."""

    player_id: int = Field(primary_key=True, foreign_key="player.id", ondelete="CASCADE")
    variant: str = Field(primary_key=True, max_length=40)
    games: int


class Chore(SQLModel, table=True):
    """What one process does for all, now and then."""

    name: str = Field(primary_key=True, max_length=40)
    due_ms: int = Field(sa_type=BigInteger)
    """When it is to be done next."""


class Result(SQLModel, table=True):
    """How a game ended; one row a game. Records are worked out from these."""

    __table_args__ = (
        # Only the first win of a deal counts, however many are sent at once.
        Index(
            "result_first_win",
            "player_id",
            "variant",
            "seed",
            unique=True,
            sqlite_where=text("counts"),
            postgresql_where=text("counts"),
        ),
        Index("result_of_player", "player_id", "variant", "id"),
        CheckConstraint("won OR NOT counts", name="result_counts_when_won"),
        CheckConstraint("score >= 0 AND moves >= 1 AND elapsed_ms >= 0", name="result_values"),
    )

    id: int | None = Field(default=None, primary_key=True)
    """In the order in which games ended."""

    game_id: str = Field(foreign_key="game.id", unique=True, max_length=32, ondelete="CASCADE")
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE")
    variant: str = Field(max_length=40)
    seed: int = Field(sa_type=BigInteger)
    won: bool
    counts: bool
    """Whether it may set records: the player's first win of this deal."""

    score: int
    moves: int
    elapsed_ms: int = Field(sa_type=BigInteger)
    ended_ms: int = Field(sa_type=BigInteger)
