// A load whose address stays the same during a loop comes in front of it, if
// nothing may write there, and if the first iteration is sure to load it.
//
// RUN: kernelcast lint %s --format json -o %t.json
// RUN: python3 %S/Inputs/changes.py %t.json hoisting | FileCheck %s --implicit-check-not=:
// RUN: python3 %S/Inputs/changes.py %t.json hoisting %s > %t.changed.cu
// RUN: sed -e '/ weight$/s/w\[threadIdx.x\]/wValue/' \
// RUN:     -e 's/^  for .* weigh it$/  const float wValue = w[threadIdx.x];\n&/' \
// RUN:     -e '/ corner$/s/tile\[1\]\[y\]/tileValue/g' \
// RUN:     -e 's/^  do { .* turn it$/  const float tileValue = tile[1][y];\n&/' \
// RUN:     -e '/ table$/s/table\[N\]/tableValue/' \
// RUN:     -e 's/^  for .* look it up$/  const auto tableValue = table[N];\n&/' %s > %t.expected.cu
// RUN: diff %t.expected.cu %t.changed.cu
// The changed text has the same meaning to the compiler, and none left.
// RUN: kernelcast lint %t.changed.cu --format json -o %t.json
// RUN: python3 %S/Inputs/changes.py %t.json hoisting | not grep proved

__global__ void weighted(float *out, const float *in, const float *w) {
  float sum = 0;
  for (int k = 0; k < 8; ++k) { // weigh it
    // CHECK: {{^}}[[#@LINE+1]]:28: proved
    sum += in[8 * k] *     w[threadIdx.x]; // weight
    out[k] = sum;
  }
}

// Between barriers, and not written in the loop.
__global__ void shared(float *out, const float *in) {
  __shared__ float tile[4][32];
  int y = threadIdx.x;
  tile[threadIdx.y][y] = in[y];
  __syncthreads();
  int k = 0;
  do { // turn it
    // CHECK: {{^}}[[#@LINE+2]]:14: proved
    // CHECK: {{^}}[[#@LINE+1]]:27: proved
    out[k] = tile[1][y] + tile[1][y]; // corner
  } while (++k < y);
}

__constant__ float table[16];
template <int N> __global__ void constants(float *out) {
  for (int k = N; k >= 0; --k) // look it up
    // CHECK: {{^}}[[#@LINE+1]]:14: proved
    out[k] = table[N]; // table
}

// Everything below stays as it is.
__global__ void refused(float *out, const float *in, float *both, int n,
                        const float *same) {
  __shared__ float sums[64];
  sums[threadIdx.x] = 0;
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    // CHECK: {{^}}[[#@LINE+1]]:14: something may write there
    out[k] = both[threadIdx.x];
    both[k] = 1;
  }
  for (int k = 0; k < 8; ++k)
    // CHECK: {{^}}[[#@LINE+1]]:14: a launch may pass the same memory twice
    out[k] = same[threadIdx.x];
  for (int k = 0; k < n; ++k)
    // CHECK: {{^}}[[#@LINE+1]]:14: it may not be reached in the first iteration
    out[k] = in[threadIdx.x];
  for (int k = 0; k < 8; ++k)
    if (k > n)
      // CHECK: {{^}}[[#@LINE+1]]:16: it may not be reached in the first iteration
      out[k] = in[threadIdx.x];
  for (int k = 0; k < 8; ++k) {
    // CHECK: {{^}}[[#@LINE+1]]:14: something may write there
    out[k] = sums[3];
    sums[threadIdx.x] = 1;
    __syncthreads();
  }
  // The address moves: nothing to say.
  for (int k = 0; k < 8; ++k)
    out[k] = in[k];
  int moving = 0;
  for (int k = 0; k < 8; ++k) {
    out[k] = in[moving];
    moving += n;
  }
  if (n > 3)
    for (int k = 0; k < 8; ++k)
      // CHECK: {{^}}[[#@LINE+1]]:16: a declaration does not fit in front of the loop
      out[k] = in[threadIdx.x];
#define LOAD in[threadIdx.x]
  for (int k = 0; k < 8; ++k)
    // CHECK: {{^}}[[#@LINE+1]]:14: a part of the text comes from a macro
    out[k] = LOAD;
}

void run(int n) {
  float *a, *b, *c;
  cudaMalloc(&a, n);
  cudaMalloc(&b, n);
  cudaMalloc(&c, n);
  weighted<<<1, 32>>>(a, b, c);
  shared<<<1, dim3(32, 4)>>>(a, b);
  constants<3><<<1, 32>>>(a);
  constants<5><<<1, 32>>>(a);
  refused<<<1, 32>>>(a, b, c, n, a);
}
