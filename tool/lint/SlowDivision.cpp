//===- SlowDivision.cpp - A division that takes many instructions ---------===//
//
// GPUs have no instruction that divides integers: by a constant it is a
// multiplication and a shift, by a power of two a shift alone, by anything else
// some twenty instructions or more. A divisor that is one number for the whole
// launch can be made a constant, or be prepared once. Numbers of 64 bits that
// fit into 32 are divided in 32: what is certain is that, and no more is
// promised.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "analysis/symbolic/Ranges.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <fmt/format.h>
#include <set>

using namespace llvm;
using namespace kernelcast;

/// Whether \p E is the same for all threads, from the first instruction on. The
/// size of a warp is more: compilers know it.
static bool isOfLaunch(const Expr *E) {
  bool Result = true;
  visitPostOrder(E, [&](const Expr *Node) {
    if (!Node->isLeaf() || Node->isConstant() || Node->op() == Op::Symbol)
      return;
    constexpr auto FirstSize = static_cast<int64_t>(Coordinate::BlockSizeX);
    Result &= Node->op() == Op::Coordinate && Node->value() >= FirstSize &&
              Node->value() != static_cast<int64_t>(Coordinate::WarpSize);
  });
  return Result;
}

namespace {
/// What a division takes for certain, and what it would by a constant.
struct DivisionCosts {
  float Now = 0;     ///< at least, in each execution
  float Instead = 0; ///< by a constant
  bool MayBeNarrow =
      false; ///< Now, if both numbers fit into 32 bits; else Most
  float Most = 0;
};
} // namespace

/// Whether \p E is certain to be at least 0 and below 2^32.
static bool fitsInWord(const Expr *E) {
  const ValueRange Range = rangeOf(E);
  return Range.Low >= 0 && isUInt<32>(static_cast<uint64_t>(Range.High));
}

/// The costs of \p Division, which takes \p Each instructions where nothing is
/// known of its numbers.
static DivisionCosts costsOf(const Expr *Division, float Each,
                             bool PowerOfTwo) {
  ScalarType Type = Division->type();
  DivisionCosts Costs;
  Costs.Most = Costs.Now = Each;
  if (Type.Bits == 64) {
    Type.Bits = 32;
    Costs.Now = std::min(Each, divisionCount(Type));
    if (fitsInWord(Division->operand(0)) && fitsInWord(Division->operand(1))) {
      Type.Signed = false;
    } else {
      Type.Bits = 64;
      Costs.Now = std::min(Each, Costs.Now + NarrowDivisionTest);
      Costs.MayBeNarrow = Costs.Now < Each;
    }
  }
  Costs.Instead = constantDivisionCount(Type, PowerOfTwo);
  return Costs;
}

static std::string instructionsText(float Count) {
  return fmt::format("{}{} instruction{}", Count > 1 ? "some " : "",
                     threeDigits(Count), Count > 1 ? "s" : "");
}

/// Whether \p Value may be computed on one side of a branch alone: the model
/// makes a selection of short sides, and computes both where compilers keep the
/// branch around a division.
static bool mayBeLeftOut(const KernelModel &Kernel, const Expr *Value) {
  auto isIn = [&](const Expr *Arm) {
    bool Result = false;
    visitPostOrder(Arm, [&](const Expr *Node) { Result |= Node == Value; });
    return Result;
  };
  return any_of(Kernel.Blocks, [&](const BasicBlock &Block) {
    return any_of(Block.Instructions, [&](const Instruction &I) {
      return I.Value && I.Value->op() == Op::Select &&
             isIn(I.Value->operand(1)) != isIn(I.Value->operand(2));
    });
  });
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
    if (!isOfLaunch(Divisor) || !Launch.isDivided(Division.Value) ||
        !(Executions > 0) || mayBeLeftOut(Launch.model(), Division.Value))
      continue;
    const std::optional<int64_t> By = Launch.threads().constantOf(Divisor);
    const bool IsPower = By && *By > 0 && isPowerOf2_64(uint64_t(*By)) &&
                         Launch.known(How::Exact, Divisor) == How::Exact;
    const DivisionCosts Costs =
        costsOf(Division.Value, static_cast<float>(Each), IsPower);
    if (Costs.Now <= Costs.Instead)
      continue;
    Finding F = findingOfSequence(
        Division.Location, Division.Range,
        fmt::format(
            "{}{} takes {}{}; its divisor is the same in all threads{} it "
            "would take {}",
            Division.Text,
            Division.Callees.empty() ? "" : " in " + Division.Callees,
            instructionsText(Costs.Now),
            Costs.MayBeNarrow
                ? fmt::format(" if both numbers fit into 32 bits, else some {}",
                              threeDigits(Costs.Most))
                : "",
            IsPower ? fmt::format(" and {}, a power of two: as a constant", *By)
                    : ": as a constant, or prepared once,",
            IsPower             ? instructionsText(Costs.Instead)
            : Costs.MayBeNarrow ? "fewer"
                                : "a few"));
    F.Predicted = Launch.gainAsIs([&](WarpProfile &Ideal) {
      const double Left = Each - (Costs.Now - Costs.Instead);
      computeFaster(Ideal, Division.Value,
                    {InstructionClass::Int, static_cast<float>(Left)});
    });
    Result.push_back(std::move(F));
  }
  return Result;
}
