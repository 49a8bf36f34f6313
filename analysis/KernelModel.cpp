//===- KernelModel.cpp - Names and small questions of the model -----------===//

#include "analysis/KernelModel.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(MemorySpace Space) {
  constexpr StringLiteral Names[] = {"global", "shared", "constant", "texture",
                                     "local"};
  return Names[static_cast<unsigned>(Space)];
}

StringRef kernelcast::name(AccessKind Kind) {
  constexpr StringLiteral Names[] = {"load", "store", "atomic"};
  return Names[static_cast<unsigned>(Kind)];
}

StringRef kernelcast::name(InstructionClass Class) {
  constexpr StringLiteral Names[NumInstructionClasses] = {
      "fp32",         "fp64",        "int",          "sfu",    "load_global",
      "store_global", "load_shared", "store_shared", "atomic", "barrier",
      "branch",       "conversion",  "other"};
  return Names[static_cast<unsigned>(Class)];
}

StringRef kernelcast::name(LaunchSource Source) {
  constexpr StringLiteral Names[] = {"option", "host-code", "attribute",
                                     "assumed"};
  return Names[static_cast<unsigned>(Source)];
}

StringRef kernelcast::name(ModelStatus Status) {
  constexpr StringLiteral Names[] = {"modelled", "partial", "not-modelled"};
  return Names[static_cast<unsigned>(Status)];
}

void KernelModel::lacks(std::string Why, const SourceSpot &Where) {
  constexpr size_t MostReasons = 32;
  if (Status == ModelStatus::Modelled)
    Status = ModelStatus::Partial;
  if (Where.isValid()) {
    Why += " at ";
    if (Where.File != Location.File)
      Why += (sys::path::filename(Where.File) + ":").str();
    Why += std::to_string(Where.Line) + ":" + std::to_string(Where.Column);
  }
  if (Reasons.size() < MostReasons && !is_contained(Reasons, Why))
    Reasons.push_back(std::move(Why));
}

SourceChange ArrayPadding::by(unsigned Elements) const {
  SourceChange Change;
  Change.Obstacle = Obstacle;
  Change.ObstacleAt = ObstacleAt;
  if (!Begin.isValid() || !End.isValid())
    return Change;
  Change.File = File;
  const std::string More = " + " + std::to_string(Elements);
  if (Parenthesize)
    Change.Replacements.push_back({Begin, "("});
  Change.Replacements.push_back({End, (Parenthesize ? ")" : "") + More});
  return Change;
}

/// Whether \p Address is made of constants and an array's base alone. The first
/// other leaf ends the search: an index that an access depends on, such as one
/// into a cipher's tables, may hold all that was computed before.
static bool isFixedPlace(const Expr *Address) {
  SmallPtrSet<const Expr *, 16> Seen = {Address};
  SmallVector<const Expr *, 16> Open = {Address};
  while (!Open.empty()) {
    const Expr *E = Open.pop_back_val();
    if (E->isLeaf() && E->op() != Op::Base && !E->isConstant())
      return false;
    for (const Expr *Operand : E->operands())
      if (Seen.insert(Operand).second)
        Open.push_back(Operand);
  }
  return true;
}

AccessPath kernelcast::pathOf(const MemoryAccess &A) {
  if (A.Repeats != None)
    return AccessPath::Operand;
  if (A.Space == MemorySpace::Shared)
    return AccessPath::OnChip;
  if (A.Space != MemorySpace::Constant)
    return AccessPath::Memory;
  return A.Address && isFixedPlace(A.Address) ? AccessPath::Operand
                                              : AccessPath::OnChip;
}
