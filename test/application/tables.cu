// Functions and kernels through parameters and tables, range-based loops, and
// launches with a configuration.
//
// n is 2^20; the grids and blocks are those of the calls below, by hand.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json > %t
// RUN: python3 %S/Inputs/launches.py %t | FileCheck %s
// RUN: kernelcast predict %s --gpu gtx-970 > %t.plain
// RUN: FileCheck --check-prefix PLAIN %s < %t.plain
// RUN: FileCheck --check-prefix MISSING %s < %t

__global__ void a(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] += 1;
}
__global__ void b(float *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    p[i] *= 2;
}

struct Entry {
  void (*kernel)(float *, int);
  dim3 grid;
  int block;
};
void (*const table[])(float *, int) = {a, b};

void first(float *p, int n) { a<<<n / 64, 64>>>(p, n); }
void second(float *p, int n) { b<<<n / 32, 32>>>(p, n); }
void repeat(int rounds, void (*run)(float *, int), float *p, int n) {
  for (int r = 0; r < rounds; r++)
    run(p, n);
}
void (*chosenElsewhere())(float *, int);

int main() {
  float *p;
  int n = 1 << 20;
  cudaMalloc(&p, n * sizeof(float));
  // CHECK: [[#@LINE+3]] a 4096,1,1 256,1,1 x1
  // CHECK-NEXT: [[#@LINE+2]] b 4096,1,1 256,1,1 x1
  for (int i = 0; i < 2; i++)
    table[i]<<<n / 256, 256>>>(p, n);
  Entry entries[] = {{a, dim3(16, 2), 128}, {b, dim3(33), 512}};
  // CHECK-NEXT: [[#@LINE+3]] a 16,2,1 128,1,1 x1
  // CHECK-NEXT: [[#@LINE+2]] b 33,1,1 512,1,1 x1
  for (const Entry &e : entries)
    e.kernel<<<e.grid, e.block>>>(p, n);
  // 16384 blocks first, of three rounds.
  // CHECK-NEXT: [[#@LINE+2]] a 16384,1,1 64,1,1 x3
  for (int threads : {64, 128, 1024})
    a<<<n / threads, threads>>>(p, n);
  void (*run[])(float *, int) = {second, first, second};
  // CHECK-NEXT: [[#@LINE-25]] b 32768,1,1 32,1,1 x1
  // CHECK-NEXT: [[#@LINE-27]] a 16384,1,1 64,1,1 x1
  // CHECK-NEXT: [[#@LINE-27]] b 32768,1,1 32,1,1 x1
  for (auto f : run)
    f(p, n);
  // CHECK-NEXT: [[#@LINE-31]] a 16384,1,1 64,1,1 x100
  repeat(100, first, p, n);
  cudaLaunchConfig_t config = {};
  config.gridDim = n / 128;
  config.blockDim = dim3(32, 4);
  config.dynamicSmemBytes = 48;
  cudaStream_t aside;
  cudaStreamCreate(&aside);
  config.stream = aside;
  // CHECK-NEXT: [[#@LINE+1]] b 8192,1,1 32,4,1 x1 in aside
  cudaLaunchKernelEx(&config, b, p, n);
  void *args[] = {&p, &n};
  // CHECK-NEXT: [[#@LINE+1]] a 8192,1,1 32,4,1 x1 in aside
  cudaLaunchKernelExC(&config, (const void *)a, args);
  // CHECK-NOT: {{[ab] }}
  chosenElsewhere()(p, n);
}

// MISSING: "missing": [
// MISSING: "line": [[#@LINE-4]],
// MISSING: "why": "which function this runs is not known"

// Each kernel with the shapes of its own entries.
// PLAIN-LABEL: {{^}}a
// PLAIN-DAG: grid 4096  block 256
// PLAIN-DAG: grid 16{{.*}}2  block 128
// PLAIN-NOT: block 512
// PLAIN-LABEL: {{^}}b
// PLAIN: grid 33  block 512
