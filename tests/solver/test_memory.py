"""Memory is taken when it is needed, kept for positions of one shape, and given back."""

from app.engine.deal import deal
from app.engine.variants import VARIANTS
from app.solver.memory import Memory
from app.solver.result import Limits, Status
from app.solver.solving import Solver

MUCH, LITTLE = 100_000_000, 1_000_000
SPIDER = deal(VARIANTS["spider-4"], 1)
WISP = deal(VARIANTS["will-o-the-wisp-1"], 1)


def test_buffers_are_kept_for_positions_of_one_shape() -> None:
    memory = Memory()
    memory.prepare(SPIDER, MUCH)
    beam, proof = memory.for_beam(20), memory.for_proof()
    memory.prepare(deal(VARIANTS["spider-1"], 2), MUCH)
    assert memory.for_beam(10) is beam
    assert memory.for_proof() is proof
    assert memory.for_beam(21) is not beam


def test_they_are_given_back_for_another_shape_or_size() -> None:
    memory = Memory()
    for position, size in ((SPIDER, MUCH), (SPIDER, LITTLE), (WISP, LITTLE)):
        memory.prepare(position, size)
        assert memory._proof is None
        assert memory.for_beam(1).width == 1
        memory.for_beam(20)
        memory.for_proof()


def test_a_search_leaves_what_it_may_use_and_no_more() -> None:
    solver = Solver()
    solver.solve(SPIDER, Limits(seconds=60, nodes=3_000_000))
    assert solver._memory.for_beam(1).width > 100
    solver.solve(SPIDER, Limits(seconds=60, memory_bytes=LITTLE))
    assert solver._memory.for_beam(1).width == 1


def test_most_deals_are_won_before_a_complete_search_takes_any() -> None:
    solver, game = Solver(), VARIANTS["spiderette-4"]
    assert solver.solve(deal(game, 4)).status is Status.WON
    assert solver._memory._proof is None
    assert solver.solve(deal(game, 13)).status is Status.UNWINNABLE
    assert solver._memory._proof is not None
