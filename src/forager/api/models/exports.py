"""Exports on the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from forager.api.models.common import Asked, Wire, Words, says

FORMATS = Literal["anthill", "jsonl", "csv", "jsonld", "ftm"]


class ExportRequest(Asked):
    """An export to be made of what is published."""

    format: Annotated[FORMATS, says("What it is written as.", "anthill")] = "anthill"
    originals: Annotated[
        bool, says("Whether an Anthill package carries the original files; it can be verified only then.")
    ] = True
    actor: Annotated[Words, says("Who asks, as the caller claims.", "Ann")] = ""


class Export(Wire):
    """A file made of one published revision."""

    id: Annotated[str, says("The export.", "exp_4kq7")]
    project_id: Annotated[str, says("Its project.", "proj_7x")]
    format: Annotated[str, says("anthill, jsonl, csv, jsonld or ftm.", "anthill")]
    package_version: Annotated[int | None, says("Version of the Anthill package; null for other formats.", 7)]
    revision: Annotated[str, says("The revision it holds.", "rev_3")]
    content_digest: Annotated[
        str, says("Digest of what the revision says, the same in every store that knows the same.")
    ]
    sha256: Annotated[str, says("SHA-256 of the file, hexadecimal; sent again beside the bytes.")]
    size_bytes: Annotated[int, says("Size of the file.", 1286527)]
    originals: Annotated[bool, says("Whether the original files are in it.")]
    file_name: Annotated[str, says("What a saved copy is called.", "falcon-rev3-0a8e38f1.anthill.zip")]
    created_at: Annotated[str, says("When it was made, UTC.")]
    credential: Annotated[str, says("The credential that asked.", "tok_2f")]
    actor: Annotated[str, says("Who asked, as they claimed.", "Ann")]
    state: Annotated[str, says("ready; or purged: its bytes were destroyed.", "ready")]
