"""How a command says that it cannot do what was asked."""

import typer

INTERRUPTED = 130
"""The status by which shells know Ctrl+C."""


class Failure(typer.TyperException):
    """Something did not work; the text is one sentence."""


class BadInput(Failure):
    """What was given to a command is not what it takes."""

    exit_code = 2
