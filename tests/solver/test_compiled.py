"""Compiled code is never stale, and works where none can be kept."""

import ast
import os
import platform
import shutil
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest
from numba.core import config

import app
from app.solver.kernels import compiled
from app.solver.kernels.compiled import digest

KERNELS = Path(compiled.__file__).parent
MODULES = sorted(path.name for path in KERNELS.glob("*.py"))

CALL = """
from app.solver.kernels.board import pile_hash
value = int(pile_hash(5))
print(value, sum(pile_hash.stats.cache_hits.values()))
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of what compiles: the folder it is imported from."""
    root = tmp_path / "copy"
    for folder in (Path(app.__file__).parent, KERNELS.parent):
        target = root / folder.relative_to(Path(app.__file__).parent.parent)
        target.mkdir(parents=True)
        shutil.copy(folder / "__init__.py", target)
    shutil.copytree(KERNELS, root / "app" / "solver" / "kernels")
    shutil.rmtree(root / "app" / "solver" / "kernels" / "__pycache__", ignore_errors=True)
    return root


def called(package: Path, cache: Path) -> tuple[int, int]:
    """Call a kernel in a new process: its value, and how often it came from the cache."""
    ended = subprocess.run(
        [sys.executable, "-c", CALL],
        env={
            **os.environ,
            "PYTHONPATH": str(package),
            "PYTHONDONTWRITEBYTECODE": "1",
            "XDG_CACHE_HOME": str(cache),
        },
        cwd=package,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    value, hits = map(int, ended.stdout.split())
    return value, hits


def change(module: Path, old: str, new: str) -> None:
    text = module.read_text(encoding="utf-8")
    assert text.count(old) == 1
    module.write_text(text.replace(old, new), encoding="utf-8")


def test_a_changed_helper_of_another_module_is_used(package: Path, tmp_path: Path) -> None:
    """``pile_hash`` is in one module, ``mixed``, which it calls, in another."""
    helper = package / "app" / "solver" / "kernels" / "nodes.py"
    cache = tmp_path / "cache"
    first, _ = called(package, cache)
    assert called(package, cache) == (first, 1)
    change(helper, "np.uint64(29)", "np.uint64(28)")
    second, hits = called(package, cache)
    assert hits == 0
    assert second != first
    assert second == called(package, tmp_path / "another cache")[0]
    change(helper, "np.uint64(28)", "np.uint64(29)")
    assert called(package, cache) == (first, 1)


@pytest.mark.parametrize("name", MODULES)
def test_every_module_counts(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "kernels"
    shutil.copytree(KERNELS, folder)
    assert digest(folder) == digest()
    module = folder / name
    module.write_text(module.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    changed = digest(folder)
    assert changed != digest()
    module.rename(folder / f"other_{name}")
    assert digest(folder) not in {digest(), changed}


@pytest.mark.parametrize("package_name", ["numba", "numpy", "llvmlite"])
def test_the_releases_that_compile_count(
    package_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest()
    monkeypatch.setattr(
        "app.solver.kernels.compiled.version",
        lambda name: "0.0" if name == package_name else version(name),
    )
    assert digest() != before


def test_the_python_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest()
    monkeypatch.setattr(platform, "python_version", lambda: "3.0.0")
    assert digest() != before


@pytest.mark.parametrize("name", MODULES)
def test_kernels_import_no_other_part_of_wisp(name: str) -> None:
    """What they import is part of what the cache is named after."""
    tree = ast.parse((KERNELS / name).read_text(encoding="utf-8"))
    imported = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.append(f"{node.module}.")
    ours = [path for path in imported if path.split(".")[0] == "app"]
    assert all(path.startswith("app.solver.kernels.") for path in ours)
    assert ours or name in {"__init__.py", "compiled.py", "weights.py"}


def test_every_kernel_lies_in_the_one_folder() -> None:
    assert sorted(KERNELS.glob("**/*.py")) == [KERNELS / name for name in MODULES]


def test_a_home_that_cannot_be_written(package: Path, tmp_path: Path) -> None:
    """All is compiled anew each time, and nothing is written."""
    value, _ = called(package, tmp_path / "cache")
    no_folder = tmp_path / "file"
    no_folder.write_text("")
    before = sorted(package.glob("**/*.n*"))
    assert called(package, no_folder) == (value, 0)
    assert called(package, no_folder) == (value, 0)
    assert sorted(package.glob("**/*.n*")) == before


def test_a_folder_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(config, "CACHE_DIR", "as before")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert not compiled._open_cache()
    assert config.CACHE_DIR == "as before"  # type: ignore[attr-defined]


def test_no_home_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Path:
        raise RuntimeError

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", none)
    assert not compiled._open_cache()


def test_what_other_sources_left_long_ago_is_removed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(config, "CACHE_DIR", "")
    home = tmp_path / "wisp"
    long_ago = time.time() - 40 * 24 * 3600
    own = compiled.cache_folder().name
    for name in ("solver-old", "solver-recent", "other-old", own):
        (home / name).mkdir(parents=True)
        (home / name / "code").write_text("")
        if not name.endswith("recent"):
            os.utime(home / name, (long_ago, long_ago))
    assert compiled._open_cache()
    assert {path.name for path in home.iterdir()} == {"solver-recent", "other-old", own}
    assert (home / own / "code").exists()
