//===- ArgumentConstraint.cpp - What is known of an argument --------------===//
//
// Numbers that satisfy several remainders are r, r + m, r + 2m, ... with m the
// least common multiple of the moduli (the Chinese remainder theorem); Euclid's
// algorithm finds r. The comparisons leave an interval of them, from which the
// nearest one is taken.
//===----------------------------------------------------------------------===//

#include "analysis/launch/ArgumentConstraint.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace kernelcast;

/// Numbers that are tried at most.
static constexpr int64_t MostSteps = 1 << 22;

bool ArgumentConstraint::holdsFor(int64_t Number) const {
  if (Modulus == -1) // INT64_MIN % -1 is undefined
    Number = 0;
  else if (Modulus)
    Number %= Modulus;
  switch (Compare) {
  case Relation::Equal:
    return Number == Value;
  case Relation::NotEqual:
    return Number != Value;
  case Relation::Less:
    return Number < Value;
  case Relation::LessEqual:
    return Number <= Value;
  case Relation::Greater:
    return Number > Value;
  case Relation::GreaterEqual:
    return Number >= Value;
  }
  return false;
}

bool ArgumentConstraint::impliesMultipleOf(int64_t Divisor) const {
  if (Divisor == 0 || Compare != Relation::Equal || Value % Divisor != 0)
    return false;
  return Modulus == 0 || Modulus % Divisor == 0;
}

namespace {

/// Start, Start + Step, Start + 2 Step, ... between Low and High.
struct Progression {
  __int128 Start = 0, Step = 1;
  __int128 Low = INT64_MIN, High = INT64_MAX;

  /// Keeps the numbers with the remainder of \p C; false if there are none.
  bool meet(const ArgumentConstraint &C) {
    if (Step > INT64_MAX) // the few that are left are tried one by one
      return true;
    // Inverse * Step is Common, their greatest divisor, modulo the modulus.
    __int128 Common = C.Modulus, Rest = Step, Inverse = 0, Next = 1;
    while (Rest != 0) {
      Inverse -= Common / Rest * Next;
      Common %= Rest;
      std::swap(Common, Rest);
      std::swap(Inverse, Next);
    }
    const __int128 Missing = C.Value - Start, Rounds = C.Modulus / Common;
    if (Missing % Common != 0)
      return false;
    const __int128 I = Missing / Common % Rounds * Inverse % Rounds;
    Start += (I < 0 ? I + Rounds : I) * Step;
    Step *= Rounds;
    return true;
  }
  /// The smallest number from \p From on.
  __int128 next(__int128 From) const {
    __int128 Rest = (From - Start) % Step;
    return Rest == 0 ? From : From - Rest + (Rest > 0 ? Step : 0);
  }
};

} // namespace

std::optional<int64_t>
kernelcast::nearestAllowed(int64_t Wanted,
                           llvm::ArrayRef<ArgumentConstraint> Constraints) {
  using Relation = ArgumentConstraint::Relation;
  Progression Numbers;
  for (const ArgumentConstraint &C : Constraints) {
    if (C.Modulus && C.Compare == Relation::Equal && !Numbers.meet(C))
      return std::nullopt;
    if (C.Modulus)
      continue;
    bool Equal = C.Compare == Relation::Equal;
    if (Equal || C.Compare == Relation::GreaterEqual)
      Numbers.Low = std::max<__int128>(Numbers.Low, C.Value);
    if (Equal || C.Compare == Relation::LessEqual)
      Numbers.High = std::min<__int128>(Numbers.High, C.Value);
    if (C.Compare == Relation::Greater)
      Numbers.Low = std::max<__int128>(Numbers.Low, __int128(C.Value) + 1);
    if (C.Compare == Relation::Less)
      Numbers.High = std::min<__int128>(Numbers.High, __int128(C.Value) - 1);
  }
  if (Numbers.High >= 1) // sizes are positive
    Numbers.Low = std::max<__int128>(Numbers.Low, 1);
  if (Numbers.Low > Numbers.High)
    return std::nullopt;
  auto Allowed = [&](__int128 Number) {
    return Number >= Numbers.Low && Number <= Numbers.High &&
           llvm::all_of(Constraints, [&](const ArgumentConstraint &C) {
             return C.holdsFor(static_cast<int64_t>(Number));
           });
  };
  // Outwards from the number that is wanted, or from the end of the interval
  // that is nearest to it.
  __int128 From = std::clamp<__int128>(Wanted, Numbers.Low, Numbers.High);
  __int128 Up = Numbers.next(From), Down = Up == From ? Up : Up - Numbers.Step;
  for (int64_t Tried = 0; Tried != MostSteps; ++Tried) {
    if (Up > Numbers.High && Down < Numbers.Low)
      break;
    bool Lower =
        Up > Numbers.High || (Down >= Numbers.Low && From - Down < Up - From);
    __int128 &Next = Lower ? Down : Up;
    if (Allowed(Next))
      return static_cast<int64_t>(Next);
    Next += Lower ? -Numbers.Step : Numbers.Step;
  }
  return std::nullopt;
}
