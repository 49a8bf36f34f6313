// A loop of more rounds than anybody would run through one by one has as many as
// its formula says.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --arg n=3000000 --format json > %t
// RUN: python3 %S/Inputs/events.py %t | FileCheck %s
// CHECK: 16 fill 3e+06 times, 4 to 4, together 1.2e+07, 4
// CHECK: loop 15 3e+06 times, formula n
//
// RUN: FileCheck %s --check-prefix=SUM < %t
// Copies of 15800 bytes from pinned memory, 1 us and 5.1569 us to start, take
// 18.4707 s together.
// SUM: "from_device_s": 18.470{{[67]}}

void clear(char *d, int n) {
  for (int i = 0; i < n; ++i)
    cudaMemset(d, 0, 4);
}

void fetch(char *d, int n) {
  char *h;
  cudaMallocHost(&h, 15800);
  for (int i = 0; i < n; ++i)
    cudaMemcpy(h, d, 15800, cudaMemcpyDeviceToHost);
}

// Sizes that grow evenly are known up to the last round; n * (n - 1) / 2 bytes are
// 4.4999985e12.
// CHECK: [[# @LINE + 4]] fill 3e+06 times, 0 to 2999999, together 4.{{49999|5}}e+12, i
// CHECK: loop [[# @LINE + 2]] 3e+06 times, formula grow::n
void grow(char *d, int n) {
  for (int i = 0; i < n; ++i)
    cudaMemset(d, 0, i);
}
