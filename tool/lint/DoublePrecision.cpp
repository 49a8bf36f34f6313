//===- DoublePrecision.cpp - Doubles among floats -------------------------===//
//
// A number without the suffix f, or a function of doubles, makes an operation
// of floats one of double precision, of which most GPUs do 2 to 64 times fewer
// in a cycle. What is wanted are floats where operands and result are floats
// (DoubleOperation); where the bits stay the same, the change is proved.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/LintLaunch.h"
#include "tool/lint/ProvedFixes.h"
#include "tool/report/Numbers.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// The values that \p Operation computes.
static SmallVector<const Expr *> valuesOf(const KernelModel &Kernel,
                                          const DoubleOperation &Operation) {
  SmallVector<const Expr *> Result;
  for (const SlowOperation &Slow : Kernel.SlowOperations)
    if (Slow.Kind == SlowKind::Double && Slow.Location == Operation.Location)
      Result.push_back(Slow.Value);
  return Result;
}

std::vector<Finding> kernelcast::findDoublePrecision(const LintLaunch &Launch) {
  std::vector<Finding> Result;
  const KernelModel &Kernel = Launch.model();
  for (const DoubleOperation &Operation : Kernel.DoubleOperations) {
    const SmallVector<const Expr *> Values = valuesOf(Kernel, Operation);
    double Instructions = 0, Executions = 0;
    for (const Expr *Value : Values) {
      const ComputedValue Cost = instructionsFor(Launch.profile(), Value);
      Instructions += Cost.Instructions * Cost.Executions;
      Executions += Cost.Executions;
    }
    if (!(Instructions > 0) ||
        !Launch.isCalculated(SlowKind::Double, Operation.Location))
      continue;
    const double Each = Instructions / Executions;
    Finding F = findingOfSequence(
        Operation.Location, Operation.Range,
        fmt::format(
            "{} is calculated in double precision, {} each time, because of "
            "{}; {}",
            Operation.Text,
            Each > 1 ? fmt::format("some {} instructions", threeDigits(Each))
                     : "one instruction",
            Operation.Cause == DoubleCause::Literal
                ? "a number without the suffix f"
                : "a function of doubles",
            Operation.isBitIdentical() ? "floats would give the same bits"
                                       : "floats may give others"));
    F.Predicted = Launch.gainAsIs([&](WarpProfile &Ideal) {
      for (const Expr *Value : Values)
        computeFaster(Ideal, Value, singlePrecisionCost(Value));
    });
    F.Remedy = floatLiteralFix(Kernel, Operation.Location);
    Result.push_back(std::move(F));
  }
  return Result;
}
