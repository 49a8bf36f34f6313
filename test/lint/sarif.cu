// SARIF for two GPUs, by the schema. Columns count characters: the string in
// front of the load has two of two bytes each.
//
// RUN: mkdir -p "%t/a folder" && cp %s "%t/a folder/kernel.cu"
// RUN: cd %t && kernelcast lint "a folder/kernel.cu" --gpu rtx-2080-ti,a100-pcie-40gb --checks='-*,kernelcast-uncoalesced-access' --format sarif -o %t.sarif
// RUN: /usr/bin/python3 %S/Inputs/validate_sarif.py %t.sarif | FileCheck %s --implicit-check-not=invalid: --implicit-check-not='without a link'
//
// CHECK: kernelcast/rtx-2080-ti/ True kernel 'unknown' was not checked: nothing tells its block size; give --block
// CHECK-NEXT: kernelcast-uncoalesced-access same warning a%20folder/kernel.cu SRCROOT [[#@LINE+18]] 27 [[#@LINE+18]] 36 'in[2 * i]'
// CHECK-NEXT: in copy rank
// CHECK-NEXT: context 3 in[2 * i]
// CHECK-NEXT: flow 32 lane 1 at byte 8 of in
// CHECK-NEXT: related 1 [[#@LINE+23]] in copy, launched with grid 65536 and block 256
// CHECK-NEXT: kernelcast-uncoalesced-access same warning a%20folder/kernel.cu SRCROOT [[#@LINE+18]] 12 [[#@LINE+18]] 21 'in[4 * i]'
// CHECK-NEXT: in quiet rank inSource
// CHECK-NEXT: context 3 in[4 * i]
// CHECK-NEXT: flow 32 lane 1 at byte 16 of in
// CHECK-NEXT: related
// CHECK-NEXT: kernelcast/a100-pcie-40gb/ True kernel 'unknown' was not checked
// CHECK: in copy rank
// CHECK: in quiet rank inSource

__global__ void unknown(float *out) { out[threadIdx.x] = 0; }

__global__ void copy(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = sizeof("ÄÖ") + in[2 * i];
}

__global__ void quiet(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[4 * i]; // NOLINT
}

void run(float *a, float *b) {
  copy<<<65536, 256>>>(a, b);
  quiet<<<65536, 256>>>(a, b);
}
