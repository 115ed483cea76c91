"""Counting the answers of a survey."""

from collections import Counter

import pytest

from app.services.tally import summary, wilson


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (10, 100, 0.0552, 0.1744),  # from tables
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (0, 0, 0.0, 1.0),
    ],
)
def test_intervals(count: int, total: int, low: float, high: float) -> None:
    assert wilson(count, total) == pytest.approx((low, high), abs=5e-5)


def test_summary() -> None:
    assert summary(Counter(won=90, unwinnable=10)) == (
        "100 deals: 90 winnable (90.0 %, 95 % interval 82.6 to 94.5 %); "
        "10 unwinnable (10.0 %, 95 % interval 5.5 to 17.4 %); "
        "0 unknown (0.0 %, 95 % interval 0.0 to 3.7 %)."
    )
    assert summary(Counter(unknown=1)).startswith("1 deal: 0 winnable (0.0 %, ")
    assert summary(Counter()) == "0 deals: 0 winnable; 0 unwinnable; 0 unknown."
