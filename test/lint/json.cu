// The same finding for programs. 65536 * 256 lanes read 4 bytes 8 apart: 8
// sectors a warp, not 4. Two launches make one finding, and the fingerprint is
// the same wherever the line stands.
//
// RUN: kernelcast lint %s --format json --checks='-*,kernelcast-uncoalesced-access' -o %t.json
// RUN: python3 %S/Inputs/findings.py %t.json | FileCheck %s
// RUN: sed 's/^template/\n\n&/' %s > %t.cu
// RUN: kernelcast lint %t.cu --format json --checks='-*,kernelcast-uncoalesced-access' -o %t.moved
// RUN: python3 %S/Inputs/findings.py %t.json fingerprint > %t.a
// RUN: python3 %S/Inputs/findings.py %t.moved fingerprint > %t.b
// RUN: cmp %t.a %t.b
// RUN: grep -cv '^0000000000000000$' %t.a | FileCheck %s --check-prefix=TWO
// TWO: {{^1$}}
//
// CHECK: kernelcast-uncoalesced-access warning json.cu:[[#@LINE+9]]:14 [[#@LINE+9]]:14-[[#@LINE+9]]:23
// CHECK-NEXT: copy<float> on rtx-2080-ti grid [65536, 1, 1] block [256, 1, 1] host-code 1 other
// CHECK-NEXT: exact, gain above one
// CHECK-NEXT: in, warp 0 of [0, 0, 0]: 0@0 1@8 2@16 3@24 ... 32 lanes
// CHECK-NOT: {{.}}
template <class T>
__global__ void copy(T *out, const T *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  {
    out[i] = in[2 * i];
  }
}

void run(float *a, float *b) {
  copy<<<65536, 256>>>(a, b);
  copy<<<256, 256>>>(a, b);
}
