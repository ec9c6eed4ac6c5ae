"""Score name pairs with rapidfuzz (WRatio) and nomenklatura (logic_v2). Runs in the peers' environment.

In: a list of `[schema, left, right]`. Out: `{"rapidfuzz": [...], "logic_v2": [...]}`, scores of 0 to 1 in the same order.
"""

import json
import sys

from followthemoney import model  # type: ignore[import-not-found]  # stands in the peer's environment
from nomenklatura.matching.logic_v2.model import LogicV2  # type: ignore[import-not-found]  # stands in the peer's environment
from rapidfuzz import fuzz, utils


def main() -> None:
    """Answer the question on the input."""
    pairs = json.load(sys.stdin)
    setting = LogicV2.default_config()
    wratio = [fuzz.WRatio(left, right, processor=utils.default_process) / 100 for _, left, right in pairs]
    # Each entity needs an id of its own: the peer remembers what it analysed by id.
    logic = [
        LogicV2.compare(_entity(schema, left, f"l{at}"), _entity(schema, right, f"r{at}"), setting).score
        for at, (schema, left, right) in enumerate(pairs)
    ]
    print(json.dumps({"rapidfuzz": wratio, "logic_v2": logic}))


def _entity(schema: str, name: str, id_: str) -> object:
    entity = model.make_entity(schema)
    entity.id = id_
    entity.add("name", name)
    return entity


if __name__ == "__main__":
    main()
