"""The facts that the rules pages tell, worked out from the data of a game."""

from dataclasses import dataclass
from itertools import groupby
from typing import Self

from app.engine.deal import FIRST_SEED, LAST_SEED
from app.engine.game import ACTION_COST, OPENING_SCORE, RUN_REWARD
from app.engine.refusals import in_words
from app.engine.variants import GAMES, Collecting, GameKind, Variant, variants_of
from app.web.winnability import winnability_in_words

_ONES = (
    *("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
    *("seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

# Where a name comes from, for the games that have something to tell.
_NAMES_EXPLAINED = {
    "spider": (
        "A spider has as many legs as this game has runs to bring home. "
        "That, it is said, is where the name comes from."
    ),
    "spiderette": "The name is simply that of a little spider.",
    "will-o-the-wisp": (
        "A will-o’-the-wisp is the small light that folk tales tell of, over the marsh at night: "
        "walk towards it and it moves away, as the win does in this game."
    ),
}


class Count(int):
    """A number of things, in figures or in words."""

    @property
    def words(self) -> str:
        """The number as a sentence has it: in words below a hundred."""
        if self < len(_ONES):
            return _ONES[self]
        if self >= 100:
            return str(int(self))
        tens, ones = divmod(self, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")

    def of(self, noun: str) -> str:
        """The number with what it counts: ``one card``, ``seven cards``."""
        return f"{self.words} {noun}{'' if self == 1 else 's'}"


@dataclass(frozen=True)
class SuitChoice:
    """One of the suit counts with which a game is played."""

    key: str
    """The variant's key."""

    suits: Count
    suit_names: str
    runs_of_each: Count
    """How many completed runs each suit gives."""

    standard: bool
    winnable: str
    """A sentence on how many of its deals can be won, when that has been looked into."""

    @classmethod
    def of(cls, variant: Variant) -> Self:
        """Describe a variant."""
        names = dict.fromkeys(suit.name.lower() for suit in variant.suit_sequence)
        return cls(
            key=variant.key,
            suits=Count(variant.suits),
            suit_names=in_words(list(names)),
            runs_of_each=Count(variant.foundations // variant.suits),
            standard=variant.suits == variant.game.standard_suits,
            winnable=winnability_in_words(variant.key),
        )


@dataclass(frozen=True)
class Rulebook:
    """What the rules pages say of one game."""

    game: GameKind
    also_known_as: str
    name_explained: str
    other_games: tuple[GameKind, ...]
    suit_choices: tuple[SuitChoice, ...]

    decks: Count
    cards: Count
    ranks: Count
    """Cards of a completed run."""

    columns: Count
    foundations: Count

    dealt: str
    """The opening deal: ``three cards to each column``."""

    levels: Count
    """How many different heights the columns have at the start."""

    face_down: Count
    stock: Count
    rows: Count
    """The rows of the stock that reach every column."""

    short_row: Count
    """Cards of the last row, when it is too short for every column; or else none."""

    short_row_columns: str

    by_hand: bool
    """Whether the player may collect completed runs, and take cards back."""

    automatic: bool
    """Whether completed runs may leave by themselves."""

    by_hand_at_first: bool

    opening_score: Count
    action_cost: Count
    run_reward: Count
    first_seed: int = FIRST_SEED
    last_seed: int = LAST_SEED

    @property
    def standard(self) -> SuitChoice:
        """The suit count of the standard game."""
        return next(choice for choice in self.suit_choices if choice.standard)

    @property
    def collecting_is_chosen(self) -> bool:
        """Whether it is for the player to say how completed runs go home."""
        return self.by_hand and self.automatic

    def winning_score(self, actions: int = 0) -> int:
        """Give the score of a win in so many actions, if it never touched zero."""
        return self.opening_score + self.foundations * self.run_reward - actions * self.action_cost


def rulebook(game: GameKind) -> Rulebook:
    """Work out what the rules pages say of a game."""
    variants = variants_of(game)
    any_variant = variants[0]
    columns, layout = any_variant.columns, game.layout
    rows, short_row = divmod(any_variant.stock, columns)
    return Rulebook(
        game=game,
        also_known_as=in_words(list(game.also_known_as)) if game.also_known_as else "",
        name_explained=_NAMES_EXPLAINED.get(game.key, ""),
        other_games=tuple(other for other in GAMES.values() if other is not game),
        suit_choices=tuple(SuitChoice.of(variant) for variant in variants),
        decks=Count(game.decks),
        cards=Count(any_variant.cards),
        ranks=Count(any_variant.ranks),
        columns=Count(columns),
        foundations=Count(any_variant.foundations),
        dealt=deal_in_words(layout),
        levels=Count(len(set(layout))),
        face_down=Count(sum(max(0, height - 1) for height in layout)),
        stock=Count(any_variant.stock),
        rows=Count(rows),
        short_row=Count(short_row),
        short_row_columns=_first_columns(short_row),
        by_hand=Collecting.BY_HAND in game.collecting,
        automatic=Collecting.AUTOMATIC in game.collecting,
        by_hand_at_first=game.collecting[0] is Collecting.BY_HAND,
        opening_score=Count(OPENING_SCORE),
        action_cost=Count(ACTION_COST),
        run_reward=Count(RUN_REWARD),
    )


def deal_in_words(layout: tuple[int, ...]) -> str:
    """Say how many cards go to which columns."""
    first, last = Count(layout[0]), Count(layout[-1])
    if len(set(layout)) == 1:
        return f"{first.of('card')} to each column"
    if len(layout) > 2 and layout == tuple(range(first, first + len(layout))):
        second = Count(layout[1]).words
        return (
            f"{first.of('card')} to the first column, {second} to the second, "
            f"and so on up to {last.words} in the last"
        )
    groups = [(Count(height), len(list(same))) for height, same in groupby(layout)]
    parts = []
    for index, (height, width) in enumerate(groups):
        cards = height.words if index else height.of("card")
        parts.append(f"{cards} to {_place(width, index, index == len(groups) - 1)}")
    return in_words(parts)


def _place(width: int, index: int, is_last: bool) -> str:
    """Name so many neighbouring columns, of the group that comes at ``index``."""
    if width == 1:
        return "the last" if is_last else "the next" if index else "the first column"
    words = Count(width).words
    if not index:
        return f"each of the first {words} columns"
    return f"each of the {'other' if is_last else 'next'} {words}"


def _first_columns(count: int) -> str:
    numbers = [str(number) for number in range(1, count + 1)]
    if len(numbers) < 2:
        return "".join(f"column {number}" for number in numbers)
    return f"columns {in_words(numbers)}"
