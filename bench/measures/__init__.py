"""Every measurement, in the order of the table."""

from bench.measure import Measure
from bench.measures import setup

MEASURES: tuple[Measure, ...] = (
    Measure("S1", setup.repeated_set_up),
    Measure("S2", setup.help_of_a_program),
)
