//===- LoadsInFlight.cpp - Loads of several iterations at once ------------===//

#include "analysis/instructions/LoadsInFlight.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

static constexpr double SharedCopies = 4, GlobalRegisters = 16;

namespace {

class Flight {
public:
  explicit Flight(const KernelModel &Kernel) : Kernel(Kernel) {}
  std::vector<unsigned> registers();

private:
  double trips(const LoopInfo &Loop) const {
    return Loop.TripCount && Loop.TripCount->isIntegerConstant()
               ? std::max<double>(Loop.TripCount->value(), 1)
               : 1;
  }
  double copies(const LoopInfo &Loop) const {
    return Loop.Unrolled ? trips(Loop) : Loop.Copies;
  }
  void findMoves();
  const KernelModel &Kernel;
  DenseSet<AccessId> Moved; ///< loads straight into an array in registers
};

} // namespace

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
      double Each = std::max(1u, Access.instructionBytes() / 4);
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

std::vector<unsigned> kernelcast::loadsInFlight(const KernelModel &Kernel) {
  return Flight(Kernel).registers();
}
