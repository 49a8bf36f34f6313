// c = a + b: one element a thread, four elements a thread in one 16-byte
// access, and a grid of fixed size that walks over the vector in strides.
// All three move the same 12 bytes an element; they differ in the accesses in
// flight, the instructions per byte and the threads that must be started.

extern "C" __global__ void vector_add(int n, const float *a, const float *b,
                                      float *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    c[i] = a[i] + b[i];
}

// n is a multiple of 4.
extern "C" __global__ void vector_add_float4(int n, const float4 *a,
                                             const float4 *b, float4 *c) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 u = a[i], v = b[i];
    c[i] = make_float4(u.x + v.x, u.y + v.y, u.z + v.z, u.w + v.w);
  }
}

extern "C" __global__ void vector_add_grid_stride(int n, const float *a,
                                                  const float *b, float *c) {
  int stride = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    c[i] = a[i] + b[i];
}
