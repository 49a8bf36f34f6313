// Copies around a launch, in the order of the source. Bytes are formulas of the
// host's n = 1000000: 4 n to the device, 4 n and 8 back.
//
// On the GTX 970 (15.8e9 B/s; pageable 68.9 % of it to the device, 65.3 % from
// it; start-up 3.9687 us and 5.1569 us):
//   4e6 / (15.8e9 * 0.689) + 3.9687e-6 = 3.71405e-4 s
//   4e6 / (15.8e9 * 0.653) + 5.1569e-6 = 3.92851e-4 s
//   8   / (15.8e9 * 0.653) + 5.1569e-6 = 5.15768e-6 s
// A pinned copy has the whole of the link, which the file does not restrict:
//   4e6 / 15.8e9 + 3.9687e-6           = 2.57133e-4 s
// A fill writes at 224.4e9 B/s: 4e6 / 224.4e9 = 1.78253e-5 s, after the 5 us
// that the host needs to ask for it. A copy within the device reads and writes:
// 2 * 4e6 / 224.4e9 = 3.56506e-5 s. Both count as fills, 5.34759e-5 s.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json | FileCheck %s
// RUN: kernelcast predict --app %s --gpu gtx-970 | FileCheck --check-prefix TEXT %s

__global__ void touch(float *x) { x[threadIdx.x] += 1; }

int main() {
  int n = 1000000;
  float *d, *e, *pinned;
  cudaMalloc(&d, n * sizeof(float));
  // CHECK: "timelines": [
  // CHECK: "entry": "main",
  // CHECK: "lower_bound": false,
  // CHECK: "fills_s": 5.3475{{[0-9]*}}e-05
  // CHECK: "kind": "allocate",
  // CHECK: "memory": "device",
  // CHECK: "source": "n * sizeof(float)",
  // CHECK: "value": 4000000,
  // CHECK: "known": "exact"
  cudaMalloc(&e, n * sizeof(float));
  cudaMallocHost(&pinned, n * sizeof(float));
  float *h = (float *)malloc(n * sizeof(float));
  cudaMemcpy(d, h, n * sizeof(float), cudaMemcpyHostToDevice);
  // CHECK: "operands": "d <- h",
  // CHECK-NEXT: "direction": "to-device",
  // CHECK-NEXT: "host_memory": "pageable",
  // CHECK: "value": 4000000,
  // CHECK: "time_s": 0.00037140{{[0-9]*}}
  cudaMemcpy(d, pinned, n * sizeof(float), cudaMemcpyHostToDevice);
  // CHECK: "operands": "d <- pinned",
  // CHECK: "host_memory": "pinned",
  // CHECK: "time_s": 0.00025713{{[0-9]*}}
  cudaMemset(d, 0, n * sizeof(float));
  // CHECK: "kind": "fill",
  // CHECK: "time_s": 1.7825{{[0-9]*}}e-05
  cudaMemcpy(e, d, n * sizeof(float), cudaMemcpyDeviceToDevice);
  // CHECK: "direction": "within-device",
  // CHECK: "time_s": 3.5650{{[0-9]*}}e-05
  touch<<<1, 32>>>(d);
  // CHECK: "kind": "launch",
  // CHECK: "kernel": "touch",
  // CHECK-NEXT: "grid": [
  // CHECK-NEXT: 1,
  cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDefault);
  // CHECK: "operands": "h <- d",
  // CHECK-NEXT: "direction": "from-device",
  // CHECK: "time_s": 0.00039285{{[0-9]*}}
  double sum;
  cudaMemcpy(&sum, d, sizeof sum, cudaMemcpyDeviceToHost);
  // CHECK: "operands": "&sum <- d",
  // CHECK: "value": 8,
  // CHECK: "time_s": 5.157{{[0-9]*}}e-06
  cudaFree(d);
}
// TEXT: application main
// TEXT: total
// TEXT-NOT: at least
// TEXT: to device 0.629 ms for 8 MB
// TEXT: from device 0.398 ms for 4.00 MB
// TEXT: 0 s 0.371 ms 36 copy to device n * sizeof(float) = 4000000 B d <- h
