//===- TimeByLine.cpp - Which lines a predicted time is for ---------------===//

#include "tool/report/TimeByLine.h"
#include "analysis/specialize/InstructionLines.h"
#include "cost_models/common/CriticalPath.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/common/PipeDemands.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::sentence(NoLine Why) {
  switch (Why) {
  case NoLine::Launch:
    return "the launch as a whole takes it";
  case NoLine::Unplaced:
    return "it is of instructions of which the compiled code names no line";
  case NoLine::Spills:
    return "registers that are spilled move these bytes";
  case NoLine::Listing:
    return "the path through a listing is not followed by line";
  case NoLine::TooLong:
    return "the critical path has more lines than are followed";
  case NoLine::NotByLine:
    return "the model does not tell which lines it is for";
  }
  llvm_unreachable("a reason without words");
}

namespace {

/// What lines ask of one resource, in any unit, and what no line asks.
struct Demand {
  std::map<LinePlace, double> ByLine;
  double Rest = 0;
  NoLine Why = NoLine::Unplaced; ///< of Rest

  void add(const LinePlace &Place, double Amount) {
    if (!(Amount > 0) || !std::isfinite(Amount))
      return;
    if (Place.second)
      ByLine[Place] += Amount;
    else
      Rest += Amount;
  }
  double sum() const {
    double Sum = Rest;
    for (const auto &[Place, Amount] : ByLine)
      Sum += Amount;
    return Sum;
  }
  static Demand nobodys(NoLine Why) { return {{}, 1, Why}; }
};

class Sharing {
public:
  Sharing(const Question &Q) : Q(Q), Profile(Q.Profile), Gpu(Q.Gpu) {}

  Demand of(Cost What) const {
    switch (What) {
    case Cost::DramBandwidth:
      return traffic(&MemoryTraffic::Dram);
    case Cost::L3Bandwidth:
      return traffic(&MemoryTraffic::BehindL2);
    case Cost::L2Bandwidth:
      return traffic(&MemoryTraffic::L2);
    case Cost::AtomicAddress:
    case Cost::AtomicSlice:
    case Cost::AtomicSectors:
      return atomics(What);
    case Cost::SharedMemory:
    case Cost::ConstantCache:
    case Cost::L1Passes:
    case Cost::L1Bandwidth:
    case Cost::StoreLines:
      return accesses(What);
    case Cost::TensorCores:
      return products();
    case Cost::IssueSlots:
    case Cost::InstructionIssue:
    case Cost::Fp32:
    case Cost::Integer:
    case Cost::Fp64:
    case Cost::SpecialFunctions:
    case Cost::LoadStore:
      return instructions(What);
    case Cost::Latency:
      return path();
    case Cost::BlockStarts:
    case Cost::KernelLaunch:
    case Cost::LaunchTail:
      return Demand::nobodys(NoLine::Launch);
    default:
      return Demand::nobodys(NoLine::NotByLine);
    }
  }

private:
  /// \p Of (number, access, facts) of every access at its line.
  template <typename Amount> Demand overAccesses(Amount Of) const {
    Demand Result;
    const auto &Accesses = Profile.Kernel->Accesses;
    const size_t Count = std::min(Accesses.size(), Profile.Accesses.size());
    for (AccessId Id = 0; Id < Count; ++Id)
      Result.add({Accesses[Id].Location.File, Accesses[Id].Location.Line},
                 Of(Id, Accesses[Id], Profile.Accesses[Id]));
    return Result;
  }

  Demand traffic(double MemoryTraffic::*Below) const {
    Demand Result = overAccesses(
        [&](AccessId Id, const MemoryAccess &Access, const AccessFacts &) {
          return isMemoryInstruction(Access) && !Access.Silent
                     ? accessTraffic(Profile, Gpu, Id).*Below
                     : 0;
        });
    const double More = memoryTraffic(Profile, Gpu).*Below - Result.sum();
    // Sums of the same numbers in another order are not the same number.
    constexpr double Rounding = 1e-9;
    if (More > Rounding * Result.sum())
      Result.Rest += More;
    Result.Why = NoLine::Spills;
    return Result;
  }

  Demand accesses(Cost Unit) const {
    Demand Result = overAccesses(
        [&](AccessId, const MemoryAccess &Access, const AccessFacts &Facts) {
          return demandOfAccess(Unit, Access, Facts, Gpu, Q.Bound);
        });
    if (Unit == Cost::L1Bandwidth && Profile.SpillLoadBytes > 0) {
      Result.Rest += Profile.SpillLoadBytes;
      Result.Why = NoLine::Spills;
    }
    return Result;
  }

  Demand atomics(Cost What) const {
    const AtomicDemand Asked = atomicDemand(Profile, Gpu, Q.Bound);
    return overAccesses([&](AccessId, const MemoryAccess &Access,
                            const AccessFacts &Facts) {
      if (!(Facts.AtomicOperations > 0))
        return 0.0;
      if (What == Cost::AtomicSectors)
        return Facts.Sectors.Value;
      if (What == Cost::AtomicSlice)
        return Access.Array == Asked.ArrayOfSlice ? Facts.SectorsOfSlice : 0.0;
      return Access.Array == Asked.ArrayOfAddress &&
                     Access.FloatingPoint == Asked.OfFloats
                 ? Facts.OnOneAddress
                 : 0.0;
    });
  }

  Demand products() const {
    Demand Result;
    for (const BasicBlock &Block : Profile.Kernel->Blocks)
      for (const Effect &Each : Block.Effects)
        if (Each.Kind == EffectKind::MatrixProduct)
          Result.add({Each.Location.File, Each.Location.Line},
                     Each.Product.work() *
                         Profile.Blocks[Block.Id].WarpExecutions.Value);
    return Result;
  }

  Demand instructions(Cost Unit) const {
    Demand Result;
    for (const LineInstructions &Line : instructionLines(Profile, Gpu).Lines)
      Result.add({Line.Place.File, Line.Place.Line},
                 instructionsOn(Unit, Line.PerWarp, Line.Pipes, Gpu));
    return Result;
  }

  Demand path() const {
    if (Profile.Machine)
      return Demand::nobodys(NoLine::Listing);
    auto Parts = pathByLine(Q);
    if (!Parts) {
      consumeError(Parts.takeError());
      return Demand::nobodys(NoLine::NotByLine);
    }
    if (Parts->empty())
      return Demand::nobodys(NoLine::TooLong);
    Demand Result;
    for (const auto &[Place, Cycles] : *Parts)
      Result.add(Place, Cycles);
    return Result;
  }

  const Question &Q;
  const WarpProfile &Profile;
  const GpuSpec &Gpu;
};

} // namespace

std::optional<TimeByLine> kernelcast::timeByLine(const Prediction &P,
                                                 const WarpProfile &Profile,
                                                 const GpuSpec &Gpu) {
  if (!(P.Cycles > 0) || !P.Without.empty() || !Profile.Kernel ||
      Profile.Kernel->Status != ModelStatus::Modelled)
    return std::nullopt;
  auto Shape = launchShape("lines", Profile);
  if (!Shape) {
    consumeError(Shape.takeError());
    return std::nullopt;
  }
  const Question Q{Profile, Gpu, P.Mode, FactBound::Value, *Shape};
  const Sharing Lines(Q);
  TimeByLine Result;
  std::map<LinePlace, LineTime> Found;
  for (const BreakdownItem &Item : P.Breakdown) {
    if (!(Item.Cycles > 0))
      continue;
    const double Whole = Item.Cycles / P.Cycles;
    Demand Asked = Lines.of(Item.What);
    double Sum = Asked.sum();
    if (!(Sum > 0)) { // The model charges it for something else.
      Asked = Demand::nobodys(NoLine::NotByLine);
      Sum = 1;
    }
    for (const auto &[Place, Amount] : Asked.ByLine) {
      LineTime &Line = Found[Place];
      Line.Share += Whole * Amount / Sum;
      Line.Parts.push_back({Item.What, Whole * Amount / Sum});
    }
    if (Asked.Rest > 0)
      Result.Elsewhere.push_back(
          {Item.What, Asked.Why, Whole * Asked.Rest / Sum});
  }
  for (auto &[Place, Line] : Found) {
    std::tie(Line.File, Line.Line) = Place;
    Result.Lines.push_back(std::move(Line));
  }
  return Result;
}
