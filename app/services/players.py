"""Who plays: an anonymous player, known by the token in the cookie, and what they prefer."""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from app.engine.cards import shown
from app.engine.variants import VARIANTS, Collecting, GameKind, Variant
from app.services.cache import SharedCache
from app.services.clock import now_ms
from app.services.errors import UnknownChoiceError
from app.store import players as store
from app.store.database import Database

CHOICES: dict[str, tuple[str, ...]] = {
    "hints": ("on", "off"),
    "one_tap": ("off", "on"),
    "collect": ("off", "on"),
    "stock": ("left", "right"),
    "sounds": ("off", "on"),
    "theme": ("system", "light", "dark"),
    "felt": ("marsh", "dusk", "heather", "peat"),
    "back": ("lights", "reeds", "moon", "pond"),
    "deck": ("two", "four"),
    "animations": ("on", "off"),
}
"""The settings of a player and what each may be; the first is what it is at first."""

LOOKS = ("theme", "felt", "back", "deck", "animations")
"""The settings that every page shows."""

WAYS = ("hints", "one_tap", "stock", "sounds")
"""The settings that a table alone heeds, from one action to the next."""

_TOKEN_BYTES = 32
_KNOWN_PLAYERS = 10_000


@dataclass(frozen=True)
class Preferences:
    """What a player has chosen."""

    chosen: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> str:
        """Give a setting's value."""
        value = self.chosen.get(name)
        return value if value in CHOICES[name] else CHOICES[name][0]

    def all_of(self, names: Iterable[str]) -> dict[str, str]:
        """Give the values of several settings."""
        return {name: self[name] for name in names}

    def variant_for(self, game: GameKind) -> Variant:
        """Give the game's variant chosen last, or its standard one."""
        variant = VARIANTS.get(self.chosen.get(_variant_setting(game), ""))
        return variant or VARIANTS[f"{game.key}-{game.standard_suits}"]

    def collecting_for(self, variant: Variant) -> Collecting:
        """Give the way of collecting with which a new game begins."""
        offered = variant.game.collecting
        automatic = self["collect"] == "on" and Collecting.AUTOMATIC in offered
        return Collecting.AUTOMATIC if automatic else offered[0]


class Players:
    """Finds and adds players, and keeps what they prefer."""

    def __init__(self, database: Database, now: Callable[[], int] = now_ms) -> None:
        self._database = database
        self._now = now
        self._known = SharedCache[int](_KNOWN_PLAYERS, database.times_lost)

    def by_token(self, token: str | None) -> int | None:
        """Find a player; None for a token that is missing, forged or forgotten."""
        if not token:
            return None
        token_hash = _hash(token)
        player_id = self._known.get(token_hash)
        if player_id is None:
            with self._database.read() as connection:
                player_id = store.player_by_token(connection, token_hash)
            if player_id is not None:
                self._known.put(token_hash, player_id)
        return player_id

    def exists(self, player_id: int) -> bool:
        """Tell whether a player is still known; another process may have removed one."""
        with self._database.read() as connection:
            return store.player_exists(connection, player_id)

    def add(self) -> tuple[int, str]:
        """Add a player; give the id, and the token that only the player will know."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        with self._database.write() as connection:
            return store.add_player(connection, _hash(token), self._now()), token

    def preferences(self, player_id: int | None) -> Preferences:
        """Read what a player prefers; values that are no longer known give the default."""
        if player_id is None:
            return Preferences()
        with self._database.read() as connection:
            return Preferences(store.settings_of(connection, player_id))

    def choose_variant(self, player_id: int, variant: Variant) -> None:
        """Remember the suit count chosen for a game."""
        self._store(player_id, {_variant_setting(variant.game): variant.key})

    def choose(self, player_id: int, choices: Mapping[str, str]) -> None:
        """Remember choices; what is not among them stays as it is.

        Raises:
            UnknownChoiceError: a setting or a value does not exist; nothing is stored.
        """
        check_choices(choices)
        self._store(player_id, choices)

    def _store(self, player_id: int, choices: Mapping[str, str]) -> None:
        with self._database.write() as connection:
            store.choose(connection, player_id, choices)


def check_choices(choices: Mapping[str, str]) -> None:
    """Accept settings and values that exist.

    Raises:
        UnknownChoiceError: one does not.
    """
    for name, value in choices.items():
        if value not in CHOICES.get(name, ()):
            raise UnknownChoiceError(f"There is no setting {shown(name)} of {shown(value)}.")


def _variant_setting(game: GameKind) -> str:
    return f"variant.{game.key}"


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).hexdigest()
