//===- LaunchSite.cpp - What one launch is given --------------------------===//

#include "analysis/host/LaunchSite.h"
#include "analysis/frontend/KernelDiscovery.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

LaunchParts kernelcast::host::launchParts(const Launch &L) {
  LaunchParts P;
  auto Argument = [](const clang::CallExpr *C, unsigned I) {
    return C && I < C->getNumArgs() ? C->getArg(I) : nullptr;
  };
  switch (L.Form) {
  case LaunchForm::Chevrons: {
    const clang::CallExpr *Config =
        cast<clang::CUDAKernelCallExpr>(L.Call)->getConfig();
    P.Kernel = L.Call->getCallee();
    P.Grid = Argument(Config, 0);
    P.Block = Argument(Config, 1);
    P.Shared = Argument(Config, 2);
    P.Stream = Argument(Config, 3);
    break;
  }
  case LaunchForm::Function:
    P.Kernel = L.Call->getArg(0);
    P.Grid = L.Call->getArg(1);
    P.Block = L.Call->getArg(2);
    P.Arguments = L.Call->getArg(3);
    P.Shared = Argument(L.Call, 4);
    P.Stream = Argument(L.Call, 5);
    break;
  case LaunchForm::ConfiguredList:
    P.Arguments = L.Call->getArg(2);
    [[fallthrough]];
  case LaunchForm::Configured:
    P.Configuration = L.Call->getArg(0);
    P.Kernel = L.Call->getArg(1);
    P.FirstArgument = 2;
    break;
  }
  return P;
}

const clang::Expr *kernelcast::host::launchArgument(const Launch &L,
                                                    unsigned I) {
  const LaunchParts Parts = launchParts(L);
  if (!Parts.Arguments) {
    const unsigned At = Parts.FirstArgument + I;
    return At < L.Call->getNumArgs() ? L.Call->getArg(At) : nullptr;
  }
  // void *args[] = {&a, &n};
  const auto *R =
      dyn_cast<clang::DeclRefExpr>(Parts.Arguments->IgnoreParenCasts());
  const auto *V = R ? dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
  const clang::Expr *Init = V ? V->getInit() : nullptr;
  const auto *List = dyn_cast_or_null<clang::InitListExpr>(
      Init ? Init->IgnoreParenCasts() : nullptr);
  if (!List || I >= List->getNumInits())
    return nullptr;
  const auto *Address =
      dyn_cast<clang::UnaryOperator>(List->getInit(I)->IgnoreParenCasts());
  return Address && Address->getOpcode() == clang::UO_AddrOf
             ? Address->getSubExpr()
             : nullptr;
}

SourceSpot kernelcast::host::spotOf(const clang::Stmt *S,
                                    const clang::ASTContext &Context) {
  return sourceSpot(S->getBeginLoc(), Context.getSourceManager());
}

std::string kernelcast::host::sourceText(const clang::Expr *E,
                                         const clang::ASTContext &Context) {
  const clang::SourceManager &Sources = Context.getSourceManager();
  // What is written in a macro's argument, else the macro.
  clang::CharSourceRange Range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(E->getSourceRange()), Sources,
      Context.getLangOpts());
  if (Range.isInvalid())
    Range = Sources.getExpansionRange(E->getSourceRange());
  StringRef Written =
      clang::Lexer::getSourceText(Range, Sources, Context.getLangOpts());
  std::string Text;
  for (char C : Written.take_front(400))
    if (!isSpace(C))
      Text += C;
    else if (!Text.empty() && Text.back() != ' ')
      Text += ' ';
  return Text.size() > 60 ? Text.substr(0, 57) + "..." : Text;
}

namespace {

class Reader {
public:
  Reader(const clang::FunctionDecl *Kernel, const Frame *F, HostValues &Values,
         const HostFacts &Facts, Allocations &Memory, ExpressionPool &Pool)
      : Kernel(Kernel), F(F), Values(Values), Facts(Facts), Memory(Memory),
        Pool(Pool) {}

  LaunchSite read(const Launch &L);

private:
  void shape(std::array<const k::Expr *, 3> &Size, const clang::Expr *E,
             clang::QualType Type, ArrayRef<PathStep> Steps);
  void configuration(LaunchSite &Site, const clang::Expr *Pointer);
  const k::Expr *argument(const clang::Expr *E, const clang::ParmVarDecl *P);
  void arguments(LaunchSite &Site, const Launch &L);
  /// The link of the chain that \p Function is, or \p Function on its own.
  const Frame *frameOf(const FunctionFacts *Function) {
    for (const Frame *Link = F; Link; Link = Link->Caller)
      if (Link->Facts == Function)
        return Link;
    return Values.frame(Function);
  }

  const clang::FunctionDecl *Kernel;
  const Frame *F;
  HostValues &Values;
  const HostFacts &Facts;
  Allocations &Memory;
  ExpressionPool &Pool;
};

} // namespace

/// The dim3 that is the part \p Steps, of type \p Type, of \p E, member by
/// member.
void Reader::shape(std::array<const k::Expr *, 3> &Size, const clang::Expr *E,
                   clang::QualType Type, ArrayRef<PathStep> Steps) {
  const auto *Record = Type->getAsCXXRecordDecl();
  if (!Record || !Record->getDefinition())
    return;
  ScalarType Unsigned = ScalarType::integer(32, false);
  for (const clang::FieldDecl *Field : Record->getDefinition()->fields()) {
    StringRef Name = Field->getName();
    if (Name != "x" && Name != "y" && Name != "z")
      continue;
    Path Whole(Steps.begin(), Steps.end());
    Whole.push_back({Field, 0});
    const k::Expr *V = Values.part(E, Whole, F);
    Size[Name[0] - 'x'] =
        V && !V->type().Float ? Pool.cast(V, Unsigned) : nullptr;
  }
}

/// What the cudaLaunchConfig_t behind \p Pointer says.
void Reader::configuration(LaunchSite &Site, const clang::Expr *Pointer) {
  const auto *Record = Pointer->getType()->getPointeeCXXRecordDecl();
  if (!Record || !Record->getDefinition())
    return;
  for (const clang::FieldDecl *Field : Record->getDefinition()->fields()) {
    PathStep Steps[] = {{nullptr, 0}, {Field, 0}};
    if (Field->getName() == "gridDim")
      shape(Site.Grid, Pointer, Field->getType(), Steps);
    else if (Field->getName() == "blockDim")
      shape(Site.Block, Pointer, Field->getType(), Steps);
    else if (Field->getName() == "dynamicSmemBytes")
      Site.DynamicShared = Values.part(Pointer, Steps, F);
  }
}

const k::Expr *Reader::argument(const clang::Expr *E,
                                const clang::ParmVarDecl *P) {
  std::optional<ScalarType> Type = scalarType(P->getType(), Facts.Context);
  if (!Type)
    return nullptr;
  const k::Expr *V = Values.value(E, F);
  if (!V)
    return nullptr;
  if (Type->Float) {
    if (V->isIntegerConstant())
      V = Pool.floatConstant(static_cast<double>(V->value()), Type->Bits);
    return V->isConstant() ? V : Pool.cast(V, *Type);
  }
  return V->type().Float ? nullptr : Pool.cast(V, *Type);
}

void Reader::arguments(LaunchSite &Site, const Launch &L) {
  Site.Arguments.assign(Kernel->getNumParams(), nullptr);
  Site.Allocations.assign(Kernel->getNumParams(), std::nullopt);
  Site.AllocationBytes.assign(Kernel->getNumParams(), nullptr);
  Site.Null.assign(Kernel->getNumParams(), false);
  const bool Listed = launchParts(L).Arguments != nullptr;
  for (unsigned I = 0; I < Kernel->getNumParams(); ++I) {
    const clang::Expr *Given = launchArgument(L, I);
    if (!Given)
      continue;
    if (const std::optional<Allocation> Found = Memory.of(Given, F)) {
      Site.Allocations[I] = Found->Number;
      if (Found->Bytes)
        Site.AllocationBytes[I] =
            Values.integer(Found->Bytes, frameOf(Found->In));
    }
    Site.Null[I] = Kernel->getParamDecl(I)->getType()->isPointerType() &&
                   Memory.isNull(Given, F);
    if (!Listed) {
      Site.Arguments[I] = argument(Given, Kernel->getParamDecl(I));
      continue;
    }
    std::optional<Place> P = placeOf(Given, Facts.Context);
    std::optional<ScalarType> Type =
        scalarType(Kernel->getParamDecl(I)->getType(), Facts.Context);
    if (!P || !Type)
      continue;
    // The value at the launch, not where the address was taken.
    const k::Expr *A = Values.before(*P, L.Call, F);
    if (A && A->type() == *Type)
      Site.Arguments[I] = A;
  }
}

LaunchSite Reader::read(const Launch &L) {
  LaunchSite Site;
  Site.Location =
      sourceSpot(L.Call->getBeginLoc(), Facts.Context.getSourceManager(),
                 /*AsLineDirectivesSay=*/true);
  LaunchParts P = launchParts(L);
  auto Explain = [&](const char *What, const clang::Expr *E) {
    if (!Site.Note.empty())
      Site.Note += "; ";
    Site.Note += std::string(What) + " cannot be followed: " +
                 (E ? sourceText(E, Facts.Context) : std::string("not given"));
  };
  if (P.Configuration)
    configuration(Site, P.Configuration);
  if (P.Grid)
    shape(Site.Grid, P.Grid, P.Grid->getType(), {});
  if (P.Block)
    shape(Site.Block, P.Block, P.Block->getType(), {});
  if (is_contained(Site.Grid, nullptr))
    Explain("grid", P.Configuration ? P.Configuration : P.Grid);
  if (is_contained(Site.Block, nullptr))
    Explain("block", P.Configuration ? P.Configuration : P.Block);
  if (P.Configuration) {
    if (!Site.DynamicShared)
      Explain("dynamic shared memory", P.Configuration);
  } else if (!P.Shared || isa<clang::CXXDefaultArgExpr>(P.Shared)) {
    Site.DynamicShared = Pool.constant(0, ScalarType::integer(64, false));
  } else {
    Site.DynamicShared = Values.value(P.Shared, F);
    if (!Site.DynamicShared)
      Explain("dynamic shared memory", P.Shared);
  }
  arguments(Site, L);
  for (unsigned I = 0; I < Site.Arguments.size(); ++I) {
    std::optional<ScalarType> Type =
        scalarType(Kernel->getParamDecl(I)->getType(), Facts.Context);
    if (Type && !Type->Float && !Site.Arguments[I]) {
      if (!Site.Note.empty())
        Site.Note += "; ";
      Site.Note += "argument " + Kernel->getParamDecl(I)->getNameAsString() +
                   " cannot be followed";
    }
  }
  return Site;
}

LaunchSite kernelcast::host::launchSite(const Launch &L,
                                        const clang::FunctionDecl *Kernel,
                                        const Frame *F, HostValues &Values,
                                        const HostFacts &Facts,
                                        Allocations &Memory,
                                        ExpressionPool &Pool) {
  return Reader(Kernel, F, Values, Facts, Memory, Pool).read(L);
}
