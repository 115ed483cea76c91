"""How many deals the solver decides, how fast, how short its solutions are, and what it takes.

    benchmarks/solver.py                        a short look at every variant
    benchmarks/solver.py --seeds 1-1000 --limit-seconds 60 --raw lines.jsonl
    benchmarks/solver.py --peer ../shared/data/peer

Seconds are processor seconds of the searching thread, after the code has been loaded. Lines that
are in the raw file already are not measured again, so a long run can go on where it ended.
"""

import argparse
import json
import resource
import statistics
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from app.engine.deal import deal
from app.engine.position import Position
from app.engine.variants import VARIANTS, Collecting
from app.engine.written import parse_deal
from app.solver.result import Limits, Result, Status, length
from app.solver.solving import Solver

Line = dict[str, Any]

SHORTENING_SEEDS = 25
TEN_SECONDS = Limits(seconds=10)
PEERS = {
    "will-o-the-wisp-4": (40, 50),
    "spiderette-4": (20, 49),
    "spider-4": (20, 50),
    "spider-2": (80, 50),
    "spider-1": (300, 50),
}
"""For each game: how many times as fast as KPat, and how many of its deals are to be decided."""


def searched(
    solver: Solver, position: Position, limits: Limits, shorten: float = 0.0
) -> tuple[Result, float]:
    begun = time.thread_time()
    result = solver.solve(position, limits, shorten_seconds=shorten)
    return result, time.thread_time() - begun


def line_of(key: str, seed: int, result: Result, cpu: float) -> Line:
    return {
        "variant": key,
        "seed": seed,
        "status": result.status,
        "moves": length(result.actions),
        "nodes": result.nodes,
        "cpu_seconds": round(cpu, 5),
    }


def measured(key: str, seeds: range, limits: Limits, raw: Path | None) -> list[Line]:
    """Solve each deal once, and leave out those whose lines are there."""
    known = {line["seed"]: line for line in lines_of(raw) if line["variant"] == key}
    solver = Solver()
    for seed in seeds:
        if seed in known:
            continue
        result, cpu = searched(solver, deal(VARIANTS[key], seed), limits)
        known[seed] = line_of(key, seed, result, cpu)
        if raw:
            with raw.open("a") as file:
                file.write(json.dumps(known[seed]) + "\n")
    return [known[seed] for seed in seeds]


def lines_of(raw: Path | None) -> Iterator[Line]:
    if raw and raw.exists():
        yield from map(json.loads, raw.read_text().splitlines())


def row(key: str, lines: list[Line], limits: list[float]) -> str:
    decided = sorted(line["cpu_seconds"] for line in lines if line["status"] != Status.UNKNOWN)
    shares = [100 * sum(second <= limit for second in decided) / len(lines) for limit in limits]
    won = sum(line["status"] == Status.WON for line in lines)
    dead = sum(line["status"] == Status.UNWINNABLE for line in lines)
    nodes, seconds = (sum(line[name] for line in lines) for name in ("nodes", "cpu_seconds"))
    times = [decided[int(len(decided) * part)] if decided else 0 for part in (0.5, 0.9, 0.99)]
    return (
        f"{key:18} {len(lines):5} "
        + " ".join(f"{share:6.1f}" for share in shares)
        + f"  {won:5} {dead:5} {len(lines) - won - dead:5}  "
        + " ".join(f"{second:7.3f}" for second in times)
        + f"  {nodes / max(seconds, 1e-9) / 1e6:6.1f}"
    )


def shortened(key: str, seeds: range) -> str:
    solver = Solver()
    first, after = [], []
    for seed in seeds[:SHORTENING_SEEDS]:
        position = deal(VARIANTS[key], seed)
        result, _ = searched(solver, position, TEN_SECONDS)
        if result.status is Status.WON:
            first.append(length(result.actions))
            result, _ = searched(solver, position, TEN_SECONDS, shorten=1)
            after.append(length(result.actions))
    before, short = statistics.median(first or [0]), statistics.median(after or [0])
    return f"{key:18} {len(first):5} solutions, median {before:5.0f} moves, {short:5.0f} after 1 s"


def survey(keys: list[str], seeds: range, most: Limits, raw: Path | None) -> None:
    limits = sorted({0.1, 1.0, most.seconds})
    heads = " ".join(f"{f'{limit:g}s':>6}" for limit in limits)
    print(
        f"{'variant':18} deals {heads}    won  dead  open   median     90%     99%  M/s"
        "   (decided within so many CPU seconds, %)"
    )
    for key in keys:
        print(row(key, measured(key, seeds, most, raw), limits), flush=True)
    print()
    for key in keys:
        print(shortened(key, seeds), flush=True)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"\nThe process took {peak} MB at most.")


def against_peers(folder: Path) -> None:
    print("game               decided (of)  times KPat's 150 (wanted)  moves  KPat's at 1,000")
    for key, (wanted, all_of) in PEERS.items():
        solver = Solver()
        ratios, moves, theirs, decided = [], [], [], 0
        texts = (folder / f"{key}.jsonl").read_text().splitlines()
        positions = [parse_deal(text, VARIANTS[key], Collecting.AUTOMATIC) for text in texts]
        searched(solver, positions[0], TEN_SECONDS)
        for text, position in zip(texts, positions, strict=True):
            line = json.loads(text)
            result, cpu = searched(solver, position, TEN_SECONDS)
            decided += result.status is not Status.UNKNOWN
            ratios.append(line["peers"]["kpat_150"]["ms"] / 1000 / cpu)
            if result.status is Status.WON:
                short, _ = searched(solver, position, TEN_SECONDS, shorten=1)
                moves.append(length(short.actions))
            if line["peers"]["kpat_1000"].get("moves"):
                theirs.append(line["peers"]["kpat_1000"]["moves"])
        print(
            f"{key:18} {decided:3} ({all_of} of {len(texts)})  {statistics.median(ratios):8.0f}"
            f" ({wanted})               {statistics.median(moves or [0]):5.0f}"
            f"  {statistics.median(theirs or [0]):5.0f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the solver.")
    parser.add_argument("--seeds", default="1-30", help="first and last seed: 1-1000")
    parser.add_argument("--limit-seconds", type=float, default=1.0)
    parser.add_argument(
        "--limit-nodes", type=int, default=Limits().nodes, help="a limit that no other load moves"
    )
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--raw", type=Path, help="file of the raw lines")
    parser.add_argument("--peer", type=Path, help="folder of deals that other solvers have tried")
    options = parser.parse_args()
    if options.peer:
        if not options.peer.is_dir():
            sys.exit(f"Skipped: there is no folder {options.peer}.")
        against_peers(options.peer)
        return
    first, last = map(int, options.seeds.split("-"))
    seeds = range(first, last + 1)
    most = Limits(seconds=options.limit_seconds, nodes=options.limit_nodes)
    survey(options.variants.split(","), seeds, most, options.raw)


if __name__ == "__main__":
    main()
