"""Print what surveys found out, as docs/winnability.md and the rules pages have it.

    tools/winnability.py lines.jsonl [more.jsonl]

The files hold lines as `wisp survey --output` and the raw file of benchmarks/solver.py have them.
"""

import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from app.engine.variants import VARIANTS
from app.services.tally import wilson


def main(*names: str) -> None:
    """Print a row for each variant, then the same numbers for the rules pages."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for name in names:
        for line in map(json.loads, Path(name).read_text(encoding="utf-8").splitlines()):
            if "status" in line:
                found[line["variant"]][line["status"]] += 1
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
