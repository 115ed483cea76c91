"""Queries about games, players and results."""

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from app.store import games, players, results
from app.store.database import Database
from app.store.games import Standing, StoredAction, StoredGame, StoredPause, StoredResult
from app.store.results import NewResult


def add_game(
    connection: Connection, game_id: str, player_id: int, attempt: int = 1, seed: int = 1
) -> None:
    game = StoredGame(game_id, player_id, "spider-2", seed, attempt, "automatic")
    games.add_game(connection, game, 1)


def add_action(connection: Connection, game_id: str, number: int, at_ms: int = 1) -> None:
    games.add_action(connection, game_id, StoredAction(number, "deal", at_ms, 0))


def add_result(
    connection: Connection, game_id: str, player_id: int, seed: int = 1, *, won: bool = False
) -> None:
    results.add_result(
        connection,
        NewResult(game_id, player_id, "spider-2", seed, won, won, 400, 30, 60_000, 5),
    )


@pytest.fixture
def two(database: Database) -> tuple[int, int]:
    """Two players."""
    with database.write() as connection:
        return players.add_player(connection, "a", 1), players.add_player(connection, "b", 1)


def test_a_game_comes_back_as_it_was_stored(database: Database, two: tuple[int, int]) -> None:
    stored = StoredGame("g", two[1], "spiderette-4", 999_999_999_999, 3, "by hand")
    with database.write() as connection:
        games.add_game(connection, stored, 1)
    with database.read() as connection:
        assert games.game_by_id(connection, "g") == stored
        assert games.game_by_id(connection, "G") is None


def test_attempts_are_counted_for_each_deal_and_player(
    database: Database, two: tuple[int, int]
) -> None:
    one, other = two
    with database.write() as connection:
        for attempt in (1, 2, 3):
            add_game(connection, f"g{attempt}", one, attempt)
        add_game(connection, "h", other)
        assert games.attempts(connection, one, "spider-2", 1) == 3
        assert games.attempts(connection, other, "spider-2", 1) == 1
        assert games.attempts(connection, one, "spider-1", 1) == 0
        assert games.attempts(connection, one, "spider-2", 2) == 0


def test_actions_come_back_in_order(database: Database, two: tuple[int, int]) -> None:
    stored = [StoredAction(number, f"{number}-1", 100 - number, number) for number in range(1, 13)]
    with database.write() as connection:
        add_game(connection, "g", two[0])
        add_game(connection, "h", two[1])
        add_action(connection, "h", 1)
        for action in reversed(stored):
            games.add_action(connection, "g", action)
    with database.read() as connection:
        assert games.actions_after(connection, "g", 0) == stored
        assert games.actions_after(connection, "g", 9) == stored[9:]
        assert games.actions_after(connection, "g", 12) == []


def test_an_action_is_added_to_a_game_that_runs(database: Database, two: tuple[int, int]) -> None:
    actions = [StoredAction(number, "1-2x13", 9_000_000_000_000, 300_000) for number in range(1, 6)]

    def added(number: int) -> bool:
        return games.add_to_running(connection, "g", actions[number - 1])

    with database.write() as connection:
        assert not added(1)  # there is no such game
        add_game(connection, "g", two[0])
        assert added(1)
        games.set_pause(connection, "g", 1, StoredPause(500, None))
        assert not added(2)  # paused
        games.add_action(connection, "g", actions[1])
        assert added(3)  # the pause was before the action before
        games.set_pause(connection, "g", 3, StoredPause(500, 9_000_000_000_000))
        assert not added(4)  # it went on
        add_result(connection, "g", two[0])
        assert not added(5)  # over
        assert games.actions_after(connection, "g", 0) == actions[:3]
    with database.write() as connection:
        add_game(connection, "h", two[0], attempt=2)
        games.add_to_running(connection, "h", actions[0])
        with pytest.raises(IntegrityError):
            games.add_to_running(connection, "h", actions[0])
        connection.rollback()


def test_standing(database: Database, two: tuple[int, int]) -> None:
    with database.write() as connection:
        add_game(connection, "g", two[0])
        assert games.standing(connection, "g", 0) == Standing(None, None)
        games.set_pause(connection, "g", 3, StoredPause(500, None))
        assert games.standing(connection, "g", 3) == Standing(StoredPause(500, None), None)
        assert games.standing(connection, "g", 4) == Standing(None, None)
        games.set_pause(connection, "g", 3, StoredPause(500, 9_000_000_000_000))
        games.set_pause(connection, "g", 4, StoredPause(0, None))
        assert games.standing(connection, "g", 3) == Standing(None, None)
        add_result(connection, "g", two[0])
        ended = StoredResult(won=False, counts=False, elapsed_ms=60_000)
        assert games.standing(connection, "g", 4) == Standing(StoredPause(0, None), ended)


def test_unfinished_games(database: Database, two: tuple[int, int]) -> None:
    one, other = two
    with database.write() as connection:
        for game_id, seed, at_ms in (("old", 1, 10), ("new", 2, 30), ("mid", 3, 20), ("end", 4, 9)):
            add_game(connection, game_id, one, seed=seed)
            add_action(connection, game_id, 1, at_ms - 1)
            add_action(connection, game_id, 2, at_ms)
        add_game(connection, "nothing done", one, seed=5)
        add_game(connection, "another's", other, seed=5)
        add_action(connection, "another's", 1)
        add_result(connection, "end", one, 4)
    with database.read() as connection:
        found = games.unfinished(connection, one, 10)
        assert [(game.id, game.seed, game.moves, game.touched_ms) for game in found] == [
            ("new", 2, 2, 30),
            ("mid", 3, 2, 20),
            ("old", 1, 2, 10),
        ]
        assert games.unfinished(connection, one, 2) == found[:2]


def test_the_unfinished_game_of_a_deal(database: Database, two: tuple[int, int]) -> None:
    one, other = two
    with database.write() as connection:
        assert games.unfinished_of_deal(connection, one, "spider-2", 1) is None
        for attempt in (1, 2, 3):
            add_game(connection, f"g{attempt}", one, attempt)
        add_result(connection, "g3", one)
        assert games.unfinished_of_deal(connection, one, "spider-2", 1) == "g2"
        assert games.unfinished_of_deal(connection, one, "spider-2", 2) is None
        assert games.unfinished_of_deal(connection, one, "spider-4", 1) is None
        assert games.unfinished_of_deal(connection, other, "spider-2", 1) is None


def test_results(database: Database, two: tuple[int, int]) -> None:
    one, other = two
    with database.write() as connection:
        for game_id, seed in (("late", 3), ("early", 2)):
            add_game(connection, game_id, one, seed=seed)
            add_action(connection, game_id, 1)
        add_game(connection, "nothing done", one)
        add_result(connection, "early", one, 2, won=True)
        add_result(connection, "late", one, 3)
        found = results.results_of(connection, one, "spider-2")
        assert [(row.game_id, row.seed, row.won) for row in found] == [
            ("early", 2, True),
            ("late", 3, False),
        ]
        assert results.results_of(connection, other, "spider-2") == []
        assert results.results_of(connection, one, "spider-1") == []
        assert results.games_played(connection, one) == {"spider-2": 2}
        assert results.games_played(connection, other) == {}
        assert results.deal_is_won(connection, one, "spider-2", 2)
        assert not results.deal_is_won(connection, one, "spider-2", 3)
        assert not results.deal_is_won(connection, one, "spider-4", 2)
        assert not results.deal_is_won(connection, other, "spider-2", 2)


def test_settings_are_stored_one_by_one(database: Database, two: tuple[int, int]) -> None:
    one, other = two
    with database.write() as connection:
        players.choose(connection, one, {"theme": "dark", "hints": "off"})
        players.choose(connection, other, {"theme": "light"})
        players.choose(connection, one, {"hints": "on"})
        players.choose(connection, one, {})
        assert players.settings_of(connection, one) == {"theme": "dark", "hints": "on"}
        assert players.settings_of(connection, other) == {"theme": "light"}
