"""What the tables refuse, whatever the program above them does."""

from typing import Any

import pytest
from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.exc import DatabaseError as RefusedError
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from app.store.database import Database
from app.store.tables import LONGEST_SPAN_MS, Action, Game, Pause, Player, Result, Setting

PLAYER = {"id": 1, "token_hash": "a", "created_ms": 1}
GAME = {
    "id": "g",
    "player_id": 1,
    "variant": "spider-2",
    "seed": 1,
    "attempt": 1,
    "collect": "automatic",
    "created_ms": 1,
}
ACTION = {"game_id": "g", "number": 1, "text": "deal", "at_ms": 1, "span_ms": 0}
PAUSE = {"game_id": "g", "number": 1, "counted_ms": 0, "running_since_ms": None}
RESULT = {
    "game_id": "g",
    "player_id": 1,
    "variant": "spider-2",
    "seed": 1,
    "won": True,
    "counts": True,
    "score": 0,
    "moves": 1,
    "elapsed_ms": 0,
    "ended_ms": 1,
}
SETTING = {"player_id": 1, "name": "theme", "value": "dark"}
ROWS: list[tuple[type[SQLModel], dict[str, Any]]] = [
    (Player, PLAYER),
    (Game, GAME),
    (Action, ACTION),
    (Pause, PAUSE),
    (Result, RESULT),
    (Setting, SETTING),
]

BAD: list[tuple[type[SQLModel], dict[str, Any], dict[str, Any]]] = [
    (Player, PLAYER, {"token_hash": None}),
    (Game, GAME, {"seed": 0}),
    (Game, GAME, {"seed": -1}),
    (Game, GAME, {"seed": 1_000_000_000_000}),
    (Game, GAME, {"seed": None}),
    (Game, GAME, {"attempt": 0}),
    (Game, GAME, {"collect": "never"}),
    (Game, GAME, {"variant": ""}),
    (Game, GAME, {"variant": None}),
    (Game, GAME, {"player_id": 2}),
    (Action, ACTION, {"number": 0}),
    (Action, ACTION, {"span_ms": -1}),
    (Action, ACTION, {"span_ms": LONGEST_SPAN_MS + 1}),
    (Action, ACTION, {"text": None}),
    (Action, ACTION, {"game_id": "none"}),
    (Pause, PAUSE, {"game_id": "none"}),
    (Pause, PAUSE, {"counted_ms": None}),
    (Result, RESULT, {"won": False}),  # though it counts
    (Result, RESULT, {"score": -1}),
    (Result, RESULT, {"moves": 0}),
    (Result, RESULT, {"moves": -3}),
    (Result, RESULT, {"elapsed_ms": -1}),
    (Result, RESULT, {"game_id": "none"}),
    (Setting, SETTING, {"player_id": 2}),
    (Setting, SETTING, {"value": None}),
]


def insert_all(connection: Connection, but: type[SQLModel] | None = None) -> None:
    for table, row in ROWS:
        if table is not but:
            connection.execute(insert(table).values(**row))


def counts(database: Database) -> list[int]:
    with database.read() as connection:
        return [
            connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table, _ in ROWS
        ]


def test_good_rows_are_taken(database: Database) -> None:
    with database.write() as connection:
        insert_all(connection)
        connection.execute(insert(Action).values({**ACTION, "number": 2, "span_ms": 300_000}))
    assert counts(database) == [1, 1, 2, 1, 1, 1]


@pytest.mark.parametrize(
    ("table", "row", "change"),
    BAD,
    ids=[f"{table.__name__} {change}" for table, _, change in BAD],
)
def test_bad_values_are_refused(
    database: Database, table: type[SQLModel], row: dict[str, Any], change: dict[str, Any]
) -> None:
    with database.write() as connection:
        # What hangs on the table is left out, or it would be refused instead.
        for other, values in ROWS[: [known for known, _ in ROWS].index(table)]:
            connection.execute(insert(other).values(**values))
    before = counts(database)
    statement = insert(table).values({**row, **change})
    with pytest.raises(IntegrityError), database.write() as connection:
        connection.execute(statement)
    assert counts(database) == before
    with database.write() as connection:
        connection.execute(insert(table).values(**row))


def test_a_seed_is_a_number(database: Database) -> None:
    with database.write() as connection:
        connection.execute(insert(Player).values(**PLAYER))
        connection.execute(insert(Game).values(**GAME))
    with pytest.raises(RefusedError), database.write() as connection:
        connection.execute(text("UPDATE game SET seed = 'many'"))


def test_one_game_an_attempt(database: Database) -> None:
    with database.write() as connection:
        insert_all(connection)
        connection.execute(insert(Game).values({**GAME, "id": "h", "attempt": 2}))
        connection.execute(insert(Game).values({**GAME, "id": "i", "variant": "spider-1"}))
        connection.execute(insert(Game).values({**GAME, "id": "j", "seed": 2}))
    with pytest.raises(IntegrityError), database.write() as connection:
        connection.execute(insert(Game).values({**GAME, "id": "k"}))


def test_one_result_a_game(database: Database) -> None:
    with database.write() as connection:
        insert_all(connection)
    with pytest.raises(IntegrityError), database.write() as connection:
        connection.execute(insert(Result).values({**RESULT, "won": False, "counts": False}))


def test_one_counting_win_a_deal(database: Database) -> None:
    again = {**RESULT, "game_id": "h"}
    with database.write() as connection:
        insert_all(connection)
        connection.execute(insert(Game).values({**GAME, "id": "h", "attempt": 2}))
    with pytest.raises(IntegrityError), database.write() as connection:
        connection.execute(insert(Result).values(again))
    with database.write() as connection:
        connection.execute(insert(Result).values({**again, "counts": False}))


def test_what_belongs_to_a_player_goes_with_the_player(database: Database) -> None:
    with database.write() as connection:
        insert_all(connection)
    with database.write() as connection:
        connection.execute(text("DELETE FROM player"))
    assert counts(database) == [0] * len(ROWS)
