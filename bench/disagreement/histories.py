"""F5c, second part: real version histories, the same document out of consecutive releases of packages.

Under one name they must give supersession and never a contradiction; as two files with names of their own a disagreement stays open and
nothing supersedes; ``as_of`` must give what was known then. The documents are the READMEs that packages carry as their long description,
fetched with pip and kept under ``build/bench/histories``.
"""

import subprocess
import sys
import venv
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.disagreement.engine import Base, base, opened
from bench.measure import Skipped

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "build" / "bench" / "histories"
RELEASES: dict[str, tuple[str, ...]] = {
    "attrs": ("21.4.0", "22.2.0", "23.2.0"),
    "httpx": ("0.20.0", "0.23.3", "0.27.0"),
    "charset-normalizer": ("2.0.12", "3.1.0", "3.3.2"),
    "requests": ("2.25.1", "2.28.2", "2.31.0"),
    "structlog": ("21.5.0", "22.3.0", "24.1.0"),
    "rich": ("10.16.2", "12.6.0", "13.7.0"),
    "tqdm": ("4.62.3", "4.64.1", "4.66.1"),
    "tabulate": ("0.8.9", "0.8.10", "0.9.0"),
    "jsonschema": ("4.0.1", "4.17.3", "4.21.1"),
    "humanize": ("3.14.0", "4.4.0", "4.9.0"),
}
"""Permissively licensed packages (MIT, BSD, Apache-2.0; tqdm MPL-2.0 and MIT): the texts are fetched, never kept in the repository."""


@dataclass(slots=True)
class Histories:
    """Counts over all histories.

    ``one_name`` and ``two_names`` are contradictions flagged; ``superseded`` statements that a later release replaced; ``assumed``
    supersessions between differently named files; ``suggested`` of the open ones that carry a suggestion; ``marked`` those open between
    files whose names hold the release, ``marked_suggested`` of these that suggest one; ``past`` histories whose first release is seen
    unchanged by ``as_of``.
    """

    histories: int = 0
    one_name: int = 0
    superseded: int = 0
    two_names: int = 0
    suggested: int = 0
    assumed: int = 0
    marked: int = 0
    marked_suggested: int = 0
    past: int = 0


def fetched() -> dict[str, tuple[str, ...]]:
    """The texts of each package, the oldest release first.

    Raises:
        Skipped: the package index cannot be reached.
    """
    missing = [(name, at) for name, releases in RELEASES.items() for at in releases if not _text(name, at).exists()]
    if missing:
        _fetch(missing)
    return {
        name: tuple(_text(name, at).read_text(encoding="utf-8") for at in releases)
        for name, releases in RELEASES.items()
    }


def run(texts: dict[str, tuple[str, ...]]) -> Histories:
    """Each history three times: under one name, as files of their own names, and as files whose names hold the release."""
    counted = Histories(histories=len(texts))
    with opened() as engine:
        for name, releases in texts.items():
            _one_name(base(engine, f"{name} one"), name, releases, counted)
            _own_names(base(engine, f"{name} two"), name, releases, counted)
            _marked_names(base(engine, f"{name} marked"), name, releases, counted)
    return counted


def _one_name(project: Base, name: str, releases: Sequence[str], counted: Histories) -> None:
    project.ingest([(f"{name}.md", releases[0].encode())])
    first, known = project.revision(), project.known_at(project.revision())
    for text in releases[1:]:
        project.ingest([(f"{name}.md", text.encode())])
    counted.one_name += len(project.conflicts())
    counted.superseded += sum(item.status == "superseded" for item in project.items())
    counted.past += project.known_at(first) == known


def _own_names(project: Base, name: str, releases: Sequence[str], counted: Histories) -> None:
    """Names that say nothing of an order: each release under the name of a folder of its own."""
    folders = ("north", "south", "west", "east")
    project.ingest([(f"{folders[at]} {name}.md", text.encode()) for at, text in enumerate(releases)])
    conflicts = project.conflicts()
    counted.two_names += len(conflicts)
    counted.suggested += sum(bool(each.suggestion) for each in conflicts)
    owners = {item.id: set(item.source_ids) for item in project.items()}
    counted.assumed += sum(
        item.status == "superseded" and not owners.get(item.superseded_by, set()) & set(item.source_ids)
        for item in project.items()
    )


def _marked_names(project: Base, name: str, releases: Sequence[str], counted: Histories) -> None:
    """Names that tell which release is later."""
    marks = RELEASES[name]
    project.ingest([(f"{name} {mark}.md", text.encode()) for mark, text in zip(marks, releases, strict=True)])
    conflicts = project.conflicts()
    counted.marked += len(conflicts)
    counted.marked_suggested += sum(bool(each.suggestion) for each in conflicts)


def _text(name: str, release: str) -> Path:
    return KEPT / f"{name}-{release}.md"


def _fetch(missing: Sequence[tuple[str, str]]) -> None:
    KEPT.mkdir(parents=True, exist_ok=True)
    python = KEPT / "env" / "bin" / "python"
    if not python.exists():
        venv.create(KEPT / "env", with_pip=True)
    wanted = [f"{name}=={release}" for name, release in missing]
    print(f"bench: fetching {len(wanted)} releases", file=sys.stderr)
    for (name, release), pinned in zip(missing, wanted, strict=True):
        folder = KEPT / "wheels" / pinned
        command = [
            str(python),
            "-m",
            "pip",
            "download",
            "-q",
            "--no-deps",
            "--only-binary",
            ":all:",
            pinned,
            "-d",
            str(folder),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise Skipped("The package index cannot be reached, so the version histories are not at hand.")
        _text(name, release).write_text(_description(next(folder.glob("*.whl"))), encoding="utf-8")


def _description(wheel: Path) -> str:
    """The long description in a wheel's metadata."""
    with zipfile.ZipFile(wheel) as held:
        name = next(each for each in held.namelist() if each.endswith(".dist-info/METADATA"))
        return held.read(name).decode("utf-8").partition("\n\n")[2]
