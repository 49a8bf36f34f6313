//===- Traced.h - Numbers that know how they came about ---------*- C++ -*-===//
//
// Code that computes in a template parameter Number computes in double, or in
// Traced: a double that also notes every operation on a Trace, so that what it
// computed can be written down as a program of its own. min, max, ceil and abs
// are operations like the others. A comparison that the code branches on is
// answered by the values at hand and noted as a decision: the operations hold
// for all inputs that decide alike.
//
//   Trace T;                          one for all runs; equal operations are
//   Trace::Run R(T);                  one node, whichever run they are from
//   Traced n = T.input("n", 1000);
//   Traced Cycles = model(n);         R.decisions() led there
//
// Constants fold as in double; x - x, x / x, x * 1, x + 0 and the like fold
// where that gives the same double, for inputs that are finite and divisors
// that are not 0.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_TRACED_H
#define KERNELCAST_ANALYSIS_SUPPORT_TRACED_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace kernelcast {

/// A parameter from which Number is not deduced.
template <typename T> struct PlainType {
  using Type = T;
};
template <typename T> using Plain = typename PlainType<T>::Type;

enum class TraceOp : uint8_t {
  Constant,
  Input,   ///< Name; a leaf of one run also has its Value
  Unknown, ///< Name: why nothing is known; whoever uses it is unknown, too
  Add,
  Sub,
  Mul,
  Div,
  Min,
  Max,
  Abs,
  Ceil
};

using TraceId = unsigned;
inline constexpr TraceId NotTraced = ~0u;

struct TraceNode {
  TraceOp Op = TraceOp::Constant;
  TraceId A = NotTraced, B = NotTraced; ///< operands, both earlier nodes
  double Value = 0;                     ///< of a constant or a leaf
  std::string Name;                     ///< of an input
};

/// A < B, A <= B or A == B, as it turned out.
struct TraceDecision {
  enum Kind : uint8_t { Less, LessEqual, Equal } What = Less;
  TraceId A = 0, B = 0;
  bool Outcome = false;
  bool sameQuestion(const TraceDecision &D) const {
    return What == D.What && A == D.A && B == D.B;
  }
};

class Traced;

class Trace {
public:
  const TraceNode &operator[](TraceId Id) const { return Nodes[Id]; }
  size_t size() const { return Nodes.size(); }

  /// The input called \p Name with the value \p Now in this run.
  inline Traced input(const std::string &Name, double Now);
  /// A number of which nothing is known, for \p Reason.
  inline Traced unknown(const std::string &Reason);

  /// The trace of this thread's run, or null.
  static const Trace *running() { return Current; }

  /// While it lives, this thread's Traced numbers are noted on a trace.
  class Run {
  public:
    explicit Run(Trace &T) : T(T), Outer(Current) {
      Current = &T;
      T.Decisions.clear();
      T.Decided.clear();
    }
    ~Run() { Current = Outer; }
    Run(const Run &) = delete;
    /// In the order in which they were made, each question once.
    llvm::ArrayRef<TraceDecision> decisions() const { return T.Decisions; }

  private:
    Trace &T;
    Trace *Outer;
  };

private:
  friend class Traced;
  static inline thread_local Trace *Current = nullptr;

  TraceId node(TraceOp Op, TraceId A, TraceId B, double Value,
               const std::string &Name = "") {
    auto [At, New] = Known.try_emplace(
        {Op, A, B, llvm::bit_cast<uint64_t>(Value), Name}, Nodes.size());
    if (New)
      Nodes.push_back({Op, A, B, Value, Name});
    return At->second;
  }
  inline TraceId idOf(const Traced &X);

  bool decide(TraceDecision::Kind What, TraceId A, TraceId B, bool Outcome) {
    if (Decided.try_emplace({What, A, B}, Outcome).second)
      Decisions.push_back({What, A, B, Outcome});
    return Outcome;
  }

  std::vector<TraceNode> Nodes;
  std::map<std::tuple<TraceOp, TraceId, TraceId, uint64_t, std::string>,
           TraceId>
      Known;
  std::vector<TraceDecision> Decisions;
  std::map<std::tuple<TraceDecision::Kind, TraceId, TraceId>, bool> Decided;
};

class Traced {
public:
  Traced(double Constant = 0) : Value(Constant) {}

  double value() const { return Value; }
  TraceId id() const { return Id; }
  bool isConstant() const { return Id == NotTraced; }
  bool isConstant(double C) const { return isConstant() && Value == C; }
  /// Whether both are the same for all inputs.
  bool same(const Traced &B) const {
    return Id == B.Id && (Id != NotTraced || Value == B.Value);
  }

  friend Traced operator+(const Traced &A, const Traced &B) {
    if (A.isConstant(0))
      return B;
    if (B.isConstant(0))
      return A;
    return make(TraceOp::Add, A, B, A.Value + B.Value);
  }
  friend Traced operator-(const Traced &A, const Traced &B) {
    if (B.isConstant(0))
      return A;
    if (A.same(B))
      return 0;
    return make(TraceOp::Sub, A, B, A.Value - B.Value);
  }
  friend Traced operator*(const Traced &A, const Traced &B) {
    if (A.isConstant(1) || B.isConstant(0))
      return B;
    if (B.isConstant(1) || A.isConstant(0))
      return A;
    return make(TraceOp::Mul, A, B, A.Value * B.Value);
  }
  friend Traced operator/(const Traced &A, const Traced &B) {
    if (B.isConstant(1) || A.isConstant(0))
      return A;
    if (A.same(B))
      return 1;
    return make(TraceOp::Div, A, B, A.Value / B.Value);
  }
  friend Traced operator-(const Traced &A) { return Traced(0) - A; }
  Traced &operator+=(const Traced &B) { return *this = *this + B; }
  Traced &operator-=(const Traced &B) { return *this = *this - B; }
  Traced &operator*=(const Traced &B) { return *this = *this * B; }
  Traced &operator/=(const Traced &B) { return *this = *this / B; }

  friend bool operator<(const Traced &A, const Traced &B) {
    return !A.same(B) && ask(TraceDecision::Less, A, B, A.Value < B.Value);
  }
  friend bool operator<=(const Traced &A, const Traced &B) {
    return A.same(B) || ask(TraceDecision::LessEqual, A, B, A.Value <= B.Value);
  }
  friend bool operator==(const Traced &A, const Traced &B) {
    return A.same(B) || ask(TraceDecision::Equal, A, B, A.Value == B.Value);
  }
  friend bool operator>(const Traced &A, const Traced &B) { return B < A; }
  friend bool operator>=(const Traced &A, const Traced &B) { return B <= A; }

  /// An input of this run alone, or a constant where there is no run.
  static inline Traced leaf(const std::string &Name, double Value);

  static Traced make(TraceOp Op, const Traced &A, const Traced &B,
                     double Value) {
    Traced Result(Value);
    Trace *T = Trace::Current;
    if (T && !(A.isConstant() && B.isConstant()))
      Result.Id = T->node(Op, T->idOf(A), T->idOf(B), 0);
    return Result;
  }

private:
  friend class Trace;
  static bool ask(TraceDecision::Kind What, const Traced &A, const Traced &B,
                  bool Outcome) {
    Trace *T = Trace::Current;
    if (!T || (A.isConstant() && B.isConstant()))
      return Outcome;
    return T->decide(What, T->idOf(A), T->idOf(B), Outcome);
  }

  double Value;
  TraceId Id = NotTraced;
};

TraceId Trace::idOf(const Traced &X) {
  return X.isConstant() ? node(TraceOp::Constant, NotTraced, NotTraced, X.Value)
                        : X.Id;
}

Traced Trace::input(const std::string &Name, double Now) {
  Traced Result(Now);
  Result.Id = node(TraceOp::Input, NotTraced, NotTraced, 0, Name);
  return Result;
}

Traced Traced::leaf(const std::string &Name, double Value) {
  Traced Result(Value);
  if (Trace *T = Trace::Current)
    Result.Id = T->node(TraceOp::Input, NotTraced, NotTraced, Value, Name);
  return Result;
}

Traced Trace::unknown(const std::string &Reason) {
  Traced Result(1);
  Result.Id = node(TraceOp::Unknown, NotTraced, NotTraced, 0, Reason);
  return Result;
}

//===- What code in Number uses instead of std:: --------------------------===//

template <typename Number> Number maximum(Plain<Number> A, Plain<Number> B) {
  return std::max(A, B);
}
template <> inline Traced maximum<Traced>(Traced A, Traced B) {
  return A.same(B)
             ? A
             : Traced::make(TraceOp::Max, A, B, std::max(A.value(), B.value()));
}
template <typename Number> Number minimum(Plain<Number> A, Plain<Number> B) {
  return std::min(A, B);
}
template <> inline Traced minimum<Traced>(Traced A, Traced B) {
  return A.same(B)
             ? A
             : Traced::make(TraceOp::Min, A, B, std::min(A.value(), B.value()));
}
inline double magnitude(double A) { return std::abs(A); }
inline Traced magnitude(const Traced &A) {
  return Traced::make(TraceOp::Abs, A, A, std::abs(A.value()));
}
inline double roundedUp(double A) { return std::ceil(A); }
inline Traced roundedUp(const Traced &A) {
  return Traced::make(TraceOp::Ceil, A, A, std::ceil(A.value()));
}
inline double valueOf(double A) { return A; }
inline double valueOf(const Traced &A) { return A.value(); }

/// Whether they are equal for all inputs; asks no question.
inline bool sameNumber(double A, double B) { return A == B; }
inline bool sameNumber(const Traced &A, const Traced &B) { return A.same(B); }
/// Some order in which equal numbers are neighbours; asks no question.
inline bool orderedBefore(double A, double B) { return A < B; }
inline bool orderedBefore(const Traced &A, const Traced &B) {
  return A.id() != B.id() ? A.id() < B.id()
                          : A.isConstant() && A.value() < B.value();
}
/// Whether \p A may be positive; asks no question.
inline bool mayBePositive(double A) { return A > 0; }
inline bool mayBePositive(const Traced &A) {
  return !A.isConstant() || A.value() > 0;
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_TRACED_H
