"""`formicaria up`: both services running, a folder read when one is named, the account, the link, until told to stop."""

from __future__ import annotations

import os
import select
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event

from formicaria.ground.errors import Error, InvalidRequest
from formicaria.ground.output import INTERRUPTED, Output
from formicaria.up import links, reading, stages, tell
from formicaria.up.account import MEMBER, Account, account, stayed_here
from formicaria.up.colony import Base
from formicaria.up.folder import Walked, walk
from formicaria.up.folders import Folders
from formicaria.up.home import Home
from formicaria.up.keeper import Standing
from formicaria.up.links import Link
from formicaria.up.processes import ServiceFailed, operator_environment
from formicaria.up.running import Both, both, usual_ports
from formicaria.up.wire import Json

LOOK_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person asked for: a folder or none, the name of its base or empty, and how it ends."""

    folder: Path | None
    project: str
    once: bool
    browser: bool


class Interrupted(Error):
    """Stopped by the person in the middle of a reading."""

    code = "interrupted"
    exit_code = INTERRUPTED


def up(at: Home, asked: Asked, output: Output) -> None:
    """Run it to its end. Raises the errors of its parts, each a sentence."""
    walked = walk(asked.folder, at.root) if asked.folder else None
    wanted = asked.project or (_name_of(walked) if walked else "")
    environ = operator_environment()
    with both(at, usual_ports(at, os.environ, output.note), environ, wanted, output.note) as running:
        read = _read(running, walked, asked, output) if walked else None
        if not read:
            running.await_colony().close()
        page = page_of(read.base_id if read else "")
        # Services that end now let nobody in.
        link = None if asked.once else _link(running, page)
        output.data(_as_json(running, read, link), lambda: _show(output, running, read, link, serves=not asked.once))
        sys.stdout.flush()
        if not walked:
            _browse(asked, output, link)
        if not asked.once:
            serve(running, page, output)


def _name_of(walked: Walked) -> str:
    if not walked.root.name:
        raise InvalidRequest("This folder has no name of its own.", remedy="Name its base with --project NAME.")
    return walked.root.name


def page_of(base_id: str) -> str:
    """The page of FORAGER to begin with."""
    return f"/projects/{base_id}/sources" if base_id else "/"


def _read(running: Both, walked: Walked, asked: Asked, output: Output) -> Account:
    base = running.base
    assert base is not None  # noqa: S101  # a folder always names one
    if not asked.project:
        Folders(running.home).check(base, walked.root)
    with _told_how_to_go_on(asked):
        return read_folder(running, base, walked, output, lambda: _begin_to_look(running, base, asked, output))


@contextmanager
def _told_how_to_go_on(asked: Asked) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        again = " ".join(["formicaria up", shlex.quote(str(asked.folder))])
        named = f" --project {shlex.quote(asked.project)}" if asked.project else ""
        raise Interrupted(
            "Stopped while reading. What was accepted is kept.", remedy=f'"{again}{named}" goes on.'
        ) from None


def read_folder(running: Both, base: Base, walked: Walked, output: Output, colony_ready: Callable[[], None]) -> Account:
    """Send, process and account for a folder; ``colony_ready`` is called while the engine reads, once the colony listens."""
    began = time.monotonic()
    engine, kept = running.engine_api, running.engine
    with _progress(output) as show:
        most = reading.limits(engine)
        sent = reading.send(engine, kept, base.id, walked, most, lambda n, of: show(f"sending {n} of {of} files"))
    with stages.shown(output) as show_job:
        job = reading.begin(engine, kept, base.id, show_job)
    running.await_colony().close()
    # Not inside a live display: what is told here must stand as it is.
    colony_ready()
    with stages.shown(output) as show_job:
        reading.finish(engine, kept, job, show_job)
    gone = _gone(running, base, walked, sent)
    here = _stayed_here(running)
    with _progress(output) as show:
        looked = account(engine, base, walked, sent, gone, show, stayed_here=here)
    return replace(looked, seconds=round(time.monotonic() - began, 1))


@contextmanager
def _progress(output: Output) -> Iterator[Callable[[str], None]]:
    """Progress on standard error; a program that asked for a document gets none."""
    if output.as_json:
        yield lambda _words: None
    else:
        with output.progress() as show:
            yield show


def _gone(running: Both, base: Base, walked: Walked, sent: reading.Sent) -> list[str]:
    folders = Folders(running.home)
    living = [str(row["original_name"]) for row in running.engine_api.every(_sources(base), state="live")]
    present = {*sent.names, *(file.name for file in walked.files)}
    gone = folders.gone(base, walked.root, present, (name for name in living if MEMBER not in name))
    folders.remember(base, walked.root, [*sent.names, *gone])
    return gone


def _sources(base: Base) -> str:
    return f"/api/projects/{base.id}/sources"


def _stayed_here(running: Both) -> bool:
    model = str(running.engine_api.get("/api/capabilities")["model_provider"])
    return stayed_here(running.home, [running.engine.address, running.colony.address], model)


def _link(running: Both, page: str) -> Link | None:
    return links.minted(running.home, running.engine.address, running.colony.address, page)


def _begin_to_look(running: Both, base: Base, asked: Asked, output: Output) -> None:
    if output.as_json or asked.once:
        return
    link = _link(running, page_of(base.id))
    if link:
        output.note(links.sentence(link))
    _browse(asked, output, link)


def _browse(asked: Asked, output: Output, link: Link | None) -> None:
    if link and asked.browser and not output.as_json and sys.stdout.isatty() and links.opened(link):
        output.note("A browser is opened on it; the link is used up then.")


def _as_json(running: Both, read: Account | None, link: Link | None) -> Json:
    return {
        "forager": running.engine.address,
        "anthill": running.colony.address,
        "data_dir": str(running.home.root),
        "account": read.to_json() if read else None,
        "link": {"url": link.url, "expires_at": link.expires_at} if link else None,
    }


def _show(output: Output, running: Both, read: Account | None, link: Link | None, *, serves: bool) -> None:
    if read:
        tell.show(output, read, running.engine.address if serves else "")
    if serves:
        output.line()
        addresses(output, running, link)


def addresses(output: Output, running: Both, link: Link | None) -> None:
    """Where both services are, and how to sign in."""
    output.line(f"FORAGER    {running.engine.address}")
    output.line(f"ANTHILL    {running.colony.address}")
    if link:
        output.line(f"SIGN IN    {link.url}")
        output.line(f"           good once, for {links.MINUTES} minutes, for both")


def serve(running: Both, page: str, output: Output) -> None:
    """Stay until Ctrl-C or SIGTERM; Enter prints a fresh link. Raises ServiceFailed when both services are down for good."""
    asks = sys.stdin.isatty() and not output.as_json
    enter = " Enter prints a fresh sign-in link." if asks else ""
    output.note(f"Both services run until Ctrl-C.{enter}")
    try:
        while True:
            if asks:
                asks = _asked_for_a_link(running, page, output)
            else:
                Event().wait(LOOK_SECONDS)
            running.trim()
            _check(running)
            for sentence in running.bases.look():
                output.note(sentence)
    except KeyboardInterrupt:
        output.note(f"\nStopping both. Everything is kept in {running.home.root}.")


def _asked_for_a_link(running: Both, page: str, output: Output) -> bool:
    """Wait a while for Enter; False once the terminal gives nothing more."""
    ready, _, _ = select.select([sys.stdin], [], [], LOOK_SECONDS)
    if not ready:
        return True
    if not sys.stdin.readline():
        return False
    try:
        link = _link(running, page)
    except Error as error:
        output.note(error.sentence)
    else:
        output.note(links.sentence(link) if link else "This release offers no sign-in links.")
    return True


def _check(running: Both) -> None:
    if running.engine.standing is Standing.FAILED and running.colony.standing is Standing.FAILED:
        raise ServiceFailed("Both services are down.", remedy=f"Their logs are in {running.home.root}.")
