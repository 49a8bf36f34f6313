// What a launch finds in the L2 is nothing, or all that an equal launch before
// has touched, if half of the L2 can hold that: an A100 has 40 MiB.
//
// Two arrays of 2^20 numbers are 8 MiB, so that nothing comes from memory, and
// the path of a warp, which waits for one load, is shorter by what the memory
// takes more than the L2: 378 - 231 cycles.
//
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel add_one --grid 4096 --block 256 --explain > %t.cold
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel add_one --grid 4096 --block 256 --l2 warm --explain > %t.warm
// RUN: FileCheck %s --check-prefix=COLD < %t.cold
// RUN: FileCheck %s --check-prefix=WARM < %t.warm
// RUN: grep -ho "critical_path *[0-9.]*" %t.cold %t.warm | awk '{a[NR] = $2} END {print a[1] - a[2], "cycles less"}' | FileCheck %s --check-prefix=LESS
// COLD-DAG: L2 at the start = empty
// COLD-DAG: bytes DRAM 8.38861e+06 bytes
// WARM-DAG: L2 at the start = all that the launch touches
// WARM-DAG: bytes DRAM 0 bytes
// LESS: {{^}}147 cycles less
//
// Of 2^22 numbers they are 32 MiB, more than half. Then both options give the
// same, and only who has asked for a warm one hears of it.
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel add_one --grid 16384 --block 256 --explain > %t.cold
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel add_one --grid 16384 --block 256 --l2 warm --explain > %t.warm
// RUN: not diff %t.cold %t.warm | FileCheck %s --check-prefix=LARGE
// LARGE-NOT: {{^<}}
// LARGE: > {{.*}}L2 at the start = empty: --l2 warm is for launches that touch half of it
// LARGE-NOT: {{^<}}
//
// Every model that counts on the L2 says so.
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel add_one --grid 4096 --block 256 --l2 warm --model roofline --explain | FileCheck %s --check-prefix=MODEL
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel add_one --grid 4096 --block 256 --l2 warm --model mwp-cwp --explain | FileCheck %s --check-prefix=MODEL
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel add_one --grid 4096 --block 256 --l2 warm --model wfg --explain | FileCheck %s --check-prefix=MODEL
// MODEL: L2 at the start = all that the launch touches
//
// A model without the L2 finds nothing in it, and does not speak of its size.
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel add_one --grid 4096 --block 256 --l2 warm --without l2 --explain | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: bytes DRAM 8.38861e+06 bytes
// WITHOUT-NOT: L2 at the start
//
// Local memory of the resident threads is touched as well: 2000 floats a
// thread are more than any L2 holds.
// RUN: kernelcast predict %s --gpu a100-pcie-40gb --kernel own_table --grid 4096 --block 256 --arg n=7 --l2 warm --explain | FileCheck %s --check-prefix=LOCAL
// LOCAL-NOT: L2 at the start = all
// LOCAL: L2 at the start = empty
//
// RUN: not kernelcast predict %s --l2 hot 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: error: --l2 'hot': it is cold or warm
__global__ void add_one(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = 1 + in[i];
}

__global__ void own_table(float *out, int n) {
  float table[2000];
  for (int i = 0; i < 2000; ++i)
    table[i] = i * n;
  out[blockIdx.x * 256 + threadIdx.x] = table[(threadIdx.x * n) % 2000];
}
