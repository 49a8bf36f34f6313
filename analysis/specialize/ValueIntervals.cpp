//===- ValueIntervals.cpp - Between what bounds values lie ----------------===//

#include "analysis/specialize/ValueIntervals.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// Whether the sizes \p Size of \p Launch, about which \p Kind is assumed where
/// nobody knows them, rest on nothing that nobody gave.
static bool isGiven(const KernelModel &Kernel,
                    const LaunchConfiguration &Launch,
                    std::array<const Expr *, 3> LaunchSite::*Size,
                    AssumptionKind Kind) {
  auto assumed = [&](const Expr *Leaf) {
    return Leaf->op() == Op::Symbol &&
           any_of(Launch.Assumptions, [&](const Assumption &A) {
             return (A.Kind == AssumptionKind::Argument ||
                     A.Kind == AssumptionKind::HostVariable) &&
                    A.Name == Leaf->name();
           });
  };
  if (Launch.Source == LaunchSource::Assumed ||
      any_of(Launch.Assumptions,
             [&](const Assumption &A) { return A.Kind == Kind; }))
    return false;
  bool Given = true;
  if (Launch.Source == LaunchSource::HostCode)
    for (const LaunchSite &Site : Kernel.Launches)
      for (const Expr *E : Site.*Size)
        if (Site.Location == Launch.Location && E)
          visitPostOrder(E, [&](const Expr *Leaf) { Given &= !assumed(Leaf); });
  return Given;
}

ValueIntervals::ValueIntervals(const KernelModel &Kernel,
                               const LaunchConfiguration &Launch, Rigour How)
    : Kernel(Kernel), Launch(Launch), How(How) {
  if (How == Rigour::Likely)
    return;
  GridGiven =
      isGiven(Kernel, Launch, &LaunchSite::Grid, AssumptionKind::GridSize);
  BlockGiven =
      isGiven(Kernel, Launch, &LaunchSite::Block, AssumptionKind::BlockSize);
}

void ValueIntervals::assumeReached(BlockId Block) {
  Reached = Block;
  constexpr unsigned MostConditions = 16;
  for (unsigned I = 0; I != MostConditions; ++I) {
    const BasicBlock &Here = Kernel.Blocks[Block];
    if (Here.Predecessors.size() != 1 || Here.Predecessors[0] >= Block)
      return;
    const BasicBlock &Before = Kernel.Blocks[Here.Predecessors[0]];
    if (Before.Condition && Before.Successors.size() == 2 &&
        Before.Successors[0] != Before.Successors[1])
      assume(Before.Condition, Before.Successors[0] == Block);
    Block = Before.Id;
  }
}

/// What the type of \p E can hold.
static Interval typeOf(const Expr *E) {
  const ScalarType T = E->type();
  if (T.Float || T.Bits > 32)
    return {};
  if (T.Signed)
    return {-std::ldexp(1, T.Bits - 1), std::ldexp(1, T.Bits - 1) - 1};
  return {0, std::ldexp(1, T.Bits) - 1};
}

Interval ValueIntervals::of(const Expr *E) {
  if (auto Known = Memo.find(E); Known != Memo.end())
    return Known->second;
  Interval Result = ++Depth > MaxDepth ? Interval() : operation(E);
  --Depth;
  const Interval Type = typeOf(E);
  const bool Fits = Result.Low >= Type.Low && Result.High <= Type.High;
  if (Fits || How == Rigour::Likely || E->type().Signed)
    Result = Result.within(Type);
  else
    Result = Type; // it wraps around
  if (auto Given = Assumed.find(E); Given != Assumed.end())
    Result = Result.within(Given->second);
  return Memo[E] = Result;
}

Interval kernelcast::product(Interval A, Interval B) {
  if (!A.isBounded() || !B.isBounded())
    return A.Low >= 0 && B.Low >= 0 ? Interval{0, HUGE_VAL} : Interval();
  auto [Low, High] = std::minmax(
      {A.Low * B.Low, A.Low * B.High, A.High * B.Low, A.High * B.High});
  return {Low, High};
}

void ValueIntervals::assume(const Expr *Condition, bool Holds) {
  while (Condition->op() == Op::Not) {
    Condition = Condition->operand(0);
    Holds = !Holds;
  }
  const bool Strict = Condition->op() == Op::Less;
  if ((!Strict && Condition->op() != Op::LessEqual) ||
      Condition->operand(0)->type().Float)
    return;
  const Expr *A = Condition->operand(0), *B = Condition->operand(1);
  // Not a < b is b <= a.
  if (!Holds)
    std::swap(A, B);
  const double Apart = Strict == Holds ? 1 : 0;
  Interval OfA = of(A), OfB = of(B);
  bound(A, {-HUGE_VAL, OfB.High - Apart});
  bound(B, {OfA.Low + Apart, HUGE_VAL});
}

void ValueIntervals::bound(const Expr *E, Interval Given) {
  if (E->isConstant())
    return;
  Assumed[E] = Assumed.lookup(E).within(Given);
  Memo.clear();
}

Interval ValueIntervals::coordinate(Coordinate C) const {
  const auto Number = static_cast<unsigned>(C);
  const unsigned D = Number % 3;
  auto Known = [](double V) { return Interval{V, V}; };
  if (C == Coordinate::WarpSize)
    return {1, 64};
  if (C >= Coordinate::OffsetX)
    return {0, HUGE_VAL};
  const bool OfGrid = C >= Coordinate::GridSizeX ||
                      (C >= Coordinate::BlockX && C < Coordinate::BlockSizeX);
  if (!(OfGrid ? GridGiven : BlockGiven))
    return {0, HUGE_VAL};
  if (C >= Coordinate::GridSizeX)
    return Known(double(Launch.Grid[D]));
  if (C >= Coordinate::BlockSizeX)
    return Known(double(Launch.Block[D]));
  return {0,
          double(C >= Coordinate::BlockX ? Launch.Grid[D] : Launch.Block[D]) -
              1};
}

Interval ValueIntervals::counter(LoopId Id) {
  const LoopInfo &Loop = Kernel.Loops[Id];
  if (!Loop.TripCount)
    return {0, HUGE_VAL};
  const bool Inside = is_contained(Loop.Blocks, Reached);
  const bool Decided =
      Loop.TestAtEnd
          ? Loop.SingleExit
          : Reached != Loop.Header && any_of(Loop.Exits, [&](const auto &Exit) {
              return Exit.first == Loop.Header;
            });
  const Interval Trips = of(Loop.TripCount);
  return {0, std::max(0.0, Trips.High - (Inside && Decided ? 1 : 0))};
}

/// Of \p E, a quotient or a shift to the right, whose operands are \p A and
/// \p By.
static Interval quotient(const Expr *E, Interval A, Interval By) {
  if (By.Low != By.High || !A.isBounded())
    return {};
  const bool Shift = E->op() == Op::Shr;
  if (Shift ? By.Low < 0 || By.Low > 63 : By.Low < 1)
    return {};
  const double Divisor = Shift ? std::ldexp(1, int(By.Low)) : By.Low;
  auto Round = [&](double X) { return Shift ? std::floor(X) : std::trunc(X); };
  return {Round(A.Low / Divisor), Round(A.High / Divisor)};
}

Interval ValueIntervals::operation(const Expr *E) {
  auto Operand = [&](unsigned I) { return of(E->operand(I)); };
  switch (E->op()) {
  case Op::Constant:
    return E->type().Float ? Interval()
                           : Interval{double(E->value()), double(E->value())};
  case Op::Symbol:
    for (const ArgumentValue &A : Launch.Arguments)
      if (A.IsInteger && A.Name == E->name() &&
          (How == Rigour::Likely || A.Source != LaunchSource::Assumed))
        return {double(A.Integer), double(A.Integer)};
    return {};
  case Op::Coordinate:
    return coordinate(static_cast<Coordinate>(E->value()));
  case Op::Counter:
    return counter(static_cast<LoopId>(E->value()));
  case Op::Base:
    return {0, 0};
  case Op::Add: {
    Interval A = Operand(0), B = Operand(1);
    return {A.Low + B.Low, A.High + B.High};
  }
  case Op::Sub: {
    Interval A = Operand(0), B = Operand(1);
    return {A.Low - B.High, A.High - B.Low};
  }
  case Op::Mul:
    return product(Operand(0), Operand(1));
  case Op::Shl: {
    Interval By = Operand(1);
    if (By.Low != By.High || By.Low < 0 || By.Low > 63)
      return {};
    double Factor = std::ldexp(1, int(By.Low));
    return product(Operand(0), {Factor, Factor});
  }
  case Op::Div:
  case Op::Shr:
    return quotient(E, Operand(0), Operand(1));
  case Op::Rem: {
    Interval A = Operand(0), By = Operand(1);
    if (!(By.Low >= 1))
      return A;
    double Most = std::min(By.High - 1, std::max(A.High, -A.Low));
    return {A.Low >= 0 ? 0 : -Most, A.High <= 0 ? 0 : Most};
  }
  case Op::And: {
    Interval A = Operand(0), B = Operand(1);
    if (A.Low >= 0 && B.Low >= 0)
      return {0, std::min(A.High, B.High)};
    return A.Low >= 0   ? Interval{0, A.High}
           : B.Low >= 0 ? Interval{0, B.High}
                        : Interval();
  }
  case Op::Min: {
    Interval A = Operand(0), B = Operand(1);
    return {std::min(A.Low, B.Low), std::min(A.High, B.High)};
  }
  case Op::Max: {
    Interval A = Operand(0), B = Operand(1);
    return {std::max(A.Low, B.Low), std::max(A.High, B.High)};
  }
  case Op::Select: {
    Interval A = Operand(1), B = Operand(2);
    return {std::min(A.Low, B.Low), std::max(A.High, B.High)};
  }
  case Op::Cast: {
    // What does not fit wraps around.
    Interval From = E->operand(0)->type().Float ? Interval() : Operand(0);
    Interval Type = typeOf(E);
    return From.Low >= Type.Low && From.High <= Type.High ? From : Type;
  }
  default:
    return {};
  }
}
