"""The root of the colony's error tree; what is not ours alone comes from the ground.

AnthillError
├── SourceSetError        500  invalid_artifact (declared beside the shape it guards)
├── Refused               409  refused
└── anthill.core.errors   the core's own
"""

from __future__ import annotations

from formicaria.ground.errors import Error


class AnthillError(Error):
    """Something the colony could not do; `code` is stable, `remedy` says what to do next."""


class Refused(AnthillError):
    """The request was understood and the colony will not do it; the message says which rule says so."""

    code = "refused"
    status = 409
    exit_code = 5
