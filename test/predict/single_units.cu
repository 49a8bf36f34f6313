// What there is one of has its unit in the singular: 128 lanes in 4 schedulers of
// an RTX 3080 take the 32 lanes of a warp in one cycle; an A100 has 64 and takes
// two.
//
// RUN: %kernelcast predict %s --gpu rtx-3080 --grid 1 --block 1 --explain 2>/dev/null | FileCheck %s --check-prefix=ONE
// ONE: grid x 1 block launch
// ONE: block x 1 thread launch
// ONE: SMs 68 GPU
// ONE: time between independent instructions of a warp = 1 cycle:
//
// RUN: %kernelcast predict %s --gpu a100-sxm-40gb --grid 2 --block 2 --explain 2>/dev/null | FileCheck %s --check-prefix=TWO
// TWO: grid x 2 blocks launch
// TWO: block x 2 threads launch
// TWO: time between independent instructions of a warp = 2 cycles:
//
// A number that nobody has verified has the unit of its GPU file.
//
// RUN: sed -e 's/^latency_alu:.*/latency_alu: {value: 1, unit: cycles, source: "none", confidence: C}/' %gpus/rtx-3080.yaml > %t.yaml
// RUN: %kernelcast predict %s --gpu %t.yaml --grid 1 --block 1 --explain 2>/dev/null | FileCheck %s --check-prefix=FILE
// FILE: latency_alu of rtx-3080 = 1 cycle:

__global__ void copy(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = 2 * in[i];
}
