//===- LoopCopies.cpp - Iterations that share a loop's control ------------===//

#include "analysis/instructions/LoopCopies.h"
#include "analysis/pdg/LoopVariance.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

static constexpr double CopiedInstructions = 140;

/// Iterations where they are a constant, else 0.
static double constantTrips(const LoopInfo &Loop) {
  return Loop.TripCount && Loop.TripCount->isIntegerConstant()
             ? std::max<double>(Loop.TripCount->value(), 1)
             : 0;
}

namespace {

class Copies {
public:
  Copies(const KernelModel &Kernel, LoopVariance &Variance)
      : Kernel(Kernel), Variance(Variance) {}

  unsigned of(const LoopInfo &Loop);
  bool isCounted(const LoopInfo &Loop);
  bool stepsByConstant(const Expr *E, LoopId Loop, unsigned Depth = 0);

private:
  bool computeSteps(const Expr *E, LoopId Loop, unsigned Depth);
  double timesInside(LoopId Inner, LoopId Outer) const;

  const KernelModel &Kernel;
  LoopVariance &Variance;
  DenseMap<std::pair<const Expr *, LoopId>, bool> Steps;
};

} // namespace

/// How often the blocks of \p Inner stand in the code of one iteration of
/// \p Outer; 0 if there is a loop between them that is not unrolled.
double Copies::timesInside(LoopId Inner, LoopId Outer) const {
  double Times = 1;
  for (LoopId L = Inner; L != Outer && L != None; L = Kernel.Loops[L].Parent)
    Times *= Kernel.Loops[L].Unrolled ? constantTrips(Kernel.Loops[L]) : 0;
  return Times;
}

/// Of a value that is linear in the loop.
bool Copies::stepsByConstant(const Expr *E, LoopId Loop, unsigned Depth) {
  if (auto Found = Steps.find({E, Loop}); Found != Steps.end())
    return Found->second;
  bool Result = computeSteps(E, Loop, Depth);
  return Steps[{E, Loop}] = Result;
}

bool Copies::computeSteps(const Expr *E, LoopId Loop, unsigned Depth) {
  if (Depth > 32)
    return false;
  if (!Variance.varies(E, Loop) || E->op() == Op::Counter)
    return true;
  switch (E->op()) {
  case Op::Cast:
  case Op::Negate:
  case Op::Add:
  case Op::Sub:
    break;
  case Op::Mul:
  case Op::Shl:
    if (!E->operand(1)->isConstant() && !E->operand(0)->isConstant())
      return false;
    break;
  default:
    return false;
  }
  return all_of(E->operands(), [&](const Expr *O) {
    return stepsByConstant(O, Loop, Depth + 1);
  });
}

/// The comparison that decides whether \p Loop goes on, of those with one exit.
static const Expr *exitTest(const KernelModel &Kernel, const LoopInfo &Loop) {
  if (Loop.Exits.size() != 1)
    return nullptr;
  const Expr *Test = Kernel.Blocks[Loop.Exits[0].first].Condition;
  while (Test && Test->op() == Op::Not)
    Test = Test->operand(0);
  return Test;
}

bool Copies::isCounted(const LoopInfo &Loop) {
  const Expr *Test = exitTest(Kernel, Loop);
  if (!Test || Test->operands().size() != 2)
    return false;
  const Expr *A = Test->operand(0), *B = Test->operand(1);
  if (Variance.varies(A, Loop.Id))
    std::swap(A, B);
  return !Variance.varies(A, Loop.Id) && Variance.linearLoop(B) == Loop.Id &&
         stepsByConstant(B, Loop.Id);
}

unsigned Copies::of(const LoopInfo &Loop) {
  if (Loop.Unrolled)
    return 1;
  if (Loop.UnrollHint != 0 && Loop.UnrollHint != ~0u)
    return Loop.UnrollHint;
  if (!isCounted(Loop))
    return 1;
  double Size = 0;
  for (BlockId Id : Loop.Blocks) {
    const BasicBlock &Block = Kernel.Blocks[Id];
    double Times = timesInside(Block.Loop, Loop.Id);
    if (Times == 0 || any_of(Block.Effects, [](const Effect &Step) {
          return isBarrier(Step.Kind) || Step.Kind == EffectKind::WarpBarrier ||
                 Step.Kind == EffectKind::Shuffle ||
                 Step.Kind == EffectKind::Vote;
        }))
      return 1;
    for (const Instruction &I : Block.Instructions)
      Size += Times * I.Count;
  }
  return 4 * Size <= CopiedInstructions   ? 4
         : 2 * Size <= CopiedInstructions ? 2
                                          : 1;
}

void kernelcast::findLoopCopies(KernelModel &Kernel, LoopVariance &Variance) {
  Copies Known(Kernel, Variance);
  for (LoopInfo &Loop : Kernel.Loops)
    Loop.Copies = std::max(1u, Known.of(Loop));
}

/// What an iteration keeps of an instruction that copies share.
static double shareOf(const LoopInfo &Loop) {
  double Trips = constantTrips(Loop), N = Loop.Copies;
  if (Trips == 0)
    return 1 / N;
  return (std::floor(Trips / N) + std::fmod(Trips, N)) / Trips;
}

void kernelcast::shareLoopControl(KernelModel &Kernel, LoopVariance &Variance) {
  Copies Known(Kernel, Variance);
  std::vector<bool> Shares(Kernel.Loops.size());
  DenseSet<const Expr *> Tests;
  for (const LoopInfo &Loop : Kernel.Loops)
    if (Loop.Copies > 1 && Known.isCounted(Loop)) {
      Shares[Loop.Id] = true;
      Tests.insert(exitTest(Kernel, Loop));
    }
  if (Tests.empty())
    return;
  // What something computes with, other than the tests and what advances.
  auto Advances = [&](const Instruction &I, const BasicBlock &Block) -> LoopId {
    if (!I.Value || I.Effect != None || I.Class != InstructionClass::Int)
      return None;
    LoopId Loop = Variance.linearLoop(I.Value);
    return Loop != None && Variance.inside(Block.Loop, Loop) ? Loop : None;
  };
  DenseSet<const Expr *> Operands;
  for (const BasicBlock &Block : Kernel.Blocks) {
    for (const Instruction &I : Block.Instructions)
      if (I.Value && !Tests.contains(I.Value) && Advances(I, Block) == None)
        Operands.insert(I.Value->operands().begin(), I.Value->operands().end());
    for (const Effect &Step : Block.Effects)
      if (Step.Access < Kernel.Accesses.size())
        Operands.insert(Kernel.Accesses[Step.Access].Stored);
  }
  for (BasicBlock &Block : Kernel.Blocks)
    for (Instruction &I : Block.Instructions) {
      LoopId Loop = Block.Loop;
      if (Tests.contains(I.Value) || I.Class == InstructionClass::Branch) {
        // The test at an exit, and the jump back.
        if (Loop == None || !Shares[Loop] ||
            (I.Class == InstructionClass::Branch &&
             !is_contained(Kernel.Loops[Loop].Latches, Block.Id) &&
             Kernel.Loops[Loop].Exits[0].first != Block.Id))
          continue;
      } else {
        Loop = Advances(I, Block);
        if (Loop == None || !Shares[Loop] || Operands.contains(I.Value) ||
            !Known.stepsByConstant(I.Value, Loop))
          continue;
      }
      I.Count *= shareOf(Kernel.Loops[Loop]);
    }
}
