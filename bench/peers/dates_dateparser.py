"""Find dates with dateparser. Runs in the peer's environment.

In: a list of ``{text, reference, locale}``. Out: ``{"found": [[{start, end, period, value}]], "seconds"}``, one list a text.
"""

import json
import sys
import time
from datetime import datetime

from dateparser.date import DateDataParser  # type: ignore[import-untyped]  # stands in the peer's environment
from dateparser.search import search_dates  # type: ignore[import-untyped]  # stands in the peer's environment


def main() -> None:
    """Answer the question on the input; the first call, which loads the language, is not timed."""
    asked = json.load(sys.stdin)
    search_dates("on 3 May 2020", languages=["en"])
    begun = time.perf_counter()
    found = [_found(each) for each in asked]
    print(json.dumps({"found": found, "seconds": time.perf_counter() - begun}))


def _found(asked: dict[str, str]) -> list[dict[str, object]]:
    settings: dict[str, object] = {"RETURN_AS_TIMEZONE_AWARE": False}
    if asked["reference"]:
        settings["RELATIVE_BASE"] = datetime.fromisoformat(asked["reference"][:19])
    if asked["locale"]:
        settings["DATE_ORDER"] = "MDY" if asked["locale"] == "en-US" else "DMY"
    rows: list[dict[str, object]] = []
    at = 0
    for written, moment in search_dates(asked["text"], languages=["en"], settings=settings) or []:
        start = max(asked["text"].find(written, at), 0)
        at = start + len(written)
        period = DateDataParser(languages=["en"], settings=settings).get_date_data(written).period
        rows.append({"start": start, "end": at, "period": period, "value": moment.isoformat()})
    return rows


if __name__ == "__main__":
    main()
