//===- GpuListing.cpp - GPU files as tables for people --------------------===//
#include "analysis/hardware/GpuListing.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cmath>

namespace kernelcast {
namespace {

using llvm::StringRef;

/// Columns as wide as their widest cell, two blanks apart. The last column is
/// never padded.
class Table {
public:
  using Row = std::vector<std::string>;
  /// \p RightAligned has a bit for each column of numbers.
  explicit Table(uint64_t RightAligned) : RightAligned(RightAligned) {}
  void add(Row Cells) { Rows.push_back(std::move(Cells)); }

  void print(llvm::raw_ostream &Out) const {
    std::vector<size_t> Widths;
    for (const Row &Cells : Rows) {
      Widths.resize(std::max(Widths.size(), Cells.size()));
      for (size_t I = 0; I < Cells.size(); ++I)
        Widths[I] = std::max(Widths[I], columns(Cells[I]));
    }
    for (llvm::ArrayRef<std::string> Cells : Rows) {
      while (!Cells.empty() && Cells.back().empty())
        Cells = Cells.drop_back();
      for (size_t I = 0; I < Cells.size(); ++I) {
        size_t Blanks = Widths[I] - columns(Cells[I]);
        bool Right = RightAligned >> I & 1, Last = I + 1 == Cells.size();
        if (I)
          Out << "  ";
        if (Right)
          Out.indent(Blanks);
        Out << Cells[I];
        if (!Right && !Last)
          Out.indent(Blanks);
      }
      Out << '\n';
    }
  }

private:
  uint64_t RightAligned;
  std::vector<Row> Rows;

  /// Characters of UTF-8 text.
  static size_t columns(StringRef Text) {
    return llvm::count_if(Text, [](char C) { return (C & 0xc0) != 0x80; });
  }
};

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

/// A number in the unit that people use for its size: 1253 MHz, 1.75 MB.
std::pair<std::string, std::string> readable(double Value, StringRef Unit) {
  if (Unit == "Hz")
    return {plain(Value / 1e6), "MHz"};
  if (Unit == "B/s")
    return {plain(Value / 1e9), "GB/s"};
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

} // namespace

void printGpuTable(llvm::raw_ostream &Out) {
  // Multiprocessors, MHz, GB/s and unverified are numbers.
  Table Lines(0b1111000);
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
  Table Head(0);
  Head.add({"name", Gpu.Name});
  Head.add({"marketing name", Gpu.MarketingName});
  if (!Gpu.Aliases.empty())
    Head.add({"also called", llvm::join(Gpu.Aliases, ", ")});
  Head.add({"architecture", Gpu.Vendor + " " + Gpu.Architecture + ", " +
                                Gpu.ComputeCapability});
  Head.add({"warp", std::to_string(Gpu.WarpSize) + " lanes"});
  Head.add({"coalescing", name(Gpu.Coalescing).str()});
  Head.add({"shared-memory banks", name(Gpu.Banks).str()});
  Head.add({"registers", name(Gpu.RegisterGranularity).str()});
  Head.print(Out);
  Out << '\n';

  Table Numbers(0b10);
  Numbers.add({"number", "value", "unit", "", "source"});
  std::vector<std::string> Absent;
  for (const GpuSpec::Field &Field : GpuSpec::fields()) {
    const HardwareNumber &Number = Gpu.*Field.Member;
    if (!Number.isKnown()) {
      Absent.push_back(Field.Key);
      continue;
    }
    auto [Value, Unit] = readable(Number.Value, Field.Unit);
    Numbers.add({Field.Key, Value, Unit, std::string(1, Number.Confidence),
                 Number.Source});
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
