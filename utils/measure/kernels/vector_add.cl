// c = a + b: one element a work-item, four elements a work-item in one 16-byte
// access, and a range of fixed size that walks over the vector in strides.
// All three move the same 12 bytes an element; they differ in the accesses in
// flight, the instructions per byte and the work-items that must be started.

__kernel void vector_add(int n, __global const float *a,
                         __global const float *b, __global float *c) {
  int i = get_global_id(0);
  if (i < n)
    c[i] = a[i] + b[i];
}

// n is a multiple of 4.
__kernel void vector_add_float4(int n, __global const float4 *a,
                                __global const float4 *b, __global float4 *c) {
  int i = get_global_id(0);
  if (i < n / 4) {
    float4 u = a[i], v = b[i];
    c[i] = u + v;
  }
}

__kernel void vector_add_grid_stride(int n, __global const float *a,
                                     __global const float *b,
                                     __global float *c) {
  int stride = get_global_size(0);
  for (int i = get_global_id(0); i < n; i += stride)
    c[i] = a[i] + b[i];
}
