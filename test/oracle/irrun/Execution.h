//===- Execution.h - What the warps of a launch did -------------*- C++ -*-===//
//
// The threads of a block run one after the other, each on a stack of its own,
// and give way to the next one at a barrier. Lanes of a warp are put side by
// side afterwards, as in the simulator's plug-in (plugin/LaneTrace.h): each run
// of a block has a name, the block with the iteration of every loop around it,
// and what lanes do under one name they do together. Around a block are the
// natural loops that it is in, and those that it leaves: a block that is only
// reached out of a loop's middle, not from the header or a way back, and that
// not every thread of the loop comes to, runs in the iteration that is left.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_IRRUN_EXECUTION_H
#define KERNELCAST_TEST_ORACLE_IRRUN_EXECUTION_H

#include "../plugin/WarpCost.h"
#include "GlobalTraffic.h"
#include "HostCode.h"
#include <map>
#include <string>

namespace irrun {

/// The loops of a function, by the numbers of their blocks.
struct CodeLoops {
  explicit CodeLoops(llvm::Function &F);

  struct Loop {
    uint32_t Header = 0;
    std::vector<bool> Inside; ///< by block: of the natural loop
  };
  std::vector<Loop> Loops;                   ///< outer ones first
  std::vector<std::vector<uint32_t>> Around; ///< of each block, outermost first
};

/// A part of an instruction that moves memory.
struct Part {
  uint64_t Offset = 0; ///< from the instruction's address
  unsigned Bytes = 4;
  bool Source = false; ///< of a copy: it reads
  bool Shared = false, Local = false;
  bool Global = false, Store = false;
};

struct BlockTotal {
  uint64_t Warps = 0, Lanes = 0;
  uint64_t Sides[2] = {0, 0}, Both = 0; ///< warps that take each successor
};
struct AccessTotal {
  uint64_t Warps = 0, Lanes = 0, Sectors = 0, Lines = 0, BankCycles = 0;
  uint64_t L1Passes = 0;
  uint64_t MaxDegree = 0;
};
struct LoopTotal {
  uint64_t Warps = 0, Lanes = 0;          ///< that entered
  uint64_t WaysBack = 0, LongestBack = 0; ///< over lanes, over warps
  uint64_t Least = UINT64_MAX, Most = 0;  ///< of a lane
};

/// Instruction in its block, with the block.
using Step = std::pair<uint32_t, uint32_t>;

struct LaunchSize {
  uint32_t Grid[3] = {1, 1, 1}, Block[3] = {1, 1, 1};
  unsigned Warp = 32;
};

struct Totals {
  std::vector<BlockTotal> Blocks;
  std::map<Step, std::vector<AccessTotal>> Accesses; ///< parallel to the parts
  std::vector<LoopTotal> Loops;
  std::map<Step, uint64_t> Unasked; ///< of instructions without parts, by lane
  std::string Problem;              ///< why it stopped; "" if it did not
};

extern const Events TellExecution;

/// The numbers of the blocks that each block of \p F leads to.
std::vector<std::vector<uint32_t>> successorsOf(llvm::Function &F);

/// Runs all threads of a launch. \p Parts names the instructions that are
/// counted. \p Traffic, if it is not null, gets the accesses to global memory.
Totals execute(const HostCode &Code, const LaunchSize &Size,
               const CodeLoops &Loops,
               const std::vector<std::vector<uint32_t>> &Successors,
               const std::map<Step, std::vector<Part>> &Parts,
               void *const *Arguments, GlobalTraffic *Traffic);

} // namespace irrun

#endif // KERNELCAST_TEST_ORACLE_IRRUN_EXECUTION_H
