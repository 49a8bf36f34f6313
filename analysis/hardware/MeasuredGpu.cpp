//===- MeasuredGpu.cpp - A GPU file from measurements ---------------------===//
//
// From readings to numbers of a GPU file:
//
//   1. A reading whose quantity is a key of GPU files, in the key's unit, is a
//      reading of that number. Other numbers come from one named reading each
//      (Derivations below), some with one step of arithmetic.
//   2. Of several readings those without doubt count: the number is the median
//      of their medians, its interval goes from the least to the most that any
//      repetition gave.
//   3. A real number is replaced. A whole number (lanes, warps) is what the
//      hardware has, and a program comes a little short of it: where the
//      reading is within WholeTolerance of the published number it confirms it,
//      else the nearest whole number replaces it.
//   4. What the device reports of itself (its multiprocessors, sizes) replaces
//      the published number where it is another one.
//
// The result is read back as any GPU file, so that numbers that cannot be true
// together are found by the rules for all files.
//===----------------------------------------------------------------------===//
#include "analysis/hardware/MeasuredGpu.h"
#include "analysis/hardware/GpuFileText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

namespace kernelcast {
namespace {

using llvm::StringRef;
using llvm::Twine;
using G = GpuSpec;

/// Loops and their ends cost a program one or two per cent of a peak.
constexpr double WholeTolerance = 0.02;

/// What a reading needs to become the number.
enum class Step : uint8_t {
  None,
  LessLatencyAlu, ///< the chain has a multiplication in each link, too
  OverPcie        ///< a share of the link's raw bandwidth
};

/// A number that a reading of another name gives.
struct Derivation {
  HardwareNumber G::*Number;
  StringRef Benchmark, Quantity, Setting, Unit;
  Step Then = Step::None;
};

constexpr Derivation Derivations[] = {
    {&G::LatencyIntMultiply, "arithmetic_int_mad", "latency", "", "cycles"},
    {&G::LatencyFp64, "arithmetic_double_fma", "latency", "", "cycles"},
    // __sinf is a multiplication and one special function.
    {&G::LatencySfu, "arithmetic_fast_sin", "latency", "", "cycles",
     Step::LessLatencyAlu},
    {&G::AtomicRate, "atomic_global", "throughput", "memory=global;cells=same",
     "operations/s"},
    {&G::AtomicFloatRate, "atomic_global_float", "throughput",
     "memory=global;cells=same", "operations/s"},
    {&G::AtomicSectorRate, "atomic_global", "throughput",
     "memory=global;cells=line_each", "operations/s"},
    {&G::TransferStartupToDevice, "transfer", "startup",
     "direction=to_device;memory=pageable", "s"},
    {&G::TransferStartupFromDevice, "transfer", "startup",
     "direction=to_host;memory=pageable", "s"},
    {&G::PageableEfficiencyToDevice, "transfer", "bandwidth",
     "direction=to_device;memory=pageable", "B/s", Step::OverPcie},
    {&G::PageableEfficiencyFromDevice, "transfer", "bandwidth",
     "direction=to_host;memory=pageable", "B/s", Step::OverPcie},
    {&G::PinnedEfficiency, "transfer", "bandwidth",
     "direction=to_device;memory=pinned", "B/s", Step::OverPcie}};

/// What the device says of itself, by its name in device.json.
struct ReportedNumber {
  StringRef Name;
  HardwareNumber G::*Number;
};
constexpr ReportedNumber ReportedNumbers[] = {
    {"multiprocessors", &G::Multiprocessors},
    {"l2_bytes", &G::L2Bytes},
    {"shared_per_multiprocessor", &G::SharedBytes},
    {"shared_per_block", &G::SharedBytesPerBlock},
    {"registers_per_multiprocessor", &G::Registers},
    {"max_threads_per_block", &G::MaxThreadsPerBlock}};

/// Readings carry six digits; what is computed of them has no more.
double sixDigits(double Value) {
  double Rounded = 0;
  const bool Failed =
      StringRef(llvm::formatv("{0}", llvm::format("%.6g", Value)).str())
          .getAsDouble(Rounded);
  return Failed ? Value : Rounded;
}

double median(std::vector<double> Values) {
  llvm::sort(Values);
  const size_t Middle = Values.size() / 2;
  return Values.size() % 2 ? Values[Middle]
                           : (Values[Middle - 1] + Values[Middle]) / 2;
}

/// Lower-case letters, digits and '-' alone: "NVIDIA H200" gives "nvidia-h200".
std::string asName(StringRef Text) {
  std::string Name;
  for (char C : Text)
    if (llvm::isAlnum(C))
      Name += llvm::toLower(C);
    else if (!Name.empty() && Name.back() != '-')
      Name += '-';
  while (!Name.empty() && Name.back() == '-')
    Name.pop_back();
  return Name;
}

/// "sm_90" for compute capability 9.0; "" for GPUs of other vendors.
std::string architectureOf(const GpuSpec &Gpu) {
  const unsigned Number = nvidiaArchitecture(Gpu);
  return Number ? "sm_" + std::to_string(Number) : "";
}

class Replacement {
public:
  Replacement(const GpuSpec &Published, const MeasurementResults &Results)
      : Published(Published), Results(Results) {
    Done.Gpu = Published;
    Where = "measured " + Results.Dates + " on " + Results.Device;
    if (!Results.Driver.empty())
      Where += ", driver " + Results.Driver;
    if (!Results.Clocks.empty())
      Where += ", clocks " + Results.Clocks;
  }

  MeasuredGpu run() {
    for (const GpuSpec::Field &Field : GpuSpec::fields()) {
      takeReported(Field);
      takeReadings(Field);
    }
    return std::move(Done);
  }

private:
  void takeReported(const GpuSpec::Field &Field) {
    for (const ReportedNumber &Each : ReportedNumbers) {
      if (Each.Number != Field.Member)
        continue;
      const auto Found = Results.Reported.find(Each.Name.str());
      if (Found == Results.Reported.end() || Found->second <= 0)
        continue; // OpenCL does not say everything
      settle(Field,
             {Found->second, Field.Unit,
              "reported by the device, " + Results.Device, 'N', std::nullopt});
    }
  }

  /// The readings of \p Field's number, with what they need to become it.
  std::vector<const Reading *> readingsOf(const GpuSpec::Field &Field,
                                          Step &Then) const {
    std::vector<const Reading *> Found;
    for (const Derivation &D : Derivations)
      if (D.Number == Field.Member) {
        Then = D.Then;
        for (const Reading &Each : Results.Readings)
          if (Each.Benchmark == D.Benchmark && Each.Quantity == D.Quantity &&
              Each.Setting == D.Setting && Each.Unit == D.Unit)
            Found.push_back(&Each);
        return Found;
      }
    // Copies reach a part of the raw bandwidth, which pinned_efficiency says
    // where the file has the bandwidth.
    if (Field.Member == &G::PcieBandwidth && Published.PcieBandwidth.isKnown())
      return Found;
    for (const Reading &Each : Results.Readings)
      if (Each.Quantity == Field.Key && Each.Unit == Field.Unit)
        Found.push_back(&Each);
    return Found;
  }

  /// The median and the interval of \p Readings.
  static HardwareNumber numberOf(llvm::ArrayRef<const Reading *> Readings) {
    std::vector<double> Medians;
    std::pair<double, double> Interval = {Readings[0]->Least,
                                          Readings[0]->Most};
    for (const Reading *Each : Readings) {
      Medians.push_back(Each->Median);
      Interval.first = std::min(Interval.first, Each->Least);
      Interval.second = std::max(Interval.second, Each->Most);
    }
    HardwareNumber Number;
    Number.Value = sixDigits(median(std::move(Medians)));
    Number.Interval = {sixDigits(Interval.first), sixDigits(Interval.second)};
    return Number;
  }

  void takeReadings(const GpuSpec::Field &Field) {
    Step Then = Step::None;
    const std::vector<const Reading *> All = readingsOf(Field, Then);
    std::vector<const Reading *> Good;
    llvm::copy_if(All, std::back_inserter(Good),
                  [](const Reading *Each) { return Each->Doubt.empty(); });
    if (All.empty())
      return;
    const Reading &First = Good.empty() ? *All[0] : *Good[0];
    HardwareNumber Number = numberOf(Good.empty() ? All : Good);
    Number.Unit = Field.Unit;
    Number.Confidence = 'M';
    Number.Source = Where + "; " + First.Benchmark;
    if (!First.Setting.empty() && First.Setting != "for=gpu_file")
      Number.Source +=
          " " + StringRef(First.Setting).split(";for=gpu_file").first.str();
    if (std::string Why = step(Then, Number); !Why.empty())
      return note(Field, Number, MeasuredFate::Unusable, Why);
    if (Good.empty())
      return note(Field, Number, MeasuredFate::InDoubt, All[0]->Doubt);
    settle(Field, std::move(Number));
  }

  /// \returns why it cannot be taken.
  std::string step(Step Then, HardwareNumber &Number) const {
    if (Then == Step::LessLatencyAlu) {
      const HardwareNumber Alu = measured("latency_alu", "cycles");
      if (!Alu.isKnown())
        return "it holds a multiplication, and latency_alu was not measured";
      Number.Source += ", less latency_alu";
      shift(Number, Alu);
    }
    if (Then == Step::OverPcie) {
      const HardwareNumber &Raw = Done.Gpu.PcieBandwidth.isKnown()
                                      ? Done.Gpu.PcieBandwidth
                                      : measured("pcie_bandwidth", "B/s");
      if (!Raw.isKnown() || !(Raw.Value > 0))
        return "it is a share of pcie_bandwidth, which the GPU file lacks";
      Number.Source += ", over pcie_bandwidth";
      const auto [Least, Most] = intervalOf(Number);
      Number.Value = sixDigits(Number.Value / Raw.Value);
      Number.Interval = {sixDigits(Least / Raw.Value),
                         sixDigits(Most / Raw.Value)};
    }
    return "";
  }

  static std::pair<double, double> intervalOf(const HardwareNumber &Number) {
    return Number.Interval.value_or(std::pair(Number.Value, Number.Value));
  }

  /// Takes \p Other, which was measured, away from \p Number. The interval is
  /// that of the difference.
  static void shift(HardwareNumber &Number, const HardwareNumber &Other) {
    const auto [Least, Most] = intervalOf(Number);
    const auto [LeastAway, MostAway] = intervalOf(Other);
    Number.Value = sixDigits(Number.Value - Other.Value);
    Number.Interval = {sixDigits(Least - MostAway),
                       sixDigits(Most - LeastAway)};
  }

  /// What the readings without doubt of \p Key, in \p Unit, say; unknown: there
  /// are none.
  HardwareNumber measured(StringRef Key, StringRef Unit) const {
    std::vector<const Reading *> Good;
    for (const Reading &Each : Results.Readings)
      if (Each.Quantity == Key && Each.Unit == Unit && Each.Doubt.empty())
        Good.push_back(&Each);
    if (Good.empty())
      return {};
    HardwareNumber Number = numberOf(Good);
    Number.Source = Where;
    return Number;
  }

  /// Puts \p Number into the GPU, if it is a value of \p Field.
  void settle(const GpuSpec::Field &Field, HardwareNumber Number) {
    const HardwareNumber &Before = Published.*Field.Member;
    if (Field.Whole) {
      const double Tolerance =
          Number.Confidence == 'M' ? WholeTolerance * Before.Value : 0;
      if (Before.isKnown() &&
          std::abs(Number.Value - Before.Value) <= Tolerance)
        return note(Field, Number, MeasuredFate::Confirmed);
      // Written as a whole number; the interval keeps what was read.
      const double Rounded = std::round(Number.Value);
      if (Number.Interval)
        Number.Interval = {std::min(Number.Interval->first, Rounded),
                           std::max(Number.Interval->second, Rounded)};
      Number.Value = Rounded;
    }
    if (!(Number.Value >= Field.Low && Number.Value <= Field.High))
      return note(Field, Number, MeasuredFate::Unusable,
                  llvm::formatv("must be from {0} to {1}",
                                llvm::format("%g", Field.Low),
                                llvm::format("%g", Field.High)));
    note(Field, Number,
         Before.isKnown() ? MeasuredFate::Replaced : MeasuredFate::Added);
    Done.Gpu.*Field.Member = std::move(Number);
  }

  void note(const GpuSpec::Field &Field, HardwareNumber Number,
            MeasuredFate Fate, std::string Why = "") {
    Done.Numbers.push_back({&Field, Published.*Field.Member, std::move(Number),
                            Fate, std::move(Why)});
  }

  const GpuSpec &Published;
  const MeasurementResults &Results;
  MeasuredGpu Done;
  std::string Where;
};

llvm::Error cannotCalibrate(const Twine &Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Why);
}

} // namespace

StringRef name(MeasuredFate Fate) {
  static constexpr llvm::StringLiteral Names[] = {
      "replaced", "added", "confirmed", "in doubt", "unusable"};
  return Names[static_cast<unsigned>(Fate)];
}

llvm::Expected<GpuSpec> gpuOfResults(const MeasurementResults &Results) {
  std::vector<std::string> Relatives;
  std::string Device = asName(Results.Device);
  StringRef Short = Device;
  for (StringRef Vendor : {"nvidia-", "amd-", "intel-"})
    Short.consume_front(Vendor);
  for (const std::string &Name : gpuNames()) {
    llvm::Expected<GpuSpec> Gpu = findGpu(Name);
    if (!Gpu)
      return Gpu.takeError();
    if (Name == Short || asName(Gpu->MarketingName) == Short ||
        llvm::is_contained(Gpu->Aliases, Short))
      return Gpu;
    if (!Results.Architecture.empty() &&
        Results.Architecture == architectureOf(*Gpu))
      Relatives.push_back(Name);
  }
  return cannotCalibrate(
      "no GPU file is called as the device of these results, '" +
      Twine(Results.Device) +
      "'; name the one to begin with: --gpu NAME or --gpu FILE.yaml" +
      (Relatives.empty() ? ""
                         : "; of " + Results.Architecture + " are " +
                               llvm::join(Relatives, ", ")));
}

llvm::Expected<MeasuredGpu> measuredGpu(const GpuSpec &Published,
                                        const MeasurementResults &Results,
                                        StringRef Name) {
  const std::string Known = architectureOf(Published);
  if (StringRef(Results.Architecture).starts_with("sm_") && !Known.empty() &&
      Results.Architecture != Known)
    return cannotCalibrate("the results are of " + Twine(Results.Device) +
                           ", " + Results.Architecture + ", the GPU file " +
                           Published.Name + " is of " + Known);
  MeasuredGpu Made = Replacement(Published, Results).run();
  Made.Gpu.Name = Name.str();
  Made.Gpu.Aliases.clear(); // they are the published file's
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  writeGpuFile(Made.Gpu, Out);
  llvm::Expected<GpuSpec> ReadBack = loadGpuText(Text, Name);
  if (!ReadBack) {
    // The lines of a file that is not written say nothing to the user.
    const std::string All = llvm::toString(ReadBack.takeError());
    std::vector<std::string> Mistakes;
    for (StringRef Line : llvm::split(All, '\n'))
      Mistakes.push_back(Line.split(": error: ").second.str());
    return cannotCalibrate("these measured numbers cannot be true together: " +
                           llvm::join(Mistakes, "; "));
  }
  Made.Gpu = std::move(*ReadBack);
  return Made;
}

} // namespace kernelcast
