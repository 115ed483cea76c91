"""Servers that are stopped and started while people play."""

import signal
import socket
import time

import pytest
from httpx2 import Client
from sqlalchemy.engine import URL

from tests.faults.conftest import Serve, assert_sound, playing
from tests.playing import records

WON = records("spiderette-1")[0]


@pytest.mark.parametrize("workers", [1, 2])
def test_what_was_taken_in_is_answered_before_the_end(
    serve: Serve, database_url: URL, workers: int
) -> None:
    served = serve(workers=workers)
    served.start()
    with playing(served.port) as game:
        for _ in range(2):
            time.sleep(1)
            served.stop(signal.SIGTERM)
            served.start()
        time.sleep(1)
    game.assert_nothing_lost()
    assert game.seen.stored_unanswered == 0
    assert_sound(database_url)


def test_workers_are_replaced_one_after_the_other(serve: Serve) -> None:
    served = serve(workers=2)
    served.start()
    with playing(served.port) as game:
        before = served.workers()
        time.sleep(1)
        served.tell(signal.SIGHUP)
        end = time.monotonic() + 60
        while set(before) & set(served.workers()):
            assert time.monotonic() < end, served.log
            time.sleep(0.1)
        time.sleep(1)
    game.assert_nothing_lost()
    assert game.seen.stored_unanswered == 0


def test_two_servers_share_one_database(serve: Serve, database_url: URL) -> None:
    servers = [serve(workers=1), serve(workers=2)]
    for served in servers:
        served.start()
    with playing(servers[0].port, 4) as here, playing(servers[1].port, 4) as there:
        time.sleep(3)
    here.assert_nothing_lost()
    there.assert_nothing_lost()
    with Client(base_url=servers[0].url) as one, Client(base_url=servers[1].url) as two:
        wanted = {"variant": WON.variant.key, "seed": WON.seed}
        game = one.post("/api/v1/games", json=wanted).json()
        two.cookies = one.cookies
        for version, action in enumerate(WON.actions):  # every other click comes to the other one
            body = {"action": str(action), "version": version}
            client = (one, two)[version % 2]
            game = client.post(f"/api/v1/games/{game['id']}/actions", json=body).json()
        assert (game["status"], str(game["score"])) == ("won", WON.headers["Score"])
        assert one.get("/api/v1/records").json() == two.get("/api/v1/records").json()
        pages = [client.get(f"/games/{game['id']}/record").text for client in (one, two)]
        assert pages[0] == pages[1]
    assert_sound(database_url)


def test_a_visitor_who_sends_half_a_request_does_not_keep_it_from_stopping(serve: Serve) -> None:
    served = serve(workers=1)
    served.start()
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        kind = "Content-Type: application/x-www-form-urlencoded"
        half = f"POST /settings HTTP/1.1\r\nHost: wisp\r\n{kind}\r\nContent-Length: 500\r\n\r\n"
        connection.sendall(f"{half}setting=".encode())
        time.sleep(0.5)
        served.tell(signal.SIGTERM)
        served.ended()
