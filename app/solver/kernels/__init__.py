"""The compiled part of the solver. It imports nothing else of the project."""
