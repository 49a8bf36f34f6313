//===- LaneTrace.h - Where one work-item stands -----------------*- C++ -*-===//
//
// Oclgrind runs one work-item after the other. To put the lanes of a warp side
// by side afterwards, every block that a work-item runs gets a name that is the
// same for all lanes that run it together, its moment:
//
//   the moment of the call that led into the function, and that call
//   the block
//   the iteration number of every loop around the block
//
// A work-item runs each moment at most once, as every way back to a block leads
// over the header of a loop around it, which counts up.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_LANETRACE_H
#define KERNELCAST_TEST_ORACLE_LANETRACE_H

#include "FlowMap.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Instruction;
} // namespace llvm

namespace oracle {

using MomentId = uint32_t;
using ScopeId = uint32_t;

/// A chain of calls from the kernel to a function, whatever the iteration.
struct Scope {
  ScopeId Caller = 0;
  const llvm::Instruction *Call = nullptr; ///< null for the kernel itself
};

/// Numbers for moments, unique in one work-group, and for scopes.
class Moments {
public:
  MomentId moment(MomentId Caller, const llvm::Instruction *Call,
                  const void *What, const std::vector<uint64_t> &Iterations);
  ScopeId scope(ScopeId Caller, const llvm::Instruction *Call);
  const Scope &scope(ScopeId Id) const { return Scopes[Id]; }
  const FlowMap &flow(const llvm::Function &F);
  void forgetMoments() { Ids.clear(); }
  bool irreducible() const { return Irreducible; }

private:
  std::unordered_map<std::string, MomentId> Ids;
  std::map<std::pair<ScopeId, const llvm::Instruction *>, ScopeId> ScopeIds;
  std::vector<Scope> Scopes{Scope()};
  std::unordered_map<const llvm::Function *, std::unique_ptr<FlowMap>> Flows;
  bool Irreducible = false;
};

/// A pass over a loop's header: the loop was entered or goes round again.
struct HeaderPass {
  const LoopStatement *Loop = nullptr; ///< null: the block is no header
  MomentId Entry = 0; ///< the same for all lanes that entered together
  uint64_t WaysBack = 0;
  /// Iteration numbers of the loops around it, those of callers first.
  std::vector<uint64_t> Around;
};

class LaneTrace {
public:
  /// \p Warp is unique in the work-group.
  LaneTrace(Moments &Names, MomentId Warp) : Names(&Names), Warp(Warp) {}

  /// To be told of every instruction, before what it does is looked at. True
  /// if it is the first of a block; then header() is valid.
  bool advance(const llvm::Instruction &I);
  /// To be told after the instruction.
  void finish(const llvm::Instruction &I);

  MomentId moment() const { return Frames.back().Moment; }
  /// The block that this one was entered from, and its moment.
  MomentId previousMoment() const { return Frames.back().PreviousMoment; }
  const llvm::BasicBlock *previousBlock() const {
    return Frames.back().PreviousBlock;
  }
  ScopeId scope() const { return Frames.back().Scope; }
  /// Of the loops around the block, those of callers first.
  std::vector<uint64_t> iterations() const;
  const HeaderPass &header() const { return Header; }

private:
  struct Frame {
    Frame(MomentId Caller, const llvm::Instruction *Call, ScopeId Scope)
        : Caller(Caller), Call(Call), Scope(Scope) {}
    MomentId Caller;
    const llvm::Instruction *Call;
    ScopeId Scope;
    const FlowMap *Flow = nullptr;
    const llvm::BasicBlock *Block = nullptr;
    MomentId Moment = 0;
    const llvm::BasicBlock *PreviousBlock = nullptr;
    MomentId PreviousMoment = 0;
    std::vector<uint64_t> WaysBack;   ///< by loop
    std::vector<uint64_t> Iterations; ///< of the loops around Block
  };
  void enter(const llvm::BasicBlock &Block);

  Moments *Names;
  MomentId Warp;
  std::vector<Frame> Frames;
  bool AtBlockStart = true;
  HeaderPass Header;
};

} // namespace oracle

#endif // KERNELCAST_TEST_ORACLE_LANETRACE_H
