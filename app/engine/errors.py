"""What the engine refuses, each with a sentence for the player."""


class EngineError(ValueError):
    """Anything the engine refuses; its text is meant for the player."""


class NotationError(EngineError):
    """A text that does not say what it should: a card, an action, a seed, a game record."""


class UnknownVariantError(EngineError):
    """A key that names no variant."""


class IllegalActionError(EngineError):
    """An action that is well formed but not legal now; the text says why."""


class ImpossiblePositionError(EngineError):
    """A position that no game can come to; the text names the first fault."""
