//===- MachineCounts.cpp - Machine instructions in a model's blocks -------===//

#include "analysis/lowering/MachineCounts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

namespace kernelcast {

/// What does not go with other effects of its class: shuffles and votes are
/// among many other instructions.
static bool keepsCount(const Instruction &I) {
  return I.Effect != None && I.Class == InstructionClass::Other;
}

static void count(BasicBlock &Block, const InstructionCounts &Wanted) {
  std::array<float, NumInstructionClasses> Have{}, Kept{};
  for (Instruction &I : Block.Instructions) {
    if (I.Effect != None)
      I.Count = 1;
    (keepsCount(I) ? Kept : Have)[static_cast<size_t>(I.Class)] += I.Count;
  }
  llvm::erase_if(Block.Instructions, [&](const Instruction &I) {
    return I.Effect == None && Wanted[static_cast<size_t>(I.Class)] == 0;
  });
  for (unsigned C = 0; C != NumInstructionClasses; ++C) {
    const float Left = std::max(0.0f, static_cast<float>(Wanted[C]) - Kept[C]);
    // Whole numbers, which add up.
    float Passed = 0, Given = 0;
    for (Instruction &I : Block.Instructions)
      if (static_cast<unsigned>(I.Class) == C && !keepsCount(I)) {
        Passed += I.Count;
        I.Count = std::round(Left * Passed / Have[C]) - Given;
        Given += I.Count;
      }
    if (Have[C] == 0 && Left > 0)
      Block.Instructions.push_back(
          {static_cast<InstructionClass>(C), nullptr, None, Left});
  }
}

/// \p Lines by place, each once, in the order of their first instructions.
static std::vector<PlacedCode> placed(llvm::ArrayRef<MachineLine> Lines,
                                      IrLines &Numbers) {
  std::vector<PlacedCode> Result;
  llvm::DenseMap<unsigned, size_t> Index;
  for (const MachineLine &Line : Lines) {
    const unsigned Place = Numbers.of(Line.At);
    // None is a number that no DenseMap may have.
    auto [Found, IsNew] = Index.try_emplace(Place + 1, Result.size());
    if (IsNew)
      Result.push_back({Place});
    PlacedCode &Into = Result[Found->second];
    for (unsigned C = 0; C != NumInstructionClasses; ++C)
      Into.Issued[C] += Line.Issued[C];
    Into.Bytes += Line.Bytes;
  }
  return Result;
}

void countMachineCode(KernelModel &Model,
                      llvm::ArrayRef<const llvm::BasicBlock *> Origins,
                      const JoinedCode &Code, IrLines &Lines) {
  llvm::DenseSet<const llvm::BasicBlock *> Seen;
  for (BasicBlock &Block : Model.Blocks) {
    const llvm::BasicBlock *From = Origins[Block.Id];
    const auto Found = Code.Issued.find(From);
    const bool First = Seen.insert(From).second;
    count(Block, First && Found != Code.Issued.end() ? Found->second
                                                     : InstructionCounts{});
    if (auto Here = Code.Lines.find(From); First && Here != Code.Lines.end())
      Block.Machine = placed(Here->second, Lines);
    Block.Operations = First ? Code.Operations.lookup(From) : FloatOperations();
    if (auto Here = Code.Steps.find(From); First && Here != Code.Steps.end())
      Block.Waits = Here->second;
    if (auto Here = Code.Spills.find(From); First && Here != Code.Spills.end())
      Block.Spills = Here->second;
  }
  if (Code.Bounded)
    Model.Reasons.push_back(
        llvm::formatv("{0} of {1} machine instructions stand in blocks that no "
                      "block of the IR became; they run at most as often as "
                      "they are counted",
                      Code.Bounded, Code.Instructions)
            .str());
  if (Code.Repeated)
    Model.Reasons.push_back(
        llvm::formatv("{0} of {1} machine instructions stand in loops that the "
                      "compiler makes of one operation; they are counted once, "
                      "however often these go round",
                      Code.Repeated, Code.Instructions)
            .str());
}

} // namespace kernelcast
