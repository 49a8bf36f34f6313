// The first screen: how long, why, where, what was assumed, in this order, with
// the source line of each costly access; no colours in a pipe. Lanes that read 32
// bytes apart have a sector each where 4 would do: 32 of 36 sectors are 89 %.
//
// RUN: cd %S && kernelcast predict text_screen.cu --gpu rtx-2080-ti --model wfg > %t.piped
// RUN: FileCheck %s < %t.piped
// CHECK: {{^}}strided text_screen.cu:[[#@LINE+18]] on GeForce RTX 2080 Ti grid 1000 block 256{{$}}
// CHECK-NEXT: (launch at text_screen.cu:[[#@LINE+24]])
// CHECK: predicted {{[0-9.]+}} µs bound by uncoalesced memory access
// CHECK: occupancy 32 of 32 warps, limited by warps
// CHECK: costliest accesses
// CHECK-NEXT: text_screen.cu:[[#@LINE+15]] load in[8 * i] 32.0 sectors a warp, ideal 4 exact 89 % of the traffic
// CHECK-NEXT: out[i] = in[8 * i];
// CHECK-NEXT: lanes 0, 1, 2 … read 32 bytes apart
// CHECK-NEXT: text_screen.cu:[[#@LINE+12]] store out[i] 4.00 sectors a warp, ideal 4 exact 11 % of the traffic
// CHECK: assumed
// CHECK-NEXT: registers per thread = {{[0-9]+}}: estimated
// RUN: not grep '\[[0-9]*m' %t.piped
//
// -o writes the same report whole and leaves standard output empty.
// RUN: cd %S && kernelcast predict text_screen.cu --gpu rtx-2080-ti --model wfg -o %t.out > %t.empty
// RUN: not test -s %t.empty
// RUN: diff %t.out %t.piped

__global__ void strided(const float *in, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[8 * i];
}

void run(float *p) {
  cudaMalloc(&p, 1 << 25);
  strided<<<1000, 256>>>(p, p);
}
