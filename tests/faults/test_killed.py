"""Processes that die at any moment: what was answered is there, once, and play goes on."""

import logging
import os
import random
import signal
import socket
import time
from contextlib import suppress

from httpx2 import Client
from sqlalchemy.engine import URL

from tests.faults.conftest import Serve, assert_sound, playing
from tests.served import Served, answers

_log = logging.getLogger(__name__)

ROUNDS = int(os.environ.get("WISP_ROUNDS", "3"))
"""How often a worker is killed; WISP_ROUNDS=200 takes some ten minutes."""


def wait_for_workers(served: Served, count: int, but: int = 0) -> list[int]:
    end = time.monotonic() + 60
    while True:
        workers = served.workers()
        if len(workers) == count and but not in workers:
            return workers
        assert time.monotonic() < end, served.log
        time.sleep(0.05)


def test_nothing_is_lost_when_workers_are_killed(
    serve: Serve, database_url: URL, chance: random.Random
) -> None:
    served = serve(workers=2)
    served.start()
    with playing(served.port) as game:
        for _ in range(ROUNDS):
            time.sleep(chance.uniform(0, 1.5))
            victim = chance.choice(wait_for_workers(served, 2))
            os.kill(victim, signal.SIGKILL)
            wait_for_workers(served, 2, but=victim)
    game.assert_nothing_lost()
    _log.info(
        "%s workers killed: %s actions stored, %s requests without an answer, %s actions of them "
        "stored, answers %s",
        ROUNDS,
        game.actions,
        game.seen.unanswered,
        game.seen.stored_unanswered,
        dict(game.seen.statuses),
    )
    served.stop()
    assert_sound(database_url)
    served.start()
    game.assert_nothing_lost()


def test_workers_end_with_the_one_that_started_them(serve: Serve) -> None:
    served = serve(workers=2)
    served.start()
    workers = wait_for_workers(served, 2)
    served.stop(signal.SIGKILL)
    end = time.monotonic() + 60
    for worker in workers:
        with suppress(ProcessLookupError):
            while True:
                os.kill(worker, 0)
                assert time.monotonic() < end, "A worker serves on, though nobody looks after it."
                time.sleep(0.05)
    served.start()  # the port is free


def test_300_visitors_who_leave_before_they_are_answered(serve: Serve) -> None:
    served = serve(workers=1)
    served.start()
    with Client(base_url=served.url) as client:
        game = client.post("/api/v1/games", json={"variant": "spider-1", "seed": 5}).json()
        cookie = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        known = f"Host: wisp\r\nCookie: {cookie}\r\n"
        length = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 500\r\n"
        whole = f"GET /games/{game['id']} HTTP/1.1\r\n{known}\r\n"
        half = f"POST /games/{game['id']}/actions HTTP/1.1\r\n{known}{length}\r\naction=deal"
        for number in range(300):
            with socket.create_connection(("127.0.0.1", served.port)) as connection:
                connection.sendall((whole, half)[number % 2].encode())
        assert answers(client)
        for version, action in enumerate(["deal", "undo", "redo"]):
            body = {"action": action, "version": version}
            answer = client.post(f"/api/v1/games/{game['id']}/actions", json=body)
            assert (answer.status_code, answer.json()["version"]) == (200, version + 1)
