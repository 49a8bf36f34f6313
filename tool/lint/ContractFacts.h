//===- ContractFacts.h - The fact that a contract is about ------*- C++ -*-===//
//
// Facts of one launch as a value between two bounds that are certain, with what
// is worst. A fact that rests on a number that nobody gave, or on data, is as
// far apart as it can be.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_CONTRACTFACTS_H
#define KERNELCAST_TOOL_LINT_CONTRACTFACTS_H

#include "tool/lint/Contract.h"
#include "tool/lint/LintLaunch.h"

namespace kernelcast {

struct MeasuredFact {
  Known<double> Value; ///< in the unit of Contract::Limit
  /// Why nothing at all is known of it, as the end of a sentence; or "".
  std::string Unknown;
  std::string Cause;                   ///< why the bounds are apart; or ""
  std::vector<ReportDiagnostic> Notes; ///< what it comes from
};

/// The fact of \p Asked in \p Launch.
MeasuredFact measuredFact(const Contract &Asked, const LintLaunch &Launch);

enum class Verdict : uint8_t { Holds, Broken, Undecided };

/// Whether \p Fact keeps \p Asked: a sampled value counts as it is, of others
/// all that lies between the bounds must agree.
Verdict verdict(const Contract &Asked, const MeasuredFact &Fact);

/// Why \p Fact leaves \p Asked undecided, as the end of a sentence.
std::string whyUndecided(const Contract &Asked, const MeasuredFact &Fact);

/// \p Value in the unit of \p Fact: "120 us", "25 %", "32".
std::string factText(ContractFact Fact, double Value);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_CONTRACTFACTS_H
