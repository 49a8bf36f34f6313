// Four chunks of 15.8 MB in four streams of pinned memory, on a link of 15.8e9
// B/s without start-up: each copy takes 1 ms. A copy within the device of
// 56.1 MB stands for the work on a chunk: 2 * 56.1e6 B / 224.4e9 B/s = 0.5 ms.
//
//   to device     1111 2222 3333 4444
//   device             11   22   33   44
//   from device          1111 2222 3333 4444       end at 4 + 0.5 + 1 ms
//
// The device's 2 ms of work all run beside a copy: the first three beside the
// next copy to the device, the last beside the third copy back. The default
// stream has nothing to do and is not listed.
//
// From pageable memory the host waits for every copy, so that nothing overlaps:
// 4 * (1 + 0.5 + 1) = 10 ms. The default stream alone takes as long.
//
// RUN: sed 's/^name:.*/name: link/;/^transfer_startup/d;/^pageable_eff/d;/^launch_overhead/d' %gpus/gtx-970.yaml > %t.yaml
// RUN: kernelcast predict --app %s --gpu %t.yaml --format json -- -DPINNED > %t.pinned
// RUN: FileCheck --check-prefix PINNED %s < %t.pinned
// RUN: kernelcast predict --app %s --gpu %t.yaml --format json > %t.pageable
// RUN: FileCheck --check-prefixes APART,PAGEABLE %s < %t.pageable
// RUN: kernelcast predict --app %s --gpu %t.yaml --format json -- -DPINNED -DONE > %t.one
// RUN: FileCheck --check-prefix APART %s < %t.one

constexpr int Chunks = 4;
constexpr size_t Bytes = 15800000;

__global__ void unused() {}

int main() {
  char *h, *d, *work;
#ifdef PINNED
  cudaMallocHost(&h, Chunks * Bytes);
#else
  h = new char[Chunks * Bytes];
#endif
  cudaMalloc(&d, Chunks * Bytes);
  cudaMalloc(&work, 112200000);
  cudaStream_t streams[Chunks];
  for (int i = 0; i < Chunks; ++i)
#ifdef ONE
    streams[i] = 0;
#define STREAM 0
#else
    cudaStreamCreate(&streams[i]);
#define STREAM streams[i]
#endif
  for (int i = 0; i < Chunks; ++i) {
    char *from = h + i * Bytes, *to = d + i * Bytes;
    cudaMemcpyAsync(to, from, Bytes, cudaMemcpyHostToDevice, STREAM);
    cudaMemcpyAsync(work, work + 56100000, 56100000, cudaMemcpyDeviceToDevice,
                    STREAM);
    cudaMemcpyAsync(from, to, Bytes, cudaMemcpyDeviceToHost, STREAM);
  }
  cudaDeviceSynchronize();
}
// PINNED: "time_s": 0.0055{{(0*[0-9]?)?}},
// PINNED: "name": "copies",
// PINNED-NEXT: "time_s": 0.0035{{.*}}
// PINNED: "name": "kernels",
// PINNED-NEXT: "time_s": 0
// PINNED: "name": "both",
// PINNED-NEXT: "time_s": 0.002{{.*}}
// PINNED: "name": "idle",
// PINNED-NEXT: "time_s": 0
// PINNED: "streams": [
// PINNED-NEXT: {
// PINNED-NEXT: "name": "streams[0]",
// PINNED: "name": "streams[3]",
// PINNED-NEXT: "time_s": 0.0025
// PINNED: "host_waits": false

// APART: "time_s": 0.01{{(0[0-9]*)?}},
// APART: "name": "both",
// APART-NEXT: "time_s": 0
// PAGEABLE: "host_memory": "pageable",
// PAGEABLE-NEXT: "asynchronous": true,
// PAGEABLE-NEXT: "host_waits": true,
// PAGEABLE: "what": "asynchronous copies of pageable memory"
