"""The forecasts of a space are those of a ranking made by `prune`."""
import json
import sys

import kernelcast

space = kernelcast.Space(sys.argv[1], "--gpu", "a100-pcie-40gb", "--counts",
                         "ast")
ranking = [json.loads(line) for line in open(sys.argv[2])]
# Tiles of 4, 8, 16, 32 and 64 have 1, 2, 3, 4 and 4 heights, each with and
# without padding.
assert len(ranking) == 2 * (1 + 2 + 3 + 4 + 4), len(ranking)
assert space.parameters == ["block_size_x", "block_size_y", "PADDING"]
# Asked in another order than that of the ranks.
asked = sorted(ranking, key=lambda row: str(row["configuration"]))
answers = space.ask(row["configuration"] for row in asked)
ran = 0
for row, known in zip(asked, answers):
    assert known.can_run == row["can_run"], row
    assert known.reason == row["reason"] and known.counts == row["counts"]
    assert known.bottleneck == row["bottleneck"], row
    if row["time_s"] is None:
        assert known.time_s != known.time_s, row
        continue
    ran += 1
    assert known.time_s == row["time_s"], (row, known)
    assert [known.low_s, known.high_s] == row["interval_s"], (row, known)
assert ran == len(ranking) - 2, ran # 64 x 32 threads are too many
# Equals may come in another order; ranks are a permutation all the same.
assert sorted(known.rank for known in answers) == [r["rank"] for r in ranking]
