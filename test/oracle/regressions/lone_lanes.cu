__global__ void lone_lanes() {
  extern __shared__ int d[];
  __shared__ int words[64];
  __shared__ double pairs[64];
  int t = threadIdx.x;
  if (t < 33)
    d[t] = t % 7;
  __syncthreads();
  if (t % 32 == 0) {
    int place = atomicMax(&d[t / 32], 3);
    words[place * 5] = t; // data
    pairs[place * 3] = t; // data
  }
}
