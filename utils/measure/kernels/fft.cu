// Fourier transforms in Stockham's order: a thread turns RADIX elements by the
// twiddle factors, transforms them in registers and puts them `span` apart. One
// pass a launch over global memory, whose stores scatter while span is small,
// or a whole transform a block in shared memory. Radix 16 needs many registers.

#ifndef RADIX
#define RADIX 4
#endif
#define HALF_ROOT 0.7071067811865476f  // cos(pi / 4)
#define COS_EIGHTH 0.9238795325112867f // cos(pi / 8)
#define SIN_EIGHTH 0.3826834323650898f // sin(pi / 8)

/// value * (c + i s)
__device__ float2 turned(float2 value, float c, float s) {
  float2 result;
  result.x = value.x * c - value.y * s;
  result.y = value.x * s + value.y * c;
  return result;
}

__device__ void transform2(float2 *a, float2 *b) {
  float2 difference;
  difference.x = a->x - b->x;
  difference.y = a->y - b->y;
  a->x += b->x;
  a->y += b->y;
  *b = difference;
}

/// In natural order, with exp(-2 pi i / 4) = -i.
__device__ void transform4(float2 *a, float2 *b, float2 *c, float2 *d) {
  transform2(a, c);
  transform2(b, d);
  *d = turned(*d, 0.0f, -1.0f);
  transform2(a, b);
  transform2(c, d);
  float2 second = *c;
  *c = *b;
  *b = second;
}

/// RADIX numbers in natural order; result k is at v[PLACE(k)].
#if RADIX == 2
#define PLACE(k) (k)
__device__ void transform(float2 *v) { transform2(&v[0], &v[1]); }
#elif RADIX == 4
#define PLACE(k) (k)
__device__ void transform(float2 *v) { transform4(&v[0], &v[1], &v[2], &v[3]); }
#else
#define PLACE(k) ((k) % 4 * 4 + (k) / 4)
/// Four by four: columns, twiddle factors exp(-2 pi i column row / 16), rows.
__device__ void transform(float2 *v) {
#pragma unroll
  for (int column = 0; column < 4; ++column)
    transform4(&v[column], &v[column + 4], &v[column + 8], &v[column + 12]);
  v[5] = turned(v[5], COS_EIGHTH, -SIN_EIGHTH);
  v[6] = turned(v[6], HALF_ROOT, -HALF_ROOT);
  v[7] = turned(v[7], SIN_EIGHTH, -COS_EIGHTH);
  v[9] = turned(v[9], HALF_ROOT, -HALF_ROOT);
  v[10] = turned(v[10], 0.0f, -1.0f);
  v[11] = turned(v[11], -HALF_ROOT, -HALF_ROOT);
  v[13] = turned(v[13], SIN_EIGHTH, -COS_EIGHTH);
  v[14] = turned(v[14], -HALF_ROOT, -HALF_ROOT);
  v[15] = turned(v[15], -COS_EIGHTH, SIN_EIGHTH);
#pragma unroll
  for (int row = 0; row < 4; ++row)
    transform4(&v[4 * row], &v[4 * row + 1], &v[4 * row + 2], &v[4 * row + 3]);
}
#endif

// The pass that makes transforms of RADIX * span elements from those of span;
// one row of blocks for each transform of n elements.
extern "C" __global__ void fft_global(int n, int span, const float2 *in,
                                      float2 *out) {
  float2 v[RADIX];
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int base = blockIdx.y * n;
  if (j < n / RADIX) {
    float half_turns = -2.0f * (j % span) / (span * RADIX);
#pragma unroll
    for (int r = 0; r < RADIX; ++r)
      v[r] = turned(in[base + j + r * (n / RADIX)], cospif(r * half_turns),
                    sinpif(r * half_turns));
    transform(v);
    int place = j / span * span * RADIX + j % span;
#pragma unroll
    for (int r = 0; r < RADIX; ++r)
      out[base + place + r * span] = v[PLACE(r)];
  }
}

extern __shared__ float shared[];

// n / RADIX threads transform n elements. Between two passes the real and then
// the imaginary parts change places through shared memory.
extern "C" __global__ void fft_shared(int n, const float2 *in, float2 *out) {
  float2 v[RADIX];
  int j = threadIdx.x, threads = blockDim.x;
  int base = blockIdx.x * n;
#pragma unroll
  for (int r = 0; r < RADIX; ++r)
    v[r] = in[base + j + r * threads];
  for (int span = 1; span < n; span *= RADIX) {
    float half_turns = -2.0f * (j % span) / (span * RADIX);
#pragma unroll
    for (int r = 0; r < RADIX; ++r)
      v[r] = turned(v[r], cospif(r * half_turns), sinpif(r * half_turns));
    transform(v);
    int place = j / span * span * RADIX + j % span;
#pragma unroll
    for (int r = 0; r < RADIX; ++r) {
      shared[place + r * span] = v[PLACE(r)].x;
      shared[n + place + r * span] = v[PLACE(r)].y;
    }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < RADIX; ++r) {
      v[r].x = shared[j + r * threads];
      v[r].y = shared[n + j + r * threads];
    }
    __syncthreads();
  }
#pragma unroll
  for (int r = 0; r < RADIX; ++r)
    out[base + j + r * threads] = v[r];
}
