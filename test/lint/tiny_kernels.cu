// Launches in a loop that are shorter than their overhead, 5 us on this GPU.
// With d the time of the kernel on the device, which predict --app tells:
//   100 launches        the host needs 100 * 5 us, then the last one runs: + d
//   one overhead        the host needs 5 us / 100 for each. They follow one
//                       another, 0.05 us + 100 d, or the last one waits for the
//                       host: 5 us + d
//
// RUN: kernelcast lint %s --app --gpu gtx-970 --checks='-*,kernelcast-tiny-kernels' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// RUN: kernelcast lint %s --app --gpu gtx-970 --checks='-*,kernelcast-tiny-kernels' --format json > %t.lint
// RUN: kernelcast predict %s --counts ast --app --gpu gtx-970 --format json > %t.predict
// RUN: python3 %S/Inputs/tiny_kernels.py %t.lint %t.predict | FileCheck %s --check-prefix=TIMES
// RUN: kernelcast lint %s --gpu gtx-970 --checks='-*,kernelcast-tiny-kernels' | FileCheck %s --check-prefix=PLAIN
// CLEAN-COUNT-1: warning:
// CLEAN-NOT: warning:
// CLEAN: 0 errors and 1 warning in {{[0-9]+}} kernels, 1 more suppressed
// PLAIN-NOT: warning:
// PLAIN: 0 errors and 0 warnings
// TIMES: time as derived
// TIMES-NEXT: fixed time as derived

__global__ void tiny(float *x) { x[threadIdx.x] = 0; }
__global__ void large(float *x) {
  float s = x[blockIdx.x * 256 + threadIdx.x];
  for (int k = 0; k < 10000; ++k)
    s = s * 0.5f + 1;
  x[blockIdx.x * 256 + threadIdx.x] = s;
}

void steps() {
  float *x;
  cudaMalloc(&x, 1024);
  for (int i = 0; i < 100; ++i)
    // CHECK: .cu:[[#@LINE+1]]:5: warning: a launch in a loop is shorter than its overhead: {{[0-9.]+}} us on the device, 5.00 us on the host, 100 launches; without that steps would be {{.*}} times as fast, {{.*}} on gtx-970 [kernelcast-tiny-kernels]
    tiny<<<1, 32>>>(x);
}

void silenced() {
  float *x;
  cudaMalloc(&x, 1024);
  for (int i = 0; i < 100; ++i)
    tiny<<<1, 32>>>(x); // NOLINT
}

void once() {
  float *x;
  cudaMalloc(&x, 1024);
  tiny<<<1, 32>>>(x);
}

void longer() {
  float *x;
  cudaMalloc(&x, 1024 * 1024);
  for (int i = 0; i < 100; ++i)
    large<<<1024, 256>>>(x);
}
