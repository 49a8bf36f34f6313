//===- IrPlaces.cpp - Where in the source an instruction stands -----------===//

#include "analysis/lowering/IrPlaces.h"
#include "analysis/support/PreludeRoot.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace kernelcast {

IrPlaces::IrPlaces(const KernelModel &Source) : Source(Source) {
  for (const MemoryAccess &Access : Source.Accesses) {
    const Said Here{Access.Location, Access.Range, Access.Text};
    Accesses.insert({Access.Location, Here});
    if (Access.Kind == AccessKind::Store)
      Assigned.insert(
          {{Access.Location.File, Access.Range.EndLine, Access.Range.EndColumn},
           Here});
  }
  for (const BasicBlock &Block : Source.Blocks)
    if (Block.Condition)
      Conditions.insert({Block.ConditionLocation,
                         {Block.ConditionLocation, Block.ConditionRange,
                          Block.ConditionText}});
}

/// The file as the source's model names it.
std::string IrPlaces::fileOf(const DILocation &At) const {
  const StringRef Name = At.getFilename();
  if (Name == Source.Location.File || sys::path::is_absolute(Name))
    return Name.str();
  SmallString<256> Full(At.getDirectory());
  sys::path::append(Full, Name);
  return Full == Source.Location.File ||
                 sys::path::is_absolute(Source.Location.File)
             ? Full.str().str()
             : Name.str();
}

/// What stands before the assignment's \p Operator, or one blank before it: the
/// IR has a store there, the source's model where the assigned text begins.
const IrPlaces::Said *
IrPlaces::assignedBefore(const SourceSpot &Operator) const {
  for (unsigned Blanks : {0, 1})
    if (auto Found = Assigned.find(
            {Operator.File, Operator.Line, Operator.Column - Blanks});
        Operator.Column > Blanks && Found != Assigned.end())
      return &Found->second;
  return nullptr;
}

/// "f() at 12:3" of each call around \p At, the innermost first.
static std::string calleesOf(const DILocation &At) {
  constexpr unsigned MostCalls = 64;
  std::string Calls;
  const DILocation *Inner = &At;
  for (unsigned I = 0; I < MostCalls && Inner->getInlinedAt(); ++I) {
    const DILocation *Outer = Inner->getInlinedAt();
    const DISubprogram *Callee = Inner->getScope()->getSubprogram();
    Calls += (Calls.empty() ? "" : ", ") +
             (Callee ? Callee->getName().str() : std::string()) + "() at " +
             std::to_string(Outer->getLine()) + ":" +
             std::to_string(Outer->getColumn());
    Inner = Outer;
  }
  return Calls;
}

/// Whether \p File is the tool's own, or one of those of Clang that say what
/// threadIdx is.
static bool isOwnHeader(StringRef File) {
  return isPrelude(File) || sys::path::filename(File).starts_with("__clang_");
}

/// The innermost place around \p At that the user has written, or null.
const DILocation *IrPlaces::userPlace(const DILocation *At) const {
  while (At && At->getInlinedAt() && isOwnHeader(fileOf(*At)))
    At = At->getInlinedAt();
  return At && At->getLine() != 0 ? At : nullptr;
}

CodePlace IrPlaces::codePlace(const DILocation *At) const {
  At = userPlace(At);
  if (!At || isOwnHeader(fileOf(*At)))
    return {};
  return {fileOf(*At), At->getLine(), calleesOf(*At)};
}

unsigned IrLines::of(const DILocation *At) {
  if (!At)
    return None;
  auto [Found, IsNew] = Known.try_emplace(At, None);
  if (IsNew)
    Found->second = Numbers.of(Places.codePlace(At));
  return Found->second;
}

IrPlace IrPlaces::of(const llvm::Instruction &I) const {
  const DILocation *At = userPlace(I.getDebugLoc().get());
  if (!At)
    return {};
  IrPlace Place;
  Place.Location = {fileOf(*At), At->getLine(), At->getColumn()};
  Place.Callees = calleesOf(*At);
  if (!I.mayReadOrWriteMemory())
    return Place;
  const Said *Here = nullptr;
  if (auto Found = Accesses.find(Place.Location); Found != Accesses.end())
    Here = &Found->second;
  else if (I.mayWriteToMemory())
    Here = assignedBefore(Place.Location);
  if (Here) {
    Place.Location = Here->Location;
    Place.Range = Here->Range;
    Place.Text = Here->Text;
  }
  return Place;
}

IrPlace IrPlaces::ofCondition(const llvm::Instruction &Branch,
                              const Value &Condition) const {
  IrPlace Place;
  if (const auto *Made = dyn_cast<llvm::Instruction>(&Condition))
    Place = of(*Made);
  if (!Place.Location.isValid())
    Place = of(Branch);
  Place.Range = {};
  Place.Text.clear();
  if (auto Found = Conditions.find(Place.Location); Found != Conditions.end()) {
    Place.Range = Found->second.Range;
    Place.Text = Found->second.Text;
  }
  return Place;
}

} // namespace kernelcast
