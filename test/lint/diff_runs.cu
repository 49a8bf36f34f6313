// Two runs of lint, and of predict, compared as they write them: the store that
// came is found, and the kernel that was not touched is unchanged.
//
// RUN: kernelcast lint %s --format json --checks='-*,kernelcast-uncoalesced-*' -o %t.old 2>/dev/null
// RUN: kernelcast lint %s --format json --checks='-*,kernelcast-uncoalesced-*' -o %t.new -- -DMORE 2>/dev/null
// RUN: kernelcast lint --diff %t.old %t.new > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: not kernelcast lint --diff %t.old %t.new --fail-on warning > /dev/null
// CHECK: diff_runs.cu:[[#@LINE+18]]:3: warning: new: store to out[16 * i] touches 32 sectors a warp, 4 would do
// CHECK-NOT: gone:
// CHECK-NOT: untouched on
// CHECK: copy on rtx-2080-ti by kernelcast: {{.*}} before, {{.*}} now, +{{[0-9]+}} %, grid 65536x1x1 block 256x1x1; {{.+}} moved most, {{.*}} before, {{.*}} now
// CHECK-NOT: untouched on
// CHECK: 1 new, 0 gone, {{[01]}} with another gain; 1 of 2 times unchanged
// RUN: kernelcast lint --diff %t.old %t.old | FileCheck %s --check-prefix=SAME
// SAME: {{^}}0 new, 0 gone, 0 with another gain; 2 of 2 times unchanged
//
// RUN: kernelcast predict %s --format json -o %t.old --model all --gpu a100-pcie-40gb 2>/dev/null
// RUN: kernelcast predict %s --format json -o %t.new --model all --gpu a100-pcie-40gb -- -DMORE 2>/dev/null
// RUN: kernelcast lint --diff %t.old %t.new | FileCheck %s --check-prefix=PREDICT
// PREDICT: copy on a100-pcie-40gb by kernelcast: {{.*}} moved most
// PREDICT-NOT: untouched on
// PREDICT: 0 new, 0 gone, 0 with another gain;
__global__ void copy(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef MORE
  out[16 * i] = 0;
#endif
  out[i] = in[2 * i];
}

__global__ void untouched(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 0;
}

void run(float *a, float *b) {
  copy<<<65536, 256>>>(a, b);
  untouched<<<65536, 256>>>(a);
}
