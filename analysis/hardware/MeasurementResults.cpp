//===- MeasurementResults.cpp - What utils/measure found ------------------===//
#include "analysis/hardware/MeasurementResults.h"
#include "analysis/hardware/YamlReader.h"
#include "analysis/support/BoundedJson.h"
#include "analysis/support/CsvRows.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <array>
#include <cmath>
#include <optional>

namespace kernelcast {
namespace {

using llvm::StringRef;
using llvm::Twine;

/// A full run writes about a thousand readings, a hundred kilobytes.
constexpr uint64_t MaxResultBytes = 1 << 26;

llvm::Error wrongFile(StringRef File, const Twine &Why, unsigned Line = 0) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      Twine(File) + (Line ? ":" + Twine(Line) : Twine()) + ": error: " + Why);
}

std::string textOf(const llvm::json::Object &Of, StringRef Key) {
  return Of.getString(Key).value_or("").str();
}

/// "SM 1980 MHz, memory 3201 MHz", of a run.
std::string clocksOf(const llvm::json::Object &Run) {
  const llvm::json::Object *Before = Run.getObject("clocks_before");
  if (!Before)
    return "";
  const std::string SM = textOf(*Before, "clocks.sm"),
                    Memory = textOf(*Before, "clocks.mem");
  if (SM.empty() || Memory.empty())
    return "";
  return "SM " + SM + ", memory " + Memory;
}

llvm::Error readDevice(StringRef File, MeasurementResults &Into) {
  auto Buffer = readYamlText(File, "device's description", MaxResultBytes);
  if (!Buffer)
    return Buffer.takeError();
  llvm::Expected<llvm::json::Value> Parsed = parseJson((*Buffer)->getBuffer());
  if (!Parsed)
    return wrongFile(File, "not JSON: " + llvm::toString(Parsed.takeError()));
  const llvm::json::Object *Root = Parsed->getAsObject();
  const llvm::json::Object *Device = Root ? Root->getObject("device") : nullptr;
  if (!Device || textOf(*Device, "name").empty())
    return wrongFile(File, "it does not name the device (device.name)");
  Into.Device = textOf(*Device, "name");
  Into.Driver = textOf(*Device, "driver");
  Into.Architecture = textOf(*Device, "architecture");
  for (const auto &[Key, Value] : *Device)
    if (std::optional<double> Number = Value.getAsNumber())
      Into.Reported[Key.str()] = *Number;

  const llvm::json::Array *Runs = Root->getArray("runs");
  std::vector<std::string> Days;
  for (size_t I = 0; Runs && I != Runs->size(); ++I)
    if (const llvm::json::Object *Run = (*Runs)[I].getAsObject()) {
      if (const std::string Started = textOf(*Run, "started");
          Started.size() >= 10)
        Days.push_back(Started.substr(0, 10));
      // Where runs differ in their clocks, no one of them is that of a reading.
      const std::string Clocks = clocksOf(*Run);
      if (I == 0)
        Into.Clocks = Clocks;
      else if (Clocks != Into.Clocks)
        Into.Clocks = "";
    }
  if (Days.empty())
    return wrongFile(File, "it has no run with a date (runs[].started)");
  const auto [First, Last] = std::minmax_element(Days.begin(), Days.end());
  Into.Dates = *First == *Last ? *First : *First + " to " + *Last;
  return llvm::Error::success();
}

enum Column : unsigned {
  Gpu,
  Benchmark,
  Quantity,
  Setting,
  Median,
  Least,
  Most,
  Unit,
  Check,
  NumColumns
};
constexpr llvm::StringLiteral ColumnNames[NumColumns] = {
    "gpu", "benchmark", "quantity", "setting", "median",
    "min", "max",       "unit",     "check"};

class ReadingsFile {
public:
  ReadingsFile(StringRef File, StringRef Text, MeasurementResults &Into)
      : File(File), Rows(Text), Into(Into) {}

  llvm::Error read() {
    if (!Rows.next())
      return wrongFile(File,
                       Rows.Mistake.empty() ? "it is empty" : Rows.Mistake);
    if (llvm::Error E = readHeader())
      return E;
    while (Rows.next())
      if (llvm::Error E = readRow())
        return E;
    if (!Rows.Mistake.empty())
      return wrongFile(File, Rows.Mistake, Rows.Line);
    if (Into.Readings.empty())
      return wrongFile(File, "there are no readings");
    return llvm::Error::success();
  }

private:
  llvm::Error readHeader() {
    Width = Rows.Fields.size();
    for (unsigned Wanted = 0; Wanted != NumColumns; ++Wanted) {
      auto Found = llvm::find_if(Rows.Fields, [&](const CsvRows::Field &Each) {
        return Each.Text == ColumnNames[Wanted];
      });
      if (Found == Rows.Fields.end())
        return wrongFile(File,
                         "there is no column '" + ColumnNames[Wanted] + "'",
                         Rows.Line);
      Places[Wanted] = Found - Rows.Fields.begin();
    }
    return llvm::Error::success();
  }

  const std::string &text(Column Which) const {
    return Rows.Fields[Places[Which]].Text;
  }

  std::optional<double> number(Column Which) const {
    double Value = 0;
    if (StringRef(text(Which)).getAsDouble(Value) || !std::isfinite(Value))
      return std::nullopt;
    return Value;
  }

  llvm::Error readRow() {
    if (Rows.Fields.size() != Width)
      return wrongFile(File,
                       "this row has " + Twine(Rows.Fields.size()) +
                           " fields, the first one " + Twine(Width) +
                           "; utils/measure/run drops a row that was cut off",
                       Rows.Line);
    if (text(Gpu) != Into.Device)
      return wrongFile(File,
                       "this row is of '" + text(Gpu) + "', device.json of '" +
                           Into.Device + "'",
                       Rows.Line);
    if (text(Median).empty()) // the benchmark failed; "check" says why
      return llvm::Error::success();
    for (Column Which : {Median, Least, Most})
      if (!number(Which))
        return wrongFile(File,
                         "'" + StringRef(text(Which)).take_front(40) +
                             "' in column '" + ColumnNames[Which] +
                             "' is not a number",
                         Rows.Line);
    const std::string Doubt = text(Check) == "ok"   ? ""
                              : text(Check).empty() ? "it was not checked"
                                                    : text(Check);
    Reading Row{text(Benchmark), text(Quantity), text(Setting), text(Unit),
                *number(Median), *number(Least), *number(Most), Doubt};
    if (Row.Least > Row.Median || Row.Median > Row.Most)
      return wrongFile(File, "the median is not between min and max",
                       Rows.Line);
    Into.Readings.push_back(std::move(Row));
    return llvm::Error::success();
  }

  StringRef File;
  CsvRows Rows;
  MeasurementResults &Into;
  size_t Width = 0;
  std::array<size_t, NumColumns> Places{};
};

} // namespace

llvm::Expected<MeasurementResults> loadMeasurementResults(StringRef Folder) {
  if (!llvm::sys::fs::is_directory(Folder))
    return wrongFile(Folder, "not a folder of results of utils/measure");
  MeasurementResults Results;
  llvm::SmallString<128> File(Folder);
  llvm::sys::path::append(File, "device.json");
  if (llvm::Error E = readDevice(File, Results))
    return E;
  File = Folder;
  llvm::sys::path::append(File, "microbenchmarks.csv");
  if (!llvm::sys::fs::exists(File) && llvm::sys::fs::exists(File + ".gz"))
    return wrongFile(File, "it is packed; unpack it first (gunzip)");
  auto Buffer = readYamlText(File, "table of readings", MaxResultBytes);
  if (!Buffer)
    return Buffer.takeError();
  if (llvm::Error E =
          ReadingsFile(File, (*Buffer)->getBuffer(), Results).read())
    return E;
  return Results;
}

} // namespace kernelcast
