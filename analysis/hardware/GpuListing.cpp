//===- GpuListing.cpp - GPU files as tables for people --------------------===//
#include "analysis/hardware/GpuListing.h"
#include "analysis/support/TextTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>

namespace kernelcast {
namespace {

using llvm::StringRef;

/// \p Value with the digits that it has and no more: "13", "35.5".
std::string plain(double Value) {
  std::string Text = llvm::formatv("{0:f6}", Value);
  if (Text.find('.') != std::string::npos) {
    Text.erase(Text.find_last_not_of('0') + 1);
    if (Text.back() == '.')
      Text.pop_back();
  }
  return Text;
}

} // namespace

std::pair<std::string, std::string> readableNumber(double Value,
                                                   StringRef Unit) {
  if (Unit == "Hz")
    return {plain(Value / 1e6), "MHz"};
  if (Unit == "B/s")
    return {plain(Value / 1e9), "GB/s"};
  if (Unit == "1/s")
    return {plain(Value / 1e6), "M/s"};
  if (Unit == "s")
    return {plain(Value * 1e6), "us"};
  if (Unit == "B") {
    constexpr double K = 1024;
    if (Value >= K * K && std::fmod(Value, K * K / 4) == 0)
      return {plain(Value / K / K), "MB"};
    if (Value >= K && std::fmod(Value, K / 4) == 0)
      return {plain(Value / K), "KB"};
  }
  return {plain(Value), Unit.str()};
}

std::string numberWithUnit(double Value, StringRef Unit) {
  auto [Text, Shown] = readableNumber(Value, Unit);
  return Shown == "count" || Shown == "ratio" ? Text : Text + " " + Shown;
}

void printGpuTable(llvm::raw_ostream &Out) {
  // Multiprocessors, MHz, GB/s and unverified are numbers.
  TextTable Lines(0b1111000);
  Lines.add({"name", "architecture", "capability", "SMs", "MHz", "GB/s",
             "unverified", "also called"});
  for (const std::string &Name : gpuNames()) {
    llvm::Expected<GpuSpec> Gpu = findGpu(Name);
    if (!Gpu) {
      // A test loads every file of the collection; a broken one still shows.
      Lines.add({Name, llvm::toString(Gpu.takeError())});
      continue;
    }
    Lines.add({Name, Gpu->Architecture, Gpu->ComputeCapability,
               plain(Gpu->Multiprocessors), plain(Gpu->Clock / 1e6),
               plain(Gpu->DramBandwidth / 1e9),
               std::to_string(unverifiedNumbers(*Gpu).size()),
               llvm::join(Gpu->Aliases, ", ")});
  }
  Lines.print(Out);
}

void printGpu(const GpuSpec &Gpu, llvm::raw_ostream &Out) {
  TextTable Head(0);
  Head.add({"name", Gpu.Name});
  Head.add({"marketing name", Gpu.MarketingName});
  if (!Gpu.Aliases.empty())
    Head.add({"also called", llvm::join(Gpu.Aliases, ", ")});
  Head.add({"architecture", name(Gpu.Vendor).str() + " " + Gpu.Architecture +
                                ", " + Gpu.ComputeCapability});
  Head.add({"warp", std::to_string(Gpu.WarpSize) + " lanes"});
  Head.add({"coalescing", name(Gpu.Coalescing).str()});
  Head.add({"shared-memory banks", name(Gpu.Banks).str()});
  Head.add({"registers", name(Gpu.RegisterGranularity).str()});
  Head.print(Out);
  Out << '\n';

  TextTable Numbers(0b10);
  Numbers.add({"number", "value", "unit", "", "source"});
  std::vector<std::string> Absent;
  for (const GpuSpec::Field &Field : GpuSpec::fields()) {
    const HardwareNumber &Number = Gpu.*Field.Member;
    if (!Number.isKnown()) {
      Absent.push_back(Field.Key);
      continue;
    }
    auto [Value, Unit] = readableNumber(Number.Value, Field.Unit);
    std::string Source = Number.Source;
    if (Number.Interval)
      Source = readableNumber(Number.Interval->first, Field.Unit).first +
               " to " +
               readableNumber(Number.Interval->second, Field.Unit).first +
               "; " + Source;
    Numbers.add({Field.Key, Value, Unit, std::string(1, Number.Confidence),
                 std::move(Source)});
  }
  Numbers.print(Out);
  if (!Absent.empty())
    Out << "\nnot given: " << llvm::join(Absent, ", ") << '\n';
  Out << "\nA publication   B vendor   C unverified   M measured   N reported "
         "by the device\n";
  if (size_t Unverified = unverifiedNumbers(Gpu).size())
    Out << Unverified << " of these numbers are unverified.\n";
}

} // namespace kernelcast
