//===- LaneTrace.cpp - Where one work-item stands -------------------------===//

#include "LaneTrace.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace oracle;

MomentId Moments::moment(MomentId Caller, const llvm::Instruction *Call,
                         const void *What,
                         const std::vector<uint64_t> &Iterations) {
  std::string Key;
  auto Add = [&](const auto &Value) {
    Key.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
  };
  Add(Caller);
  Add(Call);
  Add(What);
  for (uint64_t I : Iterations)
    Add(I);
  return Ids.emplace(std::move(Key), Ids.size()).first->second;
}

ScopeId Moments::scope(ScopeId Caller, const llvm::Instruction *Call) {
  auto [It, New] = ScopeIds.emplace(std::pair(Caller, Call), Scopes.size());
  if (New)
    Scopes.push_back({Caller, Call});
  return It->second;
}

const FlowMap &Moments::flow(const llvm::Function &F) {
  std::unique_ptr<FlowMap> &Flow = Flows[&F];
  if (!Flow) {
    Flow = std::make_unique<FlowMap>(F);
    Irreducible |= Flow->Irreducible;
  }
  return *Flow;
}

bool LaneTrace::advance(const llvm::Instruction &I) {
  if (!AtBlockStart)
    return false;
  AtBlockStart = false;
  if (Frames.empty())
    Frames.emplace_back(Warp, nullptr, 0);
  enter(*I.getParent());
  return true;
}

void LaneTrace::enter(const llvm::BasicBlock &Block) {
  Frame &F = Frames.back();
  if (!F.Flow) {
    F.Flow = &Names->flow(*Block.getParent());
    F.WaysBack.resize(F.Flow->Loops.size());
  }
  std::vector<uint64_t> Iterations;
  Header = HeaderPass();
  for (const LoopStatement *Loop : F.Flow->Around.at(&Block)) {
    uint64_t &Count = F.WaysBack[Loop->Number];
    if (Loop->Header == &Block) {
      Count = Loop->Blocks.count(F.Block) ? Count + 1 : 0;
      Header.Loop = Loop;
      Header.Entry = Names->moment(F.Caller, F.Call, Loop, Iterations);
      Header.WaysBack = Count;
      F.Iterations = Iterations;
      Header.Around = iterations();
    }
    Iterations.push_back(Count);
  }
  F.PreviousBlock = F.Block;
  F.PreviousMoment = F.Moment;
  F.Block = &Block;
  F.Moment = Names->moment(F.Caller, F.Call, &Block, Iterations);
  F.Iterations = std::move(Iterations);
}

std::vector<uint64_t> LaneTrace::iterations() const {
  std::vector<uint64_t> All;
  for (const Frame &F : Frames)
    All.insert(All.end(), F.Iterations.begin(), F.Iterations.end());
  return All;
}

void LaneTrace::finish(const llvm::Instruction &I) {
  if (llvm::isa<llvm::ReturnInst>(I)) {
    if (Frames.size() > 1)
      Frames.pop_back();
  } else if (I.isTerminator()) {
    AtBlockStart = true;
  } else if (const auto *Call = llvm::dyn_cast<llvm::CallInst>(&I)) {
    const llvm::Function *Callee = Call->getCalledFunction();
    if (!Callee || Callee->isDeclaration())
      return;
    const Frame Top = Frames.back();
    Frames.emplace_back(Top.Moment, Call, Names->scope(Top.Scope, Call));
    AtBlockStart = true;
  }
}
