"""What programs send and get."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from app.engine.deal import FIRST_SEED, LAST_SEED
from app.engine.game import Status
from app.engine.position import Column, Foundation
from app.engine.variants import Variant
from app.services.live import LiveGame
from app.services.records import KINDS, Record, VariantRecords
from app.web.formats import iso_date


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class VariantOut(_Model):
    """A variant."""

    key: str
    name: str
    game: str
    suits: int
    decks: int
    columns: int
    foundations: int

    @classmethod
    def of(cls, variant: Variant) -> "VariantOut":
        """Describe a variant."""
        return cls(
            key=variant.key,
            name=variant.name,
            game=variant.game.key,
            suits=variant.suits,
            decks=variant.game.decks,
            columns=variant.columns,
            foundations=variant.foundations,
        )


class NewGame(_Model):
    """A game to begin; fields that are not known are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)

    variant: str = Field(max_length=40, examples=["spider-2"])
    seed: int | None = Field(None, ge=FIRST_SEED, le=LAST_SEED, examples=[482913])
    collect: Literal["automatic", "by hand"] | None = None


class NewAction(_Model):
    """An action on a version of a game; fields that are not known are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)

    action: str = Field(max_length=40, examples=["4-7x3"])
    version: int = Field(ge=0, examples=[12])


class ColumnOut(_Model):
    """A column: how many cards lie face down, and those face up, the free one last."""

    face_down: int
    face_up: list[str]

    @classmethod
    def of(cls, column: Column) -> "ColumnOut":
        """Describe a column as its player sees it."""
        return cls(face_down=column.face_down, face_up=[str(card) for card in column.face_up])


class FoundationOut(_Model):
    """A foundation that holds cards."""

    suit: str
    cards: int

    @classmethod
    def of(cls, foundation: Foundation) -> "FoundationOut | None":
        """Describe a foundation; None for an empty one."""
        if not foundation:
            return None
        return cls(suit=foundation[0].suit.value, cards=len(foundation))


class GameOut(_Model):
    """A game as its player may see it."""

    id: str
    variant: str
    seed: int
    collect: str
    version: int
    status: Status
    result: Literal["won", "lost", "unfinished"]
    """How it ended; ``lost`` when it was given up."""

    moves: int
    score: int
    elapsed_ms: int
    columns: list[ColumnOut]
    foundations: list[FoundationOut | None]
    stock: int
    legal: list[str]
    can_undo: bool
    can_redo: bool

    @classmethod
    def of(cls, live: LiveGame, now: int) -> "GameOut":
        """Describe a game."""
        game, position = live.game, live.game.position
        elapsed_ms = live.result.elapsed_ms if live.result else live.clock.elapsed_at(now)
        return cls(
            id=live.id,
            variant=game.variant.key,
            seed=game.seed,
            collect=str(game.collecting),
            version=game.moves,
            status=game.status,
            result=live.outcome,
            moves=game.moves,
            score=game.score,
            elapsed_ms=elapsed_ms,
            columns=[ColumnOut.of(column) for column in position.columns],
            foundations=[FoundationOut.of(foundation) for foundation in position.foundations],
            stock=len(position.stock),
            legal=[] if live.is_over else [str(move) for move in game.legal],
            can_undo=game.can_undo and not live.is_over,
            can_redo=game.can_redo and not live.is_over,
        )


class HintOut(_Model):
    """A hint; no action when no move is legal."""

    action: str | None
    reason: str


class RecordOut(_Model):
    """A record and the game that set it."""

    value: int
    game: str
    seed: int
    date: str

    @classmethod
    def of(cls, record: Record | None) -> "RecordOut | None":
        """Describe a record; None for one that is not set yet."""
        if record is None:
            return None
        return cls(
            value=record.value,
            game=record.game_id,
            seed=record.seed,
            date=iso_date(record.ended_ms),
        )


class RecordsOut(_Model):
    """A player's records and figures in one variant."""

    variant: str
    best_score: RecordOut | None
    fastest_win: RecordOut | None
    """Milliseconds."""

    fewest_moves: RecordOut | None
    played: int
    won: int
    win_rate: int | None
    streak: int
    best_streak: int

    @classmethod
    def of(cls, found: VariantRecords) -> "RecordsOut":
        """Describe records."""
        return cls(
            variant=found.variant.key,
            played=found.played,
            won=found.won,
            win_rate=found.win_rate,
            streak=found.streak,
            best_streak=found.best_streak,
            **{kind.key: RecordOut.of(found.records.get(kind.key)) for kind in KINDS},
        )


class Problem(BaseModel):
    """What is wrong (RFC 9457)."""

    title: str
    status: int
    detail: str
