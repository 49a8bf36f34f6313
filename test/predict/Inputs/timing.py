"""timing.py FOLDER COMMAND...: of a run of COMMAND over many kernels, the phases
account for 95 % of the wall time. Losing the processor between two phases is
little beside such a run; a busy machine has five tries."""
import json
import os
import subprocess
import sys
import time

KERNEL = """
__global__ void sums%d(float *out, const float *in, int n) {
  __shared__ float part[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256)
    sum += in[blockIdx.x * n + i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int width = 128; width > 0; width /= 2) {
    if (threadIdx.x < width)
      part[threadIdx.x] += part[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = part[0];
}
"""

source = os.path.join(sys.argv[1], "sums.cu")
with open(source, "w", encoding="utf-8") as file:
    file.writelines(KERNEL % number for number in range(150))
for attempt in range(5):
    start = time.monotonic()
    run = subprocess.run([*sys.argv[2:], source, "--timing", "--format", "json"],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                         check=True)
    seconds = time.monotonic() - start
    timing = json.loads(run.stdout)["timing"]
    phases = timing["phases"]
    assert timing["wall_s"] <= seconds, (timing, seconds)
    assert abs(sum(phases.values()) - timing["wall_s"]) < 1e-3, timing
    for phase in ("start_up", "prelude", "parse", "lowering", "facts"):
        assert phases[phase + "_s"] > 0, timing
    if phases["other_s"] <= 0.05 * timing["wall_s"]:
        sys.exit(0)
sys.exit(f"too much is in no phase: {timing}")
