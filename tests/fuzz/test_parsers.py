"""Whatever is read as text is read, or refused with a sentence; nothing else is ever raised."""

import json
from pathlib import Path

import pytest
from hypothesis import strategies as st

from app.commands.failing import BadInput
from app.commands.files import text_of
from app.engine.cards import Card
from app.engine.deal import parse_seed
from app.engine.errors import EngineError
from app.engine.notation import GameRecord, parse_action, parse_cards, parse_collecting
from app.engine.variants import VARIANTS, variant_of
from app.engine.written import parse_deal
from app.services.errors import UnknownChoiceError
from app.services.players import CHOICES, check_choices
from app.services.verify import verified
from tests.fuzz.inputs import almost, changed, tried
from tests.playing import GAMES

RECORDS = [path.read_text() for path in sorted(GAMES.glob("*.txt"))[:6]]
ACTIONS = ["4-7", "10-2x3", "1-10x13", "deal", "4-f", "f2-5", "undo", "redo"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=9,
)


def reads_well(error: Exception) -> None:
    """A refusal is a sentence on a line of its own."""
    text = str(error)
    assert text.endswith(".")
    assert "\n" not in text
    assert len(text) < 400


def test_actions() -> None:
    @tried(40, almost(*ACTIONS))
    def _(text: str) -> None:
        try:
            action = parse_action(text)
        except EngineError as error:
            reads_well(error)
        else:
            assert str(action) == text


def test_records() -> None:
    short = [record[:400] for record in RECORDS]
    pieces = '[]"\n VariantSeedCollect0123456789-xf'

    @tried(40, almost(*short, pieces=pieces))
    def _(text: str) -> None:
        try:
            record = GameRecord.parse(text)
            record.replay()
        except EngineError as error:
            reads_well(error)
        else:
            assert GameRecord.parse(str(record)).replay().moves == len(record.actions)


@pytest.mark.parametrize("key", ["spider-2", "spiderette-4", "will-o-the-wisp-1"])
def test_deal_files(key: str) -> None:
    variant = VARIANTS[key]
    shoe = [
        str(Card(rank, suit))
        for suit in variant.suit_sequence
        for rank in range(1, variant.ranks + 1)
    ]
    dealt = {
        "tableau": [" ".join(shoe[place :: variant.columns]) for place in range(variant.columns)],
        "stock": "",
    }
    right = json.dumps(dealt)
    parse_deal(right, variant)
    cards = st.lists(st.sampled_from(shoe), max_size=9).map(" ".join) | st.text(max_size=9) | JSON
    written = st.fixed_dictionaries(
        {"tableau": st.lists(cards, max_size=11) | JSON, "stock": cards}
    )
    text = st.one_of(
        almost(right, pieces='{}[]",: AKQJTSHDC0129.eE-nulltruefalse'),
        written.map(json.dumps),
        JSON.map(json.dumps),
        changed([right], st.sampled_from(["[" * 2_000, "9" * 5_000, "\ud800", "\0", "NaN"])),
    )

    @tried(14, text, together=4)
    def _(text: str) -> None:
        try:
            position = parse_deal(text, variant)
        except EngineError as error:
            reads_well(error)
        else:
            assert len(list(position.cards)) == len(shoe)


def test_seeds() -> None:
    @tried(20, almost("1", "482913", "999999999999", pieces="0123456789+-_ .e"))
    def _(text: str) -> None:
        try:
            seed = parse_seed(text)
        except EngineError as error:
            reads_well(error)
        else:
            assert 1 <= seed <= 999_999_999_999
            assert str(seed) == text


def test_words() -> None:
    @tried(12, almost(*VARIANTS, "automatic", "by hand"))
    def _(text: str) -> None:
        for read in (variant_of, parse_collecting):
            try:
                read(text)
            except EngineError as error:
                reads_well(error)


def test_cards() -> None:
    @tried(16, almost("AS", "TH 9D", "KC QC JC", pieces="AKQJT98765432SHDC \t\n"))
    def _(text: str) -> None:
        try:
            cards = parse_cards(text)
        except EngineError as error:
            reads_well(error)
        else:
            assert [str(card) for card in cards] == text.split()


def test_choices() -> None:
    names = st.sampled_from(list(CHOICES)) | st.text(max_size=50)
    values = st.sampled_from(["on", "off", "dark", "four"]) | st.text(max_size=50)

    @tried(6, st.dictionaries(names, values, max_size=3))
    def _(choices: dict[str, str]) -> None:
        try:
            check_choices(choices)
        except UnknownChoiceError as error:
            reads_well(error)


def test_files(tmp_path: Path) -> None:
    """Bytes in a file, as the commands read them."""
    file = tmp_path / "record.txt"
    texts = st.sampled_from(RECORDS).map(str.encode)
    noise = st.sampled_from([b"", b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r\n", b'[Moves "1"]'])

    @tried(
        8, st.binary(max_size=300) | st.builds(lambda a, b, c: a + b[:400] + c, noise, texts, noise)
    )
    def _(content: bytes) -> None:
        file.write_bytes(content)
        try:
            verified(text_of(file, "a game record"))
        except (EngineError, BadInput) as error:
            reads_well(error)
