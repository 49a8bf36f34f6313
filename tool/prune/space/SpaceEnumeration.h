//===- SpaceEnumeration.h - Which configurations a space has ----*- C++ -*-===//
//
// A space has as many combinations as the product of its parameters' values,
// and mostly a small part of them meets the conditions. Values are set one
// parameter after the other, and a condition is asked as soon as the last
// parameter that it reads has one; where it fails, all combinations that begin
// so are left out at once:
//
//   a = 1 ─┬─ b = 1 ─┬─ c = 1
//          │         └─ c = 2
//          └─ b = 2 ─── (a * b < 2 fails: no c is tried)
//
// Counting may take the parameters in any order. It takes those that complete a
// condition with the fewest combinations first, treats parameters that no
// condition connects apart and multiplies, and keeps what it has counted for
// the values that later conditions still ask for, since the rest depends on
// nothing else.
//
// Going through the configurations keeps the space's order, in which the last
// parameter runs fastest. It remembers from which values of the same kind there
// was no way on. Both need memory for one configuration and these notes, which
// are bounded.
//
// A condition that divides by zero holds, as in Kernel Tuner. One that cannot
// be worked out (in Python it could have more than 64 bits, or stop the tuner)
// excludes its configurations, which are counted.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACE_SPACEENUMERATION_H
#define KERNELCAST_TOOL_PRUNE_SPACE_SPACEENUMERATION_H

#include "tool/prune/space/ConditionBounds.h"
#include "tool/prune/space/TuningSpace.h"

namespace kernelcast {

/// Counting stops with an error after as many values set; a minute or more.
inline constexpr uint64_t MaxCountingSteps = 10000000000;

/// A configuration as a place in each parameter's Values.
using ConfigurationPlaces = std::vector<uint32_t>;

struct SpaceCount {
  uint64_t Combinations = 0; ///< of all values; UINT64_MAX: that or more
  uint64_t Valid = 0;        ///< configurations
  /// Valid ones for which a condition divides by zero.
  uint64_t DividingByZero = 0;
  /// Left out because a condition cannot be worked out, and no other fails.
  uint64_t Unknown = 0;
  /// A note for each of the last two that is not 0: a condition, and why.
  std::vector<ReportDiagnostic> Notes;
};

/// How many configurations \p Space has. Errors: more than 64 bits can say, or
/// MaxCountingSteps.
llvm::Expected<SpaceCount> countConfigurations(const TuningSpace &Space);

/// \p Number configurations of \p Space, or all if it has fewer: each with the
/// same probability, none twice, in the space's order, and the same ones for
/// the same \p Seed on every machine. Ranks among the valid ones are drawn, and
/// one walk that counts finds them, without listing the others. Errors: as
/// countConfigurations(), with \p MaxSteps.
llvm::Expected<std::vector<ConfigurationPlaces>>
sampleConfigurations(const TuningSpace &Space, uint64_t Number, uint64_t Seed,
                     uint64_t MaxSteps = MaxCountingSteps);

/// The values at these places.
TuningConfiguration configurationAt(const TuningSpace &Space,
                                    llvm::ArrayRef<uint32_t> Places);

/// Asks a space's conditions, each where the last of its parameters is set.
class StagedConditions {
public:
  /// Worst last; what a configuration has is the worst of its conditions.
  enum class Outcome : uint8_t { NotAsked, Holds, Divides, Unknown, Fails };

  /// Parameters are set in the order \p Order; conditions with other parameters
  /// are left out.
  StagedConditions(const TuningSpace &Space, std::vector<unsigned> Order);

  unsigned depth() const { return static_cast<unsigned>(Order.size()); }
  unsigned parameter(unsigned Depth) const { return Order[Depth]; }
  uint32_t values(unsigned Depth) const {
    return static_cast<uint32_t>(Values[Order[Depth]].size());
  }
  /// Sets the parameter at \p Depth, those before it being set, and asks the
  /// conditions for which it is the last.
  Outcome set(unsigned Depth, uint32_t Place);
  llvm::ArrayRef<uint32_t> places() const { return Places; }

  /// Whether nothing from \p Depth on can fail, so that all combinations of the
  /// values there are valid.
  bool restHolds(unsigned Depth) const;

  /// The values on which the conditions from \p Depth on depend, as one number
  /// below keys(Depth); nothing if all of those before are such, or if they are
  /// too many for 64 bits.
  std::optional<uint64_t> key(unsigned Depth) const;
  std::optional<uint64_t> keys(unsigned Depth) const {
    return Frontiers[Depth].Keys;
  }

  /// The same where there is no key, of the values as conditions with very many
  /// combinations see them (appendResidue); false: there is none.
  bool residue(unsigned Depth, llvm::SmallVectorImpl<int64_t> &Residue) const;

  /// The first condition that had this outcome; \p Where may be null.
  struct Example {
    const SpaceExpression *Condition = nullptr;
    ExpressionFailure Failure;
  };
  Example FirstDivision, FirstUnknown;

private:
  struct Condition {
    const SpaceExpression *Meaning;
    std::vector<uint64_t> Strides; ///< of its parameters in Known
    std::vector<Outcome> Known;    ///< empty: too many combinations
  };
  struct Frontier {
    std::vector<unsigned> Parameters;
    std::optional<uint64_t> Keys;
    std::vector<unsigned> Narrow; ///< those that not only Wide conditions read
  };
  Outcome ask(Condition &Asked);
  Certainty certainty(const SpaceExpression &Meaning, unsigned Set) const;
  Outcome evaluate(const SpaceExpression &Meaning);

  std::vector<unsigned> Order;
  std::vector<std::vector<ExpressionValue>> Values; ///< by parameter
  std::vector<std::vector<Condition>> Stages;       ///< by depth
  std::vector<Frontier> Frontiers;                  ///< by depth
  /// By depth: conditions with too many combinations that read the parameter
  /// set there, but are asked later.
  std::vector<std::vector<const SpaceExpression *>> Early;
  std::vector<const SpaceExpression *> Wide; ///< all such conditions
  unsigned BoundedDepths = 0; ///< from this depth on, little is left
  unsigned LastNarrow = 0;    ///< from this depth on, none but Wide are asked
  std::vector<unsigned> DepthOf;                       ///< by parameter
  std::vector<std::optional<WholeInterval>> Intervals; ///< by parameter
  std::vector<ExpressionValue> Current;
  ConfigurationPlaces Places;
  ExpressionEvaluator Evaluator;
};

/// Goes through the configurations of a space, in its order.
class SpaceCursor {
public:
  /// \p Space must outlive it. \p MaxSteps: values set before it gives up.
  explicit SpaceCursor(const TuningSpace &Space,
                       uint64_t MaxSteps = UINT64_MAX);

  /// Goes to the next configuration; false: there is none, or none was found in
  /// MaxSteps.
  bool next();

  /// The configuration: a place in each parameter's Values.
  llvm::ArrayRef<uint32_t> places() const {
    return Listed ? llvm::ArrayRef<uint32_t>((*Listed)[Row - 1])
                  : Conditions.places();
  }

private:
  bool isDead(unsigned Depth) const;

  const std::vector<ConfigurationPlaces> *Listed = nullptr;
  size_t Row = 0;
  StagedConditions Conditions;
  std::vector<uint32_t> NextPlace;     ///< by depth
  std::vector<uint64_t> FoundBefore;   ///< by depth, when it was entered
  std::vector<std::vector<bool>> Dead; ///< by depth and key
  uint64_t Found = 0;
  uint64_t StepsLeft;
  unsigned Depth = 0;
  bool IsOver = false;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_SPACEENUMERATION_H
