"""What an action did, in a sentence for the page's live region."""

from app.engine.cards import RANK_NAMES
from app.engine.game import Game
from app.engine.moves import Action, Collect, DealRow, Move, RunMove, Step, TakeBack
from app.engine.position import Position
from app.engine.refusals import in_words
from app.web.formats import plural

_STEPS = {Step.UNDO: "Undone", Step.REDO: "Done again"}


def announcement(game: Game) -> str:
    """Say what the last action of a game did, and what came with it; nothing before the first."""
    if game.log is None:
        return ""
    undone = game.log.action is Step.UNDO
    turn = game.future if undone else game.past
    if turn is None:  # cannot be: every action leaves its turn on one side
        return ""
    sentences = [_deed(turn.position, game.position, turn.move, game.log.action)]
    if not undone:
        sentences += [_turned_up(turn.position, game.position)]
        sentences += [_gone_home(turn.position, game.position, turn.move)]
    if game.position.is_won:
        sentences += ["You have won!"]
    elif not game.legal:
        sentences += ["No move is left."]
    return " ".join(sentence for sentence in sentences if sentence)


def possible(game: Game) -> str:
    """Say how many moves are legal."""
    count = len(game.legal)
    return f"{plural(count, 'move')} {'is' if count == 1 else 'are'} possible."


def _deed(before: Position, after: Position, move: Move, action: Action) -> str:
    if isinstance(action, Step):
        return f"{_STEPS[action]}: {_move_words(move)}."
    match move:
        case RunMove(source, target, count):
            return f"{_run_words(before, source, count)} moved to column {target + 1}."
        case DealRow():
            rows = -(-len(after.stock) // len(after.columns))
            dealt = len(before.stock) - len(after.stock)
            return f"Dealt {plural(dealt, 'card')}; {plural(rows, 'row')} left."
        case Collect(source):
            return f"Collected the run of column {source + 1}."
        case TakeBack(foundation, target):
            card = before.foundations[foundation][-1]
            return f"Took the {card.name} back to column {target + 1}."


def _run_words(position: Position, source: int, count: int) -> str:
    cards = position.columns[source].cards
    if count == 1:
        return f"The {cards[-1].name}"
    return f"The run from the {cards[-count].name} down to the {RANK_NAMES[cards[-1].rank - 1]}"


def _move_words(move: Move) -> str:
    match move:
        case RunMove(source, target, count):
            what = "a card" if count == 1 else plural(count, "card")
            return f"{what} from column {source + 1} to column {target + 1}"
        case DealRow():
            return "a deal"
        case Collect(source):
            return f"collecting the run of column {source + 1}"
        case TakeBack(foundation, target):
            return f"taking a card back from foundation {foundation + 1} to column {target + 1}"


def _turned_up(before: Position, after: Position) -> str:
    turned = [
        f"the {column.cards[column.face_down].name} in column {index + 1}"
        for index, (was, column) in enumerate(zip(before.columns, after.columns, strict=True))
        if column.face_down < was.face_down
    ]
    return f"Turned up {in_words(turned)}." if turned else ""


def _gone_home(before: Position, after: Position, move: Move) -> str:
    if isinstance(move, Collect):
        return ""
    suits = [
        f"the run of {now[-1].suit.name.lower()}"
        for was, now in zip(before.foundations, after.foundations, strict=True)
        if len(now) == after.ranks != len(was)
    ]
    if not suits:
        return ""
    words = in_words(suits)
    return f"{words[0].upper()}{words[1:]} {'is' if len(suits) == 1 else 'are'} complete and home."
