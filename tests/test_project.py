"""The files around the program agree with one another."""

import ast
import json
import re
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import app

ROOT = Path(__file__).parent.parent
LOCKS = ["requirements.lock", "requirements-dev.lock", "package-lock.json"]
# For each package from npm: its stamp, a file of it that pages load, and how that begins.
VENDORED = {
    "htmx.org": ("htmx.integrity", "htmx.min.js", "var htmx="),
    "swagger-ui-dist": ("swagger-ui.integrity", "swagger-ui.css", ".swagger-ui"),
}
# Where a command begins, so that prose about making things is left alone.
MAKE_COMMAND = re.compile(r"(?:^|RUN|command:|&&|;)\s*make\s+([a-z-]+)", re.MULTILINE)


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def pyproject() -> dict[str, Any]:
    return tomllib.loads(read("pyproject.toml"))


def normalised(requirement: str) -> str:
    name = re.split(r"[^A-Za-z0-9._-]", requirement, maxsplit=1)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(name: str) -> set[str]:
    return {normalised(line) for line in re.findall(r"^\S+==", read(name), re.MULTILINE)}


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", read("Makefile"), re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_name_no_address(lock: str) -> None:
    assert not re.findall(r".*(?:://|resolved|index-url|find-links|@ file).*", read(lock))


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_everything_locked_has_a_hash(lock: str) -> None:
    packages = re.split(r"^(?=\S+==)", read(lock), flags=re.MULTILINE)[1:]
    assert packages
    assert [text.split()[0] for text in packages if "--hash=sha256:" not in text] == []


def test_every_dependency_is_locked() -> None:
    project = pyproject()["project"]
    extras = project["optional-dependencies"]
    served = {normalised(line) for line in project["dependencies"] + extras["postgresql"]}
    assert served <= locked("requirements.lock")
    wanted = {normalised(line) for lines in extras.values() for line in lines}
    assert wanted <= locked("requirements-dev.lock")


def test_development_dependencies_are_locked() -> None:
    wanted = {normalised(line) for line in pyproject()["dependency-groups"]["dev"]}
    assert wanted <= locked("requirements-dev.lock")


def test_both_locks_agree() -> None:
    pins = [set(re.findall(r"^\S+==\S+", read(lock), re.MULTILINE)) for lock in LOCKS[:2]]
    assert pins[0] <= pins[1]


@pytest.mark.parametrize("name", VENDORED)
def test_packages_are_pinned_and_locked(name: str) -> None:
    pin = json.loads(read("package.json"))["dependencies"][name]
    package = json.loads(read("package-lock.json"))["packages"][f"node_modules/{name}"]
    assert package["version"] == pin
    assert package["integrity"].startswith("sha512-")


@pytest.mark.parametrize("name", VENDORED)
def test_packages_are_where_pages_look_for_them(name: str) -> None:
    package = json.loads(read("package-lock.json"))["packages"][f"node_modules/{name}"]
    stamp, file, beginning = VENDORED[name]
    assert read(f"static/vendor/{stamp}") == package["integrity"]
    assert read(f"static/vendor/{file}").startswith(beginning)


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", ".ci/run"])
def test_commands_name_targets_that_exist(name: str) -> None:
    assert set(MAKE_COMMAND.findall(read(name))) <= make_targets()


def test_image_and_ci_run_what_make_runs() -> None:
    assert MAKE_COMMAND.findall(read("Dockerfile")) == ["install"]
    assert MAKE_COMMAND.findall(read(".ci/run")) == ["check", "audit", "test-postgresql", "test"]


def test_every_target_is_phony_and_explained() -> None:
    makefile = read("Makefile")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    assert set(phony[1].split()) == make_targets()
    assert set(re.findall(r"^([a-z-]+):.* ## \S", makefile, re.MULTILINE)) == make_targets()


def test_version_is_told_once() -> None:
    assert version("wisp") == app.__version__


def test_version_is_in_the_changelog() -> None:
    headings = re.findall(r"^## \[([^\]]+)\]", read("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1:2] in ([], [app.__version__])


def test_engine_imports_the_standard_library_alone() -> None:
    imported = set()
    for module in (ROOT / "app" / "engine").glob("**/*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                imported.add(node.module or "")
    allowed = sys.stdlib_module_names
    strange = {
        name
        for name in imported
        if name.split(".")[0] not in allowed and not name.startswith("app.engine")
    }
    assert strange == set()
