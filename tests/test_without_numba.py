"""Where Numba does not run, everything but the solver works."""

import os
import subprocess
import sys
from pathlib import Path

WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numba", "numpy", "llvmlite"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
"""

PLAYING = """
from starlette.testclient import TestClient
from app.main import create_app

with TestClient(create_app()) as client:
    game = client.post("/api/v1/games", json={"variant": "spider-2", "seed": 1}).json()
    move = game["legal"][0]
    played = client.post(
        f"/api/v1/games/{game['id']}/actions", json={"action": move, "version": 0}
    )
    assert played.status_code == 200, played.text
    assert played.json()["moves"] == 1
    assert client.get("/").status_code == 200
"""

SOLVING = """
try:
    import app.solver.solving
except ImportError as error:
    print(error)
"""


def run(code: str, folder: Path) -> str:
    """Run a program to which Numba and NumPy are missing; give what it prints."""
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT + code],
        env={**os.environ, "DATABASE_URL": f"sqlite:///{folder}/wisp.db"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_the_site_starts_and_plays(tmp_path: Path) -> None:
    assert run(PLAYING, tmp_path) == ""


def test_commands_are_explained(tmp_path: Path) -> None:
    call = "sys.argv = ['wisp', '--help']\nfrom app.cli import main\nmain()"
    assert "serve" in run(call, tmp_path)


def test_the_solver_cannot_be_imported(tmp_path: Path) -> None:
    assert run(SOLVING, tmp_path).startswith("No module named 'num")
