"""Having compiled code at hand."""

import subprocess
import sys

SEARCHING = """
from numba.core.event import install_recorder
from app.engine.deal import deal
from app.engine.variants import VARIANTS
from app.solver.loading import load
from app.solver.result import Limits
from app.solver.solving import solve

load()
with install_recorder("numba:compile") as compiled:
    for key in ("spider-1", "spider-4", "spiderette-2", "will-o-the-wisp-4"):
        for seed in range(1, 5):
            solve(deal(VARIANTS[key], seed), Limits(60, nodes=150_000), shorten_seconds=0.1)
print(len(compiled.buffer))
"""


def test_nothing_is_compiled_once_all_is_loaded() -> None:
    command = [sys.executable, "-c", SEARCHING]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout == "0\n"
