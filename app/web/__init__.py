"""Pages, fragments and the interface for programs: parse, call one service, render."""
