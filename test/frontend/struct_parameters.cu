// A structure passed by value: every member is a value of its own, also in nested
// structures, bases and arrays. One warp, i = 0..31:
//   load  in[2 * i + 8]   words 8..70 step 2: bytes 32..283: 8 sectors, 3 lines
//   store out[1 * i + 4]  words 4..35: 5 sectors, 2 lines
//   p.x < p.y             1 < 2: true for all
//
// RUN: facts %s --grid 1 --block 32 --arg v.p.x=1 --arg v.p.y=2 --arg v.row[2]=4 --arg v.shift=8 | FileCheck %s
// CHECK: kernel members modelled
// CHECK-DAG: argument v.p.x 1 option
// CHECK-DAG: argument v.p.y 2 option
// CHECK-DAG: argument v.row[2] 4 option
// CHECK-DAG: argument v.shift 8 option
// CHECK: load v.in[v.p.y * i + v.shift] global 4 B warps 1 lanes 32 sectors 8 lines 3 transactions 8 exact
// CHECK: store v.out[v.p.x * i + v.row[2]] global 4 B warps 1 lanes 32 sectors 5 lines 2 transactions 5 exact
// CHECK: branch `v.p.x < v.p.y` true 1 false 0 diverged 0 exact

struct Point {
  int x, y;
};
struct Base {
  int shift;
};
struct View : Base {
  const float *in;
  Point p;
  int row[3];
  float *out;
};

__global__ void members(View v) {
  int i = threadIdx.x;
  if (v.p.x < v.p.y)
    v.out[v.p.x * i + v.row[2]] = v.in[v.p.y * i + v.shift];
}
