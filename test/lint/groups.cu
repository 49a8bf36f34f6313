// Three loads of one array of structures are one finding, at the costliest of
// equals the first, with the gain of all: 12 sectors a warp each, 4 would do. The
// load of another array is another one.
//
// RUN: kernelcast lint %s \
// RUN:   --checks='-*,kernelcast-uncoalesced-access,kernelcast-array-of-structs' \
// RUN:   > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: grep -c ' warning: ' %t.txt | FileCheck %s --check-prefix=COUNT
// COUNT: {{^2$}}
struct Point {
  float X, Y, Z;
};

__global__ void sum(float *out, const Point *p, const float *weights) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: .cu:[[#@LINE+3]]:17: warning: load of p[i].X touches 12 sectors a warp, 4 would do: lanes go to one part of each of p's elements of 12 bytes;
  // CHECK: .cu:[[#@LINE+2]]:26: note: the gain is that of this load, too
  // CHECK: .cu:[[#@LINE+1]]:35: note: the gain is that of this load, too
  out[i] = p[i].X + p[i].Y + p[i].Z;
  // CHECK: .cu:[[#@LINE+1]]:13: warning: load of weights[2 * i]
  out[i] *= weights[2 * i];
}

void run(float *out, Point *p, float *w) { sum<<<65536, 256>>>(out, p, w); }
