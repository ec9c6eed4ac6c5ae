"""``forager verify | rebuild --check | doctor``: is what the store says true, the same, and safe?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from forager.cli.options import (
    DataDirOption,
    JsonOption,
    KeyFileOption,
    UrlOption,
    chosen,
    output_of,
    read_store,
    server,
    settings_of,
)
from formicaria.ground.errors import InvalidRequest, NotFound

if TYPE_CHECKING:
    from forager.cli.remote import Remote
    from formicaria.ground.output import Output

MaybeProject = Annotated[
    str,
    typer.Option(
        "--project", "-p", envvar="FORAGER_PROJECT", help="Project, by name or id; not needed if there is one."
    ),
]


def verify(
    project: MaybeProject = "",
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> int:
    """Open every piece of evidence again in the original bytes and check its hash. Exit 1 when something is missing.

    Example: forager verify --project falcon --json
    """
    if url:
        with server(url, key_file) as remote:
            found = remote.verify(_remote_project(remote, project))
    else:
        with read_store(data_dir) as engine:
            found = engine.verify(chosen(engine, project).id).to_json()
    out = output_of(as_json=as_json)
    out.data(found, lambda: _show_verified(out, found))
    return 1 if found["missing"] else 0


def _remote_project(remote: Remote, ref: str) -> str:
    if ref:
        found = remote.project(ref)
        if found is None:
            raise NotFound("There is no such project.", remedy="Check --project.")
        return str(found["id"])
    known = remote.projects()
    if len(known) != 1:
        raise InvalidRequest("Which project?", remedy="Name it with --project.")
    return str(known[0]["id"])


def _show_verified(out: Output, found: dict[str, object]) -> None:
    out.line(f"{found['evidence']} pieces of evidence: {found['verified']} verified, {found['missing']} missing.")
    lost = found.get("lost")
    for each in lost if isinstance(lost, list) else []:
        out.line(f"  {each['source_name']}, {each['place']}: {each['why']} ({each['evidence_id']})")


def rebuild(
    check: Annotated[bool, typer.Option("--check", help="Compare with a clean rebuild; changes nothing.")] = False,
    project: MaybeProject = "",
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
) -> int:
    """Derive a project again from its originals' readings and decisions, elsewhere, and compare. Exit 1 when they differ.

    Example: forager rebuild --check --project falcon
    """
    if not check:
        raise InvalidRequest(
            "What is derived is always brought up to date by itself.",
            remedy="Use --check to compare with a clean rebuild.",
        )
    with read_store(data_dir) as engine:
        found = engine.check_rebuild(chosen(engine, project).id)
    out = output_of(as_json=as_json)
    told = {"agrees": found.agrees, "digest": found.digest, "rebuilt_digest": found.rebuilt_digest}
    out.data(
        told | {"differences": list(found.differences)}, lambda: _show_rebuilt(out, found.differences, found.digest)
    )
    return 0 if found.agrees else 1


def _show_rebuilt(out: Output, differences: tuple[str, ...], digest: str) -> None:
    if not differences:
        out.line(f"A clean rebuild says the same ({digest}).")
    for each in differences:
        out.line(f"  differs: {each}")


def doctor(as_json: JsonOption = False, data_dir: DataDirOption = None) -> int:
    """Look at everything the store needs, and say what to do about what is wrong. Exit 1 when something is.

    Example: forager doctor --data-dir /srv/forager
    """
    from forager.cli.diagnosis import diagnose

    found = diagnose(settings_of(data_dir))
    out = output_of(as_json=as_json)
    rows = [("ok" if each.ok else "WRONG", each.name, each.words) for each in found]
    told = {"checks": [{"name": each.name, "ok": each.ok, "words": each.words} for each in found]}
    out.data(told, lambda: out.table(("", "check", "found"), rows, ""))
    return 0 if all(each.ok for each in found) else 1
