//===- GpuFileText.cpp - A GPU as the text of a file ----------------------===//
//
// The way back of GpuFile.cpp: plain values first, then every known number with
// its parts, in the order of GpuSpec::fields(). A number is written with the
// fewest digits that give it back.
//===----------------------------------------------------------------------===//
#include "analysis/hardware/GpuFileText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/YAMLParser.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>

namespace kernelcast {
namespace {

using llvm::StringRef;

std::string shortest(double Value) {
  char Digits[32];
  const auto End = std::to_chars(std::begin(Digits), std::end(Digits), Value);
  return {std::begin(Digits), End.ptr};
}

std::string quoted(StringRef Text) {
  return '"' + llvm::yaml::escape(Text, /*EscapePrintable=*/false) + '"';
}

void writeNumber(StringRef Key, const HardwareNumber &Number,
                 llvm::raw_ostream &Out, unsigned Indent = 0) {
  if (!Number.isKnown())
    return;
  Out.indent(Indent) << Key << ": {value: " << shortest(Number.Value);
  if (Number.Interval)
    Out << ", interval: [" << shortest(Number.Interval->first) << ", "
        << shortest(Number.Interval->second) << ']';
  Out << ", unit: " << Number.Unit << ", source: " << quoted(Number.Source)
      << ", confidence: " << Number.Confidence << "}\n";
}

void writeCalibration(const Calibration &Calibrated, llvm::raw_ostream &Out) {
  Out << "\ncalibration:\n";
  for (const Calibration::Field &Field : Calibration::fields())
    writeNumber(Field.Key, Calibrated.*Field.Member, Out, 2);
  for (const auto &[Name, Operation] : Calibrated.Operations) {
    writeNumber(Name, Operation.PerItem, Out, 2);
    if (Operation.Curve.empty())
      continue;
    std::vector<std::string> Curve;
    for (double Number : Operation.Curve)
      Curve.push_back(shortest(Number));
    Out << "  " << Name << "_curve: [" << llvm::join(Curve, ", ") << "]\n";
  }
}

} // namespace

void writeGpuFile(const GpuSpec &Gpu, llvm::raw_ostream &Out) {
  Out << "name: " << Gpu.Name << '\n'
      << "marketing_name: " << quoted(Gpu.MarketingName) << '\n';
  if (!Gpu.Aliases.empty())
    Out << "aliases: [" << llvm::join(Gpu.Aliases, ", ") << "]\n";
  Out << "vendor: " << name(Gpu.Vendor) << '\n'
      << "architecture: " << quoted(Gpu.Architecture) << '\n'
      << "compute_capability: " << quoted(Gpu.ComputeCapability) << '\n'
      << "warp_size: " << Gpu.WarpSize << '\n'
      << "coalescing: " << name(Gpu.Coalescing) << '\n'
      << "banks: " << name(Gpu.Banks) << '\n'
      << "register_allocation: " << name(Gpu.RegisterGranularity) << "\n\n";
  for (const GpuSpec::Field &Field : GpuSpec::fields())
    writeNumber(Field.Key, Gpu.*Field.Member, Out);
  if (Gpu.Calibrated.isKnown())
    writeCalibration(Gpu.Calibrated, Out);
}

} // namespace kernelcast
