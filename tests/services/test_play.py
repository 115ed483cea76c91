"""Beginning, acting, giving up, parking: one player, one thing after the other."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import PendingRollbackError

from app.engine.errors import IllegalActionError
from app.engine.game import Status
from app.engine.notation import GameRecord, parse_action
from app.engine.variants import VARIANTS, Collecting
from app.services.errors import (
    GameOverError,
    LastDealError,
    NoSuchGameError,
    StaleVersionError,
    UnreadableGameError,
)
from app.services.games import random_seed
from app.services.play import Play
from app.services.players import Players
from app.store import games
from app.store.database import Database
from tests.playing import START_MS, FakeClock, Person, records

SPIDER = records("spider-1")[0]
WISP = records("will-o-the-wisp-1")[0]


@pytest.fixture
def other(play: Play, players: Players, clock: FakeClock) -> Person:
    """Somebody else."""
    return Person(play, players.add()[0], clock)


@pytest.fixture
def elsewhere(database: Database, clock: FakeClock, person: Person) -> Person:
    """The same player in another process."""
    return Person(Play(database, 100, clock), person.id, clock)


def test_a_new_game_is_dealt_from_its_seed(person: Person) -> None:
    live = person.play.begin(person.id, VARIANTS["spiderette-2"], 7)
    assert live.game.position == GameRecord(VARIANTS["spiderette-2"], 7).replay().position
    assert (live.stored.attempt, live.game.moves, live.is_over) == (1, 0, False)
    assert len(live.id) >= 20


@pytest.mark.parametrize("wanted", list(Collecting))
def test_a_game_keeps_its_way_of_collecting(
    person: Person, elsewhere: Person, wanted: Collecting
) -> None:
    live = person.play.begin(person.id, WISP.variant, WISP.seed, wanted)
    assert elsewhere.play.load(person.id, live.id).game.collecting is wanted


def test_spider_collects_by_itself(person: Person, database: Database) -> None:
    with pytest.raises(IllegalActionError):
        person.play.begin(person.id, SPIDER.variant, 1, Collecting.BY_HAND)
    with database.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM game")).scalar_one() == 0


@pytest.mark.parametrize("record", [SPIDER, WISP], ids=["Spider", "Will o' the Wisp"])
def test_what_is_stored_is_what_was_played(
    person: Person, elsewhere: Person, record: GameRecord
) -> None:
    live = person.act(person.begin(record), f"{record.actions[0]} undo redo")
    live = person.act(live, record.actions[1:])
    again = elsewhere.play.load(person.id, live.id)
    assert live.game.status is again.game.status is Status.WON
    assert again.game.actions == live.game.actions
    assert again.game.position == live.game.position
    assert (again.game.score, again.game.moves) == (live.game.score, live.game.moves)
    assert again.game.moves == len(record.actions) + 2


def test_each_action_is_there_for_another_process_at_once(
    person: Person, elsewhere: Person
) -> None:
    live = person.begin(WISP)
    for action in WISP.actions[:10]:
        live = person.act(live, [action])
        assert elsewhere.play.load(person.id, live.id).game.position == live.game.position


def test_act_gives_the_game_before_and_after(person: Person) -> None:
    live = person.begin(WISP)
    before, after = person.play.act(person.id, live.id, WISP.actions[0], 0)
    assert (before.game.moves, after.game.moves) == (0, 1)
    assert before.game.position == live.game.position


@pytest.mark.parametrize("version", [-1, 0, 2, 99])
def test_another_version_is_refused(person: Person, elsewhere: Person, version: int) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:1])
    for play in (person.play, elsewhere.play):
        with pytest.raises(StaleVersionError):
            play.act(person.id, live.id, parse_action("undo"), version)
        assert play.load(person.id, live.id).game.moves == 1


def test_an_illegal_action_changes_nothing(person: Person, clock: FakeClock) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:1])
    clock.forward(5)
    for word in ("7-7", "1-f", "f1-1", "redo", "99-1", "1-2x13"):
        with pytest.raises(IllegalActionError):
            person.play.act(person.id, live.id, parse_action(word), 1)
    again = person.play.load(person.id, live.id)
    assert (again.game.moves, again.game.score) == (1, 499)
    assert again.clock.elapsed_at(clock()) == live.clock.elapsed_at(clock())


def test_nothing_is_to_be_done_in_a_won_game(person: Person) -> None:
    live = person.win(WISP)
    for word in ("undo", "redo", "deal", "1-2", "f1-1"):
        with pytest.raises(IllegalActionError, match="finished"):
            person.play.act(person.id, live.id, parse_action(word), live.game.moves)
    assert person.play.give_up(person.id, live.id).result == live.result


@pytest.mark.parametrize("here", [True, False], ids=["here", "elsewhere"])
def test_a_game_given_up_is_over(person: Person, elsewhere: Person, here: bool) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:1])
    giving_up = person if here else elsewhere
    given_up = giving_up.play.give_up(person.id, live.id)
    assert given_up.was_given_up
    with pytest.raises(GameOverError):
        person.play.act(person.id, live.id, parse_action("undo"), 1)
    assert giving_up.play.give_up(person.id, live.id).result == given_up.result
    assert person.play.load(person.id, live.id).was_given_up
    assert person.play.unfinished(person.id) == []


def test_giving_up_counts_what_was_done_elsewhere(
    person: Person, elsewhere: Person, database: Database
) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:1])
    elsewhere.act(live, "undo redo")
    person.play.give_up(person.id, live.id)
    with database.read() as connection:
        found = connection.execute(text("SELECT moves, score, won FROM result")).one()
    assert tuple(found) == (3, 497, False)


def test_a_game_without_an_action_cannot_be_given_up(person: Person) -> None:
    live = person.begin(WISP)
    assert not person.play.give_up(person.id, live.id).is_over
    person.act(live, WISP.actions[:1])


def test_unfinished_games(person: Person, other: Person) -> None:
    first = person.act(person.begin(WISP), WISP.actions[:3])
    second = person.act(person.begin(SPIDER), SPIDER.actions[:2])
    person.begin(records("spider-2")[0])  # nothing was done in it
    other.act(other.begin(WISP), WISP.actions[:1])
    listed = [(game.id, game.moves) for game in person.play.unfinished(person.id)]
    assert listed == [(second.id, 2), (first.id, 3)]
    person.act(first, "undo")
    assert [game.id for game in person.play.unfinished(person.id)] == [first.id, second.id]
    assert person.play.unfinished(None) == []


def test_a_parked_game_is_continued(person: Person, elsewhere: Person) -> None:
    parked = person.act(person.begin(WISP), WISP.actions[:3])
    person.act(person.begin(SPIDER), SPIDER.actions[:3])
    found = elsewhere.play.game_of_deal(person.id, WISP.variant, WISP.seed)
    assert found is not None
    assert (found.id, found.game.moves) == (parked.id, 3)
    assert elsewhere.act(found, WISP.actions[3:]).game.status is Status.WON
    assert person.play.game_of_deal(person.id, WISP.variant, WISP.seed) is None
    assert person.play.game_of_deal(None, WISP.variant, WISP.seed) is None


def test_attempts(person: Person, other: Person) -> None:
    first = person.begin(WISP)
    with pytest.raises(StaleVersionError):
        person.play.begin(person.id, WISP.variant, WISP.seed, attempt=1)
    with pytest.raises(StaleVersionError):
        person.play.begin(person.id, WISP.variant, WISP.seed, attempt=3)
    second = person.play.begin(person.id, WISP.variant, WISP.seed, attempt=2)
    assert (first.stored.attempt, second.stored.attempt) == (1, 2)
    assert first.id != second.id
    assert other.begin(WISP).stored.attempt == 1


def test_a_fresh_deal_stores_nothing(person: Person, database: Database) -> None:
    assert person.play.fresh(None, WISP.variant, 5, Collecting.BY_HAND).stored.attempt == 1
    for number in (1, 2, 3):
        fresh = person.play.fresh(person.id, WISP.variant, WISP.seed, Collecting.BY_HAND)
        assert (fresh.id, fresh.stored.attempt) == ("", number)
        assert fresh.is_replay == (number == 3)
        if number == 1:
            person.begin(WISP)
        elif number == 2:
            person.win(WISP)
    with database.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM game")).scalar_one() == 2


def test_another_players_game_is_no_game(person: Person, other: Person) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:1])
    for player_id in (other.id, None, 0, -1):
        with pytest.raises(NoSuchGameError):
            person.play.load(player_id, live.id)
        with pytest.raises(NoSuchGameError):
            person.play.act(player_id, live.id, parse_action("undo"), 1)
        with pytest.raises(NoSuchGameError):
            person.play.give_up(player_id, live.id)
        with pytest.raises(NoSuchGameError):
            person.play.set_paused(player_id, live.id, paused=True)
    again = person.play.load(person.id, live.id)
    assert (again.game.moves, again.is_over, again.is_paused) == (1, False, False)


@pytest.mark.parametrize("game_id", ["", "nothing", "x" * 10_000, "' OR 1=1 --", "é☃"])
def test_no_such_game(person: Person, game_id: str) -> None:
    with pytest.raises(NoSuchGameError):
        person.play.load(person.id, game_id)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE game SET variant = 'spider-3'",
        "UPDATE game SET variant = 'spider-1'",  # which collects by itself
        "UPDATE action SET text = 'teleport' WHERE number = 2",
        "UPDATE action SET text = '7-7' WHERE number = 2",
        "UPDATE action SET text = '' WHERE number = 2",
    ],
)
def test_a_stored_game_that_nobody_can_read(
    person: Person, other: Person, elsewhere: Person, database: Database, change: str
) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:3])
    with database.write() as connection:
        connection.execute(text(change))
    with pytest.raises(UnreadableGameError):
        elsewhere.play.load(person.id, live.id)
    with pytest.raises(UnreadableGameError):
        elsewhere.play.act(person.id, live.id, parse_action("undo"), 3)
    with pytest.raises(NoSuchGameError):  # nobody else learns that it exists
        elsewhere.play.load(other.id, live.id)
    with database.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM action")).scalar_one() == 3
    elsewhere.win(SPIDER)


def test_random_seeds_do_not_repeat() -> None:
    seeds = {random_seed() for _ in range(200)}
    assert len(seeds) == 200
    assert all(1 <= seed <= 999_999_999_999 for seed in seeds)


def test_a_long_game_can_be_undone_to_its_start(person: Person, elsewhere: Person) -> None:
    live = person.act(person.begin(WISP), f"{WISP.actions[0]} undo " * 5)
    live = person.act(live, [*WISP.actions[:20], *[parse_action("undo")] * 20])
    again = elsewhere.play.load(person.id, live.id)
    assert not again.game.can_undo
    assert again.game.position == person.begin(WISP).game.position
    assert again.game.moves == 50


def test_the_moment_of_each_action_is_kept(person: Person, database: Database) -> None:
    person.act(person.begin(WISP), WISP.actions[:3], pace=2)
    with database.read() as connection:
        rows = connection.execute(text("SELECT at_ms, span_ms FROM action ORDER BY number"))
        assert [tuple(row) for row in rows] == [
            (START_MS, 0),
            (START_MS + 2000, 2000),
            (START_MS + 4000, 2000),
        ]


def test_whoever_is_not_sure_is_asked_before_the_last_deal_is_gone(
    monkeypatch: pytest.MonkeyPatch, person: Person, database: Database
) -> None:
    live = person.act(person.begin(SPIDER), SPIDER.actions[:3])
    monkeypatch.setattr("app.services.play.ends_the_deals", lambda *_: True)
    with pytest.raises(LastDealError, match=r"can never be dealt\.$"):
        person.play.act(person.id, live.id, SPIDER.actions[3], 3, sure=False)
    assert Play(database, 100).load(person.id, live.id).game.moves == 3
    with pytest.raises(IllegalActionError):  # what is refused anyway is not asked about
        person.play.act(person.id, live.id, parse_action("1-1"), 3, sure=False)
    assert person.act(live, SPIDER.actions[3:4]).game.moves == 4


def test_a_game_begins_with_its_first_action_or_not_at_all(
    person: Person, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise RuntimeError("in the middle of a transaction")

    deal = WISP.variant, WISP.seed, WISP.collecting, 1, WISP.actions[0]
    with monkeypatch.context() as patched:
        patched.setattr(games, "add_to_running", fail)
        with pytest.raises(RuntimeError):
            person.play.begin(person.id, *deal)
    with database.read() as connection:
        assert games.attempts(connection, person.id, WISP.variant.key, WISP.seed) == 0
    live = person.play.begin(person.id, *deal)
    assert person.play.load(person.id, live.id).game.actions == WISP.actions[:1]


def test_nothing_is_remembered_of_a_database_that_was_replaced(
    person: Person, database: Database
) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:5])
    with database.write() as connection:  # as in a copy that was made before
        connection.execute(text("DELETE FROM action WHERE number > 3"))
    with pytest.raises(PendingRollbackError), database.read() as connection:
        connection.invalidate()
    with pytest.raises(StaleVersionError):
        person.play.act(person.id, live.id, WISP.actions[5], 5)
    live = person.play.load(person.id, live.id)
    assert live.game.actions == WISP.actions[:3]
    person.act(live, WISP.actions[3:5])
