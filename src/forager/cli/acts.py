"""``forager decide | reopen | review | merge | apart | explode | undo | authoritative | date | attribute``: what people decide.

Each act is one entry of the decision log, with who and why; ``forager decisions`` lists them, ``forager undo`` takes one back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Annotated, get_type_hints
from urllib.parse import quote

import typer

from forager.cli.options import (
    DataDirOption,
    JsonOption,
    KeyFileOption,
    ProjectOption,
    UrlOption,
    chosen,
    me,
    output_of,
    server,
    whole_store,
)
from forager.cli.reading import by_whom, when
from formicaria.ground.errors import Conflict

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from forager.cli.remote import Json
    from forager.model.source import Project
    from forager.review import By, Decided, Reviewer

NoteOption = Annotated[str, typer.Option("--note", help="Why, in your words; kept with the decision.")]


@dataclass(frozen=True, slots=True)
class Act:
    """One act: what it does in the store itself, and the same as a request; ``path`` may leave room for the project."""

    local: Callable[[Reviewer, Project, By], Decided]
    path: str
    body: Json


@dataclass(frozen=True, slots=True)
class How:
    """What every act takes beside what it is about; its fields are options of the command."""

    note: NoteOption = ""
    project: ProjectOption = ""
    as_json: JsonOption = False
    data_dir: DataDirOption = None
    url: UrlOption = ""
    key_file: KeyFileOption = None


def register(app: typer.Typer) -> None:
    """Add the acts."""
    for act in (decide, reopen, review, merge, apart, explode, undo, authoritative, date, attribute):
        app.command(act.__name__)(_command(act))


def _command(act: Callable[..., Act]) -> Callable[..., None]:
    """The command of an act: its own parameters, and after them the options that all of them take."""
    hints = {**get_type_hints(act, include_extras=True), **get_type_hints(How, include_extras=True)}
    own = list(signature(act).parameters.values())
    shared = [each.replace(kind=Parameter.POSITIONAL_OR_KEYWORD) for each in signature(How).parameters.values()]

    def command(**given: object) -> None:
        how = How(**{each.name: given.pop(each.name) for each in shared})  # type: ignore[arg-type]  # as their options read them
        _done(act(**given), how)

    command.__doc__ = act.__doc__
    command.__annotations__ = {each.name: hints[each.name] for each in (*own, *shared)}
    parameters = [each.replace(annotation=hints[each.name]) for each in (*own, *shared)]
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # what the command library asks
    return command


def decide(
    conflict: Annotated[str, typer.Argument(help="The disagreement, as `forager conflicts` names it (cf_…).")],
    choice: Annotated[str, typer.Argument(help="choose_winner, both_hold, neither, dismiss or archive_duplicates.")],
    winner: Annotated[str, typer.Option("--winner", help="The side that holds, with choose_winner (ki_…).")] = "",
    seen: Annotated[
        str,
        typer.Option("--seen", help="The fingerprint in `forager conflicts --json`; asked for where somebody decided."),
    ] = "",
) -> Act:
    """Decide a disagreement.

    Example: forager decide cf_3pzt6l5q choose_winner --winner ki_7m2hb3k4 --note "the board moved it"
    """
    body: Json = {"action": choice, "winner_id": winner, "fingerprint": seen}
    return Act(
        lambda reviewer, base, by: reviewer.decide_conflict(base, conflict, choice, winner, by, seen=seen),
        f"conflicts/{quote(conflict, safe='')}/resolve",
        body,
    )


def reopen(
    conflict: Annotated[str, typer.Argument(help="The decided disagreement (cf_…).")],
) -> Act:
    """Open a decided disagreement again.

    Example: forager reopen cf_3pzt6l5q
    """
    return Act(
        lambda reviewer, base, by: reviewer.reopen(base, conflict, by),
        f"conflicts/{quote(conflict, safe='')}/reopen",
        {},
    )


def review(
    item: Annotated[str, typer.Argument(help="The statement (ki_…).")],
    action: Annotated[str, typer.Argument(help="mark_reviewed, reject, restore or archive.")],
) -> Act:
    """Judge a statement: a rejected one is no side of a disagreement and backs nothing.

    Example: forager review ki_7m2hb3k4 reject --note "a draft that nobody sent"
    """
    return Act(
        lambda reviewer, base, by: reviewer.review_item(base, item, action, by),
        f"knowledge/{quote(item, safe='')}/review",
        {"action": action},
    )


def merge(
    left: Annotated[str, typer.Argument(help="An entity, or one of its names in context (ent_…).")],
    right: Annotated[str, typer.Argument(help="The other.")],
    even_so: Annotated[
        bool, typer.Option("--even-so", help="Also where something speaks against it; said by who has read what.")
    ] = False,
) -> Act:
    """Say that two names are one entity; what speaks against it is told first, and nothing is joined until --even-so.

    Example: forager merge ent_6r2vq5x2 ent_m7hb3k4w --note "the same person, she married"
    """
    return Act(
        lambda reviewer, base, by: reviewer.merge(base, left, right, by, even_so=even_so),
        "projects/{}/entities/merge",
        {"left_id": left, "right_id": right, "even_so": even_so},
    )


def apart(
    left: Annotated[str, typer.Argument(help="An entity, or one of its names in context (ent_…).")],
    right: Annotated[str, typer.Argument(help="The other.")],
) -> Act:
    """Say that two names are two entities; the pair is not proposed again.

    Example: forager apart ent_6r2vq5x2 ent_m7hb3k4w --note "father and son"
    """
    return Act(
        lambda reviewer, base, by: reviewer.apart(base, left, right, by),
        "projects/{}/entities/apart",
        {"left_id": left, "right_id": right},
    )


def explode(
    entity: Annotated[str, typer.Argument(help="The entity (ent_…).")],
) -> Act:
    """Put every name of an entity apart, in one decision that `forager undo` takes back.

    Example: forager explode ent_6r2vq5x2 --note "three people of one name"
    """
    return Act(
        lambda reviewer, base, by: reviewer.explode(base, entity, by),
        f"entities/{quote(entity, safe='')}/explode",
        {},
    )


def undo(
    number: Annotated[int, typer.Argument(help="Number of the decision, as `forager decisions` shows it.", min=1)],
) -> Act:
    """Take a decision back; the undo is an entry of its own, and may itself be taken back.

    Example: forager undo 4 --project falcon
    """
    return Act(
        lambda reviewer, base, by: reviewer.undo(base, number, by),
        f"projects/{{}}/decisions/{number}/undo",
        {},
    )


def authoritative(
    what: Annotated[str, typer.Argument(help="A document (src_…), or a pattern of names such as policies/*.md.")],
    no: Annotated[bool, typer.Option("--no", help="Say that it is not.")] = False,
) -> Act:
    """Say that documents are authoritative: what they say is suggested where documents disagree, never applied.

    Example: forager authoritative "policies/*.md" --project falcon
    """
    choice = "not_authoritative" if no else "authoritative"
    if what.startswith("src_"):
        path, body = f"sources/{quote(what, safe='')}/decide", {"action": choice}
    else:
        path, body = "projects/{}/sources/authority", {"action": choice, "pattern": what}

    def act(reviewer: Reviewer, base: Project, by: By) -> Decided:
        if what.startswith("src_"):
            return reviewer.decide_source(base, what, choice, "", by)
        return reviewer.decide_named(base, what, choice, by)

    return Act(act, path, dict(body))


def date(
    source: Annotated[str, typer.Argument(help="The document (src_…).")],
    day: Annotated[str, typer.Argument(help="Its date: a day, month or year.")],
) -> Act:
    """Give a document its date, where its own is wrong or missing.

    Example: forager date src_ssazad7u 2026-03-15 --note "the postmark"
    """
    return Act(
        lambda reviewer, base, by: reviewer.decide_source(base, source, "set_date", day, by),
        f"sources/{quote(source, safe='')}/decide",
        {"action": "set_date", "date": day},
    )


def attribute(
    name: Annotated[str, typer.Argument(help="Its key, such as supplier.")],
    choice: Annotated[str, typer.Argument(help="single_valued or multi_valued.")],
) -> Act:
    """Say whether an attribute has one value at a time; values of one that has several never disagree.

    Example: forager attribute supplier multi_valued --project falcon
    """
    return Act(
        lambda reviewer, base, by: reviewer.declare_attribute(base, name, choice, by),
        "projects/{}/attributes/declare",
        {"attribute": name, "action": choice},
    )


def _done(act: Act, how: How) -> None:
    """An act in the store itself or through a server."""
    out = output_of(as_json=how.as_json)
    try:
        told = _through(act, how) if how.url else _here(act, how)
    except Conflict as refused:
        if not how.as_json:
            for line in _why_not(refused.details):
                out.note(line)
        raise
    later = "" if told["applied"] else " It shows when the work under way is done."
    out.data(told, lambda: out.line(f"Decided: number {told['decision_seq']} of the log.{later}"))


def _why_not(details: Mapping[str, object]) -> Iterator[str]:
    """What a refusal tells beside its sentence: what speaks for and against two names, or the decision that stands."""
    for name, words in (("reasons_for", "for one: "), ("reasons_against", "against: ")):
        reasons = details.get(name)
        for each in reasons if isinstance(reasons, list) else ():
            yield f"{words}{each}"
    made = details.get("decision")
    if isinstance(made, dict):
        yield f"decided: {made['action']} by {by_whom(made)}, {when(str(made['decided_at']))}"


def _through(act: Act, how: How) -> Json:
    from forager.cli.reading import remote_project

    with server(how.url, how.key_file) as remote:
        ref = quote(remote_project(remote, how.project), safe="") if "{}" in act.path else ""
        answer = remote.post(act.path.format(ref), {**act.body, "notes": how.note, "actor": me().actor})
    return {"decision_seq": answer["decision_seq"], "applied": answer["applied"]}


def _here(act: Act, how: How) -> Json:
    from forager.review import By, Reviewer

    with whole_store(how.data_dir) as engine:
        reviewer = Reviewer(engine.database, engine.clock, engine.derive)
        made = act.local(reviewer, chosen(engine, how.project), By(me(), how.note))
    return {"decision_seq": made.decision.seq, "applied": made.applied}
