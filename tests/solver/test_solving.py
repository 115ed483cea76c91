"""The way in: answers, limits, cancelling, memory of its own."""

import math
import threading
from random import Random

import pytest

from app.engine.deal import deal
from app.engine.errors import ImpossiblePositionError
from app.engine.moves import Collect, Move
from app.engine.position import Position
from app.engine.refusals import check
from app.engine.rules import play
from app.engine.variants import VARIANTS, Collecting
from app.solver.buffers import ProofBuffers
from app.solver.kernels.table import Pruning
from app.solver.memory import Memory
from app.solver.result import Limit, Limits, Result, Signal, Status, length
from app.solver.solving import Solver, solve
from tests.solver.boards import positions
from tests.solver.invented import exhausted, invented, laid, wandered

SHORT = Limits(seconds=1.0)
HARD = deal(VARIANTS["spider-4"], 1)
EASY = deal(VARIANTS["spider-1"], 1)
BLOCKED = laid("AS | 2S", "AH | 2H", homes=",", ranks=2, by_hand=False)
"""Neither card that lies face down can ever be reached."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def check_won(position: Position, result: Result) -> None:
    assert result.limit is None
    for move in result.actions:
        check(position, move)
        position = play(position, move)
    assert position.is_won


@pytest.mark.parametrize("seed", range(12))
def test_invented_decks(seed: int, solver: Solver) -> None:
    """Every answer is that of an exhaustive search, and every win is one by the engine."""
    chance = Random(seed)  # noqa: S311 - chance that repeats
    for _ in range(40):
        position = wandered(invented(chance), chance, chance.randint(0, 15))
        result = solver.solve(position, Limits(seconds=60))
        if result.status is Status.WON:
            check_won(position, result)
        else:
            assert result.status is Status.UNWINNABLE
            assert exhausted(position, limit=1_000) is not True


@pytest.mark.parametrize("seed", range(3))
def test_positions_of_games(seed: int, solver: Solver) -> None:
    """What is won from the middle of any game is won by the engine."""
    chance = Random(seed)  # noqa: S311 - chance that repeats
    limits = Limits(seconds=60, nodes=60_000)
    statuses = set()
    for position in positions(chance, games=8, moves=60):
        result = solver.solve(position, limits)
        statuses.add(result.status)
        if result.status is Status.WON:
            check_won(position, result)
        elif result.status is Status.UNKNOWN:
            assert result.limit is Limit.NODES
    assert {Status.WON, Status.UNKNOWN} <= statuses


COVERED = {
    "a completed run lies covered": laid(
        "3S 2S AS 2H", "3H", "AH", homes=",", ranks=3, by_hand=True
    ),
    "one is uncovered by collecting": laid("2S AS 2H AH", "", homes=",", ranks=2, by_hand=True),
    "a foundation has given cards back": laid(
        "2S AS AH", "2D AD", homes=",2H,", ranks=2, by_hand=True
    ),
    "nothing is left to do but collecting": laid(
        "2S AS", "2H AH", homes=",", ranks=2, by_hand=True
    ),
    "only the stock is left": laid("2S", "2H", homes=",", stock="AS AH", ranks=2, by_hand=False),
    "there is one column": laid("2S", homes="", stock="AS", ranks=2, by_hand=False),
}


@pytest.mark.parametrize("position", COVERED.values(), ids=COVERED)
def test_won(position: Position, solver: Solver) -> None:
    result = solver.solve(position)
    assert result.status is Status.WON
    check_won(position, result)
    assert result.actions


def test_a_won_position_needs_no_action(solver: Solver) -> None:
    position = laid("", "", homes="2S AS", ranks=2, by_hand=True)
    assert solver.solve(position, shorten_seconds=0.01).actions == ()
    assert solver.solve(position).status is Status.WON


@pytest.mark.parametrize("pruning", [Pruning.NONE, *Pruning, Pruning.ALL])
def test_unwinnable(pruning: Pruning, solver: Solver) -> None:
    result = solver.solve(BLOCKED, pruning=pruning)
    assert result == Result(Status.UNWINNABLE, nodes=result.nodes, seconds=result.seconds)
    assert result.actions == ()


def test_impossible_positions_are_refused(solver: Solver) -> None:
    with pytest.raises(ImpossiblePositionError, match=r"^AS is missing\.$"):
        solver.solve(laid("2S", homes="", ranks=2, by_hand=True))


def test_seconds() -> None:
    result = solve(HARD, Limits(seconds=0.3), pruning=Pruning.NONE)
    assert (result.status, result.limit) in {(Status.UNKNOWN, Limit.SECONDS), (Status.WON, None)}
    assert solve(EASY, Limits(seconds=math.inf)).status is Status.WON
    nothing = solve(HARD, Limits(seconds=0))
    assert (nothing.status, nothing.limit) == (Status.UNKNOWN, Limit.SECONDS)


@pytest.mark.parametrize("nodes", [0, 1, 1_000, 20_000])
def test_nodes(nodes: int, solver: Solver) -> None:
    result = solver.solve(HARD, Limits(seconds=600, nodes=nodes))
    assert (result.status, result.limit) == (Status.UNKNOWN, Limit.NODES)
    assert result.nodes <= nodes + 40_000


@pytest.mark.parametrize("memory", [0, 1_000, 1_000_000])
def test_memory(memory: int, solver: Solver) -> None:
    result = solver.solve(HARD, Limits(seconds=600, memory_bytes=memory))
    assert (result.status, result.limit) == (Status.UNKNOWN, Limit.MEMORY)
    assert result.nodes == 0


def test_little_memory_is_enough_for_little(solver: Solver) -> None:
    result = solver.solve(EASY, Limits(seconds=60, memory_bytes=10_000_000))
    assert result.status is Status.WON


class Watched(Memory):
    """Tells when a search has begun."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = threading.Event()

    def for_proof(self) -> ProofBuffers:
        self.begun.set()
        return super().for_proof()


def test_cancelling_from_another_thread() -> None:
    solver, memory, signal = Solver(), Watched(), Signal()
    solver._memory = memory
    open_for_minutes = deal(VARIANTS["spiderette-4"], 31)
    answers: list[Result] = []
    thread = threading.Thread(
        target=lambda: answers.append(
            solver.solve(open_for_minutes, Limits(seconds=600), signal=signal, shorten_seconds=600)
        )
    )
    thread.start()
    assert memory.begun.wait(60) or answers
    signal.stop()
    thread.join(60)
    assert not thread.is_alive()
    assert answers[0].limit is Limit.CANCELLED or answers[0].status is Status.WON


def test_cancelled_before_it_begins(solver: Solver) -> None:
    signal = Signal()
    signal.stop()
    result = solver.solve(HARD, Limits(seconds=600), signal=signal)
    assert (result.status, result.limit) == (Status.UNKNOWN, Limit.CANCELLED)


def test_cancelling_while_a_solution_is_made_shorter(solver: Solver) -> None:
    signal = Signal()
    stopper = threading.Timer(0.5, signal.stop)
    stopper.start()
    result = solver.solve(EASY, Limits(seconds=60), signal=signal, shorten_seconds=600)
    stopper.join()
    assert result.status is Status.WON
    check_won(EASY, result)


def test_a_shorter_solution(solver: Solver) -> None:
    found = solver.solve(EASY, Limits(seconds=60))
    shorter = solver.solve(EASY, Limits(seconds=60), shorten_seconds=1.0)
    check_won(EASY, shorter)
    assert length(shorter.actions) < length(found.actions)


def test_what_cannot_be_shorter_takes_no_time(solver: Solver) -> None:
    one_move = laid("2S", "AS", homes="", ranks=2, by_hand=True)
    result = solver.solve(one_move, shorten_seconds=10_000)
    assert (result.status, length(result.actions)) == (Status.WON, 1)


def test_shortening_keeps_to_the_limit_of_positions(solver: Solver) -> None:
    most = 1_000_000
    result = solver.solve(EASY, Limits(seconds=600, nodes=most), shorten_seconds=10_000)
    assert result.status is Status.WON
    assert result.nodes < most + 200_000


def test_length_counts_no_collecting() -> None:
    position = COVERED["nothing is left to do but collecting"]
    actions: tuple[Move, ...] = solve(position).actions
    assert actions
    assert all(isinstance(action, Collect) for action in actions)
    assert length(actions) == 0


def test_what_was_hopeless_in_another_game_is_forgotten(solver: Solver) -> None:
    """The same columns, but what is home may complete a run only where it may be taken back."""
    columns, homes = ("AH | 2H", "AS | 2S"), "2H AH,,,2S AS"
    for hand, status in ((False, Status.UNWINNABLE), (True, Status.WON)) * 2:
        position = laid(*columns, homes=homes, ranks=2, by_hand=hand)
        assert solver.solve(position, Limits(seconds=60)).status is status


def test_one_solver_for_games_of_every_shape(solver: Solver) -> None:
    """An answer does not depend on what was searched before with the same memory."""
    alike = [deal(VARIANTS[f"will-o-the-wisp-{suits}"], 4) for suits in (1, 2, 4)]
    alike += [deal(VARIANTS["spiderette-1"], 7, way) for way in Collecting]
    order = [*alike, EASY, *alike[::-1], EASY, BLOCKED]
    limits = Limits(seconds=60, nodes=200_000)

    def told(result: Result) -> tuple[object, ...]:
        return result.status, result.actions, result.nodes, result.limit

    for position in order:
        assert told(solver.solve(position, limits)) == told(solve(position, limits))
