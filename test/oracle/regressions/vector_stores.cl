// vstore into an array in registers, and vectors of three halves: packed by
// vload_half3, four apart by vloada_half3.
//
// LAUNCH: grid=1 block=32 h=short[4096] y=float[4096] k=1
// LAUNCH: grid=2 block=48 h=short[4096] y=float[4096] k=0
// LAUNCH: grid=3 block=16 h=short[4096] y=float[4096] k=1

kernel void vector_stores(global half *h, global float *y, int k) {
  int i = get_local_id(0);
  int a[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  vstore4((int4)(2, 3, 4, 5), 1, a);
  y[a[4] * i] = 1; // 2
  y[a[0] * i] = 2; // 1
  int4 all = vload4(1, a);
  y[all.w * i] = 3; // 5
  vstore3((int3)(i, 8, 0), 0, a + 1);
  y[a[1] + a[2] * i] = 4; // 9 i
  y[a[3]] = 5;            // 0
  vstore2((int2)(6, 7), k, a);
  y[(k ? a[3] : a[1]) * i] = 6; // 7
  float3 packed = vload_half3(i, h);
  float3 apart = vloada_half3(i, h);
  y[i] = packed.x + apart.y;
}
