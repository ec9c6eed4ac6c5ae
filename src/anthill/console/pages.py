"""Who may open each page; a page that is not in this table cannot be made (colony.md, *API, users*)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from anthill.sdk.permission import Permission


class Door(StrEnum):
    """What a page asks for when it asks for no permission."""

    PUBLIC = "public"
    SESSION = "session"


ROOT: Final = "/console"
SIGN_IN: Final = f"{ROOT}/sign-in"
SETUP: Final = f"{ROOT}/setup"
SIGN_OUT: Final = f"{ROOT}/sign-out"
MISSIONS: Final = f"{ROOT}/missions"
PLAN: Final = f"{MISSIONS}/plan"
MISSION: Final = f"{MISSIONS}/{{mission_id}}"
COLONY: Final = f"{ROOT}/colony"
KNOWLEDGE: Final = f"{ROOT}/knowledge"

PAGES: Final[dict[tuple[str, str], Permission | Door]] = {
    ("GET", "/"): Door.PUBLIC,
    ("GET", ROOT): Door.PUBLIC,
    ("GET", SIGN_IN): Door.PUBLIC,
    ("POST", SIGN_IN): Door.PUBLIC,
    ("GET", SETUP): Door.PUBLIC,
    ("POST", SETUP): Door.PUBLIC,
    ("POST", SIGN_OUT): Door.SESSION,
    ("GET", MISSIONS): Permission.READ_STATUS,
    ("POST", MISSIONS): Permission.RUN_MISSION,
    ("POST", PLAN): Permission.RUN_MISSION,
    ("GET", MISSION): Permission.READ_STATUS,
    ("GET", f"{MISSION}/live"): Permission.READ_STATUS,
    ("POST", f"{MISSION}/cancel"): Permission.RUN_MISSION,
    ("GET", COLONY): Permission.READ_STATUS,
    ("GET", KNOWLEDGE): Permission.READ_KNOWLEDGE,
    ("GET", f"{KNOWLEDGE}/state"): Permission.READ_STATUS,
}
