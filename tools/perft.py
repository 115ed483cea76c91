"""Pin how many ways there are to make so many moves: fills in ``tests/data/perft.json``.

The counts of a position never change while the rules stand. A new variant's opening is added by
itself. To pin another position, add an entry without "nodes" (name, variant, seed, collect, and
the actions that lead there) and run this file.
"""

import json
from pathlib import Path

from app.engine.notation import GameRecord, parse_action, parse_collecting
from app.engine.position import Position
from app.engine.rules import legal_moves, play
from app.engine.variants import VARIANTS, Variant, variant_of

FILE = Path(__file__).parent.parent / "tests" / "data" / "perft.json"
ENOUGH = 6_000
LEAST, DEEPEST = 3, 6


def position_of(entry: dict[str, str]) -> Position:
    """Play an entry's actions."""
    return (
        GameRecord(
            variant_of(entry["variant"]),
            int(entry["seed"]),
            tuple(map(parse_action, entry["actions"].split())),
            parse_collecting(entry["collect"]),
        )
        .replay()
        .position
    )


def perft(position: Position, depth: int) -> int:
    """Count the ways to make ``depth`` moves."""
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    return sum(perft(play(position, move), depth - 1) for move in moves)


def pinned(position: Position) -> list[int]:
    """Count for each depth, as deep as is quick."""
    nodes: list[int] = []
    while len(nodes) < LEAST or (len(nodes) < DEEPEST and nodes[-1] < ENOUGH):
        nodes.append(perft(position, len(nodes) + 1))
    return nodes


def opening(variant: Variant) -> dict[str, str]:
    """Make an entry of a variant's opening, to be counted."""
    collect = str(variant.game.collecting[0])
    name = f"{variant.key} opening"
    return {"name": name, "variant": variant.key, "seed": "42", "collect": collect, "actions": ""}


def main() -> None:
    """Add the openings of new variants, and fill in the entries that have no counts yet."""
    entries = json.loads(FILE.read_text(encoding="utf-8"))
    known = {entry["variant"] for entry in entries if not entry["actions"]}
    entries += [opening(variant) for key, variant in VARIANTS.items() if key not in known]
    for entry in entries:
        if "nodes" not in entry:
            entry["nodes"] = pinned(position_of(entry))
    lines = ",\n".join(json.dumps(entry) for entry in entries)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
