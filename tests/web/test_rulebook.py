"""The rules pages tell of each game what the engine plays."""

import html
import re
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import jinja2
import pytest

from app.engine.deal import deal
from app.engine.moves import DealRow
from app.engine.position import Position
from app.engine.rules import play
from app.engine.variants import (
    GAMES,
    SPIDER,
    SPIDERETTE,
    SUIT_SEQUENCES,
    VARIANTS,
    WILL_O_THE_WISP,
    Collecting,
    GameKind,
    Variant,
    variants_of,
)
from app.web.rulebook import Count, Rulebook, deal_in_words, rulebook

TEMPLATES = Path(__file__).parents[2] / "templates"
STUB = (
    "<title>{% block title %}{% endblock %}</title>"
    "<meta name='description' content='{% block description %}{% endblock %}'>"
    "<main>{% block main %}{% endblock %}</main>"
)
PAGES = jinja2.Environment(
    loader=jinja2.ChoiceLoader(
        [jinja2.DictLoader({"base.html": STUB}), jinja2.FileSystemLoader(TEMPLATES)]
    ),
    autoescape=True,
    undefined=jinja2.StrictUndefined,
)

# What only some games may say, written out by hand.
SAYS = {
    SPIDER: [
        "104 cards, as many as two ordinary decks hold",
        "dealt to ten columns",
        "six cards to each of the first four columns and five to each of the other six",
        "The other forty-four cards lie face down",
        "What is left over, fifty cards, is the stock",
        "five rows of ten.",
        "eight completed runs",
        "Completed runs leave by themselves",
        "scores 1300 − n",
        "scores 1150",
        "fewer than ten cards",
        "Four runs to bring home in each suit",
        "/spider-2/482913",
        "The longer columns",
    ],
    SPIDERETTE: [
        "fifty-two cards, as many as one ordinary deck holds",
        "dealt to seven columns",
        "one card to the first column, two to the second, and so on up to seven in the last",
        "The other twenty-one cards lie face down",
        "What is left over, twenty-four cards, is the stock",
        "three rows of seven, then a last row of three.",
        "Its three cards go to columns 1, 2 and 3.",
        "four completed runs",
        "Taking back",
        "Collecting a completed run",
        "collect completed runs for me",
        "off at first",
        "scores 900 − n",
        "scores 750",
        "fewer than seven cards",
        "One run to bring home in each suit",
        "/spiderette-4/482913",
    ],
    WILL_O_THE_WISP: [
        "fifty-two cards, as many as one ordinary deck holds",
        "dealt to seven columns",
        "three cards to each column",
        "The other fourteen cards lie face down",
        "What is left over, thirty-one cards, is the stock",
        "four rows of seven, then a last row of three.",
        "Its three cards go to columns 1, 2 and 3.",
        "four completed runs",
        "Taking back",
        "Collecting a completed run",
        "collect completed runs for me",
        "off at first",
        "scores 900 − n",
        "scores 750",
        "fewer than seven cards",
        "One run to bring home in each suit",
        "also known as Will-o'-the-wisp and Wisp",
        "over the marsh at night",
        "/will-o-the-wisp-4/482913",
        "The height of the columns",
    ],
}
EVERY_GAME_SAYS = [
    "A run onto the next rank up",
    "nothing goes onto it",
    "A run into a void",
    "only place to which a king can move",
    "Dealing a row",
    "No column may be empty",
    "never turns back, except by undo",
    "You start with 500 points",
    "costs one point",
    "pays 100 points",
    "never falls below zero",
    "five minutes at most",
    "three records",
    "equal result does not replace",
    "Only your first win of a deal counts",
    "only parks your game",
    "from 1 to 999999999999",
    "can compute the whole deal",
    "(the standard game)",
]
WORDS = [
    *("Card", "Shoe", "Column", "Run", "Completed run", "Foundation"),
    *("Void", "Deal", "Stock", "Collect"),
]

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
every_variant = pytest.mark.parametrize(
    "variant", VARIANTS.values(), ids=lambda variant: variant.key
)


class Outline(HTMLParser):
    """Reads a page strictly: its ids, its links within the page, and whether its tags nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.anchors: list[str] = []
        self.headings: list[int] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag != "meta":
            self.open.append(tag)
        if re.fullmatch(r"h\d", tag):
            self.headings.append(int(tag[1]))
        if "id" in values:
            self.ids.append(values["id"])
        if values.get("href", "").startswith("#"):
            self.anchors.append(values["href"][1:])

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def page_of(book: Rulebook) -> str:
    return PAGES.get_template("rules/page.html").render(book=book)


def rules_of(book: Rulebook) -> str:
    return PAGES.get_template("rules/_rules.html").render(book=book)


def text(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", page)).split())


def terms(page: str) -> list[str]:
    return re.findall(r"<dt>(.*?)</dt>", page)


def invented(monkeypatch: pytest.MonkeyPatch, game: GameKind) -> Rulebook:
    monkeypatch.setitem(GAMES, game.key, game)
    for suits in SUIT_SEQUENCES:
        variant = Variant(game, suits)
        monkeypatch.setitem(VARIANTS, variant.key, variant)
    return rulebook(game)


@every_variant
def test_facts_are_those_of_a_deal(variant: Variant) -> None:
    book = rulebook(variant.game)
    position = deal(variant, 7)
    assert book.cards == len(position.cards) == 52 * book.decks
    assert book.columns == len(position.columns)
    assert book.face_down == sum(column.face_down for column in position.columns)
    assert book.stock == len(position.stock)
    assert book.foundations == len(position.foundations)
    assert book.ranks == position.ranks
    heights = Counter(len(column.cards) for column in position.columns)
    assert book.levels == len(heights)
    assert book.by_hand_at_first != position.automatic


@every_variant
def test_rows_are_those_that_are_dealt(variant: Variant) -> None:
    rows: list[list[str]] = []
    position = deal(variant, 7)
    while position.stock:
        dealt = play(position, DealRow())
        rows.append(grown(position, dealt))
        position = dealt
    book = rulebook(variant.game)
    full = [row for row in rows if len(row) == book.columns]
    short = [row for row in rows if len(row) < book.columns]
    assert book.rows == len(full)
    assert [book.short_row] == ([len(row) for row in short] or [0])
    assert [re.findall(r"\d+", book.short_row_columns)] == (short or [[]])


def grown(before: Position, after: Position) -> list[str]:
    columns = zip(before.columns, after.columns, strict=True)
    return [str(place) for place, (old, new) in enumerate(columns, 1) if old != new]


@every_variant
def test_each_suit_count_is_described(variant: Variant) -> None:
    book = rulebook(variant.game)
    choice = next(choice for choice in book.suit_choices if choice.key == variant.key)
    suits = Counter(card.suit for card in deal(variant, 7).cards)
    assert choice.suits == len(suits)
    assert set(re.findall("[a-z]+", choice.suit_names)) - {"and"} == {
        suit.name.lower() for suit in suits
    }
    assert {choice.runs_of_each * book.ranks} == set(suits.values())
    assert choice.standard == (variant.suits == variant.game.standard_suits)
    assert f"<dt>{choice.suits.of('suit').capitalize()}" in rules_of(book)


def test_order_and_other_games_follow_the_registry() -> None:
    for game in GAMES.values():
        book = rulebook(game)
        assert [choice.key for choice in book.suit_choices] == [
            variant.key for variant in variants_of(game)
        ]
        assert {game, *book.other_games} == set(GAMES.values())


@pytest.mark.parametrize(("game", "best"), [(SPIDER, 1300), (SPIDERETTE, 900)])
def test_score_of_a_win(game: GameKind, best: int) -> None:
    assert rulebook(game).winning_score() == best
    assert rulebook(game).winning_score(150) == best - 150


told_of = pytest.mark.parametrize("game", SAYS, ids=lambda game: game.key)


@told_of
def test_page_says_what_is_true_of_its_game(game: GameKind) -> None:
    said = text(rules_of(rulebook(game)))
    assert [line for line in SAYS[game] + EVERY_GAME_SAYS if line not in said] == []


@told_of
def test_page_says_nothing_of_other_games(game: GameKind) -> None:
    said = text(rules_of(rulebook(game)))
    foreign = {line for lines in SAYS.values() for line in lines} - set(SAYS[game])
    assert [line for line in foreign if line in said] == []
    others = [other.title for other in GAMES.values() if other is not game]
    assert [title for title in others if re.search(rf"\b{title}\b", said)] == []


@every_game
def test_sentences_are_set_cleanly(game: GameKind) -> None:
    said = text(re.sub(r"</(?:h.|p|li|d[dt])>", r"\g<0> ", page_of(rulebook(game))))
    assert re.findall(r".{9}(?: [.,;:)]|[.,;:][A-Za-z]|[.,;:]{2}).{9}", said) == []


@every_game
def test_every_word_is_explained(game: GameKind) -> None:
    assert set(WORDS) <= set(terms(rules_of(rulebook(game))))


@every_game
def test_page_is_sound(game: GameKind) -> None:
    outline = Outline(page_of(rulebook(game)))
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    assert all(name.startswith("rules-") for name in outline.ids)
    assert outline.headings[0] == 1
    assert outline.headings.count(1) == 1
    assert set(outline.headings) == {1, 2, 3}


@every_game
def test_contents_list_every_section(game: GameKind) -> None:
    page = page_of(rulebook(game))
    sections = re.findall(r'<h2 id="([^"]+)">', page)
    assert Outline(page).anchors == sections


@every_game
def test_page_leads_to_the_table_and_to_other_rules(game: GameKind) -> None:
    page = page_of(rulebook(game))
    assert f'href="/{game.key}"' in page
    links = set(re.findall(r'href="/rules/([^"]+)"', page))
    assert links == set(GAMES) - {game.key}


@every_game
def test_description_fits_a_search_result(game: GameKind) -> None:
    found = re.search(r"content='([^']*)'", page_of(rulebook(game)))
    assert found
    assert game.title in found[1]
    assert 50 < len(text(found[1])) <= 160


def test_a_new_game_has_its_page_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    moth = GameKind(
        key="moth",
        title="Moth",
        decks=3,
        layout=(2, 9, 9, 9, 9, 9, 9, 9, 9, 4, 4),
        collecting=(Collecting.AUTOMATIC, Collecting.BY_HAND),
        standard_suits=1,
        also_known_as=("Lamp",),
    )
    book = invented(monkeypatch, moth)
    said = text(rules_of(book))
    for line in [
        "156 cards, as many as three ordinary decks hold",
        "dealt to eleven columns: two cards to the first column,",
        "nine to each of the next eight and four to each of the other two",
        "The other seventy-one cards lie face down",
        "What is left over, seventy-four cards, is the stock",
        "six rows of eleven, then a last row of eight.",
        "go to columns 1, 2, 3, 4, 5, 6, 7 and 8.",
        "twelve completed runs",
        "on at first",
        "scores 1700 − n",
        "fewer than eleven cards",
        "Moth is also known as Lamp.",
        "/moth-1/482913",
        "Twelve runs to bring home, all alike",
    ]:
        assert line in said
    assert moth in rulebook(SPIDER).other_games


def test_a_game_without_stock_speaks_of_none(monkeypatch: pytest.MonkeyPatch) -> None:
    open_game = replace(
        SPIDERETTE, key="open", layout=(1,) * 52, collecting=(Collecting.BY_HAND,), also_known_as=()
    )
    page = rules_of(invented(monkeypatch, open_game))
    assert not re.search(
        r"\bstock\b|\ba row\b|last row|face down:|also known|by themselves|for me", page
    )
    assert "Every card is face up" in page
    assert "Taking back" in page
    assert Outline(page).open == []


def test_a_stock_too_small_for_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    low = replace(SPIDERETTE, key="low", layout=(17, 17, 17))
    said = text(rules_of(invented(monkeypatch, low)))
    assert (
        "What is left over, one card, is the stock. It comes into play later: one row of one."
        in said
    )
    assert "Its one card goes to column 1." in said


def test_scoring_follows_the_constants() -> None:
    book = replace(
        rulebook(SPIDER), opening_score=Count(70), run_reward=Count(25), action_cost=Count(2)
    )
    said = text(rules_of(book))
    assert "You start with 70 points" in said
    assert "costs two points" in said
    assert "pays 25 points" in said
    assert "scores 270 − 2 × n" in said


@pytest.mark.parametrize(
    ("layout", "words"),
    [
        ((1,), "one card to each column"),
        ((4, 4, 4), "four cards to each column"),
        ((3, 4), "three cards to the first column and four to the last"),
        (
            (3, 4, 5, 6),
            "three cards to the first column, four to the second, and so on up to six in the last",
        ),
        (
            (2, 5, 5, 3),
            "two cards to the first column, five to each of the next two and three to the last",
        ),
        (
            (1, 1, 2, 2),
            "one card to each of the first two columns and two to each of the other two",
        ),
    ],
)
def test_deal_in_words(layout: tuple[int, ...], words: str) -> None:
    assert deal_in_words(layout) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "no cards"),
        (1, "one card"),
        (13, "thirteen cards"),
        (20, "twenty cards"),
        (44, "forty-four cards"),
        (99, "ninety-nine cards"),
        (104, "104 cards"),
    ],
)
def test_counts_in_words(number: int, words: str) -> None:
    assert Count(number).of("card") == words
