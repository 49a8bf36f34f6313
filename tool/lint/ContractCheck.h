//===- ContractCheck.h - Contracts that do not hold -------------*- C++ -*-===//
//
// A contract of a time names its GPU and launch; the others are held in every
// launch of the kernel that the report has, on each of its GPUs. Every
// instantiation of a template has to keep the template's contracts.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_CONTRACTCHECK_H
#define KERNELCAST_TOOL_LINT_CONTRACTCHECK_H

#include "tool/lint/ContractComments.h"
#include "tool/lint/ContractFacts.h"
#include "tool/lint/LaunchAnalyser.h"

namespace kernelcast {

/// A kernel has no more than these; what is beyond is an error.
inline constexpr size_t MaxContracts = 64;

class ContractCheck {
public:
  /// Both outlive the object.
  ContractCheck(LaunchAnalyser &Launches, const AnalysisOptions &Options)
      : Launches(Launches), Options(Options) {}

  /// Findings of Contract and UndecidedContract about \p Kernel of \p File.
  std::vector<Finding> check(const FileReport &File,
                             const KernelReport &Kernel);

  /// Contracts that are malformed, or name what there is not, as errors; if \p
  /// AllKernels were checked, those that belong to none as warnings.
  std::vector<ReportDiagnostic> takeDiagnostics(bool AllKernels);

private:
  bool isMeaningful(const Contract &Asked, const KernelReport &Kernel);
  std::vector<Finding> ofTime(const Contract &Asked, const FileReport &File,
                              const KernelReport &Kernel);
  void mistake(const SourceSpot &At, const std::string &Message);

  LaunchAnalyser &Launches;
  const AnalysisOptions &Options;
  ContractComments Comments;
  std::vector<ReportDiagnostic> Mistakes;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_CONTRACTCHECK_H
