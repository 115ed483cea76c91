"""What is removed and what stays, a little at a time, by one process at a time."""

import threading
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Connection, func, insert, select
from sqlmodel import col

from app.engine.variants import VARIANTS
from app.metrics import registry
from app.services.errors import NoSuchGameError
from app.services.play import Play
from app.services.players import Players
from app.services.records import Records
from app.services.tidying import Tidied, Tidying, tidying_beside
from app.store.database import Database
from app.store.tables import Action, Chore, Game, Player, Removed, Result, Setting
from tests.playing import START_MS, FakeClock, Person, all_at_once, records

DAY_SECONDS = 24 * 3600
WISP = records("will-o-the-wisp-1")[0]
SPIDER = VARIANTS["spider-1"]


class Rests:
    """Counts the rests, and looks at each."""

    def __init__(self) -> None:
        self.count = 0
        self.look: Callable[[], object] = lambda: None

    def __call__(self, _seconds: float) -> None:
        self.count += 1
        self.look()


@pytest.fixture
def rests() -> Rests:
    return Rests()


@pytest.fixture
def tidying(database: Database, clock: FakeClock, rests: Rests) -> Tidying:
    return Tidying(database, 180, 400, clock, rests)


def ids(database: Database) -> set[str]:
    with database.read() as connection:
        return set(connection.execute(select(col(Game.id))).scalars())


def count(database: Database, table: type) -> int:
    with database.read() as connection:
        return connection.execute(select(func.count()).select_from(table)).scalar_one()


def test_what_was_left_goes_and_the_last_game_stays(
    person: Person, tidying: Tidying, database: Database, clock: FakeClock
) -> None:
    left = [person.act(person.play.begin(person.id, SPIDER, seed), "deal").id for seed in (1, 2, 3)]
    current = person.act(person.play.begin(person.id, SPIDER, 4), "deal undo").id
    clock.forward(179 * DAY_SECONDS)
    assert tidying.all() == Tidied(0, 0)
    clock.forward(2 * DAY_SECONDS)
    assert tidying.all() == Tidied(3, 0)
    assert ids(database) == {current}
    assert count(database, Action) == 2
    for game in left:
        with pytest.raises(NoSuchGameError):
            person.play.load(person.id, game)
    assert person.act(person.play.load(person.id, current), "redo").game.moves == 3


def test_a_game_that_was_gone_on_with_stays(
    person: Person, tidying: Tidying, clock: FakeClock
) -> None:
    old = person.act(person.play.begin(person.id, SPIDER, 1), "deal")
    person.act(person.play.begin(person.id, SPIDER, 2), "deal")
    clock.forward(100 * DAY_SECONDS)
    person.act(old, "undo")
    clock.forward(100 * DAY_SECONDS)
    assert tidying.all() == Tidied(1, 0)
    assert person.play.load(person.id, old.id).game.moves == 2


def test_ended_games_and_records_stay(
    person: Person, tidying: Tidying, database: Database, clock: FakeClock
) -> None:
    won, lost = person.win(WISP), person.lose(records("spider-1")[0])
    parked = person.act(person.play.begin(person.id, SPIDER, 7), "deal")
    dealt = person.play.begin(person.id, SPIDER, 8)  # without an action
    last = person.act(person.play.begin(person.id, SPIDER, 9), "deal")
    before = Records(database).of_player(person.id)
    clock.forward(2_000 * DAY_SECONDS)
    assert tidying.all() == Tidied(2, 0)
    assert ids(database) == {won.id, lost.id, last.id}
    assert not {parked.id, dealt.id} & ids(database)
    assert Records(database).of_player(person.id) == before
    assert before[0].played == 3
    assert person.play.load(person.id, won.id).result == won.result


def test_removed_games_count_as_played_once_more_each_time(
    person: Person, tidying: Tidying, database: Database, clock: FakeClock
) -> None:
    for seed in range(1, 7):
        person.act(person.play.begin(person.id, SPIDER, seed), "deal")
        clock.forward(200 * DAY_SECONDS)
        tidying.all()
    assert len(ids(database)) == 1
    assert Records(database).of_player(person.id)[0].played == 6


def test_players_without_anything_go(
    players: Players, tidying: Tidying, database: Database, clock: FakeClock
) -> None:
    players.add()
    chooser, token = players.add()
    players.choose(chooser, {"theme": "dark"})
    clock.forward(181 * DAY_SECONDS)
    new = players.add()[0]
    assert tidying.all() == Tidied(0, 1)
    assert players.by_token(token) == chooser
    assert players.preferences(chooser)["theme"] == "dark"
    clock.forward(220 * DAY_SECONDS)
    assert tidying.all() == Tidied(0, 2)
    assert count(database, Player) == count(database, Setting) == 0
    assert not players.exists(new)


def test_players_nobody_can_be_any_more_go(
    person: Person, players: Players, tidying: Tidying, database: Database, clock: FakeClock
) -> None:
    person.act(person.play.begin(person.id, SPIDER, 1), "deal")
    winner = Person(person.play, players.add()[0], clock)
    winner.win(WISP)
    clock.forward(401 * DAY_SECONDS)
    assert tidying.all() == Tidied(1, 1)
    assert players.exists(winner.id)
    assert not players.exists(person.id)
    assert count(database, Result) == count(database, Game) == 1


def test_a_game_touched_meanwhile_is_left(
    person: Person, tidying: Tidying, rests: Rests, clock: FakeClock, database: Database
) -> None:
    """Its player comes back between the search and the removing."""
    for seed in range(1, 43):
        person.act(person.play.begin(person.id, SPIDER, seed), "deal", pace=0)
    clock.forward(200 * DAY_SECONDS)
    kept = ids(database)

    def come_back() -> None:
        rests.look = lambda: None
        for game in kept & ids(database):
            person.act(person.play.load(person.id, game), "undo")

    rests.look = come_back
    assert tidying.all() == Tidied(20, 0)
    assert rests.count == 3
    assert len(ids(database)) == 22


def test_an_open_page_of_a_removed_game(person: Person, tidying: Tidying, clock: FakeClock) -> None:
    live = person.act(person.play.begin(person.id, SPIDER, 1), "deal")
    person.act(person.play.begin(person.id, SPIDER, 2), "deal")
    clock.forward(200 * DAY_SECONDS)
    tidying.all()
    with pytest.raises(NoSuchGameError):
        person.act(live, "undo")
    with pytest.raises(NoSuchGameError):
        person.play.give_up(person.id, live.id)
    with pytest.raises(NoSuchGameError):
        person.play.set_paused(person.id, live.id, paused=True)


def test_room_is_made_for_new_games(database: Database, players: Players, clock: FakeClock) -> None:
    person = Person(Play(database, 100, clock, max_unfinished=3), players.add()[0], clock)
    won = person.win(WISP)
    first = person.act(person.play.begin(person.id, SPIDER, 1), "deal")
    second = person.act(person.play.begin(person.id, SPIDER, 2), "deal")
    untouched = person.play.begin(person.id, SPIDER, 3)
    person.act(first, "undo")
    fourth = person.play.begin(person.id, SPIDER, 4)
    assert ids(database) == {won.id, first.id, second.id, fourth.id}
    assert untouched.id not in ids(database)
    person.act(fourth, "deal")
    fifth = person.act(person.play.begin(person.id, SPIDER, 5), "deal")
    assert ids(database) == {won.id, first.id, fourth.id, fifth.id}
    assert Records(database).of_player(person.id)[0].played == 4


@pytest.fixture
def elsewhere(database: Database, clock: FakeClock) -> Iterator[Tidying]:
    other = Database(database.url)
    yield Tidying(other, 180, 400, clock, lambda _seconds: None)
    other.close()


def test_one_process_at_a_time(tidying: Tidying, elsewhere: Tidying, clock: FakeClock) -> None:
    for _ in range(5):
        found = all_at_once(*[lambda: tidying.when_due(6), lambda: elsewhere.when_due(6)] * 4)
        assert sorted(map(str, found)) == ["None"] * 7 + [str(Tidied(0, 0))]
        clock.forward(5 * 3600)
        assert tidying.when_due(6) is None
        clock.forward(3600)


def put_games(connection: Connection, first: int, games: int, actions: int) -> None:
    """A hundred players with games that were all left on the first day."""
    numbers = range(first, first + 100)
    connection.execute(
        insert(Player),
        [{"id": n, "token_hash": f"{n:064}", "created_ms": START_MS} for n in numbers],
    )
    keys = [(n, m, f"g{n:06}-{m:06}") for n in numbers for m in range(games)]
    connection.execute(
        insert(Game),
        [
            {
                "id": key,
                "player_id": n,
                "variant": "spider-1",
                "seed": m + 1,
                "attempt": 1,
                "collect": "automatic",
                "created_ms": START_MS,
            }
            for n, m, key in keys
        ],
    )
    rows = [
        {"game_id": key, "number": i, "text": "10-9x13", "at_ms": START_MS + m, "span_ms": 0}
        for _, m, key in keys
        for i in range(1, actions + 1)
    ]
    connection.execute(insert(Action), rows)


def test_ten_thousand_games(
    database: Database, tidying: Tidying, rests: Rests, clock: FakeClock
) -> None:
    """A click between any two of the transactions is answered; the file does not grow again."""
    with database.write() as connection:
        put_games(connection, 1, 100, 20)
        finished = {"id": 1, "game_id": "g000001-000000", "player_id": 1, "variant": "spider-1"}
        finished |= {"seed": 1, "won": True, "counts": True, "score": 500, "moves": 20}
        connection.execute(insert(Result), [{**finished, "elapsed_ms": 1, "ended_ms": START_MS}])
    pages = room(database)
    clock.forward(200 * DAY_SECONDS)
    assert tidying.all() == Tidied(9_899, 0)
    assert rests.count >= 9_899 / 20
    assert len(ids(database)) == 101
    assert count(database, Action) == 101 * 20
    with database.read() as connection:
        assert connection.execute(select(func.sum(col(Removed.games)))).scalar_one() == 9_899
    if database.is_sqlite:
        assert free(database) > pages * 0.8
        with database.write() as connection:  # as many again find room in what was freed
            put_games(connection, 101, 99, 20)
        assert room(database) <= pages * 1.02


def room(database: Database) -> int:
    """The pages of an SQLite file."""
    if not database.is_sqlite:
        return 0
    with database.read() as connection:
        return int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())


def free(database: Database) -> int:
    with database.read() as connection:
        return int(connection.exec_driver_sql("PRAGMA freelist_count").scalar_one())


def test_beside_serving(database: Database, person: Person) -> None:
    """By the real clock, to which all that the others play is years ago."""
    person.act(person.play.begin(person.id, SPIDER, 1), "deal")
    done = threading.Event()
    removed = registry.get_sample_value("wisp_games_removed_total") or 0
    with tidying_beside(database, 180, 400, 6):
        for _ in range(3_000):
            if not count(database, Player):
                break
            done.wait(0.01)
    assert count(database, Player) == count(database, Game) == 0
    assert count(database, Chore) == 1
    assert registry.get_sample_value("wisp_games_removed_total") == removed + 1
    assert not [thread for thread in threading.enumerate() if thread.name == "tidying"]
