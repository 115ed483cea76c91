"""The cache: bounded, and shared by threads."""

from app.services.cache import SharedCache
from app.services.play import Play
from app.store.database import Database
from tests.playing import FakeClock, Person, all_at_once, records


def test_the_values_used_last_stay() -> None:
    cache = SharedCache[int](2)
    cache.put("a", 1)
    cache.put("b", 2)
    assert cache.get("a") == 1
    cache.put("c", 3)
    assert [cache.get(key) for key in "abc"] == [1, None, 3]


def test_a_newer_value_replaces_the_older() -> None:
    cache = SharedCache[int](2)
    cache.put("a", 1)
    cache.put("a", 2)
    assert cache.get("a") == 2


def test_threads_share_it() -> None:
    cache = SharedCache[int](50)

    def use(start: int) -> None:
        for number in range(start, start + 2000):
            cache.put(str(number % 97), number)
            found = cache.get(str(number % 89))
            assert found is None or found % 97 == number % 89

    assert all_at_once(*[lambda start=start: use(start) for start in range(8)]) == [None] * 8
    assert sum(cache.get(str(key)) is not None for key in range(97)) <= 50


def test_games_that_were_pushed_out_are_read_anew(
    person: Person, database: Database, clock: FakeClock
) -> None:
    cramped = Person(Play(database, 1, clock), person.id, clock)
    one, other = records("will-o-the-wisp-1")[:2]
    tables = [cramped.begin(one), cramped.begin(other)]
    for number in range(10):
        tables = [
            cramped.act(live, record.actions[number : number + 1])
            for live, record in zip(tables, (one, other), strict=True)
        ]
    assert tables[0].game.actions == one.actions[:10]
    assert tables[1].game.actions == other.actions[:10]


def test_nothing_is_believed_in_another_epoch() -> None:
    epoch = [0]
    cache = SharedCache[int](10, lambda: epoch[0])
    cache.put("a", 1)
    assert cache.get("a") == 1
    epoch[0] = 1
    assert cache.get("a") is None
    cache.put("a", 2)
    assert cache.get("a") == 2
