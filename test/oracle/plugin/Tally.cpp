//===- Tally.cpp - Facts of one launch, place by place --------------------===//

#include "Tally.h"
#include <algorithm>

using namespace oracle;

WarpAccess &Tally::access(MomentId Moment, unsigned Lane, const Site &At,
                          Space S) {
  OpenAccess &Open = OpenAccesses[{Moment, At}];
  uint64_t Bit = uint64_t(1) << Lane;
  Repeated |= (Open.Lanes & Bit) != 0;
  Open.Lanes |= Bit;
  Open.Space = S;
  return Open;
}

void Tally::branch(MomentId Moment, ScopeId Scope, const llvm::Instruction &I,
                   bool Taken) {
  auto &Open = OpenBranches[{Moment, {Scope, &I, Kind::Load}}];
  (Taken ? Open.first : Open.second) = true;
}

void Tally::choice(const LaneTrace &At, const llvm::Instruction &I,
                   int64_t Value) {
  OpenSwitches[{At.moment(), {At.scope(), &I, Kind::Load}}].insert(Value);
}

void Tally::barrier(const LaneTrace &At, const llvm::Instruction &I) {
  OpenBarriers.insert({At.moment(), {At.scope(), &I, Kind::Load}});
}

void Tally::header(const LaneTrace &At, unsigned Lane,
                   const Coordinates &Where) {
  const HeaderPass &Pass = At.header();
  if (!Pass.Loop)
    return;
  OpenLoop &Open = OpenLoops[Pass.Entry];
  Open.Loop = Pass.Loop;
  Open.Scope = At.scope();
  Open.Lanes[Lane] = {Where, Pass.Around,
                      Pass.WaysBack + Pass.Loop->TestsAtEnd};
}

void Tally::close() {
  for (const auto &[Where, Open] : OpenAccesses) {
    AccessTotal &Total = Accesses[Where.second];
    Total.Space = Open.Space;
    Total.Bytes = Open.Bytes;
    ++Total.Warps;
    Total.Lanes += __builtin_popcountll(Open.Lanes);
    WarpCost Cost =
        Open.Space == Space::Shared ? bankCost(Open) : unitCost(Open);
    Total.Sectors += Cost.Sectors;
    Total.Lines += Cost.Lines;
    Total.L1Passes += Cost.L1Passes;
    Total.BankCycles += Cost.BankCycles;
    Total.MaxDegree = std::max(Total.MaxDegree, Cost.Degree);
  }
  for (const auto &[Where, Sides] : OpenBranches) {
    BranchTotal &Total = Branches[Where.second];
    ++Total.Warps;
    ++(Sides.first && Sides.second ? Total.Diverged
       : Sides.first               ? Total.AllTrue
                                   : Total.AllFalse);
  }
  for (const auto &[Where, Values] : OpenSwitches)
    ++Switches[Where.second][Values];
  for (const auto &[Where, Open] : OpenLoops) {
    LoopTotal &Total = Loops[{Open.Scope, Open.Loop}];
    Total.Loop = Open.Loop;
    ++Total.Warps;
    uint64_t Longest = 0;
    for (const auto &[Lane, Entry] : Open.Lanes) {
      uint64_t Trips = Entry.Trips;
      ++Total.Lanes;
      Total.Iterations += Trips;
      Total.Min = std::min(Total.Min, Trips);
      Total.Max = std::max(Total.Max, Trips);
      Longest = std::max(Longest, Trips);
      if (KeepEntries)
        Total.Entries.push_back(Entry);
    }
    Total.Longest += Longest;
  }
  Barriers += OpenBarriers.size();
  OpenAccesses.clear();
  OpenBranches.clear();
  OpenSwitches.clear();
  OpenLoops.clear();
  OpenBarriers.clear();
}
