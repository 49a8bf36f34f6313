//===- KernelcastPart.h - Parts that can be left out ------------*- C++ -*-===//
//
// A part of a model is worth what is lost without it. Each of these parts of
// the model kernelcast can be left out (predict --without), so that the same
// measurements say what it contributes (utils/validate --ablation).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_KERNELCAST_KERNELCASTPART_H
#define KERNELCAST_COST_MODELS_KERNELCAST_KERNELCASTPART_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include "llvm/ADT/SmallVector.h"

namespace kernelcast {

enum class KernelcastPart : uint8_t {
  L1,          ///< estimate of what the L1 serves
  L2,          ///< estimate of what the L2 serves
  Order,       ///< the assembler's order of instructions
  Rounds,      ///< a last round of blocks of its own
  BlockRate,   ///< starts of blocks take time
  Exposure,    ///< a part of the shorter of busy and path shows
  Latency,     ///< the path of a warp
  ReachedPeak, ///< DRAM gives less than its peak
  Start,       ///< start and drain of the launch
};

/// Every part, in the order above.
llvm::ArrayRef<KernelcastPart> kernelcastParts();

/// "l1", "order", ...: as on the command line.
llvm::StringRef name(KernelcastPart Part);
/// What the model does without it, for the ledger: "every access goes on to the
/// L2".
llvm::StringRef insteadOf(KernelcastPart Part);

using KernelcastParts = llvm::SmallVector<KernelcastPart, 4>;

/// \p Profile as it were if the caches that \p Without names served nothing.
WarpProfile withoutCaches(const WarpProfile &Profile, const GpuSpec &Gpu,
                          const KernelcastParts &Without);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_KERNELCAST_KERNELCASTPART_H
