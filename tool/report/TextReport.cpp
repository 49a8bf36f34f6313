//===- TextReport.cpp - The report for people -----------------------------===//

#include "analysis/hardware/GpuListing.h"
#include "tool/report/Numbers.h"
#include "tool/report/Screen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

static constexpr unsigned BarCells = 26;

void Screen::label(StringRef Name) {
  unsigned Used = columns(Name);
  OS << "  " << Name;
  OS.indent(Used < Labels ? Labels - Used : 1);
}

/// One line, shortened where it is wider than the screen.
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
  const std::string Low = inUnit(P.SecondsLow, Unit);
  const std::string High = inUnit(P.SecondsHigh, Unit);
  // Ends that three digits do not tell apart say nothing.
  if (Low == High)
    return "";
  return fmt::format("({} {} {})", Low, Options.Unicode ? "–" : "-", High);
}

std::string Screen::launchPlaces(const LaunchReport &Launch) const {
  std::string Text = "launch at " + place(Launch.Profile.Launch.Location);
  if (const size_t More = Launch.AlsoAt.size())
    Text += " and " + counted(More, "more place");
  return Text;
}

void Screen::header(const KernelReport &Kernel, const LaunchReport &Launch) {
  const LaunchConfiguration &Shape = Launch.Profile.Launch;
  SmallVector<std::string, 6> Parts;
  Parts.push_back(place(Kernel.Location, /*Whole=*/true));
  if (Launch.Gpu)
    Parts.push_back("on " + Launch.Gpu->MarketingName +
                    (Launch.Gpu->Changes.empty() ? "" : " (what-if)"));
  Parts.push_back("grid " + shape(Shape.Grid) + "  block " +
                  shape(Shape.Block));
  switch (Shape.Source) {
  case LaunchSource::HostCode:
    Parts.push_back("(" + launchPlaces(Launch) + ")");
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
  unsigned Widest = LeastLabelColumns;
  if (!Launch.Predictions.empty())
    for (const BreakdownItem &Item : Launch.Predictions[0].Breakdown)
      if (Item.Cycles >= 0.005 * Launch.Predictions[0].Cycles)
        Widest = std::max(Widest, columns(name(Item.What)) + 2);
  return Widest;
}

/// How many numbers of the launch are guesses, and the one to give first.
void Screen::guesses(const LaunchReport &Launch) {
  const GuessReport &Guesses = Launch.Guesses;
  if (!Guesses.Most)
    return;
  const Guess &Most = *Guesses.Most;
  AssumptionWording Words = wording(Most.Entry);
  std::string Name =
      Most.Entry.Name.empty() ? Words.What : printable(Most.Entry.Name);
  SmallVector<std::string, 3> Parts;
  Parts.push_back(fmt::format("{} = {}{}", Name, Words.Value,
                              Guesses.Weighed     ? " matters most"
                              : Guesses.Count > 1 ? " among them"
                                                  : ""));
  auto Other = [&](StringRef Which, std::optional<double> Seconds) {
    if (!Seconds)
      return;
    TimeUnit Unit = timeUnit(*Seconds, Options.Unicode);
    Parts.push_back(fmt::format("{} {} {}", Which.str(), inUnit(*Seconds, Unit),
                                Unit.Name.str()));
  };
  if (!Guesses.Withheld) {
    Other("halved", Most.IfHalved);
    Other("doubled", Most.IfDoubled);
  }
  label("guessed");
  OS << Guesses.Count << (Guesses.Count == 1 ? " number: " : " numbers: ")
     << join(Parts, ", ") << "; give " << givingOption(Most.Entry) << '\n';
}

/// "..., which is not modelled (and 2 more reasons)".
static std::string firstReason(const KernelReport &Kernel) {
  std::string Text = printable(Kernel.Reasons[0]);
  if (const size_t More = Kernel.Reasons.size() - 1)
    Text += fmt::format(" (and {})", counted(More, "more reason"));
  return Text;
}

/// "1410 MHz; 0.940 ms at the base clock, 765 MHz (unverified)".
void Screen::clock(const LaunchReport &Launch, bool IsPartial) {
  const std::optional<BaseClockTime> &Slower = Launch.AtBaseClock;
  if (!Slower)
    return;
  const TimeUnit Unit = timeUnit(Slower->Seconds, Options.Unicode);
  label("clock");
  OS << fmt::format("{}; {}{} {} at the base clock, {}{}\n",
                    numberWithUnit(Launch.Gpu->Clock.Value, "Hz"),
                    IsPartial ? "at least " : "", inUnit(Slower->Seconds, Unit),
                    Unit.Name.str(), numberWithUnit(Slower->Hertz, "Hz"),
                    Slower->IsVerified ? "" : " (unverified)");
}

void Screen::prediction(const LaunchReport &Launch,
                        const KernelReport &Kernel) {
  const Prediction &P = Launch.Predictions[0];
  TimeUnit Unit = timeUnit(P.Seconds, Options.Unicode);
  label("predicted");
  if (Launch.Guesses.Withheld) {
    OS << bold("no time") << ": with what is guessed it would be over ten "
       << "seconds\n";
    guesses(Launch);
    return;
  }
  std::string Time = inUnit(P.Seconds, Unit) + " " + Unit.Name.str();
  bool IsPartial = Kernel.Status == ModelStatus::Partial;
  OS << bold(IsPartial ? "at least " + Time : Time);
  std::string Range = timeRange(P, Unit);
  if (!Range.empty())
    OS << "  " << Range;
  if (P.Bottleneck)
    OS << "      bound by " << bold(name(*P.Bottleneck).str());
  OS << '\n';
  guesses(Launch);
  if (IsPartial && !Kernel.Reasons.empty()) {
    label("without");
    OS << firstReason(Kernel) << '\n';
  }
  clock(Launch, IsPartial);
}

/// The parts of the time as bars, longest first; crumbs are one line.
void Screen::breakdown(const Prediction &P) {
  if (!(P.Cycles > 0))
    return;
  TimeUnit Unit = timeUnit(P.Seconds, Options.Unicode);
  auto Part = [&](StringRef Name, double Cycles) {
    double Fraction = Cycles / P.Cycles;
    std::string Bar = bar(Fraction, BarCells, Options.Unicode);
    label(Name);
    OS << paint(Bar, "36");
    OS.indent(BarCells + 2 - std::min(BarCells, columns(Bar)));
    OS << partInUnit(Fraction * P.Seconds, P.Seconds, Unit) << ' ' << Unit.Name
       << '\n';
  };
  double Crumbs = 0;
  for (const BreakdownItem &Item : P.Breakdown)
    if (Item.Cycles >= 0.005 * P.Cycles)
      Part(name(Item.What), Item.Cycles);
    else
      Crumbs += Item.Cycles;
  if (Crumbs >= 0.005 * P.Cycles)
    Part("other", Crumbs);
}

/// Where the number of registers comes from, in a word.
static StringRef registersText(RegisterSource Source) {
  switch (Source) {
  case RegisterSource::Option:
    return "given";
  case RegisterSource::CompilerLog:
    return "ptxas";
  case RegisterSource::Listing:
    return "listing";
  case RegisterSource::Estimate:
  case RegisterSource::CompiledEstimate:
    return "estimate";
  case RegisterSource::Compiled:
    return "compiled";
  }
  llvm_unreachable("a source of registers without a word");
}

void Screen::occupancy(const LaunchReport &Launch) {
  const WarpProfile &Profile = Launch.Profile;
  const OccupancyResult &Residency = Profile.Residency;
  if (!Residency.BlocksPerSM)
    return;
  label("occupancy");
  OS << Residency.WarpsPerSM << " of " << Residency.MaxWarpsPerSM
     << " warps, limited by " << limiterText(Residency);
  OS << ' ' << dot() << ' ' << Profile.RegistersPerThread << " registers ("
     << registersText(Profile.RegistersSource) << ')';
  uint64_t Shared = Profile.Launch.DynamicSharedBytes +
                    (Profile.Kernel ? Profile.Kernel->StaticSharedBytes : 0);
  OS << ' ' << dot() << ' ' << bytesText(Shared) << " shared\n";
  unfilled(Launch);
}

/// How few blocks an SM gets of a launch that does not fill the GPU once: what
/// would fit there is then no limit.
void Screen::unfilled(const LaunchReport &Launch) {
  const OccupancyResult &Residency = Launch.Profile.Residency;
  const double Processors = Launch.Gpu ? Launch.Gpu->Multiprocessors.Value : 0;
  const uint64_t Blocks = Launch.Profile.Launch.blocks();
  if (!(Processors >= 1) || Blocks >= Processors * Residency.BlocksPerSM)
    return;
  const auto PerSM = static_cast<uint64_t>(std::ceil(Blocks / Processors));
  const uint64_t Warps = PerSM * (Residency.WarpsPerSM / Residency.BlocksPerSM);
  paragraph(fmt::format("the launch has {} for {}: {} an SM at most, {}",
                        counted(Blocks, "block"),
                        counted(static_cast<uint64_t>(Processors), "SM"),
                        counted(PerSM, "block"), counted(Warps, "warp")),
            2 + Labels);
}

std::string kernelcast::assumptionText(const AssumptionWording &Words) {
  return Words.What + (Words.Value.empty() ? "" : " = " + Words.Value) +
         (Words.Why.empty() ? "" : ": " + Words.Why);
}

void Screen::assumptions(const LaunchConfiguration &Shape) {
  if (Shape.Assumptions.empty())
    return;
  OS << "\n  assumed\n";
  size_t Most = Options.Explain ? Shape.Assumptions.size() : 6;
  for (const Assumption &Entry : ArrayRef(Shape.Assumptions).take_front(Most)) {
    AssumptionWording Words = wording(Entry);
    // A kernel's arguments are known by their names.
    if (Entry.Kind == AssumptionKind::Argument)
      Words.What = Entry.Name;
    paragraph(assumptionText(Words), 4);
    if (Options.Explain && !Words.Affects.empty())
      paragraph("affects " + join(Words.Affects, ", "), 6);
  }
  if (Shape.Assumptions.size() > Most)
    line(fmt::format(
             "and {} (--explain lists all)",
             counted(Shape.Assumptions.size() - Most, "more assumption")),
         4);
}

void Screen::kernel(const KernelReport &Kernel) {
  if (Kernel.Status == ModelStatus::NotModelled || Kernel.Launches.empty()) {
    std::string Name = printable(
        Kernel.QualifiedName.empty() ? Kernel.Name : Kernel.QualifiedName);
    OS << bold(Name) << "   " << place(Kernel.Location, true) << "   "
       << warn("not modelled") << ": "
       << (Kernel.Reasons.empty() ? "no reason is known" : firstReason(Kernel))
       << "\n\n";
    return;
  }
  const LaunchReport &Launch = Kernel.Launches[0];
  header(Kernel, Launch);
  Labels = labelColumns(Launch);
  if (!Launch.Predictions.empty()) {
    prediction(Launch, Kernel);
    if (!Launch.Guesses.Withheld)
      breakdown(Launch.Predictions[0]);
  }
  occupancy(Launch);
  if (!Launch.Guesses.Withheld) {
    utilisation(Launch);
    achieved(Launch);
  }
  // The table of models lists what they refuse.
  bool OneModel = Launch.Predictions.size() + Launch.Refusals.size() < 2;
  const std::string &WhyNotResident = Launch.Profile.WhyNotResident;
  if (!WhyNotResident.empty())
    paragraph("this launch would fail: " + WhyNotResident, 2);
  for (const std::string &Problem : Launch.Problems)
    if (Problem != WhyNotResident && (OneModel || Launch.Refusals.empty()))
      paragraph("note: " + Problem, 2);
  // Of what is modelled in full, what is known less well than it might be.
  if (Kernel.Status == ModelStatus::Modelled)
    for (const std::string &Reason : Kernel.Reasons)
      paragraph("note: " + Reason, 2);
  gpus(Kernel);
  models(Launch);
  modelsByGpu(Kernel);
  accesses(Launch);
  divergence(Launch);
  factors(Launch);
  lines(Launch);
  if (Options.Explain && !Launch.Predictions.empty()) {
    writeCommonInputs(Launch, OS, Options);
    for (const Prediction &P : Launch.Predictions)
      writeExplanation(P, Launch.counted(),
                       Launch.Compiled ? *Launch.Compiled : *Kernel.Analysis,
                       OS, Options);
  }
  furtherLaunches(Kernel);
  missing(Kernel);
  assumptions(Launch.Profile.Launch);
  OS << '\n';
}

/// Why a kernel is modelled in part. That a launch would fail is not among it:
/// the launch itself says so.
void Screen::missing(const KernelReport &Kernel) {
  if (Kernel.Status != ModelStatus::Partial)
    return;
  SmallVector<StringRef> Reasons;
  for (const std::string &Reason : Kernel.Reasons)
    if (none_of(Kernel.Launches, [&](const LaunchReport &Launch) {
          return Launch.Profile.WhyNotResident == Reason;
        }))
      Reasons.push_back(Reason);
  if (Reasons.empty())
    return;
  OS << "\n  not modelled in full\n";
  size_t Most = Options.Explain ? Reasons.size() : 3;
  for (StringRef Reason : ArrayRef(Reasons).take_front(Most))
    paragraph(Reason.str(), 4);
  if (Reasons.size() > Most)
    line(fmt::format("and {} (--explain lists all)",
                     counted(Reasons.size() - Most, "more reason")),
         4);
}

void kernelcast::writeText(const Report &Result, raw_ostream &OS,
                           const TextOptions &Options) {
  Screen Output(OS, Options);
  Output.begin(Result);
  for (const FileReport &File : Result.Files)
    Output.applications(File.Applications);
  std::vector<KernelSummary> Rows =
      summaries(Result, Options.Order.value_or(KernelOrder::Time));
  const size_t All = Rows.size();
  if (Options.Top && *Options.Top < All)
    Rows.resize(*Options.Top);
  if (All > FewKernels)
    Output.summary(Result, Rows, All);
  if (!Options.Order && !Options.Top && All <= FewKernels)
    Rows = summaries(Result, KernelOrder::Source);
  if (Options.Details || Rows.size() <= FewKernels)
    for (const KernelSummary &Row : Rows)
      Output.kernel(*Row.Kernel);
  if (All > 1)
    Output.counts(statusCounts(Result));
}
