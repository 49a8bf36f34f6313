//===- TextComparison.cpp - GPUs, models and launches side by side --------===//

#include "analysis/hardware/GpuListing.h"
#include "analysis/hardware/WhatIf.h"
#include "analysis/support/TextTable.h"
#include "tool/report/Comparison.h"
#include "tool/report/Screen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

static constexpr unsigned TableIndent = 4;

/// What --set has made of the GPUs, before everything else.
void Screen::whatIf(ArrayRef<std::shared_ptr<const GpuSpec>> Gpus) {
  if (Gpus.empty() || Gpus[0]->Changes.empty())
    return;
  OS << bold("what-if device") << "   numbers that replace those of the GPU "
     << (Gpus.size() > 1 ? "files\n" : "file\n");
  std::vector<std::string> Heads = {"set"};
  append_range(Heads, gpuNames());
  std::vector<std::vector<std::string>> Rows;
  for (const GpuSpec::Change &Change : Gpus[0]->Changes) {
    const GpuSpec::Field &Field = *Change.Number;
    if (((*Gpus[0]).*Field.Member).Confidence != 'S')
      continue; // it follows the clock, to another value on each GPU
    Rows.push_back(
        {Field.Key, numberWithUnit((*Gpus[0]).*Field.Member, Field.Unit)});
    for (const auto &Gpu : Gpus)
      for (const GpuSpec::Change &Own : Gpu->Changes)
        if (Own.Number == &Field)
          Rows.back().push_back(Own.Before.isKnown()
                                    ? numberWithUnit(Own.Before, Field.Unit)
                                    : "none");
  }
  wideTable(Heads, Rows);
  for (const auto &Gpu : Gpus) {
    if (std::vector<std::string> Moved = movedRates(*Gpu); !Moved.empty())
      paragraph("follow the clock of " + Gpu->Name + ": " + join(Moved, ", "),
                TableIndent);
    std::vector<std::string> Kept = keptNumbers(*Gpu);
    if (!Kept.empty())
      paragraph("kept from the file of " + Gpu->Name +
                    ", though they may follow: " + join(Kept, ", "),
                TableIndent);
    if (Gpu->DroppedCalibration)
      paragraph("without the calibration of " + Gpu->Name +
                    ", which was measured on the device as it is",
                TableIndent);
  }
  OS << '\n';
}

static std::string timeText(const Prediction &P, TimeUnit Unit) {
  return inUnit(P.Seconds, Unit) + " " + Unit.Name.str();
}

static std::string quotient(double A, double B) {
  return B > 0 ? threeDigitsFraction(A / B) : "";
}

/// The first launch on every GPU, by the first model.
void Screen::gpus(const KernelReport &Kernel) {
  if (Gpus.size() < 2)
    return;
  OS << "\n  GPUs side by side\n";
  TextTable Table(0b110);
  Table.add({"", "predicted", "to first", "", "occupancy", "bound by"});
  const LaunchReport &First = Kernel.Launches[0];
  double Reference = 0;
  for (const std::shared_ptr<const GpuSpec> &Gpu : Gpus) {
    const LaunchReport *Launch = counterpart(Kernel, First, *Gpu);
    TextTable::Row Row = {Gpu->Name};
    if (!Launch || Launch->Predictions.empty()) {
      std::string Why = !Launch ? "this launch cannot run here"
                        : Launch->Problems.empty() ? "no prediction"
                                                   : Launch->Problems[0];
      append_range(Row, ArrayRef<std::string>{"-", "", "", "", printable(Why)});
      Table.add(std::move(Row));
      continue;
    }
    const Prediction &P = Launch->Predictions[0];
    TimeUnit Unit = timeUnit(P.Seconds, Options.Unicode);
    Row.push_back(timeText(P, Unit));
    if (!(Reference > 0))
      Reference = P.Seconds;
    Row.push_back(quotient(P.Seconds, Reference));
    Row.push_back(timeRange(P, Unit));
    const OccupancyResult &Residency = Launch->Profile.Residency;
    Row.push_back(fmt::format("{} of {} warps", Residency.WarpsPerSM,
                              Residency.MaxWarpsPerSM));
    std::string Bound = name(P.Bottleneck).str();
    if (!sameLaunch(Launch->Profile.Launch, First.Profile.Launch))
      Bound += fmt::format(" (grid {}, block {})",
                           shape(Launch->Profile.Launch.Grid),
                           shape(Launch->Profile.Launch.Block));
    Row.push_back(std::move(Bound));
    Table.add(std::move(Row));
  }
  Table.print(OS, TableIndent);
}

/// Which model is the default, and why models are not valid for \p Launch: a
/// line for each reason, with the models that it concerns.
void Screen::domains(const LaunchReport &Launch) {
  std::vector<std::pair<std::string, std::string>> Reasons; // and models
  for (const Prediction &P : Launch.Predictions)
    for (const BrokenPremise &Broken : P.Broken) {
      auto Same = find_if(Reasons,
                          [&](const auto &R) { return R.first == Broken.Why; });
      if (Same == Reasons.end())
        Reasons.emplace_back(Broken.Why, modelLabel(P));
      else
        Same->second += ", " + modelLabel(P);
    }
  if (any_of(Launch.Predictions, [](const Prediction &P) {
        return P.Model == DefaultModel && P.Without.empty();
      }))
    paragraph((name(DefaultModel) + " is the default").str(), TableIndent);
  for (const auto &[Why, Models] : Reasons)
    paragraph(fmt::format("not valid here: {} ({})", Models, Why), TableIndent);
}

/// The first launch by every model.
void Screen::models(const LaunchReport &Launch) {
  if (Launch.Predictions.size() + Launch.Refusals.size() < 2)
    return;
  OS << "\n  models side by side\n";
  std::optional<Agreement> All = agreement(Launch.Predictions);
  double Fastest = All ? Launch.Predictions[All->Fastest].Seconds : 0;
  TextTable Table(0b110);
  Table.add({"", "predicted", "to fastest", "", "bound by", "in its own words",
             "valid"});
  for (const Prediction &P : Launch.Predictions) {
    TimeUnit Unit = timeUnit(P.Seconds, Options.Unicode);
    Table.add({modelLabel(P), timeText(P, Unit), quotient(P.Seconds, Fastest),
               timeRange(P, Unit), P.BoundBy ? shownName(*P.BoundBy).str() : "",
               name(P.Bottleneck).str(), P.Broken.empty() ? "yes" : "no"});
  }
  if (!Launch.Predictions.empty())
    Table.print(OS, TableIndent);
  for (size_t I = 0; I != Launch.Refusals.size(); ++I) {
    const std::string &Reason = Launch.Refusals[I].Reason;
    std::string Models;
    bool Said = false; // by a model before
    for (size_t J = 0; J != Launch.Refusals.size(); ++J)
      if (Launch.Refusals[J].Reason == Reason) {
        Said |= J < I;
        Models +=
            ((Models.empty() ? "" : ", ") + name(Launch.Refusals[J].Model))
                .str();
      }
    if (!Said)
      paragraph(fmt::format("no answer from {}: {}", Models, Reason),
                TableIndent);
  }
  domains(Launch);
  if (!All)
    return;
  auto Model = [&](size_t I) { return modelLabel(Launch.Predictions[I]); };
  std::string Text =
      All->Slowest == All->Fastest
          ? "all agree"
          : fmt::format("{} takes {} times as long as {}", Model(All->Slowest),
                        threeDigitsFraction(All->Ratio), Model(All->Fastest));
  TimeUnit Unit = timeUnit(All->Median, Options.Unicode);
  std::string Median = inUnit(All->Median, Unit) + " " + Unit.Name.str();
  if (All->StandOut.empty())
    Text += fmt::format("; none is {:g} times off the median, {}",
                        Agreement::StandsOut, Median);
  else
    Text += fmt::format("; more than {:g} times off the median, {}: {}",
                        Agreement::StandsOut, Median,
                        join(map_range(All->StandOut, Model), ", "));
  paragraph(Text, TableIndent);
}

/// Columns of \p Table, \p Heads over them, in as many tables as the screen
/// needs. The first column of each row is its name.
void Screen::wideTable(ArrayRef<std::string> Heads,
                       ArrayRef<std::vector<std::string>> Rows) {
  unsigned Names = 0;
  for (const std::vector<std::string> &Row : Rows)
    Names = std::max(Names, columns(Row[0]));
  for (size_t From = 0; From < Heads.size();) {
    unsigned Used = TableIndent + Names;
    size_t To = From;
    for (; To < Heads.size(); ++To) {
      unsigned Width = columns(Heads[To]);
      for (const std::vector<std::string> &Row : Rows)
        Width = std::max(Width, columns(Row[To + 1]));
      if (To > From && Used + 2 + Width > Options.Width)
        break;
      Used += 2 + Width;
    }
    TextTable Table(~uint64_t(1));
    auto Add = [&](const std::string &Name, ArrayRef<std::string> Cells) {
      TextTable::Row Row = {Name};
      append_range(Row, Cells.slice(From, To - From));
      Table.add(std::move(Row));
    };
    Add("", Heads);
    for (const std::vector<std::string> &Row : Rows)
      Add(Row[0], ArrayRef(Row).drop_front());
    Table.print(OS, TableIndent);
    From = To;
  }
}

std::vector<std::string> Screen::gpuNames() const {
  std::vector<std::string> Names;
  for (const std::shared_ptr<const GpuSpec> &Gpu : Gpus)
    Names.push_back(Gpu->Name);
  return Names;
}

/// Every model on every GPU.
void Screen::modelsByGpu(const KernelReport &Kernel) {
  const LaunchReport &First = Kernel.Launches[0];
  if (Gpus.size() < 2 || First.Predictions.size() < 2)
    return;
  OS << "\n  models on each GPU\n";
  std::vector<std::vector<std::string>> Rows;
  std::vector<std::string> Ratios = {"slowest to fastest"};
  Rows.reserve(First.Predictions.size());
  for (const Prediction &P : First.Predictions)
    Rows.push_back({modelLabel(P)});
  for (const std::shared_ptr<const GpuSpec> &Gpu : Gpus) {
    const LaunchReport *Launch = counterpart(Kernel, First, *Gpu);
    for (auto [Row, Here] : zip(Rows, First.Predictions)) {
      std::string Cell = "-";
      if (Launch)
        for (const Prediction &P : Launch->Predictions)
          if (modelLabel(P) == modelLabel(Here))
            Cell = timeText(P, timeUnit(P.Seconds, Options.Unicode));
      Row.push_back(Cell);
    }
    auto All = Launch ? agreement(Launch->Predictions) : std::nullopt;
    Ratios.push_back(All ? threeDigitsFraction(All->Ratio) : "-");
  }
  Rows.push_back(std::move(Ratios));
  wideTable(gpuNames(), Rows);
}

/// The time of a launch in a table.
std::string Screen::headline(const LaunchReport &Launch) const {
  const Prediction &P = Launch.Predictions[0];
  return Launch.Guesses.Withheld
             ? "no time"
             : timeText(P, timeUnit(P.Seconds, Options.Unicode));
}

/// Every launch but the first: a line each, or a row with a time for each GPU.
/// Equal texts once, with a count.
void Screen::furtherLaunches(const KernelReport &Kernel) {
  const LaunchReport &First = Kernel.Launches[0];
  std::vector<std::pair<std::vector<std::string>, unsigned>> Rows;
  for (const LaunchReport &Launch : drop_begin(Kernel.Launches)) {
    // On other GPUs: a column of the launch that it is the counterpart of.
    if (Launch.Gpu != First.Gpu &&
        counterpart(Kernel, Launch, *First.Gpu) != nullptr)
      continue;
    const LaunchConfiguration &Shape = Launch.Profile.Launch;
    std::vector<std::string> Row = {fmt::format(
        "grid {}  block {}", shape(Shape.Grid), shape(Shape.Block))};
    std::string From =
        Shape.Location.isValid() ? "  (" + launchPlaces(Launch) + ")" : "";
    if (Gpus.size() < 2) {
      if (!Launch.Predictions.empty()) {
        Row[0] += "  " + headline(Launch);
        if (!Launch.Guesses.Withheld)
          Row[0] += fmt::format("  bound by {}",
                                name(Launch.Predictions[0].Bottleneck).str());
      } else if (!Launch.Problems.empty()) {
        Row[0] += "  " + Launch.Problems[0];
      }
    }
    Row[0] = printable(Row[0] + From);
    for (const std::shared_ptr<const GpuSpec> &Gpu : Gpus) {
      const LaunchReport *There =
          Gpu == Launch.Gpu ? &Launch : counterpart(Kernel, Launch, *Gpu);
      Row.push_back("-");
      if (There && !There->Predictions.empty())
        Row.back() = headline(*There);
    }
    auto Same = find_if(Rows, [&](const auto &R) { return R.first == Row; });
    if (Same != Rows.end())
      ++Same->second;
    else
      Rows.emplace_back(std::move(Row), 1);
  }
  if (Rows.empty())
    return;
  OS << "\n  further launches\n";
  constexpr size_t Most = 12;
  std::vector<std::vector<std::string>> Shown;
  for (auto &[Row, Count] : MutableArrayRef(Rows).take_front(Most)) {
    if (Count > 1)
      Row[0] += fmt::format(" (and {} like it)", Count - 1);
    Shown.push_back(Row);
  }
  if (Gpus.size() > 1)
    wideTable(gpuNames(), Shown);
  else
    for (const std::vector<std::string> &Row : Shown)
      paragraph(Row[0], TableIndent);
  if (Rows.size() > Most)
    line(fmt::format("and {} more (--format json lists them)",
                     Rows.size() - Most),
         TableIndent);
  if (unsigned More = launchesLeftOut(Kernel))
    line(fmt::format("and {} more in host code that were not looked at", More),
         TableIndent);
}
