//===- L1Passes.h - Passes of one warp through the L1 -----------*- C++ -*-===//
//
// How often the lanes of one warp execution pass through an L1 that has all
// that they ask for. NVIDIA's from compute capability 7.0 on keeps data in the
// banks of the shared memory, and a pass has
//
//   tags     four lines of 128 bytes, one in each of four parts of the tags;
//            line l is in part l mod 4
//   data     a word of 4 bytes from each of 32 banks, as in shared memory
//            (BankConflicts.h); word w is in bank w mod 32
//   return   128 bytes for lanes, also where they are the same for many
//
// so that a row of 128 bytes takes one pass wherever it begins, two rows of 16
// lanes one or two, by the banks in which they lie, and 32 lanes with a line
// each 32 where these are a power of two apart. Lanes that go anywhere fill the
// four parts unevenly, and take some 10 passes.
//
// Sources: NVIDIA's engineers in its developer forum (the tag stage resolves
// four sets a cycle; two words of a bank take the data stage two cycles). That
// the parts of the tags are lines modulo four is our reading of that. The profiler's wavefronts of the
// data stage (l1_wavefronts of test/measurements, loads of an H200) are 16.5 a
// request where matrix_vector_thread has 16.5 passes by these rules, 1.5 in
// gemm_naive (1.5), 1.1 in convolution_2d (1.0, where 1.8 lines are touched),
// 2.1 in convolution_2d_tuned with blocks 16 wide (2.0, 2.8), 11.8 where the
// lanes of pointer_chase follow chains of their own (10.5, 32).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_ACCESS_L1PASSES_H
#define KERNELCAST_ANALYSIS_ACCESS_L1PASSES_H

#include "analysis/hardware/GpuSpec.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace kernelcast {

/// Whether the L1 of \p Gpu serves accesses in such passes.
bool servesInPasses(const GpuSpec &Gpu);

/// Passes of one warp execution on global memory. \p Addresses holds a byte
/// address for each lane (at most 64), bit k of \p Active says whether lane k
/// takes part, \p Bytes is the width of one lane's access. No active lane: 0.
unsigned l1Passes(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                  unsigned Bytes);

/// The same on local memory, where word k of all lanes fills line k, and each
/// lane has a bank of its own. \p Addresses count inside of a lane's memory.
unsigned l1PassesOfLocal(llvm::ArrayRef<int64_t> Addresses, uint64_t Active,
                         unsigned Bytes);

/// An estimate of the passes of \p Lanes lanes that go anywhere: the fullest of
/// four parts that each of them may hit.
double scatteredL1Passes(double Lanes);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_ACCESS_L1PASSES_H
