"""Rendering."""

from functools import cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.engine.variants import GAMES
from app.resources import TEMPLATES
from app.web.assets import asset_url
from app.web.head import Head
from app.web.manifest import MARSH_BY_DAY, MARSH_BY_NIGHT


@cache
def environment() -> Environment:
    """Set up Jinja2: everything is escaped, and an unknown name is an error."""
    env = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    env.globals.update(
        games=GAMES,
        static=asset_url,
        marsh_by_day=MARSH_BY_DAY,
        marsh_by_night=MARSH_BY_NIGHT,
        page_head=Head(),
    )
    return env


def render(name: str, **context: object) -> str:
    """Render a template."""
    return environment().get_template(name).render(context)
