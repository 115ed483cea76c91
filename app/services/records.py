"""Records and figures, worked out from the results of games."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby

from app.engine.variants import VARIANTS, GameKind, Variant, variants_of
from app.store import results
from app.store.database import Database
from app.store.results import ResultRow


@dataclass(frozen=True)
class Kind:
    """One of the records that are kept for each variant."""

    key: str
    title: str
    value: Callable[[ResultRow], int]
    sign: int
    """1 when more is better, -1 when less is."""


KINDS = (
    Kind("best_score", "Best score", lambda row: row.score, 1),
    Kind("fastest_win", "Fastest win", lambda row: row.elapsed_ms, -1),
    Kind("fewest_moves", "Fewest moves", lambda row: row.moves, -1),
)


@dataclass(frozen=True)
class Record:
    """A record and the game that set it."""

    kind: Kind
    value: int
    game_id: str
    seed: int
    ended_ms: int


@dataclass(frozen=True)
class VariantRecords:
    """A player's records and figures in one variant."""

    variant: Variant
    records: dict[str, Record]
    """By the kind's key; a kind without a win yet is missing."""

    played: int
    """Games with at least one action."""

    won: int
    streak: int
    """Games won in a row, up to the one that ended last."""

    best_streak: int

    @property
    def win_rate(self) -> int | None:
        """Wins in a hundred games; 100 only when all were won, 0 only when none was."""
        if not self.played:
            return None
        if self.won in (0, self.played):
            return 100 if self.won else 0
        return min(99, max(1, round(100 * self.won / self.played)))


class Records:
    """Reads players' records."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_player(self, player_id: int | None) -> list[VariantRecords]:
        """Give the records in every variant, in the variants' order."""
        if player_id is None:
            return [_summary(variant, [], 0) for variant in VARIANTS.values()]
        with self._database.read() as connection:
            played = results.games_played(connection, player_id)
            return [
                _summary(
                    variant, results.results_of(connection, player_id, key), played.get(key, 0)
                )
                for key, variant in VARIANTS.items()
            ]

    def of_game(self, player_id: int | None, game: GameKind) -> dict[Variant, dict[str, Record]]:
        """Give the records alone in each variant of a game, by the kind's key."""
        variants = variants_of(game)
        wins: dict[str, list[ResultRow]] = {}
        if player_id is not None:
            with self._database.read() as connection:
                keys = [variant.key for variant in variants]
                wins = results.counting_wins(connection, player_id, keys)
        return {variant: _records(wins.get(variant.key, ())) for variant in variants}

    def broken_by(self, player_id: int, variant: Variant, game_id: str) -> list[Record]:
        """Give the records that a game holds."""
        with self._database.read() as connection:
            rows = results.results_of(connection, player_id, variant.key)
        return [record for record in _records(rows).values() if record.game_id == game_id]


def _summary(variant: Variant, rows: list[ResultRow], played: int) -> VariantRecords:
    streaks = [(won, len(list(run))) for won, run in groupby(rows, key=lambda row: row.won)]
    return VariantRecords(
        variant=variant,
        records=_records(rows),
        played=played,
        won=sum(row.won for row in rows),
        streak=streaks[-1][1] if streaks and streaks[-1][0] else 0,
        best_streak=max((length for won, length in streaks if won), default=0),
    )


def _records(rows: Iterable[ResultRow]) -> dict[str, Record]:
    """Find the best of each kind among the games that count; of equals the earliest."""
    counting = [row for row in rows if row.counts]
    found = {}
    for kind in KINDS if counting else ():
        best = max(counting, key=lambda row: kind.sign * kind.value(row))
        value = kind.value(best)
        found[kind.key] = Record(kind, value, best.game_id, best.seed, best.ended_ms)
    return found
