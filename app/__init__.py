"""Spider, Spiderette and Will o' the Wisp in a browser tab."""

__version__ = "0.1.0"
