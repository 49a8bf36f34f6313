//===- PointerPromises.cpp - const and __restrict__ for a pointer ---------===//

#include "analysis/changes/PointerPromises.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TypeLoc.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// Whether \p Kernel has another declaration, which would have to change, too.
static bool isDeclaredTwice(const clang::FunctionDecl *Kernel) {
  if (const clang::FunctionTemplateDecl *Template =
          Kernel->getPrimaryTemplate())
    return Template->getPreviousDecl() ||
           Template->getMostRecentDecl() != Template;
  return Kernel->getPreviousDecl() || Kernel->getMostRecentDecl() != Kernel;
}

/// Adds the words that \p Parameter lacks.
static void addText(SourceChange &Change, const clang::ParmVarDecl *Parameter,
                    const SourceText &Source, Language Lang) {
  // The word before a macro that has the type is none of the macro's.
  const clang::SourceLocation Begin =
      Source.beforeMacro(Parameter->getBeginLoc());
  const clang::SourceLocation Name = Parameter->getLocation();
  const clang::TypeSourceInfo *Written = Parameter->getTypeSourceInfo();
  const clang::PointerTypeLoc Pointer =
      Written ? Written->getTypeLoc()
                    .getUnqualifiedLoc()
                    .getAs<clang::PointerTypeLoc>()
              : clang::PointerTypeLoc();
  const clang::TypeLoc Pointee =
      Pointer ? Pointer.getPointeeLoc().getUnqualifiedLoc() : clang::TypeLoc();
  if (!Pointer || Pointee.getAs<clang::PointerTypeLoc>() ||
      Pointee.getAs<clang::ArrayTypeLoc>() ||
      Pointee.getAs<clang::ParenTypeLoc>())
    return Change.hinder(ChangeObstacle::NotSpelledOut, Source.spot(Name));
  for (clang::SourceLocation At : {Begin, Pointer.getStarLoc(), Name})
    Change.hinder(Source.obstacleAt(At), Source.spot(At));
  const TextRange First = Source.insertion(Begin);
  const TextRange Star =
      Source.insertion(Pointer.getStarLoc(), /*Behind=*/true);
  if (!First.isValid() || !Star.isValid())
    return;
  Change.File = Source.spot(Begin).File;
  if (!Parameter->getType()->getPointeeType().isConstQualified())
    Change.Replacements.push_back({First, "const "});
  const std::string Word =
      Lang == Language::OpenCL ? "restrict" : "__restrict__";
  if (!Parameter->getType().isRestrictQualified())
    Change.Replacements.push_back(
        {Star, Source.isBlank(Pointer.getStarLoc().getLocWithOffset(1))
                   ? " " + Word
                   : Word + " "});
}

/// Whether \p Access changes memory that pointers of the host may lead to.
static bool writesGlobally(const MemoryAccess &Access) {
  return Access.Kind != AccessKind::Load &&
         Access.Space != MemorySpace::Shared &&
         Access.Space != MemorySpace::Local;
}

/// What the launches say of writing through parameter \p Written (None: to a
/// variable) while \p Read is read through.
static void checkLaunches(SourceChange &Change, const KernelModel &Model,
                          unsigned Read, unsigned Written) {
  for (const LaunchSite &Launch : Model.Launches) {
    auto allocation = [&](unsigned Parameter) -> std::optional<unsigned> {
      if (Parameter < Launch.Allocations.size())
        return Launch.Allocations[Parameter];
      return std::nullopt;
    };
    const auto Of = allocation(Read);
    const bool Apart =
        Of &&
        (Written == None || (allocation(Written) && allocation(Written) != Of));
    if (!Apart)
      Change.hinder(ChangeObstacle::MayOverlap, Launch.Location);
  }
}

static void checkWrites(SourceChange &Change, const KernelModel &Model,
                        unsigned Read) {
  for (const BasicBlock &Block : Model.Blocks)
    for (const Effect &Step : Block.Effects)
      if (Step.Kind == EffectKind::Call)
        Change.hinder(ChangeObstacle::MayBeWritten, Step.Location);
  DenseSet<ArrayId> Seen;
  for (const MemoryAccess &Access : Model.Accesses) {
    if (!writesGlobally(Access) || !Seen.insert(Access.Array + 1).second)
      continue; // the set keeps the largest number, None, for itself
    const ArrayInfo *Array =
        Access.Array == None ? nullptr : &Model.Arrays[Access.Array];
    if (!Array || Array->Parameter == Read)
      Change.hinder(ChangeObstacle::MayBeWritten, Access.Location);
    else if (Array->Parameter != None &&
             !Model.Parameters[Array->Parameter].Pointer)
      Change.hinder(ChangeObstacle::MayOverlap, Access.Location);
    else
      checkLaunches(Change, Model, Read, Array->Parameter);
  }
}

void kernelcast::checkOnlyRead(SourceChange &Change,
                               const clang::ParmVarDecl *Parameter,
                               const ReachedCode &Code,
                               const SourceText &Source,
                               const KernelModel &Model) {
  for (const VariableUse &Use : Code.uses(Parameter)) {
    const SourceSpot At = Source.spot(Use.Name->getLocation());
    if (Use.Kind == UseKind::Whole || Use.Kind == UseKind::Size)
      Change.hinder(ChangeObstacle::UsedAsWhole, At);
    else if (Use.Kind == UseKind::Written || Use.Kind == UseKind::Updated)
      Change.hinder(ChangeObstacle::MayBeWritten, At);
  }
  if (Code.isCut() || Model.Status != ModelStatus::Modelled)
    Change.hinder(ChangeObstacle::NotModelled, Model.Location);
  // The promise has been made: who breaks it has undefined behaviour.
  if (Parameter->getType().isRestrictQualified())
    return;
  if (Model.Launches.empty() || Model.LaunchesLeftOut ||
      Model.MayBeLaunchedUnseen)
    Change.hinder(ChangeObstacle::NoLaunch, Model.Location);
  checkWrites(Change, Model, Parameter->getFunctionScopeIndex());
}

void kernelcast::findPointerPromises(const ReachedCode &Code,
                                     const SourceText &Source,
                                     KernelModel &Model) {
  const clang::FunctionDecl *Kernel = Code.functions().front();
  for (const auto &[Number, Parameter] : enumerate(Kernel->parameters())) {
    const clang::QualType Type = Parameter->getType();
    if (!Type->isPointerType() || Number >= Model.Parameters.size() ||
        Type->getPointeeType().isVolatileQualified() ||
        (Type->getPointeeType().isConstQualified() &&
         Type.isRestrictQualified()))
      continue;
    const ParameterInfo &Info = Model.Parameters[Number];
    if (Info.Array == None ||
        Model.Arrays[Info.Array].Space != MemorySpace::Global)
      continue;
    const ArrayRef<VariableUse> Uses = Code.uses(Parameter);
    auto is = [](UseKind Kind) {
      return [Kind](const VariableUse &Use) { return Use.Kind == Kind; };
    };
    if (none_of(Uses, is(UseKind::Read)) ||
        any_of(Uses, is(UseKind::Written)) ||
        any_of(Uses, is(UseKind::Updated)))
      continue;
    PointerPromise Found;
    Found.Parameter = static_cast<unsigned>(Number);
    SourceChange &Change = Found.Change;
    addText(Change, Parameter, Source, Model.Lang);
    if (isDeclaredTwice(Kernel))
      Change.hinder(ChangeObstacle::DeclaredTwice, Model.Location);
    checkOnlyRead(Change, Parameter, Code, Source, Model);
    Model.PointerPromises.push_back(std::move(Found));
  }
}
