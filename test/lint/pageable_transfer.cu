// Copies of memory that is not pinned. On the GTX 970 (15.8e9 B/s; pageable
// 68.9 % of it to the device, 65.3 % from it; start-up 3.9687 us and 5.1569 us;
// the file says nothing of pinned memory, which has all of the link):
//   to    4e6 / (15.8e9 * 0.689) + 3.9687e-6 = 0.371405 ms
//         4e6 / 15.8e9           + 3.9687e-6 = 0.257133 ms, 1.444 times as fast
//   from  4e6 / (15.8e9 * 0.653) + 5.1569e-6 = 0.392851 ms
//         4e6 / 15.8e9           + 5.1569e-6 = 0.258321 ms, 1.521 times as fast
// The file of the RTX 2080 Ti says nothing of pageable memory: no gain is known.
//
// RUN: kernelcast lint %s --app --gpu gtx-970 --checks='-*,kernelcast-pageable-transfer' > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: FileCheck %s --check-prefix=CLEAN < %t.txt
// RUN: kernelcast lint %s --app --gpu gtx-970 --checks='-*,kernelcast-pageable-transfer' --format json | FileCheck %s --check-prefix=JSON
// RUN: kernelcast lint %s --app --gpu gtx-970 --checks='-*,kernelcast-pageable-transfer' --format sarif | FileCheck %s --check-prefix=SARIF
// RUN: kernelcast lint %s --gpu gtx-970 --checks='-*,kernelcast-pageable-transfer' | FileCheck %s --check-prefix=PLAIN
// RUN: kernelcast lint %s --app --gpu rtx-2080-ti --checks='-*,kernelcast-pageable-transfer' | FileCheck %s --check-prefix=PLAIN
// CLEAN-COUNT-3: warning:
// CLEAN-NOT: warning:
// CLEAN: 0 errors and 3 warnings in 0 kernels, 1 more suppressed
// PLAIN-NOT: warning:
// PLAIN: 0 errors and 0 warnings in 0 kernels
// JSON: "check": "kernelcast-pageable-transfer"
// JSON: "kernel": "download"
// JSON: "source": "host-code"
// JSON: "time_s": 0.00039285{{[0-9]*}},
// JSON-NEXT: "fixed_s": 0.00025832{{[0-9]*}}
// SARIF: "ruleId": "kernelcast-pageable-transfer"
// SARIF: "fullyQualifiedName": "download"

__global__ void unused() {}

void upload() {
  float *d, *h = (float *)malloc(4000000);
  cudaMalloc(&d, 4000000);
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: copy to the device of 4000000 B of pageable memory, which the driver passes through a buffer of its own; without that upload would be 1.44 times as fast, 0.371 ms to 0.257 ms on gtx-970 [kernelcast-pageable-transfer]
  cudaMemcpy(d, h, 4000000, cudaMemcpyHostToDevice);
  // CHECK-DAG: note: in the host program that starts in upload; this is bounded
}

void download() {
  float *d, *h = new float[1000000];
  cudaMalloc(&d, 4000000);
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: copy from the device of 4000000 B of pageable memory, {{.*}}; without that download would be 1.52 times as fast, 0.393 ms to 0.258 ms on gtx-970
  cudaMemcpy(h, d, 4000000, cudaMemcpyDeviceToHost);
}

// One place in two programs is one finding, of that which gains most of its
// time: the fill takes time in the other.
static void fetch(float *h, float *d) {
  // CHECK-DAG: .cu:[[#@LINE+1]]:3: warning: {{.*}}; without that shorter would be 1.52 times as fast, 0.393 ms to 0.258 ms on gtx-970
  cudaMemcpy(h, d, 4000000, cudaMemcpyDeviceToHost);
  // CHECK-DAG: note: in the host program that starts in shorter; this is bounded; 1 more gains less
}
void longer() {
  float *d, *h = new float[1000000];
  cudaMalloc(&d, 4000000);
  cudaMemset(d, 0, 4000000);
  fetch(h, d);
}
void shorter() {
  float *d, *h = new float[1000000];
  cudaMalloc(&d, 4000000);
  fetch(h, d);
}

void silenced() {
  float *d, *h = new float[1000000];
  cudaMalloc(&d, 4000000);
  cudaMemcpy(h, d, 4000000, cudaMemcpyDeviceToHost); // NOLINT(kernelcast-pageable-transfer)
}

void pinned() {
  float *d, *h;
  cudaMalloc(&d, 4000000);
  cudaMallocHost(&h, 4000000);
  cudaMemcpy(h, d, 4000000, cudaMemcpyDeviceToHost);
}

void small() {
  float *d, *h = new float[16000];
  cudaMalloc(&d, 64000);
  cudaMemcpy(h, d, 64000, cudaMemcpyDeviceToHost);
}

// Nobody knows what the caller's memory is.
void unknown(float *h) {
  float *d;
  cudaMalloc(&d, 4000000);
  cudaMemcpy(h, d, 4000000, cudaMemcpyDeviceToHost);
}
