//===- LoopReader.h - Loops of host code as they run ------------*- C++ -*-===//
//
// A loop is its condition, and for every variable that it changes and that
// something inside depends on: the value before the first iteration and the
// value that one iteration leaves for the next, as an expression over the
// values at its start. Whoever has numbers for the first can run the loop:
//
//   for (int i = 0; i < n; ++i) {      i: 0, i + 1
//     int next = (now + 1) % used;     now: 0, (now + 1) % used
//     ...; now = next; }
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_LOOPREADER_H
#define KERNELCAST_ANALYSIS_HOST_LOOPREADER_H

#include "analysis/host/HostValues.h"
#include "analysis/host/program/HostProgram.h"

namespace kernelcast::host {

/// The parts of any loop.
struct LoopParts {
  const clang::Stmt *Init = nullptr;
  const clang::Expr *Condition = nullptr;
  const clang::Stmt *Step = nullptr;
  const clang::Stmt *Body = nullptr;
};
LoopParts partsOf(const clang::Stmt *Loop);

class LoopReader {
public:
  LoopReader(ExpressionPool &Pool, HostValues &Values)
      : Pool(Pool), Values(Values) {}

  /// Gives \p Loop, whose body is complete, the condition of the statement
  /// \p S, its trips, and the variables that something in it depends on.
  void describe(HostStep &Loop, const clang::Stmt *S, const Frame *F);

  /// The value of \p P before the first iteration of \p Loop; null where it
  /// cannot be followed.
  const Expr *first(const Place &P, const clang::Stmt *Loop, const Frame *F);
  /// The value of \p P after one iteration of \p Loop, over the values at its
  /// start; null where it cannot be followed.
  const Expr *next(const Place &P, const clang::Stmt *Loop, const Frame *F);

private:
  void values(HostStep &Loop, const clang::Stmt *S, const Frame *F);
  const Expr *trips(const HostStep &Loop);

  ExpressionPool &Pool;
  HostValues &Values;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_LOOPREADER_H
