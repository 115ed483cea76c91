"""What the table costs a browser: bytes, requests, and the time until the player sees something.

A whole game is played by clicks in Chromium, against one worker on a database of its own. Bytes
are counted between the two, with everything that a server says before a body. Times stand beside
those of a page that has nothing to do.

    python benchmarks/page.py [--moves 100]
"""

import argparse
import asyncio
import os
import re
import shutil
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from statistics import median

from playwright.sync_api import BrowserContext, CDPSession, Page, Playwright, sync_playwright

from app.engine.notation import GameRecord
from benchmarks.serving import serving

GAME = Path(__file__).parents[1] / "tests/data/games/spider-2-6797.txt"
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
QUIET_MS = 3000  # after a first visit, until nothing more is asked for
ADDED_MS = 150
SLOWER = 4
WARM_UP = 5
REQUEST = re.compile(rb"^([A-Z]+) (\S+) HTTP/1\.1\r\n")

SCRIPT = """
window.seen = { from: 0, times: [], gaps: [], running: false };
addEventListener('click', (event) => (seen.from = event.timeStamp), true);
// The frame in which a change shows has been made when the message after it comes.
window.painted = (then) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => then(performance.now());
    port2.postMessage(0);
});
window.note = () => {
    const { from } = seen;
    if (!from) return;
    seen.from = 0;
    painted((now) => seen.times.push(now - from));
};
// A pile has changed when cards have come to it: before the answer, or with it.
const isPile = (node) => node.matches?.('li, .column, .foundation');
new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(isPile))) note();
}).observe(document, { childList: true, subtree: true });
window.frames_ = () => {
    let last = performance.now();
    const tick = (now) => {
        seen.gaps.push(now - last);
        last = now;
        if (seen.running) requestAnimationFrame(tick);
    };
    Object.assign(seen, { gaps: [], running: true });
    requestAnimationFrame(tick);
};
"""


@dataclass
class Answer:
    """A request, and what came back for it over the wire."""

    asked: str
    size: int = 0


@dataclass
class Wire:
    """Stands between browser and server, and counts."""

    server_port: int
    port: int = 0
    answers: list[Answer] = field(default_factory=list)

    async def serve(self) -> None:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]

    async def _connected(
        self, browser: asyncio.StreamReader, to_browser: asyncio.StreamWriter
    ) -> None:
        server, to_server = await asyncio.open_connection("127.0.0.1", self.server_port)
        latest = Answer("")

        async def up() -> None:
            nonlocal latest
            while data := await browser.read(65_536):
                if found := REQUEST.match(data):
                    latest = Answer(b" ".join(found.groups()).decode())
                    self.answers.append(latest)
                to_server.write(data)
            to_server.close()

        async def down() -> None:
            while data := await server.read(65_536):
                latest.size += len(data)
                to_browser.write(data)
            to_browser.close()

        await asyncio.gather(up(), down(), return_exceptions=True)


@contextmanager
def counted(server_port: int) -> Iterator[Wire]:
    """Count what goes to and from a server."""
    wire, loop = Wire(server_port), asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(wire.serve(), loop).result()
    yield wire
    loop.call_soon_threadsafe(loop.stop)
    thread.join()


class Player:
    """Plays in a page by clicks."""

    def __init__(self, page: Page, port: int) -> None:
        self.page = page
        self._url = f"http://127.0.0.1:{port}"

    def open(self, record: GameRecord) -> None:
        self.page.goto(f"{self._url}/{record.variant.key}/{record.seed}")

    def act(self, action: str) -> None:
        found = re.fullmatch(r"(\d+)-(\d+)(?:x(\d+))?", action)
        if found:
            source, target, count = found.groups()
            self._click(f'button.card[value="{source}x{count or 1}"]')
            self._click(f"#col-{target} > .drop")
        else:
            self._click("#deal")
        self.page.wait_for_function(
            "before => document.getElementById('status').dataset.version > before"
            " && !document.getAnimations().some(({ playState }) => playState === 'running')",
            arg=self._version,
        )

    @property
    def version(self) -> int:
        return int(self.page.evaluate("document.getElementById('status').dataset.version"))

    def _click(self, selector: str) -> None:
        self._version = self.version
        x, y, width, height = self.page.evaluate(
            "at => { const b = document.querySelector(at).getBoundingClientRect();"
            " return [b.left, b.top, b.width, b.height]; }",
            selector,
        )
        self.page.mouse.click(x + min(8, width / 2), y + min(4, height / 2))

    def times(self) -> list[float]:
        found: list[float] = self.page.evaluate("seen.times.splice(0)")
        return found


@contextmanager
def visiting(playwright: Playwright, **options: object) -> Iterator[BrowserContext]:
    """A browser that has never been here. (Not a private window: those are never installable.)"""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=path,
            args=FLAGS,
            viewport={"width": 1280, "height": 800},
            **options,  # type: ignore[arg-type]
        )
        yield context
        context.close()


def measure_wire(playwright: Playwright, record: GameRecord, port: int, moves: int) -> None:
    with counted(port) as wire, visiting(playwright, reduced_motion="reduce") as context:
        player = Player(context.pages[0], wire.port)
        player.open(record)
        player.page.wait_for_timeout(QUIET_MS)
        first = list(wire.answers)
        for answer in first:
            print(f"  {answer.size:7,} bytes  {answer.asked}")
        total = sum(answer.size for answer in first)
        print(f"first visit: {total:,} bytes, {len(first)} requests (wanted: 61,440 and 8 at most)")
        sizes = []
        for action in islice(map(str, record.actions), moves):
            wire.answers.clear()
            player.act(action)
            assert [answer.asked[:5] for answer in wire.answers] == ["POST "], wire.answers
            sizes.append(wire.answers[0].size)
    print(
        f"a move: 1 request, median {median(sizes):,.0f} bytes, 95 % {late(sizes):,.0f}, "
        f"most {max(sizes):,} (wanted: 2,048 at 95 %)"
    )


def late(values: list[float] | list[int]) -> float:
    """The 95th percentile."""
    return sorted(values)[int(len(values) * 0.95)]


def in_ms(values: list[float]) -> str:
    return f"median {median(values):5.1f} ms, 95 % {late(values):5.1f} ms"


def measure_clicks(playwright: Playwright, record: GameRecord, port: int, moves: int) -> None:
    with visiting(playwright) as context:
        context.add_init_script(SCRIPT)
        page = context.pages[0]
        player = Player(page, port)
        player.open(record)
        network = context.new_cdp_session(page)
        actions = iter(map(str, record.actions))
        for added in (0, ADDED_MS):
            for action in islice(actions, WARM_UP):
                player.act(action)
            player.times()
            slow_down(network, added)
            piles: list[float] = []
            rows: list[float] = []
            for action in islice(actions, moves // 2 - WARM_UP):
                player.act(action)
                (rows if action == "deal" else piles).extend(player.times())
            bare = asked(page, len(piles))
            slow_down(network, 0)
            print(f"click to repainted pile, {added} ms of delay added: {in_ms(piles)}")
            print(f"  a row of hidden cards dealt:                    {in_ms(rows)}")
            print(f"  a bare request and a repaint then:              {in_ms(bare)}")
        print(f"click to repaint where nothing is to be done:     {in_ms(idle(page, moves // 2))}")


def slow_down(network: CDPSession, added_ms: int) -> None:
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": added_ms, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def asked(page: Page, times: int) -> list[float]:
    """How long the smallest request takes, up to a repaint after it."""
    found: list[float] = page.evaluate(
        """async (times) => {
            const found = [];
            while (found.length < times) {
                const from = performance.now();
                await (await fetch('/robots.txt', { cache: 'no-store' })).text();
                found.push(await new Promise(painted) - from);
            }
            return found;
        }""",
        times,
    )
    return found


def idle(page: Page, clicks: int) -> list[float]:
    """Click to repaint, in a page with one button that changes its own text."""
    page.goto("data:text/html,<button>0</button>")
    page.evaluate(
        """() => {
            const button = document.querySelector('button');
            button.onclick = () => { button.textContent++; note(); };
        }"""
    )
    for _ in range(clicks):
        page.mouse.click(15, 15)
        page.wait_for_timeout(30)
    found: list[float] = page.evaluate("seen.times")
    return found


def measure_drag(playwright: Playwright, record: GameRecord, port: int) -> None:
    with visiting(playwright) as context:
        context.add_init_script(SCRIPT)
        page = context.pages[0]
        player = Player(page, port)
        player.open(record)
        for action in islice(map(str, record.actions), 30):
            player.act(action)
        cpu = context.new_cdp_session(page)
        cpu.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        runs = [longest_frame(page, drags=drags) for drags in (True, False) * 3]
        dragging, moving = runs[::2], runs[1::2]
    print(f"longest frame, processor {SLOWER} times slower, in ms (wanted: 50 at most)")
    print(f"  while dragging:          {', '.join(f'{gap:.0f}' for gap in dragging)}")
    print(f"  the same way undragged:  {', '.join(f'{gap:.0f}' for gap in moving)}")


def longest_frame(page: Page, *, drags: bool) -> float:
    """Move over all columns and home again; with the longest run that can be lifted, or none."""
    x, y, width, height = page.evaluate(
        "() => { const [card] = [...document.querySelectorAll('#tableau [data-to]')]"
        ".sort((a, b) => b.value.split('x')[1] - a.value.split('x')[1]);"
        " const b = card.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; }"
    )
    start = x + min(8, width / 2), y + min(4, height / 2)
    page.mouse.move(*start)
    page.evaluate("frames_()")
    if drags:
        page.mouse.down()
    for stop in ((40, 300), (1240, 320), (40, 500), start):
        page.mouse.move(*stop, steps=40)
    if drags:
        page.mouse.up()
    gaps: list[float] = page.evaluate("() => { seen.running = false; return seen.gaps; }")
    page.wait_for_timeout(300)
    return max(gaps)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=140)
    arguments = parser.parse_args()
    record = GameRecord.parse(GAME.read_text("utf-8"))
    with (
        tempfile.TemporaryDirectory() as folder,
        serving("app.main:create_app", Path(folder) / "page.db") as server,
        sync_playwright() as playwright,
    ):
        measure_wire(playwright, record, server.port, arguments.moves)
        measure_clicks(playwright, record, server.port, arguments.moves)
        measure_drag(playwright, record, server.port)


if __name__ == "__main__":
    main()
