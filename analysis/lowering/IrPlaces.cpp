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
    if (Access.Kind == AccessKind::Load)
      Loaded.insert(Access.Location);
    if (Access.Kind == AccessKind::Store)
      Assigned.insert(
          {{Access.Location.File, Access.Range.EndLine, Access.Range.EndColumn},
           Here});
  }
  for (const BasicBlock &Block : Source.Blocks)
    if (Block.Condition) {
      const Said Here{Block.ConditionLocation, Block.ConditionRange,
                      Block.ConditionText};
      Conditions.insert({Block.ConditionLocation, Here});
      Begun.insert({{Block.ConditionLocation.File, Block.ConditionRange.Line,
                     Block.ConditionRange.Column},
                    Here});
    }
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
  else
    Here = assignedBefore(Place.Location);
  // What `a[i] += x` loads is there, too; what `a[i] = b[i]` loads is not.
  if (Here && !I.mayWriteToMemory() && !Loaded.count(Here->Location))
    Here = nullptr;
  if (Here) {
    Place.Location = Here->Location;
    Place.Range = Here->Range;
    Place.Text = Here->Text;
  }
  return Place;
}

/// The condition of a branch at \p Branch: the IR has an `if` where its
/// condition's text begins, and a loop where the statement does.
const IrPlaces::Said *IrPlaces::conditionAt(const SourceSpot &Branch) const {
  const auto Next = Begun.lower_bound(Branch);
  return Branch.isValid() && Next != Begun.end() &&
                 Next->first.File == Branch.File &&
                 Next->first.Line == Branch.Line
             ? &Next->second
             : nullptr;
}

/// A comparison that several branches use has the place of one of them: where
/// the branch says which it is, that is what counts.
IrPlace IrPlaces::ofCondition(const llvm::Instruction &Branch,
                              const Value &Condition) const {
  IrPlace Place = of(Branch);
  const Said *Here = conditionAt(Place.Location);
  if (!Here)
    if (const auto *Made = dyn_cast<llvm::Instruction>(&Condition)) {
      if (IrPlace Tested = of(*Made); Tested.Location.isValid())
        Place = std::move(Tested);
      if (auto Found = Conditions.find(Place.Location);
          Found != Conditions.end())
        Here = &Found->second;
    }
  Place.Range = {};
  Place.Text.clear();
  if (Here) {
    Place.Location = Here->Location;
    Place.Range = Here->Range;
    Place.Text = Here->Text;
  }
  return Place;
}

} // namespace kernelcast
