//===- HostValues.h - Values of host expressions at a launch ----*- C++ -*-===//
//
// What an integer expression of host code is worth at the place where it
// stands, as an expression over values that the source does not give. A
// variable is looked up backwards from its use through the statements around
// it, the way a reader does: the nearest statement before it in the same block
// that changes it, else the statement before the enclosing one, and so on up
// to the parameters of the function, which are taken from the call. Branches
// join as a select; a change inside a loop ends the search.
//
// What stays unknown becomes a Symbol, named after the variable. Every answer
// is memoised by (place, statement, call chain), and depth and steps are
// bounded, so that no input makes this slow.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_HOSTVALUES_H
#define KERNELCAST_ANALYSIS_HOST_HOSTVALUES_H

#include "analysis/host/HostFacts.h"
#include "analysis/symbolic/Expression.h"
#include <deque>
#include <map>
#include <string>
#include <tuple>

namespace kernelcast {
struct LaunchSite;
}

namespace kernelcast::host {

/// A function body under evaluation and the chain of calls that led to it.
struct Frame {
  const FunctionFacts *Facts = nullptr;
  const clang::Expr *Call = nullptr; ///< null: any call
  const Frame *Caller = nullptr;
  bool Inlined = false; ///< a helper: its variables get no symbols
  unsigned Depth = 0;
};

/// A value that the source does not give.
struct HostSymbol {
  std::string Name;     ///< the variable's, or the expression's text
  std::string Function; ///< where it lives, empty for globals
  unsigned Line = 0;
  unsigned Place = 0;             ///< number of the place; 0: an expression
  std::optional<int64_t> Default; ///< what it is without a command line
  bool CommandLine = false;       ///< main's argc
  /// Of a place that changes from one iteration to the next, seen inside the
  /// loop: the loop, and the place.
  const clang::Stmt *Loop = nullptr;
  kernelcast::host::Place Part;
};

class HostValues {
public:
  HostValues(HostFacts &Facts, ExpressionPool &Pool)
      : Facts(Facts), Pool(Pool) {}

  /// The chain's next link: \p Function entered by \p Call in \p Caller.
  const Frame *frame(const FunctionFacts *Function,
                     const clang::Expr *Call = nullptr,
                     const Frame *Caller = nullptr, bool Inlined = false);

  /// The scalar \p E where it stands in \p F; null where it is not a number
  /// that can be followed.
  const Expr *value(const clang::Expr *E, const Frame *F);
  /// The part \p Steps of the object \p E.
  const Expr *part(const clang::Expr *E, llvm::ArrayRef<PathStep> Steps,
                   const Frame *F);
  /// The value of \p P just before the statement \p S of \p F runs.
  const Expr *before(const Place &P, const clang::Stmt *S, const Frame *F);

  /// The value that \p S, which changes \p P, leaves in it; inside a loop, over
  /// the symbols of what the loop changes.
  const Expr *after(const clang::Stmt *S, const Place &P, const Frame *F);

  /// What the branches around \p S say: symbols that a case label or an
  /// equality fixes are added to \p Fixed. False if \p S cannot be reached.
  bool branchesAround(const clang::Stmt *S, const Frame *F,
                      llvm::DenseMap<const Expr *, const Expr *> &Fixed);

  /// \p E if every symbol with a default has it.
  std::optional<int64_t> defaultOf(const Expr *E);
  /// What \p E is, if it is one of this evaluation's symbols.
  const HostSymbol *symbol(const Expr *E) const;
  /// Allows another round of work; answers so far stay.
  void refill() { Steps = 0; }
  bool exhausted() const { return Steps > MaximumSteps; }

  /// The arguments of \p Call by parameter; null where there is none.
  static const clang::Expr *argument(const clang::Expr *Call, unsigned I);
  static std::optional<ScalarType> scalar(clang::QualType T,
                                          const clang::ASTContext &Context);

  static constexpr unsigned MaximumSteps = 40000;
  static constexpr unsigned MaximumDepth = 160;
  static constexpr unsigned MaximumCallDepth = 8;

private:
  // HostValues.cpp: expressions.
  const Expr *compute(const clang::Expr *E, const Frame *F);
  const Expr *constantOf(const clang::Expr *E);
  const Expr *unary(const clang::UnaryOperator *U, const Frame *F);
  const Expr *binary(const clang::BinaryOperator *B, const Frame *F);
  const Expr *arithmetic(clang::BinaryOperatorKind Kind, const Expr *L,
                         const Expr *R, ScalarType Type);
  const Expr *convert(const Expr *V, ScalarType To);
  const Expr *read(const clang::Expr *E, llvm::ArrayRef<PathStep> Steps,
                   const Frame *F);
  const Expr *join(const Expr *Condition, const Expr *A, const Expr *B);
  // HostCalls.cpp: calls and constructors.
  const Expr *call(const clang::CallExpr *C, llvm::ArrayRef<PathStep> Steps,
                   const Frame *F);
  const Expr *wellKnown(const clang::CallExpr *C, const Frame *F);
  const Expr *leftByCall(const clang::CallExpr *C, const Place &P,
                         const Frame *F);
  const Expr *constructed(const clang::CXXConstructExpr *K,
                          llvm::ArrayRef<PathStep> Steps, const Frame *F);
  struct Rest;
  const Expr *returned(llvm::ArrayRef<const clang::Stmt *> Statements,
                       const Rest *Next, llvm::ArrayRef<PathStep> Steps,
                       const Frame *F);
  // HostRatios.cpp: floating-point quotients of integers.
  struct Ratio {
    const Expr *Numerator = nullptr;
    const Expr *Denominator = nullptr;
  };
  std::optional<Ratio> ratio(const Expr *V, unsigned Depth = 0);
  const Expr *rounded(const Expr *V, bool Up);
  // HostReaching.cpp: variables.
  const Expr *search(const Place &P, const clang::Stmt *S, const Frame *F);
  const Expr *follow(const clang::Stmt *S, const Place &P, const Frame *F);
  const Expr *assigned(const clang::Expr *E, const Place &P, const Frame *F);
  const Expr *afterBranch(const Expr *Condition, const clang::Stmt *Then,
                          const clang::Stmt *Else, const clang::Stmt *Whole,
                          const Place &P, const Frame *F);
  bool changedByCall(const Place &P, const clang::Stmt *Change,
                     const clang::Stmt *Use, const Frame *F);
  const Expr *inLoop(const clang::Stmt *Loop, const Place &P, const Frame *F);
  const Expr *afterLoop(const clang::Stmt *Loop, const Place &P,
                        const Frame *F);
  // HostEntry.cpp: parameters, globals and members.
  const Expr *atEntry(const Place &P, const Frame *F);
  const Expr *entering(const Place &P, const Frame *F);
  const Expr *parameter(const Place &P, const Frame *F);
  const Expr *global(const Place &P, const Frame *F);
  const Expr *ofObject(const Place &P, const Frame *F);
  const Expr *element(const clang::VarDecl *Table, const Expr *Index,
                      const Frame *F);
  const Expr *onlyDefinition(const clang::ValueDecl *Key,
                             const clang::Expr *Init, const Place &P,
                             llvm::ArrayRef<PathStep> Inside, const Frame *F);
  /// The symbol of \p P as \p Where leaves it.
  const Expr *unknown(const Place &P, const void *Where, const Frame *F,
                      std::optional<int64_t> Default = std::nullopt);
  const Expr *unknownExpression(const clang::Expr *E, const Frame *F,
                                std::optional<int64_t> Default = std::nullopt);
  /// \p V, or the symbol of \p P if \p V rests on an unnamed expression.
  const Expr *named(const Expr *V, const Place &P, const void *Where,
                    const Frame *F);
  bool isUnknown(const Expr *V, const Place &P);
  bool fromCommandLine(const Expr *V);
  unsigned number(const Place &P);
  clang::QualType typeOf(const Place &P) const;
  std::string textOf(const Place &P) const;

  HostFacts &Facts;
  ExpressionPool &Pool;
  unsigned Steps = 0;
  unsigned Depth = 0;
  std::deque<Frame> Frames;
  std::map<std::tuple<const FunctionFacts *, const clang::Expr *, const Frame *,
                      bool>,
           const Frame *>
      FrameOf;
  std::map<std::pair<const clang::VarDecl *, std::vector<PathStep>>, unsigned>
      Numbers;
  std::map<std::tuple<unsigned, const clang::Stmt *, const Frame *>,
           const Expr *>
      Reached, Left, Entered; ///< before, after and at the entry
  std::map<std::pair<unsigned, const void *>, const Expr *> Unknowns;
  llvm::DenseMap<const Expr *, HostSymbol> Symbols;
};

/// Gives every symbol in \p Site that is not \p Fixed its final name, and lists
/// their defaults.
void nameSymbols(LaunchSite &Site,
                 const llvm::DenseMap<const Expr *, const Expr *> &Fixed,
                 const clang::FunctionDecl *Kernel, const HostValues &Values,
                 ExpressionPool &Pool);

/// Whether control never leaves \p S at its end: it returns, jumps or exits.
bool leaves(const clang::Stmt *S);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_HOSTVALUES_H
