//===- ContractComments.h - Which contracts stand above a kernel -*- C++ -*-==//
//
// Clang's lexer goes over the file once, comments included. A contract is a
// line of a comment that begins with "kernelcast:". It belongs to the kernel
// whose declaration follows on the next line, perhaps after more lines of
// comments, or in whose declaration it stands in front of the name.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_CONTRACTCOMMENTS_H
#define KERNELCAST_TOOL_LINT_CONTRACTCOMMENTS_H

#include "tool/lint/Contract.h"
#include <memory>

namespace kernelcast {

/// What a contract begins with.
inline constexpr llvm::StringLiteral ContractMark = "kernelcast:";

/// Reads each file once. Not thread-safe.
class ContractComments {
public:
  ContractComments();
  ~ContractComments();

  /// The contracts of the kernel whose name stands at \p Kernel; instantiations
  /// of a template have the same ones.
  const std::vector<Contract> &above(const SourceSpot &Kernel);

  /// Malformed contracts of the kernels that above() was asked about, as
  /// errors. If those were \p AllKernels, contracts in their files that stand
  /// above none are warnings.
  std::vector<ReportDiagnostic> takeDiagnostics(bool AllKernels);

private:
  class File;
  std::map<std::string, std::unique_ptr<File>> Files;
  std::map<SourceSpot, std::vector<Contract>> Known;
  std::vector<ReportDiagnostic> Mistakes;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_CONTRACTCOMMENTS_H
