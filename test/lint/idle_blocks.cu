// Blocks of which all threads leave at once make no wave and give no SM work. An
// RTX 2080 Ti has 68 SMs, each with 4 blocks of 256 threads: 272 at a time.
//
// RUN: kernelcast lint %s --model mwp-cwp --min-gain 0 --checks='-*,kernelcast-tail-effect,kernelcast-partial-*' > %t.txt
// RUN: FileCheck %s --implicit-check-not=warning: < %t.txt

__global__ void guarded(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = out[i] * 2;
}

__global__ void one_lane(float *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = out[blockIdx.x] * 2;
}

__global__ void all(float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = out[i] * 2;
}

void run(float *a) {
  // 586 blocks, of which 514 work: two waves, not three.
  guarded<<<586, 256>>>(a, 514 * 256);
  // The last block works on one element.
  // CHECK-DAG: [[#@LINE+1]]:3: warning: 586 blocks run in 2 whole waves of 272 and a last one of 42
  guarded<<<586, 256>>>(a, 585 * 256 + 1);
  // 9 blocks of 256; in blocks of 32 there is work for 65.
  // CHECK-DAG: [[#@LINE+1]]:3: warning: 9 blocks for 68 SMs: blocks of 32 threads would give work to 65 of them
  guarded<<<9, 256>>>(a, 2049);
  // One thread of each block works: smaller blocks help nobody.
  one_lane<<<9, 256>>>(a);
  // The only block of a launch has nobody to share its warp with; four have.
  all<<<1, 16>>>(a);
  // CHECK-DAG: [[#@LINE+1]]:3: warning: blocks of 16 threads are no whole number of warps: 16 of 32 lanes idle
  all<<<65536, 16>>>(a);
}
