"""Several at once: threads of one process, and two processes on one database."""

import time
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest
from sqlalchemy import text

from app.engine.errors import IllegalActionError
from app.engine.game import Game, Status
from app.engine.moves import Action, DealRow, Step
from app.engine.notation import GameRecord
from app.engine.variants import VARIANTS
from app.services.errors import GameOverError, StaleVersionError
from app.services.live import LiveGame
from app.services.play import Play
from app.services.players import Players
from app.store import results
from app.store.database import Database
from tests.playing import FakeClock, Person, all_at_once, records

WISP = records("will-o-the-wisp-1")[0]
SPIDER = records("spider-1")[0]
EXPECTED = (StaleVersionError, IllegalActionError, GameOverError)
ROUNDS = range(5)


@pytest.fixture
def workers(database: Database, clock: FakeClock) -> Iterator[tuple[Play, Play]]:
    """Two processes, each with its own cache, and its own connections."""
    elsewhere = Database(database.url)
    yield Play(database, 100, clock), Play(elsewhere, 100, clock)
    elsewhere.close()


def done(answers: list[tuple[LiveGame, LiveGame] | Exception]) -> int:
    """Count the actions that were made; whatever else came must be a plain refusal."""
    refusals = [answer for answer in answers if isinstance(answer, Exception)]
    assert [error for error in refusals if not isinstance(error, EXPECTED)] == []
    return len(answers) - len(refusals)


def count(database: Database, table: str, where: str = "1 = 1") -> int:
    with database.read() as connection:
        statement = f"SELECT count(*) FROM {table} WHERE {where}"  # noqa: S608
        return int(connection.execute(text(statement)).scalar_one())


def acting(
    play: Play, person: Person, live: LiveGame, action: Action, version: int | None = None
) -> Callable[[], tuple[LiveGame, LiveGame]]:
    number = live.game.moves if version is None else version
    return lambda: play.act(person.id, live.id, action, number)


def test_twenty_deals_at_once(
    person: Person, workers: tuple[Play, Play], database: Database
) -> None:
    live = person.play.begin(person.id, VARIANTS["spider-2"], 11)
    cards = sorted(live.game.position.cards)
    deals = [acting(workers[i % 2], person, live, DealRow()) for i in range(20)]
    assert done(all_at_once(*deals)) == 1
    assert count(database, "action") == 1
    deals = [acting(workers[i % 2], person, live, DealRow(), i // 2) for i in range(20)]
    made = 1 + done(all_at_once(*deals))
    for play in workers:
        game = play.load(person.id, live.id).game
        assert game.moves == made <= 5
        assert len(game.position.stock) == 50 - 10 * made
        assert sorted(game.position.cards) == cards


@pytest.mark.parametrize("record", [WISP, SPIDER], ids=["Will o' the Wisp", "Spider"])
def test_the_last_move_sent_eight_times(
    person: Person, workers: tuple[Play, Play], database: Database, record: GameRecord
) -> None:
    live = person.act(person.begin(record), record.actions[:-1])
    last = [acting(workers[i % 2], person, live, record.actions[-1]) for i in range(8)]
    answers = all_at_once(*last)
    assert done(answers) == 1
    # It was not given up: whoever comes late is shown the finished board.
    assert [error for error in answers if isinstance(error, GameOverError)] == []
    assert count(database, "result") == 1
    for play in workers:
        finished = play.load(person.id, live.id)
        assert finished.game.status is Status.WON
        assert finished.result is not None
        assert finished.result.won


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_move_and_an_undo_at_once(
    person: Person, workers: tuple[Play, Play], _round: int
) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:4])
    both = (WISP.actions[4], Step.UNDO)
    answers = all_at_once(*(acting(workers[i], person, live, both[i]) for i in (0, 1)))
    assert done(answers) == 1
    made = [
        action for action, answer in zip(both, answers, strict=True) if isinstance(answer, tuple)
    ]
    for play in workers:
        assert play.load(person.id, live.id).game.actions == (*WISP.actions[:4], *made)


@pytest.mark.parametrize("_round", ROUNDS)
def test_giving_up_and_winning_at_once(
    person: Person, workers: tuple[Play, Play], database: Database, _round: int
) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:-1])
    answers = all_at_once(
        lambda: workers[0].give_up(person.id, live.id),
        lambda: workers[1].act(person.id, live.id, WISP.actions[-1], live.game.moves)[1],
    )
    gave_up, won = answers
    assert isinstance(gave_up, LiveGame)
    assert gave_up.result is not None
    if isinstance(won, Exception):
        assert isinstance(won, GameOverError | StaleVersionError)
        assert gave_up.was_given_up
    else:
        assert gave_up.result.won
    assert count(database, "result") == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_giving_up_and_acting_at_once(
    person: Person, workers: tuple[Play, Play], database: Database, _round: int
) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:4])
    gave_up, acted = all_at_once(
        lambda: workers[0].give_up(person.id, live.id),
        lambda: workers[1].act(person.id, live.id, WISP.actions[4], 4)[1],
    )
    assert isinstance(gave_up, LiveGame)
    if isinstance(acted, Exception):
        assert isinstance(acted, GameOverError)
    # Nothing is added to a game that has ended.
    made = 5 if isinstance(acted, LiveGame) else 4
    assert count(database, "action") == made
    assert count(database, "result", f"moves = {made} AND NOT won") == 1


def test_an_action_waits_for_a_game_being_given_up(
    person: Person,
    workers: tuple[Play, Play],
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:4])
    acting_now, asked = Event(), Event()
    add_result = results.add_result

    def add_late(*arguments: Any) -> None:  # noqa: ANN401
        asked.set()
        acting_now.wait(30)
        time.sleep(0.2)  # time enough for the action to come in between, if it could
        add_result(*arguments)

    monkeypatch.setattr(results, "add_result", add_late)

    def act() -> None:
        asked.wait(30)
        acting_now.set()
        workers[1].act(person.id, live.id, WISP.actions[4], 4)

    _, acted = all_at_once(lambda: workers[0].give_up(person.id, live.id), act)
    assert isinstance(acted, GameOverError)
    assert count(database, "action") == 4


def test_six_begin_the_same_deal_at_once(person: Person, workers: tuple[Play, Play]) -> None:
    begun = all_at_once(
        *(lambda play=play: play.begin(person.id, WISP.variant, WISP.seed) for play in workers * 3)
    )
    attempts = {live.stored.attempt for live in begun if isinstance(live, LiveGame)}
    assert attempts == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("_round", ROUNDS)
def test_first_wins_of_one_deal_at_once(
    person: Person, workers: tuple[Play, Play], database: Database, _round: int
) -> None:
    tables = [person.act(person.begin(WISP), WISP.actions[:-1]) for _ in range(2)]
    calls = [
        acting(play, person, live, WISP.actions[-1])
        for play, live in zip(workers, tables, strict=True)
    ]
    assert done(all_at_once(*calls)) == 2
    assert count(database, "result", "won") == 2
    assert count(database, "result", "counts") == 1


@pytest.mark.parametrize("_round", ROUNDS)
def test_a_double_click_begins_one_game(
    person: Person, workers: tuple[Play, Play], database: Database, _round: int
) -> None:
    begun = all_at_once(
        *(
            lambda play=play: play.begin(person.id, WISP.variant, WISP.seed, attempt=1)
            for play in workers * 3
        )
    )
    assert len([live for live in begun if isinstance(live, LiveGame)]) == 1
    assert len([error for error in begun if isinstance(error, StaleVersionError)]) == 5
    assert count(database, "game") == 1


def test_every_other_action_elsewhere(person: Person, workers: tuple[Play, Play]) -> None:
    live = person.begin(WISP)
    for number, action in enumerate(WISP.actions):
        play = workers[number % 2]
        _, live = play.act(person.id, live.id, action, number)
        assert live.game.moves == number + 1
    assert live.game.status is Status.WON
    assert live.game.actions == WISP.actions
    assert [play.load(person.id, live.id).game.actions for play in workers] == [WISP.actions] * 2


def test_a_cache_that_lags_neither_loses_nor_doubles(
    person: Person, workers: tuple[Play, Play], database: Database
) -> None:
    here, elsewhere = workers
    live = here.begin(person.id, WISP.variant, WISP.seed, WISP.collecting)
    for number, action in enumerate(WISP.actions[:6]):
        elsewhere.act(person.id, live.id, action, number)
    for version in range(6):  # what it remembers, and the versions after that
        with pytest.raises((StaleVersionError, IllegalActionError)):
            here.act(person.id, live.id, WISP.actions[version], version)
    assert count(database, "action") == 6
    _, after = here.act(person.id, live.id, WISP.actions[6], 6)
    assert after.game.actions == WISP.actions[:7]


def test_a_pause_elsewhere_counts_here(
    person: Person, workers: tuple[Play, Play], clock: FakeClock
) -> None:
    here, elsewhere = workers
    live = here.begin(person.id, WISP.variant, WISP.seed, WISP.collecting)
    here.act(person.id, live.id, WISP.actions[0], 0)
    clock.forward(10)
    elsewhere.set_paused(person.id, live.id, paused=True)
    clock.forward(100)
    _, after = here.act(person.id, live.id, WISP.actions[1], 1)
    assert after.clock.elapsed_at(clock()) == 10_000


def test_pausing_and_going_on_at_once(person: Person, workers: tuple[Play, Play]) -> None:
    live = person.act(person.begin(WISP), WISP.actions[:1])
    calls = [
        lambda play=play, paused=paused: play.set_paused(person.id, live.id, paused=paused)
        for play in workers
        for paused in (True, False, True, False)
    ]
    answers = all_at_once(*calls)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    states = {play.load(person.id, live.id).is_paused for play in workers}
    assert len(states) == 1


def test_many_players_at_once(
    workers: tuple[Play, Play], players: Players, clock: FakeClock
) -> None:
    def whole_game(play: Play) -> Callable[[], Game]:
        person = Person(play, players.add()[0], clock)
        return lambda: person.win(WISP, pace=0).game

    games = all_at_once(*(whole_game(workers[i % 2]) for i in range(8)))
    assert [game.status for game in games if isinstance(game, Game)] == [Status.WON] * 8
