"""What routes ask for: the call they serve, a page of a list, an address, a time."""

from __future__ import annotations

from typing import Annotated, cast

from fastapi import Depends, Header, Path, Query, Request

from forager.access.access import Access
from forager.access.call import Call, Service
from forager.query.page import FARTHEST, LARGEST, PageRequest


def _call(
    request: Request,
    project: Annotated[
        str,
        Header(
            alias="X-Forager-Project",
            max_length=200,
            description="Id of the only project this request may touch; another project's record is then not found.",
        ),
    ] = "",
) -> Call:
    access = cast("Access", request.state.access)
    return Call(cast("Service", request.app.state.service), access, access.limit(project))


def _page(
    page: Annotated[int, Query(ge=1, le=FARTHEST, description="Which page, from 1.")] = 1,
    page_size: Annotated[int, Query(ge=1, le=LARGEST, description="Rows of a page.")] = 50,
) -> PageRequest:
    return PageRequest(page, page_size)


CallOf = Annotated[Call, Depends(_call)]
PageOf = Annotated[PageRequest, Depends(_page)]
ProjectRef = Annotated[str, Path(max_length=200, description="A project, by id or name.", examples=["falcon"])]
RecordId = Annotated[str, Path(max_length=200, description="A record, by any of its addresses.")]
AsOf = Annotated[
    str,
    Query(
        max_length=40,
        description="What was known then: a revision (rev_3), a date (its end, UTC) or an instant. Empty: the newest.",
        examples=["2026-03-15"],
    ),
]
