"""What a position is worth to the search: a sum over its columns."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Points for what makes a position easier to win, and off for what makes it harder."""

    face_down: int
    """Off for each card that lies face down."""

    covers_face_down: int
    """Off for each column with a face-down card."""

    joined: int
    """For each card on the next higher one of its suit."""

    longer: int
    """For each such card, times the length of the run it lengthens."""

    descends: int
    """For each card on the next higher one of another suit."""

    breaks: int
    """Off for each face-up card on any other card."""

    covers_lower: int
    """Off for each card that covers a lower one, anywhere in its column."""

    covers_lower_of_suit: int
    """Off besides, when a lower one of its own suit is among them."""

    face_down_covers_lower: int
    """Off for each face-down card that covers a lower one."""

    piece_over_face_down: int
    """Off for each run of a column that has face-down cards."""

    piece: int
    """Off for each run but the first of a column without."""

    king_at_bottom: int
    """For a card of the highest rank as the first of its column."""

    void: int
    """For each empty column."""

    run_home: int
    """For each run that is home: nearly what its cards were worth on the table, or more."""

    row_dealt: int
    """For each row dealt."""

    @property
    def run_worth(self) -> int:
        """What the cards of a run of 13 are worth on the table, for their being joined."""
        return 12 * self.joined + 78 * self.longer


# Tuned for winning many deals with a narrow beam.
ONE_DECK = Weights(28, 4, 24, 4, 3, 5, 6, -3, 4, 10, 6, 7, 42, 634, 18)
TWO_DECKS = Weights(22, 10, 27, 3, 3, 4, 3, 0, 2, 5, 2, 9, 35, 509, 16)

# Tuned for winning in few moves with a wide one.
ONE_DECK_SHORT = Weights(26, 8, 41, 5, -5, 2, 5, -3, 4, 11, 6, 3, 10, 812, 7)
TWO_DECKS_SHORT = Weights(33, 27, 52, 5, 1, 8, 3, 3, 1, 4, 2, 2, 18, 921, 34)
