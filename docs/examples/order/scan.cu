// Prefix sums of 2 T elements by blocks of T threads in the versions of
// Baghsorkhi et al., PPoPP 2010, section 4.2: partial sums up a tree in
// log T + 1 steps, down again in as many.
//
//   scan<T, false, .>  Init: thread t computes element 2 t + 1 in every step, so
//                      the threads that work are spread over all warps
//   scan<T, true, .>   Div: the first threads work, so whole warps are idle, but
//                      their elements lie in fewer and fewer banks
//   scan<T, ., true>   Init_B, Div_B: a word of padding after every 16
//
// utils/order-of-versions compares them.

template <bool Padded> __device__ int place(int i) {
  return Padded ? i + (i >> 4) : i;
}

template <int T, bool Grouped, bool Padded>
__global__ void scan(const float *in, float *out) {
  __shared__ float part[2 * T + (Padded ? 2 * T / 16 : 0)];
  int t = threadIdx.x, first = blockIdx.x * 2 * T;
  part[place<Padded>(t)] = in[first + t];
  part[place<Padded>(t + T)] = in[first + t + T];
  for (int stride = 1; stride <= T; stride *= 2) {
    __syncthreads();
    int i = Grouped ? (t + 1) * 2 * stride - 1 : 2 * t + 1;
    if (Grouped ? t < T / stride : ((t + 1) & (stride - 1)) == 0)
      part[place<Padded>(i)] += part[place<Padded>(i - stride)];
  }
  __syncthreads();
  if (t == 0)
    part[place<Padded>(2 * T - 1)] = 0;
  for (int stride = T; stride > 0; stride /= 2) {
    __syncthreads();
    int i = Grouped ? (t + 1) * 2 * stride - 1 : 2 * t + 1;
    if (Grouped ? t < T / stride : ((t + 1) & (stride - 1)) == 0) {
      float left = part[place<Padded>(i - stride)];
      part[place<Padded>(i - stride)] = part[place<Padded>(i)];
      part[place<Padded>(i)] += left;
    }
  }
  __syncthreads();
  out[first + t] = part[place<Padded>(t)];
  out[first + t + T] = part[place<Padded>(t + T)];
}

template <int T> void scanAll(const float *in, float *out) {
  const int n = 1 << 21;
  scan<T, false, false><<<n / (2 * T), T>>>(in, out);
  scan<T, true, false><<<n / (2 * T), T>>>(in, out);
  scan<T, false, true><<<n / (2 * T), T>>>(in, out);
  scan<T, true, true><<<n / (2 * T), T>>>(in, out);
}

int main() {
  const int n = 1 << 21;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  scanAll<64>(in, out);
  scanAll<128>(in, out);
  scanAll<256>(in, out);
  cudaDeviceSynchronize();
}
