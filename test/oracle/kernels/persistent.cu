// A few blocks stay and take one piece of work after the other; the pieces'
// sizes and shapes come from their number.

__global__ void persistent(const float *x, float *y, int pieces) {
  __shared__ float shared_sum[64];
  int t = threadIdx.x, size = blockDim.x;
  for (int piece = blockIdx.x; piece < pieces; piece += gridDim.x) {
    int length = size + piece * 5;
    float sum = 0;
    for (int k = t; k < length; k += size)
      sum += x[piece * 128 + k];
    shared_sum[t] = sum;
    __syncthreads();
    if (t % (piece + 1) == 0)
      y[piece * 64 + t / (piece + 1)] = shared_sum[size - 1 - t];
    __syncthreads();
  }
}
