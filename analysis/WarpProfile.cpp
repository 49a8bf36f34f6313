//===- WarpProfile.cpp - The names of a profile's parts -------------------===//

#include "analysis/WarpProfile.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(AccessClass Class) {
  constexpr StringLiteral Names[] = {"continuous", "constant", "interval",
                                     "identical", "complex"};
  return Names[static_cast<unsigned>(Class)];
}

StringRef kernelcast::name(RegisterSource Source) {
  constexpr StringLiteral Names[] = {"option", "ptxas", "sass",
                                     "ast",    "ir",    "ir"};
  return Names[static_cast<unsigned>(Source)];
}

StringRef kernelcast::name(InstructionSource Source) {
  constexpr StringLiteral Names[] = {"ast", "ir", "sass"};
  return Names[static_cast<unsigned>(Source)];
}

double WarpProfile::executionsOf(const BasicBlock &Block,
                                 const Instruction &I) const {
  const double OfBlock = Blocks[Block.Id].WarpExecutions.Value;
  if (I.Effect == None || Block.Effects[I.Effect].Kind != EffectKind::Access)
    return OfBlock;
  const AccessId Id = Block.Effects[I.Effect].Access;
  return std::min(OfBlock, Accesses[Id].WarpExecutions.Value);
}

const BranchFacts *WarpProfile::branchAt(BlockId Block) const {
  auto Found = find_if(
      Branches, [&](const BranchFacts &Facts) { return Facts.Block == Block; });
  return Found == Branches.end() ? nullptr : &*Found;
}
