//===- OperationCounts.cpp - What a work-item executes, by kind -----------===//

#include "cost_models/common/OperationCounts.h"
#include "analysis/instructions/FusedOperations.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

bool kernelcast::isStraightLine(const KernelModel &Kernel) {
  return Kernel.Loops.empty() &&
         none_of(Kernel.Blocks,
                 [](const BasicBlock &B) { return B.Successors.size() > 1; });
}

/// "add", "multiply", ... or "" for what is no arithmetic.
static StringRef nameOf(const Expr *E) {
  switch (E->op()) {
  case Op::Add:
    return "add";
  case Op::Sub:
  case Op::Negate:
    return "subtract";
  case Op::Mul:
    return "multiply";
  case Op::Div:
    return "divide";
  case Op::Rem:
    return "remainder";
  case Op::Shl:
  case Op::Shr:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Not:
    return "logic";
  case Op::Equal:
  case Op::NotEqual:
  case Op::Less:
  case Op::LessEqual:
  case Op::Min:
  case Op::Max:
  case Op::Select:
    return "compare";
  case Op::Cast:
    return "convert";
  case Op::FloorLog2:
  case Op::Call:
    return "function";
  default:
    return "";
  }
}

/// "int", "float" or "double", by what the operation works on.
static StringRef typeOf(const Expr *E) {
  ScalarType Type = E->type();
  for (const Expr *Operand : E->operands())
    if (Operand->type().Float)
      Type = Operand->type();
  return !Type.Float ? "int" : Type.Bits > 32 ? "double" : "float";
}

/// The instruction that an access is in one direction.
static InstructionClass classOf(const MemoryAccess &Access,
                                StringRef Direction) {
  using C = InstructionClass;
  bool Reads = Direction == "read";
  if (Access.Space == MemorySpace::Shared)
    return Reads ? C::LoadShared : C::StoreShared;
  return Reads ? C::LoadGlobal : C::StoreGlobal;
}

namespace {

/// How often a block or an access runs, for each work-item.
struct Times {
  double Lanes = 0; ///< that execute it
  double Slots = 0; ///< with the idle lanes of their warps
};

class Counter {
public:
  Counter(const WarpProfile &Profile, const GpuSpec &Gpu, OperationRule Rule,
          FactBound Bound)
      : Profile(Profile), Kernel(*Profile.Kernel), Gpu(Gpu), Rule(Rule),
        Bound(Bound), Fused(Kernel),
        WorkItems(double(Profile.Launch.blocks()) *
                  double(Profile.Launch.threadsPerBlock())) {}

  OperationCounts count() {
    size_t Blocks = std::min(Kernel.Blocks.size(), Profile.Blocks.size());
    for (BlockId Id = 0; Id < Blocks; ++Id) {
      const BlockFacts &Facts = Profile.Blocks[Id];
      Times T = times(Facts.WarpExecutions, Facts.LaneExecutions);
      if (T.Lanes > 0)
        for (const Instruction &Step : Kernel.Blocks[Id].Instructions)
          addArithmetic(Step, T);
    }
    size_t Accesses = std::min(Kernel.Accesses.size(), Profile.Accesses.size());
    for (AccessId Id = 0; Id < Accesses; ++Id) {
      const AccessFacts &Facts = Profile.Accesses[Id];
      Times T = times(Facts.WarpExecutions, Facts.LaneExecutions);
      if (T.Lanes > 0)
        addAccess(Id, T);
    }
    return std::move(Counts);
  }

private:
  Times times(const Known<double> &Warps, const Known<double> &Lanes) const {
    if (Rule == OperationRule::Source)
      return {1, 1};
    return {at(Lanes, Bound) / WorkItems,
            at(Warps, Bound) * Profile.WarpSize / WorkItems};
  }

  void addArithmetic(const Instruction &Step, const Times &T) {
    if (!Step.Value || Step.Effect != None)
      return;
    StringRef Name = nameOf(Step.Value);
    if (Name.empty())
      return;
    auto Add = [&](StringRef Operation, double Share) {
      OperationCount &Count =
          Counts[(typeOf(Step.Value) + "_" + Operation).str()];
      Count.Count += T.Lanes;
      Count.Instructions[unsigned(Step.Class)] += Share * T.Slots * Step.Count;
    };
    if (!Fused.isMultiplyAdd(Step))
      return Add(Name, 1);
    Add("multiply", 0.5);
    Add(Step.Value->op() == Op::Sub ? "subtract" : "add", 0.5);
  }

  void addAccess(AccessId Id, const Times &T) {
    const MemoryAccess &Access = Kernel.Accesses[Id];
    const AccessFacts &Facts = Profile.Accesses[Id];
    if (Access.Silent || Access.Space == MemorySpace::Local)
      return; // private
    bool IsLocal = Access.Space == MemorySpace::Shared;
    auto Add = [&](StringRef Direction) -> OperationCount & {
      OperationCount &Count = Counts[((IsLocal ? "local_" : "global_") +
                                      Direction + "_" + name(Facts.Class))
                                         .str()];
      Count.Count += T.Lanes;
      Count.Instructions[unsigned(classOf(Access, Direction))] += T.Slots;
      Count.Bytes += T.Lanes * Access.Bytes;
      return Count;
    };
    OperationCount *First = nullptr; // what an atomic moves counts once
    if (Access.Kind != AccessKind::Store)
      First = &Add("read");
    if (Access.Kind != AccessKind::Load) {
      OperationCount &Write = Add("write");
      First = First ? First : &Write;
    }
    if (IsLocal) {
      First->BankSteps += at(Facts.BankCycles, Bound) / WorkItems;
      return;
    }
    MemoryTraffic Moved = accessTraffic(Profile, Gpu, Id, Bound);
    First->Moved.L2 += Moved.L2 / WorkItems;
    First->Moved.Dram += Moved.Dram / WorkItems;
  }

  const WarpProfile &Profile;
  const KernelModel &Kernel;
  const GpuSpec &Gpu;
  OperationRule Rule;
  FactBound Bound;
  FusedOperations Fused;
  double WorkItems;
  OperationCounts Counts;
};

} // namespace

OperationCounts kernelcast::operationCounts(const WarpProfile &Profile,
                                            const GpuSpec &Gpu,
                                            OperationRule Rule,
                                            FactBound Bound) {
  return Counter(Profile, Gpu, Rule, Bound).count();
}
