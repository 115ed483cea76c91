"""What a browser needs to know to install Wisp."""

import json
from functools import cache

from app.engine.variants import GAMES

MARSH_BY_DAY, MARSH_BY_NIGHT = "#1d3f35", "#0a1310"
"""The colour of the bar, ``--marsh`` in ``tokens.css``: what surrounds the page is like it."""

# Beside this file, under the same release.
_ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)


@cache
def manifest() -> str:
    """The web app manifest."""
    return json.dumps(
        {
            "id": "/",
            "name": "Wisp: Spider solitaire",
            "short_name": "Wisp",
            "description": "Spider, Spiderette and Will o’ the Wisp: free and without an account.",
            "lang": "en",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "theme_color": MARSH_BY_DAY,
            "background_color": MARSH_BY_NIGHT,
            "categories": ["games"],
            "icons": [
                {"src": src, "sizes": sizes, "type": "image/png", "purpose": purpose}
                for src, sizes, purpose in _ICONS
            ],
            "shortcuts": [{"name": game.title, "url": f"/{key}"} for key, game in GAMES.items()],
        },
        ensure_ascii=False,
    )
