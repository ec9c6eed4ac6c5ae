"""Read dates with Recognizers-Text. Runs in the peer's environment.

In: a list of ``{text, reference, locale}``. Out: ``{"found": [[{start, end, type, values}]], "seconds"}``, one list a text.
"""

import json
import sys
import time
from datetime import datetime

from recognizers_date_time import recognize_datetime  # type: ignore[import-not-found]  # stands in the peer's environment
from recognizers_text import Culture  # type: ignore[import-not-found]  # stands in the peer's environment


def main() -> None:
    """Answer the question on the input; the first call, which builds the models, is not timed."""
    asked = json.load(sys.stdin)
    recognize_datetime("on 3 May 2020", Culture.English)
    begun = time.perf_counter()
    found = [_found(each) for each in asked]
    print(json.dumps({"found": found, "seconds": time.perf_counter() - begun}))


def _found(asked: dict[str, str]) -> list[dict[str, object]]:
    """What the peer reads; nothing where it breaks on a text."""
    reference = datetime.fromisoformat(asked["reference"][:19]) if asked["reference"] else datetime(2000, 1, 1)  # noqa: DTZ001
    try:
        read = recognize_datetime(asked["text"], Culture.English, reference=reference)
    except Exception:  # noqa: BLE001 - whatever it raises, it has read nothing
        return []
    return [
        {
            "start": each.start,
            "end": each.end + 1,
            "type": each.type_name.rpartition(".")[2],
            "values": (each.resolution or {}).get("values") or [],
        }
        for each in read
    ]


if __name__ == "__main__":
    main()
