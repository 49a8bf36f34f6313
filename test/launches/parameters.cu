// A launch in a helper function is listed for each chain of calls with other
// values: run(64, 1) and run(128, 5). n is 1000 in both: 16 and 8 blocks.
//
// RUN: facts %s | FileCheck %s
// CHECK: launch 16 1 1 block 64 1 1 shared 0 host-code
// CHECK: argument k 1 host-code
// CHECK: launch 8 1 1 block 128 1 1 shared 0 host-code
// CHECK: argument k 5 host-code
// CHECK-NOT: {{^}}launch 

__global__ void kernel(float *p, int k) { p[threadIdx.x] = k; }

void run(int threads, int k) {
  int n = 1000;
  float *p;
  cudaMalloc(&p, n * sizeof(float));
  kernel<<<(n + threads - 1) / threads, threads>>>(p, k);
}

int main() {
  run(64, 1);
  run(128, 5);
}
