"""Run a command beside a PostgreSQL of its own: `python tools/with_postgres.py COMMAND…`.

The server lives in a temporary folder, listens on one free loopback port, belongs to an unprivileged user, and ends with the
command. Its address reaches the command in `FORMICARIA_TEST_POSTGRES_URL`. Where that is set already it is left alone; where
PostgreSQL is not installed the command runs without, and its tests say what they skipped. The exit code is the command's.
"""

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

URL_VARIABLE = "FORMICARIA_TEST_POSTGRES_URL"
DEBIAN_FOLDERS = "/usr/lib/postgresql"
ATTEMPTS = 3


class ServerError(Exception):
    """One of PostgreSQL's programs failed; its words are in the message."""


def main(command: list[str]) -> int:
    """Run the command, with a server where there can be one, and return its exit code."""
    if not command:
        print("with_postgres: name a command to run.", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, _end)
    signal.signal(signal.SIGINT, _leave_to_command)
    programs = postgres_programs()
    if os.environ.get(URL_VARIABLE) or programs is None:
        return subprocess.run(command, check=False).returncode  # noqa: S603
    try:
        with _folder() as folder, _server(programs, folder) as url:
            return subprocess.run(command, env={**os.environ, URL_VARIABLE: url}, check=False).returncode  # noqa: S603
    except ServerError as failure:
        print(f"with_postgres: {failure}", file=sys.stderr)
        return 1


def postgres_programs() -> Path | None:
    """Return the folder of `initdb` and `postgres`, the newest where Debian keeps several; None when not installed."""
    versions = sorted(Path(DEBIAN_FOLDERS).glob("*/bin/initdb"), key=lambda path: int(path.parts[-3].split(".")[0]))
    if versions:
        return versions[-1].parent
    found = shutil.which("initdb")
    return Path(found).resolve().parent if found and shutil.which("pg_ctl") else None


@contextmanager
def _folder() -> Iterator[Path]:
    """Make a folder that the server's user owns; it goes away afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="formicaria-pg-"))
    try:
        user = _user()
        if user is not None:
            shutil.chown(folder, user=user.pw_uid, group=user.pw_gid)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _server(programs: Path, folder: Path) -> Iterator[str]:
    """Make a cluster, start it, hand out its address, and stop it."""
    password = secrets.token_hex(16)
    secret = folder / "password"
    secret.touch(mode=0o600)
    secret.write_text(password, encoding="ascii")
    user = _user()
    if user is not None:
        shutil.chown(secret, user=user.pw_uid)
    data = folder / "data"
    settings = ["--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync", f"--pwfile={secret}"]
    _as_user([str(programs / "initdb"), "--pgdata", str(data), "--username=postgres", *settings])
    port = _start(programs, folder, data)
    try:
        yield f"postgresql+psycopg://postgres:{password}@127.0.0.1:{port}/postgres"
    finally:
        _as_user([str(programs / "pg_ctl"), "--pgdata", str(data), "--mode=immediate", "stop"])


def _start(programs: Path, folder: Path, data: Path) -> int:
    """Start the server on a free port and return it; another program may take the port first, so try a few."""
    for attempt in range(1, ATTEMPTS + 1):
        port = _free_port()
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        command = [
            str(programs / "pg_ctl"),
            "--pgdata",
            str(data),
            "--log",
            str(folder / "log"),
            "--wait",
            "--options",
            options,
        ]
        try:
            _as_user([*command, "start"])
        except ServerError:
            if attempt == ATTEMPTS:
                raise
        else:
            return port
    raise AssertionError("unreachable: the last attempt returns or raises")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _as_user(command: list[str]) -> None:
    """Run one of PostgreSQL's programs, which refuse to run as root, as a user without rights."""
    user = _user()
    done = subprocess.run(  # noqa: S603
        command,
        cwd="/",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        user=None if user is None else user.pw_uid,
        group=None if user is None else user.pw_gid,
        extra_groups=None if user is None else [],
    )
    if done.returncode:
        raise ServerError(f"{Path(command[0]).name} failed: {(done.stderr or done.stdout).strip()}")


def _user() -> pwd.struct_passwd | None:
    """Return the user a root process hands the server to: `postgres`, else `nobody`; None when not root."""
    if os.geteuid() != 0:
        return None
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


def _leave_to_command(_number: int, _frame: FrameType | None) -> None:
    """Let the command answer Ctrl-C: the terminal sends it there too, and its end ends the server."""


def _end(number: int, _frame: FrameType | None) -> None:
    """Leave through the `finally` parts, so that the server stops."""
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
