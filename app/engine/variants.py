"""The variants, as data. A new one is a new entry here; everything else follows."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from app.engine.cards import Suit, shown
from app.engine.errors import UnknownVariantError


class Collecting(Enum):
    """How completed runs reach their foundations; the value is the text of a game record."""

    AUTOMATIC = "automatic"
    BY_HAND = "by hand"

    def __str__(self) -> str:
        """Give the text form."""
        return self.value


SUIT_SEQUENCES = {
    1: (Suit.SPADES,) * 4,
    2: (Suit.SPADES, Suit.HEARTS) * 2,
    4: (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS),
}
"""For each suit count, the suits of one unshuffled deck."""


@dataclass(frozen=True)
class GameKind:
    """A game of the family: Spider, say. With a suit count it makes a variant."""

    key: str
    """Stable name in addresses: ``will-o-the-wisp``."""

    title: str
    decks: int
    layout: tuple[int, ...]
    """Cards dealt to each column at the start, left to right; only the last is face up."""

    collecting: tuple[Collecting, ...]
    """The ways of collecting that may be chosen; the first is the default."""

    standard_suits: int
    """The suit count of the standard game."""

    also_known_as: tuple[str, ...] = ()
    tagline: str = ""
    """One sentence of welcome, for the game's page."""


@dataclass(frozen=True)
class Variant:
    """A game and a suit count. Its key is stable for ever."""

    game: GameKind
    suits: int
    ranks: int = 13
    """Cards of each suit, Ace upward; fewer only in invented test decks."""

    @cached_property
    def key(self) -> str:
        """Stable name in addresses, records and saved games: ``spider-2``."""
        return f"{self.game.key}-{self.suits}"

    @property
    def name(self) -> str:
        """The variant in words: ``Spider, 2 suits``."""
        return f"{self.game.title}, {self.suits} suit{'' if self.suits == 1 else 's'}"

    @property
    def columns(self) -> int:
        """Number of columns."""
        return len(self.game.layout)

    @property
    def cards(self) -> int:
        """Number of cards in the shoe."""
        return self.game.decks * 4 * self.ranks

    @property
    def foundations(self) -> int:
        """Number of foundations, one for each completed run in the shoe."""
        return self.game.decks * 4

    @property
    def stock(self) -> int:
        """Number of cards left in the stock after the opening deal."""
        return self.cards - sum(self.game.layout)

    @property
    def suit_sequence(self) -> tuple[Suit, ...]:
        """The suits of the unshuffled shoe, one for each run of ranks."""
        return SUIT_SEQUENCES[self.suits] * self.game.decks


SPIDER = GameKind(
    key="spider",
    title="Spider",
    decks=2,
    layout=(6, 6, 6, 6, 5, 5, 5, 5, 5, 5),
    collecting=(Collecting.AUTOMATIC,),
    standard_suits=2,
    tagline="Two decks, ten columns, eight runs to bring home.",
)
SPIDERETTE = GameKind(
    key="spiderette",
    title="Spiderette",
    decks=1,
    layout=(1, 2, 3, 4, 5, 6, 7),
    collecting=(Collecting.BY_HAND, Collecting.AUTOMATIC),
    standard_suits=4,
    tagline="Spider's small sister: one deck, seven columns in a staircase.",
)
WILL_O_THE_WISP = GameKind(
    key="will-o-the-wisp",
    title="Will o’ the Wisp",
    decks=1,
    layout=(3, 3, 3, 3, 3, 3, 3),
    collecting=(Collecting.BY_HAND, Collecting.AUTOMATIC),
    standard_suits=4,
    also_known_as=("Will-o'-the-wisp", "Wisp"),
    tagline="One deck, seven short columns, and a light that keeps receding.",
)

GAMES: dict[str, GameKind] = {game.key: game for game in (SPIDER, SPIDERETTE, WILL_O_THE_WISP)}
FIRST_GAME = SPIDER
"""What is shown to who has not chosen."""

VARIANTS: dict[str, Variant] = {
    variant.key: variant
    for game in GAMES.values()
    for variant in (Variant(game, suits) for suits in SUIT_SEQUENCES)
}


def variant_of(key: str) -> Variant:
    """Find a variant by its key.

    Raises:
        UnknownVariantError: no variant has this key.
    """
    try:
        return VARIANTS[key]
    except KeyError:
        raise UnknownVariantError(
            f"There is no variant {shown(key)}. The variants are {', '.join(VARIANTS)}."
        ) from None


def variants_of(game: GameKind) -> tuple[Variant, ...]:
    """List a game's variants, fewest suits first."""
    return tuple(variant for variant in VARIANTS.values() if variant.game is game)
