"""Services as child processes: started on a port, watched until they listen, stopped with their children, never outliving us."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue
from typing import IO

from formicaria.ground import leash
from formicaria.ground.errors import Error

LISTENING = re.compile(r"listening on (http://\S+)")
GRACE_SECONDS = 10.0
LOG_BYTES = 4 * 2**20
LOOPBACK = "127.0.0.1"
PLACES = frozenset({"DATA_DIR", "HOST", "PORT"})
"""What the launcher says itself, of either service; a variable must not point it elsewhere."""
CONNECTION = frozenset({"ANTHILL_KNOWLEDGE_FORAGER_ENDPOINT", "ANTHILL_KNOWLEDGE_FORAGER_TOKEN"})


class ServiceFailed(Error):
    """A service did not start, or ended by itself."""

    code = "service_failed"
    exit_code = 7

    def __init__(self, message: str, *, remedy: str = "", ended: int | None = None) -> None:
        """Take the sentence, the service's last words, and the exit code it ended with, if it ended."""
        super().__init__(message, remedy=remedy)
        self.ended = ended


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
        # Safe path: a file of the person's folder must not be taken for one of our modules.
        command = [sys.executable, "-P", "-m", module, *arguments]
        with _appended(log) as err:
            self._begin = err.tell()
            # Its own session: an interrupt at the terminal reaches only us, and we stop it in order.
            self._process = subprocess.Popen(  # noqa: S603  # our own interpreter and modules
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=err,
                text=True,
                env={**environ, leash.VARIABLE: "1"},
                start_new_session=True,
            )
        self._lines: Queue[str | None] = Queue()
        assert self._process.stdout is not None  # noqa: S101  # asked for above
        threading.Thread(target=self._pump, args=(self._process.stdout,), daemon=True).start()
        self._seconds = seconds
        self.url = ""

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def await_address(self) -> str:
        """Wait until the service listens, and return its address. Raises ServiceFailed with the service's last words."""
        if not self.url:
            self.url = self._printed_address(self._seconds)
        return self.url

    def _pump(self, stream: IO[str]) -> None:
        with stream:
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
            words = f"{self.name} did not start within {seconds:.0f} seconds."
            raise ServiceFailed(words, remedy=self.last_words()) from None
        raise self._ended(self.wait())

    def _ended(self, code: int) -> ServiceFailed:
        return ServiceFailed(f"{self.name} ended ({how(code)}).", remedy=self.last_words(), ended=code)

    def last_words(self) -> str:
        """The last sentence it wrote to its log since it was started, else where the log is."""
        written = self._log.read_bytes()
        lines = written[self._begin :].decode("utf-8", "replace").strip().splitlines()
        told = [line for line in lines[-20:] if line and not line.startswith("{")]
        return told[-1] if told else f"Its log is {self._log}."

    def check(self) -> None:
        """Raise ServiceFailed when it has ended."""
        code = self._process.poll()
        if code is not None:
            raise self._ended(code)

    def wait(self) -> int:
        """Wait until it ends; its exit code, negative for a signal."""
        code = self._process.wait()
        self._let_go()
        return code

    def stop(self) -> None:
        """Ask it to end, and end it and its children after a grace period."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(GRACE_SECONDS)
        self._let_go()
        self._process.wait()

    def _let_go(self) -> None:
        # Whatever it started is in its group; one that was killed could not end them itself.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        if self._process.stdin:
            self._process.stdin.close()

    def trim(self, most: int = LOG_BYTES) -> None:
        """Keep the log below ``most`` bytes: what there is becomes ``<log>.1``, and the log begins anew."""
        with suppress(OSError):
            if self._log.stat().st_size > most:
                shutil.copy2(self._log, self._log.with_name(f"{self._log.name}.1"))
                # The service appends, so that it goes on at the new end.
                os.truncate(self._log, 0)


def _appended(log: Path) -> IO[bytes]:
    return os.fdopen(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600), "ab", buffering=0)


def how(code: int) -> str:
    """How a process ended, in words."""
    return f"signal {-code}" if code < 0 else f"code {code}"


def is_free(port: int) -> bool:
    """Whether a service could listen on this port of this machine now; 0 always is."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((LOOPBACK, port))
            probe.listen(1)
        except OSError:
            return False
    return True


def free_port() -> int:
    """A port of this machine that nothing listens on now."""
    with socket.create_server((LOOPBACK, 0)) as probe:
        port: int = probe.getsockname()[1]
    return port


def service_environment() -> dict[str, str]:
    """This process's environment without any setting of either service."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("FORAGER_", "ANTHILL_"))}


def operator_environment() -> dict[str, str]:
    """This process's environment without what the launcher itself decides: folders, addresses, the connection."""
    owned = CONNECTION | {f"{service}_{what}" for service in ("FORAGER", "ANTHILL") for what in PLACES}
    return {key: value for key, value in os.environ.items() if key not in owned}
