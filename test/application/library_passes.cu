// Algorithms of thrust and cub as passes over their arrays. On the GTX 970, at
// 224.4e9 B/s, with n = 1000000:
//
//   vector of n ints, zeroed     4e6 B                           1.78253e-5 s
//   radix sort of n floats       4 digits of 8 bits; 4 n to count and 8 n for
//                                each digit: 36e6 B in 2 + 4 launches
//                                                                1.60428e-4 s
//   and of pairs with an int     4 n + 4 * 16 n = 68e6 B         3.03030e-4 s
//   merge sort of n ints         blocks of 256 * 17 = 4352 make 230 of them,
//                                merged in 8 rounds: 9 * 8 n = 72e6 B in
//                                1 + 2 * 8 launches              3.20856e-4 s
//   sum of n floats              4e6 B in 2 launches             1.78253e-5 s
//   prefix sums of n ints        8e6 B in 2 launches             3.56506e-5 s
//   sum of 4000 floats           one block: 16000 B in 1 launch  7.13012e-8 s
//   12 bits of 1e6 pairs         4 n + 2 * 16 n = 36e6 B in 4    1.60428e-4 s
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json | FileCheck %s
// RUN: kernelcast predict --app %s --gpu gtx-970 | FileCheck --check-prefix TEXT %s

#include <cub/cub.cuh>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <vector>

struct ByDigit {
  __host__ __device__ bool operator()(int A, int B) const {
    return A % 10 < B % 10;
  }
};

void onTheHost(std::vector<float> &h) {
  thrust::host_vector<int> own(100);
  thrust::sort(own.begin(), own.end());
  thrust::sort(thrust::host, h.data(), h.data() + h.size());
  own.resize(200);
}

int main() {
  std::vector<float> h(1000000);
  onTheHost(h);
  // The host's own algorithms ask nothing of the device.
  // CHECK: "events": [
  // CHECK-NOT: "kind": "library-pass"
  thrust::device_vector<float> d = h;
  // CHECK: "kind": "copy",
  // CHECK: "direction": "to-device",
  // CHECK: "value": 4000000,
  // CHECK: "known": "exact"
  thrust::device_vector<int> order(d.size());
  // CHECK: "kind": "library-pass",
  // CHECK-NEXT: "call": "thrust::device_vector<int>",
  // CHECK: "value": 4000000,
  // CHECK: "algorithm": "map",
  // CHECK-NEXT: "host_waits": true,
  // CHECK: "value": 1000000
  // CHECK: "launches": 1,
  // CHECK: "time_s": 1.78253{{[0-9]*}}e-05
  thrust::sort(d.begin(), d.end());
  // Elements are known; what the library moves is not read in its kernels.
  // CHECK: "call": "thrust::sort",
  // CHECK: "value": 36000000,
  // CHECK: "known": "assumed"
  // CHECK: "algorithm": "radix-sort",
  // CHECK: "value": 1000000,
  // CHECK-NEXT: "known": "exact"
  // CHECK: "launches": 6,
  // CHECK: "time_s": 0.000160427{{[0-9]*}}
  thrust::sort_by_key(d.begin(), d.end(), order.begin(),
                      thrust::greater<float>());
  // CHECK: "call": "thrust::sort_by_key",
  // CHECK: "value": 68000000,
  // CHECK: "algorithm": "radix-sort",
  // CHECK: "launches": 6,
  // CHECK: "time_s": 0.000303030{{[0-9]*}}
  thrust::sort(order.begin(), order.end(), ByDigit());
  // CHECK: "call": "thrust::sort",
  // CHECK: "value": 72000000,
  // CHECK: "algorithm": "merge-sort",
  // CHECK: "launches": 17,
  // CHECK: "time_s": 0.000320855{{[0-9]*}}
  // CHECK: "missing": "what it calls for every element is the program's own
  float sum = thrust::reduce(d.begin(), d.end(), 0.0f, thrust::plus<float>());
  // CHECK: "call": "thrust::reduce",
  // CHECK: "algorithm": "reduction",
  // CHECK: "launches": 2,
  // CHECK: "time_s": 1.78253{{[0-9]*}}e-05
  // CHECK: "kind": "copy",
  // CHECK: "operands": "its result",
  // CHECK-NEXT: "direction": "from-device",
  // CHECK: "value": 4,
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  thrust::exclusive_scan(thrust::cuda::par_nosync.on(stream), order.begin(),
                         order.end(), order.begin());
  // CHECK: "call": "thrust::exclusive_scan",
  // CHECK: "value": 8000000,
  // CHECK: "algorithm": "scan",
  // CHECK-NEXT: "host_waits": false,
  // CHECK: "launches": 2,
  // CHECK-NEXT: "stream": "stream",
  // CHECK: "time_s": 3.56506{{[0-9]*}}e-05

  int n = 4000;
  float *values, *total;
  cudaMalloc(&values, n * sizeof(float));
  cudaMalloc(&total, sizeof(float));
  void *storage = nullptr;
  size_t bytes = 0;
  cub::DeviceReduce::Sum(storage, bytes, values, total, n);
  cudaMalloc(&storage, bytes);
  for (int round = 0; round < 3; ++round)
    cub::DeviceReduce::Sum(storage, bytes, values, total, n);
  // The first call asks how much storage it needs: one event, three times.
  // CHECK: "call": "cub::DeviceReduce::Sum",
  // CHECK: "value": 16000,
  // CHECK: "host_waits": false,
  // CHECK: "launches": 1,
  // CHECK: "times": 3,
  // CHECK: "time_s": 2.13903{{[0-9]*}}e-07
  int *keys, *keysAfter, *held, *heldAfter;
  cudaMalloc(&keys, 4000000);
  cudaMalloc(&keysAfter, 4000000);
  cudaMalloc(&held, 4000000);
  cudaMalloc(&heldAfter, 4000000);
  cub::DeviceRadixSort::SortPairs(storage, bytes, keys, keysAfter, held,
                                  heldAfter, 1000000, 0, 12, stream);
  // CHECK: "call": "cub::DeviceRadixSort::SortPairs",
  // CHECK: "value": 36000000,
  // CHECK: "algorithm": "radix-sort",
  // CHECK: "launches": 4,
  // CHECK-NEXT: "stream": "stream",
  // CHECK: "time_s": 0.000160427{{[0-9]*}}
  thrust::for_each(thrust::device, thrust::make_counting_iterator(0),
                   thrust::make_counting_iterator(n),
                   [=] __device__(int i) { values[i] = i; });
  // The bytes of a function are its own.
  // CHECK: "call": "thrust::for_each",
  // CHECK: "algorithm": "map",
  // CHECK: "value": 4000
  // CHECK: "missing": "what it calls for every element is the program's own
  thrust::sort(order.begin(), order.begin() + d[0]);
  // CHECK: "call": "thrust::sort",
  // CHECK: "missing": "how many elements it goes over is not known
}

// TEXT: libraries {{.*}}launches, together
// TEXT: thrust::sort   1000000 elements, 6 launches, 36 MB   d.begin()
// TEXT: cub::DeviceReduce::Sum   4000 elements, 1 launch, 16 kB   values
// TEXT: algorithms of thrust and cub = passes over their arrays at the DRAM's bandwidth
