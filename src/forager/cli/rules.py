"""``forager rules``: how statements are found, rule by rule, and how often each rule was right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from forager.cli.options import JsonOption, output_of
from formicaria.ground.errors import InvalidRequest, NotFound

if TYPE_CHECKING:
    from forager.extract.catalogue import Attribute
    from forager.extract.rule import Rule
    from formicaria.ground.output import Output

NOT_MET = "not met in the set"


def rules(
    name: Annotated[str, typer.Argument(help="One rule, with its pattern and all its examples.")] = "",
    attributes: Annotated[bool, typer.Option("--attributes", help="The attribute catalogue instead.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Print the extraction rules: tier, zones, support, examples, and the precision measured on the labelled set.

    Example: forager rules "key-value line"
    """
    out = output_of(as_json=as_json)
    if attributes and name:
        raise InvalidRequest("A rule or the attributes?", remedy="Leave out the name or --attributes.")
    if attributes:
        _attributes(out)
    elif name:
        _one(out, name)
    else:
        _all(out)


def _all(out: Output) -> None:
    from forager.extract.rules import RULES

    rows = [_row(rule) for rule in RULES]
    heads = ("tier", "rule", "support", "zones", "ex.", "not", "precision")
    out.data({"rules": rows}, lambda: out.table(heads, [_cells(row) for row in rows], "There are no rules."))


def _one(out: Output, name: str) -> None:
    from forager.extract.rules import RULES

    found = next((rule for rule in RULES if name.casefold() in {rule.name.casefold(), rule.label.casefold()}), None)
    if found is None:
        raise NotFound("There is no such rule.", remedy="`forager rules` lists all of them by name.")
    row = _row(found) | {
        "examples": [
            {"text": each.text, "subject": each.subject, "attribute": each.attribute, "value": each.value}
            for each in found.examples
        ],
        "counter_examples": list(found.counter_examples),
    }
    out.data(row, lambda: _show(out, row))


def _row(rule: Rule) -> dict[str, object]:
    from forager.extract.rules.measured import measured

    known = measured().get(rule.label)
    share = (
        None if known is None else {"right": known.right, "stated": known.stated, "low": known.low, "high": known.high}
    )
    return {
        "tier": rule.tier,
        "name": rule.name,
        "version": rule.version,
        "type": rule.type.value,
        "support": rule.support.value,
        "zones": [zone.value for zone in rule.zones],
        "attribute": rule.attribute,
        "pattern": rule.pattern,
        "example_count": len(rule.examples),
        "counter_example_count": len(rule.counter_examples),
        "precision": share,
    }


def _told(precision: object) -> str:
    if not isinstance(precision, dict):
        return NOT_MET
    share = precision["right"] / precision["stated"]
    interval = f"{precision['low'] / 1000:.2f}-{precision['high'] / 1000:.2f}"
    return f"{share:.2f} ({precision['right']}/{precision['stated']}, {interval})"


def _cells(row: dict[str, object]) -> tuple[str, ...]:
    zones = row["zones"]
    return (
        str(row["tier"]),
        str(row["name"]),
        str(row["support"]),
        ", ".join(zones) if isinstance(zones, list) else "",
        str(row["example_count"]),
        str(row["counter_example_count"]),
        _told(row["precision"]),
    )


def _show(out: Output, row: dict[str, object]) -> None:
    out.line(f"{row['name']}@{row['version']} (tier {row['tier']}, {row['type']}, {row['support']})")
    out.line(f"  pattern:   {row['pattern']}")
    out.line(f"  precision: {_told(row['precision'])}")
    examples, counter = row["examples"], row["counter_examples"]
    for each in examples if isinstance(examples, list) else []:
        slot = " | ".join(str(each[key]) for key in ("subject", "attribute", "value") if each[key])
        out.line(f"  example:   {_flat(each['text'])}" + (f"  ->  {slot}" if slot else ""))
    for each in counter if isinstance(counter, list) else []:
        out.line(f"  not:       {_flat(each)}")


def _flat(text: str) -> str:
    return " / ".join(line for line in text.splitlines() if line.strip())


def _attributes(out: Output) -> None:
    from forager.extract.catalogue import CATALOGUE

    rows = [_attribute(each) for each in CATALOGUE]
    heads = ("attribute", "values", "one value", "of", "labels", "verbs")
    table = [
        (
            each.key,
            ", ".join(each.kinds),
            "yes" if each.single_valued else "no",
            each.subject,
            ", ".join(each.labels),
            ", ".join(each.verbs),
        )
        for each in CATALOGUE
    ]
    out.data({"attributes": rows}, lambda: out.table(heads, table, "There are no attributes."))


def _attribute(row: Attribute) -> dict[str, object]:
    return {
        "key": row.key,
        "kinds": [kind.value for kind in row.kinds],
        "single_valued": row.single_valued,
        "subject": row.subject,
        "labels": list(row.labels),
        "verbs": list(row.verbs),
    }
