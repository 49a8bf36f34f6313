"""Prints the L1's hit rate and the DRAM traffic of the first launch, as ranges:
hit_rates.py FEWEST_MB MOST_MB."""
import json
import sys

launch = json.load(sys.stdin)["files"][0]["kernels"][0]["launches"][0]
fewest, most = (float(limit) * 1e6 for limit in sys.argv[1:])
hits, dram = launch["caches"]["l1_hit"], launch["traffic"]["dram_bytes"]
print("L1", "under a twentieth" if hits < 0.05 else hits)
print("DRAM", "as expected" if fewest <= dram <= most else dram)
