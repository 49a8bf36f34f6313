//===- HostFacts.h - What one walk over the host code notes -----*- C++ -*-===//
//
// The evaluation of launch shapes asks the same questions again and again:
// which statement is around this one, who may change this variable, who calls
// this function. One iterative walk over every function body of the user's
// translation unit answers them:
//
//   modification  a statement that may change a place (Places.h)
//   call          an expression that runs a function, and from which function
//   launch        k<<<...>>>(...) and the cudaLaunchKernel family
//
// Statements are numbered in pre-order, so that "does S contain T" is two
// comparisons. Lambda bodies belong to the function that they are written in.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_HOSTFACTS_H
#define KERNELCAST_ANALYSIS_HOST_HOSTFACTS_H

#include "analysis/host/Places.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <vector>

namespace clang {
class CXXForRangeStmt;
} // namespace clang

namespace kernelcast {
class SkippedText;
} // namespace kernelcast

namespace kernelcast::host {

struct Modification {
  const clang::Stmt *Where = nullptr;
  Path Steps;
};

/// What is known of one function body.
struct FunctionFacts {
  struct Node {
    const clang::Stmt *Parent = nullptr;
    unsigned First = 0; ///< pre-order number
    unsigned Last = 0;  ///< largest number inside
  };

  const clang::FunctionDecl *Function = nullptr;
  llvm::DenseMap<const clang::Stmt *, Node> Nodes;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<Modification, 2>>
      Modified; ///< by variable; the null key is *this
  /// Variables whose address is kept, or that a pointer writes to: anyone may
  /// change them.
  llvm::DenseSet<const clang::VarDecl *> AddressKept;
  /// Pointers, and arrays, in variables that others share: anyone may change
  /// what these lead to.
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<Path, 1>>
      PointeesKept;
  /// An array, or a pointer, and a local pointer that got its value.
  std::vector<std::pair<Place, const clang::VarDecl *>> Aliases;
  /// By the variable of a range-based for: the loop.
  llvm::DenseMap<const clang::VarDecl *, const clang::CXXForRangeStmt *>
      RangeLoops;
  llvm::SmallVector<const clang::Stmt *, 2> Returns;
  bool JumpsBack = false; ///< a goto makes a loop

  /// Whether anyone may change \p V or a part of it, which what a pointer leads
  /// to is not.
  bool isKept(const clang::VarDecl *V) const {
    return AddressKept.contains(V) ||
           (!V->getType()->isPointerType() && PointeesKept.contains(V));
  }
  /// Notes that anyone may change what \p Pointer leads to; false if that was
  /// known.
  bool keepPointee(const Place &Pointer);
  /// Whether anyone may change \p P.
  bool isKept(const Place &P) const;
  const clang::Stmt *parent(const clang::Stmt *S) const;
  /// Whether \p Inner is \p Outer or inside it.
  bool contains(const clang::Stmt *Outer, const clang::Stmt *Inner) const;
  /// Whether a statement inside \p S may change \p P.
  bool modifies(const clang::Stmt *S, const Place &P) const;
};

/// A modification and the function that it is in.
struct Definition {
  const FunctionFacts *In = nullptr;
  Modification Change;
};

struct CallSite {
  const FunctionFacts *In = nullptr;
  const clang::Expr *Call = nullptr; ///< CallExpr or CXXConstructExpr

  /// Whether the callee is not named, but came as an argument: then the
  /// function is the callee of some of its callers' calls only.
  bool isThroughParameter() const;
};

enum class LaunchForm : uint8_t {
  Chevrons,       ///< k<<<grid, block, shared, stream>>>(...)
  Function,       ///< cudaLaunchKernel(k, grid, block, arguments, ...)
  Configured,     ///< cudaLaunchKernelEx(&configuration, k, ...)
  ConfiguredList, ///< cudaLaunchKernelExC(&configuration, k, arguments)
};
/// The form of launch that \p Call is, if it is one.
std::optional<LaunchForm> launchFormOf(const clang::CallExpr *Call);

struct Launch {
  const FunctionFacts *In = nullptr;
  const clang::CallExpr *Call = nullptr;
  LaunchForm Form = LaunchForm::Chevrons;
};

/// The facts of a whole translation unit. Only functions that the user's
/// declarations (the traversal scope) define are walked at once; bodies of
/// other functions are walked when an evaluation enters them.
class HostFacts {
public:
  /// \p Skipped: what the preprocessor left out of the text.
  HostFacts(clang::ASTContext &Context, const SkippedText &Skipped);

  clang::ASTContext &Context;
  const SkippedText &Skipped;
  std::vector<Launch> Launches;
  /// By canonical declaration of the called function: the calls that name it,
  /// and those of a parameter as which it is passed.
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<CallSite>> Calls;
  /// Functions that are named elsewhere than where they are called: something
  /// may call them through a pointer. Canonical, as they come.
  llvm::SetVector<const clang::FunctionDecl *> HandedOn;
  /// By global variable, static member or field (canonical): every change.
  llvm::DenseMap<const clang::ValueDecl *, std::vector<Definition>> Definitions;

  /// Functions, but for constructors, that change \p D, or call one that does.
  /// Canonical.
  const llvm::SetVector<const clang::FunctionDecl *> &
  changersOf(const clang::ValueDecl *D);

  /// Whether code that Clang has dropped, for an error in it, may change \p D,
  /// a global variable, a static member or a field, by its name.
  bool mayBeLost(const clang::ValueDecl *D) const {
    return D && D->getIdentifier() && LostNames.contains(D->getName());
  }

  /// The facts of \p Function's definition; null without a body.
  const FunctionFacts *of(const clang::FunctionDecl *Function);
  /// The host functions that the user's declarations define, in source order.
  llvm::ArrayRef<const FunctionFacts *> walked() const { return Walked; }

private:
  void addDeclarations(const clang::Decl *D, unsigned Depth);
  void addFunction(const clang::FunctionDecl *F, bool Noted);
  void walk(FunctionFacts &Facts, const clang::Stmt *Root, unsigned &Number,
            bool Noted);
  void note(FunctionFacts &Facts, const clang::Stmt *S, bool Noted);
  void change(FunctionFacts &Facts, const clang::Expr *Target,
              const clang::Stmt *Where, bool Inside, bool Noted);
  void keepNamed(FunctionFacts &Facts, const clang::Expr *E,
                 unsigned Depth = 0);
  void noteCall(FunctionFacts &Facts, const clang::Expr *Call, bool Noted);
  void noteBroken(FunctionFacts &Facts, const clang::Expr *Broken,
                  llvm::ArrayRef<const clang::Expr *> Given, bool Noted);
  void noteBound(FunctionFacts &Facts, const clang::InitListExpr *List);
  void noteAlias(FunctionFacts &Facts, const clang::Expr *Pointer);
  static void keepAliased(FunctionFacts &Facts);
  void addLost(FunctionFacts &Facts);
  void addLostCalls();
  void addCallsThroughParameters();
  llvm::SetVector<const clang::FunctionDecl *>
  functionsPassedAs(const clang::ParmVarDecl *P) const;

  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<FunctionFacts>>
      Functions; ///< by definition
  std::vector<const FunctionFacts *> Walked;
  std::vector<std::pair<const clang::ParmVarDecl *, CallSite>>
      CallsThroughParameters;
  llvm::DenseMap<const clang::ValueDecl *,
                 std::unique_ptr<llvm::SetVector<const clang::FunctionDecl *>>>
      Changers;
  bool HasErrors;              ///< so that statements may have been dropped
  llvm::StringSet<> LostNames; ///< in what was dropped
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_HOSTFACTS_H
