"""A few small documents that name dates, people and one disagreement, and how to give them to an engine."""

from __future__ import annotations

from collections.abc import Iterable
from email.message import EmailMessage

from forager.accept.files import Offered
from forager.engine import Engine
from forager.model.job import Job
from forager.store.acts import Caller

BY = Caller("tok_test", "ana")

MEMO = b"""# Falcon kickoff

Project: Falcon
Date: 2026-01-12

The launch date of Falcon is March 3, 2026. Robert Smith is the project manager of Falcon.
"""
STATUS = b"""# Falcon status

Date: 2026-02-20

The launch date of Falcon is April 10, 2026. The Falcon pilot must run for four weeks.
"""
BUDGET = b"item,amount,currency\nantenna,12000,EUR\ncabin,48000,EUR\n"
BROKEN = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def mail(attachment: bytes = BUDGET, body: str = "The Falcon budget is EUR 60,000.") -> bytes:
    """A message of Robert Smith that carries budget.csv."""
    message = EmailMessage()
    message["From"] = "Bob Smith <bob.smith@example.org>"
    message["To"] = "Ana Ruiz <ana.ruiz@example.org>"
    message["Date"] = "Mon, 09 Feb 2026 09:00:00 +0000"
    message["Subject"] = "Falcon budget"
    message["Message-ID"] = "<1@example.org>"
    message.set_content(body)
    message.add_attachment(attachment, maintype="text", subtype="csv", filename="budget.csv")
    message.set_boundary("fixed-boundary")
    return message.as_bytes()


FILES: dict[str, bytes] = {"memo.md": MEMO, "status.md": STATUS, "mail.eml": mail()}


def offered(files: dict[str, bytes], names: Iterable[str] = ()) -> list[Offered]:
    """The files as they are offered, in the order of ``names`` when given."""
    return [Offered(name, files[name]) for name in names or files]


def processed(engine: Engine, project_id: str, *, force: bool = False, failed: bool = False) -> Job:
    """Queue a job and run it."""
    job = engine.process(project_id, BY, force=force, failed=failed)
    engine.run_jobs()
    return engine.job(job.id)
