"""The clock's rules: what counts between one action and the next."""

import time
from collections.abc import Iterator

import pytest

from app.services.clock import Clock, now_ms
from app.services.live import LiveGame
from app.services.play import Play
from app.store.games import StoredPause
from app.store.tables import LONGEST_SPAN_MS
from tests.playing import START_MS, FakeClock, Person, records

WIN = records("spiderette-1")[0]
FIRST = str(WIN.actions[0])
MINUTE = 60


@pytest.fixture
def live(person: Person) -> LiveGame:
    """A game in which one action was made, just now."""
    return person.act(person.begin(WIN), FIRST, pace=0)


def elapsed(live: LiveGame, clock: FakeClock) -> float:
    return live.clock.elapsed_at(clock()) / 1000


def pause(person: Person, live: LiveGame) -> LiveGame:
    return person.play.set_paused(person.id, live.id, paused=True)


def resume(person: Person, live: LiveGame) -> LiveGame:
    return person.play.set_paused(person.id, live.id, paused=False)


def test_now_is_utc() -> None:
    assert now_ms() > START_MS


def test_nothing_counts_before_the_first_action(person: Person, clock: FakeClock) -> None:
    live = person.begin(WIN)
    clock.forward(MINUTE)
    assert elapsed(live, clock) == 0
    assert not live.is_paused
    live = person.act(live, FIRST, pace=0)
    assert elapsed(live, clock) == 0


def test_the_first_action_starts_it(live: LiveGame, person: Person, clock: FakeClock) -> None:
    clock.forward(2.5)
    assert elapsed(live, clock) == 2.5
    live = person.act(live, "undo", pace=0)
    assert elapsed(live, clock) == 2.5
    clock.forward(1)
    assert elapsed(live, clock) == 3.5


def test_spans_add_up(live: LiveGame, person: Person, clock: FakeClock) -> None:
    live = person.act(live, "undo redo undo redo", pace=7)
    assert elapsed(live, clock) == 4 * 7
    assert elapsed(person.play.load(person.id, live.id), clock) == 4 * 7


@pytest.mark.parametrize("away", [300, 301, 30 * MINUTE, 3 * 24 * 60 * MINUTE])
def test_a_span_counts_for_five_minutes_at_most(
    live: LiveGame, person: Person, clock: FakeClock, away: int
) -> None:
    clock.forward(away)
    assert elapsed(live, clock) == 300
    live = person.act(live, "undo", pace=10)
    assert elapsed(live, clock) == 310


def test_just_below_five_minutes(live: LiveGame, clock: FakeClock) -> None:
    clock.forward(299.999)
    assert elapsed(live, clock) == 299.999


def test_a_clock_set_back_takes_nothing_away(
    live: LiveGame, person: Person, clock: FakeClock
) -> None:
    live = person.act(live, "undo", pace=5)
    live = person.act(live, "redo", pace=0)
    clock.forward(-3600)
    assert elapsed(live, clock) == 5
    live = person.act(live, "undo", pace=2)
    assert elapsed(live, clock) == 7


def test_a_pause_does_not_count(live: LiveGame, person: Person, clock: FakeClock) -> None:
    clock.forward(10)
    live = pause(person, live)
    assert live.is_paused
    clock.forward(100)
    assert elapsed(live, clock) == 10
    live = resume(person, live)
    assert not live.is_paused
    clock.forward(5)
    assert elapsed(live, clock) == 15
    live = person.act(live, "undo", pace=1)
    assert elapsed(live, clock) == 16


def test_an_action_ends_the_pause(live: LiveGame, person: Person, clock: FakeClock) -> None:
    clock.forward(10)
    live = pause(person, live)
    clock.forward(100)
    live = person.act(live, "undo", pace=1)
    assert not live.is_paused
    assert elapsed(live, clock) == 11


def test_several_pauses_in_one_span(live: LiveGame, person: Person, clock: FakeClock) -> None:
    for _ in range(3):
        clock.forward(10)
        live = pause(person, live)
        clock.forward(1000)
        live = resume(person, live)
    assert elapsed(live, clock) == 30
    clock.forward(400)
    assert elapsed(live, clock) == 300
    live = person.act(live, "undo", pace=1)
    assert elapsed(live, clock) == 301


def test_pausing_and_going_on_twice_is_as_once(
    live: LiveGame, person: Person, clock: FakeClock
) -> None:
    live = resume(person, live)
    clock.forward(10)
    live = resume(person, live)
    clock.forward(10)
    live = pause(person, live)
    clock.forward(50)
    live = pause(person, live)
    assert elapsed(live, clock) == 20
    clock.forward(50)
    live = resume(person, resume(person, live))
    clock.forward(5)
    assert elapsed(live, clock) == 25


def test_a_clock_set_back_while_paused(live: LiveGame, person: Person, clock: FakeClock) -> None:
    clock.forward(10)
    live = pause(person, live)
    clock.forward(-5000)
    live = resume(person, live)
    clock.forward(-5000)
    assert elapsed(live, clock) == 10
    assert elapsed(person.act(live, "undo", pace=0), clock) == 10


def test_there_is_nothing_to_pause_before_the_first_action(
    person: Person, clock: FakeClock
) -> None:
    live = pause(person, person.begin(WIN))
    assert not live.is_paused
    live = person.act(live, FIRST, pace=3)
    assert elapsed(live, clock) == 3


def test_a_page_that_was_left_pauses_only_what_it_showed(live: LiveGame, person: Person) -> None:
    later = person.act(live, "undo", pace=1)
    late = person.play.set_paused(person.id, live.id, paused=True, version=live.game.moves)
    assert late.game.moves == later.game.moves
    assert not late.is_paused
    assert person.play.set_paused(person.id, live.id, paused=True, version=2).is_paused


def test_a_pause_outlives_the_process(
    live: LiveGame, person: Person, play: Play, clock: FakeClock
) -> None:
    clock.forward(10)
    pause(person, live)
    clock.forward(100)
    again = Play(play._database, 100, clock).load(person.id, live.id)
    assert again.is_paused
    assert elapsed(again, clock) == 10


def test_the_win_stops_it(person: Person, clock: FakeClock) -> None:
    live = person.win(WIN, pace=2)
    seconds = 2 * (len(WIN.actions) - 1)  # from the first action to the last
    clock.forward(MINUTE)
    assert live.result is not None
    assert live.result.elapsed_ms == seconds * 1000
    assert elapsed(live, clock) == seconds
    assert elapsed(person.play.load(person.id, live.id), clock) == seconds
    assert not pause(person, live).is_paused


def test_pausing_before_each_move_is_no_way_to_a_time_of_nothing(
    person: Person, clock: FakeClock
) -> None:
    live = person.begin(WIN)
    for action in WIN.actions:
        live = person.act(live, [action], pace=1.5)
        live = pause(person, live)
        clock.forward(MINUTE)
    assert live.result is not None
    assert live.result.elapsed_ms == 1500 * (len(WIN.actions) - 1)


def test_spans_never_pass_the_limits_of_the_table() -> None:
    for pause_ in (None, StoredPause(LONGEST_SPAN_MS, 5), StoredPause(17, None)):
        clock = Clock.after(1000, 5, pause_)
        for now in (-(10**12), 0, 5, 6, 10**15):
            assert 0 <= clock.span_at(now) <= LONGEST_SPAN_MS
            assert 0 <= clock.paused_at(now).counted_ms <= LONGEST_SPAN_MS


@pytest.fixture(params=["Pacific/Auckland", "America/St_Johns"])
def far_away(request: pytest.FixtureRequest) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("far_away")
def test_the_machines_time_zone_changes_nothing(person: Person, play: Play) -> None:
    assert time.timezone != 0
    clock = FakeClock()
    clock.ms = now_ms()
    assert abs(clock.ms - time.time() * 1000) < 3_600_000
    traveller = Person(Play(play._database, 100, clock), person.id, clock)
    live = traveller.act(traveller.begin(WIN), WIN.actions[:5], pace=3)
    restarted = Person(Play(play._database, 100, clock), person.id, clock)
    live = restarted.act(restarted.play.load(person.id, live.id), WIN.actions[5:], pace=3)
    assert live.result is not None
    assert live.result.elapsed_ms == 3000 * (len(WIN.actions) - 1)
