"""Perfect-information search: whether a position can be won, and how.

``solve`` is the way in. Needs NumPy and Numba; without them importing it raises ImportError, and
everything else of Wisp works.
"""
