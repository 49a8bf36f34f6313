//===- LibraryPasses.h - Passes of device libraries -------------*- C++ -*-===//
//
// thrust and cub run well-tuned kernels that wait for memory: their time is
// that of the bytes they move through DRAM, and of their launches. With n
// elements of R bytes read and W written each time:
//
//   algorithm    launches                bytes
//   map          1                       n (R + W)
//   reduction    2: blocks, then sums    n R
//   scan         2: state, then one pass n (R + W)     decoupled look-back
//   selection    2: state, then one pass n (R + W)     at most
//   radix sort   2 + d: histogram, sums, n K + d n (R + W)
//                d digits of 8 bits
//   merge sort   1 + 2 m: blocks of T    (1 + m) n (R + W)
//                elements, then m =
//                ceil(log2(n / T)) rounds
//                of two launches
//
// K is the size of a key. One block is enough for 4096 elements and fewer:
// reductions and radix sorts then take one launch and one pass.
//
// Sources: Merrill and Garland 2016 (single-pass scan), Adinets and Merrill
// 2022 (Onesweep: 8-bit digits, n K + d n (R + W)), and the tuning of CUB 2.3
// (merge sort: 256 threads, 17 items of 4 bytes). Onesweep's 29.4e9 32-bit keys
// a second on an A100 are 68 % of this bound; scans and reductions reach 85 to
// 93 %.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_LIBRARYPASSES_H
#define KERNELCAST_COST_MODELS_COMMON_LIBRARYPASSES_H

#include "analysis/host/program/LibraryPass.h"

namespace kernelcast {

/// What a pass over a number of elements asks of the device.
struct PassWork {
  double Launches = 0;
  double Bytes = 0; ///< through DRAM
};

/// The work of \p Pass over \p Elements elements.
PassWork passWork(const LibraryPass &Pass, uint64_t Elements);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_LIBRARYPASSES_H
