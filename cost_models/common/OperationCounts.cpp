//===- OperationCounts.cpp - What a work-item executes, by kind -----------===//

#include "cost_models/common/OperationCounts.h"
#include "analysis/instructions/FusedOperations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <tuple>

using namespace llvm;
using namespace kernelcast;

bool kernelcast::isStraightLine(const KernelModel &Kernel) {
  return Kernel.Loops.empty() &&
         none_of(Kernel.Blocks,
                 [](const BasicBlock &B) { return B.Successors.size() > 1; });
}

//===- Kinds --------------------------------------------------------------===//

Cost OperationKind::cost() const {
  auto OfClass = [&](Cost First) {
    return static_cast<Cost>(unsigned(First) + unsigned(Class));
  };
  switch (On) {
  case Double:
  case Float:
    return Cost::FloatOperations;
  case Integer:
    return Cost::IntegerOperations;
  case Global:
    return OfClass(Cost::GlobalContinuous);
  case Local:
    return OfClass(Cost::LocalContinuous);
  }
  llvm_unreachable("a group without a cost");
}

std::string OperationKind::name() const {
  constexpr StringLiteral Groups[] = {"double", "float", "global", "int",
                                      "local"};
  constexpr StringLiteral Verbs[] = {
      "",         "add",   "compare",  "convert",   "divide",
      "function", "logic", "multiply", "remainder", "subtract"};
  StringRef Group = Groups[On];
  if (!isAccess())
    return (Group + "_" + Verbs[static_cast<unsigned>(What)]).str();
  return (Group + (Writes ? "_write_" : "_read_") + kernelcast::name(Class))
      .str();
}

bool OperationKind::operator<(const OperationKind &B) const {
  auto Key = [](const OperationKind &K) {
    return std::tuple(K.On, K.What, K.Writes, kernelcast::name(K.Class));
  };
  return Key(*this) < Key(B);
}

/// What an expression calculates.
static ArithmeticKind arithmeticOf(const Expr *E) {
  switch (E->op()) {
  case Op::Add:
    return ArithmeticKind::Add;
  case Op::Sub:
  case Op::Negate:
    return ArithmeticKind::Subtract;
  case Op::Mul:
    return ArithmeticKind::Multiply;
  case Op::Div:
    return ArithmeticKind::Divide;
  case Op::Rem:
    return ArithmeticKind::Remainder;
  case Op::Shl:
  case Op::Shr:
  case Op::And:
  case Op::Or:
  case Op::Xor:
  case Op::Not:
    return ArithmeticKind::Logic;
  case Op::Equal:
  case Op::NotEqual:
  case Op::Less:
  case Op::LessEqual:
  case Op::Min:
  case Op::Max:
  case Op::Select:
    return ArithmeticKind::Compare;
  case Op::Cast:
    return ArithmeticKind::Convert;
  case Op::FloorLog2:
  case Op::Call:
    return ArithmeticKind::Function;
  default:
    return ArithmeticKind::None;
  }
}

/// By what the operation works on.
static OperationKind::Group groupOf(const Expr *E) {
  ScalarType Type = E->type();
  for (const Expr *Operand : E->operands())
    if (Operand->type().Float)
      Type = Operand->type();
  return !Type.Float      ? OperationKind::Integer
         : Type.Bits > 32 ? OperationKind::Double
                          : OperationKind::Float;
}

/// The instruction that an access is in one direction.
static InstructionClass classOf(const MemoryAccess &Access, bool Writes) {
  using C = InstructionClass;
  if (Access.Space == MemorySpace::Constant)
    return C::Other;
  if (Access.Space == MemorySpace::Shared)
    return Writes ? C::StoreShared : C::LoadShared;
  return Writes ? C::StoreGlobal : C::LoadGlobal;
}

//===- Counts -------------------------------------------------------------===//

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
    ArithmeticKind What = arithmeticOf(Step.Value);
    if (What == ArithmeticKind::None)
      return;
    auto Add = [&](ArithmeticKind Operation, double Share) {
      OperationCount &Count = Counts[{groupOf(Step.Value), Operation}];
      Count.Count += T.Lanes;
      Count.Instructions[unsigned(Step.Class)] += Share * T.Slots * Step.Count;
    };
    if (!Fused.isMultiplyAdd(Step))
      return Add(What, 1);
    Add(ArithmeticKind::Multiply, 0.5);
    Add(Step.Value->op() == Op::Sub ? ArithmeticKind::Subtract
                                    : ArithmeticKind::Add,
        0.5);
  }

  void addAccess(AccessId Id, const Times &T) {
    const MemoryAccess &Access = Kernel.Accesses[Id];
    const AccessFacts &Facts = Profile.Accesses[Id];
    if (Access.Silent || Access.Space == MemorySpace::Local)
      return; // private
    bool IsLocal = Access.Space == MemorySpace::Shared;
    auto Add = [&](bool Writes) -> OperationCount & {
      OperationCount &Count =
          Counts[{IsLocal ? OperationKind::Local : OperationKind::Global,
                  ArithmeticKind::None, Writes, Facts.Class}];
      Count.Count += T.Lanes;
      Count.Instructions[unsigned(classOf(Access, Writes))] += T.Slots;
      Count.Bytes += T.Lanes * Access.instructionBytes();
      return Count;
    };
    OperationCount *First = nullptr; // what an atomic moves counts once
    if (Access.Kind != AccessKind::Store)
      First = &Add(/*Writes=*/false);
    if (Access.Kind != AccessKind::Load) {
      OperationCount &Write = Add(/*Writes=*/true);
      First = First ? First : &Write;
    }
    if (IsLocal) {
      First->BankSteps += at(Facts.BankCycles, Bound) / WorkItems;
      return;
    }
    if (pathOf(Access) != AccessPath::Memory)
      return;
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
