"""How times, dates and numbers are written."""

import time

import pytest

from app.web.formats import clock_text, date_text, iso_date, plural


@pytest.mark.parametrize(
    ("elapsed_ms", "text"),
    [
        *((0, "0:00"), (999, "0:00"), (1_000, "0:01"), (59_999, "0:59"), (60_000, "1:00")),
        *((187_400, "3:07"), (3_599_999, "59:59"), (3_600_000, "1:00:00")),
        (3_765_000, "1:02:45"),
    ],
)
def test_clock(elapsed_ms: int, text: str) -> None:
    assert clock_text(elapsed_ms) == text


def test_a_finished_time_is_never_nothing() -> None:
    assert [clock_text(ms, finished=True) for ms in (0, 999, 1000, 2000)] == [
        *("0:01", "0:01", "0:01", "0:02")
    ]


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Auckland", "America/St_Johns"])
def test_dates_are_utc_wherever_the_server_is(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    assert date_text(1_700_000_000_000) == "14 November 2023"
    assert iso_date(1_700_000_000_999) == "2023-11-14T22:13:20Z"
    monkeypatch.undo()
    time.tzset()


def test_plural() -> None:
    assert [plural(n, "row") for n in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]
