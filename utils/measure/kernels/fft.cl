// Fourier transforms in Stockham's order: a work-item turns RADIX elements by
// the twiddle factors, transforms them in registers and puts them `span` apart.
// One pass a launch over global memory, whose stores scatter while span is
// small, or a whole transform a group in local memory.

#ifndef RADIX
#define RADIX 4
#endif
#define HALF_ROOT 0.7071067811865476f  // cos(pi / 4)
#define COS_EIGHTH 0.9238795325112867f // cos(pi / 8)
#define SIN_EIGHTH 0.3826834323650898f // sin(pi / 8)

/// value * (c + i s)
float2 turned(float2 value, float c, float s) {
  float2 result;
  result.x = value.x * c - value.y * s;
  result.y = value.x * s + value.y * c;
  return result;
}

void transform2(float2 *a, float2 *b) {
  float2 difference;
  difference.x = a->x - b->x;
  difference.y = a->y - b->y;
  a->x += b->x;
  a->y += b->y;
  *b = difference;
}

/// In natural order, with exp(-2 pi i / 4) = -i.
void transform4(float2 *a, float2 *b, float2 *c, float2 *d) {
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
void transform(float2 *v) { transform2(&v[0], &v[1]); }
#elif RADIX == 4
#define PLACE(k) (k)
void transform(float2 *v) { transform4(&v[0], &v[1], &v[2], &v[3]); }
#else
#define PLACE(k) ((k) % 4 * 4 + (k) / 4)
/// Four by four: columns, twiddle factors exp(-2 pi i column row / 16), rows.
void transform(float2 *v) {
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
// one row of groups for each transform of n elements.
__kernel void fft_global(int n, int span, __global const float2 *in,
                         __global float2 *out) {
  float2 v[RADIX];
  int j = get_group_id(0) * get_local_size(0) + get_local_id(0);
  int base = get_group_id(1) * n;
  if (j < n / RADIX) {
    float half_turns = -2.0f * (j % span) / (span * RADIX);
#pragma unroll
    for (int r = 0; r < RADIX; ++r)
      v[r] = turned(in[base + j + r * (n / RADIX)], cospi(r * half_turns),
                    sinpi(r * half_turns));
    transform(v);
    int place = j / span * span * RADIX + j % span;
#pragma unroll
    for (int r = 0; r < RADIX; ++r)
      out[base + place + r * span] = v[PLACE(r)];
  }
}

// n / RADIX work-items transform n elements. Between two passes the real and
// then the imaginary parts change places through local memory.
__kernel void fft_shared(int n, __global const float2 *in, __global float2 *out,
                         __local float *shared) {
  float2 v[RADIX];
  int j = get_local_id(0), threads = get_local_size(0);
  int base = get_group_id(0) * n;
#pragma unroll
  for (int r = 0; r < RADIX; ++r)
    v[r] = in[base + j + r * threads];
  for (int span = 1; span < n; span *= RADIX) {
    float half_turns = -2.0f * (j % span) / (span * RADIX);
#pragma unroll
    for (int r = 0; r < RADIX; ++r)
      v[r] = turned(v[r], cospi(r * half_turns), sinpi(r * half_turns));
    transform(v);
    int place = j / span * span * RADIX + j % span;
#pragma unroll
    for (int r = 0; r < RADIX; ++r) {
      shared[place + r * span] = v[PLACE(r)].x;
      shared[n + place + r * span] = v[PLACE(r)].y;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int r = 0; r < RADIX; ++r) {
      v[r].x = shared[j + r * threads];
      v[r].y = shared[n + j + r * threads];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
#pragma unroll
  for (int r = 0; r < RADIX; ++r)
    out[base + j + r * threads] = v[r];
}
