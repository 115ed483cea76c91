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
def move_all(old: Array, new: Array, stop: Array) -> bool:
    """Take every hash over into a larger set; tell whether that was done before the stop."""
    for index in range(old.shape[0]):
        if index % PLACES_BETWEEN_LOOKS == 0 and stop[0]:
            return False
        if old[index] != 0:
            is_new(new, new.shape[0], old[index], True)
    return True
