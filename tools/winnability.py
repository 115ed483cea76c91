"""Print what surveys found out, as docs/winnability.md and the rules pages have it.

    python tools/winnability.py lines.jsonl [more.jsonl]

The files hold lines as `wisp survey --output` and the raw file of benchmarks/solver.py have them.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from app.engine.variants import VARIANTS
from app.services.tally import wilson


def answers(names: Iterable[str]) -> dict[tuple[str, int], str]:
    """Give what is known of each deal: of several lines the one with an answer."""
    known: dict[tuple[str, int], str] = {}
    for name in names:
        for line in map(json.loads, Path(name).read_text(encoding="utf-8").splitlines()):
            if "status" in line:
                deal = line["variant"], line["seed"]
                if known.get(deal, "unknown") == "unknown":
                    known[deal] = line["status"]
    return known


def main(*names: str) -> None:
    """Print a row for each variant, then the same numbers for the rules pages."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for (key, _), status in answers(names).items():
        found[key][status] += 1
    for key in VARIANTS:
        won, dead, unknown = (found[key][status] for status in ("won", "unwinnable", "unknown"))
        deals = won + dead + unknown
        if deals:
            low, high = wilson(won, deals)[0], wilson(won + unknown, deals)[1]
            sys.stdout.write(
                f"| `{key}` | {won} | {dead} | {unknown} | {low:.1%} to {high:.1%} |\n"
            )
    for key in VARIANTS:
        won, dead = found[key]["won"], found[key]["unwinnable"]
        sys.stdout.write(f'    "{key}": Winnability({won}, {dead}),\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
