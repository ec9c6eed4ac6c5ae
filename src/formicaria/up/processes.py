"""Services as child processes: started on a free port, watched until they listen, stopped with their children."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from queue import Empty, Queue

from formicaria.ground.errors import Error

LISTENING = re.compile(r"listening on (http://\S+)")
GRACE_SECONDS = 10.0


class ServiceFailed(Error):
    """A service did not start, or ended by itself."""

    code = "service_failed"
    exit_code = 7


class Service:
    """One service process. ``url`` is the address it printed, once ``await_address`` has returned."""

    def __init__(
        self,
        name: str,
        module: str,
        arguments: Sequence[str],
        log: Path,
        environ: Mapping[str, str],
        seconds: float = 60.0,
    ) -> None:
        """Start ``python -m module arguments``; ``await_address`` waits until it listens."""
        self.name = name
        self._log = log
        command = [sys.executable, "-m", module, *arguments]
        self._err = log.open("wb")
        # Its own session: an interrupt at the terminal reaches only us, and we stop it in order.
        self._process = subprocess.Popen(  # noqa: S603  # our own interpreter and modules
            command, stdout=subprocess.PIPE, stderr=self._err, text=True, env=dict(environ), start_new_session=True
        )
        self._lines: Queue[str | None] = Queue()
        threading.Thread(target=self._pump, args=(self._process.stdout or (),), daemon=True).start()
        self._seconds = seconds
        self.url = ""

    def await_address(self) -> str:
        """Wait until the service listens, and return its address. Raises ServiceFailed with the service's last words."""
        if not self.url:
            self.url = self._printed_address(self._seconds)
        return self.url

    def _pump(self, stream: Iterable[str]) -> None:
        for line in stream:
            self._lines.put(line)
        self._lines.put(None)

    def _printed_address(self, seconds: float) -> str:
        try:
            while (line := self._lines.get(timeout=seconds)) is not None:
                found = LISTENING.search(line)
                if found:
                    return found[1]
        except Empty:
            raise ServiceFailed(
                f"{self.name} did not start within {seconds:.0f} seconds.", remedy=self._last_words()
            ) from None
        self._process.wait()
        raise ServiceFailed(f"{self.name} ended with code {self._process.returncode}.", remedy=self._last_words())

    def _last_words(self) -> str:
        lines = self._log.read_text("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else f"Its log is {self._log}."

    def check(self) -> None:
        """Raise ServiceFailed when it has ended."""
        if self._process.poll() is not None:
            raise ServiceFailed(f"{self.name} ended with code {self._process.returncode}.", remedy=self._last_words())

    def stop(self) -> None:
        """Ask it to end, and end it and its children after a grace period."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            try:
                self._process.wait(GRACE_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(self._process.pid, signal.SIGKILL)
                self._process.wait()
        self._err.close()


def service_environment() -> dict[str, str]:
    """This process's environment without settings that would point the services elsewhere."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("FORAGER_", "ANTHILL_"))}
