//===- IndexExtent.cpp - How far addresses that are not known reach -------===//

#include "analysis/specialize/IndexExtent.h"
#include "analysis/control/SumOfProducts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Low <= value <= High, both included; infinite where nothing is known.
struct Interval {
  double Low = -HUGE_VAL, High = HUGE_VAL;

  bool isBounded() const { return std::isfinite(Low) && std::isfinite(High); }
  Interval within(Interval Other) const {
    Interval Both{std::max(Low, Other.Low), std::min(High, Other.High)};
    return Both.Low <= Both.High ? Both : *this;
  }
};

/// Whether intervals are for an estimate, or hold for certain.
enum class Rigour : uint8_t { Likely, Certain };

/// Whether the sizes \p Size of \p Launch, about which \p Kind is assumed where
/// nobody knows them, rest on nothing that nobody gave.
bool isGiven(const KernelModel &Kernel, const LaunchConfiguration &Launch,
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

class Intervals {
public:
  Intervals(const KernelModel &Kernel, const LaunchConfiguration &Launch,
            Rigour How = Rigour::Likely)
      : Kernel(Kernel), Launch(Launch), How(How) {
    if (How == Rigour::Likely)
      return;
    GridGiven =
        isGiven(Kernel, Launch, &LaunchSite::Grid, AssumptionKind::GridSize);
    BlockGiven =
        isGiven(Kernel, Launch, &LaunchSite::Block, AssumptionKind::BlockSize);
  }

  /// Takes the conditions for granted without which \p Block is not reached.
  void assumeReached(BlockId Block) {
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

  Interval of(const Expr *E) {
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

  static Interval product(Interval A, Interval B) {
    if (!A.isBounded() || !B.isBounded())
      return A.Low >= 0 && B.Low >= 0 ? Interval{0, HUGE_VAL} : Interval();
    auto [Low, High] = std::minmax(
        {A.Low * B.Low, A.Low * B.High, A.High * B.Low, A.High * B.High});
    return {Low, High};
  }

private:
  static constexpr unsigned MaxDepth = 200;

  void assume(const Expr *Condition, bool Holds) {
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

  void bound(const Expr *E, Interval Given) {
    if (E->isConstant())
      return;
    Assumed[E] = Assumed.lookup(E).within(Given);
    Memo.clear();
  }

  static Interval typeOf(const Expr *E) {
    const ScalarType T = E->type();
    if (T.Float || T.Bits > 32)
      return {};
    if (T.Signed)
      return {-std::ldexp(1, T.Bits - 1), std::ldexp(1, T.Bits - 1) - 1};
    return {0, std::ldexp(1, T.Bits) - 1};
  }

  Interval coordinate(Coordinate C) const {
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

  /// The iterations of \p Loop that a thread at the place in question may have
  /// behind it: after the loop, and where its header decides, as many as there
  /// are.
  Interval counter(LoopId Id) {
    const LoopInfo &Loop = Kernel.Loops[Id];
    if (!Loop.TripCount)
      return {0, HUGE_VAL};
    const bool Inside = is_contained(Loop.Blocks, Reached);
    const bool Decided = Loop.TestAtEnd
                             ? Loop.SingleExit
                             : Reached != Loop.Header &&
                                   any_of(Loop.Exits, [&](const auto &Exit) {
                                     return Exit.first == Loop.Header;
                                   });
    const Interval Trips = of(Loop.TripCount);
    return {0, std::max(0.0, Trips.High - (Inside && Decided ? 1 : 0))};
  }

  Interval operation(const Expr *E) {
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

  static Interval quotient(const Expr *E, Interval A, Interval By) {
    if (By.Low != By.High || !A.isBounded())
      return {};
    const bool Shift = E->op() == Op::Shr;
    if (Shift ? By.Low < 0 || By.Low > 63 : By.Low < 1)
      return {};
    const double Divisor = Shift ? std::ldexp(1, int(By.Low)) : By.Low;
    auto Round = [&](double X) {
      return Shift ? std::floor(X) : std::trunc(X);
    };
    return {Round(A.Low / Divisor), Round(A.High / Divisor)};
  }

  const KernelModel &Kernel;
  const LaunchConfiguration &Launch;
  Rigour How;
  bool GridGiven = true, BlockGiven = true;
  BlockId Reached = None;
  DenseMap<const Expr *, Interval> Memo, Assumed;
  unsigned Depth = 0;
};

} // namespace

bool kernelcast::staysInRow(const KernelModel &Kernel, const RowIndex &Row,
                            const LaunchConfiguration &Launch) {
  if (!Row.Index || Row.Block >= Kernel.Blocks.size())
    return false;
  Intervals Known(Kernel, Launch, Rigour::Certain);
  Known.assumeReached(Row.Block);
  const Interval Reach = Known.of(Row.Index);
  return Reach.Low >= 0 && Reach.High < double(Row.Elements);
}

/// An index that can take what its type can says nothing.
static constexpr double NoBound = 1u << 31;

namespace {

/// One product of an address multiplied out.
struct AddressTerm {
  double Stride = 0; ///< bytes, of its known factors
  double Span = 0;   ///< from its lowest value to its highest, in bytes
  bool IsKnown = false;
  SmallVector<const Expr *, 2> Varying;
};

/// What an address is made of, as far as rows can be told from it.
class RowsOfAddress {
public:
  RowsOfAddress(const KernelModel &Kernel, Intervals &Known)
      : Kernel(Kernel), Known(Known) {}

  /// Bytes that \p Address reaches while its unknown part stays in a row, and
  /// while the counters of the loops \p Fixed stay as they are.
  std::optional<double> extent(const Expr *Address, ArrayRef<LoopId> Fixed) {
    const std::optional<Sum> Products = sumOfProducts(Address);
    if (!Products)
      return std::nullopt;
    SmallVector<AddressTerm, 8> Terms;
    for (const Product &P : *Products)
      Terms.push_back(termOf(P));
    llvm::stable_sort(Terms, [](const AddressTerm &A, const AddressTerm &B) {
      return A.Stride < B.Stride;
    });
    double Unknown = 0, Below = 0; ///< the largest stride; and known spans
    SmallVector<const Expr *, 4> Offsets;
    for (const AddressTerm &T : Terms)
      if (!T.IsKnown) {
        Unknown = std::max(Unknown, T.Stride);
        Offsets.append(T.Varying);
      }
    if (Offsets.empty())
      return std::nullopt;
    for (const auto &[I, Row] : enumerate(Terms)) {
      if (!Row.IsKnown)
        continue;
      if (Row.Span > 0 && Row.Stride > Unknown && Below < Row.Stride &&
          dependOn(Offsets, Row.Varying)) {
        double Rows = 0;
        for (const AddressTerm &T : drop_begin(Terms, I))
          if (!isCounted(T, Fixed))
            Rows += T.Span;
        return Rows + Row.Stride;
      }
      Below += Row.Span;
    }
    return std::nullopt;
  }

private:
  /// Whether \p T moves with a counter of \p Loops alone.
  static bool isCounted(const AddressTerm &T, ArrayRef<LoopId> Loops) {
    return !T.Varying.empty() && all_of(T.Varying, [&](const Expr *Factor) {
      Factor = withoutWideCasts(Factor);
      return Factor->op() == Op::Counter &&
             is_contained(Loops, static_cast<LoopId>(Factor->value()));
    });
  }

  AddressTerm termOf(const Product &P) {
    AddressTerm T;
    T.Stride = std::abs(double(P.Number));
    Interval Of{1, 1};
    for (const Expr *Factor : P.Factors) {
      if (Factor->op() == Op::Base) {
        T.Stride = 0;
        T.IsKnown = true;
        return T;
      }
      const Interval Each = Known.of(Factor);
      if (Each.Low == Each.High)
        T.Stride *= std::abs(Each.Low);
      else
        T.Varying.push_back(Factor);
      Of = Intervals::product(Of, Each);
    }
    T.Span = std::abs(double(P.Number)) * (Of.High - Of.Low);
    T.IsKnown = Of.isBounded() && Of.High - Of.Low < NoBound;
    return T;
  }

  /// Whether any of \p Values rests on a coordinate or a counter that \p Row
  /// has, be it by what is loaded there. Of much code it is not looked for.
  bool dependOn(ArrayRef<const Expr *> Values, ArrayRef<const Expr *> Row) {
    DenseSet<const Expr *> Wanted;
    for (const Expr *Factor : Row)
      visitPostOrder(Factor, [&](const Expr *E) {
        if (E->op() == Op::Coordinate || E->op() == Op::Counter)
          Wanted.insert(E);
      });
    constexpr size_t MostNodes = 4096;
    SmallVector<const Expr *, 32> Work(Values);
    DenseSet<const Expr *> Seen(Values.begin(), Values.end());
    auto Visit = [&](const Expr *E) {
      if (E && Seen.insert(E).second)
        Work.push_back(E);
    };
    for (size_t I = 0; I != Work.size() && I != MostNodes; ++I) {
      const Expr *E = Work[I];
      if (Wanted.contains(E))
        return true;
      for_each(E->operands(), Visit);
      const auto Number = static_cast<size_t>(E->value());
      if (E->op() == Op::Load && Number < Kernel.Accesses.size())
        Visit(Kernel.Accesses[Number].Address);
    }
    return false;
  }

  const KernelModel &Kernel;
  Intervals &Known;
};

} // namespace

std::optional<double>
kernelcast::indexExtent(const KernelModel &Kernel, const MemoryAccess &Access,
                        const LaunchConfiguration &Launch) {
  double Size = HUGE_VAL;
  if (Access.Array < Kernel.Arrays.size() && Kernel.Arrays[Access.Array].Bytes)
    Size = double(Kernel.Arrays[Access.Array].Bytes);
  if (Access.Address && Access.Array != None) {
    Intervals Known(Kernel, Launch);
    Known.assumeReached(Access.Block);
    if (Interval Reach = Known.of(Access.Address); Reach.isBounded())
      Size = std::min(Size, Reach.High - Reach.Low + Access.Bytes);
  }
  return Size < NoBound ? std::optional(Size) : std::nullopt;
}

/// Bytes that host code allocates for the array of \p Access; 0: not known.
static double allocatedBytes(const KernelModel &Kernel,
                             const MemoryAccess &Access,
                             const LaunchConfiguration &Launch) {
  if (Access.Array >= Kernel.Arrays.size())
    return 0;
  const unsigned Parameter = Kernel.Arrays[Access.Array].Parameter;
  return Parameter < Launch.AllocatedBytes.size()
             ? double(Launch.AllocatedBytes[Parameter])
             : 0;
}

std::optional<double>
kernelcast::likelyExtent(const KernelModel &Kernel, const MemoryAccess &Access,
                         const LaunchConfiguration &Launch) {
  std::optional<double> Extent = indexExtent(Kernel, Access, Launch);
  if (const double Bytes = allocatedBytes(Kernel, Access, Launch))
    Extent = std::min(Extent.value_or(HUGE_VAL), Bytes);
  return Extent ? Extent : extentInIteration(Kernel, Access, Launch, None);
}

std::optional<double> kernelcast::extentInIteration(
    const KernelModel &Kernel, const MemoryAccess &Access,
    const LaunchConfiguration &Launch, LoopId Within) {
  if (!Access.Address || Access.Array == None)
    return std::nullopt;
  SmallVector<LoopId, 4> Fixed;
  for (LoopId L = Within; L < Kernel.Loops.size(); L = Kernel.Loops[L].Parent)
    Fixed.push_back(L);
  Intervals Known(Kernel, Launch);
  Known.assumeReached(Access.Block);
  return RowsOfAddress(Kernel, Known).extent(Access.Address, Fixed);
}

/// Different ones of \p Places that \p Lanes touch, each any of them.
static double distinct(double Places, double Lanes) {
  return Places <= 1 ? 1
                     : Places * -std::expm1(Lanes * std::log1p(-1 / Places));
}

void kernelcast::limitToExtents(WarpProfile &Profile) {
  const KernelModel &Kernel = *Profile.Kernel;
  for (auto [Access, Facts] : zip(Kernel.Accesses, Profile.Accesses)) {
    const double Warps = Facts.WarpExecutions.Value;
    const bool IsConstant = Access.Space == MemorySpace::Constant;
    if (!(Warps > 0) || Facts.Source == How::Exact ||
        (Access.Space != MemorySpace::Global && !IsConstant))
      continue;
    auto Extent = likelyExtent(Kernel, Access, Profile.Launch);
    if (!Extent)
      continue;
    const double Lanes = Facts.LaneExecutions.Value / Warps;
    auto Limit = [&](Known<double> &Fact, double Unit, double Each = 1) {
      double Most = Warps * Each * distinct(*Extent / Unit, Lanes);
      if (!Fact.isExact() && Most < Fact.Value)
        Fact.Value = std::max(Fact.Low, Most);
    };
    const double Sectors = Facts.Sectors.Value;
    Limit(Facts.Sectors, 32);
    Limit(Facts.Lines, 128);
    Limit(Facts.L1Passes, 4);
    // Transactions are of some size between; as many fewer of them.
    if (Sectors > 0)
      for (Known<double> *Fact : {&Facts.Transactions, &Facts.TransactionBytes})
        if (!Fact->isExact())
          Fact->Value =
              std::max(Fact->Low, Fact->Value * Facts.Sectors.Value / Sectors);
    if (IsConstant)
      Limit(Facts.BankCycles, 4, std::max(1.0, Access.Bytes / 4.0));
  }
}

namespace {

/// What expressions move by in an iteration of one loop. Each is looked at
/// once: hashes use every value several times.
class Steps {
public:
  Steps(const KernelModel &Kernel, const LoopInfo &Loop)
      : Kernel(Kernel), Loop(Loop) {}

  /// Nothing where it is not the same in all iterations.
  std::optional<int64_t> of(const Expr *E) {
    if (auto Found = Memo.find(E); Found != Memo.end())
      return Found->second;
    constexpr unsigned MaxDepth = 200;
    std::optional<int64_t> Step;
    if (++Depth <= MaxDepth)
      Step = operation(E);
    --Depth;
    return Memo[E] = Step;
  }

private:
  bool isInside(BlockId Block) const {
    return is_contained(Loop.Blocks, Block);
  }

  std::optional<int64_t> operation(const Expr *E) {
    auto Of = [&](unsigned I) { return of(E->operand(I)); };
    const auto Number = static_cast<size_t>(E->value());
    auto IfOutside = [](bool Inside) {
      return Inside ? std::nullopt : std::optional<int64_t>(0);
    };
    switch (E->op()) {
    case Op::Counter:
      return E->value() == Loop.Id ? 1 : 0;
    case Op::Load:
      return IfOutside(Number >= Kernel.Accesses.size() ||
                       isInside(Kernel.Accesses[Number].Block));
    case Op::Phi:
      return IfOutside(Number >= Kernel.Phis.size() ||
                       isInside(Kernel.Phis[Number].Block));
    case Op::Opaque:
      return std::nullopt;
    case Op::Add:
    case Op::Sub: {
      auto A = Of(0), B = Of(1);
      int64_t Sum = 0;
      if (!A || !B ||
          (E->op() == Op::Add ? AddOverflow(*A, *B, Sum)
                              : SubOverflow(*A, *B, Sum)))
        return std::nullopt;
      return Sum;
    }
    case Op::Mul:
    case Op::Shl:
      return product(E, Of(0), Of(1));
    case Op::Cast:
      return Of(0);
    default:
      for (unsigned I = 0; I != E->operands().size(); ++I)
        if (Of(I) != std::optional<int64_t>(0))
          return std::nullopt;
      return 0;
    }
  }

  /// Of a product, or a shift, whose factors move by \p A and \p B.
  static std::optional<int64_t> product(const Expr *E, std::optional<int64_t> A,
                                        std::optional<int64_t> B) {
    if (!A || !B)
      return std::nullopt;
    if (*A == 0 && *B == 0)
      return 0;
    const bool IsShift = E->op() == Op::Shl;
    const bool Left = !IsShift && E->operand(0)->isIntegerConstant();
    const Expr *Constant = E->operand(Left ? 0 : 1);
    if (!Constant->isIntegerConstant())
      return std::nullopt;
    int64_t Factor = Constant->value(), Moves = 0;
    if (IsShift && (Factor < 0 || Factor > 62))
      return std::nullopt;
    if (IsShift)
      Factor = int64_t(1) << Factor;
    if (MulOverflow(Left ? *B : *A, Factor, Moves))
      return std::nullopt;
    return Moves;
  }

  const KernelModel &Kernel;
  const LoopInfo &Loop;
  DenseMap<const Expr *, std::optional<int64_t>> Memo;
  unsigned Depth = 0;
};

} // namespace

std::optional<int64_t> kernelcast::stepInLoop(const KernelModel &Kernel,
                                              const MemoryAccess &Access) {
  if (!Access.Address || Access.Block >= Kernel.Blocks.size())
    return std::nullopt;
  LoopId Loop = Kernel.Blocks[Access.Block].Loop;
  if (Loop >= Kernel.Loops.size())
    return std::nullopt;
  return Steps(Kernel, Kernel.Loops[Loop]).of(Access.Address);
}
