"""Deals written out."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from app.engine.deal import deal
from app.engine.errors import EngineError, IllegalActionError, NotationError
from app.engine.notation import cards_text
from app.engine.variants import VARIANTS, Collecting, Variant, variant_of
from app.engine.written import parse_deal

Written = dict[str, Any]
WISP = variant_of("will-o-the-wisp-4")


def written(variant: Variant, seed: int = 7) -> Written:
    position = deal(variant, seed)
    return {
        "tableau": [cards_text(column.cards) for column in position.columns],
        "stock": cards_text(position.stock),
    }


def refused(text: str, variant: Variant = WISP) -> str:
    with pytest.raises(EngineError) as caught:
        parse_deal(text, variant)
    return str(caught.value)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.key)
def test_a_deal_of_a_seed_is_read_as_it_was_dealt(variant: Variant) -> None:
    dealt = deal(variant, 7)
    read = parse_deal(json.dumps(written(variant)), variant)
    faces = [[card[:2] for card in column.cards] for column in dealt.columns]
    assert [[card[:2] for card in column.cards] for column in read.columns] == faces
    assert [column.face_down for column in read.columns] == [
        column.face_down for column in dealt.columns
    ]
    assert [card[:2] for card in read.stock] == [card[:2] for card in dealt.stock]
    assert (read.foundations, read.automatic) == (dealt.foundations, dealt.automatic)
    assert sorted(card.place for card in read.cards) == list(range(variant.cards))


def test_the_way_of_collecting() -> None:
    text = json.dumps(written(WISP))
    assert not parse_deal(text, WISP).automatic
    assert parse_deal(text, WISP, Collecting.AUTOMATIC).automatic
    with pytest.raises(IllegalActionError, match="leave by themselves"):
        parse_deal(
            json.dumps(written(VARIANTS["spider-1"])), VARIANTS["spider-1"], Collecting.BY_HAND
        )


def test_columns_of_any_height() -> None:
    spider = variant_of("spider-4")
    cards = " ".join([*written(spider)["tableau"], written(spider)["stock"]])
    read = parse_deal(json.dumps({"tableau": [cards, *[""] * 9], "stock": ""}), spider)
    assert [len(column.cards) for column in read.columns] == [104, *[0] * 9]
    assert [column.face_down for column in read.columns] == [103, *[0] * 9]


def test_what_else_is_written_does_not_matter() -> None:
    text = json.dumps({"number": 14934, "peers": [{"won": None}], **written(WISP)})
    assert parse_deal(text, WISP) == parse_deal(json.dumps(written(WISP)), WISP)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "not JSON: Expecting value at line 1, column 1"),
        ('{\n"tableau": [}', "not JSON: Expecting value at line 2"),
        ("[" * 100_000, "beyond all measure"),
        ('{"a":' * 100_000, "beyond all measure"),
        ('{"number": ' + "9" * 5_000 + "}", "beyond all measure"),
        ("[]", "not a JSON object"),
        ('"AS"', "not a JSON object"),
        ("{}", "lacks its tableau"),
        ('{"tableau": "AS"}', "lacks its tableau"),
        ('{"tableau": []}', "has 0 columns: Will o’ the Wisp, 4 suits has 7"),
        ('{"tableau": [1, 2, 3, 4, 5, 6, 7]}', "Column 1 is not a text of cards"),
        ('{"tableau": ["", "", "", "", "", "", ["AS"]]}', "Column 7 is not a text of cards"),
        ('{"tableau": ["", "", "", "", "", "", ""]}', "The stock is not a text of cards"),
        ('{"tableau": ["", "", "", "", "", "", ""], "stock": "10H"}', "The stock: “10H” is not a"),
        ('{"tableau": ["", "as", "", "", "", "", ""], "stock": ""}', "Column 2: “as” is not a"),
        ('{"tableau": ["\\ud800A", "", "", "", "", "", ""], "stock": ""}', "Column 1: “ A” is not"),
        (
            '{"tableau": ["", "", "", "", "", "", ""], "stock": "AS"}',
            "missing in the deal, 51 in all: 2S 3S 4S 5S 6S …",
        ),
    ],
    ids=range(17),
)
def test_what_is_no_deal(text: str, fault: str) -> None:
    said = refused(text)
    assert fault in said
    assert said.endswith(".")
    assert "\n" not in said
    assert len(said) < 200


def _replaced(old: str, new: str) -> Callable[[Written], Written]:
    def change(deal: Written) -> Written:
        return dict(json.loads(json.dumps(deal).replace(old, new)))

    return change


@pytest.mark.parametrize(
    ("key", "change", "fault"),
    [
        (
            "spiderette-4",
            _replaced("QD", "JD"),
            "JD is one too many, for Spiderette, 4 suits has 1",
        ),
        ("spiderette-4", _replaced("QD", ""), "missing in the deal, 1 in all: QD."),
        ("spider-1", _replaced("QS", "QH"), "Spider, 1 suit has no QH"),
        ("spider-2", _replaced("KH", "KS"), "KS is one too many, for Spider, 2 suits has 4 of it"),
        ("spider-2", lambda deal: {**deal, "tableau": deal["tableau"][1:]}, "has 9 columns"),
    ],
)
def test_cards_that_are_not_the_shoe(
    key: str, change: Callable[[Written], Written], fault: str
) -> None:
    variant = variant_of(key)
    changed = change(written(variant))
    assert changed != written(variant)
    assert fault in refused(json.dumps(changed), variant)


def test_the_first_fault_is_named() -> None:
    deal = written(WISP)
    deal["tableau"][2] = "XX"
    deal["stock"] = None
    assert refused(json.dumps(deal)).startswith("Column 3: “XX”")
    with pytest.raises(NotationError):
        parse_deal(json.dumps(deal), WISP)
