"""Compiling in a process of its own."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from app.solver import compiling
from app.solver.compiling import compile_here, compiling_elsewhere, is_available
from app.solver.kernels import cache_base


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Note what would be compiled, and compile nothing."""
    calls: list[str] = []
    loading = SimpleNamespace(load=lambda: calls.append("load"))
    monkeypatch.setitem(sys.modules, "app.solver.loading", loading)
    return calls


def test_where_there_is_a_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    assert is_available()
    monkeypatch.setattr(compiling, "find_spec", lambda name: None if name == "numba" else name)
    assert not is_available()


def test_compiling(tmp_path: Path, loads: list[str]) -> None:
    assert compile_here(tmp_path / "new" / "cache")
    assert compile_here(tmp_path / "new" / "cache")
    assert loads == ["load", "load"]


def test_one_at_a_time(tmp_path: Path, loads: list[str]) -> None:
    with closing(sqlite3.connect(tmp_path / "compiling.lock")) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert not compile_here(tmp_path)
    assert loads == []
    assert compile_here(tmp_path)


def test_where_nothing_can_be_kept(tmp_path: Path, loads: list[str]) -> None:
    (tmp_path / "file").touch()
    assert not compile_here(tmp_path / "file" / "cache")
    assert loads == []


def test_the_folder_is_that_of_the_compiled_code() -> None:
    pytest.importorskip("numba")
    from app.solver.kernels.compiled import cache_folder  # noqa: PLC0415

    assert cache_folder().parent == cache_base()


def test_the_process_compiles() -> None:
    pytest.importorskip("numba")
    subprocess.run([sys.executable, "-m", "app.solver.compiling"], check=True)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list["subprocess.Popen[bytes]"]:
    """Note the processes that are started; each of them only waits."""
    processes: list[subprocess.Popen[bytes]] = []
    popen: Callable[..., subprocess.Popen[bytes]] = subprocess.Popen

    def start(command: list[str], **options: object) -> "subprocess.Popen[bytes]":
        assert command == [sys.executable, "-m", "app.solver.compiling"]
        waiting = [sys.executable, "-c", "import time; time.sleep(600)"]
        processes.append(popen(waiting, **options))
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    return processes


@pytest.mark.skipif(os.name != "posix", reason="there are no groups of processes")
def test_it_ends_with_what_it_is_beside(started: list["subprocess.Popen[bytes]"]) -> None:
    with compiling_elsewhere():
        [process] = started
        assert process.poll() is None
        assert os.getpgid(process.pid) == process.pid  # where Ctrl+C does not reach it
    assert process.returncode is not None
