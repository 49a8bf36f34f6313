//===- CodeWriter.h - The machine code of an instruction, noted -*- C++ -*-===//
//
// What the cost of every instruction is written with: counts by class, the
// sequences of Sequences.def, accesses by their width; and, before them, the
// moves of operands. An instruction takes one operand that is no register: a
// constant, or a parameter in the constant bank. Others are moved into
// registers first, once in each block that needs them, for a move is cheaper
// than a register that is kept; what a loop needs is moved in front of it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_CODEWRITER_H
#define KERNELCAST_ANALYSIS_LOWERING_CODEWRITER_H

#include "analysis/lowering/FoldedOperations.h"
#include "analysis/lowering/InstructionCosts.h"
#include "analysis/lowering/RegisterChoices.h"
#include "analysis/lowering/UniformValues.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace kernelcast {

/// A line of Sequences.def.
struct Sequence {
  float Fp32, Fp64, Sfu, Int, Conversion, Branch, RareInt, RareBranch;
  float Operations32, Operations64;
};

namespace sequences {
#define SEQUENCE(NAME, FP32, FP64, SFU, INT, CONVERSION, BRANCH, RARE_INT,     \
                 RARE_BRANCH, OPERATIONS32, OPERATIONS64)                      \
  inline constexpr Sequence NAME = {                                           \
      FP32,   FP64,     SFU,         INT,          CONVERSION,                 \
      BRANCH, RARE_INT, RARE_BRANCH, OPERATIONS32, OPERATIONS64};
#define BMOV_BEFORE_80(COUNT) inline constexpr float SavedBarrier = COUNT;
#include "analysis/lowering/Sequences.def"
} // namespace sequences

class CodeWriter {
public:
  CodeWriter(const llvm::Function &Kernel, unsigned Architecture,
             llvm::DenseMap<const llvm::Instruction *, MachineCode> &Costs);

  /// What is written from here on belongs to \p I.
  void beginAt(const llvm::Instruction &I);

  void add(InstructionClass C, float Count, float Rare = 0);
  /// Moves that choose among registers, and comparisons of their index.
  void add(const RegisterChoices::Access &Choice);
  void addOperations(const FloatOperations &Operations);
  /// Instructions in \p T with their additions and multiplications.
  void addArithmetic(const llvm::Type *T, float Instructions, float Operations);
  /// \p Splits: lanes may differ in whether they take the rare way.
  void add(const Sequence &Steps, bool Splits = true);
  /// The instructions of an access, one for each 16 bytes that are aligned.
  void addAccess(const llvm::Type *T, unsigned Space, bool IsStore,
                 llvm::Align Known);

  /// Moves all but one of the operands of \p I that are in no register.
  void moveOperands(const llvm::Instruction &I);
  void moveIntoRegister(const llvm::Value *V);
  /// Moves the parameter that an access at \p Pointer adds a constant to.
  void moveBase(const llvm::Value *Pointer);
  /// Moves what phis of \p To get from the branch at the end of \p From.
  void moveConstantsOfPhis(const llvm::BasicBlock &From,
                           const llvm::BasicBlock &To);

  /// Whether an operation like \p I, with the same operand number \p Shared,
  /// comes before it on every way.
  bool comesAgain(const llvm::Instruction &I, unsigned Shared);

  /// Registers of \p V that somebody looks at.
  unsigned width(const llvm::Value &V) const;
  static InstructionClass floatClass(const llvm::Type *T);

  const llvm::Function &Kernel;
  const llvm::DataLayout &Layout;
  const unsigned Architecture;
  const FoldedOperations Folded;
  const RegisterChoices Choices;
  const llvm::DominatorTree Before;
  const llvm::PostDominatorTree Behind;
  const llvm::LoopInfo Loops;
  const UniformValues Uniform;
  const bool Approximate; ///< quotients and functions of floats may be
  const bool FastRoots;   ///< and their square roots
  const bool Flushes;     ///< denormal floats are zero

private:
  void gatherOperands(const llvm::Instruction &I,
                      llvm::SmallVectorImpl<const llvm::Value *> &Result,
                      unsigned Depth);
  const llvm::BasicBlock *homeOf(const llvm::BasicBlock &Block) const;

  llvm::DenseMap<const llvm::Instruction *, MachineCode> &Costs;
  MachineCode *Current = nullptr;
  /// Of the integers and the conversions that the current instruction becomes.
  PipelineShares OfIntegers, OfConversions;
  const llvm::BasicBlock *At = nullptr;
  /// The block that moves what the current one needs in registers: itself, or
  /// the one in front of the loop around it.
  const llvm::BasicBlock *Home = nullptr;
  /// What each home has moved.
  llvm::DenseSet<std::pair<const llvm::BasicBlock *, const llvm::Value *>>
      Moved;
  /// By an operand and what is done with it.
  llvm::DenseMap<std::pair<const llvm::Value *, unsigned>,
                 llvm::SmallVector<const llvm::Instruction *, 2>>
      Seen;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_CODEWRITER_H
