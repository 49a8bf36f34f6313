// What is changed on the way is not what it was initialised with: a table
// through a pointer, a function or a reference, a parameter that got a
// function. The grids are not known then; the default of 2^20 threads is seen.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json > %t
// RUN: python3 %S/Inputs/launches.py %t | FileCheck %s
// RUN: FileCheck --check-prefix MISSING %s < %t

__global__ void a(float *p, int n) { p[threadIdx.x] += n; }
void fill(int *t) { t[1] = 999; }
void first(float *p, int n) { a<<<5, 32>>>(p, n); }
void second(float *p, int n) { a<<<7, 32>>>(p, n); }
void replaced(void (*run)(float *, int), float *p) {
  run = second;
  run(p, 1);
}

int main() {
  float *p;
  cudaMalloc(&p, 100);
  int pointed[] = {64, 128}, filled[] = {64, 128}, counted[] = {64, 128};
  int *one = pointed;
  one[0] = 256;
  // CHECK: [[#@LINE+2]] a 32768,1,1 32,1,1 x2
  for (int t : pointed)
    a<<<t, 32>>>(p, 1);
  fill(filled);
  // CHECK-NEXT: [[#@LINE+2]] a 32768,1,1 32,1,1 x2
  for (int t : filled)
    a<<<t, 32>>>(p, 2);
  for (int &t : counted)
    t += 1;
  // CHECK-NEXT: [[#@LINE+2]] a 32768,1,1 32,1,1 x2
  for (int t : counted)
    a<<<t, 32>>>(p, 3);
  // MISSING: "line": 15,
  // MISSING: "why": "which function this runs is not known"
  replaced(first, p);
  cudaStream_t aside;
  cudaStreamCreate(&aside);
  cudaLaunchConfig_t config = {dim3(3), dim3(32), 0, aside};
  // CHECK-NEXT: [[#@LINE+1]] a 3,1,1 32,1,1 x1 in aside
  cudaLaunchKernelEx(&config, a, p, 4);
  cudaLaunchConfig_t either = {dim3(3), dim3(32), 0, aside};
  if (filled[0])
    either.stream = 0;
  // CHECK-NEXT: [[#@LINE+1]] a 3,1,1 32,1,1 x1 in stream of &either
  cudaLaunchKernelEx(&either, a, p, 5);
}
