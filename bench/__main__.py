"""Run the measurements and print one table: `python -m bench [ID]`."""

import json
import platform
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from bench.measure import Measure, Result, Skipped
from bench.measures import MEASURES

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "build" / "bench"


def main(words: list[str]) -> int:
    """Run the measure named (F5 names F5a and F5b too), or all; print the table; return 1 when a target was missed."""
    chosen = [measure for measure in MEASURES if not words or _is_named(measure, words[0])]
    if not chosen:
        print(
            f"bench: no measure {words[0]}; there are {', '.join(measure.id for measure in MEASURES)}.", file=sys.stderr
        )
        return 2
    results = []
    for measure in chosen:
        try:
            taken = measure.results()
        except Skipped as skipped:
            print(f"bench: {measure.id} is skipped: {skipped}", file=sys.stderr)
            continue
        for result in taken:
            results.append(result)
            _keep(result)
    _print(results)
    return 0 if all(result.met for result in results) else 1


def _is_named(measure: Measure, word: str) -> bool:
    return measure.id == word or (measure.id[:-1] == word and measure.id[-1].isalpha())


def _keep(result: Result) -> None:
    """Write the result with all that is needed to compare it later."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    now = datetime.now(UTC)
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],  # noqa: S607 - git of the reader's PATH
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    content = {
        "commit": commit,
        "date": f"{now:%Y-%m-%dT%H:%M:%SZ}",
        "machine": platform.machine(),
        "python": platform.python_version(),
        "version": version("formicaria"),
        **result.to_json(),
    }
    path = RESULTS / f"{result.id}-{now:%Y%m%dT%H%M%SZ}.json"
    path.write_text(json.dumps(content, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def _print(results: list[Result]) -> None:
    heads = ("id", "question", "ours", "peer", "target", "met")
    rows = [heads, *(result.row() for result in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    for result in results:
        for note in result.notes:
            print(f"{result.id}: {note}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
