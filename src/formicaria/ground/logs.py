"""Structured logs on standard error: events and identifiers, never content, tokens or documents."""

from __future__ import annotations

import logging
import sys

import structlog
from structlog.typing import EventDict, FilteringBoundLogger, WrappedLogger

FORBIDDEN = frozenset(
    {"token", "secret", "password", "excerpt", "statement", "text", "body", "payload", "note", "authorization"}
)


def configure(level: str = "info") -> None:
    """Write JSON lines to standard error from ``level`` on."""
    # The server writes whole tracebacks, and an exception's message may hold a document's words; ``unexpected_fault`` stands for them.
    server = logging.getLogger("uvicorn")
    server.propagate = False
    if not server.handlers:
        server.addHandler(logging.NullHandler())
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _withhold,
            structlog.processors.JSONRenderer(sort_keys=True),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=_to_standard_error,
        cache_logger_on_first_use=False,
    )


def _to_standard_error(*_arguments: object) -> structlog.PrintLogger:
    # Looked up at each line: whoever replaced the stream since, a test above all, gets the line.
    return structlog.PrintLogger(sys.stderr)


def get_logger(name: str) -> FilteringBoundLogger:
    """A logger whose lines carry ``component=name``."""
    logger: FilteringBoundLogger = structlog.get_logger(component=name)
    return logger


def _withhold(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    # The last fence: a field with such a name is dropped whatever its value, so that no caller can leak by carelessness.
    return {key: ("withheld" if key.lower() in FORBIDDEN else value) for key, value in event.items()}
