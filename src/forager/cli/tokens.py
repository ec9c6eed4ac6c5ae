"""``forager token``: keys for programs; only the operator makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from forager.cli.options import DataDirOption, JsonOption, KeyFileOption, UrlOption, me, output_of, server, whole_store

if TYPE_CHECKING:
    from formicaria.ground.credentials import Credential
    from formicaria.ground.output import Output

app = typer.Typer(help="Make, list and revoke keys for programs.", no_args_is_help=True, rich_markup_mode=None)

NameOption = Annotated[str, typer.Option("--name", help="Which program it is for.")]
ScopeOption = Annotated[
    list[str], typer.Option("--scope", help="read, ingest, review, export or projects; may be repeated.")
]
LimitOption = Annotated[list[str] | None, typer.Option("--project", "-p", help="Only this project; may be repeated.")]
DaysOption = Annotated[int, typer.Option("--days", help="Ends after so many days; 0: never.", min=0, max=36_500)]


@app.command("mint")
def mint(
    name: NameOption,
    scope: ScopeOption,
    project: LimitOption = None,
    days: DaysOption = 0,
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """Make a key and show it, this once.

    Example: forager token mint --name colony --scope read --project falcon
    """
    body: dict[str, object] = {"name": name, "scopes": scope, "projects": project or [], "days": days}
    if url:
        with server(url, key_file) as remote:
            made = remote.mint_token(body)
    else:
        made = _minted(data_dir, name, scope, project or [], days)
    output_of(as_json=as_json).data(made, lambda: print(made["token"]))


def _minted(
    data_dir: DataDirOption, name: str, scopes: list[str], limited_to: list[str], days: int
) -> dict[str, object]:
    with whole_store(data_dir) as engine:
        secret, made = engine.mint_token(name, scopes, me(), limited_to=limited_to, days=days)
    return {"token": secret, **_shown(made)}


def _shown(made: Credential) -> dict[str, object]:
    names = ("id", "name", "created_at", "expires_at", "revoked_at", "last_used_at")
    return {each: getattr(made, each) for each in names} | {
        "scopes": list(made.scopes),
        "projects": list(made.projects),
    }


@app.command("list")
def listed(
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """List the keys; never what they are."""
    if url:
        with server(url, key_file) as remote:
            found = remote.tokens()
    else:
        from forager.cli.options import read_store

        with read_store(data_dir) as engine:
            found = [_shown(each) for each in engine.tokens()]
    out = output_of(as_json=as_json)
    out.data({"items": found}, lambda: _table(out, found))


def _table(out: Output, found: list[dict[str, object]]) -> None:
    rows = [
        (each["id"], each["name"], _words(each["scopes"]), _words(each["projects"]) or "all", _state(each))
        for each in found
    ]
    out.table(("id", "name", "scopes", "projects", "state"), rows, "There are no keys.")


def _words(value: object) -> str:
    return " ".join(str(each) for each in value) if isinstance(value, list) else str(value)


def _state(each: dict[str, object]) -> str:
    if each["revoked_at"]:
        return "revoked"
    return f"until {str(each['expires_at'])[:10]}" if each["expires_at"] else "live"


@app.command("revoke")
def revoke(
    token_id: Annotated[str, typer.Argument(help="The key's id, from the list.")],
    as_json: JsonOption = False,
    data_dir: DataDirOption = None,
    url: UrlOption = "",
    key_file: KeyFileOption = None,
) -> None:
    """End a key now."""
    if url:
        with server(url, key_file) as remote:
            remote.revoke_token(token_id)
    else:
        with whole_store(data_dir) as engine:
            engine.revoke_token(token_id, me())
    out = output_of(as_json=as_json)
    out.data({"revoked": token_id}, lambda: out.line(f"{token_id} is revoked."))
