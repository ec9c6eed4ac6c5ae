"""Link person records with Splink and recordlinkage. Runs in the peers' environment.

In: `{"dump": [set, …]}`. Out: `{set: {"records": [[id, *FIELDS]], "links": [[id, id]]}}`, the sets of `recordlinkage.datasets`; a set of
two files is given as one.
In: `{"link": set}`. Out: `{"splink": [[id, id]], "recordlinkage": [[id, id]]}`, the pairs each peer says are one person, ids in order.
"""

import contextlib
import json
import sys
from itertools import combinations

import pandas as pd  # type: ignore[import-untyped,import-not-found,unused-ignore]  # stands in the peers' environment
import recordlinkage  # type: ignore[import-not-found]  # stands in the peers' environment
import splink.comparison_library as cl  # type: ignore[import-not-found]  # stands in the peers' environment
from recordlinkage import datasets
from splink import (
    DuckDBAPI,
    Linker,
    SettingsCreator,
    block_on,
)

FIELDS = (
    "given_name", "surname", "street_number", "address_1", "address_2", "suburb", "postcode", "state", "date_of_birth", "soc_sec_id",
)  # fmt: skip
PROBABLE = 0.5
"""The match probability from which on Splink's clusters are made."""
ALIKE = 5
"""How many of eight fields must be alike for recordlinkage to say one."""
SAME_THROUGHOUT = "l.given_name = r.given_name and l.surname = r.surname and l.date_of_birth = r.date_of_birth"


def main() -> None:
    """Answer the question on the input."""
    asked = json.load(sys.stdin)
    with contextlib.redirect_stdout(sys.stderr):
        answer = {name: _dump(name) for name in asked["dump"]} if "dump" in asked else _link(asked["link"])
    print(json.dumps(answer))


def _load(name: str) -> tuple[pd.DataFrame, pd.MultiIndex]:
    if name == "febrl4":
        left, right, links = datasets.load_febrl4(return_links=True)
        return pd.concat([left, right]), links
    records, links = getattr(datasets, f"load_{name}")(return_links=True)
    return records, links


def _dump(name: str) -> dict[str, object]:
    records, links = _load(name)
    rows = records[list(FIELDS)].fillna("").reset_index().to_numpy().tolist()
    return {"records": rows, "links": [sorted(pair) for pair in links]}


def _link(name: str) -> dict[str, object]:
    records, _ = _load(name)
    return {"splink": _splink(records), "recordlinkage": _recordlinkage(records)}


def _splink(records: pd.DataFrame) -> list[list[str]]:
    """Its documented way for such records: comparisons per field, trained without labels, clusters from `PROBABLE` on."""
    frame = records[list(FIELDS)].reset_index().rename(columns={"rec_id": "unique_id"}).replace("", None)
    linker = Linker(DuckDBAPI().register(frame), _settings())
    known = [block_on("soc_sec_id"), SAME_THROUGHOUT]
    linker.training.estimate_probability_two_random_records_match(known, recall=0.9)
    linker.training.estimate_u_using_random_sampling(max_pairs=1e6, seed=7)
    for rule in (block_on("date_of_birth"), block_on("given_name", "surname"), block_on("postcode", "surname")):
        linker.training.estimate_parameters_using_expectation_maximisation(rule)
    predicted = linker.inference.predict(threshold_match_probability=PROBABLE)
    clustered = linker.clustering.cluster_pairwise_predictions_at_threshold(
        predicted, threshold_match_probability=PROBABLE
    )
    return _pairs(clustered.as_pandas_dataframe())


def _settings() -> object:
    return SettingsCreator(
        link_type="dedupe_only",
        blocking_rules_to_generate_predictions=[
            block_on("given_name", "surname"), block_on("soc_sec_id"), block_on("date_of_birth"),
            block_on("surname", "postcode"), block_on("given_name", "postcode"), block_on("address_1"),
            block_on("street_number", "suburb"),
        ],
        comparisons=[
            cl.NameComparison("given_name"),
            cl.NameComparison("surname"),
            cl.DamerauLevenshteinAtThresholds("date_of_birth", [1, 2]),
            cl.DamerauLevenshteinAtThresholds("soc_sec_id", [1, 2]),
            cl.ExactMatch("street_number"),
            cl.JaroWinklerAtThresholds("address_1", [0.9, 0.7]),
            cl.JaroWinklerAtThresholds("suburb", [0.9]),
            cl.DamerauLevenshteinAtThresholds("postcode", [1, 2]),
        ],
        max_iterations=15,
    )  # fmt: skip


def _pairs(clustered: pd.DataFrame) -> list[list[str]]:
    groups = clustered.groupby("cluster_id")["unique_id"].apply(sorted)
    return [list(pair) for group in groups for pair in combinations(group, 2)]


def _recordlinkage(records: pd.DataFrame) -> list[list[str]]:
    """The way of its guide: several blocks, string similarities, at least `ALIKE` fields alike."""
    indexer = recordlinkage.Index()
    for field in ("given_name", "surname", "date_of_birth", "soc_sec_id", "postcode"):
        indexer.block(field)
    compare = recordlinkage.Compare()
    for field in ("given_name", "surname", "address_1", "suburb"):
        compare.string(field, field, method="jarowinkler", threshold=0.85)
    for field in ("date_of_birth", "soc_sec_id", "postcode", "street_number"):
        compare.exact(field, field)
    features = compare.compute(indexer.index(records), records)
    return [sorted(pair) for pair in features[features.sum(axis=1) >= ALIKE].index]


if __name__ == "__main__":
    main()
