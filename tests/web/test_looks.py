"""What a player may choose to look at is drawn, and can be read."""

import re
from itertools import product

import pytest

from app.resources import STATIC
from app.services.players import CHOICES

DAY, NIGHT = 0, 1
TOKENS = (STATIC / "css" / "tokens.css").read_text(encoding="utf-8")
LEAST_FOR_TEXT = 4.5


def rule(selector: str) -> str:
    """The declarations of a rule that has this among its selectors."""
    found = re.findall(
        rf"(?:^|, ){re.escape(selector)} {{\n(.*?)\n}}", TOKENS, re.MULTILINE | re.DOTALL
    )
    assert len(found) == 1, selector
    return str(found[0])


def colour(css: str, name: str, side: int) -> str:
    found = re.search(rf"--{name}: (?:light-dark\((#\w+), (#\w+)\)|(#\w+));", css)
    assert found is not None, name
    return found[3] or found[1 + side]


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast_as_defined() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)


@pytest.mark.parametrize(("felt", "side"), list(product(CHOICES["felt"], (DAY, NIGHT))))
def test_words_on_every_felt_can_be_read(felt: str, side: int) -> None:
    css, ground = TOKENS, rule(f'[data-felt="{felt}"]')
    for name, part in product(
        ("on-felt", "on-felt-soft", "wisp", "refused"), ("marsh", "felt-lit", "felt", "felt-deep")
    ):
        found = contrast(colour(css, name, side), colour(ground, part, side))
        assert found >= LEAST_FOR_TEXT, (name, part)


@pytest.mark.parametrize("side", [DAY, NIGHT])
def test_the_colours_of_suits_can_be_read(side: int) -> None:
    css = TOKENS
    for name in ("red", "black", "blue", "green"):
        assert contrast(colour(css, name, side), colour(css, "face", side)) >= LEAST_FOR_TEXT


@pytest.mark.parametrize("side", [DAY, NIGHT])
@pytest.mark.parametrize("back", CHOICES["back"])
def test_every_back_has_its_own_drawing(back: str, side: int) -> None:
    css = rule(f'[data-back="{back}"]')
    others = [rule(f'[data-back="{other}"]') for other in CHOICES["back"] if other != back]
    art = css.partition("--back-art:")[2]
    assert art
    assert art not in "".join(others)
    assert contrast(colour(css, "back", side), colour(TOKENS, "face", side)) >= 3


def test_four_colours_and_four_shapes() -> None:
    two, four = (rule(f'[data-deck="{value}"]') for value in CHOICES["deck"])
    suits = [
        dict(re.findall(r"--(?:suit|pip)-([dc]): var\(--([\w-]+)\)", css)) for css in (two, four)
    ]
    assert suits == [{"d": "red", "c": "black"}, {"d": "blue", "c": "green"}]
    drawings = re.findall(r"--pip-(\w)[\w-]*: url\(\"[^\"]*? d='([^']+)'", TOKENS)
    shapes = {suit: {shape for name, shape in drawings if name == suit} for suit in "shdc"}
    assert all(len(shape) == 1 for shape in shapes.values())
    assert len(set.union(*shapes.values())) == 4
