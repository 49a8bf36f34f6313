//===- BulkCopies.h - Copies that one thread starts for a block -*- C++ -*-===//
//
// From sm_90 on one thread has a piece of memory of any size copied, and the
// threads that need it wait at a barrier in shared memory for its bytes:
//
//   mbarrier.arrive.expect_tx    [bar], 16384        so many are going to come
//   cp.async.bulk.shared.global  [to], [from], 8192, [bar]
//   cp.async.bulk.tensor.2d      [to], [map, {x, y}], [bar]
//
// A plain copy says where from, where to and how many bytes. One by a tensor
// map moves a box whose size only the host knows, from addresses that only the
// host knows. But the block hangs unless exactly the bytes that it has
// announced arrive. So in a kernel with such copies all that bulk copies bring
// is counted where it is announced, from addresses that nobody knows, and in
// all others where it is copied.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_BULKCOPIES_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_BULKCOPIES_H

#include "analysis/KernelModel.h"

namespace kernelcast {

/// Forgets those of the kernel's bulk copies that others stand for. It is
/// partial where the size of one that remains is not known.
void settleBulkCopies(KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_BULKCOPIES_H
