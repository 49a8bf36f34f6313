// A column of a tile whose rows are 32 floats: all lanes want different words
// of one bank, 32 cycles. A row more than 32 wide spreads them over all banks.
// In a reduction whose stride doubles, lane l goes to word 2 s l: with s = 1
// two lanes share a bank, with s = 16 all do. Two words of a thread that lie
// side by side are one access of the compiled code, and no conflict; two that
// lie further apart are two accesses with 2 lanes a bank.
//
// RUN: kernelcast lint %s --checks='-*,kernelcast-bank-conflict' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// CLEAN-NOT: in padded
// CLEAN-NOT: in joined
// CLEAN: 0 errors and 3 warnings in 6 kernels, 1 more suppressed

__global__ void column(float *out, const float *in) {
  __shared__ float tile[32][32];
  for (int k = 0; k < 64; ++k) {
    tile[threadIdx.y][threadIdx.x] = in[k];
    __syncthreads();
    // CHECK-DAG: .cu:[[#@LINE+2]]:[[#]]: warning: load of tile[threadIdx.x][threadIdx.y] has up to 32-way bank conflicts: 32 cycles a warp, lanes lie 128 bytes apart; without that
    // CHECK-DAG: note: warp 0 of block (0, 0, 0): lane 0 at byte 0, lane 1 at byte 128, lane 2 at byte 256, lane 3 at byte 384, ... lane 31 at byte 3968 of tile
    out[k] += tile[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
}

__global__ void padded(float *out, const float *in) {
  __shared__ float tile[32][33];
  for (int k = 0; k < 64; ++k) {
    tile[threadIdx.y][threadIdx.x] = in[k];
    __syncthreads();
    out[k] += tile[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
}

__global__ void quiet(float *out, const float *in) {
  __shared__ float tile[32][32];
  for (int k = 0; k < 64; ++k) {
    tile[threadIdx.y][threadIdx.x] = in[k];
    __syncthreads();
    // NOLINTBEGIN
    out[k] += tile[threadIdx.x][threadIdx.y];
    // NOLINTEND
    __syncthreads();
  }
}

// 256 threads: warp 0 has 32 lanes at work while 2 s * 32 <= 256, so up to
// s = 4, where lanes 0, 4, 8 ... share a bank: 8 of them.
__global__ void doubling(float *out) {
  __shared__ float sums[512];
  float total = 0;
  sums[threadIdx.x] = sums[threadIdx.x + 256] = out[threadIdx.x];
  for (int k = 0; k < 64; ++k, __syncthreads())
    for (int s = 1; s <= 4; s *= 2) {
      int i = 2 * s * threadIdx.x;
      if (i < 256)
        // CHECK-DAG: .cu:[[#@LINE+2]]:[[#]]: warning: load of sums[i + s] has up to 8-way bank conflicts
        // CHECK-DAG: note: warp 0 of block (0, 0, 0), iteration 2: lane 0 at byte 16, lane 4 at byte 144, lane 8 at byte 272, lane 12 at byte 400, ... lane 28 at byte 912 of sums
        total += sums[i + s];
    }
  out[threadIdx.x] = total;
}

__global__ void joined(float *out) {
  __shared__ float pairs[512];
  int t = threadIdx.x;
  for (int k = 0; k < 64; ++k) {
    pairs[2 * t] = k;
    pairs[2 * t + 1] = k + 1;
  }
  __syncthreads();
  out[threadIdx.x] = pairs[threadIdx.x];
}

__global__ void apart(float *out) {
  __shared__ float pairs[520];
  int t = threadIdx.x;
  for (int k = 0; k < 64; ++k, __syncthreads()) {
    // CHECK-DAG: .cu:[[#@LINE+1]]:5: warning: store to pairs[2 * t] has up to 2-way bank conflicts: 2 cycles a warp, lanes lie 8 bytes apart; without that
    pairs[2 * t] = k;
    pairs[2 * t + 5] = k + 1;
  }
  __syncthreads();
  out[threadIdx.x] = pairs[threadIdx.x];
}

void run(float *a, float *b) {
  dim3 square(32, 32);
  joined<<<1024, 256>>>(a);
  apart<<<1024, 256>>>(a);
  column<<<1024, square>>>(a, b);
  padded<<<1024, square>>>(a, b);
  quiet<<<1024, square>>>(a, b);
  doubling<<<1024, 256>>>(a);
}
