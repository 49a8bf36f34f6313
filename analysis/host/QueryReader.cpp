//===- QueryReader.cpp - Queries of the device in host code ---------------===//

#include "analysis/host/QueryReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;

/// The number of the argument that is \p P or its address; -1 if none is.
static int position(const clang::CallExpr *Call, const Place &P,
                    const clang::ASTContext &Context) {
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const clang::Expr *E = Call->getArg(I)->IgnoreParenCasts();
    if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
        U && U->getOpcode() == clang::UO_AddrOf)
      E = U->getSubExpr();
    std::optional<Place> T = placeOf(E, Context);
    if (T && T->Variable == P.Variable && T->Steps == P.Steps)
      return static_cast<int>(I);
  }
  return -1;
}

/// The function that \p E names, perhaps cast to a pointer.
static const clang::FunctionDecl *functionIn(const clang::Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E);
      U && U->getOpcode() == clang::UO_AddrOf)
    E = U->getSubExpr()->IgnoreParenCasts();
  const auto *Reference = dyn_cast<clang::DeclRefExpr>(E);
  return Reference ? dyn_cast<clang::FunctionDecl>(Reference->getDecl())
                   : nullptr;
}

std::optional<DeviceQuery>
kernelcast::host::queryBy(const clang::CallExpr *Call, const Place &P,
                          HostValues &Values, const Frame *F) {
  const clang::FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return std::nullopt;
  int At = position(Call, P, Values.context());
  if (At < 0)
    return std::nullopt;
  auto Argument = [&](unsigned I) {
    return I < Call->getNumArgs() ? Values.integer(Call->getArg(I), F)
                                  : nullptr;
  };
  auto About = [&](unsigned I) -> const void * {
    const clang::FunctionDecl *Kernel =
        I < Call->getNumArgs() ? functionIn(Call->getArg(I)) : nullptr;
    return Kernel ? Kernel->getCanonicalDecl() : nullptr;
  };
  StringRef Name = Callee->getName();
  if (Name == "cudaDeviceGetAttribute" || Name == "cuDeviceGetAttribute") {
    if (At != 0 || Call->getNumArgs() < 2)
      return std::nullopt;
    const auto *Which =
        dyn_cast<clang::DeclRefExpr>(Call->getArg(1)->IgnoreParenImpCasts());
    std::optional<DeviceNumber> Number =
        Which ? deviceAttribute(Which->getDecl()->getName()) : std::nullopt;
    return Number ? std::optional(DeviceQuery{*Number}) : std::nullopt;
  }
  if (StringSwitch<bool>(Name)
          .Case("cudaOccupancyMaxActiveBlocksPerMultiprocessor", true)
          .Case("cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", true)
          .Default(false)) {
    DeviceQuery Query{DeviceNumber::ResidentBlocks, Argument(2), Argument(3),
                      About(1)};
    return At == 0 && Query.Kernel && Query.Threads && Query.DynamicShared
               ? std::optional(Query)
               : std::nullopt;
  }
  if (Name == "cudaOccupancyMaxPotentialBlockSize") {
    DeviceQuery Query{At == 0 ? DeviceNumber::BestGrid
                              : DeviceNumber::BestBlock,
                      Argument(4), Argument(3), About(2)};
    return At <= 1 && Query.Kernel ? std::optional(Query) : std::nullopt;
  }
  return std::nullopt;
}

bool kernelcast::host::asksDevice(const HostFacts &Facts) {
  return any_of(Facts.Calls, [](const auto &Called) {
    const clang::IdentifierInfo *Identifier = Called.first->getIdentifier();
    StringRef Name = Identifier ? Identifier->getName() : StringRef();
    return Name.starts_with("cudaGetDeviceProperties") ||
           Name.starts_with("cudaOccupancy") ||
           Name == "cudaDeviceGetAttribute" || Name == "cuDeviceGetAttribute";
  });
}
