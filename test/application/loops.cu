// Loops run with their own variables: the counter, what a step leaves for the
// next, and tables that are read by the counter. In long loops a
// stretch of rounds stands for several, and times and bytes are those of all.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json > %t
// RUN: python3 %S/Inputs/events.py %t | FileCheck %s

__global__ void touch(float *x) { x[threadIdx.x] += 1; }

// Reductions in host code: 900 blocks, 4, 1. The multiplier stays as it is in
// the last round.
void reduce(char *d) {
  int blocks = 900, mul = 1;
  while (blocks != 0) {
    cudaMemset(d, 0, mul);
    if (blocks == 1) {
      blocks = 0;
    } else {
      mul = mul * 256;
      blocks = (blocks + 255) / 256;
    }
  }
  // CHECK: [[@LINE-8]] fill 3 times, 1 to 65536, together 65793, mul
}

int main() {
  char *d, *h;
  cudaMalloc(&d, 1 << 20);
  cudaMallocHost(&h, 1 << 20);
  cudaStream_t s[2];
  for (int i = 0; i < 2; ++i)
    cudaStreamCreate(&s[i]);
  reduce(d);

  // 1000 + 2000 + 3000
  for (int i = 0; i < 3; ++i)
    cudaMemcpy(d, h, (i + 1) * 1000, cudaMemcpyHostToDevice);
  // CHECK-NEXT: [[@LINE-1]] copy 3 times, 1000 to 3000, together 6000, i * 1000 + 1000

  // Streams 1, 0, 1, 0, 1: five copies in turn.
  int now = 0;
  for (int i = 0; i < 5; ++i) {
    int next = (now + 1) % 2;
    cudaMemcpyAsync(d, h, 16, cudaMemcpyHostToDevice, s[next]);
    now = next;
  }
  // CHECK-NEXT: [[@LINE-3]] copy 5 times, 16 to 16, together 80, 16 in s[1]

  // 10, 6, 2 and out: 4 * 18 bytes.
  int left = 10;
  while (left > 0) {
    cudaMemset(d, 0, left * 4);
    left -= 4;
  }
  // CHECK-NEXT: [[@LINE-3]] fill 3 times, 8 to 40, together 72, left * 4

  // 3, 6, 12, 24, 48, 96: six rounds, the last of which leaves 192.
  int r = 3;
  do {
    cudaMemset(d, 0, r);
    r *= 2;
  } while (r < 100);
  // CHECK-NEXT: [[@LINE-3]] fill 6 times, 3 to 96, together 189, r

  const int sizes[3] = {100, 200, 400};
  for (int i = 0; i < 3; i += 2) // 100 and 400
    cudaMemset(d, 0, sizes[i]);
  // CHECK-NEXT: [[@LINE-1]] fill 2 times, 100 to 400, together 500,

  // 1000 * 7 launches
  for (int i = 1; i <= 1000; ++i)
    for (int j = 0; j < 7; ++j)
      touch<<<1, 32>>>((float *)d);
  // CHECK-NEXT: [[@LINE-1]] launch 7000 times

  for (int i = 0; i < 3; ++i) {
    if (i == 1)
      cudaMemset(d, 0, 5);
    else
      cudaMemset(d, 0, 6);
  }
  // CHECK-NEXT: [[@LINE-2]] fill 2 times, 6 to 6
  // CHECK-NEXT: [[@LINE-5]] fill once, 5 to 5

  for (int i = 0; i < 100; ++i) {
    if (i == 10)
      break;
    cudaMemset(d, 0, 7);
  }
  // CHECK-NEXT: [[@LINE-2]] fill 10 times, 7 to 7
}
// CHECK: loop 36 3 times, formula 3, exact
// CHECK: loop 51 3 times, formula , exact
// CHECK: loop 71 1000 times, formula 1000, exact
// CHECK: loop 72 7 times, formula 7, exact
