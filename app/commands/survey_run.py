"""A survey under way: what is written of it, and what the terminal shows."""

import json
from collections import Counter
from typing import TextIO

from rich.console import Console

from app.commands.failing import INTERRUPTED, Failure
from app.commands.output import Output
from app.commands.progress import bar
from app.services.terms import Answer, Answers, Lost, SurveyError


def run(answers: Answers, outputs: list[Output | TextIO], tally: Counter[str], total: int) -> int:
    """Write answers as they come, count them, and give the status to end with."""
    status = 0
    # A bar and lines on the same screen would be in each other's way.
    with bar(shown=not any(output.isatty() for output in outputs)) as shown:
        task = shown.add_task("", total=total, completed=tally.total())
        try:
            for answer in answers:
                if isinstance(answer, Lost):
                    _say(shown.console, f"Deal {answer.seed} has no answer: {answer.reason}.")
                    status = Failure.exit_code
                else:
                    _write(answer, outputs)
                    tally[answer["status"]] += 1
                shown.update(task, advance=1, description=_counts(tally))
        except KeyboardInterrupt:
            return INTERRUPTED
        except SurveyError as error:
            _say(shown.console, str(error))
            return Failure.exit_code
    return status


def _write(answer: Answer, outputs: list[Output | TextIO]) -> None:
    for output in outputs:
        output.write(json.dumps(answer) + "\n")
        output.flush()


def _say(console: Console, sentence: str) -> None:
    console.print(sentence, markup=False, highlight=False, soft_wrap=True)


def _counts(tally: Counter[str]) -> str:
    return ", ".join(f"{count} {status}" for status, count in sorted(tally.items()))
