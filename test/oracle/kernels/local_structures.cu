// An array of structures in shared memory is a stride: three words are free,
// four words meet in every fourth bank, and a word more heals that.

typedef struct {
  float x, y, z;
} Three;
typedef struct {
  float x, y, z, w;
} Four;
typedef struct {
  float x, y, z, w, gap;
} Padded;

__global__ void local_structures(float *y) {
  __shared__ Three a[64];
  __shared__ Four b[64];
  __shared__ Padded c[64];
  int t = threadIdx.x;
  a[t].y = t;
  b[t].z = t;
  c[t].w = t;
  __syncthreads();
  int other = blockDim.x - 1 - t;
  y[blockIdx.x * blockDim.x + threadIdx.x] =
      a[other].y + b[other].z + c[other].w;
}
