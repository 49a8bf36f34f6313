//===- LoadsInFlight.cpp - Loads of several iterations at once ------------===//

#include "analysis/instructions/LoadsInFlight.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

static constexpr double CopiedInstructions = 140, SharedCopies = 4,
                        GlobalRegisters = 16;

namespace {

class Flight {
public:
  Flight(const KernelModel &Kernel, LoopVariance &Variance)
      : Kernel(Kernel), Variance(Variance) {}
  std::vector<unsigned> registers();

private:
  double trips(const LoopInfo &Loop) const {
    return Loop.TripCount && Loop.TripCount->isIntegerConstant()
               ? std::max<double>(Loop.TripCount->value(), 1)
               : 1;
  }
  double timesInside(LoopId Inner, LoopId Outer) const;
  bool stepsByConstant(const Expr *E, LoopId Loop, unsigned Depth = 0);
  bool isCounted(const LoopInfo &Loop);
  double copies(const LoopInfo &Loop);
  void findMoves();
  const KernelModel &Kernel;
  LoopVariance &Variance;
  DenseSet<AccessId> Moved; ///< loads straight into an array in registers
};

} // namespace

/// How often the blocks of \p Inner stand in the code of one iteration of
/// \p Outer; 0 if there is a loop between them that is not unrolled.
double Flight::timesInside(LoopId Inner, LoopId Outer) const {
  double Times = 1;
  for (LoopId L = Inner; L != Outer && L != None; L = Kernel.Loops[L].Parent)
    Times *= Kernel.Loops[L].Unrolled ? trips(Kernel.Loops[L]) : 0;
  return Times;
}

/// Of a value that is linear in the loop.
bool Flight::stepsByConstant(const Expr *E, LoopId Loop, unsigned Depth) {
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

bool Flight::isCounted(const LoopInfo &Loop) {
  if (Loop.Exits.size() != 1)
    return false;
  const Expr *Test = Kernel.Blocks[Loop.Exits[0].first].Condition;
  while (Test && Test->op() == Op::Not)
    Test = Test->operand(0);
  if (!Test || Test->operands().size() != 2)
    return false;
  const Expr *A = Test->operand(0), *B = Test->operand(1);
  if (Variance.varies(A, Loop.Id))
    std::swap(A, B);
  return !Variance.varies(A, Loop.Id) && Variance.linearLoop(B) == Loop.Id &&
         stepsByConstant(B, Loop.Id);
}

double Flight::copies(const LoopInfo &Loop) {
  if (Loop.Unrolled)
    return trips(Loop);
  if (Loop.UnrollHint != 0 && Loop.UnrollHint != ~0u)
    return Loop.UnrollHint;
  if (!isCounted(Loop))
    return 1;
  double Size = 0;
  for (BlockId Id : Loop.Blocks) {
    const BasicBlock &Block = Kernel.Blocks[Id];
    double Times = timesInside(Block.Loop, Loop.Id);
    if (Times == 0 || any_of(Block.Effects, [](const Effect &Step) {
          return Step.Kind == EffectKind::Barrier ||
                 Step.Kind == EffectKind::WarpBarrier ||
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

void Flight::findMoves() {
  for (const MemoryAccess &Access : Kernel.Accesses)
    if (Access.Stored && Access.Stored->op() == Op::Load &&
        Access.Array < Kernel.Arrays.size() &&
        Kernel.Arrays[Access.Array].InRegisters)
      Moved.insert(static_cast<AccessId>(Access.Stored->value()));
}

std::vector<unsigned> Flight::registers() {
  findMoves();
  std::vector<double> Copies, Global(Kernel.Loops.size()),
      Shared(Kernel.Loops.size());
  for (const LoopInfo &Loop : Kernel.Loops)
    Copies.push_back(copies(Loop));
  for (const BasicBlock &Block : Kernel.Blocks) {
    // The outermost loop whose iterations stand one behind the other.
    double Count = 1;
    LoopId Top = None;
    for (LoopId L = Block.Loop; L != None; L = Kernel.Loops[L].Parent) {
      if (Copies[L] <= 1)
        break;
      Count *= Copies[L];
      Top = L;
      if (!Kernel.Loops[L].Unrolled)
        break;
    }
    if (Top == None)
      continue;
    for (const Instruction &I : Block.Instructions) {
      if (I.Effect >= Block.Effects.size() || !(I.Count > 0))
        continue;
      AccessId Id = Block.Effects[I.Effect].Access;
      if (Id >= Kernel.Accesses.size() || Moved.contains(Id))
        continue;
      const MemoryAccess &Access = Kernel.Accesses[Id];
      double Each = std::max(1u, Access.Bytes / 4);
      if (I.Class == InstructionClass::LoadGlobal)
        Global[Top] += (Count - 1) * Each;
      else if (I.Class == InstructionClass::LoadShared)
        Shared[Top] += (std::min(Count, SharedCopies) - 1) * Each;
    }
  }
  std::vector<unsigned> Result;
  Result.reserve(Kernel.Loops.size());
  for (LoopId L = 0; L < Kernel.Loops.size(); ++L)
    Result.push_back(unsigned(std::min(Global[L], GlobalRegisters) +
                              std::min(Shared[L], 255.0)));
  return Result;
}

std::vector<unsigned> kernelcast::loadsInFlight(const KernelModel &Kernel,
                                                LoopVariance &Variance) {
  return Flight(Kernel, Variance).registers();
}
