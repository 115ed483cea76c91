"""Cards and their text form."""

import pytest

from app.engine.cards import RANKS, Card, Suit, shown
from app.engine.errors import NotationError


def test_every_face_has_one_text_and_reads_back() -> None:
    faces = [(rank, suit) for suit in Suit for rank in range(1, 14)]
    texts = [str(Card(rank, suit, 7)) for rank, suit in faces]
    assert len(set(texts)) == 52
    assert [Card.parse(text, 7) for text in texts] == [Card(*face, 7) for face in faces]


@pytest.mark.parametrize(
    ("text", "card", "name"),
    [
        ("TH", Card(10, Suit.HEARTS), "ten of hearts"),
        ("AS", Card(1, Suit.SPADES), "ace of spades"),
        ("KD", Card(13, Suit.DIAMONDS), "king of diamonds"),
        ("2C", Card(2, Suit.CLUBS), "two of clubs"),
    ],
)
def test_rank_is_written_first(text: str, card: Card, name: str) -> None:
    assert (str(card), Card.parse(text), card.name) == (text, card, name)


@pytest.mark.parametrize(
    "text", ["", "T", "HT", "th", "Th", "10H", "1H", "0H", "TH ", " TH", "TX", "T♥", "THH", "AAS"]
)
def test_anything_else_is_no_card(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card"):
        Card.parse(text)


def test_ranks_run_from_ace_to_king() -> None:
    assert RANKS == "A23456789TJQK"


def test_two_copies_of_a_face_are_two_cards() -> None:
    one, other = Card.parse("7S", 3), Card.parse("7S", 60)
    assert one != other
    assert str(one) == str(other)


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("spider", "“spider”"),
        ("a" * 40, f"“{'a' * 40}”"),
        ("a" * 41, f"“{'a' * 40}…”"),
        ("a\nb\x00c", "“a b c”"),
    ],
)
def test_a_quoted_text_is_short_and_on_one_line(text: str, quoted: str) -> None:
    assert shown(text) == quoted
