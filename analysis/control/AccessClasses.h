//===- AccessClasses.h - How work-items share an array ----------*- C++ -*-===//
//
// The access classes of Pöppl and Herz's static OpenCL model, by the first that
// fits, with g a work-item's linear number and u anything equal for all:
//
//   constant    u                 every work-item reads one address
//   continuous  +-g + u           neighbours read neighbours (each row alone
//                                 where a second dimension has a uniform pitch)
//   interval    +-f + u           f one of g mod m, g div m, a local or group
//                                 number, or g clamped: a stretch that is short
//                                 against the number of work-items
//   complex     anything else
//
// An access that repeats an earlier one is identical; that takes the kernel's
// whole list of accesses and is told by the caller.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_CONTROL_ACCESSCLASSES_H
#define KERNELCAST_ANALYSIS_CONTROL_ACCESSCLASSES_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// Threads of a block in x, y, z; 0: not known.
using BlockSize = std::array<uint64_t, 3>;

/// The class of \p Address in bytes, for accesses of \p Bytes each. Arguments
/// and loop counters count as uniform, loaded data as varying. blockIdx.x * 64
/// + threadIdx.x is g only for blocks of 64 threads in x.
AccessClass classifyAddress(const Expr *Address, unsigned Bytes,
                            const BlockSize &Sizes = {});

/// The class of element numbers, one per consecutive work-item: for launches
/// whose numbers are known.
AccessClass classifyElements(llvm::ArrayRef<int64_t> Elements);

/// The class of every access of \p Kernel, repeated loads as identical: same
/// array, space, size and address as an earlier access of the kernel with no
/// store or atomic to the same array (or to an unknown one) between them.
std::vector<AccessClass> classifyAccesses(const KernelModel &Kernel,
                                          const BlockSize &Sizes = {});

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_CONTROL_ACCESSCLASSES_H
