//===- CacheAwareModel.cpp - Calibrated times by operation ----------------===//

#include "cost_models/cache-aware/CacheAwareModel.h"
#include "analysis/hardware/PeakRates.h"
#include "cost_models/cache-aware/CacheAwareEquations.h"
#include "cost_models/cache-aware/SaturationCurve.h"
#include "cost_models/common/CommonInputs.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/OperationCounts.h"
#include "cost_models/common/PipeDemands.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

std::unique_ptr<CostModel> kernelcast::makeCacheAware() {
  return std::make_unique<CacheAwareModel>();
}

ArrayRef<ModelMode> CacheAwareModel::modes() const { return allModes(); }

ArrayRef<Premise> CacheAwareModel::premises() const {
  static constexpr Premise Premises[] = {
      Premise::KnownCounts, Premise::KnownAddresses, Premise::Calibration};
  return Premises;
}

ArrayRef<HardwareNumber GpuSpec::*> CacheAwareModel::needed() const {
  static constexpr HardwareNumber GpuSpec::*Needed[] = {
      &GpuSpec::Multiprocessors, &GpuSpec::Clock, &GpuSpec::Fp32Lanes,
      &GpuSpec::DramBandwidth};
  return Needed;
}

namespace {

/// A launch in the terms of the equations.
struct Setting {
  CacheAwareInputs Inputs;
  OperationCounts Counts;
  std::vector<Assumption> Assumptions;
};

class SettingBuilder {
public:
  SettingBuilder(const WarpProfile &Profile, const GpuSpec &Gpu, ModelMode Mode,
                 FactBound Bound)
      : Profile(Profile), Gpu(Gpu), Table(Gpu.Calibrated), Bound(Bound),
        IssuesPerCycle(std::max(1.0, Gpu.Schedulers.Value)) {
    S.Counts =
        operationCounts(Profile, Gpu,
                        Mode == ModelMode::Faithful ? OperationRule::Source
                                                    : OperationRule::Executed,
                        Bound);
  }

  Expected<Setting> build() {
    CacheAwareInputs &In = S.Inputs;
    In.GroupItems = double(Profile.Launch.threadsPerBlock());
    In.WorkItems = double(Profile.Launch.blocks()) * In.GroupItems;
    In.ExecutionUnits = Profile.WarpSize;
    if (Table.ExecutionUnits > 0)
      In.ExecutionUnits = Table.ExecutionUnits;
    else
      S.Assumptions.push_back({.Kind = AssumptionKind::ExecutionUnits,
                               .Whole = {Profile.WarpSize}});
    if (Table.isKnown()) {
      if (Error E = calibrated())
        return E;
    } else {
      derived();
    }
    return std::move(S);
  }

private:
  void add(const OperationKind &Kind, double Weight, double PerItem) {
    S.Inputs.Operations.push_back({Weight, PerItem, Kind});
  }

  /// Times from the GPU file.
  Error calibrated() {
    S.Inputs.BasePerItem = Table.BasePerItem;
    S.Inputs.BaseFixed = Table.BaseFixed;
    std::vector<std::string> Missing;
    for (const auto &[Kind, Count] : S.Counts) {
      auto Found = Table.Operations.find(Kind.name());
      if (Found == Table.Operations.end()) {
        Missing.push_back(Kind.name());
        continue;
      }
      SaturationCurve W;
      if (ArrayRef<double> C = Found->second.Curve; C.size() == 6)
        W = {C[0], C[1], C[2], C[3], C[4], C[5]};
      add(Kind, W.at(Count.Count), Found->second.PerItem);
    }
    if (!Missing.empty())
      return createStringError("the calibration of GPU '" + Gpu.Name +
                               "' has no " + join(Missing, ", "));
    double Low = Table.ItemsLow, High = Table.ItemsHigh;
    if (S.Inputs.WorkItems < Low || (High > 0 && S.Inputs.WorkItems > High))
      S.Assumptions.push_back({.Kind = AssumptionKind::Calibration,
                               .Reason = AssumptionReason::OutsideOfMeasured,
                               .Real = {Low, High}});
    return Error::success();
  }

  /// Times from the GPU's peaks: every operation costs its share of the unit or
  /// the bandwidth that it uses, and none overlaps with another.
  void derived() {
    // What is no operation (branches, barriers, moves) takes its units, too; a
    // warp that does nothing at least ends.
    double Slots = Profile.Warps * Profile.WarpSize / S.Inputs.WorkItems;
    InstructionMix Others = Profile.PerWarp;
    for (double &Count : Others)
      Count *= Slots;
    for (const auto &[Kind, Count] : S.Counts)
      for (unsigned C = 0; C < NumInstructionClasses; ++C)
        Others[C] -= Count.Instructions[C];
    for (double &Count : Others)
      Count = std::max(Count, 0.0);
    S.Inputs.BasePerItem =
        std::max(instructionSeconds(Others),
                 Slots * perLane(IssuesPerCycle * Profile.WarpSize));
    S.Inputs.BasePerItem += privateSeconds();
    S.Inputs.BaseFixed = Gpu.StartAndDrain;
    for (const auto &[Kind, Count] : S.Counts)
      add(Kind, 1,
          Kind.On == OperationKind::Global ? globalSeconds(Kind.Class, Count)
          : Kind.On == OperationKind::Local
              ? localSeconds(Count)
              : instructionSeconds(Count.Instructions));
    S.Assumptions.push_back({.Kind = AssumptionKind::Calibration,
                             .Reason = AssumptionReason::NotGiven});
  }

  /// Seconds for each work-item of what one lane of an SM does in a cycle; SMs
  /// without a group have no part in it.
  double perLane(double Lanes) const {
    double SMs = std::min(Gpu.Multiprocessors.Value,
                          S.Inputs.WorkItems / S.Inputs.GroupItems);
    return 1 / (SMs * Gpu.Clock * Lanes);
  }

  /// Of a work-item's instructions, one after the other; none is faster than
  /// its issue.
  double instructionSeconds(const InstructionMix &Instructions) const {
    double Slots = IssuesPerCycle * Profile.WarpSize, Seconds = 0;
    for (unsigned C = 0; C < NumInstructionClasses; ++C)
      if (Instructions[C] > 0)
        Seconds += Instructions[C] *
                   perLane(std::min(
                       Slots, lanesOf(static_cast<InstructionClass>(C), Gpu,
                                      Profile.WarpSize, IssuesPerCycle)));
    return Seconds;
  }

  /// What the traffic that no cache saves costs a work-item.
  double trafficSeconds(const MemoryTraffic &Moved) const {
    double L2 = Gpu.L2Bandwidth > 0 ? Moved.L2 / Gpu.L2Bandwidth : 0;
    return std::max(L2, Moved.Dram / Gpu.DramBandwidth);
  }

  /// Private variables cost nothing, but arrays that registers cannot hold are
  /// in memory.
  double privateSeconds() const {
    MemoryTraffic Sum;
    const auto &Accesses = Profile.Kernel->Accesses;
    size_t Count = std::min(Accesses.size(), Profile.Accesses.size());
    for (AccessId Id = 0; Id < Count; ++Id) {
      if (Accesses[Id].Silent || Accesses[Id].Space != MemorySpace::Local)
        continue;
      MemoryTraffic Moved = accessTraffic(Profile, Gpu, Id, Bound);
      Sum.L2 += Moved.L2;
      Sum.Dram += Moved.Dram;
    }
    return trafficSeconds(Sum) / S.Inputs.WorkItems;
  }

  /// What accesses of one class to global memory cost a work-item: what the
  /// class suggests, and no less than the traffic that no cache saves.
  double globalSeconds(AccessClass Class, const OperationCount &Count) const {
    return std::max(classSeconds(Class, Count), trafficSeconds(Count.Moved)) +
           instructionSeconds(Count.Instructions);
  }

  double classSeconds(AccessClass Class, const OperationCount &Count) const {
    double L2 = std::max(Gpu.L2Bandwidth.Value, Gpu.DramBandwidth.Value);
    double Sectors = std::max(32 * Count.Count, Count.Bytes);
    switch (Class) {
    case AccessClass::Continuous:
      return Count.Bytes / Gpu.DramBandwidth;
    case AccessClass::Complex: // a sector each
      return Sectors / Gpu.DramBandwidth;
    case AccessClass::Interval: // short enough for the L2
      return Count.Bytes / L2;
    case AccessClass::Constant: // a sector for each warp
      return Sectors / Profile.WarpSize / L2;
    case AccessClass::Identical:
      // It is in the L1 or a register; its instruction is left.
      return 0;
    }
    return 0;
  }

  /// Of accesses to shared memory: their instructions or their bank steps.
  double localSeconds(const OperationCount &Count) const {
    return std::max(instructionSeconds(Count.Instructions),
                    Count.BankSteps * perLane(bankStepsPerCycle(Gpu)));
  }

  const WarpProfile &Profile;
  const GpuSpec &Gpu;
  const Calibration &Table;
  FactBound Bound;
  double IssuesPerCycle;
  Setting S;
};

/// A setting's numbers with where they come from.
template <typename Number>
BasicCacheAwareInputs<Number> recorded(Equations<Number> &Eq, const Setting &S,
                                       const Question &Q) {
  const CacheAwareInputs &In = S.Inputs;
  const Calibration &Table = Q.Gpu.Calibrated;
  BasicCacheAwareInputs<Number> Out;
  Out.WorkItems = Eq.input("n_WI", In.WorkItems, "work-items", Origin::Launch);
  Out.GroupItems = Eq.input("n_WG", In.GroupItems, "work-items", Origin::Launch,
                            "of a group");
  Out.ExecutionUnits =
      Table.ExecutionUnits > 0
          ? Eq.calibrated("n_XU", "execution_units", Table.ExecutionUnits,
                          "work-items that run at a time")
          : Eq.input("n_XU", In.ExecutionUnits, "work-items",
                     Origin::AssumedWarpSize, "run at a time");
  if (Table.isKnown()) {
    Out.BasePerItem =
        Eq.calibrated("c_base", "base_per_item", Table.BasePerItem);
    Out.BaseFixed = Eq.calibrated("c_fixed", "base_fixed", Table.BaseFixed);
  } else {
    Eq.hardware("SMs", &GpuSpec::Multiprocessors);
    Eq.hardware("schedulers", &GpuSpec::Schedulers, 1);
    Eq.hardware("width", &GpuSpec::IssuePerScheduler, 1);
    listLanes(Eq, Q.Profile);
    Eq.hardware("bw", &GpuSpec::DramBandwidth);
    Eq.hardware("bw_L2", &GpuSpec::L2Bandwidth, Q.Gpu.DramBandwidth);
    Out.BasePerItem = Eq.input("c_base", In.BasePerItem, "s", Origin::Peaks);
    Out.BaseFixed = Eq.hardware("c_fixed", &GpuSpec::StartAndDrain);
  }
  for (const OperationTime &Op : In.Operations) {
    BasicOperationTime<Number> Time{Op.Weight, Op.PerItem, Op.Kind};
    if (Eq.isRecorded()) {
      std::string Name = Op.Kind.name();
      Eq.input("n " + Name, S.Counts.find(Op.Kind)->second.Count,
               "per work-item",
               Op.Kind.isAccess() ? Origin::Accesses : Origin::Instructions);
      Time.Weight =
          Eq.input("W " + Name, Op.Weight, "",
                   Table.isKnown() ? Origin::Curve : Origin::WholeCount);
      Time.PerItem =
          Table.isKnown()
              ? Eq.calibrated("c " + Name, Name,
                              Table.Operations.find(Name)->second.PerItem)
              : Eq.input("c " + Name, Op.PerItem, "s", Origin::Peaks);
    }
    Out.Operations.push_back(Time);
  }
  return Out;
}

template <typename Number>
void fill(Prediction &P, const Setting &S,
          const BasicCacheAwareResult<Number> &R, double Clock) {
  auto Add = [&](Cost What, double Seconds) {
    auto Same = find_if(P.Breakdown,
                        [&](const BreakdownItem &I) { return I.What == What; });
    if (Same == P.Breakdown.end())
      P.Breakdown.push_back({What, Seconds * Clock});
    else
      Same->Cycles += Seconds * Clock;
  };
  Add(Cost::BaseCost, valueOf(R.Base));
  for (auto [Op, Seconds] : zip(S.Inputs.Operations, R.Operations))
    Add(Op.Kind.cost(), valueOf(Seconds));
  Add(Cost::GroupSize, valueOf(R.Seconds) - valueOf(R.Sum));
  P.Assumptions = S.Assumptions;
}

template <typename Number>
Expected<Number> cyclesOf(Equations<Number> &Eq, const Question &Q,
                          Prediction *P) {
  if (Q.Mode != ModelMode::Modern && !Q.Gpu.Calibrated.isKnown())
    return createStringError(
        "GPU '" + Q.Gpu.Name +
        "' has no section 'calibration', and only the mode modern does "
        "without");
  if (Q.Mode == ModelMode::Faithful && !isStraightLine(*Q.Profile.Kernel))
    return createStringError("the published model has neither branches nor "
                             "loops; the mode corrected has");
  auto S = SettingBuilder(Q.Profile, Q.Gpu, Q.Mode, Q.Bound).build();
  if (!S)
    return S.takeError();
  Number Clock = Eq.hardware("clock", &GpuSpec::Clock);
  auto R = cacheAwareTime(Eq, recorded(Eq, *S, Q));
  if (!R)
    return R.takeError();
  if (P)
    fill(*P, *S, *R, Q.Gpu.Clock);
  return R->Seconds * Clock;
}

} // namespace

Expected<double> CacheAwareModel::cycles(Equations<double> &Eq,
                                         const Question &Q,
                                         Prediction *P) const {
  return cyclesOf(Eq, Q, P);
}

Expected<Traced> CacheAwareModel::cycles(Equations<Traced> &Eq,
                                         const Question &Q,
                                         Prediction *P) const {
  return cyclesOf(Eq, Q, P);
}
