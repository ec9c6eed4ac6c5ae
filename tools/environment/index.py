"""Where packages come from: the settings of uv and pip, read without either of them."""

import configparser
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

PUBLIC_INDEX = "https://pypi.org/simple"
_OFF = frozenset({"", "0", "false", "no", "off"})


@dataclass(frozen=True, slots=True)
class Index:
    """The configured package index.

    `default` and `extra` are addresses of simple repositories (PEP 503) without a final slash, `find_links` folders or pages of
    files, `certificates` the path of a bundle of certificates or empty for the system's own.
    """

    default: str
    extra: tuple[str, ...]
    find_links: tuple[str, ...]
    certificates: str

    @property
    def is_public(self) -> bool:
        """Say whether packages come from the public index, the one the lock file's addresses point at."""
        return self.default == PUBLIC_INDEX

    @property
    def addresses(self) -> tuple[str, ...]:
        """Return every index address, the default one first; empty when the settings forbid an index."""
        return tuple(address for address in (self.default, *self.extra) if address)


def read_index(environ: Mapping[str, str], options: Mapping[str, str]) -> Index:
    """Return the index that the environment, then pip's configuration files, name; else the public one.

    `options` are pip's options by their long name without dashes in front (`index-url`), as `pip_options` reads them.
    """
    default = _first(
        environ.get("UV_DEFAULT_INDEX"),
        environ.get("UV_INDEX_URL"),
        environ.get("PIP_INDEX_URL"),
        options.get("index-url"),
    )
    extra = _first(
        environ.get("UV_INDEX"),
        environ.get("UV_EXTRA_INDEX_URL"),
        environ.get("PIP_EXTRA_INDEX_URL"),
        options.get("extra-index-url"),
    )
    no_index = _first(environ.get("PIP_NO_INDEX"), options.get("no-index")).lower() not in _OFF
    return Index(
        default="" if no_index else _address(default or PUBLIC_INDEX),
        extra=() if no_index else tuple(_address(entry) for entry in extra.split()),
        find_links=tuple(
            _first(environ.get("UV_FIND_LINKS"), environ.get("PIP_FIND_LINKS"), options.get("find-links"))
            .replace(",", " ")
            .split()
        ),
        certificates=_first(environ.get("SSL_CERT_FILE"), environ.get("PIP_CERT"), options.get("cert")),
    )


def pip_options(files: Iterable[Path]) -> dict[str, str]:
    """Return the options of pip's `[global]` and `[install]` sections; a later file or section wins."""
    options: dict[str, str] = {}
    for file in files:
        parser = configparser.RawConfigParser()
        try:
            parser.read(file, encoding="utf-8")
        except (OSError, configparser.Error, UnicodeDecodeError):
            continue  # pip itself will say so; the set-up can still use the public index
        for section in ("global", "install"):
            if parser.has_section(section):
                options.update(parser.items(section))
    return options


def pip_files(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Return the configuration files that pip would read, weakest first (pip's documentation, "Configuration")."""
    named = environ.get("PIP_CONFIG_FILE", "")
    if named == os.devnull:
        return ()
    home = Path(environ.get("HOME") or "/nonexistent")
    wide = [
        Path(folder) / "pip" / "pip.conf" for folder in environ.get("XDG_CONFIG_DIRS", "/etc/xdg").split(":") if folder
    ]
    own = Path(environ.get("XDG_CONFIG_HOME") or home / ".config") / "pip" / "pip.conf"
    mac = [home / "Library" / "Application Support" / "pip" / "pip.conf"] if sys.platform == "darwin" else []
    site = Path(sys.prefix) / "pip.conf"
    return (
        *wide,
        Path("/etc/pip.conf"),
        home / ".pip" / "pip.conf",
        own,
        *mac,
        site,
        *([Path(named)] if named else []),
    )


def _first(*values: str | None) -> str:
    return next((value.strip() for value in values if value and value.strip()), "")


def _address(entry: str) -> str:
    """Drop the name of a named index (`name=https://…`) and the final slash."""
    name, equals, address = entry.partition("=")
    named = equals and "/" not in name and ":" not in name
    return (address if named else entry).rstrip("/")
