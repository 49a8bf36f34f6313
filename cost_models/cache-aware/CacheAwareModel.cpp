//===- CacheAwareModel.cpp - Calibrated times by operation ----------------===//

#include "cost_models/cache-aware/CacheAwareModel.h"
#include "cost_models/cache-aware/CacheAwareEquations.h"
#include "cost_models/cache-aware/SaturationCurve.h"
#include "cost_models/common/Explainer.h"
#include "cost_models/common/LaunchShape.h"
#include "cost_models/common/OperationCounts.h"
#include "cost_models/common/PipeDemands.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

ArrayRef<ModelMode> CacheAwareModel::modes() const { return allModes(); }

namespace {

/// A launch in the terms of the equations.
struct Setting {
  CacheAwareInputs Inputs;
  std::vector<std::string> Names; ///< of Inputs.Operations
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
  void add(StringRef Name, double Weight, double PerItem) {
    S.Names.push_back(Name.str());
    S.Inputs.Operations.push_back({Weight, PerItem});
  }

  /// Times from the GPU file.
  Error calibrated() {
    S.Inputs.BasePerItem = Table.BasePerItem;
    S.Inputs.BaseFixed = Table.BaseFixed;
    std::vector<std::string> Missing;
    for (const auto &[Name, Count] : S.Counts) {
      auto Found = Table.Operations.find(Name);
      if (Found == Table.Operations.end()) {
        Missing.push_back(Name);
        continue;
      }
      SaturationCurve W;
      if (ArrayRef<double> C = Found->second.Curve; C.size() == 6)
        W = {C[0], C[1], C[2], C[3], C[4], C[5]};
      add(Name, W.at(Count.Count), Found->second.PerItem);
    }
    if (!Missing.empty())
      return createStringError("cache-aware: the calibration of GPU '" +
                               Gpu.Name + "' has no " + join(Missing, ", "));
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
    for (const auto &[Name, Count] : S.Counts)
      for (unsigned C = 0; C < NumInstructionClasses; ++C)
        Others[C] -= Count.Instructions[C];
    for (double &Count : Others)
      Count = std::max(Count, 0.0);
    S.Inputs.BasePerItem =
        std::max(instructionSeconds(Others),
                 Slots * perLane(IssuesPerCycle * Profile.WarpSize));
    S.Inputs.BasePerItem += privateSeconds();
    S.Inputs.BaseFixed = Gpu.LaunchOverhead;
    for (const auto &[Name, Count] : S.Counts) {
      auto [Group, Rest] = StringRef(Name).split('_');
      if (Group == "global")
        add(Name, 1, globalSeconds(Rest.split('_').second, Count));
      else if (Group == "local")
        add(Name, 1, localSeconds(Count));
      else
        add(Name, 1, instructionSeconds(Count.Instructions));
    }
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
  double globalSeconds(StringRef Class, const OperationCount &Count) const {
    double L2 = std::max(Gpu.L2Bandwidth.Value, Gpu.DramBandwidth.Value);
    double Sectors = std::max(32 * Count.Count, Count.Bytes);
    double Seconds = 0;
    if (Class == "continuous")
      Seconds = Count.Bytes / Gpu.DramBandwidth;
    else if (Class == "complex") // a sector each
      Seconds = Sectors / Gpu.DramBandwidth;
    else if (Class == "interval") // short enough for the L2
      Seconds = Count.Bytes / L2;
    else if (Class == "constant") // a sector for each warp
      Seconds = Sectors / Profile.WarpSize / L2;
    // An identical access is in the L1 or a register; its instruction is left.
    Seconds = std::max(Seconds, trafficSeconds(Count.Moved));
    return Seconds + instructionSeconds(Count.Instructions);
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

/// The breakdown's item that an operation belongs to.
Cost costOf(StringRef Name) {
  auto [Group, Rest] = Name.split('_');
  if (Group == "int")
    return Cost::IntegerOperations;
  if (Group == "float" || Group == "double")
    return Cost::FloatOperations;
  constexpr StringLiteral Classes[] = {"continuous", "constant", "interval",
                                       "identical", "complex"};
  auto First =
      Group == "global" ? Cost::GlobalContinuous : Cost::LocalContinuous;
  StringRef Class = Rest.split('_').second;
  return static_cast<Cost>(unsigned(First) + (find(Classes, Class) - Classes));
}

SmallVector<BreakdownItem, 8>
breakdown(const Setting &S, const CacheAwareResult &R, double Clock) {
  SmallVector<BreakdownItem, 8> Items = {{Cost::BaseCost, R.Base * Clock}};
  for (auto [Name, Seconds] : zip(S.Names, R.Operations)) {
    Cost What = costOf(Name);
    auto Same =
        find_if(Items, [&](const BreakdownItem &I) { return I.What == What; });
    if (Same == Items.end())
      Items.push_back({What, Seconds * Clock});
    else
      Same->Cycles += Seconds * Clock;
  }
  Items.push_back({Cost::GroupSize, (R.Seconds - R.Sum) * Clock});
  stable_sort(Items, [](const BreakdownItem &A, const BreakdownItem &B) {
    return A.Cycles > B.Cycles;
  });
  return Items;
}

std::vector<Quantity> quantities(const Setting &S, const CacheAwareResult &R,
                                 const WarpProfile &Profile,
                                 const GpuSpec &Gpu) {
  const CacheAwareInputs &In = S.Inputs;
  const Calibration &Table = Gpu.Calibrated;
  Explainer Out(Profile, Gpu);
  constexpr Origin Derived = Origin::Peaks;
  Out.hardware("clock", &GpuSpec::Clock);
  Out.input("n_WI", In.WorkItems, "work-items", Out.launch());
  Out.input("n_WG", In.GroupItems, "work-items", Out.launch(), "of a group");
  if (Table.ExecutionUnits > 0)
    Out.calibrated("n_XU", "execution_units", Table.ExecutionUnits,
                   "work-items that run at a time");
  else
    Out.input("n_XU", In.ExecutionUnits, "work-items", Origin::AssumedWarpSize,
              "run at a time");
  if (Table.isKnown()) {
    Out.calibrated("c_base", "base_per_item", Table.BasePerItem);
    Out.calibrated("c_fixed", "base_fixed", Table.BaseFixed);
  } else {
    Out.hardware("SMs", &GpuSpec::Multiprocessors);
    Out.hardware("schedulers", &GpuSpec::Schedulers, 1);
    Out.hardware("width", &GpuSpec::IssuePerScheduler, 1);
    Out.lanes();
    Out.hardware("bw", &GpuSpec::DramBandwidth);
    Out.hardware("bw_L2", &GpuSpec::L2Bandwidth, Gpu.DramBandwidth);
    Out.input("c_base", In.BasePerItem, "s", Derived);
    Out.hardware("c_fixed", &GpuSpec::LaunchOverhead);
  }
  Out.equation(
      "t_base", R.Base, "s", "PH, c_base n_WI + c_fixed",
      formatted("%g * %g + %g", In.BasePerItem, In.WorkItems, In.BaseFixed));
  std::string Sum = formatted("%g", R.Base);
  for (size_t I = 0; I < S.Names.size(); ++I) {
    const OperationTime &Op = In.Operations[I];
    const std::string &Name = S.Names[I];
    StringRef Ref = Name;
    bool IsAccess = Ref.starts_with("global") || Ref.starts_with("local");
    Out.input("n " + Name, S.Counts.find(Name)->second.Count, "per work-item",
              IsAccess ? Out.accesses() : Out.instructions());
    Out.input("W " + Name, Op.Weight, "",
              Table.isKnown() ? Origin::Curve : Origin::WholeCount);
    if (Table.isKnown())
      Out.calibrated("c " + Name, Name,
                     Table.Operations.find(Name)->second.PerItem);
    else
      Out.input("c " + Name, Op.PerItem, "s", Derived);
    Out.equation(
        Name, R.Operations[I], "s", "PH, W(n_op) c_op n_WI",
        formatted("%g * %g * %g", Op.Weight, Op.PerItem, In.WorkItems));
    Sum += formatted(" + %g", R.Operations[I]);
  }
  double Begun = std::ceil(In.GroupItems / In.ExecutionUnits);
  Out.equation("U", R.Utilisation.Share, "", "PH, U(n_WG, n_XU)",
               formatted("%g / %g / ceil(%g / %g)", In.GroupItems,
                         In.ExecutionUnits, In.GroupItems, In.ExecutionUnits),
               formatted("%g passes of %g begun", R.Utilisation.Passes, Begun));
  Out.equation("t_sum", R.Sum, "s", "PH, t_base + sum W t_op", std::move(Sum));
  Out.equation("t_kernel", R.Seconds, "s", "PH, t_sum / U",
               formatted("%g / %g", R.Sum, R.Utilisation.Share));
  double Cycles = R.Seconds * Gpu.Clock;
  Out.result(Cycles, formatted("%g * %g", R.Seconds, Gpu.Clock.Value));
  return Out.take();
}

} // namespace

Expected<Prediction> CacheAwareModel::predict(const WarpProfile &Profile,
                                              const GpuSpec &Gpu,
                                              ModelMode Mode,
                                              Detail Asked) const {
  auto Refuse = [](const Twine &Why) {
    return createStringError("cache-aware: " + Why);
  };
  if (Error E = requireNumbers("cache-aware", Gpu,
                               {&GpuSpec::Multiprocessors, &GpuSpec::Clock,
                                &GpuSpec::Fp32Lanes, &GpuSpec::DramBandwidth}))
    return E;
  if (auto Shape = launchShape("cache-aware", Profile); !Shape)
    return Shape.takeError();
  if (Mode != ModelMode::Modern && !Gpu.Calibrated.isKnown())
    return Refuse("GPU '" + Gpu.Name +
                  "' has no section 'calibration', and only the mode modern "
                  "does without");
  if (Mode == ModelMode::Faithful && !isStraightLine(*Profile.Kernel))
    return Refuse("the published model has neither branches nor loops; the "
                  "mode corrected has");
  auto At =
      [&](FactBound Bound) -> Expected<std::pair<Setting, CacheAwareResult>> {
    auto S = SettingBuilder(Profile, Gpu, Mode, Bound).build();
    if (!S)
      return S.takeError();
    auto R = cacheAwareTime(S->Inputs);
    if (!R)
      return Refuse(toString(R.takeError()));
    return std::pair(std::move(*S), std::move(*R));
  };
  auto Result = At(FactBound::Value);
  if (!Result)
    return Result.takeError();
  auto &[S, R] = *Result;

  Prediction P = start(Mode, Gpu, R.Seconds * Gpu.Clock, Gpu.Clock);
  P.Breakdown = breakdown(S, R, Gpu.Clock);
  P.Bottleneck = P.Breakdown.front().What;
  if (Asked != Detail::Time)
    P.Quantities = quantities(S, R, Profile, Gpu);
  P.Assumptions = S.Assumptions;
  if (Mode == ModelMode::Faithful || !hasBounds(Profile))
    return P;
  widen(P, Gpu.Clock, [&](FactBound Bound) -> Expected<double> {
    auto End = At(Bound);
    if (!End)
      return End.takeError();
    return End->second.Seconds * Gpu.Clock;
  });
  return P;
}
