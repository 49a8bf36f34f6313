//===- KernelcastModel.cpp - Between no overlap and all of it -------------===//

#include "cost_models/kernelcast/KernelcastModel.h"
#include "cost_models/common/CriticalPath.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/common/WarpProgram.h"
#include "cost_models/roofline/Ceilings.h"

using namespace llvm;
using namespace kernelcast;

std::unique_ptr<CostModel> kernelcast::makeKernelcast() {
  return std::make_unique<KernelcastModel>();
}

ArrayRef<ModelMode> KernelcastModel::modes() const {
  static constexpr ModelMode Modes[] = {ModelMode::Modern};
  return Modes;
}

ArrayRef<Premise> KernelcastModel::premises() const {
  static constexpr Premise Premises[] = {Premise::KnownCounts,
                                         Premise::KnownAddresses};
  return Premises;
}

ArrayRef<HardwareNumber GpuSpec::*> KernelcastModel::needed() const {
  static constexpr HardwareNumber GpuSpec::*Needed[] = {
      &GpuSpec::Multiprocessors, &GpuSpec::Clock,         &GpuSpec::Fp32Lanes,
      &GpuSpec::Schedulers,      &GpuSpec::DramBandwidth, &GpuSpec::LatencyAlu,
      &GpuSpec::LatencyGlobal};
  return Needed;
}

/// Whether all SMs share \p Resource.
static bool isOfDevice(Cost Resource) {
  return !is_contained(SMUnits, Resource);
}

namespace {

/// The busiest of some resources, and for how long a warp keeps it busy.
template <typename Number> struct Busiest {
  Cost Resource = Cost::IssueSlots;
  Number CyclesPerWarp = 0;

  void add(Cost Other, const Number &Cycles) {
    if (valueOf(Cycles) > valueOf(CyclesPerWarp))
      *this = {Other, Cycles};
  }
};

template <typename Number> class Rounds {
public:
  Rounds(Equations<Number> &Eq, const Question &Q,
         const KernelcastParts &Without)
      : Eq(Eq), Q(Q), Without(Without) {}

  Expected<Number> cycles(Prediction *P) {
    launch();
    demands();
    auto OneWarp =
        criticalPath(Eq, Q, PathThroughListing::ControlCodes, Assumptions);
    if (!OneWarp)
      return OneWarp.takeError();
    Path = has(KernelcastPart::Latency) ? maximum<Number>(1.0, *OneWarp)
                                        : Number(0);
    Number Cycles = rounds();
    Number Launch = 0;
    if (has(KernelcastPart::Start))
      Launch = launchCycles(Eq, Overhead, In.Clock);
    if (P) {
      assumeCaches(Q.Profile, Assumptions);
      for (KernelcastPart Part : Without) {
        P->Without.push_back(name(Part).str());
        Assumptions.push_back({.Kind = AssumptionKind::LeftOut,
                               .Name = name(Part).str(),
                               .Detail = insteadOf(Part).str()});
      }
      P->Assumptions = std::move(Assumptions);
      for (auto [What, Of] : Parts)
        P->Breakdown.push_back({What, Of});
      if (valueOf(Launch) > 0)
        P->Breakdown.push_back({Cost::KernelLaunch, valueOf(Launch)});
    }
    return Cycles + Launch;
  }

private:
  bool has(KernelcastPart Part) const { return !is_contained(Without, Part); }

  void launch() {
    const GpuSpec &Gpu = Q.Gpu;
    In.Clock = Eq.hardware("clock", &GpuSpec::Clock);
    SMs = Eq.hardware("SMs", &GpuSpec::Multiprocessors);
    In.DramBandwidth = Eq.hardware("bw", &GpuSpec::DramBandwidth);
    if (Gpu.DramBandwidth.Confidence != 'M' &&
        has(KernelcastPart::ReachedPeak)) {
      In.DramBandwidth =
          Eq.equation("bw_reached", "B/s", "of a peak, what copies reach",
                      ReachedBandwidth * In.DramBandwidth);
      Assumptions.push_back(
          {.Kind = AssumptionKind::PeakShare, .Real = {ReachedBandwidth}});
    }
    if (Q.Profile.Caches.MemoryShare < 1)
      In.L3Bandwidth = Eq.hardware("bw_L3", &GpuSpec::L3Bandwidth);
    if (Gpu.L2Bandwidth > 0)
      In.L2Bandwidth = Eq.hardware("bw_L2", &GpuSpec::L2Bandwidth);
    if (Gpu.StartAndDrain > 0)
      Overhead = Eq.hardware("overhead", &GpuSpec::StartAndDrain);
    In.WarpSize =
        Eq.input("warp", Q.Profile.WarpSize, "lanes", Origin::WarpSize);
    Number Schedulers = Eq.hardware("schedulers", &GpuSpec::Schedulers, 1);
    Number Width = Eq.hardware("width", &GpuSpec::IssuePerScheduler, 1);
    In.IssuesPerCycle = Schedulers * Width;
    Blocks = Eq.input("blocks", Q.Shape.Blocks, "", Origin::Launch);
    In.Warps = Eq.input("warps", Q.Shape.Warps, "", Origin::Launch);
    WarpsPerBlock = Eq.input("warps_block", Q.Shape.WarpsPerBlock, "per block",
                             Origin::Launch);
    Resident = Eq.input("NB_resident", Q.Shape.BlocksPerSM, "blocks per SM",
                        Origin::Residency);
    In.BusySMs = Eq.equation("SMs_busy", "", "with blocks",
                             minimum<Number>(SMs, Blocks));
  }

  /// What a warp asks of an SM and of the device.
  void demands() {
    for (Cost Resource : usedResources(Q)) {
      if (Resource == Cost::BlockStarts && !has(KernelcastPart::BlockRate))
        continue;
      Number Cycles = ceiling(Eq, Resource, Q, In);
      if (isOfDevice(Resource))
        OfDevice.add(Resource, Cycles / In.Warps);
      else
        OfSM.add(Resource, Cycles * In.BusySMs / In.Warps);
    }
    OfSM.CyclesPerWarp =
        Eq.equation("busy_SM", "cycles per warp", "of one SM's units",
                    OfSM.CyclesPerWarp, name(OfSM.Resource));
    OfDevice.CyclesPerWarp =
        Eq.equation("busy_device", "cycles per warp", "of what SMs share",
                    OfDevice.CyclesPerWarp, name(OfDevice.Resource));
  }

  /// (6), without start and drain.
  Number rounds() {
    Number Places = Resident * SMs;
    if (!has(KernelcastPart::Rounds) && valueOf(Blocks) > valueOf(Places)) {
      Number Parts =
          Eq.equation("rounds", "", "and a part of one", Blocks / Places);
      return Eq.equation("CYC_rounds", "cycles", "KC (6)",
                         Parts * round("", Resident, SMs, valueOf(Parts)));
    }
    Number Full =
        Eq.equation("rounds", "", "full ones", -roundedUp(-(Blocks / Places)));
    Number Left = Eq.equation("blocks_left", "blocks", "in no full round",
                              Blocks - Full * Places);
    Number Cycles = 0;
    if (valueOf(Full) > 0)
      Cycles += Full * round("", Resident, SMs, valueOf(Full));
    if (valueOf(Left) > 0)
      Cycles +=
          round("_last", roundedUp(Left / SMs), minimum<Number>(SMs, Left), 1);
    return Eq.equation("CYC_rounds", "cycles", "KC (6)", Cycles);
  }

  /// (1) to (5) with \p PerSM blocks on each of \p Active SMs, \p Times.
  Number round(StringRef Which, Plain<Number> PerSM, Plain<Number> Active,
               double Times) {
    Number Warps = Eq.equation("N" + Which, "warps per SM", "at a time",
                               PerSM * WarpsPerBlock);
    Number Units = Warps * OfSM.CyclesPerWarp;
    Number Common = Warps * Active * OfDevice.CyclesPerWarp;
    Number Busy = Eq.equation("busy" + Which, "cycles", "KC (1)",
                              maximum<Number>(Units, Common));
    Number Hidden = Eq.equation("hidden" + Which, "cycles", "KC (2)",
                                maximum<Number>(Busy, Path));
    Number Exposed =
        Eq.equation("exposed" + Which, "cycles", "KC (3)", Busy + Path);
    bool Waits = valueOf(Path) > valueOf(Busy);
    if (!has(KernelcastPart::Exposure)) {
      if (Waits)
        charge(Cost::Latency, Times * valueOf(Path));
      else
        charge(busiest(Units, Common), Times * valueOf(Busy));
      return Hidden;
    }
    const bool Meets =
        Q.Profile.PerWarp[static_cast<size_t>(InstructionClass::Barrier)] > 0;
    Number Shown =
        Eq.equation("shown" + Which, "", "of the shorter, KC (4)",
                    Meets ? (1 + 1 / PerSM) / 2 : Plain<Number>(1) / 2);
    // What is longer counts whole, the other by what shows of it.
    charge(busiest(Units, Common),
           Times * valueOf(Busy) * (Waits ? valueOf(Shown) : 1));
    charge(Cost::Latency, Times * valueOf(Path) * (Waits ? 1 : valueOf(Shown)));
    return Eq.equation("round" + Which, "cycles", "KC (5)",
                       Hidden + Shown * (Exposed - Hidden));
  }

  Cost busiest(const Number &Units, const Number &Common) const {
    return valueOf(Units) < valueOf(Common) ? OfDevice.Resource : OfSM.Resource;
  }

  void charge(Cost What, double Cycles) {
    for (auto &[Known, Of] : Parts)
      if (Known == What) {
        Of += Cycles;
        return;
      }
    Parts.push_back({What, Cycles});
  }

  Equations<Number> &Eq;
  const Question &Q;
  const KernelcastParts &Without;
  CeilingInputs<Number> In;
  Number SMs = 0, Blocks = 0, WarpsPerBlock = 0, Resident = 0, Overhead = 0;
  Number Path = 0;
  Busiest<Number> OfSM, OfDevice;
  SmallVector<std::pair<Cost, double>, 4> Parts; ///< of the breakdown
  std::vector<Assumption> Assumptions;
};

} // namespace

template <typename Number>
Expected<Number> KernelcastModel::cyclesOf(Equations<Number> &Eq,
                                           const Question &Q,
                                           Prediction *P) const {
  if (Without.empty())
    return Rounds<Number>(Eq, Q, Without).cycles(P);
  const WarpProfile Profile = withoutCaches(Q.Profile, Q.Gpu, Without);
  Question Changed{Profile, Q.Gpu, Q.Mode, Q.Bound, Q.Shape};
  Changed.AssemblerOrder = !is_contained(Without, KernelcastPart::Order);
  return Rounds<Number>(Eq, Changed, Without).cycles(P);
}

Expected<double> KernelcastModel::cycles(Equations<double> &Eq,
                                         const Question &Q,
                                         Prediction *P) const {
  return cyclesOf(Eq, Q, P);
}

Expected<Traced> KernelcastModel::cycles(Equations<Traced> &Eq,
                                         const Question &Q,
                                         Prediction *P) const {
  return cyclesOf(Eq, Q, P);
}
