//===- PartialWave.cpp - Multiprocessors without a block ------------------===//
//
// A grid with fewer blocks than the GPU has SMs leaves some of them idle. The
// remedy that is priced is the same number of threads in smaller blocks. It is
// open to kernels whose blocks share nothing and whose threads know their
// block: where none does, more blocks would do the same work again. Beside a
// launch into a stream, blocks of other kernels may keep the SMs busy.
//===----------------------------------------------------------------------===//

#include "tool/lint/LintLaunch.h"
#include "tool/lint/WorkingBlocks.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// Whether what \p Kernel accesses depends on the number of the block.
static bool dividesByBlocks(const KernelModel &Kernel) {
  return any_of(Kernel.Accesses, [](const MemoryAccess &Access) {
    bool Result = false;
    if (const Expr *Address = Access.computedAddress())
      visitPostOrder(Address, [&](const Expr *Node) {
        Result |= Node->op() == Op::Coordinate &&
                  Node->value() == static_cast<int64_t>(Coordinate::BlockX);
      });
    return Result;
  });
}

std::vector<Finding> kernelcast::findPartialWave(const LintLaunch &Launch) {
  const LaunchConfiguration &Shape = Launch.profile().Launch;
  const auto SMs = static_cast<uint64_t>(Launch.gpu().Multiprocessors.Value);
  const KernelModel &Kernel = Launch.model();
  if (Shape.blocks() >= SMs || Launch.blockIsGuessed() ||
      Launch.gridIsGuessed() || Launch.shapeVaries() ||
      Launch.mayHaveCompany() || !dividesByBlocks(Kernel) ||
      Kernel.StaticSharedBytes != 0 || Shape.DynamicSharedBytes != 0 ||
      Shape.Block[1] * Shape.Block[2] != 1)
    return {};
  LaunchConfiguration Smaller = Shape;
  while (Smaller.blocks() < SMs && Smaller.Block[0] % 2 == 0 &&
         Smaller.Block[0] / 2 >= Launch.gpu().WarpSize) {
    Smaller.Block[0] /= 2;
    Smaller.Grid[0] *= 2;
  }
  // Threads that leave at once give no work to anybody.
  const auto Working =
      static_cast<uint64_t>(std::ceil(workingThreads(Launch.profile()).Lanes /
                                      static_cast<double>(Smaller.Block[0])));
  const uint64_t Served = std::min({SMs, Smaller.blocks(), Working});
  if (Smaller.Block[0] == Shape.Block[0] || Served <= Shape.blocks())
    return {};
  Finding F;
  F.Location = Shape.Location.isValid() ? Shape.Location : Kernel.Location;
  F.Message = fmt::format("{} block{} for {} SMs: blocks of {} threads would "
                          "give work to {} of them",
                          Shape.blocks(), Shape.blocks() == 1 ? "" : "s", SMs,
                          Smaller.Block[0], Served);
  F.Predicted = Launch.gain(Smaller);
  return {std::move(F)};
}
