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
  Product Of;
  double Stride = 0; ///< bytes, of its known factors
  double Span = 0;   ///< from its lowest value to its highest, in bytes
  bool IsKnown = false;
  SmallVector<const Expr *, 2> Varying;
};

/// An address, by its parts.
struct DividedAddress {
  std::vector<AddressTerm> Terms; ///< the smallest stride first
  int64_t Constant = 0;           ///< one of them

  /// Whether the other terms that are known, or that are not, are those of \p
  /// Other.
  bool hasSame(const DividedAddress &Other, bool Known) const;
};

/// Rows of an array, of which the unknown part of an address stays in one.
struct Rows {
  double Bytes = 0;  ///< of a row
  double Copies = 1; ///< of the access, each with rows of its own
};

class AddressRows {
public:
  AddressRows(const KernelModel &Kernel, const LaunchConfiguration &Launch,
              const MemoryAccess &Access)
      : Kernel(Kernel), Launch(Launch), Access(Access), Known(Kernel, Launch) {
    Known.assumeReached(Access.Block);
    if (Access.Address && Access.Array != None)
      if (std::optional<DividedAddress> Divided = divide(Access.Address))
        Address = std::move(*Divided);
  }

  /// What the address reaches while its unknown part stays in a row, while the
  /// counters of the loops \p Fixed stay as they are and, if \p OneCopy, in
  /// this copy alone.
  std::optional<ReachedBytes> reach(ArrayRef<LoopId> Fixed, bool OneCopy);
  std::optional<double> window(const ThreadsTogether &Threads,
                               double Allocated);

private:
  std::optional<DividedAddress> divide(const Expr *Whole);
  AddressTerm termOf(Product P);
  std::optional<Rows> rows();
  std::optional<Rows> rowsOfCopies();
  bool isCopy(const MemoryAccess &Other) const;
  /// Whether rows of so many \p Bytes have place for all below them.
  bool areRows(double Bytes) const;
  bool dependOnOffset(const AddressTerm &Row) const;
  /// What known terms add that stay in rows of \p Bytes.
  double spanInside(double Bytes) const;
  std::optional<ThreadSlopes> slopesOf(const AddressTerm &T) const;

  const KernelModel &Kernel;
  const LaunchConfiguration &Launch;
  const MemoryAccess &Access;
  ValueIntervals Known;
  DividedAddress Address; ///< of Access; without terms if it is not known
};

} // namespace

bool DividedAddress::hasSame(const DividedAddress &Other, bool Known) const {
  auto partsOf = [&](const DividedAddress &One) {
    std::vector<const Product *> Parts;
    for (const AddressTerm &T : One.Terms)
      if (T.IsKnown == Known && !T.Of.Factors.empty())
        Parts.push_back(&T.Of);
    return Parts;
  };
  return llvm::equal(
      partsOf(*this), partsOf(Other), [](const Product *A, const Product *B) {
        return A->Number == B->Number && A->Factors == B->Factors;
      });
}

AddressTerm AddressRows::termOf(Product P) {
  AddressTerm T;
  T.Of = std::move(P);
  T.Stride = std::abs(double(T.Of.Number));
  Interval Reached{1, 1};
  for (const Expr *Factor : T.Of.Factors) {
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
    Reached = product(Reached, Each);
  }
  T.Span = std::abs(double(T.Of.Number)) * (Reached.High - Reached.Low);
  T.IsKnown = Reached.isBounded() && Reached.High - Reached.Low < NoBound;
  return T;
}

std::optional<DividedAddress> AddressRows::divide(const Expr *Whole) {
  std::optional<Sum> Products = sumOfProducts(Whole);
  if (!Products)
    return std::nullopt;
  DividedAddress Result;
  for (Product &P : *Products) {
    if (P.Factors.empty())
      Result.Constant = P.Number;
    Result.Terms.push_back(termOf(std::move(P)));
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

std::optional<Rows> AddressRows::rowsOfCopies() {
  constexpr size_t MostAccesses = 2048; // each is compared with all others
  if (Kernel.Accesses.size() > MostAccesses)
    return std::nullopt;
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
    if (!Other || !Other->hasSame(Address, true) ||
        Other->hasSame(Address, false))
      return std::nullopt;
    const double Far =
        std::abs(double(Other->Constant) - double(Address.Constant));
    if (Far > double(INT64_MAX) / 2)
      return std::nullopt;
    const auto Bytes = static_cast<uint64_t>(Far);
    Apart.push_back(Bytes);
    Gap = Gap ? std::min(Gap, Bytes) : Bytes;
  }
  if (!Gap || any_of(Apart, [&](uint64_t Bytes) { return Bytes % Gap; }))
    return std::nullopt;
  return Rows{double(Gap), double(Copies.size())};
}

/// Whether \p T moves with a counter of \p Loops alone.
static bool isCounted(const AddressTerm &T, ArrayRef<LoopId> Loops) {
  return !T.Varying.empty() && all_of(T.Varying, [&](const Expr *Factor) {
    Factor = withoutWideCasts(Factor);
    return Factor->op() == Op::Counter &&
           is_contained(Loops, static_cast<LoopId>(Factor->value()));
  });
}

/// Whether the unknown part rests on a coordinate or a counter that \p Row has,
/// be it by what is loaded there. Of much code it is not looked for.
bool AddressRows::dependOnOffset(const AddressTerm &Row) const {
  DenseSet<const Expr *> Wanted;
  for (const Expr *Factor : Row.Varying)
    visitPostOrder(Factor, [&](const Expr *E) {
      if (E->op() == Op::Coordinate || E->op() == Op::Counter)
        Wanted.insert(E);
    });
  constexpr size_t MostNodes = 4096;
  SmallVector<const Expr *, 32> Work;
  DenseSet<const Expr *> Seen;
  auto Visit = [&](const Expr *E) {
    if (E && Seen.insert(E).second)
      Work.push_back(E);
  };
  for (const AddressTerm &T : Address.Terms)
    if (!T.IsKnown)
      for_each(T.Varying, Visit);
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

double AddressRows::spanInside(double Bytes) const {
  double Result = 0;
  for (const AddressTerm &T : Address.Terms)
    if (T.IsKnown && T.Stride < Bytes)
      Result += T.Span;
  return Result;
}

bool AddressRows::areRows(double Bytes) const {
  return all_of(Address.Terms,
                [&](const AddressTerm &T) {
                  return T.IsKnown || T.Stride < Bytes;
                }) &&
         spanInside(Bytes) < Bytes;
}

std::optional<Rows> AddressRows::rows() {
  if (all_of(Address.Terms, [](const AddressTerm &T) { return T.IsKnown; }))
    return std::nullopt;
  if (const std::optional<Rows> OfCopies = rowsOfCopies();
      OfCopies && areRows(OfCopies->Bytes))
    return OfCopies;
  for (const AddressTerm &Row : Address.Terms)
    if (Row.IsKnown && Row.Span > 0 && areRows(Row.Stride) &&
        dependOnOffset(Row))
      return Rows{Row.Stride};
  return std::nullopt;
}

std::optional<ReachedBytes> AddressRows::reach(ArrayRef<LoopId> Fixed,
                                               bool OneCopy) {
  const std::optional<Rows> Found = rows();
  if (!Found)
    return std::nullopt;
  double Others = 0; ///< what leads to other rows
  for (const AddressTerm &T : Address.Terms)
    if (T.IsKnown && T.Stride >= Found->Bytes && !isCounted(T, Fixed))
      Others += T.Span;
  const double All = Found->Bytes * Found->Copies;
  return ReachedBytes{std::floor(double(Address.Constant) / All) * All,
                      Others + (OneCopy ? Found->Bytes : All)};
}

std::optional<ThreadSlopes> AddressRows::slopesOf(const AddressTerm &T) const {
  std::optional<ThreadSlopes> Result =
      threadSlopes(Kernel, Launch, T.Of.Factors);
  if (Result)
    Result->scale(double(T.Of.Number));
  return Result;
}

std::optional<double> AddressRows::window(const ThreadsTogether &Threads,
                                          double Allocated) {
  const std::optional<Rows> Found = rows();
  if (Address.Terms.empty() || !(Found || Allocated > 0))
    return std::nullopt;
  const double Row = Found ? Found->Bytes : Allocated;
  const ThreadsTogether All = ThreadsTogether::ofLaunch(Launch);
  double Inside = 0, Part = 0; ///< of known terms; the part of the room
  for (const AddressTerm &T : Address.Terms) {
    const std::optional<ThreadSlopes> Slopes = slopesOf(T);
    const bool LeadsOn = T.IsKnown && Found && T.Stride >= Row;
    if (LeadsOn && T.Span > 0 && (!Slopes || Slopes->span(Threads) > 0))
      return std::nullopt; // to another row
    if (!T.IsKnown) {
      const double OfLaunch = Slopes ? Slopes->span(All) : 0;
      Part = std::max(Part, !Slopes        ? 1
                            : OfLaunch > 0 ? Slopes->span(Threads) / OfLaunch
                                           : 0);
    } else if (!LeadsOn)
      Inside += Slopes ? std::min(T.Span, Slopes->span(Threads)) : T.Span;
  }
  const double Room = Row - spanInside(Row) - Access.Bytes;
  return Inside + std::max(0.0, Room) * Part + Access.Bytes;
}

std::optional<ReachedBytes>
kernelcast::reachOfRows(const KernelModel &Kernel, const MemoryAccess &Access,
                        const LaunchConfiguration &Launch) {
  return AddressRows(Kernel, Launch, Access).reach({}, false);
}

std::optional<double> kernelcast::windowInRow(const KernelModel &Kernel,
                                              const MemoryAccess &Access,
                                              const LaunchConfiguration &Launch,
                                              const ThreadsTogether &Threads,
                                              double Allocated) {
  return AddressRows(Kernel, Launch, Access).window(Threads, Allocated);
}

std::optional<double> kernelcast::extentInIteration(
    const KernelModel &Kernel, const MemoryAccess &Access,
    const LaunchConfiguration &Launch, LoopId Within) {
  SmallVector<LoopId, 4> Fixed;
  for (LoopId L = Within; L < Kernel.Loops.size(); L = Kernel.Loops[L].Parent)
    Fixed.push_back(L);
  const bool Innermost = Kernel.Blocks[Access.Block].Loop == Within;
  const std::optional<ReachedBytes> Reach =
      AddressRows(Kernel, Launch, Access).reach(Fixed, Innermost);
  return Reach ? std::optional(Reach->Bytes) : std::nullopt;
}
