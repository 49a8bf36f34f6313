"""Runs two OpenCL files in Oclgrind on the same 1024 random words: whether all
results have the same bits.

  same_results.py KERNEL ITEMS GROUP OUTPUTS A.cl B.cl

ITEMS and GROUP are sizes in two dimensions, such as "32 32"."""
import os
import random
import re
import subprocess
import sys
import tempfile

kernel, size, block, outputs = sys.argv[1:4] + [int(sys.argv[4])]
drawn = random.Random(7)
words = [drawn.getrandbits(32) for _ in range(1024)]
# Of all floats most are huge or tiny: half of them around 1, some special.
for i in range(0, 1024, 2):
    words[i] = words[i] & 0x80ffffff | drawn.randrange(0x38, 0x48) << 24
words[:8] = [0, 1 << 31, 1, 0x7f800000, 0xff800000, 0x7fc00000, 0x007fffff,
             0x7f7fffff]


def results(path):
    with tempfile.TemporaryDirectory() as folder:
        simulation = os.path.join(folder, "launch.sim")
        with open(simulation, "w") as out:
            out.write(f"{os.path.abspath(path)}\n{kernel}\n{size} 1\n"
                      f"{block} 1\n<size={4 * outputs} uint fill=0 dump>\n"
                      f"<size=4096 uint>\n{' '.join(map(str, words))}\n")
        run = subprocess.run(
            ["oclgrind-kernel", "--build-options", "-cl-opt-disable",
             simulation], capture_output=True, text=True, check=True,
            timeout=300)
    values = re.findall(r"\] = (-?\d+)", run.stdout)
    assert len(values) == outputs, run.stdout[:300] + run.stderr[:300]
    return values


first, second = (results(path) for path in sys.argv[5:7])
different = sum(a != b for a, b in zip(first, second))
print(f"{len(first)} results, {len(set(first))} values, {different} differ")
