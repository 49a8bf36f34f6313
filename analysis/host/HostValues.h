//===- HostValues.h - Values of host expressions at a launch ----*- C++ -*-===//
//
// What an integer expression of host code is worth at the place where it
// stands, as an expression over values that the source does not give. A
// variable is looked up backwards from its use through the statements around
// it, the way a reader does, up to the parameters of the function, which are
// taken from the call. Three objects ask one another, through this one:
//
//   ReachingDefinitions   the change of a variable that reaches its use
//   EntryValues           parameters, globals and members at a function's start
//   CalledFunctions       what calls return and leave behind
//
// What stays unknown becomes a symbol (HostSymbols.h). Every answer is memoised
// by place, statement and call chain, and the effort is bounded, so that no
// input makes this slow.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_HOSTVALUES_H
#define KERNELCAST_ANALYSIS_HOST_HOSTVALUES_H

#include "analysis/host/CalledFunctions.h"
#include "analysis/host/EntryValues.h"
#include "analysis/host/ReachingDefinitions.h"
#include "llvm/Support/SaveAndRestore.h"

namespace kernelcast::host {

/// Tables with more elements are not followed element by element.
constexpr unsigned MaximumElements = 32;

/// What the variable of a range-based for is, seen inside the loop: each
/// element in its turn, or a symbol of its own that has the first one's value
/// unless a user gives another.
enum class RangeVariables : uint8_t { EachElement, Symbols };

/// Calls are followed this deep.
constexpr unsigned MaximumCallDepth = 8;

/// The steps that an evaluation may still take, and how deep it nests.
class Effort {
public:
  /// Takes a step; false where there is none left, or no way further down.
  bool step() { return ++Steps <= MaximumSteps && !atBottom(); }
  /// One level down, as long as the result lives.
  [[nodiscard]] llvm::SaveAndRestore<unsigned> deeper() {
    return {Depth, Depth + 1};
  }
  bool atBottom() const { return Depth >= MaximumDepth; }
  bool exhausted() const { return Steps > MaximumSteps; }
  void refill() { Steps = 0; }

private:
  static constexpr unsigned MaximumSteps = 40000;
  static constexpr unsigned MaximumDepth = 160;
  unsigned Steps = 0, Depth = 0;
};

class HostValues {
public:
  HostValues(HostFacts &Facts, ExpressionPool &Pool,
             RangeVariables Ranges = RangeVariables::Symbols);

  /// The chain's next link: \p Function entered by \p Call in \p Caller.
  const Frame *frame(const FunctionFacts *Function,
                     const clang::Expr *Call = nullptr,
                     const Frame *Caller = nullptr) {
    return Chains.enter(Function, Call, Caller);
  }

  /// The scalar \p E where it stands in \p F; null where it is not a number
  /// that can be followed.
  const Expr *value(const clang::Expr *E, const Frame *F);
  /// value() of an integer; null for others, and for no expression.
  const Expr *integer(const clang::Expr *E, const Frame *F);
  /// The part \p Steps of the object \p E.
  const Expr *part(const clang::Expr *E, llvm::ArrayRef<PathStep> Steps,
                   const Frame *F);
  /// The number of elements of \p Container, or of the one that it points to.
  const Expr *sizeOf(const clang::Expr *Container, const Frame *F);
  /// The value of \p P just before the statement \p S of \p F runs.
  const Expr *before(const Place &P, const clang::Stmt *S, const Frame *F) {
    return Reaching.before(P, S, F);
  }
  /// The value that \p S, which changes \p P, leaves in it.
  const Expr *after(const clang::Stmt *S, const Place &P, const Frame *F) {
    return Reaching.after(S, P, F);
  }

  /// The range-based for around code of \p F whose variable \p V is; null for
  /// other variables, and where the loop's body changes it.
  const clang::CXXForRangeStmt *rangeLoopOf(const clang::VarDecl *V,
                                            const Frame *F) const;
  /// How many elements \p Loop goes over.
  std::optional<uint64_t> rounds(const clang::CXXForRangeStmt *Loop) const;
  /// The number of the round of \p Loop, from 0, inside it: a symbol.
  const Expr *round(const clang::CXXForRangeStmt *Loop, const Frame *F) {
    return Symbols.ofRound(Loop, F);
  }
  /// The part \p Steps of the variable of \p Loop in round \p Round; null where
  /// the elements are not known.
  const Expr *inRound(const clang::CXXForRangeStmt *Loop, const Expr *Round,
                      llvm::ArrayRef<PathStep> Steps, const Frame *F);
  /// Whether \p V keeps what it is initialised with.
  bool isSetOnce(const clang::VarDecl *V, const Frame *F) const {
    return Entry.isSetOnce(V, F);
  }

  /// \p E if every symbol with a default has it.
  std::optional<int64_t> defaultOf(const Expr *E) {
    return Symbols.defaultOf(E);
  }
  /// What \p E is, if it is one of this evaluation's symbols.
  const HostSymbol *symbol(const Expr *E) const { return Symbols.find(E); }
  /// Calls \p Visit for every symbol so far.
  void forEachSymbol(
      llvm::function_ref<void(const Expr *, const HostSymbol &)> Visit) const {
    Symbols.forEach(Visit);
  }
  const clang::ASTContext &context() const { return Facts.Context; }
  /// Allows another round of work; answers so far stay.
  void refill() { Work.refill(); }
  bool exhausted() const { return Work.exhausted(); }

private:
  friend ReachingDefinitions;
  friend CalledFunctions;
  friend EntryValues;

  const Expr *compute(const clang::Expr *E, const Frame *F);
  const Expr *constantOf(const clang::Expr *E);
  const Expr *unary(const clang::UnaryOperator *U, const Frame *F);
  const Expr *binary(const clang::BinaryOperator *B, const Frame *F);
  const Expr *conditional(const clang::ConditionalOperator *C,
                          const clang::Expr *Whole, ScalarType Type,
                          const Frame *F);
  const Expr *listed(const clang::InitListExpr *L,
                     llvm::ArrayRef<PathStep> Steps, const Frame *F);
  const Expr *read(const clang::Expr *E, llvm::ArrayRef<PathStep> Steps,
                   const Frame *F);
  const Expr *ofRange(const clang::VarDecl *V, llvm::ArrayRef<PathStep> Steps,
                      const Frame *F);
  /// Either of two values; null unless the condition tells which.
  const Expr *join(const Expr *Condition, const Expr *A, const Expr *B);
  /// \p V, or the symbol of \p P if \p V is null or rests on the symbol of an
  /// expression.
  const Expr *named(const Expr *V, const Place &P, const void *Where,
                    const Frame *F);
  /// The symbol of the expression \p E.
  const Expr *unnamed(const clang::Expr *E, const Frame *F,
                      std::optional<int64_t> Default = std::nullopt);

  HostFacts &Facts;
  ExpressionPool &Pool;
  RangeVariables Ranges;
  HostArithmetic Arithmetic;
  HostSymbols Symbols;
  CallChains Chains;
  Effort Work;
  ReachingDefinitions Reaching;
  CalledFunctions Calls;
  EntryValues Entry;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_HOSTVALUES_H
