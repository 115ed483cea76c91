"""A set of hashes of positions: open addressing, 0 for an empty place."""

from typing import Any

import numpy as np

from app.solver.kernels.compiled import kernel
from app.solver.kernels.nodes import Array, signed

PLACES_BETWEEN_LOOKS = 4096
"""So many hashes are moved between two looks at the sign to stop: well below 1 ms."""


@kernel
def is_new(seen: Array, size: int, code: Any, keep: bool) -> bool:
    """Tell whether a hash has not been met; note it if there is room to keep it.

    Only the first ``size`` places are used: a power of two, of which some must stay empty.
    """
    mask = signed(size - 1)
    place = signed(code >> np.uint64(20)) & mask
    while seen[place] != 0:
        if seen[place] == code:
            return False
        place = (place + 1) & mask
    if keep:
        seen[place] = code
    return True


@kernel
def spread(seen: Array, size: int, stop: Array) -> bool:
    """Give the hashes in the first ``size`` places twice as many; tell whether it was finished.

    The places after them must be empty. When it is stopped, the set is of no more use.

    A hash stays about where it is or goes as much further as the set grows. So hashes are moved
    in the order of their places, beginning after an empty one: on its way each meets only such as
    have been moved, and leaves none behind.
    """
    first = 0
    while seen[first] != 0:
        first += 1
    for number in range(size):
        if number % PLACES_BETWEEN_LOOKS == 0 and stop[0]:
            return False
        place = (first + number) & signed(size - 1)
        code = seen[place]
        if code != 0:
            seen[place] = 0
            is_new(seen, 2 * size, code, True)
    return True
