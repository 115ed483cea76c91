"""What an action did, in a sentence for the page's live region."""

from app.engine.cards import RANK_NAMES
from app.engine.game import Game
from app.engine.moves import Action, Collect, DealRow, RunMove, Step, TakeBack
from app.engine.position import Position
from app.engine.refusals import in_words
from app.web.formats import plural


def announcement(before: Game, after: Game, action: Action) -> str:
    """Say what an action did, and what came with it."""
    sentences = [_deed(before, after, action)]
    if action is not Step.UNDO:
        sentences += [_turned_up(before.position, after.position)]
        sentences += [_gone_home(before.position, after.position, action)]
    if after.position.is_won:
        sentences += ["You have won!"]
    elif not after.legal:
        sentences += ["No move is left."]
    return " ".join(sentence for sentence in sentences if sentence)


def _deed(before: Game, after: Game, action: Action) -> str:
    match action:
        case Step():
            turn = before.past if action is Step.UNDO else before.future
            what = "Undone" if action is Step.UNDO else "Done again"
            return f"{what}: {_move_words(turn.move)}." if turn else f"{what}."
        case RunMove(source, target, count):
            head = before.position.columns[source].cards[-count]
            what = f"The {head.name}"
            if count > 1:
                last = RANK_NAMES[before.position.columns[source].cards[-1].rank - 1]
                what = f"The run from the {head.name} down to the {last}"
            return f"{what} moved to column {target + 1}."
        case DealRow():
            rows = -(-len(after.position.stock) // len(after.position.columns))
            dealt = len(before.position.stock) - len(after.position.stock)
            return f"Dealt {plural(dealt, 'card')}; {plural(rows, 'row')} left."
        case Collect(source):
            return f"Collected the run of column {source + 1}."
        case TakeBack(foundation, target):
            card = before.position.foundations[foundation][-1]
            return f"Took the {card.name} back to column {target + 1}."


def _move_words(move: Action) -> str:
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
        case Step():
            return str(move)


def _turned_up(before: Position, after: Position) -> str:
    turned = [
        f"the {column.cards[column.face_down].name} in column {index + 1}"
        for index, (was, column) in enumerate(zip(before.columns, after.columns, strict=True))
        if column.face_down < was.face_down
    ]
    return f"Turned up {in_words(turned)}." if turned else ""


def _gone_home(before: Position, after: Position, action: Action) -> str:
    if isinstance(action, Collect):
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
