//===- ArgumentConstraint.h - What is known of an argument ------*- C++ -*-===//
//
// A fact about an argument that has no known value, or a check of one that has:
//
//   N % 1024 == 0     N == 512     N >= 2     N != 0
//
// Values that somebody gives have to satisfy the constraints on their name, and
// values that are assumed are chosen so that they do.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LAUNCH_ARGUMENTCONSTRAINT_H
#define KERNELCAST_ANALYSIS_LAUNCH_ARGUMENTCONSTRAINT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace kernelcast {

struct ArgumentConstraint {
  enum class Relation : uint8_t {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual
  };

  std::string Name;    ///< of an argument, a host variable or a launch size
  int64_t Modulus = 0; ///< 0: the number itself is compared, else its remainder
  Relation Compare = Relation::Equal; ///< with a modulus: Equal or NotEqual
  int64_t Value = 0;
  std::string Text; ///< as the user wrote it

  bool holdsFor(int64_t Number) const;
  /// Whether a number that satisfies it is always a multiple of \p Divisor.
  bool impliesMultipleOf(int64_t Divisor) const;
};

/// The number nearest to \p Wanted that satisfies all of \p Constraints, a
/// positive one if there is any; nothing if there is none, or none within some
/// million steps.
std::optional<int64_t>
nearestAllowed(int64_t Wanted, llvm::ArrayRef<ArgumentConstraint> Constraints);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LAUNCH_ARGUMENTCONSTRAINT_H
