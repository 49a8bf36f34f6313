//===- Tally.h - Facts of one launch, place by place ------------*- C++ -*-===//
//
// While a work-group runs, what its lanes do is collected by (moment,
// instruction), with one bit, value or address for each lane. When the group is
// through, every such entry is one warp execution and goes into the totals of
// its site: the instruction, in the chain of calls that led there.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_TALLY_H
#define KERNELCAST_TEST_ORACLE_TALLY_H

#include "AddressPattern.h"
#include "LaneTrace.h"
#include "WarpCost.h"
#include <set>
#include <tuple>

namespace oracle {

enum class Kind : uint8_t { Load, Store, Atomic };
enum class Space : uint8_t { Local, Global, Constant, Shared };

struct Site {
  ScopeId Scope = 0;
  const llvm::Instruction *Instruction = nullptr;
  oracle::Kind Kind = Kind::Load; ///< an instruction may load and store
  unsigned Part = 0;              ///< it may copy a structure, member by member
  bool operator<(const Site &O) const {
    return std::tie(Scope, Instruction, Kind, Part) <
           std::tie(O.Scope, O.Instruction, O.Kind, O.Part);
  }
};

struct AccessTotal {
  oracle::Space Space = Space::Global;
  unsigned Bytes = 0;
  uint64_t Warps = 0, Lanes = 0, Sectors = 0, Lines = 0;
  uint64_t L1Passes = 0, BankCycles = 0, MaxDegree = 0;
};

struct BranchTotal {
  uint64_t Warps = 0, AllTrue = 0, AllFalse = 0, Diverged = 0;
};

/// Block and thread coordinates of a work-item, x, y, z each.
using Coordinates = std::array<uint32_t, 6>;

/// One lane's way into a loop.
struct LoopEntry {
  Coordinates Where{};
  std::vector<uint64_t> Around; ///< iterations of the loops around it
  uint64_t Trips = 0;
};

/// Warp executions of a switch, by the values that their lanes switched on.
using SwitchTotal = std::map<std::set<int64_t>, uint64_t>;

struct LoopTotal {
  const LoopStatement *Loop = nullptr;
  uint64_t Warps = 0, Lanes = 0;        ///< that entered
  uint64_t Iterations = 0, Longest = 0; ///< over lanes; over warps
  uint64_t Min = UINT64_MAX, Max = 0;
  std::vector<LoopEntry> Entries; ///< if asked for
};

class Tally {
public:
  /// \p Lane takes part in an access; its address is left to the caller.
  WarpAccess &access(MomentId Moment, unsigned Lane, const Site &At, Space S);
  /// \p I is what branches, or a value on which a later block does.
  void branch(MomentId Moment, ScopeId Scope, const llvm::Instruction &I,
              bool Taken);
  void choice(const LaneTrace &At, const llvm::Instruction &I, int64_t Value);
  void barrier(const LaneTrace &At, const llvm::Instruction &I);
  void header(const LaneTrace &At, unsigned Lane, const Coordinates &Where);
  /// The work-group is through: what is open goes into the totals.
  void close();

  std::map<Site, AccessTotal> Accesses;
  std::map<Site, AddressPattern> Patterns;
  std::array<uint32_t, 3> Items{}; ///< of the launch, by dimension
  std::map<Site, BranchTotal> Branches;
  std::map<Site, SwitchTotal> Switches;
  std::map<std::pair<ScopeId, const LoopStatement *>, LoopTotal> Loops;
  uint64_t Barriers = 0; ///< warp executions
  bool Repeated = false; ///< a lane accessed twice in one moment
  bool KeepEntries = false;

private:
  using Entry = std::pair<MomentId, Site>;
  struct OpenAccess : WarpAccess {
    oracle::Space Space = Space::Global;
  };
  struct OpenLoop {
    const LoopStatement *Loop = nullptr;
    ScopeId Scope = 0;
    std::map<unsigned, LoopEntry> Lanes;
  };
  std::map<Entry, OpenAccess> OpenAccesses;
  std::map<Entry, std::pair<bool, bool>>
      OpenBranches; ///< some true, some false
  std::map<Entry, std::set<int64_t>> OpenSwitches;
  std::map<MomentId, OpenLoop> OpenLoops;
  std::set<Entry> OpenBarriers;
};

} // namespace oracle

#endif // KERNELCAST_TEST_ORACLE_TALLY_H
