//===- TextReport.cpp - The report for people -----------------------------===//

#include "tool/report/TextReport.h"
#include "tool/report/CostliestAccesses.h"
#include "tool/report/Numbers.h"
#include "tool/report/SourceText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

namespace {

constexpr unsigned LabelColumns = 12; ///< "  predicted   0.412 ms"
constexpr unsigned BarCells = 26;

class Screen {
public:
  Screen(raw_ostream &OS, const TextOptions &Options)
      : OS(OS), Options(Options) {}

  void kernel(const KernelReport &Kernel);

private:
  void header(const KernelReport &Kernel, const LaunchReport &Launch);
  void prediction(const Prediction &P);
  void breakdown(const Prediction &P);
  void occupancy(const LaunchReport &Launch);
  void accesses(const LaunchReport &Launch);
  void divergence(const LaunchReport &Launch);
  void otherModels(const LaunchReport &Launch);
  void furtherLaunches(const KernelReport &Kernel);
  void assumptions(const LaunchConfiguration &Shape);

  void label(StringRef Name);
  void line(StringRef Text, unsigned Indent);
  std::string shape(const std::array<uint64_t, 3> &Size) const;
  std::string place(const SourceSpot &Spot, bool Whole = false) const;
  std::string timeRange(const Prediction &P, TimeUnit Unit) const;
  StringRef dot() const { return Options.Unicode ? "·" : "-"; }

  std::string paint(StringRef Text, const char *Code) const {
    if (!Options.Colours)
      return Text.str();
    return fmt::format("\033[{}m{}\033[0m", Code, Text.str());
  }
  std::string bold(StringRef Text) const { return paint(Text, "1"); }
  std::string dim(StringRef Text) const { return paint(Text, "2"); }
  std::string warn(StringRef Text) const { return paint(Text, "33"); }

  raw_ostream &OS;
  const TextOptions &Options;
  SourceText Sources;
  unsigned Labels = LabelColumns; ///< of the kernel that is being written
};

} // namespace

void Screen::label(StringRef Name) {
  unsigned Used = columns(Name);
  OS << "  " << Name;
  OS.indent(Used < Labels ? Labels - Used : 1);
}

/// One line that never gets wider than the screen.
void Screen::line(StringRef Text, unsigned Indent) {
  unsigned Room = Options.Width > Indent + 20 ? Options.Width - Indent : 20;
  OS.indent(Indent) << shorten(printable(Text), Room, Options.Unicode) << '\n';
}

std::string Screen::shape(const std::array<uint64_t, 3> &Size) const {
  StringRef Times = Options.Unicode ? "×" : "x";
  std::string Text = fmt::format("{}", Size[0]);
  if (Size[1] != 1 || Size[2] != 1)
    Text += fmt::format("{}{}", Times.str(), Size[1]);
  if (Size[2] != 1)
    Text += fmt::format("{}{}", Times.str(), Size[2]);
  return Text;
}

/// "file.cu:12"; long paths lose their folders unless \p Whole.
std::string Screen::place(const SourceSpot &Spot, bool Whole) const {
  if (!Spot.isValid())
    return "(no place)";
  StringRef File = Spot.File;
  if (!Whole && File.size() > 32)
    File = sys::path::filename(File);
  return fmt::format("{}:{}", printable(File), Spot.Line);
}

std::string Screen::timeRange(const Prediction &P, TimeUnit Unit) const {
  if (!(P.SecondsLow >= 0) || !(P.SecondsHigh > P.SecondsLow))
    return "";
  return fmt::format("({} {} {})", inUnit(P.SecondsLow, Unit),
                     Options.Unicode ? "–" : "-", inUnit(P.SecondsHigh, Unit));
}

void Screen::header(const KernelReport &Kernel, const LaunchReport &Launch) {
  const LaunchConfiguration &Shape = Launch.Profile.Launch;
  SmallVector<std::string, 6> Parts;
  Parts.push_back(place(Kernel.Location, /*Whole=*/true));
  if (Launch.Gpu)
    Parts.push_back("on " + Launch.Gpu->MarketingName);
  Parts.push_back("grid " + shape(Shape.Grid) + "  block " +
                  shape(Shape.Block));
  switch (Shape.Source) {
  case LaunchSource::HostCode:
    Parts.push_back("(launch at " + place(Shape.Location) + ")");
    break;
  case LaunchSource::Option:
    Parts.push_back("(as given)");
    break;
  case LaunchSource::Attribute:
    Parts.push_back("(block from the kernel's attribute)");
    break;
  case LaunchSource::Assumed:
    Parts.push_back("(assumed launch)");
    break;
  }
  std::string Name = printable(
      Kernel.QualifiedName.empty() ? Kernel.Name : Kernel.QualifiedName);
  OS << bold(Name);
  unsigned Used = columns(Name);
  for (const std::string &Part : Parts) {
    unsigned Needs = columns(Part) + 3;
    if (Used + Needs > Options.Width && Used > 4) {
      OS << "\n    ";
      Used = 4 + Needs - 3;
    } else {
      OS << "   ";
      Used += Needs;
    }
    OS << Part;
  }
  OS << "\n\n";
}

/// Columns of the labels: the widest name of the breakdown decides.
static unsigned labelColumns(const LaunchReport &Launch) {
  unsigned Widest = LabelColumns;
  if (!Launch.Predictions.empty())
    for (const BreakdownItem &Item : Launch.Predictions[0].Breakdown)
      if (Item.Cycles >= 0.005 * Launch.Predictions[0].Cycles)
        Widest = std::max(Widest, columns(printable(Item.Name)) + 2);
  return std::min(Widest, 32u);
}

void Screen::prediction(const Prediction &P) {
  TimeUnit Unit = timeUnit(P.Seconds, Options.Unicode);
  label("predicted");
  std::string Time = inUnit(P.Seconds, Unit) + " " + Unit.Name.str();
  OS << bold(Time);
  std::string Range = timeRange(P, Unit);
  if (!Range.empty())
    OS << "  " << Range;
  if (!P.Bottleneck.empty())
    OS << "      bound by " << bold(printable(P.Bottleneck));
  OS << '\n';
}

/// The parts of the time as bars, longest first; crumbs are one line.
void Screen::breakdown(const Prediction &P) {
  if (!(P.Cycles > 0))
    return;
  std::vector<BreakdownItem> Items;
  double Crumbs = 0;
  for (const BreakdownItem &Item : P.Breakdown)
    if (Item.Cycles >= 0.005 * P.Cycles)
      Items.push_back(Item);
    else
      Crumbs += Item.Cycles;
  stable_sort(Items, [](const BreakdownItem &A, const BreakdownItem &B) {
    return A.Cycles > B.Cycles;
  });
  if (Crumbs >= 0.005 * P.Cycles)
    Items.push_back({"other", Crumbs});
  TimeUnit Unit = timeUnit(P.Seconds, Options.Unicode);
  for (const BreakdownItem &Item : Items) {
    double Fraction = Item.Cycles / P.Cycles;
    std::string Bar = bar(Fraction, BarCells, Options.Unicode);
    label(printable(Item.Name));
    OS << paint(Bar, "36");
    OS.indent(BarCells + 2 - std::min(BarCells, columns(Bar)));
    OS << partInUnit(Fraction * P.Seconds, P.Seconds, Unit) << ' ' << Unit.Name
       << '\n';
  }
}

void Screen::occupancy(const LaunchReport &Launch) {
  const WarpProfile &Profile = Launch.Profile;
  const OccupancyResult &Residency = Profile.Residency;
  if (!Residency.BlocksPerSM)
    return;
  label("occupancy");
  OS << Residency.WarpsPerSM << " of " << Residency.MaxWarpsPerSM << " warps";
  StringRef Limiter = Residency.Limiter == OccupancyLimiter::Shared
                          ? "shared memory"
                          : name(Residency.Limiter);
  if (Residency.Limiter == OccupancyLimiter::Warps &&
      Residency.WarpsPerSM < Residency.MaxWarpsPerSM)
    Limiter = "the block size";
  if (Residency.Limiter == OccupancyLimiter::Blocks)
    Limiter = "the number of blocks";
  OS << ", limited by " << Limiter;
  StringRef Source = StringSwitch<StringRef>(Profile.RegistersSource)
                         .Case("option", "given")
                         .Case("ptxas", "ptxas")
                         .Case("sass", "from the binary")
                         .Default("estimate");
  OS << ' ' << dot() << ' ' << Profile.RegistersPerThread << " registers ("
     << Source << ')';
  uint64_t Shared = Profile.Launch.DynamicSharedBytes +
                    (Profile.Kernel ? Profile.Kernel->StaticSharedBytes : 0);
  OS << ' ' << dot() << ' ' << bytesText(Shared) << " shared\n";
}

void Screen::accesses(const LaunchReport &Launch) {
  bool BanksFirst =
      !Launch.Predictions.empty() &&
      StringRef(Launch.Predictions[0].Bottleneck).contains_insensitive("bank");
  std::vector<CostlyAccess> Entries =
      costliestAccesses(Launch.Profile, 4, BanksFirst);
  if (Entries.empty())
    return;
  struct Row {
    std::string Place, What, Cost;
  };
  std::vector<Row> Rows;
  unsigned PlaceWidth = 0, WhatWidth = 0, CostWidth = 0;
  unsigned Longest = Options.Width > 90 ? Options.Width - 70 : 20;
  for (const CostlyAccess &Entry : Entries) {
    Row R;
    R.Place = place(Entry.Access->Location);
    R.What = fmt::format("{:<5} {}", name(Entry.Access->Kind).str(),
                         printable(Entry.Access->Text));
    R.What = shorten(R.What, Longest, Options.Unicode);
    if (Entry.OfBanks)
      R.Cost = fmt::format("{:>4} bank cycles a warp, ideal 1",
                           threeDigitsFraction(Entry.BankCyclesPerWarp));
    else
      R.Cost = fmt::format("{:>4} sectors a warp, ideal {}",
                           threeDigitsFraction(Entry.SectorsPerWarp),
                           threeDigits(Entry.IdealSectors));
    PlaceWidth = std::max(PlaceWidth, columns(R.Place));
    WhatWidth = std::max(WhatWidth, columns(R.What));
    CostWidth = std::max(CostWidth, columns(R.Cost));
    Rows.push_back(std::move(R));
  }
  OS << "\n  costliest accesses\n";
  SourceSpot Shown;
  for (size_t I = 0; I != Rows.size(); ++I) {
    const CostlyAccess &Entry = Entries[I];
    const Row &R = Rows[I];
    OS.indent(4) << R.Place;
    OS.indent(PlaceWidth - columns(R.Place) + 2) << R.What;
    OS.indent(WhatWidth - columns(R.What) + 2);
    OS << (Entry.isWasteful() ? warn(R.Cost) : R.Cost);
    OS.indent(CostWidth - columns(R.Cost) + 2);
    OS << fmt::format("{:<8} {} of the {}\n", name(Entry.Source).str(),
                      percent(Entry.Share),
                      Entry.OfBanks ? "bank cycles" : "traffic");
    unsigned Indent = 4 + PlaceWidth + 2;
    const SourceSpot &Spot = Entry.Access->Location;
    if (Spot.Line != Shown.Line || Spot.File != Shown.File) {
      std::string Text = Sources.line(Spot.File, Spot.Line);
      if (!StringRef(Text).trim().empty())
        OS.indent(Indent) << dim(shorten(StringRef(Text).trim(),
                                         std::max(Options.Width, Indent + 30) -
                                             Indent,
                                         Options.Unicode))
                          << '\n';
      Shown = Spot;
    }
    if (Entry.isWasteful() || Entry.Source == How::Assumed) {
      std::string Sentence =
          laneSentence(Entry, Launch.Profile.WarpSize, Options.Unicode);
      if (!Sentence.empty())
        line(Sentence, Indent);
    }
  }
}

/// Branches at which warps split and loops in which lanes wait for others.
void Screen::divergence(const LaunchReport &Launch) {
  const WarpProfile &Profile = Launch.Profile;
  const KernelModel &Model = *Launch.Model;
  std::vector<std::pair<double, std::string>> Lines;
  for (const BranchFacts &Facts : Profile.Branches) {
    double Split = Facts.Diverged.Value;
    if (Facts.Block >= Model.Blocks.size() || !(Split >= 0.05) ||
        Model.Blocks[Facts.Block].FromLoopCondition)
      continue;
    const BasicBlock &Block = Model.Blocks[Facts.Block];
    Lines.emplace_back(
        Split * Facts.WarpExecutions.Value,
        fmt::format("{}  if ({}): both sides run in {} of the warps ({})",
                    place(Block.ConditionLocation), Block.ConditionText,
                    percent(Split), name(Facts.Diverged.Source).str()));
  }
  size_t Count = std::min(Model.Loops.size(), Profile.Loops.size());
  for (size_t I = 0; I != Count; ++I) {
    const LoopFacts &Facts = Profile.Loops[I];
    if (!(Facts.WarpMean > 1.1 * Facts.Mean.Value) ||
        Model.Loops[I].Header >= Profile.Blocks.size())
      continue;
    Lines.emplace_back(
        Profile.Blocks[Model.Loops[I].Header].WarpExecutions.Value,
        fmt::format("{}  loop ({}): a lane makes {} rounds, its warp {} ({})",
                    place(Model.Loops[I].Location), Model.Loops[I].Text,
                    threeDigits(Facts.Mean.Value), threeDigits(Facts.WarpMean),
                    name(Facts.Mean.Source).str()));
  }
  if (Lines.empty())
    return;
  stable_sort(Lines,
              [](const auto &A, const auto &B) { return A.first > B.first; });
  OS << "\n  divergence\n";
  constexpr size_t Most = 3;
  for (const auto &[Weight, Text] : ArrayRef(Lines).take_front(Most))
    line(Text, 4);
}

void Screen::otherModels(const LaunchReport &Launch) {
  if (Launch.Predictions.size() < 2)
    return;
  OS << "\n  other models\n";
  unsigned Widest = 0;
  for (const Prediction &P : Launch.Predictions)
    Widest = std::max(Widest, columns(P.Model));
  for (const Prediction &P : drop_begin(Launch.Predictions)) {
    TimeUnit Unit = timeUnit(P.Seconds, Options.Unicode);
    OS.indent(4) << P.Model;
    OS.indent(Widest - columns(P.Model) + 2)
        << inUnit(P.Seconds, Unit) << ' ' << Unit.Name << "  "
        << timeRange(P, Unit) << "  bound by " << printable(P.Bottleneck)
        << '\n';
  }
}

/// Every launch but the first as one line; equal texts once, with a count.
void Screen::furtherLaunches(const KernelReport &Kernel) {
  std::vector<std::pair<std::string, unsigned>> Lines;
  for (const LaunchReport &Launch : drop_begin(Kernel.Launches)) {
    const LaunchConfiguration &Shape = Launch.Profile.Launch;
    std::string Text =
        fmt::format("grid {}  block {}", shape(Shape.Grid), shape(Shape.Block));
    if (Launch.Gpu && Launch.Gpu != Kernel.Launches[0].Gpu)
      Text += "  on " + Launch.Gpu->MarketingName;
    if (!Launch.Predictions.empty()) {
      const Prediction &P = Launch.Predictions[0];
      TimeUnit Unit = timeUnit(P.Seconds, Options.Unicode);
      Text += fmt::format("  {} {}  bound by {}", inUnit(P.Seconds, Unit),
                          Unit.Name.str(), P.Bottleneck);
    } else if (!Launch.Problems.empty()) {
      Text += "  " + Launch.Problems[0];
    }
    if (Shape.Location.isValid())
      Text += "  (launch at " + place(Shape.Location) + ")";
    auto Same = find_if(Lines, [&](const auto &L) { return L.first == Text; });
    if (Same != Lines.end())
      ++Same->second;
    else
      Lines.emplace_back(std::move(Text), 1);
  }
  if (Lines.empty())
    return;
  OS << "\n  further launches\n";
  constexpr size_t Most = 12;
  for (const auto &[Text, Count] : ArrayRef(Lines).take_front(Most))
    line(Count > 1 ? fmt::format("{} (and {} like it)", Text, Count - 1) : Text,
         4);
  if (Lines.size() > Most)
    line(fmt::format("and {} more (--format json lists them)",
                     Lines.size() - Most),
         4);
}

void Screen::assumptions(const LaunchConfiguration &Shape) {
  if (Shape.Assumptions.empty())
    return;
  OS << "\n  assumed\n";
  size_t Most = Options.Explain ? Shape.Assumptions.size() : 6;
  for (const Assumption &Entry : ArrayRef(Shape.Assumptions).take_front(Most)) {
    StringRef What = Entry.What;
    What.consume_front("argument ");
    std::string Text =
        What.str() + (Entry.Value.empty() ? "" : " = " + Entry.Value);
    if (!Entry.Why.empty())
      Text += ": " + Entry.Why;
    line(Text, 4);
    if (Options.Explain && !Entry.Affects.empty())
      line("affects " + join(Entry.Affects, ", "), 6);
  }
  if (Shape.Assumptions.size() > Most)
    line(fmt::format("and {} more (--explain lists them)",
                     Shape.Assumptions.size() - Most),
         4);
}

void Screen::kernel(const KernelReport &Kernel) {
  if (Kernel.Status == ModelStatus::NotModelled || Kernel.Launches.empty()) {
    std::string Name = printable(
        Kernel.QualifiedName.empty() ? Kernel.Name : Kernel.QualifiedName);
    OS << bold(Name) << "   " << place(Kernel.Location, true) << "   "
       << warn("not modelled") << ": "
       << printable(Kernel.Reasons.empty() ? "no reason is known"
                                           : Kernel.Reasons[0]);
    if (Kernel.Reasons.size() > 1)
      OS << " (and " << Kernel.Reasons.size() - 1 << " more)";
    OS << "\n\n";
    return;
  }
  const LaunchReport &Launch = Kernel.Launches[0];
  header(Kernel, Launch);
  Labels = labelColumns(Launch);
  if (!Launch.Predictions.empty()) {
    prediction(Launch.Predictions[0]);
    breakdown(Launch.Predictions[0]);
  }
  occupancy(Launch);
  for (const std::string &Problem : Launch.Problems)
    line("note: " + Problem, 2);
  accesses(Launch);
  divergence(Launch);
  otherModels(Launch);
  if (Options.Explain)
    for (const Prediction &P : Launch.Predictions)
      writeExplanation(P, OS, Options);
  furtherLaunches(Kernel);
  if (Kernel.Status == ModelStatus::Partial && !Kernel.Reasons.empty()) {
    OS << "\n  not modelled in full\n";
    size_t Most = Options.Explain ? Kernel.Reasons.size() : 3;
    for (const std::string &Reason : ArrayRef(Kernel.Reasons).take_front(Most))
      line(Reason, 4);
    if (Kernel.Reasons.size() > Most)
      line(fmt::format("and {} more (--explain lists them)",
                       Kernel.Reasons.size() - Most),
           4);
  }
  assumptions(Launch.Profile.Launch);
  if (Options.Timing)
    OS << "\n  analysis took " << threeDigits(Kernel.AnalysisSeconds * 1e3)
       << " ms\n";
  OS << '\n';
}

void kernelcast::writeText(const Report &Result, raw_ostream &OS,
                           const TextOptions &Options) {
  Screen Output(OS, Options);
  for (const FileReport &File : Result.Files)
    for (const KernelReport &Kernel : File.Kernels)
      Output.kernel(Kernel);
}
