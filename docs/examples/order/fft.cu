// A batch of Fourier transforms of N = 256 points in Stockham's formulation with
// radix R, in the versions of Baghsorkhi et al., PPoPP 2010, section 4.1:
//
//   fft_global<R>  one of log N / log R launches: each thread reads R points,
//                  transforms them and writes them `done` points apart, so the
//                  writes of the first launches do not coalesce
//   fft_shared<R>  all steps in one launch, the points between them in shared
//                  memory, where they also come into the order of the result
//
// The radix-16 butterfly is a loop that the compiler does not unroll: its 16
// points are then a local array in memory, as the paper says of its own.
// utils/order-of-versions compares them.

constexpr int N = 256;

__device__ float2 times(float2 a, float2 b) {
  return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

__device__ float2 unit(float angle) {
  float s, c;
  __sincosf(angle, &s, &c);
  return make_float2(c, s);
}

__device__ void butterfly(float2 &a, float2 &b) {
  float2 t = a;
  a = make_float2(t.x + b.x, t.y + b.y);
  b = make_float2(t.x - b.x, t.y - b.y);
}

/// Transforms R points in place. Point r is to stand at place(r), the reverse of
/// its bits.
template <int R> struct Transform;

template <> struct Transform<2> {
  static __device__ constexpr int place(int r) { return r; }
  static __device__ void run(float2 *v) { butterfly(v[0], v[1]); }
};

template <> struct Transform<4> {
  static __device__ constexpr int place(int r) { return r % 2 * 2 + r / 2; }
  static __device__ void run(float2 *v) {
    butterfly(v[0], v[1]);
    butterfly(v[2], v[3]);
    v[3] = make_float2(v[3].y, -v[3].x); // times -i
    butterfly(v[0], v[2]);
    butterfly(v[1], v[3]);
  }
};

template <> struct Transform<16> {
  static __device__ constexpr int place(int r) {
    return r % 2 * 8 + r / 2 % 2 * 4 + r / 4 % 2 * 2 + r / 8;
  }
  static __device__ void run(float2 *v) {
#pragma unroll 1
    for (int half = 1; half < 16; half *= 2)
#pragma unroll 1
      for (int k = 0; k < 8; ++k) {
        int low = k / half * half * 2 + k % half;
        v[low + half] =
            times(v[low + half], unit(-3.1415927f * (k % half) / half));
        butterfly(v[low], v[low + half]);
      }
  }
};

/// Where the results of thread \p j begin after `done` points are combined.
template <int R> __device__ int expanded(int j, int done) {
  return j / done * done * R + j % done;
}

template <int R> __device__ void twiddle(float2 *v, int j, int done) {
  float angle = -6.2831853f * (j % done) / (done * R);
#pragma unroll
  for (int r = 1; r < R; ++r) {
    float2 &point = v[Transform<R>::place(r)];
    point = times(point, unit(r * angle));
  }
}

template <int R>
__global__ void fft_global(const float2 *in, float2 *out, int done) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int first = thread / (N / R) * N, j = thread % (N / R);
  float2 v[R];
#pragma unroll
  for (int r = 0; r < R; ++r)
    v[Transform<R>::place(r)] = in[first + j + r * (N / R)];
  twiddle<R>(v, j, done);
  Transform<R>::run(v);
  int to = first + expanded<R>(j, done);
#pragma unroll
  for (int r = 0; r < R; ++r)
    out[to + r * done] = v[r];
}

template <int R>
__global__ void fft_shared(const float2 *in, float2 *out) {
  constexpr int Transforms = 64 * R / N > 0 ? 64 * R / N : 1; // of a block
  __shared__ float real[Transforms * N];
  __shared__ float imaginary[Transforms * N];
  int t = threadIdx.x, first = t / (N / R) * N, j = t % (N / R);
  int block = blockIdx.x * Transforms * N;
  float2 v[R];
#pragma unroll
  for (int r = 0; r < R; ++r)
    v[Transform<R>::place(r)] = in[block + first + j + r * (N / R)];
  for (int done = 1; done < N; done *= R) {
    twiddle<R>(v, j, done);
    Transform<R>::run(v);
    int to = first + expanded<R>(j, done);
    __syncthreads();
#pragma unroll
    for (int r = 0; r < R; ++r) {
      real[to + r * done] = v[r].x;
      imaginary[to + r * done] = v[r].y;
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < R; ++r)
      v[Transform<R>::place(r)] =
          make_float2(real[first + j + r * (N / R)],
                      imaginary[first + j + r * (N / R)]);
  }
#pragma unroll
  for (int r = 0; r < R; ++r)
    out[block + first + j + r * (N / R)] = v[Transform<R>::place(r)];
}

template <int R> void transform(float2 *in, float2 *out, int done) {
  const int threads = 4096 * N / R;
  const int block = N / R > 64 ? N / R : 64;
  fft_global<R><<<threads / block, block>>>(in, out, done);
  fft_shared<R><<<threads / block, block>>>(in, out);
}

int main(int count, char **) {
  float2 *in, *out;
  cudaMalloc(&in, 4096 * N * sizeof(float2));
  cudaMalloc(&out, 4096 * N * sizeof(float2));
  transform<2>(in, out, count);
  transform<4>(in, out, count);
  transform<16>(in, out, count);
  cudaDeviceSynchronize();
}
