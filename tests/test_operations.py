"""What the guide for operators names exists, and what an operator can watch is in it."""

import re
from pathlib import Path

import pytest
from fastapi.routing import iter_route_contexts
from prometheus_client import Counter, Histogram
from sqlalchemy.engine import URL

from app import metrics
from app.cli import commands
from app.logs import TextLines
from app.main import create_app
from app.settings import Settings

GUIDE = Path(__file__).parent.parent / "docs" / "operations.md"
TEXT = GUIDE.read_text(encoding="utf-8")
MEASURED = [each for each in vars(metrics).values() if isinstance(each, Counter | Histogram)]


def family_of(name: str) -> str:
    return re.sub(r"_(total|bucket|count|sum)$", "", name)


def test_every_setting_named_exists() -> None:
    named = set(re.findall(r"\b[A-Z]+(?:_[A-Z]+)+\b", TEXT)) | {"WORKERS", "HOST", "PORT"}
    assert len(named) > 10
    assert named - {name.upper() for name in Settings.model_fields} == set()


def test_every_metric_named_exists_and_every_one_is_named() -> None:
    named = {family_of(name) for name in re.findall(r"\bwisp_[a-z_]+", TEXT)}
    assert named == {each._name for each in MEASURED}


@pytest.mark.parametrize("measured", MEASURED, ids=lambda each: each._name)
def test_its_labels_are_named(measured: Counter | Histogram) -> None:
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| `{measured._name}"))
    assert re.findall(r"`(\w+)`", row.split("|")[2]) == list(measured._labelnames)


def test_every_kind_of_action_is_named() -> None:
    samples = [sample for family in metrics.registry.collect() for sample in family.samples]
    kinds = {sample.labels["kind"] for sample in samples if sample.name == "wisp_actions_total"}
    assert {kind for kind in kinds if f"`{kind}`" not in TEXT} == set()


def test_every_command_named_exists() -> None:
    named = set(re.findall(r"(?:`|^|bin/| )wisp ([a-z]+)(?=[ `\n])", TEXT, re.MULTILINE))
    known = {
        command.callback.__name__ for command in commands.registered_commands if command.callback
    }
    assert {"serve", "backup", "migrate", "tidy"} <= named <= known


def test_every_route_named_exists(database_url: URL) -> None:
    app = create_app(Settings(database_url=database_url.render_as_string(hide_password=False)))
    routes = {getattr(each.original_route, "path", "") for each in iter_route_contexts(app.routes)}
    named = set(re.findall(r'route="([^"]+)"', TEXT)) | {"/healthz", "/metrics"}
    assert len(named) > 2
    assert named <= routes


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)", TEXT)
    assert links
    assert [link for link in links if not (GUIDE.parent / link).exists()] == []


def test_the_line_shown_is_one() -> None:
    assert re.search(r"^    \S+Z INFO POST .* \[request [0-9a-f]{12}\]$", TEXT, re.MULTILINE)
    assert "[request" in (TextLines.__doc__ or "")
