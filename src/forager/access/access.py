"""An authenticated caller, and what they may do."""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from typing import Final

from forager.access.scopes import TOKEN_SCOPES, Scope
from forager.store.acts import Caller
from formicaria.ground.errors import Forbidden

HOST: Final = "host"
"""The kind of the credential that a supervising parent handed in."""


@dataclass(frozen=True, slots=True)
class Access:
    """An authenticated caller. ``projects`` empty means no limit.

    ``kind`` is ``operator``, ``integration``, ``host`` or ``session``; a session may do what the credential it was opened with may do
    now, and has a request-forgery token, ``csrf``.
    """

    credential_id: str
    kind: str
    name: str
    scopes: tuple[str, ...]
    projects: tuple[str, ...]
    expires_at: str
    is_operator: bool = False
    csrf: str = field(default="", repr=False)

    def can(self, scope: Scope) -> bool:
        """Whether the caller has the scope. Making projects needs freedom from a project limit as well; ending the engine is the
        parent's alone, not even the operator's key does it."""
        if scope is Scope.HOST:
            return self.kind == HOST
        allowed = self.is_operator or (scope in TOKEN_SCOPES and scope in self.scopes)
        return allowed and not (scope is Scope.PROJECTS and self.projects)

    def check(self, scope: Scope) -> None:
        """Raise Forbidden unless the caller has the scope."""
        if not self.can(scope):
            raise Forbidden(
                f"This credential does not have the scope {scope}.",
                remedy="Ask the operator for one that has it.",
                details={"scope": str(scope)},
            )

    def check_csrf(self, offered: str) -> None:
        """Raise Forbidden unless ``offered`` is this session's own token, in constant time."""
        if not self.csrf or not hmac.compare_digest(self.csrf.encode(), offered.encode("utf-8", "surrogatepass")):
            raise Forbidden("This form is not from your session.", remedy="Open the page again and repeat the step.")

    def limit(self, header: str) -> tuple[str, ...] | None:
        """The projects this request may touch; None: all. A header can only narrow."""
        if not header:
            return self.projects or None
        return (header,) if not self.projects or header in self.projects else ()

    def caller(self, actor: str) -> Caller:
        """The caller as the audit trail names them."""
        return Caller(self.credential_id, actor)
