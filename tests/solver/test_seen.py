"""Sets of hashes."""

from random import Random

import numpy as np
import pytest

from app.solver.kernels.seen import is_new, spread

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


@pytest.mark.parametrize("size", [8, 64, 1024])
def test_spreading_over_twice_as_many_places(size: int) -> None:
    chance = Random(size)  # noqa: S311 - chance that repeats
    for _ in range(2000 // size + 2):
        codes = [np.uint64(chance.getrandbits(64) | 1) for _ in range(size * 7 // 8)]
        seen = np.zeros(2 * size, np.uint64)
        for code in codes:
            is_new(seen, size, code, True)
        assert spread(seen, size, NO_STOP)
        assert sorted(seen[seen != 0]) == sorted(codes)
        assert not any(is_new(seen, 2 * size, code, False) for code in codes)


@pytest.mark.parametrize("home", [0, 3, 6, 7, 14, 15])
def test_spreading_places_that_lead_round_the_end(home: int) -> None:
    seen = np.zeros(16, np.uint64)
    codes = [np.uint64((home << 20) + number) for number in range(1, 8)]
    for code in codes:
        is_new(seen, 8, code, True)
    assert spread(seen, 8, NO_STOP)
    assert not any(is_new(seen, 16, code, False) for code in codes)


def test_spreading_is_stopped() -> None:
    seen = np.zeros(2048, np.uint64)
    seen[:1000] = 1
    assert not spread(seen, 1024, np.ones(1, np.int32))
    assert not seen[1024:].any()
