//===- IrFlow.h - Blocks, phis and branches of the IR -----------*- C++ -*-===//
//
// The blocks of a function in an order in which definitions come before uses,
// each read instruction by instruction. A switch becomes the comparisons that
// the back end makes of it: its cases in ascending order, neighbouring ones
// with one target as a range, searched by halves and one after the other where
// no more than three are left.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRFLOW_H
#define KERNELCAST_ANALYSIS_LOWERING_IRFLOW_H

#include "analysis/lowering/InstructionCosts.h"
#include "analysis/lowering/IrCalls.h"
#include "analysis/lowering/MachineCode.h"

namespace kernelcast {

class IrFlow {
public:
  IrFlow(const ReaderParts &Parts, IrValues &Values, IrArithmetic &Numbers,
         IrMemory &Memory, IrCalls &Calls, IrSigns &Signs, IrSteps &Steps,
         const IrPlaces &Places, const InstructionCosts &Costs)
      : Parts(Parts), Pool(Parts.Pool), Values(Values), Numbers(Numbers),
        Memory(Memory), Calls(Calls), Signs(Signs), Steps(Steps),
        Places(Places), Lines(Parts.Model, Places), Costs(Costs) {}

  /// Fills the model's blocks, phis and accesses; what is too large or cannot
  /// be modelled is the reason that is returned, else "".
  /// \p Machine: code that was made of the function and is counted; or null.
  std::string read(unsigned MaxBlocks, unsigned MaxExpressions,
                   const MachineFunctionCode *Machine);

private:
  using Origin = const llvm::BasicBlock *;
  /// Cases of a switch with one target: Low to High, both included.
  struct CaseRange {
    int64_t Low, High;
    Origin Target;
  };
  struct EffectsFrom {
    BlockId Block;
    size_t First; ///< of the block's effects
  };

  BlockId newBlock(Origin From);
  void jump(BlockId From, BlockId To);
  void branch(BlockId From, const Expr *Condition, BlockId IfTrue,
              BlockId IfFalse, const llvm::Instruction &Terminator,
              const llvm::Value &Tested);
  void beginPhi(const llvm::PHINode &Phi);
  void completePhis();
  void read(const llvm::Instruction &I);
  void followPredicates(llvm::SmallVectorImpl<EffectsFrom> &Had);
  void noteSlow(const llvm::Instruction &I, const IrScalars &Scalars);
  void emit(const llvm::Instruction &I, const IrScalars &Scalars,
            llvm::ArrayRef<EffectsFrom> Effects);
  void emitTerminator(const llvm::Instruction &Terminator);
  void noteThreads();
  void noteOwnThreads();
  bool terminate(const llvm::Instruction &Terminator);
  void terminate(const llvm::SwitchInst &Switch);
  void search(const llvm::SwitchInst &Switch, const Expr *On, BlockId From,
              llvm::ArrayRef<CaseRange> Ranges);

  ReaderParts Parts;
  ExpressionPool &Pool;
  IrValues &Values;
  IrArithmetic &Numbers;
  IrMemory &Memory;
  IrCalls &Calls;
  IrSigns &Signs;
  IrSteps &Steps;
  const IrPlaces &Places;
  IrLines Lines;
  const InstructionCosts &Costs;

  struct OpenPhi {
    const llvm::PHINode *Phi;
    unsigned Lane;
    PhiId Id;
  };
  std::vector<Origin> Origins; ///< of the model's blocks
  /// By block and class, instructions that are switched off in any one thread.
  llvm::DenseMap<BlockId, std::array<float, NumInstructionClasses>> OffInThread;
  llvm::DenseMap<Origin, BlockId> BlockOf;
  std::vector<OpenPhi> Open;
  llvm::DenseSet<const Expr *> Emitted;
  BlockId Current = 0;
  /// Blocks that an instruction of theirs ends, which switches lanes off, and
  /// those between such a block and the one behind it.
  llvm::DenseSet<BlockId> EndEarly;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRFLOW_H
