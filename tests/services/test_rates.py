"""Rates: what may be done at once, what has to wait and how long."""

import pytest

from app.services import rates
from app.services.rates import Rate


class Seconds:
    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


def taken(rate: Rate, key: str, tries: int) -> int:
    return sum(not rate.take(key) for _ in range(tries))


def test_so_many_at_once_and_then_at_the_rate(seconds: Seconds) -> None:
    rate = Rate(2, 10, seconds)
    assert taken(rate, "a", 100) == 20
    assert rate.take("a") == pytest.approx(0.5)
    seconds.now += 0.5
    assert taken(rate, "a", 100) == 1
    seconds.now += 3
    assert taken(rate, "a", 100) == 6
    seconds.now += 1_000
    assert taken(rate, "a", 100) == 20


def test_whoever_waits_as_told_is_let_in(seconds: Seconds) -> None:
    rate = Rate(3, 1, seconds)
    for _ in range(50):
        if wait := rate.take("a"):
            seconds.now += wait + 1e-9
            assert not rate.take("a")


def test_a_refusal_costs_nothing(seconds: Seconds) -> None:
    rate = Rate(1, 1, seconds)
    assert not rate.take("a")
    waits = [rate.take("a") for _ in range(5)]
    assert waits == pytest.approx([1.0] * 5)


def test_each_has_a_rate_of_their_own(seconds: Seconds) -> None:
    rate = Rate(1, 5, seconds)
    assert [taken(rate, key, 9) for key in ("a", "b")] == [5, 5]


def test_less_than_one_a_second(seconds: Seconds) -> None:
    rate = Rate(0.1, 1, seconds)
    assert taken(rate, "a", 9) == 1
    seconds.now += 10
    assert taken(rate, "a", 9) == 1


def test_no_limit_and_nobody(seconds: Seconds) -> None:
    assert taken(Rate(0, 10, seconds), "a", 500) == 500
    assert taken(Rate(1, 1, seconds), "", 500) == 500


def test_memory_is_bounded(seconds: Seconds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rates, "_MOST_KEYS", 3)
    rate = Rate(1, 1, seconds)
    for key in "abcde":
        rate.take(key)
    assert list(rate._used_up_to) == ["c", "d", "e"]
    rate.take("c")  # asked last, so it stays
    rate.take("f")
    assert list(rate._used_up_to) == ["e", "c", "f"]
