//===- SlowDivision.cpp - A division that takes many instructions ---------===//
//
// GPUs have no instruction that divides integers: by a constant it is a
// multiplication and a shift, by a power of two a shift alone, by anything else
// some twenty instructions or more. A divisor that is one number for the whole
// launch can be made a constant, or be prepared once.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/format.h>
#include <set>

using namespace llvm;
using namespace kernelcast;

/// Whether \p E is the same for all threads, from the first instruction on.
static bool isOfLaunch(const Expr *E) {
  bool Result = true;
  visitPostOrder(E, [&](const Expr *Node) {
    if (!Node->isLeaf() || Node->isConstant() || Node->op() == Op::Symbol)
      return;
    constexpr auto FirstSize = static_cast<int64_t>(Coordinate::BlockSizeX);
    Result &= Node->op() == Op::Coordinate && Node->value() >= FirstSize;
  });
  return Result;
}

std::vector<Finding> kernelcast::findSlowDivision(const LintLaunch &Launch) {
  std::vector<Finding> Result;
  std::set<std::pair<const Expr *, const Expr *>> Told;
  for (const SlowOperation &Division : Launch.model().SlowOperations) {
    if (Division.Kind != SlowKind::IntegerDivision ||
        !is_contained({Op::Div, Op::Rem}, Division.Value->op()) ||
        !Told.insert({Division.Value->operand(0), Division.Value->operand(1)})
             .second)
      continue; // found to be simpler, or one sequence gives both results
    const Expr *Divisor = Division.Value->operand(1);
    const auto [Each, Executions] =
        instructionsFor(Launch.profile(), Division.Value);
    if (!isOfLaunch(Divisor) || !(Executions > 0) || Each < 2)
      continue;
    std::optional<int64_t> By = Launch.threads().constantOf(Divisor);
    const bool IsPower = By && *By > 0 && isPowerOf2_64(uint64_t(*By)) &&
                         !Launch.restsOnGuess(Divisor);
    Finding F;
    F.Location = Division.Location;
    F.Range = Division.Range;
    F.Known = How::Assumed; // the compiler's sequence is
    F.Message = fmt::format(
        "{}{} takes some {} instructions; its divisor is the same in all "
        "threads{}",
        Division.Text,
        Division.Callees.empty() ? "" : " in " + Division.Callees,
        threeDigits(Each),
        IsPower ? fmt::format(" and {}, a power of two: as a constant it would "
                              "take a shift or two",
                              *By)
                : ": as a constant, or prepared once, it would take a few");
    F.Predicted = Launch.gainAsIs([&](WarpProfile &Ideal) {
      computeFaster(Ideal, Division.Value, {InstructionClass::Int, 1});
    });
    Result.push_back(std::move(F));
  }
  return Result;
}
