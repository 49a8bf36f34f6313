//===- MemoryOrigins.cpp - Which memory host pointers point to ------------===//

#include "analysis/host/MemoryOrigins.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;

/// The variable or member that \p E is a part of or points into.
static const clang::ValueDecl *rootOf(const clang::Expr *E) {
  for (unsigned I = 0; E && I < 32; ++I) {
    E = E->IgnoreParenCasts();
    if (const auto *R = dyn_cast<clang::DeclRefExpr>(E))
      return R->getDecl();
    if (const auto *M = dyn_cast<clang::MemberExpr>(E))
      return M->getMemberDecl();
    if (const auto *U = dyn_cast<clang::UnaryOperator>(E)) {
      E = U->getSubExpr();
    } else if (const auto *A = dyn_cast<clang::ArraySubscriptExpr>(E)) {
      E = A->getBase();
    } else if (const auto *B = dyn_cast<clang::BinaryOperator>(E)) {
      E = B->getLHS()->getType()->isPointerType() ? B->getLHS() : B->getRHS();
    } else if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(E)) {
      E = O->getNumArgs() > 0 ? O->getArg(0) : nullptr;
    } else if (const auto *T = dyn_cast<clang::MaterializeTemporaryExpr>(E)) {
      E = T->getSubExpr();
    } else if (const auto *W = dyn_cast<clang::FullExpr>(E)) {
      E = W->getSubExpr();
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

MemoryOrigins::MemoryOrigins(HostFacts &Facts) : Facts(Facts) {
  // Sorted, so that the kind of a variable does not depend on addresses.
  std::vector<std::tuple<unsigned, const CallSite *, MemoryKind>> Found;
  for (const auto &[Callee, Sites] : Facts.Calls) {
    if (!Callee->getIdentifier())
      continue;
    MemoryKind Kind =
        StringSwitch<MemoryKind>(Callee->getName())
            .Cases("cudaMallocHost", "cudaHostAlloc", "cudaHostRegister",
                   MemoryKind::Pinned)
            .Case("cudaMallocManaged", MemoryKind::Managed)
            .Cases("cudaMalloc", "cudaMallocAsync", "cudaMallocPitch",
                   "cudaGetSymbolAddress", MemoryKind::Device)
            .Default(MemoryKind::Unknown);
    if (Kind != MemoryKind::Unknown)
      for (const CallSite &Site : Sites)
        Found.emplace_back(Site.Call->getBeginLoc().getRawEncoding(), &Site,
                           Kind);
  }
  llvm::sort(Found, [](const auto &A, const auto &B) {
    return std::get<0>(A) < std::get<0>(B);
  });
  for (const auto &[Order, Site, Kind] : Found)
    note(argument(Site->Call, 0), Kind, 0);
}

/// Marks what \p Target, a pointer or the address of one, names; for the
/// parameter of a helper, what its callers pass.
void MemoryOrigins::note(const clang::Expr *Target, MemoryKind Kind,
                         unsigned Depth) {
  const clang::ValueDecl *D = Target ? rootOf(Target) : nullptr;
  if (!D || Depth > 4)
    return;
  const auto *P = dyn_cast<clang::ParmVarDecl>(D);
  const auto *Owner =
      P ? dyn_cast<clang::FunctionDecl>(P->getDeclContext()) : nullptr;
  Kinds.try_emplace(cast<clang::ValueDecl>(D->getCanonicalDecl()), Kind);
  // T **p, T *&p: the caller's variable.
  bool Outward = P && (P->getType()->isReferenceType() ||
                       (P->getType()->isPointerType() &&
                        P->getType()->getPointeeType()->isPointerType()));
  if (!Owner || !Outward)
    return;
  auto It = Facts.Calls.find(Owner->getCanonicalDecl());
  if (It != Facts.Calls.end())
    for (const CallSite &Site : It->second)
      note(argument(Site.Call, P->getFunctionScopeIndex()), Kind, Depth + 1);
}

static bool isHostAllocation(const clang::Expr *E) {
  if (isa<clang::CXXNewExpr, clang::StringLiteral>(E))
    return true;
  const auto *C = dyn_cast<clang::CallExpr>(E);
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->getIdentifier() &&
         StringSwitch<bool>(F->getName())
             .Cases("malloc", "calloc", "realloc", "aligned_alloc", true)
             .Cases("memalign", "_mm_malloc", "valloc", true)
             .Default(false);
}

MemoryKind MemoryOrigins::ofVariable(const clang::VarDecl *V, const Frame *F,
                                     unsigned Depth) {
  clang::QualType T = V->getType().getNonReferenceType();
  if (!T->isPointerType()) // an object or array of its own
    return MemoryKind::Pageable;
  auto Changes = F->Facts->Modified.find(V);
  if (V->getInit())
    if (MemoryKind M = memory(V->getInit(), F, Depth + 1);
        M != MemoryKind::Unknown)
      return M;
  auto OfAssignment = [&](const clang::Stmt *S, const Frame *In) {
    const auto *B = dyn_cast_or_null<clang::BinaryOperator>(S);
    return B && B->getOpcode() == clang::BO_Assign &&
                   B->getLHS()->getType()->isPointerType()
               ? memory(B->getRHS(), In, Depth + 1)
               : MemoryKind::Unknown;
  };
  if (Changes != F->Facts->Modified.end())
    for (const Modification &M : Changes->second)
      if (MemoryKind Kind = OfAssignment(M.Where, F);
          Kind != MemoryKind::Unknown)
        return Kind;
  return MemoryKind::Unknown;
}

MemoryKind MemoryOrigins::memory(const clang::Expr *E, const Frame *F,
                                 unsigned Depth) {
  if (!E || Depth > 12)
    return MemoryKind::Unknown;
  E = stripped(E)->IgnoreParenCasts();
  if (isHostAllocation(E))
    return MemoryKind::Pageable;
  if (const auto *C = dyn_cast<clang::ConditionalOperator>(E))
    return memory(C->getTrueExpr(), F, Depth + 1);
  if (const auto *M = dyn_cast<clang::CXXMemberCallExpr>(E)) {
    const clang::CXXMethodDecl *Method = M->getMethodDecl();
    const clang::CXXRecordDecl *Record = Method ? Method->getParent() : nullptr;
    // vector.data() and the like; unique_ptr.get() may hold anything.
    if (Record && Record->isInStdNamespace() && Method->getIdentifier() &&
        (Method->getName() == "data" || Method->getName() == "c_str"))
      return MemoryKind::Pageable;
  }
  if (const auto *C = dyn_cast<clang::CallExpr>(E);
      C && !isa<clang::CXXOperatorCallExpr>(C)) {
    const FunctionFacts *Body = Facts.of(C->getDirectCallee());
    if (!Body || !F || F->Depth > 8)
      return MemoryKind::Unknown;
    Frame Inner{Body, C, F, true, F->Depth + 1};
    for (const clang::Stmt *R : Body->Returns)
      if (MemoryKind M = memory(cast<clang::ReturnStmt>(R)->getRetValue(),
                                &Inner, Depth + 1);
          M != MemoryKind::Unknown)
        return M;
    return MemoryKind::Unknown;
  }
  const clang::ValueDecl *D = rootOf(E);
  if (!D)
    return MemoryKind::Unknown;
  if (auto It = Kinds.find(cast<clang::ValueDecl>(D->getCanonicalDecl()));
      It != Kinds.end())
    return It->second;
  if (const auto *P = dyn_cast<clang::ParmVarDecl>(D)) {
    if (F->Call && P->getDeclContext() == F->Facts->Function)
      return memory(argument(F->Call, P->getFunctionScopeIndex()), F->Caller,
                    Depth + 1);
    return P->getType()->isPointerType() || P->getType()->isReferenceType()
               ? MemoryKind::Unknown
               : MemoryKind::Pageable;
  }
  if (const auto *V = dyn_cast<clang::VarDecl>(D))
    if (MemoryKind M = ofVariable(V, F, Depth); M != MemoryKind::Unknown)
      return M;
  // Members and globals: any assignment in the file.
  auto Definitions =
      Facts.Definitions.find(cast<clang::ValueDecl>(D->getCanonicalDecl()));
  if (Definitions != Facts.Definitions.end())
    for (const Definition &Change :
         ArrayRef(Definitions->second).take_front(32)) {
      const auto *B =
          dyn_cast_or_null<clang::BinaryOperator>(Change.Change.Where);
      Frame There{Change.In, nullptr, nullptr, true, F->Depth + 1};
      if (B && B->getOpcode() == clang::BO_Assign)
        if (MemoryKind M = memory(B->getRHS(), &There, Depth + 1);
            M != MemoryKind::Unknown)
          return M;
    }
  return MemoryKind::Unknown;
}
