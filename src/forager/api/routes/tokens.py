"""Integration tokens: minted, listed and revoked by the operator alone."""

from __future__ import annotations

from datetime import UTC, datetime

from fastapi import APIRouter, Response
from sqlalchemy import Connection

from forager.access.call import Call
from forager.api.call import CallOf, PageOf, RecordId
from forager.api.errors import refusals
from forager.api.models.common import Paged
from forager.api.models.system import MintedToken, Token, TokenRequest
from forager.api.once import Also, KeyOf, once
from forager.api.route import GuardedRoute
from forager.query.page import slice_of
from forager.store import tokens
from formicaria.ground.clock import later, to_text
from formicaria.ground.credentials import Credential
from formicaria.ground.errors import InvalidRequest

router = APIRouter(route_class=GuardedRoute, tags=["tokens"])
LONGEST_DAYS = 36_500
DAY_SECONDS = 86_400


@router.get("/api/settings/tokens", summary="Every token ever minted")
def list_tokens(call: CallOf, page: PageOf) -> Paged[Token]:
    """The oldest first; never a secret."""
    call.service.gate.used.settle()
    found = call.engine.tokens()
    items = [Token.model_validate(each) for each in slice_of(found, page)]
    return Paged[Token](items=items, page=page.page, page_size=page.page_size, total=len(found))


@router.post(
    "/api/settings/tokens",
    summary="Mint a token",
    status_code=201,
    response_model=MintedToken,
    responses=refusals(404, 409),
)
def mint_token(call: CallOf, body: TokenRequest, key: KeyOf = "") -> Response:
    """The secret is shown this once and kept nowhere; a repeated request gets the record without it."""
    ends = _end(body, call.engine.clock.now())
    secrets: list[str] = []

    def mint(also: Also[Credential] | None) -> Credential:
        with call.engine.database.write() as connection:
            secret, made = tokens.mint(
                connection,
                name=body.name,
                scopes=body.scopes,
                limited_to=body.projects,
                expires_at=ends,
                by=call.by(body.actor),
                at=call.engine.clock.now(),
            )
            if also:
                also(connection, made)
        secrets.append(secret)
        return made

    answer = once(call, key, "tokens", body.model_dump()).answer(mint, _without_secret, 201)
    return _with_secret(answer, secrets)


def _without_secret(_connection: Connection, made: Credential) -> MintedToken:
    return MintedToken.model_validate({**Token.model_validate(made).model_dump(), "token": None})


def _with_secret(answer: Response, secrets: list[str]) -> Response:
    if not secrets:
        return answer
    made = MintedToken.model_validate_json(bytes(answer.body)).model_copy(update={"token": secrets[0]})
    return Response(made.model_dump_json(), answer.status_code, media_type="application/json")


def _end(body: TokenRequest, now: str) -> str:
    if body.days and body.expires_at:
        raise InvalidRequest("A token ends once.", remedy="Give days or expires_at.")
    if not 0 <= body.days <= LONGEST_DAYS:
        raise InvalidRequest("That is no number of days a token may live.", remedy=f"Use 0 to {LONGEST_DAYS}.")
    if body.days:
        return later(now, body.days * DAY_SECONDS)
    return _instant(body.expires_at) if body.expires_at else ""


def _instant(text: str) -> str:
    try:
        found = datetime.fromisoformat(text)
        return to_text(found if found.tzinfo else found.replace(tzinfo=UTC))
    except (ValueError, OverflowError) as error:
        raise InvalidRequest("expires_at is no instant.", remedy="Write it as 2026-12-31T00:00:00Z.") from error


@router.delete("/api/settings/tokens/{token_id}", summary="Revoke a token", responses=refusals(404))
def revoke_token(call: CallOf, token_id: RecordId) -> Token:
    """It is refused from the next request on."""
    call.service.gate.used.settle()
    call.engine.revoke_token(token_id, call.by(""))
    return _named(call, token_id)


def _named(call: Call, token_id: str) -> Token:
    return next(Token.model_validate(each) for each in call.engine.tokens() if each.id == token_id)
