"""Game records as their players download them."""

from app.engine.notation import GameRecord
from app.services.live import LiveGame


def record_text(live: LiveGame) -> str:
    """Write down a game with how it ended."""
    headers = {"Result": live.outcome, "Score": str(live.game.score), "Moves": str(live.game.moves)}
    return str(GameRecord.of(live.game, **headers))
