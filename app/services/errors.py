"""What a service refuses, each with a sentence for the player."""

from app.engine.errors import IllegalActionError


class ServiceError(Exception):
    """Anything a service refuses; its text is meant for the player."""


class NoSuchGameError(ServiceError):
    """There is no such game, or it is somebody else's: nobody is told which."""

    def __init__(self) -> None:
        super().__init__(
            "There is no such game, or it is not yours. A deal’s own address, which Share gives, "
            "is for everybody."
        )


class UnreadableGameError(ServiceError):
    """A stored game that this release cannot read."""

    def __init__(self) -> None:
        super().__init__("This game cannot be continued here. It is kept; please start another.")


class StaleVersionError(ServiceError):
    """The action was made on another version of the game than the newest."""

    def __init__(self) -> None:
        super().__init__("The table had changed meanwhile: this is how it stands now.")


class GameOverError(ServiceError):
    """The game was given up; nothing more can be done in it."""

    def __init__(self) -> None:
        super().__init__("This game was given up. Play its deal again, or a new one.")


class LastDealError(ServiceError):
    """The move would leave cards in the stock that could never be dealt; nobody was sure of it."""

    def __init__(self) -> None:
        super().__init__(
            "After this move fewer cards than columns are left on the table, "
            "so what is in the stock can never be dealt."
        )


class LongestGameError(IllegalActionError):
    """The game has had as many actions as are kept of one."""

    def __init__(self, most: int) -> None:
        super().__init__(
            f"This game has had {most:,} actions, and no more are kept of one. Restart its deal, "
            "or take a new one."
        )


class TooSoonError(ServiceError):
    """Somebody has begun so many games that the next has to wait."""

    def __init__(self, wait_seconds: float) -> None:
        super().__init__(
            "So many games were begun at once that this one has to wait. Nothing was changed: "
            "please try again in a moment."
        )
        self.wait_seconds = wait_seconds


class UnknownChoiceError(ServiceError):
    """A setting or a value that does not exist."""
