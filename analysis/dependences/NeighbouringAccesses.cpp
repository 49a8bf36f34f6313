//===- NeighbouringAccesses.cpp - Elements one wide access has ------------===//

#include "analysis/dependences/NeighbouringAccesses.h"
#include "analysis/control/SumOfProducts.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace llvm;
using namespace kernelcast;

namespace {

constexpr unsigned WidestAccess = 16;

/// What an address is beside its constant part: products, in a fixed order.
using VaryingPart = std::vector<std::pair<std::vector<unsigned>, int64_t>>;

struct Place {
  AccessId Access = None;
  int64_t Offset = 0;     ///< the constant part
  uint64_t Alignment = 1; ///< a power of two that all the rest is a multiple of
  unsigned Iterations = 1; ///< that an unrolled loop makes side by side
};

class NeighbourSearch {
public:
  NeighbourSearch(const ThreadAddresses &Threads, const Dominance &Dominators,
                  MemorySpace Space)
      : Threads(Threads), Kernel(Threads.kernel()), Dominators(Dominators),
        Space(Space) {}

  std::vector<NeighbouringAccesses> run() const {
    using Key = std::tuple<BlockId, ArrayId, AccessKind, unsigned, VaryingPart>;
    std::map<Key, std::vector<Place>> Found;
    for (const auto &[Id, Access] : enumerate(Kernel.Accesses)) {
      if (!isCandidate(Access))
        continue;
      Place Here;
      Here.Access = static_cast<AccessId>(Id);
      std::optional<VaryingPart> Rest = split(Access, Here);
      if (Rest)
        Found[Key(Access.Block, Access.Array, Access.Kind, Access.Bytes, *Rest)]
            .push_back(Here);
    }
    std::vector<NeighbouringAccesses> Result;
    for (auto &[Of, Places] : Found)
      addRuns(Places, std::get<3>(Of), Result);
    return Result;
  }

private:
  bool isCandidate(const MemoryAccess &Access) const {
    if (Access.Space != Space || Access.Kind == AccessKind::Atomic ||
        Access.Volatile || Access.Silent || !Access.Address ||
        Access.Array == None || Access.Block == None ||
        Access.Repeats != None || Access.WideBytes != 0 || Access.Bytes >= 16 ||
        Access.PieceBytes > Access.Bytes || // the compiler knows by the type

        (Access.Bytes & (Access.Bytes - 1)) != 0)
      return false;
    return !isDisturbed(Access, Access.Block);
  }

  /// Whether \p Block may change what \p Access finds or leaves: between loads
  /// nothing may be stored, and the other way around.
  bool isDisturbed(const MemoryAccess &Access, BlockId Block) const {
    return any_of(Kernel.Blocks[Block].Effects, [&](const Effect &E) {
      return E.Kind != EffectKind::Access ||
             (Kernel.Accesses[E.Access].Array == Access.Array &&
              Kernel.Accesses[E.Access].Kind != Access.Kind);
    });
  }

  /// Whether every iteration of the loop around \p Access, which is unrolled,
  /// makes it, with nothing in between that disturbs it.
  bool isMadeInAll(const MemoryAccess &Access) const {
    const LoopInfo &Around = Kernel.Loops[Kernel.Blocks[Access.Block].Loop];
    return Around.Unrolled && Around.SingleExit &&
           (Around.TestAtEnd || Access.Block != Around.Header) &&
           all_of(Around.Latches,
                  [&](BlockId Latch) {
                    return Dominators.dominates(Access.Block, Latch);
                  }) &&
           none_of(Around.Blocks,
                   [&](BlockId Block) { return isDisturbed(Access, Block); });
  }

  /// The varying part of \p Access; the rest goes to \p Here. Nothing where the
  /// address cannot be multiplied out.
  std::optional<VaryingPart> split(const MemoryAccess &Access,
                                   Place &Here) const {
    std::optional<Sum> Address = sumOfProducts(Access.Address);
    if (!Address)
      return std::nullopt;
    const LoopId Around = Kernel.Blocks[Access.Block].Loop;
    VaryingPart Rest;
    Here.Alignment = WidestAccess;
    for (const Product &P : *Address) {
      if (P.Factors.empty()) {
        Here.Offset += P.Number;
        continue;
      }
      if (P.Factors.size() == 1 && P.Factors[0]->op() == Op::Base)
        continue; // allocations begin at multiples of more than 16
      if (P.Factors.size() == 1 && P.Factors[0]->op() == Op::Counter &&
          static_cast<LoopId>(P.Factors[0]->value()) == Around &&
          P.Number == static_cast<int64_t>(Access.Bytes) &&
          isMadeInAll(Access) && tripsOf(Around) > 1) {
        Here.Iterations = tripsOf(Around);
        continue;
      }
      Here.Alignment = std::min(Here.Alignment, alignmentOf(P));
      std::vector<unsigned> Ids;
      for (const Expr *Factor : P.Factors)
        Ids.push_back(Factor->id());
      Rest.push_back({std::move(Ids), P.Number});
    }
    llvm::sort(Rest);
    return Rest;
  }

  unsigned tripsOf(LoopId L) const {
    const Expr *Trips = Kernel.Loops[L].TripCount;
    constexpr int64_t Most = 64;
    return Trips && Trips->isIntegerConstant() && Trips->value() <= Most
               ? static_cast<unsigned>(std::max<int64_t>(0, Trips->value()))
               : 0;
  }

  /// The largest power of two, up to the widest access, that \p P is certain to
  /// be a multiple of.
  uint64_t alignmentOf(const Product &P) const {
    auto lowBit = [](int64_t Number) {
      const auto Bits = static_cast<uint64_t>(Number);
      return Bits == 0 ? WidestAccess
                       : std::min<uint64_t>(Bits & (0 - Bits), WidestAccess);
    };
    uint64_t Result = lowBit(P.Number);
    for (const Expr *Factor : P.Factors)
      if (std::optional<int64_t> Value = Threads.constantOf(Factor))
        Result = std::min<uint64_t>(Result * lowBit(*Value), WidestAccess);
    return Result;
  }

  static void addRuns(std::vector<Place> &Places, unsigned Bytes,
                      std::vector<NeighbouringAccesses> &Result) {
    llvm::stable_sort(Places, [](const Place &A, const Place &B) {
      return A.Offset < B.Offset;
    });
    for (size_t I = 0; I < Places.size();) {
      const size_t Taken =
          takeRun(ArrayRef(Places).drop_front(I), Bytes, Result);
      I += std::max<size_t>(1, Taken);
    }
  }

  /// Adds the widest access that begins with the first of \p Places; how many
  /// of them it takes, 0 if there is none.
  static size_t takeRun(ArrayRef<Place> Places, unsigned Bytes,
                        std::vector<NeighbouringAccesses> &Result) {
    const Place &First = Places[0];
    for (unsigned Width : {WidestAccess, WidestAccess / 2}) {
      const unsigned Parts = Width / Bytes;
      if (Parts < 2 || First.Alignment < Width || First.Offset % Width != 0)
        continue;
      if (First.Iterations % Parts == 0) {
        Result.push_back({{First.Access}, Parts, Width});
        return 1;
      }
      if (First.Iterations != 1 || Places.size() < Parts)
        continue;
      ArrayRef<Place> Run = Places.take_front(Parts);
      const bool Dense = all_of(enumerate(Run), [&](const auto &Each) {
        return Each.value().Iterations == 1 &&
               Each.value().Offset ==
                   First.Offset + static_cast<int64_t>(Each.index() * Bytes);
      });
      if (!Dense)
        continue;
      NeighbouringAccesses Wide;
      Wide.Bytes = Width;
      for (const Place &Part : Run)
        Wide.Parts.push_back(Part.Access);
      Result.push_back(std::move(Wide));
      return Parts;
    }
    return 0;
  }

  const ThreadAddresses &Threads;
  const KernelModel &Kernel;
  const Dominance &Dominators;
  const MemorySpace Space;
};

} // namespace

std::vector<NeighbouringAccesses>
kernelcast::neighbouringAccesses(const ThreadAddresses &Threads,
                                 const Dominance &Dominators,
                                 MemorySpace Space) {
  return NeighbourSearch(Threads, Dominators, Space).run();
}
