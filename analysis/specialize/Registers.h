//===- Registers.h - How many registers a thread takes ----------*- C++ -*-===//
//
// From the strongest source to the weakest:
//
//   option   --registers, or -maxrregcount where it is below the estimate
//   ptxas    the vendor compiler's log for this architecture
//   sass     a listing of the machine code that the GPU runs
//   ptxas    that log for another architecture
//   ir       of the machine code that a compiler has made here, or for NVIDIA's
//            GPUs our estimate from its optimised code; that one in the ledger
//   ast      our estimate, held below what __launch_bounds__ promises, what the
//            GPU can address and what lets one block run at all; in the ledger
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SPECIALIZE_REGISTERS_H
#define KERNELCAST_ANALYSIS_SPECIALIZE_REGISTERS_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/CompilerLog.h"
#include "analysis/hardware/GpuSpec.h"
#include "analysis/sass/SassListing.h"

namespace kernelcast {

struct RegisterSources {
  std::optional<unsigned> Option;
  const CompilerLog *Log = nullptr;
  const SassListing *Listing = nullptr;
  unsigned MaxRegisters = 0; ///< -maxrregcount, 0 if not given
};

/// The registers of a thread, and from where.
struct RegisterCount {
  unsigned PerThread = 0;
  RegisterSource Source = RegisterSource::Estimate;
  std::optional<Assumption> Assumed; ///< for the ledger
  SpilledBytes Spills = {};          ///< of the compiler's log
  /// Where the assembler may keep the code's order: registers of a thread then,
  /// and how many more than these it needs; else 0.
  unsigned IfInOrder = 0, BeyondIfInOrder = 0;
};

/// The registers of a thread of \p Kernel in blocks of \p Threads threads.
RegisterCount registersOf(const KernelModel &Kernel, uint64_t Threads,
                          const GpuSpec &Gpu, const RegisterSources &Sources);

/// How many blocks of \p Kernel an SM holds; the error names the resource of
/// which one block alone asks too much.
llvm::Expected<OccupancyResult> residencyOf(const KernelModel &Kernel,
                                            uint64_t Threads,
                                            uint64_t DynamicSharedBytes,
                                            unsigned RegistersPerThread,
                                            const GpuSpec &Gpu);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SPECIALIZE_REGISTERS_H
