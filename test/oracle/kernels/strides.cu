// Every lane stands s floats from its neighbour. A warp that starts with a
// sector touches one for s = 0, four for s = 1, eight for s = 2, and from s = 8
// on one for each lane.

__global__ void strides(const float *x, float *y, int s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[4096 - i * s] = x[4096 + i * s];
}
