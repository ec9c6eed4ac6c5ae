"""What holds when nobody has set anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from forager.settings import Settings


@pytest.mark.req("S000-3.1-03")
def test_by_default_it_is_a_service_of_this_machine_alone_on_its_own_port(tmp_path: Path) -> None:
    found = Settings.load(tmp_path, {})
    assert (found.host, found.port) == ("127.0.0.1", 8790)
    assert (found.allowed_hosts, found.allowed_input_roots, found.allow_any_input_root) == ((), (), False)
