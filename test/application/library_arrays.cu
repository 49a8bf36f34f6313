// Which arrays an algorithm goes over, and how many bytes: raw pointers as
// device pointers, moves, conversions, elements, storage that cannot be
// followed. n is 1000000 throughout.
//
// RUN: kernelcast predict --app %s --gpu gtx-970 --format json | FileCheck %s
// RUN: kernelcast predict --app %s --gpu gtx-970 --explain | FileCheck --check-prefix LEDGER %s
// LEDGER: cub::DeviceReduce::Max at {{[0-9:]+}} = runs, and does not only ask
// LEDGER: cub::DeviceReduce::Sum at {{[0-9:]+}} = runs, and does not only ask
// LEDGER-NOT: cub::DeviceReduce::

#include <cub/cub.cuh>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <vector>

struct Sum {
  void *storage = nullptr;
  size_t bytes = 0;
  void run(float *in, float *out, int n) {
    cub::DeviceReduce::Sum(storage, bytes, in, out, n);
  }
};

int main() {
  int n = 1000000;
  float *raw;
  cudaMalloc(&raw, n * sizeof(float));
  // A plain pointer would be the host's.
  thrust::sort(thrust::device_pointer_cast(raw),
               thrust::device_pointer_cast(raw) + n);
  // CHECK: "call": "thrust::sort",
  // CHECK: "value": 36000000,
  thrust::sort(raw, raw + n);
  // CHECK-NOT: "call": "thrust::sort",
  float *now = raw, *first = now;
  now += 10;
  thrust::sort(thrust::device, first, now);
  // CHECK: "call": "thrust::sort",
  // CHECK: "missing": "how many elements it goes over is not known
  thrust::device_vector<float> d;
  d = thrust::device_vector<float>(n); // filled, then moved
  // CHECK: "kind": "library-pass",
  // CHECK-NEXT: "call": "thrust::device_vector<float>",
  // CHECK-NEXT: "location"
  // CHECK: "value": 4000000,
  // CHECK-NOT: "direction": "within-device"
  thrust::device_vector<double> wide(d.begin(), d.end());
  // 4 bytes of each are read and 8 written.
  // CHECK: "call": "thrust::device_vector<double>",
  // CHECK: "value": 12000000,
  thrust::device_vector<int> order(n);
  thrust::host_vector<double> h(n);
  thrust::copy(thrust::make_permutation_iterator(wide.begin(), order.begin()),
               thrust::make_permutation_iterator(wide.begin(), order.end()),
               h.begin());
  // CHECK: "call": "thrust::device_vector<int>",
  // CHECK: "direction": "from-device",
  // CHECK: "value": 8000000,
  thrust::reduce(thrust::device, thrust::make_constant_iterator(1),
                 thrust::make_constant_iterator(1, 1000));
  // CHECK: "call": "thrust::reduce",
  // CHECK: "elements": {
  // CHECK: "value": 1000
  d[3]++;
  // CHECK: "call": "thrust::device_vector<float>::operator{{\[\]}}",
  // CHECK: "operands": "d[3]",
  // CHECK-NEXT: "direction": "from-device",
  // CHECK: "operands": "d[3]",
  // CHECK-NEXT: "direction": "to-device",
  std::vector<float> one(d.begin(), d.end());
  // CHECK: "kind": "unmodelled",
  // CHECK-NEXT: "call": "std::vector<float>",
  void *storage = raw;
  size_t bytes = 100;
  cub::DeviceRadixSort::SortKeys(storage, bytes, raw, raw, n, 8);
  // From bit 8 on: 4 n and three times 8 n.
  // CHECK: "call": "cub::DeviceRadixSort::SortKeys",
  // CHECK: "value": 28000000,
  int bits = static_cast<int>(one[0]);
  cub::DeviceRadixSort::SortKeys(storage, bytes, raw, raw, n, 0, bits);
  // CHECK: "kind": "unmodelled",
  // CHECK-NEXT: "call": "cub::DeviceRadixSort::SortKeys",
  // CHECK: "missing": "how many bits it sorts by is not known"
  void *perhaps = nullptr;
  if (one[1] > 0)
    cudaMalloc(&perhaps, 100);
  cub::DeviceReduce::Max(perhaps, bytes, raw, raw, n);
  Sum sum;
  sum.run(raw, raw, n);
  cudaMalloc(&sum.storage, sum.bytes);
  sum.run(raw, raw, n);
  thrust::device_vector<int> none(-5);
  // CHECK: "call": "thrust::device_vector<int>",
  // CHECK: "missing": "how many elements it goes over is not known
}
