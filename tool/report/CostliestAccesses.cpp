//===- CostliestAccesses.cpp - Which accesses to look at first ------------===//

#include "tool/report/CostliestAccesses.h"
#include "analysis/access/Coalescing.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

using namespace llvm;
using namespace kernelcast;

Known<double> kernelcast::leastSectors(const MemoryAccess &Access,
                                       const AccessFacts &Facts) {
  // Lanes that share data need less than they ask for. One address in local
  // memory is another word for each lane.
  if (!Facts.isOneAddress() || Access.Space == MemorySpace::Local)
    return Facts.Sectors.Value < Facts.FewestSectors.Value
               ? Facts.Sectors
               : Facts.FewestSectors;
  return Facts.WarpExecutions *
         idealTraffic(CoalescingRule::Sectors, 1, Access.instructionBytes())
             .Sectors;
}

namespace {

/// A thread's own arrays that a compiled kernel has in memory: by name and by
/// the places where it goes there.
class ArraysInMemory {
public:
  explicit ArraysInMemory(const WarpProfile &Code) {
    for (const auto &[Access, Facts] :
         zip(Code.Kernel->Accesses, Code.Accesses))
      if (Access.Space == MemorySpace::Local &&
          Facts.WarpExecutions.Value > 0) {
        Places.insert(Access.Location);
        Names.insert(nameOf(*Code.Kernel, Access).str());
      }
  }
  /// Whether \p Access of \p Source goes to one of them.
  bool has(const KernelModel &Source, const MemoryAccess &Access) const {
    return Places.count(Access.Location) ||
           Names.count(nameOf(Source, Access).str());
  }

private:
  /// Compilers add ".i" and the like to names.
  static StringRef nameOf(const KernelModel &Kernel,
                          const MemoryAccess &Access) {
    return Access.Array < Kernel.Arrays.size()
               ? StringRef(Kernel.Arrays[Access.Array].Name).split('.').first
               : StringRef();
  }

  std::set<SourceSpot> Places;
  std::set<std::string> Names;
};

} // namespace

std::vector<CostlyAccess>
kernelcast::costliestAccesses(const WarpProfile &Profile, unsigned Limit,
                              bool BanksFirst, bool ByArray,
                              const WarpProfile *Code) {
  if (!Profile.Kernel)
    return {};
  const std::vector<MemoryAccess> &Accesses = Profile.Kernel->Accesses;
  size_t Count = std::min(Accesses.size(), Profile.Accesses.size());

  struct Sums {
    CostlyAccess Entry;
    double Sectors = 0, Bytes = 0, BankCycles = 0, Ideal = 0;
  };
  using Key =
      std::tuple<SourceSpot, AccessKind, MemorySpace, std::string, unsigned>;
  std::map<Key, size_t> Found;
  std::vector<Sums> Entries; // in source order
  double TotalBytes = 0, TotalBankCycles = 0;
  std::optional<ArraysInMemory> InMemory;
  if (Code)
    InMemory.emplace(*Code);
  for (size_t I = 0; I != Count; ++I) {
    const MemoryAccess &Access = Accesses[I];
    const AccessFacts &Facts = Profile.Accesses[I];
    double Warps = Facts.WarpExecutions.Value;
    if (!(Warps > 0) || Access.Repeats != None ||
        (InMemory && Access.Space == MemorySpace::Local &&
         !InMemory->has(*Profile.Kernel, Access)))
      continue;
    double Bytes = Facts.TransactionBytes.Value;
    if (!(Bytes > 0))
      Bytes = 32 * Facts.Sectors.Value;
    if (Access.Space == MemorySpace::Shared)
      TotalBankCycles += Facts.BankCycles.Value;
    else
      TotalBytes += Bytes;
    auto [It, IsNew] =
        Found.try_emplace(Key(Access.Location, Access.Kind, Access.Space,
                              Access.Text, ByArray ? Access.Array : None),
                          Entries.size());
    if (IsNew) {
      Entries.emplace_back();
      CostlyAccess &New = Entries.back().Entry;
      New.Access = &Access;
      New.OfBanks = Access.Space == MemorySpace::Shared;
      New.Class = Facts.Class;
      New.LaneStride = Facts.LaneStride;
    }
    Sums &Sum = Entries[It->second];
    CostlyAccess &Entry = Sum.Entry;
    Entry.Copies.push_back(static_cast<AccessId>(I));
    Sum.Sectors += Facts.Sectors.Value;
    Sum.Bytes += Bytes;
    Sum.BankCycles += Facts.BankCycles.Value;
    // Sectors are the same under every rule.
    Sum.Ideal += leastSectors(Access, Facts).Value;
    Entry.WarpExecutions += Warps;
    Entry.LaneExecutions += Facts.LaneExecutions.Value;
    const How Lanes =
        weaker(Facts.LaneExecutions.Source, Facts.WarpExecutions.Source);
    Entry.LanesCounted &= Lanes == How::Exact || Lanes == How::Sampled;
    Entry.BankDegree = std::max(Entry.BankDegree, Facts.MaxBankDegree);
    if (Facts.Source >= Entry.Source && !Facts.Reason.empty())
      Entry.Reason = Facts.Reason;
    Entry.Source = weaker(Entry.Source, Facts.Source);
    if (Entry.LaneStride != Facts.LaneStride)
      Entry.LaneStride.reset();
    if (Entry.Class != Facts.Class)
      Entry.Class = AccessClass::Complex;
  }

  std::vector<CostlyAccess> Result;
  for (Sums &Sum : Entries) {
    CostlyAccess &Entry = Sum.Entry;
    // Lanes of 8 and 16 bytes fill all banks twice and four times without any
    // conflict.
    if (Entry.OfBanks &&
        Entry.BankDegree <= std::max(1u, unsigned(Entry.Access->Bytes / 4)))
      continue;
    double Total = Entry.OfBanks ? TotalBankCycles : TotalBytes;
    Entry.Share =
        Total > 0 ? (Entry.OfBanks ? Sum.BankCycles : Sum.Bytes) / Total : 0;
    Entry.SectorsPerWarp = Sum.Sectors / Entry.WarpExecutions;
    Entry.IdealSectors = Sum.Ideal / Entry.WarpExecutions;
    Entry.BankCyclesPerWarp = Sum.BankCycles / Entry.WarpExecutions;
    Result.push_back(Entry);
  }
  stable_sort(Result, [&](const CostlyAccess &A, const CostlyAccess &B) {
    if (A.OfBanks != B.OfBanks)
      return A.OfBanks == BanksFirst;
    return A.Share > B.Share;
  });
  if (Result.size() > Limit) {
    // Conflicts in shared memory must not drop out behind many small loads.
    auto Other = std::find_if(
        Result.begin() + Limit, Result.end(), [&](const CostlyAccess &Entry) {
          return Entry.OfBanks != Result.front().OfBanks && Entry.isWasteful();
        });
    bool Missing = all_of(ArrayRef(Result).take_front(Limit),
                          [&](const CostlyAccess &Entry) {
                            return Entry.OfBanks == Result.front().OfBanks;
                          });
    if (Limit && Missing && Other != Result.end())
      Result[Limit - 1] = *Other;
    Result.resize(Limit);
  }
  return Result;
}

std::string kernelcast::laneSentence(const CostlyAccess &Entry,
                                     unsigned WarpSize, bool Unicode) {
  const MemoryAccess &Access = *Entry.Access;
  StringRef Verb = Access.Kind == AccessKind::Load    ? "read"
                   : Access.Kind == AccessKind::Store ? "write"
                                                      : "update";
  StringRef Dots = Unicode ? "…" : "...";
  auto distance = [&](int64_t Stride) {
    uint64_t Size =
        Stride < 0 ? 0 - static_cast<uint64_t>(Stride) : uint64_t(Stride);
    return fmt::format("{} bytes apart{}", Size,
                       Stride < 0 ? ", downwards" : "");
  };
  if (Entry.OfBanks) {
    std::string Text = fmt::format("up to {} different words of one bank in "
                                   "one access, one after the other",
                                   Entry.BankDegree);
    if (Entry.LaneStride && *Entry.LaneStride)
      Text +=
          fmt::format("; lanes {} {}", Verb.str(), distance(*Entry.LaneStride));
    return Text;
  }
  double Lanes = Entry.LaneExecutions / Entry.WarpExecutions;
  const bool Idle = Lanes < 0.9 * WarpSize;
  std::string Text;
  if (Entry.LaneStride) {
    int64_t Stride = *Entry.LaneStride;
    // Some warps may do otherwise than those whose lanes have neighbours.
    const auto Size = static_cast<int64_t>(Access.instructionBytes());
    const double Most =
        idealTraffic(CoalescingRule::Sectors, Stride == 0 ? 1 : WarpSize,
                     Access.instructionBytes())
            .Sectors;
    const bool OneMore = Entry.SectorsPerWarp <= Most + 1;
    if ((Stride == 0 || Stride == Size) && !OneMore)
      Text = fmt::format("the lanes of a warp {} places that are not "
                         "neighbours",
                         Verb.str());
    else if (Stride == 0)
      Text = fmt::format("all lanes {} the same address", Verb.str());
    else if (Stride == Size)
      Text = fmt::format("lanes {} consecutive elements{}", Verb.str(),
                         Entry.isWasteful() && !Idle
                             ? ", but not from the start of a sector"
                             : "");
    else
      Text = fmt::format("lanes 0, 1, 2 {} {} {}", Dots.str(), Verb.str(),
                         distance(Stride));
  } else if (Entry.Source == How::Assumed && !Entry.Reason.empty()) {
    Text = Entry.Reason;
  } else if (Entry.isWasteful()) {
    Text = fmt::format("the lanes of a warp {} places that are not neighbours",
                       Verb.str());
  }
  if (Idle && Entry.LanesCounted && !Text.empty())
    Text +=
        fmt::format("; {} of {} lanes take part", threeDigits(Lanes), WarpSize);
  return Text;
}
