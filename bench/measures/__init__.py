"""Every measurement, in the order of the table."""

from bench.measure import Measure
from bench.measures import audit, contracts, dates, disagreement, mentions, names, person_records, setup, statements

MEASURES: tuple[Measure, ...] = (
    Measure("S1", setup.repeated_set_up),
    Measure("S2", setup.help_of_a_program),
    Measure("F3", audit.trail),
    Measure("F5a", disagreement.edited_families),
    Measure("F5b", disagreement.open_prose),
    Measure("F5c", disagreement.untouched_documents),
    Measure("F5d", disagreement.version_histories),
    Measure("F6a", names.name_pairs),
    Measure("F6b", person_records.person_records),
    Measure("F6c", mentions.mentions),
    Measure("F7", statements.statements),
    Measure("F7c", contracts.contracts),
    Measure("F8a", dates.specifications),
    Measure("F8b", dates.odd_dates),
    Measure("F8c", dates.speed),
)
