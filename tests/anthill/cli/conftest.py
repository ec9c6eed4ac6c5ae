"""Commands configure the log on the standard error of their process; a test gives it back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def _log_given_back() -> Iterator[None]:
    yield
    structlog.reset_defaults()
