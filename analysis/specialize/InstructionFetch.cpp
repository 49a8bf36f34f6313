//===- InstructionFetch.cpp - What code takes from the L2 -----------------===//

#include "analysis/specialize/InstructionFetch.h"
#include "analysis/access/Footprint.h"
#include <cmath>
#include <numeric>

using namespace llvm;
using namespace kernelcast;

double kernelcast::bytesOfInstruction(const GpuSpec &Gpu) {
  const unsigned Architecture = nvidiaArchitecture(Gpu);
  if (Architecture >= 70)
    return 16;
  return Architecture >= 50 ? 32.0 / 3 : 0; // one word for three
}

/// Bytes of \p Block's code that its warps go through.
static double codeBytes(const BasicBlock &Block, double BytesEach) {
  double Bytes = 0;
  for (const PlacedCode &Part : Block.Machine)
    Bytes += Part.Bytes;
  if (Block.Machine.empty())
    for (const Instruction &I : Block.Instructions)
      Bytes += BytesEach * double(I.Count);
  return Bytes;
}

/// How often warps come to \p Loop from outside, all together.
static double entries(const WarpProfile &Profile, const LoopInfo &Loop) {
  const LoopFacts &Facts = Profile.Loops[Loop.Id];
  // A test at the beginning is executed once more than the rest.
  const double Tests = Facts.WarpMean.Value + (Loop.TestAtEnd ? 0 : 1);
  return Profile.Blocks[Loop.Header].WarpExecutions.Value /
         std::max(Tests, 1.0);
}

std::optional<double> kernelcast::instructionSectors(const WarpProfile &Profile,
                                                     const GpuSpec &Gpu) {
  const KernelModel &Kernel = *Profile.Kernel;
  const double Capacity = Gpu.InstructionCacheBytes.Value;
  const double Clusters = Gpu.Clusters.Value;
  if (!Profile.Resources || !(Capacity > 0) || !(Clusters > 0) ||
      !(Profile.Warps > 0))
    return std::nullopt;

  const double BytesEach = bytesOfInstruction(Gpu);
  std::vector<double> OfBlock(Kernel.Blocks.size());
  for (const BasicBlock &Block : Kernel.Blocks)
    OfBlock[Block.Id] = codeBytes(Block, BytesEach);
  if (std::accumulate(OfBlock.begin(), OfBlock.end(), 0.0) <= Capacity)
    return 0;

  auto Fits = [&](const LoopInfo &Loop) {
    double Bytes = 0;
    for (BlockId Inside : Loop.Blocks)
      Bytes += OfBlock[Inside];
    return Bytes <= Capacity;
  };
  // By block, how often warps fetch it.
  std::vector<double> Fetches(Kernel.Blocks.size());
  for (const BasicBlock &Block : Kernel.Blocks)
    Fetches[Block.Id] = Profile.Blocks[Block.Id].WarpExecutions.Value;
  for (const LoopInfo &Loop : Kernel.Loops) {
    if (!Fits(Loop) || (Loop.Parent != None && Fits(Kernel.Loops[Loop.Parent])))
      continue;
    // What an iteration may leave out is fetched no more often than it is run.
    const double Entered = entries(Profile, Loop);
    for (BlockId Inside : Loop.Blocks)
      Fetches[Inside] = std::min(Fetches[Inside], Entered);
  }

  double Bytes = 0; // fetched by each warp for itself
  for (const BasicBlock &Block : Kernel.Blocks)
    Bytes += OfBlock[Block.Id] * Fetches[Block.Id];
  const double WarpsPerBlock =
      std::ceil(double(Profile.Launch.threadsPerBlock()) / Profile.WarpSize);
  const double SMsInStep = std::max(1.0, Gpu.Multiprocessors.Value / Clusters);
  return Bytes / SectorBytes / WarpsPerBlock / SMsInStep;
}
