"""The long forms of the tests, and a record of the run: `python tools/soak.py [PYTEST-WORDS…]`.

Sets `FORMICARIA_TEST_SOAK=1`: Hypothesis tries 1,000 examples instead of its usual number, and a test that has a long form (kills,
missions, rows) reads that variable. The counts go to `bench/results/soak-DATE-COMMIT.json`, which is committed.
"""

import json
import os
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench" / "results"


def main(words: list[str]) -> int:
    """Run the suite in its long form, write the record, and return pytest's exit code."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "--timeout=3600", f"--junit-xml={report}", *words]
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, "FORMICARIA_TEST_SOAK": "1"}, check=False)  # noqa: S603
        if report.exists():
            print(f"soak: recorded in {_record(report, words, done.returncode)}")
    return done.returncode


def _record(report: Path, words: list[str], code: int) -> str:
    suite = ET.parse(report).getroot().find("testsuite")  # noqa: S314 - written by our own run
    counts = {
        name: int(suite.get(name, "0")) if suite is not None else 0
        for name in ("tests", "failures", "errors", "skipped")
    }
    commit = _git("rev-parse", "--short", "HEAD")
    now = datetime.now(UTC)
    content = {
        "commit": commit,
        "changed_files": len(_git("status", "--porcelain", "--untracked-files=no").splitlines()),
        "date": now.date().isoformat(),
        "exit_code": code,
        "python": sys.version.split()[0],
        "seconds": float(suite.get("time", "0")) if suite is not None else 0.0,
        "words": words,
        **counts,
    }
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"soak-{now:%Y%m%dT%H%M%SZ}-{commit}.json"
    path.write_text(json.dumps(content, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return path.relative_to(ROOT).as_posix()


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()  # noqa: S603, S607


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
