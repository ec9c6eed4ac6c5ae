"""Both services as `formicaria up` starts them over a stranger's folder, and a real browser on their pages."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
FALCON = ROOT / "examples" / "falcon"
SCREENSHOTS = ROOT / "build" / "screenshots"
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
WIDE, NARROW = 1600, 360
SECONDS = 120
CHROMIUM = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking")
LINK = re.compile(r"(http://127\.0\.0\.1:\d+/enter\?code=lnk_[\w-]+)")


class House:
    """`formicaria up FOLDER` as a person starts it; its words come line by line."""

    def __init__(self, folder: Path, data_dir: Path) -> None:
        self.data_dir = data_dir
        command = [
            sys.executable,
            "-m",
            "formicaria.up.cli",
            "up",
            str(folder),
            "--data-dir",
            str(data_dir),
            "--no-browser",
        ]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
            env={**os.environ, "FORAGER_WORKERS": "1"},
        )  # fmt: skip
        self.said: list[str] = []
        self._lines: Queue[str | None] = Queue()
        self._pumping = threading.Thread(target=self._pump, daemon=True)
        self._pumping.start()
        self._until("Both services run until Ctrl-C")
        self.engine = self._address("FORAGER")
        self.colony = self._address("ANTHILL")

    def _pump(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put(None)

    def _until(self, words: str) -> None:
        try:
            while (line := self._lines.get(timeout=SECONDS)) is not None:
                self.said.append(line.rstrip("\n"))
                if words in line:
                    return
        except Empty:
            pass
        self.stop()
        raise AssertionError("\n".join(self.said))

    def _address(self, name: str) -> str:
        return next(line.split()[1] for line in self.said if line.startswith(f"{name} "))

    def link(self) -> str:
        """A fresh sign-in link, as another terminal gets it."""
        command = [sys.executable, "-m", "formicaria.up.cli", "link", "--data-dir", str(self.data_dir)]
        printed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=SECONDS)
        found = LINK.search(printed.stdout)
        assert found, printed.stdout + printed.stderr
        return found[1]

    def stop(self) -> None:
        """Ctrl-C, as a person ends it."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(SECONDS)
        self._pumping.join(SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()


@dataclass(slots=True)
class Seat:
    """One browser window and what went wrong in it."""

    page: Page
    house: House
    faults: list[str] = field(default_factory=list)

    def open(self, address: str) -> None:
        """Go to an address of FORAGER's, or a whole one."""
        self.page.goto(address if address.startswith("http") else self.house.engine + address)

    def check(self, name: str) -> None:
        """The page is accessible, stays within its width, asked no other host and complained of nothing; keep a picture of it."""
        self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        told = [
            f"{each['impact']}: {each['id']}: {node['html'][:200]}"
            for each in found["violations"]
            for node in each["nodes"]
        ]
        assert not told, (name, told)
        over = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{name} is {over} pixels wider than the window"
        assert not self.faults, (name, self.faults)
        self.picture(name)

    def picture(self, name: str) -> None:
        """Keep a picture of the whole page for a person to look at."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.evaluate("scrollTo(0, 0)")
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A stranger's folder: the Falcon files, a copy, one that is empty, one that lies, one in a folder of its own."""
    made = tmp_path_factory.mktemp("stranger") / "my documents"
    shutil.copytree(FALCON, made)
    (made / "empty.txt").write_bytes(b"")
    (made / "not-a-letter.docx").write_bytes(b"this is no Word document\n")
    (made / "old").mkdir()
    (made / "old" / "note.txt").write_text("The depot in Rotterdam is owned by Meridian Freight.\n", "utf-8")
    return made


@pytest.fixture(scope="session")
def house(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Both services over that folder."""
    made = House(folder, tmp_path_factory.mktemp("house") / "data")
    yield made
    made.stop()


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    """Chromium. It is closed with its module: while it runs, this thread has a running event loop."""
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=chromium, args=list(CHROMIUM))
        yield made
        made.close()


@pytest.fixture(scope="module")
def signed_in(browser: Browser, house: House) -> list[dict[str, object]]:
    """The cookies of somebody who followed a sign-in link."""
    context = browser.new_context()
    context.new_page().goto(house.link())
    found = context.cookies()
    context.close()
    assert {str(each["name"]) for each in found} >= {"forager_session", "anthill_session"}
    return [dict(each) for each in found]


@pytest.fixture
def seat(browser: Browser, house: House, signed_in: list[dict[str, object]]) -> Iterator[Callable[..., Seat]]:
    """Opens windows: `seat(width=360, theme="dark", signed=False, …)`."""
    contexts: list[BrowserContext] = []

    def made(width: int = WIDE, theme: str = "light", *, signed: bool = True, **more: object) -> Seat:
        height = 1000 if width > NARROW else 780
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme, **more)
        context.set_default_timeout(20_000)
        if signed:
            context.add_cookies(json.loads(json.dumps(signed_in)))
        contexts.append(context)
        page = context.new_page()
        mine = Seat(page, house)
        _listen(mine)
        return mine

    yield made
    for context in contexts:
        context.close()


def _listen(seat: Seat) -> None:
    def asked(url: str) -> None:
        if not url.startswith((seat.house.engine, seat.house.colony, "data:", "blob:")):
            seat.faults.append(f"asked {url}")

    seat.page.on("console", lambda told: seat.faults.append(told.text) if told.type in {"error", "warning"} else None)
    seat.page.on("pageerror", lambda error: seat.faults.append(str(error)))
    seat.page.on("request", lambda request: asked(request.url))
