//===- AtomicContention.h - Atomics that meet on one address ----*- C++ -*-===//
//
// The L2 does the atomic operations on one address one after the other, those
// of a warp's lanes too, and each of its slices one sector a cycle. So three
// numbers tell what atomics in global memory cost: how many operations reach
// the L2, how many of them go to the address that has most, and how many
// sectors to the slice that has most.
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
//
// Slices. Addresses within 2048 bytes are taken to be in one slice, so that of
// a histogram's few counters each waits for all others. Four GPUs from the GTX
// 1650 to the RTX 3070 Ti do 1.0 operation a cycle on 512 counters of 4 bytes
// at random, the RTX 2080 Ti and the TITAN V about one sector a cycle on 256 in
// order (pmpp_nvbench, microsuite16); an H100, with 256 counters, about 1.2. Of
// what reaches further a slice has a share; several accesses to one variable
// reach as far as all of them together. Where nobody knows how far an access
// reaches, nothing is said of slices.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_ATOMICCONTENTION_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_ATOMICCONTENTION_H

#include "analysis/WarpProfile.h"

namespace kernelcast {

/// Sets AtomicOperations, OnOneAddress and SectorsOfSlice of the accesses of
/// \p Profile.
void findAtomicContention(WarpProfile &Profile);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_ATOMICCONTENTION_H
