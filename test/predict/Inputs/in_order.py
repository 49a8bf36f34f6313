# The time's range leads to where what is beyond the limit is stored and
# loaded again; the ledger has the registers of the code's order.
import json, re, sys

path, low, high = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
limit = int(sys.argv[4]) if len(sys.argv) > 4 else 255
with open(path) as file:
    launch = json.load(file)["files"][0]["kernels"][0]["launches"][0]
said, = launch["predictions"]
text = next(entry["why"] for entry in launch["assumptions"]
            if entry["what"] == "registers per thread")
in_order = int(re.search(r"in which (\d+) are in use", text)[1])
assert low <= in_order <= high, in_order
# Bytes of 1024 blocks of 32 lanes, to the memory and back: more than the L2 has,
# whose bandwidth is no less than the memory's of 616 GB/s.
moved = 2 * 4 * (in_order - limit) * 32 * 1024
least, most = said["interval_s"]
assert least == said["time_s"], said
assert most > moved / 2.2e12 + said["time_s"] / 2, (most, moved)
# Once, from the memory at its worst, with few warps that wait for it.
assert most < 2 * moved / 616e9 + 3 * said["time_s"], (most, moved)
