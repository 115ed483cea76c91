"""What is said when something is refused or goes wrong, to players and to programs."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.services.errors import GameOverError, NoSuchGameError, StaleVersionError

WORDS = {
    400: "This request could not be understood. Nothing was changed.",
    403: "This came from another site, so it was not done.",
    404: "There is no such page.",
    405: "There is something at this address, but not for this way of asking. Nothing was changed.",
    408: "This took too long to arrive. Nothing was changed: please try again.",
    413: "That is too much to send. Nothing was changed.",
    421: "This site has another address. Nothing was changed: please go there first.",
    429: "So much came from you at once that this was left out. Nothing was changed: please wait a "
    "moment.",
    431: "Your browser sent more along than this site takes. Clear this site’s cookies, and try "
    "again.",
    500: "Something went wrong here. Your game is safe: it is stored up to the last move.",
    503: "The game cannot be stored right now. Nothing was changed: please try again in a moment.",
}
CANNOT_BE_READ = "This cannot be read right now: please try again in a moment."
MAY_BE_STORED = (
    "The connection to where games are kept was lost. What was stored before is safe: please look "
    "how the game stands, and try again in a moment."
)
HEADINGS = {
    403: "Not from over there",
    404: "Nothing here but mist",
    405: "No path leads in this way",
    408: "Lost in the mist on the way",
    413: "Too much to carry",
    429: "Not quite so fast",
    431: "Too much to carry",
    500: "The light went out for a moment",
    503: "The light is turned low for a moment",
}
HEADING = "That did not work"

FOR_PROGRAMS = {
    400: "The body cannot be read as JSON. Nothing was changed.",
    404: "There is no such call. /api/openapi.json describes those that there are.",
    405: "This call does not take this method; the header Allow names those that it takes.",
    413: "The body is larger than this server takes. Nothing was changed.",
    429: "Too many requests came from you at once. Nothing was changed: the header Retry-After "
    "says in how many seconds to send it again.",
    431: "The headers are larger than this server takes. Nothing was changed.",
    500: "Something went wrong here. What was answered before is stored.",
}
"""Where programs are told something else than players."""

_REFUSALS_FOR_PROGRAMS: dict[type[Exception], str] = {
    NoSuchGameError: "There is no such game, or it belongs to another cookie than the one sent.",
    StaleVersionError: "The game is at another version than the action was made for. Nothing was "
    "changed: read the game again, and act on its newest version.",
    GameOverError: "This game was given up, so it takes no more actions.",
}


_WHOLE = "has to be a whole number"
_WRONG = {
    "missing": "is missing",
    "string_type": "has to be text",
    "string_unicode": "has to be text",
    "string_too_long": "has to be text of at most {max_length} characters",
    "greater_than_equal": "has to be {ge} or more",
    "less_than_equal": "has to be {le} or less",
    "literal_error": "has to be {expected}",
    **dict.fromkeys(("int_type", "int_from_float", "int_parsing", "int_parsing_size"), _WHOLE),
}
"""What a field may have wrong, by the names that Pydantic has for it."""


def refusal(error: Exception, *, for_programs: bool) -> str:
    """Give the sentence for what the engine or a service refuses."""
    own = _REFUSALS_FOR_PROGRAMS.get(type(error)) if for_programs else None
    return own or str(error)


def invalid(errors: Sequence[Mapping[str, Any]]) -> str:
    """Say what is wrong with the body of a call, all of it."""
    sentences = dict.fromkeys(_wrong(error) for error in errors)
    return " ".join([*sentences, "Nothing was changed."])


def _wrong(error: Mapping[str, Any]) -> str:
    place, limits = error["loc"], error.get("ctx", {})
    if error["type"] == "json_invalid":
        return f"The body is not JSON: it cannot be read from character {place[-1]} on."
    if len(place) == 1:
        return "The body has to be a JSON object, sent as application/json."
    what = _WRONG.get(error["type"], f"is wrong: {error['msg']}")
    return f"“{place[-1]}” {what.format(**limits)}."
