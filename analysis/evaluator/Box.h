//===- Box.h - Many warps at once: a product of progressions ----*- C++ -*-===//
//
// The warp evaluator does not visit warps one by one. It works on a box: a
// product of arithmetic progressions, one for each block coordinate, each warp
// coordinate inside the block and each loop iteration in flight. A point of
// the box is one warp in one iteration.
//
// All variables are counted from 0: variable v stands for the coordinate
// Low + Step * i with i = 0 .. Count-1, and only i appears in values. Where an
// operation cannot treat all points alike it asks for a split: at a position
// (a comparison flips there) or by residue (a remainder repeats with that
// period).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_EVALUATOR_BOX_H
#define KERNELCAST_ANALYSIS_EVALUATOR_BOX_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>
#include <cstdint>

namespace kernelcast {

/// Variables of a box: six of the launch and the loops in flight.
inline constexpr unsigned MaxBoxVariables = 14;
/// Variables of the launch, in this order.
enum LaunchVariable : unsigned {
  VariableBlockX,
  VariableBlockY,
  VariableBlockZ,
  VariableWarpX,
  VariableWarpY,
  VariableWarpZ,
  NumLaunchVariables
};

/// The coordinates Low, Low + Step, ..., Low + Step * (Count - 1).
struct BoxVariable {
  int64_t Low = 0;
  int64_t Step = 1;
  int64_t Count = 1;

  bool operator==(const BoxVariable &) const = default;
};

struct Box {
  std::array<BoxVariable, MaxBoxVariables> Variables;
  unsigned Size = NumLaunchVariables;

  /// Number of points, as a double: exact up to 2^53.
  double volume() const {
    double Product = 1;
    for (unsigned V = 0; V != Size; ++V)
      Product *= static_cast<double>(Variables[V].Count);
    return Product;
  }
};

/// Why the points of a box cannot be treated alike, and where to cut.
struct SplitRequest {
  enum class Kind : uint8_t {
    None,
    Cut,     ///< into the first Position points of the variable and the rest
    Residue, ///< into Position progressions of that step
    Budget,  ///< no split: the evaluation has taken too many steps
    Lost,    ///< no split: a value is needed that only parts of the box had
  };
  Kind What = Kind::None;
  unsigned Variable = 0;
  int64_t Position = 0;

  bool isSplit() const { return What == Kind::Cut || What == Kind::Residue; }
};

/// Calls \p Use with each part of \p Whole, first part first.
void split(const BoxVariable &Whole, const SplitRequest &Request,
           llvm::function_ref<void(const BoxVariable &)> Use);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_EVALUATOR_BOX_H
