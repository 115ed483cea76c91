"""What is read of a head: no more than a server has room for."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState

from app.commands import protocol
from app.commands.protocol import BoundedProtocol

LIMIT = 8_192


@pytest.fixture
def port() -> Iterator[int]:
    """Serve an application that knows one answer."""
    config = uvicorn.Config(
        PlainTextResponse("here"),
        port=0,
        log_level="error",
        http=BoundedProtocol,
        h11_max_incomplete_event_size=LIMIT,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        thread.join(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    thread.join()


def answer(port: int, *pieces: bytes) -> bytes:
    """Send piece after piece, and give what comes back until the connection ends."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        for piece in pieces:
            try:
                connection.sendall(piece)
            except (BrokenPipeError, ConnectionResetError):
                break
        return read_all(connection)


def read_all(connection: socket.socket) -> bytes:
    found = b""
    while True:
        try:
            read = connection.recv(65_536)
        except ConnectionResetError:
            return found
        if not read:
            return found
        found += read


def test_a_head_without_an_end(port: int) -> None:
    begun = b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: "
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        with suppress(BrokenPipeError, ConnectionResetError):
            connection.sendall(begun)
            for _ in range(4_000):
                connection.sendall(b"x" * 1_024)
        read_all(connection)  # the server does not wait for more


class Wire(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_closed = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def close(self) -> None:
        self.is_closed = True

    def is_closing(self) -> bool:
        return self.is_closed

    def get_extra_info(self, name: str, default: object = None) -> object:
        del name
        return default


def test_what_is_too_large_is_said() -> None:
    async def told() -> Wire:
        config = uvicorn.Config(
            PlainTextResponse("here"), h11_max_incomplete_event_size=LIMIT, log_level="error"
        )
        reader, wire = BoundedProtocol(config, ServerState(), {}), Wire()
        reader.connection_made(wire)
        reader.data_received(b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: ")
        for _ in range(8):
            reader.data_received(b"x" * 1_024)
            assert wire.written == b""
        reader.data_received(b"x")
        return wire

    wire = asyncio.run(told())
    assert wire.written.startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n")
    assert wire.written.endswith(b"\r\n\r\nThe headers are larger than this server takes.\n")
    assert wire.is_closed


def test_heads_of_a_connection_are_counted_one_by_one(port: int) -> None:
    request = b"GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 3_000 + b"\r\n"
    last = request + b"Connection: close\r\n\r\n"
    said = answer(port, *([request, b"\r\n"] * 10), last)
    assert said.count(b"HTTP/1.1 200 OK") == 11


def test_a_body_is_no_head(port: int) -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100000\r\n\r\n"
    assert answer(port, head, b"x" * 100_000).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize(
    "sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\nHo"]
)
def test_a_head_that_does_not_come(port: int, sent: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection ends, although it is the server's turn to wait."""
    monkeypatch.setattr(protocol, "_patience_seconds", lambda: 0.2)
    said = answer(port, sent)
    assert said.count(b"200 OK") == sent.count(b"\r\n\r\n")
