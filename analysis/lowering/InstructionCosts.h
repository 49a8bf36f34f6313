//===- InstructionCosts.h - Machine code of optimised IR --------*- C++ -*-===//
//
// What each instruction of a kernel's optimised IR becomes on an NVIDIA GPU:
// no machine instruction, one or several. The IR is what instruction selection
// would see (after the target's own IR passes); from there two compilers are
// left, LLVM's selection of PTX and the vendor's assembler, which allocates
// registers and merges what the hardware does at once. Their work is local, and
// so it is imitated without running them:
//
//   1. Values are told apart by where they live: in 32-bit registers (a 64-bit
//      value takes two), in a predicate (truth values), in the constant bank
//      (parameters, block sizes), or in the instruction itself (constants).
//   2. Operations that their only user does on the way are folded into it
//      (FoldedOperations.h): a * b + c, (a << 2) + b, a[i] of a known array.
//   3. What is left has a price: one instruction for each register of the
//      result, or a sequence from a table (Sequences.def) for what hardware
//      cannot do.
//   4. An instruction takes one operand that is not in a register. Others are
//      moved into one first, once in a kernel.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_INSTRUCTIONCOSTS_H
#define KERNELCAST_ANALYSIS_LOWERING_INSTRUCTIONCOSTS_H

#include "analysis/KernelModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <array>

namespace llvm {
class BasicBlock;
class Function;
class Instruction;
} // namespace llvm

namespace kernelcast {

/// An attribute of kernels whose square roots of floats are approximate.
inline constexpr char ApproximateRootsAttribute[] = "approximate-roots";

/// Machine instructions of one class.
struct MachineInstructions {
  InstructionClass Class = InstructionClass::Int;
  float Count = 0; ///< that run whenever the IR instruction does
  float Rare = 0;  ///< beside them, in the code for unusual operands alone
  /// Of a thread, in these instructions and others of the same IR instruction.
  FloatOperations Operations = {};
  float Off = 0; ///< of Count: those that are switched off in any one thread
  PipelineShares Pipes = {}; ///< of Count, the shares
};
using MachineCode = llvm::SmallVector<MachineInstructions, 2>;

/// By loop of a single block that the assembler unrolls: what runs once for all
/// of its copies.
using AssemblerLoops =
    llvm::DenseMap<const llvm::BasicBlock *,
                   llvm::SmallPtrSet<const llvm::Instruction *, 8>>;

/// The machine code of one kernel.
class InstructionCosts {
public:
  /// \p Architecture: 75 for sm_75.
  InstructionCosts(const llvm::Function &Kernel, unsigned Architecture);

  /// What \p I becomes: nothing if a user of it does its work on the way. Moves
  /// into registers stand with the instruction that needs them; those of
  /// a phi's constants, with the branch that leads there.
  llvm::ArrayRef<MachineInstructions> of(const llvm::Instruction &I) const;

  /// What comes before the first instruction.
  llvm::ArrayRef<MachineInstructions> entry() const { return Entry; }

  /// Whether the instructions of \p Block are issued whenever those in front of
  /// the branch to it are, with the lanes that go elsewhere switched off.
  bool isPredicated(const llvm::BasicBlock &Block) const {
    return Predicated.contains(&Block);
  }

  /// Whether they are issued then with the lanes that go elsewhere, too.
  bool isHoisted(const llvm::BasicBlock &Block) const {
    return Hoisted.contains(&Block);
  }

  /// Of the jumps at the end of \p Block, those that are switched off for a
  /// lane that goes to successor number \p Side.
  float switchedOff(const llvm::BasicBlock &Block, unsigned Side) const {
    return Off.lookup(&Block)[Side];
  }

  /// Loops that the assembler unrolls.
  const AssemblerLoops &assemblerLoops() const { return Unrolled; }

private:
  AssemblerLoops Unrolled;
  llvm::DenseSet<const llvm::BasicBlock *> Predicated, Hoisted;
  llvm::DenseMap<const llvm::BasicBlock *, std::array<float, 2>> Off;
  llvm::DenseMap<const llvm::Instruction *, MachineCode> Costs;
  MachineCode Entry;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_INSTRUCTIONCOSTS_H
