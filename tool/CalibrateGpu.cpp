//===- CalibrateGpu.cpp - kernelcast gpus calibrate -----------------------===//

#include "tool/CalibrateGpu.h"
#include "analysis/hardware/GpuFileText.h"
#include "analysis/hardware/GpuListing.h"
#include "analysis/hardware/MeasuredGpu.h"
#include "analysis/support/TextTable.h"
#include "tool/GpuOption.h"
#include "tool/OptionValues.h"
#include "tool/OutputFile.h"
#include "tool/Tool.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// \p Value with four digits at most, unless it is whole: 661.8, 65536.
static double rounded(double Value) {
  double Four = Value;
  if (Value != std::floor(Value) || std::abs(Value) >= 1e9)
    if (StringRef(fmt::format("{:.4g}", Value)).getAsDouble(Four))
      return Value;
  return Four;
}

static std::string withUnit(double Value, StringRef Unit) {
  return numberWithUnit(rounded(Value), Unit);
}

static std::string interval(const HardwareNumber &Number, StringRef Unit) {
  if (!Number.Interval)
    return "";
  return readableNumber(rounded(Number.Interval->first), Unit).first + " to " +
         readableNumber(rounded(Number.Interval->second), Unit).first;
}

/// How far the measured number is from the published one: "-11.3 %".
static std::string difference(const MeasuredNumber &Number) {
  if (!Number.Published.isKnown() || Number.Published.Value == 0)
    return "";
  return fmt::format(
      "{:+.1f} %", 100 * (Number.Measured.Value / Number.Published.Value - 1));
}

static void printDifferences(const MeasuredGpu &Made, StringRef Published,
                             const MeasurementResults &Results) {
  outs() << Results.Device << ", measured " << Results.Dates << ", beside "
         << Published << "\n\n";
  TextTable Lines(0b1011010);
  Lines.add({"number", "published", "", "measured", "least to most",
             "difference", "", "", "why"});
  unsigned Count[5] = {};
  for (const MeasuredNumber &Number : Made.Numbers) {
    const StringRef Unit = Number.Field->Unit;
    const bool IsKnown = Number.Published.isKnown();
    ++Count[static_cast<unsigned>(Number.Fate)];
    Lines.add({Number.Field->Key,
               IsKnown ? withUnit(Number.Published.Value, Unit) : "-",
               IsKnown ? std::string(1, Number.Published.Confidence) : "",
               withUnit(Number.Measured.Value, Unit),
               interval(Number.Measured, Unit), difference(Number), "",
               name(Number.Fate).str(), Number.Why});
  }
  Lines.print(outs());
  SmallVector<std::string, 5> Parts;
  for (unsigned I = 0; I != std::size(Count); ++I)
    if (Count[I])
      Parts.push_back(fmt::format("{} {}", Count[I],
                                  name(static_cast<MeasuredFate>(I)).str()));
  outs() << '\n'
         << join(Parts, ", ") << "; the other numbers are those of "
         << Published << '\n';
}

/// The new GPU's name: the file's, where that is a name, so that it stands
/// beside the published one in reports.
static std::string nameOf(StringRef Output, StringRef Published) {
  const StringRef Stem = sys::path::stem(Output);
  const bool IsName = !Stem.empty() && all_of(Stem, [](char C) {
    return isDigit(C) || (C >= 'a' && C <= 'z') || C == '-';
  });
  return IsName ? Stem.str() : (Published + "-measured").str();
}

int kernelcast::calibrateGpu(StringRef Folder, const CommandLine &Command) {
  Expected<MeasurementResults> Results = loadMeasurementResults(Folder);
  if (!Results)
    return complain(Results.takeError());
  Expected<GpuSpec> Published = [&]() -> Expected<GpuSpec> {
    if (Command.Gpus.empty())
      return gpuOfResults(*Results);
    auto Names = gpuNamesOf(Command.Gpus);
    if (!Names)
      return Names.takeError();
    if (Names->size() != 1)
      return usageError("gpus calibrate begins with one --gpu");
    return findGpu(Names->front());
  }();
  if (!Published)
    return complain(Published.takeError());
  Expected<MeasuredGpu> Made = measuredGpu(
      *Published, *Results, nameOf(Command.Output, Published->Name));
  if (!Made)
    return complain(Made.takeError());
  if (Made->Numbers.empty())
    return complain(usageError(
        (Folder + ": no reading is of a number of GPU files").str()));
  if (!Command.Output.empty())
    if (Error E = writeOutput(Command.Output, [&](raw_ostream &Out) {
          writeGpuFile(Made->Gpu, Out);
        }))
      return complain(std::move(E));
  printDifferences(*Made, Published->Name, *Results);
  return Done;
}
