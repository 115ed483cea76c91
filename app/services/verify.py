"""Checking a game record: does it replay, and does it say of itself what is so?"""

from app.engine.errors import EngineError, NotationError
from app.engine.game import Game, Status
from app.engine.notation import GameRecord

_RESULTS = {"won": True, "lost": False, "unfinished": False}
"""What a record may say of its result, and whether the game is then won."""


class NoRecordError(NotationError):
    """A text that is no game record; its own text names the first fault."""


def verified(text: str) -> Game:
    """Replay a game record.

    Raises:
        NoRecordError: it is no record.
        EngineError: it does not replay, or contradicts itself; the text names the first fault.
    """
    try:
        record = GameRecord.parse(text)
    except EngineError as error:
        raise NoRecordError(str(error)) from None
    game = record.replay()
    result = record.headers.get("Result")
    if result is not None and _RESULTS.get(result) is not game.position.is_won:
        raise _contradiction("Result", result, "won" if game.position.is_won else "unfinished")
    for name, value in (("Score", game.score), ("Moves", game.moves)):
        if record.headers.get(name, str(value)) != str(value):
            raise _contradiction(name, record.headers[name], str(value))
    return game


def summary(game: Game) -> str:
    """Say in one sentence how a game stands."""
    words = {Status.WON: "Won", Status.STUCK: "Stuck", Status.PLAYING: "Unfinished"}
    moves = "1 move" if game.moves == 1 else f"{game.moves} moves"
    return f"{words[game.status]}: score {game.score}, {moves}."


def _contradiction(name: str, said: str, found: str) -> NotationError:
    return NotationError(f"The record says [{name} “{said}”], but replaying it gives {found}.")
