"""The derived and published layers: everything here is a function of live evidence and the decision log (design notes §5)."""

from forager.derive.publish import Published
from forager.derive.run import Derivation, Stopped, run

__all__ = ["Derivation", "Published", "Stopped", "run"]
