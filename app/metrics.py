"""What is counted for whoever runs the site. Names of games and routes only: nobody is in it."""

import os

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable of the folder in which several processes count; the library's own name for it."""

_FAST = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 1, 10)
_SLOW = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10)

disable_created_metrics()  # type: ignore[no-untyped-call]
registry = CollectorRegistry()

requests = Counter(
    "wisp_requests_total",
    "Requests answered, by route (not by address) and status.",
    ["method", "route", "status"],
    registry=registry,
)
request_seconds = Histogram(
    "wisp_request_seconds",
    "Time from the head of a request to the end of its answer.",
    ["route"],
    buckets=_SLOW,
    registry=registry,
)
games_begun = Counter("wisp_games_begun_total", "Games begun.", ["variant"], registry=registry)
games_won = Counter("wisp_games_won_total", "Games won.", ["variant"], registry=registry)
games_given_up = Counter(
    "wisp_games_given_up_total", "Games that their players gave up.", ["variant"], registry=registry
)
games_removed = Counter(
    "wisp_games_removed_total", "Abandoned games removed while serving.", registry=registry
)
actions = Counter("wisp_actions_total", "Actions stored.", ["kind"], registry=registry)
database_wait_seconds = Histogram(
    "wisp_database_wait_seconds",
    "Time until a transaction has begun: for a connection, or for the turn to write.",
    ["kind"],
    buckets=_FAST,
    registry=registry,
)
database_seconds = Histogram(
    "wisp_database_transaction_seconds",
    "Time of a transaction, from its beginning to its end.",
    ["kind"],
    buckets=_FAST,
    registry=registry,
)
database_errors = Counter(
    "wisp_database_errors_total",
    "Transactions that the database did not carry out.",
    ["kind"],
    registry=registry,
)


class TransactionMeters:
    """What is measured of transactions of a kind."""

    def __init__(self, kind: str) -> None:
        self.wait = database_wait_seconds.labels(kind)
        self.seconds = database_seconds.labels(kind)
        self.errors = database_errors.labels(kind)


def exposition() -> bytes:
    """Write everything in Prometheus' text form, summed over the processes that share a folder."""
    if SHARED_FOLDER not in os.environ:
        return generate_latest(registry)
    shared = CollectorRegistry()
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    return generate_latest(shared)
