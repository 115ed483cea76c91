"""Sets of hashes."""

from random import Random

import numpy as np

from app.solver.kernels.seen import is_new, move_all

NO_STOP = np.zeros(1, np.int32)


def test_as_a_set() -> None:
    chance = Random(1)  # noqa: S311 - chance that repeats
    seen, known = np.zeros(1024, np.uint64), set[int]()
    while len(known) < 1000:
        code = chance.choice([chance.getrandbits(64) | 1, *list(known)[:5]])
        keep = chance.random() < 0.8
        assert is_new(seen, 1024, np.uint64(code), keep) is (code not in known)
        if keep:
            known.add(code)
    assert set(map(int, seen)) - {0} == known


def test_only_the_first_places_are_used() -> None:
    seen = np.zeros(1024, np.uint64)
    for code in range(1, 60):
        assert is_new(seen, 64, np.uint64(code << 40), True)
    assert not seen[64:].any()
    assert np.count_nonzero(seen) == 59


def test_places_at_the_end_lead_on_to_the_beginning() -> None:
    seen = np.zeros(8, np.uint64)
    codes = [np.uint64((7 << 20) + number) for number in range(1, 5)]
    assert all(is_new(seen, 8, code, True) for code in codes)
    assert not any(is_new(seen, 8, code, True) for code in codes)


def test_moving_to_a_larger_set() -> None:
    chance = Random(2)  # noqa: S311 - chance that repeats
    codes = [np.uint64(chance.getrandbits(64) | 1) for _ in range(900)]
    old, new = np.zeros(1024, np.uint64), np.zeros(2048, np.uint64)
    for code in codes:
        is_new(old, 1024, code, True)
    assert move_all(old, new, NO_STOP)
    assert set(map(int, new)) == set(map(int, old))
    assert not any(is_new(new, 2048, code, False) for code in codes)


def test_moving_is_stopped() -> None:
    old, new = np.ones(1024, np.uint64), np.zeros(2048, np.uint64)
    assert not move_all(old, new, np.ones(1, np.int32))
    assert not new.any()
