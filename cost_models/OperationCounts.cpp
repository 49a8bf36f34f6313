//===- OperationCounts.cpp - What a work-item executes, by kind -----------===//

#include "cost_models/OperationCounts.h"
#include "analysis/pdg/graph/FusedOperations.h"
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

static void addArithmetic(const Instruction &Step, bool MultiplyAdd,
                          double Times, OperationCounts &Counts) {
  if (!Step.Value || Step.Effect != None)
    return;
  StringRef Name = nameOf(Step.Value);
  if (Name.empty())
    return;
  auto Add = [&](StringRef Operation, double Share) {
    OperationCount &Count =
        Counts[(typeOf(Step.Value) + "_" + Operation).str()];
    Count.Count += Times;
    Count.Instructions += Share * Times * Step.Count;
  };
  if (!MultiplyAdd)
    return Add(Name, 1);
  Add("multiply", 0.5);
  Add(Step.Value->op() == Op::Sub ? "subtract" : "add", 0.5);
}

static void addAccess(const MemoryAccess &Access, AccessClass Class,
                      double Times, OperationCounts &Counts) {
  if (Access.Silent || Access.Space == MemorySpace::Local)
    return; // private
  StringRef Space = Access.Space == MemorySpace::Shared ? "local" : "global";
  auto Add = [&](StringRef Direction) {
    OperationCount &Count =
        Counts[(Space + "_" + Direction + "_" + name(Class)).str()];
    Count.Count += Times;
    Count.Instructions += Times;
    Count.Bytes += Times * Access.Bytes;
  };
  if (Access.Kind != AccessKind::Store)
    Add("read");
  if (Access.Kind != AccessKind::Load)
    Add("write");
}

OperationCounts kernelcast::operationCounts(const WarpProfile &Profile,
                                            OperationRule Rule,
                                            FactBound Bound) {
  const KernelModel &Kernel = *Profile.Kernel;
  double WorkItems = double(Profile.Launch.blocks()) *
                     double(Profile.Launch.threadsPerBlock());
  auto Times = [&](const Known<double> &Lanes) {
    return Rule == OperationRule::Source ? 1 : at(Lanes, Bound) / WorkItems;
  };
  OperationCounts Counts;
  FusedOperations Fused(Kernel);
  size_t Blocks = std::min(Kernel.Blocks.size(), Profile.Blocks.size());
  for (BlockId Id = 0; Id < Blocks; ++Id) {
    double Executed = Times(Profile.Blocks[Id].LaneExecutions);
    if (Executed > 0)
      for (const Instruction &Step : Kernel.Blocks[Id].Instructions)
        addArithmetic(Step, Fused.isMultiplyAdd(Step), Executed, Counts);
  }
  size_t Accesses = std::min(Kernel.Accesses.size(), Profile.Accesses.size());
  for (AccessId Id = 0; Id < Accesses; ++Id) {
    const AccessFacts &Facts = Profile.Accesses[Id];
    if (double Executed = Times(Facts.LaneExecutions); Executed > 0)
      addAccess(Kernel.Accesses[Id], Facts.Class, Executed, Counts);
  }
  return Counts;
}
