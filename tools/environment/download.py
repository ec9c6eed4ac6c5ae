"""Fetch one pinned wheel with the standard library alone."""

import base64
import hashlib
import html.parser
import json
import os
import shutil
import ssl
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path
from typing import BinaryIO

from tools.environment.failure import Exit, SetupError
from tools.environment.index import Index
from tools.environment.pins import UV_VERSION, Wheel

TIMEOUT_SECONDS = 60
_ACCEPT = "application/vnd.pypi.simple.v1+json, text/html;q=0.5"
_SCHEMES = frozenset({"http", "https", "file"})


def fetch_uv(wheel: Wheel, index: Index, folder: Path) -> Path:
    """Return the path of uv, fetched into `folder`, after its wheel's SHA-256 was compared with the pinned one.

    Raises `SetupError`: no place could be reached, none has the file, or its bytes are not the pinned ones.
    """
    folder.mkdir(parents=True, exist_ok=True)
    archive = folder / wheel.filename
    partial = folder / f"{wheel.filename}.partial"
    with _open(_find(wheel.filename, index), index) as source, partial.open("wb") as target:
        shutil.copyfileobj(source, target)
    found = hashlib.sha256(partial.read_bytes()).hexdigest()
    if found != wheel.sha256:
        partial.unlink()
        raise SetupError(
            Exit.HASH_MISMATCH,
            f"{wheel.filename} has SHA-256 {found}, not the pinned {wheel.sha256}: the index or the way to it alters files;"
            " install uv from a place you trust and run again.",
        )
    partial.replace(archive)
    return _unpack(archive, folder)


def reachable(address: str, index: Index) -> bool:
    """Say whether an address answers at all; any HTTP status counts as an answer."""
    try:
        _open(address, index, timeout=10).close()
    except urllib.error.HTTPError:
        return True
    except (OSError, ValueError):
        return False
    return True


def _find(filename: str, index: Index) -> str:
    """Return the address of the file: local folders first, then each index in turn."""
    for entry in index.find_links:
        local = Path(entry.removeprefix("file://")) / filename
        if local.is_file():
            return local.absolute().as_uri()
    pages = [*(entry for entry in index.find_links if "://" in entry), *(f"{base}/uv/" for base in index.addresses)]
    troubles: list[str] = []
    for page in pages:
        try:
            links = _links(page, index)
        except (OSError, ValueError) as trouble:
            troubles.append(f"{_without_password(page)} ({trouble})")
            continue
        if filename in links:
            return links[filename]
    raise SetupError(Exit.INDEX_UNREACHABLE, _not_found(filename, troubles))


def _not_found(filename: str, troubles: list[str]) -> str:
    if troubles:
        return (
            f"the package index cannot be reached: {'; '.join(troubles)}; check the network or the index settings"
            " (UV_DEFAULT_INDEX, PIP_INDEX_URL, pip.conf), or install uv, and run again."
        )
    return f"the configured package index has no {filename}: name another one in UV_DEFAULT_INDEX, or install uv, and run again."


def _links(page: str, index: Index) -> dict[str, str]:
    """Return the files that an index page lists, as name → address; reads JSON (PEP 691) and HTML (PEP 503)."""
    with _open(page, index) as answer:
        body: bytes = answer.read()
    if body.lstrip().startswith(b"{"):
        entries = [(str(entry["filename"]), str(entry["url"])) for entry in json.loads(body).get("files", [])]
    else:
        reader = _Anchors()
        reader.feed(body.decode("utf-8", "replace"))
        entries = [(_last_part(link), link) for link in reader.links]
    return {name: urllib.parse.urljoin(page, link) for name, link in entries}


def _last_part(link: str) -> str:
    return urllib.parse.unquote(urllib.parse.urlsplit(link).path.rsplit("/", 1)[-1])


class _Anchors(html.parser.HTMLParser):
    """Collects the targets of a page's links."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep the `href` of every `a`."""
        if tag == "a":
            self.links += [value for name, value in attrs if name == "href" and value]


def _open(address: str, index: Index, timeout: int = TIMEOUT_SECONDS) -> BinaryIO:
    """Open an address; a name and password in it become a Basic header, which redirects to another host do not carry on."""
    parts = urllib.parse.urlsplit(address)
    if parts.scheme not in _SCHEMES:
        raise ValueError(f"{parts.scheme or 'a path'} is no address the set-up can fetch from")
    request = urllib.request.Request(_without_password(address), headers={"Accept": _ACCEPT})  # noqa: S310 - schemes checked
    if parts.username:
        pair = f"{urllib.parse.unquote(parts.username)}:{urllib.parse.unquote(parts.password or '')}"
        request.add_unredirected_header("Authorization", "Basic " + base64.b64encode(pair.encode()).decode())
    context = ssl.create_default_context(cafile=index.certificates or None)
    answer: BinaryIO = urllib.request.urlopen(request, timeout=timeout, context=context)  # noqa: S310 - schemes checked
    return answer


def _without_password(address: str) -> str:
    parts = urllib.parse.urlsplit(address)
    return urllib.parse.urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _unpack(archive: Path, folder: Path) -> Path:
    """Write the one program we need from the wheel, whole or not at all."""
    program = folder / "uv"
    partial = folder / "uv.partial"
    with (
        zipfile.ZipFile(archive) as files,
        files.open(f"uv-{UV_VERSION}.data/scripts/uv") as source,
        partial.open("wb") as target,
    ):
        shutil.copyfileobj(source, target)
    partial.chmod(0o755)
    os.replace(partial, program)  # noqa: PTH105 - same folder, atomic
    archive.unlink()
    return program
