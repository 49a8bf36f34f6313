//===- AtomicContention.h - Atomics that meet on one address ----*- C++ -*-===//
//
// The L2 does the atomic operations on one address one after the other, those
// of a warp's lanes too. So two numbers tell what atomics in global memory
// cost: how many operations reach the L2, and how many of them go to the
// address that has most.
//
// Operations. Where the compiler sees that all lanes of a warp have one address
// (it is made of constants, arguments, block numbers and loop counters) and
// lanes can combine what they have (integer sums, minima, bitwise operations),
// one lane does it for all: an operation a warp. nvcc 13 does so from sm_75 on.
// Else each lane's is one.
//
// Addresses. Where addresses are known, as many as the access's pattern has
// (access/Footprint.h), alike often. Else, as if spread evenly, as many as the
// index can take, by its range, or as the variable has elements. Where neither
// is known, nothing is said of one address.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_ATOMICCONTENTION_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_ATOMICCONTENTION_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// Sets AtomicOperations and OnOneAddress of the accesses of \p Profile.
void findAtomicContention(WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_ATOMICCONTENTION_H
