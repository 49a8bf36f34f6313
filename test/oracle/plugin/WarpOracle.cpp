//===- WarpOracle.cpp - Oclgrind plug-in that counts by warps -------------===//
//
// Oclgrind calls this for every instruction and memory access of every
// work-item. Work-items with the linear local ids w * W to w * W + W - 1 (x
// fastest) are warp w. Environment:
//
//   ORACLE_OUTPUT  file for the report, one JSON object for the launch
//   ORACLE_WARP    W, 32 unless given; at most 64
//   ORACLE_ENTRIES whether to list each lane's way into each loop
//   ORACLE_EXECUTIONS  whether to list what each lane of each warp accesses
//===----------------------------------------------------------------------===//

#include "Members.h"
#include "Report.h"
#include "llvm/IR/Instructions.h"
#include <fstream>
#include <map>
#include <oclgrind/Context.h>
#include <oclgrind/KernelInvocation.h>
#include <oclgrind/Memory.h>
#include <oclgrind/Plugin.h>
#include <oclgrind/WorkGroup.h>
#include <oclgrind/WorkItem.h>
#include <optional>

namespace {

class WarpOracle : public oclgrind::Plugin {
public:
  explicit WarpOracle(const oclgrind::Context *Context)
      : Plugin(Context), WarpSize(oclgrind::getEnvInt("ORACLE_WARP", 32)) {}

  void instructionExecuted(const oclgrind::WorkItem *Item,
                           const llvm::Instruction *I,
                           const oclgrind::TypedValue &Result) override {
    Lane &L = at(Item, *I);
    if (llvm::isa<llvm::AllocaInst>(I)) {
      size_t Number = Variables.size() + 1;
      L.Variables[Result.getPointer()] =
          Variables.try_emplace({L.Trace->scope(), I}, Number).first->second;
    } else if (const auto *Branch = llvm::dyn_cast<llvm::BranchInst>(I)) {
      if (Branch->isConditional())
        branch(Item, L, *Branch);
    } else if (const auto *Join = llvm::dyn_cast<llvm::PHINode>(I)) {
      if (Join->getType()->isIntegerTy(1))
        join(L, *Join);
    } else if (const auto *Select = llvm::dyn_cast<llvm::SelectInst>(I)) {
      if (!Select->getCondition()->getType()->isVectorTy())
        Facts.branch(L.Trace->moment(), L.Trace->scope(), *I,
                     truth(Item, Select->getCondition()));
    } else if (const auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(I)) {
      Facts.choice(*L.Trace, *I,
                   Item->getOperand(Switch->getCondition()).getSInt());
    } else if (const auto *Call = llvm::dyn_cast<llvm::CallInst>(I)) {
      const llvm::Function *Callee = Call->getCalledFunction();
      if (Callee && Callee->isDeclaration() &&
          (Callee->getName().contains("7barrier") ||
           Callee->getName().contains("18work_group_barrier")))
        Facts.barrier(*L.Trace, *I);
    } else if (Kept && I->isIntDivRem() && !I->getType()->isVectorTy()) {
      Kept->divide({L.Trace->scope(), I},
                   Item->getOperand(I->getOperand(1)).getUInt());
    }
    L.Trace->finish(*I);
  }

  void memoryLoad(const oclgrind::Memory *Memory,
                  const oclgrind::WorkItem *Item, size_t Address,
                  size_t Size) override {
    access(Memory, Item, oracle::Kind::Load, Address, Size);
  }
  void memoryStore(const oclgrind::Memory *Memory,
                   const oclgrind::WorkItem *Item, size_t Address, size_t Size,
                   const uint8_t *) override {
    access(Memory, Item, oracle::Kind::Store, Address, Size);
  }
  // The store that follows belongs to the same operation.
  void memoryAtomicLoad(const oclgrind::Memory *Memory,
                        const oclgrind::WorkItem *Item, oclgrind::AtomicOp,
                        size_t Address, size_t Size) override {
    access(Memory, Item, oracle::Kind::Atomic, Address, Size);
  }

  void workGroupComplete(const oclgrind::WorkGroup *) override {
    Facts.close();
    Names.forgetMoments();
    Lanes.clear();
  }

  void kernelBegin(const oclgrind::KernelInvocation *Launch) override {
    for (unsigned D = 0; D != 3; ++D)
      Facts.Items[D] = Launch->getGlobalSize()[D];
  }

  void kernelEnd(const oclgrind::KernelInvocation *) override {
    if (const char *Path = getenv("ORACLE_OUTPUT")) {
      std::ofstream Out(Path);
      oracle::writeReport(Out, Facts, Names, Kept ? &*Kept : nullptr);
    }
    Facts = empty();
    Kept = nothing();
  }

  bool isThreadSafe() const override { return false; }

private:
  /// Where a truth value was decided; no test if it was certain there.
  struct Decision {
    oracle::MomentId Moment = 0;
    const llvm::Instruction *Test = nullptr;
  };
  struct Lane {
    unsigned Number = 0;
    unsigned Warp = 0; ///< in the work-group
    oracle::Coordinates Where{};
    oracle::WorkItemId Id{};
    std::optional<oracle::LaneTrace> Trace;
    std::unordered_map<const llvm::Value *, Decision> Decisions; ///< of phis
    /// The number of the variable at each place of its private memory.
    std::unordered_map<size_t, size_t> Variables;
  };

  /// An if that tests !a branches on a, with its sides exchanged; a loop
  /// branches on !a. The sides in the report are those of a for both.
  ///
  /// Unoptimised, the condition a && b of a loop is a value that comes together
  /// from where a is false and from where b is tested. Both ways to see it go
  /// into the report: a branch on a, then one on b where a is true; or a branch
  /// on a, then one on all of it.
  void branch(const oclgrind::WorkItem *Item, const Lane &L,
              const llvm::BranchInst &Branch) {
    const llvm::Value *Condition = Branch.getCondition();
    Facts.branch(L.Trace->moment(), L.Trace->scope(), Branch,
                 truth(Item, Condition) != oracle::negates(Condition));
    if (const llvm::Value *Joined = oracle::joinedCondition(Branch))
      if (auto Known = L.Decisions.find(Joined); Known != L.Decisions.end())
        if (const Decision &Decided = Known->second; Decided.Test)
          // Of a test of !b the sides are those of b, as in any other branch.
          Facts.branch(Decided.Moment, L.Trace->scope(), *Decided.Test,
                       truth(Item, Joined) != oracle::negates(Decided.Test));
  }

  /// Keeps where the truth value of \p Join comes from.
  void join(Lane &L, const llvm::PHINode &Join) {
    const llvm::Value *Origin =
        Join.getIncomingValueForBlock(L.Trace->previousBlock());
    Decision Decided{L.Trace->previousMoment(),
                     llvm::dyn_cast<llvm::Instruction>(Origin)};
    if (auto Known = L.Decisions.find(Origin); Known != L.Decisions.end())
      Decided = Known->second;
    L.Decisions[&Join] = Decided;
  }

  static oracle::Tally empty() {
    oracle::Tally Facts;
    Facts.KeepEntries = getenv("ORACLE_ENTRIES") != nullptr;
    return Facts;
  }

  static std::optional<oracle::Executions> nothing() {
    if (!getenv("ORACLE_EXECUTIONS"))
      return std::nullopt;
    return oracle::Executions();
  }

  static bool truth(const oclgrind::WorkItem *Item, const llvm::Value *V) {
    return Item->getOperand(V).getUInt() != 0;
  }

  Lane &at(const oclgrind::WorkItem *Item, const llvm::Instruction &I) {
    Lane &L = Lanes[Item];
    if (!L.Trace) {
      oclgrind::Size3 Id = Item->getLocalID();
      oclgrind::Size3 Size = Item->getWorkGroup()->getGroupSize();
      size_t Linear = Id.x + Size.x * (Id.y + Size.y * Id.z);
      L.Number = Linear % WarpSize;
      L.Warp = Linear / WarpSize;
      oclgrind::Size3 Group = Item->getWorkGroup()->getGroupID();
      L.Where = {uint32_t(Group.x), uint32_t(Group.y), uint32_t(Group.z),
                 uint32_t(Id.x),    uint32_t(Id.y),    uint32_t(Id.z)};
      for (unsigned D = 0; D != 3; ++D)
        L.Id[2 - D] = Group[D] * Size[D] + Id[D];
      L.Trace.emplace(Names, oracle::MomentId(Linear / WarpSize));
    }
    if (L.Trace->advance(I))
      Facts.header(*L.Trace, L.Number, L.Where);
    return L;
  }

  void access(const oclgrind::Memory *Memory, const oclgrind::WorkItem *Item,
              oracle::Kind K, size_t Address, size_t Size) {
    const llvm::Instruction &I = *Item->getCurrentInstruction();
    // A variable that the compiler would keep in a register.
    const llvm::Value *Pointer = oracle::pointerOf(I, K);
    if (Pointer && llvm::isa<llvm::AllocaInst>(Pointer))
      return;
    // Initial values of a local array, which the source does not read.
    if (Pointer &&
        Pointer->stripPointerCasts()->getName().startswith("__const."))
      return;
    Lane &L = at(Item, I);
    auto S = static_cast<oracle::Space>(Memory->getAddressSpace());
    size_t Array = 0;
    oracle::Iterations Around = L.Trace->iterations();
    size_t Plain = Address;
    if (S == oracle::Space::Local) {
      size_t Offset = Memory->extractOffset(Address);
      // Which place a work-item's memory gives a variable depends on what the
      // work-item has called before; on a device it is one for all lanes.
      auto Variable = L.Variables.find(Address - Offset);
      Array = Variable == L.Variables.end() ? Address - Offset
                                            : Variable->second << 40;
      Address = Offset;
      Plain = Array + Offset;
    } else if (Pointer && Pointer->getType()->getPointerAddressSpace() ==
                              oclgrind::AddrSpaceConstant) {
      // Oclgrind keeps it in global memory.
      S = oracle::Space::Constant;
    }
    oracle::Executions::Key Execution{
        {L.Where[0], L.Where[1], L.Where[2]}, L.Warp, Around};
    unsigned Part = 0;
    for (auto [Offset, Bytes] : oracle::members(I, Size)) {
      oracle::Site At{L.Trace->scope(), &I, K, Part++};
      oracle::WarpAccess &Open =
          Facts.access(L.Trace->moment(), L.Number, At, S);
      Open.Address[L.Number] = Address + Offset;
      Open.Bytes = Bytes;
      Open.Array[L.Number] = Array;
      Open.Interleave = S == oracle::Space::Local ? WarpSize : 0;
      Facts.Patterns[At].add(Around, L.Id, Plain + Offset);
      if (Kept)
        keep(L, *Memory, At, Execution, {L.Number, Array, Plain + Offset},
             Bytes);
    }
  }

  /// \p Access goes to \p Bytes. Its offset is not yet from its array, which is
  /// given for private memory only.
  void keep(const Lane &L, const oclgrind::Memory &Memory,
            const oracle::Site &At, const oracle::Executions::Key &Execution,
            oracle::LaneAccess Access, size_t Bytes) {
    if (Kept->isTooLong())
      return;
    if (!Access.Array) {
      if (At.Kind == oracle::Kind::Load)
        Access.Again = Loaded.load(L.Where, Access.Offset, Bytes);
      else
        Loaded.store(Access.Offset, Bytes);
      Access.Array = Access.Offset - Memory.extractOffset(Access.Offset);
    }
    Access.Offset -= Access.Array;
    Kept->add(At, Execution, Access);
  }

  unsigned WarpSize;
  oracle::Moments Names;
  oracle::Tally Facts = empty();
  std::optional<oracle::Executions> Kept = nothing();
  oracle::Loads Loaded;
  std::unordered_map<const oclgrind::WorkItem *, Lane> Lanes;
  /// Private variables of each inlined call, numbered as they are met.
  std::map<std::pair<oracle::ScopeId, const llvm::Instruction *>, size_t>
      Variables;
};

} // namespace

static WarpOracle *TheOracle;

extern "C" void initializePlugins(oclgrind::Context *Context) {
  Context->registerPlugin(TheOracle = new WarpOracle(Context));
}

extern "C" void releasePlugins(oclgrind::Context *Context) {
  Context->unregisterPlugin(TheOracle);
  delete TheOracle;
}
