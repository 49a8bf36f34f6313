//===- AddressRows.cpp - In what row an unknown offset stays --------------===//

#include "analysis/specialize/AddressRows.h"
#include "analysis/control/SumOfProducts.h"
#include "analysis/specialize/ValueIntervals.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// One product of an address multiplied out.
struct AddressTerm {
  double Stride = 0; ///< bytes, of its known factors
  double Span = 0;   ///< from its lowest value to its highest, in bytes
  bool IsKnown = false;
  SmallVector<const Expr *, 2> Varying;
};

/// An address, by what is known of its parts.
struct DividedAddress {
  SmallVector<AddressTerm, 8> Terms; ///< the smallest stride first
  int64_t Constant = 0;
  std::vector<Product> Known, Unknown; ///< those of them that vary
};

/// Copies of one access, of which each has a row of its own.
struct RowCopies {
  double Gap = 0; ///< bytes between two that follow each other
  double Count = 1;
};

class AddressRows {
public:
  AddressRows(const KernelModel &Kernel, const LaunchConfiguration &Launch,
              const MemoryAccess &Access)
      : Kernel(Kernel), Access(Access), Known(Kernel, Launch) {
    Known.assumeReached(Access.Block);
  }

  /// What the address reaches while its unknown part stays in a row, while the
  /// counters of the loops \p Fixed stay as they are and, if \p OneCopy, in
  /// this copy alone.
  std::optional<ReachedBytes> reach(ArrayRef<LoopId> Fixed, bool OneCopy);

private:
  std::optional<DividedAddress> divide(const Expr *Address);
  AddressTerm termOf(const Product &P);
  std::optional<RowCopies> copiesOf(const DividedAddress &Address);
  bool isCopy(const MemoryAccess &Other) const;
  bool dependOn(ArrayRef<const Expr *> Values, ArrayRef<const Expr *> Row);

  const KernelModel &Kernel;
  const MemoryAccess &Access;
  ValueIntervals Known;
};

} // namespace

static bool isSame(const Product &A, const Product &B) {
  return A.Number == B.Number && A.Factors == B.Factors;
}

static bool areSame(ArrayRef<Product> A, ArrayRef<Product> B) {
  return equal(A, B, isSame);
}

AddressTerm AddressRows::termOf(const Product &P) {
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
    Of = product(Of, Each);
  }
  T.Span = std::abs(double(P.Number)) * (Of.High - Of.Low);
  T.IsKnown = Of.isBounded() && Of.High - Of.Low < NoBound;
  return T;
}

std::optional<DividedAddress> AddressRows::divide(const Expr *Address) {
  std::optional<Sum> Products = sumOfProducts(Address);
  if (!Products)
    return std::nullopt;
  DividedAddress Result;
  for (Product &P : *Products) {
    Result.Terms.push_back(termOf(P));
    if (P.Factors.empty())
      Result.Constant = P.Number;
    else if (Result.Terms.back().IsKnown)
      Result.Known.push_back(std::move(P));
    else
      Result.Unknown.push_back(std::move(P));
  }
  llvm::stable_sort(Result.Terms,
                    [](const AddressTerm &A, const AddressTerm &B) {
                      return A.Stride < B.Stride;
                    });
  return Result;
}

bool AddressRows::isCopy(const MemoryAccess &Other) const {
  return Other.Array == Access.Array && Other.Kind == Access.Kind &&
         Other.Address && Other.Location.isValid() &&
         Other.Location == Access.Location && Other.Callees == Access.Callees &&
         Kernel.Blocks[Other.Block].Loop == Kernel.Blocks[Access.Block].Loop;
}

std::optional<RowCopies> AddressRows::copiesOf(const DividedAddress &Address) {
  SmallVector<const MemoryAccess *, 16> Copies;
  for (const MemoryAccess &Other : Kernel.Accesses)
    if (isCopy(Other))
      Copies.push_back(&Other);
  if (Copies.size() < 2)
    return std::nullopt;
  // Those of the next rows stand beside it. All are not looked at: there may
  // be thousands.
  constexpr size_t MostBeside = 8;
  const auto Own = size_t(find(Copies, &Access) - Copies.begin());
  const size_t First = Own - std::min(Own, MostBeside);
  const size_t End = std::min(Copies.size(), Own + MostBeside + 1);
  uint64_t Gap = 0;
  SmallVector<uint64_t, 16> Apart;
  for (size_t I = First; I != End; ++I) {
    if (I == Own)
      continue;
    const std::optional<DividedAddress> Other = divide(Copies[I]->Address);
    if (!Other || !areSame(Other->Known, Address.Known) ||
        areSame(Other->Unknown, Address.Unknown))
      return std::nullopt;
    const auto Bytes =
        uint64_t(std::abs(double(Other->Constant) - double(Address.Constant)));
    Apart.push_back(Bytes);
    Gap = Gap ? std::min(Gap, Bytes) : Bytes;
  }
  if (!Gap || any_of(Apart, [&](uint64_t Bytes) { return Bytes % Gap; }))
    return std::nullopt;
  return RowCopies{double(Gap), double(Copies.size())};
}

/// Whether \p T moves with a counter of \p Loops alone.
static bool isCounted(const AddressTerm &T, ArrayRef<LoopId> Loops) {
  return !T.Varying.empty() && all_of(T.Varying, [&](const Expr *Factor) {
    Factor = withoutWideCasts(Factor);
    return Factor->op() == Op::Counter &&
           is_contained(Loops, static_cast<LoopId>(Factor->value()));
  });
}

/// Whether any of \p Values rests on a coordinate or a counter that \p Row has,
/// be it by what is loaded there. Of much code it is not looked for.
bool AddressRows::dependOn(ArrayRef<const Expr *> Values,
                           ArrayRef<const Expr *> Row) {
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

std::optional<ReachedBytes> AddressRows::reach(ArrayRef<LoopId> Fixed,
                                               bool OneCopy) {
  const std::optional<DividedAddress> Address = divide(Access.Address);
  if (!Address || Address->Unknown.empty())
    return std::nullopt;
  double Unknown = 0; ///< the largest stride
  SmallVector<const Expr *, 4> Offsets;
  for (const AddressTerm &T : Address->Terms)
    if (!T.IsKnown) {
      Unknown = std::max(Unknown, T.Stride);
      Offsets.append(T.Varying);
    }
  /// What known terms move by that stay in rows of \p Bytes; others lead to
  /// other rows.
  auto spans = [&](double Bytes, bool Inside) {
    double Result = 0;
    for (const AddressTerm &T : Address->Terms)
      if (T.IsKnown && (T.Stride < Bytes) == Inside &&
          (Inside || !isCounted(T, Fixed)))
        Result += T.Span;
    return Result;
  };
  auto isRow = [&](double Bytes) {
    return Bytes > Unknown && spans(Bytes, true) < Bytes;
  };
  /// \p Rows of them one behind the other, of which \p Used are in question.
  auto reached = [&](double Row, double Rows, double Used) {
    const double Bytes = Row * Rows;
    return ReachedBytes{std::floor(double(Address->Constant) / Bytes) * Bytes,
                        spans(Row, false) + Row * Used};
  };
  if (const std::optional<RowCopies> Copies = copiesOf(*Address);
      Copies && isRow(Copies->Gap))
    return reached(Copies->Gap, Copies->Count, OneCopy ? 1 : Copies->Count);
  for (const AddressTerm &Row : Address->Terms)
    if (Row.IsKnown && Row.Span > 0 && isRow(Row.Stride) &&
        dependOn(Offsets, Row.Varying))
      return reached(Row.Stride, 1, 1);
  return std::nullopt;
}

std::optional<ReachedBytes>
kernelcast::reachOfRows(const KernelModel &Kernel, const MemoryAccess &Access,
                        const LaunchConfiguration &Launch) {
  if (!Access.Address || Access.Array == None)
    return std::nullopt;
  return AddressRows(Kernel, Launch, Access).reach({}, false);
}

std::optional<double> kernelcast::extentInIteration(
    const KernelModel &Kernel, const MemoryAccess &Access,
    const LaunchConfiguration &Launch, LoopId Within) {
  if (!Access.Address || Access.Array == None)
    return std::nullopt;
  SmallVector<LoopId, 4> Fixed;
  for (LoopId L = Within; L < Kernel.Loops.size(); L = Kernel.Loops[L].Parent)
    Fixed.push_back(L);
  const bool Innermost = Kernel.Blocks[Access.Block].Loop == Within;
  const std::optional<ReachedBytes> Reach =
      AddressRows(Kernel, Launch, Access).reach(Fixed, Innermost);
  return Reach ? std::optional(Reach->Bytes) : std::nullopt;
}
