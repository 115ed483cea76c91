"""Text forms: actions, piles of cards and whole game records."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from app.engine.cards import Card, shown
from app.engine.deal import parse_seed
from app.engine.errors import EngineError, IllegalActionError, NotationError
from app.engine.game import Game
from app.engine.moves import Action, Collect, DealRow, RunMove, Step, TakeBack
from app.engine.variants import Collecting, Variant, variant_of

_NUMBER = "([1-9][0-9]?)"
_RUN_MOVE = re.compile(f"{_NUMBER}-{_NUMBER}(?:x{_NUMBER})?")
_COLLECT = re.compile(f"{_NUMBER}-f")
_TAKE_BACK = re.compile(f"f{_NUMBER}-{_NUMBER}")
_WORDS: dict[str, Action] = {"deal": DealRow(), "undo": Step.UNDO, "redo": Step.REDO}
_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "([^"\n]*)"\]')
_ACTIONS_A_LINE = 12
_COLLECTING = {str(collecting): collecting for collecting in Collecting}


def parse_action(text: str) -> Action:
    """Read an action such as ``4-7``, ``10-2x3``, ``deal``, ``4-f``, ``f2-5`` or ``undo``.

    Raises:
        NotationError: the text is no action.
    """
    if word := _WORDS.get(text):
        return word
    if found := _COLLECT.fullmatch(text):
        return Collect(int(found[1]) - 1)
    if found := _TAKE_BACK.fullmatch(text):
        return TakeBack(int(found[1]) - 1, int(found[2]) - 1)
    if (found := _RUN_MOVE.fullmatch(text)) and found[3] != "1":
        return RunMove(int(found[1]) - 1, int(found[2]) - 1, int(found[3] or 1))
    raise NotationError(
        f"{shown(text)} is not an action. Write 4-7 to move a card from column 4 to column 7, "
        "4-7x3 for a run of three, 4-f to collect, f2-5 to take back, or deal, undo, redo."
    )


def parse_collecting(text: str) -> Collecting:
    """Read a way of collecting: ``automatic`` or ``by hand``.

    Raises:
        NotationError: the text is neither.
    """
    if collecting := _COLLECTING.get(text):
        return collecting
    raise NotationError(f"{shown(text)} is no way of collecting: write automatic or by hand.")


def parse_cards(text: str, first_place: int = 0) -> tuple[Card, ...]:
    """Read cards separated by white space, numbering their places from ``first_place``.

    Raises:
        NotationError: one of them is no card.
    """
    return tuple(Card.parse(word, place) for place, word in enumerate(text.split(), first_place))


def cards_text(cards: Iterable[Card]) -> str:
    """Write cards separated by spaces."""
    return " ".join(map(str, cards))


def collecting_for(variant: Variant, wanted: Collecting | None) -> Collecting:
    """Choose a game's way of collecting: the one wanted, or the variant's default.

    Raises:
        IllegalActionError: the variant does not offer the one wanted.
    """
    if wanted is None:
        return variant.game.collecting[0]
    if wanted not in variant.game.collecting:
        raise IllegalActionError(f"In {variant.game.title} completed runs leave by themselves.")
    return wanted


@dataclass(frozen=True)
class GameRecord:
    """A deal and what was done with it, as plain text."""

    variant: Variant
    seed: int
    actions: tuple[Action, ...] = ()
    collecting: Collecting | None = None
    """None when the record does not say: the variant's default."""

    headers: Mapping[str, str] = field(default_factory=dict)
    """Every other header, such as ``Result``, in order."""

    @classmethod
    def of(cls, game: Game, **headers: str) -> Self:
        """Write down a game, with headers of one's own such as ``Result="won"``."""
        return cls(game.variant, game.seed, game.actions, game.collecting, headers)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a game record.

        Raises:
            NotationError: the text is no game record.
            UnknownVariantError: its variant is unknown.
        """
        headers, body = _split(text)
        for name in ("Variant", "Seed"):
            if name not in headers:
                raise NotationError(f'The record lacks its [{name} "…"] line.')
        collect = headers.pop("Collect", None)
        return cls(
            variant=variant_of(headers.pop("Variant")),
            seed=parse_seed(headers.pop("Seed")),
            actions=tuple(map(parse_action, body.split())),
            collecting=None if collect is None else parse_collecting(collect),
            headers=headers,
        )

    def __str__(self) -> str:
        """Give the text form: header lines, an empty line, the actions."""
        collecting = collecting_for(self.variant, self.collecting)
        headers = {
            "Variant": self.variant.key,
            "Seed": str(self.seed),
            "Collect": str(collecting),
            **self.headers,
        }
        lines = [f'[{name} "{value}"]' for name, value in headers.items()]
        words = [str(action) for action in self.actions]
        rows = [
            " ".join(words[start : start + _ACTIONS_A_LINE])
            for start in range(0, len(words), _ACTIONS_A_LINE)
        ]
        return "\n".join([*lines, "", *rows]) + "\n"

    def replay(self) -> Game:
        """Play the record from its deal.

        Raises:
            IllegalActionError: an action is not legal where it stands; the text names it.
        """
        game = Game.start(self.variant, self.seed, collecting_for(self.variant, self.collecting))
        for number, action in enumerate(self.actions, 1):
            try:
                game = game.after(action)
            except EngineError as error:
                raise IllegalActionError(f"Action {number}, {action}: {error}") from None
        return game


def _split(text: str) -> tuple[dict[str, str], str]:
    """Split a record into its headers and what follows them."""
    headers: dict[str, str] = {}
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if not line.strip():
            continue
        found = _HEADER.fullmatch(line.strip())
        if found is None:
            return headers, "\n".join(lines[index:])
        if found[1] in headers:
            raise NotationError(f"The record has two [{found[1]}] lines.")
        headers[found[1]] = found[2]
    return headers, ""
