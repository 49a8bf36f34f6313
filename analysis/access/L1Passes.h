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
// lanes one or two, by the banks in which they lie, and 32 lanes that read one
// column of a matrix 32, if its pitch is a multiple of 128 bytes. Lanes that go
// anywhere fill the four parts unevenly, and take some 11 passes.
//
// Sources: NVIDIA's engineers in its developer forum (the tag stage resolves
// four sets a cycle; two words of a bank take the data stage two cycles; 128
// bytes return in one). That the parts of the tags are lines modulo four is our
// reading of the first. Counters of an H200 (l1_wavefronts in
// test/measurements) less two for each request of a store:
//
//   a load of            counted   passes   lines
//   matrix_vector_thread    16.5     16.5    16.5
//   gemm_naive, 16 wide      1.5      1.5     1.5
//   convolution_2d           1.1      1.0     1.4 to 1.8, rows of 32
//   convolution_2d_tuned     2.1      2.0     2.8, rows of 16
//   particles_aos            1.8      2.0     7.0
//   pointer_chase           11.8     10.9    32.0, a chain for each lane
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
