//===- EntryValues.h - What a place holds when a function starts *- C++ -*-===//
//
// A parameter has the value of the call's argument; where the call is not
// known, the value that all calls in the file agree on. A global or a member
// has its initialiser if nothing changes it, or the one value that the file
// ever gives it. Everything else is a symbol.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_ENTRYVALUES_H
#define KERNELCAST_ANALYSIS_HOST_ENTRYVALUES_H

#include "analysis/host/HostArithmetic.h"
#include "analysis/host/HostSymbols.h"

namespace kernelcast::host {

class Effort;
class HostValues;

class EntryValues {
public:
  explicit EntryValues(HostValues &Values);

  /// The value of \p P when the function of \p F starts.
  const Expr *atEntry(const Place &P, const Frame *F);
  /// The value of the member \p P of *this, whenever: that of its only change
  /// in the file, or a symbol.
  const Expr *ofAnyTime(const Place &P, const Frame *F);
  /// The part \p Steps of an element of the small table \p Table that nothing
  /// changes, by an index that varies: index == 0 ? first : index == 1 ? second
  /// : ... Null where the table is no such, or an element is not constant.
  const Expr *element(const clang::Expr *Table, const Expr *Index,
                      llvm::ArrayRef<PathStep> Steps, const Frame *F);
  /// How many elements \p Table has: an array, or a list in braces.
  std::optional<uint64_t> elements(const clang::Expr *Table) const;
  /// Whether \p V keeps what it is initialised with.
  bool isSetOnce(const clang::VarDecl *V, const Frame *F) const;

private:
  const Expr *entering(const Place &P, const Frame *F);
  const Expr *parameter(const Place &P, const Frame *F);
  const Expr *global(const Place &P, const Frame *F);
  const Expr *ofObject(const Place &P, const Frame *F);
  const Expr *onlyDefinition(const clang::ValueDecl *Key,
                             const clang::Expr *Init, const Place &P,
                             llvm::ArrayRef<PathStep> Inside, const Frame *F);

  HostValues &Values;
  HostFacts &Facts;
  ExpressionPool &Pool;
  HostArithmetic &Arithmetic;
  HostSymbols &Symbols;
  CallChains &Chains;
  Effort &Work;
  std::map<std::pair<unsigned, const Frame *>, const Expr *> Entered;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_ENTRYVALUES_H
