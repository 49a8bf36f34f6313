//===- PhaseClock.h - Where the time of a run goes --------------*- C++ -*-===//
//
// A clock that is always in one phase. A scope switches it and switches back
// when it ends, so that the time of a phase excludes the phases inside it and
// the phases of one thread add up to the wall time that passed:
//
//   PhaseClock Clock;
//   PhaseClock::Use Here(&Clock);                on this thread, from now on
//   {
//     PhaseScope Timed(Phase::Lowering);         ... time of Lowering
//     {
//       PhaseScope Inner(Phase::Facts);          ... time of Facts
//     }
//   }                                            ... time of Other again
//
// The clock belongs to a thread and is handed on to another that works while
// the first waits. Code that is timed need not know of a clock: without one, a
// scope does nothing.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_PHASECLOCK_H
#define KERNELCAST_ANALYSIS_SUPPORT_PHASECLOCK_H

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <chrono>
#include <cstdint>
#include <utility>

namespace kernelcast {

/// What a run spends its time on, in the order in which it first does.
enum class Phase : uint8_t {
  StartUp,  ///< of the process, up to the first file
  Prelude,  ///< finding, making and opening the precompiled prelude
  Parse,    ///< Clang's, until the syntax tree is released
  Host,     ///< the host code's launches, arguments and copies
  Lowering, ///< from the syntax tree to the kernel model
  Facts,    ///< evaluation for one launch: warps, residency, caches
  Formulas, ///< what the facts are in the launch's own terms
  Models,   ///< the cost models
  Report,   ///< merging, checking and writing
  Other,    ///< none of these
};
inline constexpr size_t PhaseCount = static_cast<size_t>(Phase::Other) + 1;

/// "start_up", "prelude" ...
inline llvm::StringRef name(Phase P) {
  static constexpr llvm::StringLiteral Names[] = {
      "start_up", "prelude",  "parse",  "host",   "lowering",
      "facts",    "formulas", "models", "report", "other"};
  return Names[static_cast<size_t>(P)];
}

/// All of them, in order.
inline auto phases() {
  return llvm::enum_seq_inclusive(Phase::StartUp, Phase::Other,
                                  llvm::force_iteration_on_noniterable_enum);
}

/// Seconds by phase.
struct PhaseTimes {
  std::array<double, PhaseCount> Seconds = {};

  double &operator[](Phase P) { return Seconds[static_cast<size_t>(P)]; }
  double operator[](Phase P) const { return Seconds[static_cast<size_t>(P)]; }
  PhaseTimes &operator+=(const PhaseTimes &Others) {
    for (size_t I = 0; I != PhaseCount; ++I)
      Seconds[I] += Others.Seconds[I];
    return *this;
  }
  double total() const {
    double Sum = 0;
    for (double S : Seconds)
      Sum += S;
    return Sum;
  }
};

/// A whole run, up to some moment.
struct RunTiming {
  double WallSeconds = 0; ///< since the process began
  PhaseTimes Phases;
};

class PhaseClock {
public:
  explicit PhaseClock(Phase First = Phase::Other) : Now(First) {}

  /// The time up to now.
  PhaseTimes times() {
    change(Now);
    return Times;
  }
  /// Goes on in \p Next; returns the phase up to now.
  Phase change(Phase Next) {
    Clock::time_point At = Clock::now();
    Times[Now] += std::chrono::duration<double>(At - Since).count();
    Since = At;
    return std::exchange(Now, Next);
  }

  /// Time that passed on another clock.
  void add(const PhaseTimes &Others) { Times += Others; }
  /// Seconds from when the clock was made to its last change or reading.
  double age() const {
    return std::chrono::duration<double>(Since - Made).count();
  }

  /// The clock of this thread, if any.
  static PhaseClock *current() { return Current; }

  /// Makes \p Clock (null: none) this thread's while the object lives.
  class Use {
  public:
    explicit Use(PhaseClock *Clock) : Before(std::exchange(Current, Clock)) {}
    ~Use() { Current = Before; }
    Use(const Use &) = delete;
    Use &operator=(const Use &) = delete;

  private:
    PhaseClock *Before;
  };

private:
  using Clock = std::chrono::steady_clock;
  static inline thread_local PhaseClock *Current = nullptr;
  Clock::time_point Made = Clock::now(), Since = Made;
  Phase Now;
  PhaseTimes Times;
};

/// Puts this thread's clock into a phase while the object lives.
class PhaseScope {
public:
  explicit PhaseScope(Phase P) : Clock(PhaseClock::current()) {
    if (Clock)
      Before = Clock->change(P);
  }
  ~PhaseScope() {
    if (Clock)
      Clock->change(Before);
  }
  PhaseScope(const PhaseScope &) = delete;
  PhaseScope &operator=(const PhaseScope &) = delete;

private:
  PhaseClock *Clock;
  Phase Before = Phase::Other;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_PHASECLOCK_H
