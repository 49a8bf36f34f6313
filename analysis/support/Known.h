//===- Known.h - A number that says how it is known -------------*- C++ -*-===//
//
// Every quantity that kernelcast derives carries how it was obtained, and the
// answer travels through sums and products to the report:
//
//   exact    equal to what an interpreter of the kernel would count
//   bounded  the true value lies in [Low, High]; Value is the best guess
//   sampled  measured on some blocks or iterations, scaled to all of them
//   assumed  rests on an assumption that the report lists
//
// Combining two numbers keeps the weaker of both, in the order above.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_KNOWN_H
#define KERNELCAST_ANALYSIS_SUPPORT_KNOWN_H

#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace kernelcast {

/// How a number is known, from the strongest to the weakest.
enum class How : uint8_t { Exact, Bounded, Sampled, Assumed };

/// "exact", "bounded", "sampled" or "assumed", as in the JSON report.
inline llvm::StringRef name(How H) {
  constexpr llvm::StringRef Names[] = {"exact", "bounded", "sampled",
                                       "assumed"};
  return Names[static_cast<unsigned>(H)];
}

/// The weaker of two: what is known of a result that rests on both.
inline How weaker(How A, How B) { return std::max(A, B); }

/// A value with bounds and how it is known. For an exact number
/// Low == Value == High. For sampled and assumed numbers the bounds are the
/// provable ones where there are any, else 0 and infinity.
template <typename T> struct Known {
  T Value{};
  T Low{};
  T High{};
  How Source = How::Exact;

  Known() = default;
  Known(T Exact) : Value(Exact), Low(Exact), High(Exact) {}
  Known(T Value, T Low, T High, How Source)
      : Value(Value), Low(Low), High(High), Source(Source) {}

  bool isExact() const { return Source == How::Exact; }

  Known &operator+=(const Known &B) {
    Value += B.Value, Low += B.Low, High += B.High;
    Source = weaker(Source, B.Source);
    return *this;
  }
  friend Known operator+(Known A, const Known &B) { return A += B; }

  /// The product; both factors must be non-negative.
  friend Known operator*(const Known &A, const Known &B) {
    return {A.Value * B.Value, A.Low * B.Low, A.High * B.High,
            weaker(A.Source, B.Source)};
  }
};

/// Which end of a bounded fact to use. A fact without an upper bound (sampled
/// or assumed) counts with its value at either end.
enum class FactBound : uint8_t { Value, Low, High };

/// \p Fact at \p Bound: finite and not negative, whatever it holds.
inline double at(const Known<double> &Fact, FactBound Bound) {
  double Chosen = Fact.Value;
  if (Bound != FactBound::Value && std::isfinite(Fact.Low) &&
      std::isfinite(Fact.High))
    Chosen = Bound == FactBound::Low ? Fact.Low : Fact.High;
  return std::isfinite(Chosen) ? std::max(Chosen, 0.0) : 0;
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_KNOWN_H
