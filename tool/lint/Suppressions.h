//===- Suppressions.h - NOLINT comments -------------------------*- C++ -*-===//
//
// NOLINT, NOLINTNEXTLINE, NOLINTBEGIN and NOLINTEND, with or without a list of
// checks, mean what they mean to clang-tidy: its own handler reads them.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_SUPPRESSIONS_H
#define KERNELCAST_TOOL_LINT_SUPPRESSIONS_H

#include "tool/lint/Finding.h"
#include <memory>

namespace kernelcast {

class Suppressions {
public:
  Suppressions();
  ~Suppressions();

  /// Whether a comment in the source of \p F suppresses it.
  bool suppress(const Finding &F);

  /// What is wrong with the comments that were read.
  std::vector<ReportDiagnostic> takeDiagnostics();

private:
  class Reader;
  std::unique_ptr<Reader> Own;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_SUPPRESSIONS_H
