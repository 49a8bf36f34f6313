// vstore4 writes four lanes at once, and each of them is computed; so are the
// coordinates and the colour of an image: 4 additions for the vector, 4
// products for the colour.
//
// RUN: facts %s --instructions --kernel stored --grid 1 --block 32 | FileCheck %s --check-prefix=STORED
// STORED: instructions fp32 4
// RUN: facts %s --instructions --kernel painted --grid 1 --block 32 | FileCheck %s --check-prefix=PAINTED
// PAINTED: instructions fp32 4

kernel void stored(global const float *a, global const float *b,
                   global float *c) {
  int t = get_local_id(0);
  vstore4(vload4(t, a) + vload4(t, b), t, c);
}

kernel void painted(global const float4 *a, write_only image2d_t picture) {
  int t = get_local_id(0);
  write_imagef(picture, (int2)(t, t), a[t] * 0.5f);
}
