// Rows of shared memory that data choose, with a column for each lane: rows of a
// multiple of 32 words begin in the same bank, so that no two lanes of a warp
// meet wherever they go.
//
// RUN: facts %s --grid 1 --block 128 --arg n=1280 --arg begin=4 | FileCheck %s
// RUN: facts %s --kernel words --gpu mi300x --grid 1 --block 128 --arg n=128 --counts ast | FileCheck %s --check-prefix=WIDE

// Of 64 lanes half are served in a cycle, which is not said to be one.
// WIDE: load counts[in[i] & 15][threadIdx.x] {{.*}} bounded

// CHECK-LABEL: kernel words modelled
// CHECK: load counts[in[i] & 15][threadIdx.x] shared 4 B warps 40 lanes 1280 cycles 40 degree 1 exact
// CHECK: store counts[in[i] & 15][threadIdx.x] shared 4 B warps 40 lanes 1280 cycles 40 degree 1 exact
__global__ void words(const unsigned *in, int n) {
  __shared__ unsigned counts[16][128];
  for (int i = threadIdx.x; i < n; i += 128)
    counts[in[i] & 15][threadIdx.x]++;
}

// Two counters of 16 bits in a word: data say which half, in the lane's word.
//
// CHECK-LABEL: kernel halves modelled
// CHECK: load counts[d % 16][threadIdx.x][d / 16] shared 2 B warps 4 lanes 128 cycles 4 degree 1 exact
__global__ void halves(const unsigned *in) {
  __shared__ unsigned short counts[16][128][2];
  unsigned d = in[threadIdx.x] & 31;
  counts[d % 16][threadIdx.x][d / 16]++;
}

// Four lanes' bytes are in one word of a row, but in up to four rows.
//
// CHECK-LABEL: kernel bytes modelled
// CHECK: store counts[d][threadIdx.x] shared 1 B warps 4 lanes 128 cycles 4..16 degree 4 bounded {{.*}} row not known, bank known: it depends on loaded data (in[threadIdx.x])
__global__ void bytes(const unsigned *in) {
  __shared__ unsigned char counts[16][128];
  unsigned d = in[threadIdx.x] & 15;
  counts[d][threadIdx.x] = 1;
}

// Columns of 33 words are a bank further in each row.
//
// CHECK-LABEL: kernel skewed modelled
// CHECK: store counts[d][threadIdx.x % 32] shared 4 B warps 4 lanes 128 cycles 4..128 {{.*}} bounded
__global__ void skewed(const unsigned *in) {
  __shared__ unsigned counts[16][33];
  unsigned d = in[threadIdx.x] & 15;
  counts[d][threadIdx.x % 32] = 1;
}

// Data that a loop carries, and a row put together bit by bit.
//
// CHECK-LABEL: kernel carried modelled
// CHECK: store counts[{{.*}}] shared 4 B warps 32 lanes 1024 cycles 32 degree 1 exact
__global__ void carried(const unsigned *in) {
  __shared__ unsigned counts[16 * 128];
  unsigned d = in[threadIdx.x];
  for (int k = 0; k < 8; ++k) {
    counts[((d << 7) & 0x780) | (threadIdx.x & 127)] = k;
    d = d >> 4 ^ in[d & 127];
  }
}
