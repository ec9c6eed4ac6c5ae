"""Write the generated pages of `docs/reference/`: `python tools/docs.py [--check]`.

Errors, settings, roles, commands and routes are read from the code (or from the committed OpenAPI files), so a page cannot say anything
else. With `--check` nothing is written; exit code 1 names the pages that are out of date.
"""

import importlib
import importlib.util
import json
import pkgutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from anthill.core.roles.catalog import CATALOG
from formicaria.ground.errors import Error
from formicaria.ground.settings import Setting

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "docs" / "reference"
PACKAGES = ("formicaria", "forager", "anthill")
PROGRAMS = {"forager": "forager.cli", "anthill": "anthill.cli", "formicaria": "formicaria.up.cli"}
NOTE = "Generated from the code by `make docs`; do not edit.\n"


def main(words: list[str]) -> int:
    """Write every page, or compare, and return the exit code."""
    stale = []
    for name, make in sorted(PAGES.items()):
        path, page = REFERENCE / f"{name}.md", make()
        if path.exists() and path.read_text(encoding="utf-8") == page:
            continue
        stale.append(path.relative_to(ROOT).as_posix())
        if "--check" not in words:
            path.write_text(page, encoding="utf-8")
    for path_name in stale:
        print(f"docs: {path_name} {'is out of date: run `make docs`' if '--check' in words else 'written'}")
    return 1 if stale and "--check" in words else 0


def errors_page() -> str:
    """Return every error of the product, by the package that owns it."""
    found = sorted(_subclasses(Error), key=lambda error: (error.__module__, error.__name__))
    parts = [
        "# Errors\n",
        NOTE,
        "Codes are stable. Over HTTP an error has the status shown; a command ends with the exit code.\n",
    ]
    for package in sorted({_home(error) for error in found}):
        rows = [
            (
                f"`{error.__name__}`",
                f"`{error.code}`",
                str(error.status),
                str(error.exit_code),
                _first_line(error.__doc__),
            )
            for error in found
            if _home(error) == package
        ]
        parts += [f"## {package}\n", _table(("error", "code", "status", "exit", "meaning"), rows)]
    return "\n".join(parts)


def settings_page() -> str:
    """Return every setting of the catalogues declared in the code."""
    parts = ["# Settings\n", NOTE]
    parts.append("The environment goes before the file, the file before the default. An unknown word means off.\n")
    for module in _modules():
        for catalogue in _catalogues(module):
            rows = [
                (
                    f"`{setting.name}`",
                    setting.kind,
                    _default(setting),
                    f"`{setting.env}`" if setting.env else "",
                    setting.help,
                )
                for setting in sorted(catalogue, key=lambda setting: setting.name)
            ]
            parts += [f"## `{module.__name__}`\n", _table(("name", "kind", "default", "variable", "meaning"), rows)]
    return "\n".join(parts)


def roles_page() -> str:
    """Return the role catalogue: kinds and contracts. Who may work now is computed: `anthill roles`."""
    parts = [
        "# Roles\n",
        NOTE,
        "Who of them may work now depends on code and gates and is computed: `anthill roles`.\n",
    ]
    for kind in sorted({entry.kind for entry in CATALOG.entries}):
        rows = [
            (
                f"`{entry.role}`",
                "yes" if entry.executable else "never",
                ", ".join(entry.contract.task_types) if entry.contract else "",
                ", ".join(entry.contract.allowed_tools) if entry.contract else "",
                entry.limits,
            )
            for entry in CATALOG.entries
            if entry.kind is kind
        ]
        parts += [f"## {kind.value}\n", _table(("role", "executable", "task types", "tools", "limits"), rows)]
    return "\n".join(parts)


def commands_page() -> str:
    """Return the help of every program that is there, command by command."""
    parts = ["# Commands\n", NOTE]
    for program, name in sorted(PROGRAMS.items()):
        if _exists(name):
            parts += _helps(_app(importlib.import_module(name)), program)
    return "\n".join(parts)


def routes_page() -> str:
    """Return the routes of every committed OpenAPI file."""
    parts = ["# Routes\n", NOTE]
    for path in sorted((ROOT / "contract").glob("*.openapi.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        rows = [
            (method.upper(), f"`{route}`", _first_line(act.get("summary", "")))
            for route, acts in sorted(document["paths"].items())
            for method, act in sorted(acts.items())
            if method in {"get", "post", "put", "patch", "delete"}
        ]
        parts += [
            f"## {document['info']['title']}\n",
            f"From `contract/{path.name}`.\n",
            _table(("method", "route", "what"), rows),
        ]
    return "\n".join(parts)


def _subclasses(error: type[Error]) -> Iterator[type[Error]]:
    for _ in _modules():
        pass  # every error is defined once its module is loaded
    seen: set[type[Error]] = set()
    waiting = [error]
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            waiting += current.__subclasses__()
            yield current


def _modules() -> Iterator[ModuleType]:
    """Import every module of the product, in order of their names; migrations are scripts and are left out."""
    for package in sorted(PACKAGES):
        found = importlib.import_module(package)
        for entry in sorted(pkgutil.walk_packages(found.__path__, f"{package}."), key=lambda entry: entry.name):
            if "migrations" not in entry.name and not entry.name.endswith("__main__"):
                yield importlib.import_module(entry.name)


def _catalogues(module: ModuleType) -> Iterator[tuple[Setting, ...]]:
    """Yield the settings catalogues a module declares itself (`CATALOGUE` or `SETTINGS`)."""
    for name in ("CATALOGUE", "SETTINGS"):
        value = vars(module).get(name)
        if (
            isinstance(value, tuple)
            and value
            and all(isinstance(entry, Setting) for entry in value)
            and _declares(module, name)
        ):
            yield value


def _declares(module: ModuleType, name: str) -> bool:
    """Say whether the module assigns the name, rather than importing it from elsewhere."""
    source = Path(module.__file__ or "").read_text(encoding="utf-8")
    return any(line.startswith((f"{name}:", f"{name} =")) for line in source.splitlines())


def _default(setting: Setting) -> str:
    if setting.secret:
        return "(secret)"
    return f"`{json.dumps(setting.default)}`"


def _app(module: ModuleType) -> object:
    """Return the command of the one Typer application a module holds."""
    apps = [value for value in vars(module).values() if isinstance(value, typer.Typer)]
    return get_command(apps[0])


def _helps(command: object, title: str) -> Iterator[str]:
    """Yield a heading and the help text of a command, then those of its commands."""
    if not isinstance(command, TyperCommand | TyperGroup) or command.hidden:
        return
    yield f"## `{title}`\n"
    yield f"{(command.help or '').strip()}\n"
    rows = [row for parameter in command.params for row in _parameter(parameter)]
    if rows:
        yield _table(("option or argument", "meaning"), rows)
    if isinstance(command, TyperGroup):
        for name, sub in sorted(command.commands.items()):
            yield from _helps(sub, f"{title} {name}")


def _parameter(parameter: object) -> list[tuple[str, str]]:
    if isinstance(parameter, TyperOption) and not parameter.hidden:
        return [(", ".join(f"`{name}`" for name in (*parameter.opts, *parameter.secondary_opts)), parameter.help or "")]
    if isinstance(parameter, TyperArgument) and not parameter.hidden:
        return [(f"`{(parameter.name or '').upper()}`", parameter.help or "")]
    return []


def _exists(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _home(error: type[Error]) -> str:
    return ".".join(error.__module__.split(".")[:2])


def _first_line(text: str | None) -> str:
    return (text or "").strip().partition("\n")[0]


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


PAGES: dict[str, Callable[[], str]] = {
    "commands": commands_page,
    "errors": errors_page,
    "roles": roles_page,
    "routes": routes_page,
    "settings": settings_page,
}
"""What makes each generated page, by the page's name."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
