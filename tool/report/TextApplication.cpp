//===- TextApplication.cpp - A host program's timeline for people ---------===//
//
// How long, of which copies and kernels, in which order, and what is missing
// from the total or was assumed. Allocations, frees and the creation of streams
// are in the JSON alone: they take no time here.
//===----------------------------------------------------------------------===//

#include "tool/report/Screen.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

using Kind = HostAction::Kind;

static std::string duration(double Seconds, bool Unicode) {
  TimeUnit Unit = timeUnit(Seconds, Unicode);
  return inUnit(Seconds, Unit) + " " + Unit.Name.str();
}

/// Decimal units, as bandwidths have them: "400 MB".
static std::string megabytes(double Bytes) {
  constexpr std::pair<double, const char *> Units[] = {
      {1e9, " GB"}, {1e6, " MB"}, {1e3, " kB"}};
  for (auto [Unit, Name] : Units)
    if (Bytes >= Unit)
      return threeDigits(Bytes / Unit) + Name;
  return threeDigits(Bytes) + " B";
}

static std::string times(double Count) {
  bool Whole = Count == std::floor(Count) && Count < 1e15;
  return Count == 1 ? "once"
         : Whole    ? fmt::format("{:.0f} times", Count)
                    : threeDigits(Count) + " times on average";
}

/// "n * sizeof(float) = 4096 B", or what is known of it.
static std::string sizeOf(const ApplicationEvent &E) {
  std::string Text = E.BytesText;
  if (!E.Bytes)
    return Text.empty() ? "? B" : Text + " = ? B";
  std::string Value = fmt::format("{}", E.BytesLow);
  if (E.BytesHigh != E.BytesLow)
    Value += fmt::format(" to {}", E.BytesHigh);
  Value += " B";
  if (E.BytesAssumed)
    Value += " (assumed)";
  uint64_t Number;
  bool Plain = to_integer(Text, Number);
  return Plain || Text.empty() ? Value : Text + " = " + Value;
}

std::string Screen::eventText(const ApplicationEvent &E) const {
  auto Shape = [&] {
    return fmt::format("grid {} block {}", shape(E.Grid), shape(E.Block));
  };
  std::string Text;
  switch (E.What) {
  case Kind::Copy:
    Text = E.Direction == CopyKind::ToDevice       ? "copy to device"
           : E.Direction == CopyKind::FromDevice   ? "copy from device"
           : E.Direction == CopyKind::WithinDevice ? "copy within device"
                                                   : "copy";
    if (E.Memory == MemoryKind::Pinned)
      Text += ", pinned";
    Text += "   " + sizeOf(E) + "   " + E.Operands;
    break;
  case Kind::Fill:
    Text = "fill   " + sizeOf(E) + "   " + E.Operands;
    break;
  case Kind::Allocate:
    Text = E.Callee + "   " + sizeOf(E) + "   " + E.Operands;
    break;
  case Kind::Launch:
    Text = E.Kernel + "   " + Shape();
    break;
  case Kind::Pass:
    Text = E.Callee;
    if (E.Elements)
      Text += fmt::format("   {} element{}, {:.0f} launch{}, {}", *E.Elements,
                          *E.Elements == 1 ? "" : "s", E.PassLaunches,
                          E.PassLaunches == 1 ? "" : "es",
                          megabytes(static_cast<double>(E.Bytes.value_or(0))));
    if (!E.Operands.empty())
      Text += "   " + E.Operands;
    break;
  case Kind::WaitForDevice:
    Text = "wait for the device";
    break;
  case Kind::WaitForStream:
    Text = "wait for the stream";
    break;
  case Kind::WaitForEvent:
    Text = "wait for an event";
    break;
  case Kind::StreamWaits:
    Text = "the stream waits for an event";
    break;
  default:
    Text = E.Callee;
  }
  if (!E.Stream.empty())
    Text += "   in " + E.Stream;
  if (!E.Missing.empty())
    Text += "   (" + E.Missing + ")";
  return Text;
}

void Screen::applicationEvents(const ApplicationPrediction &R) {
  OS << "\n  timeline\n";
  OS << "       start        took  line  call\n";
  std::vector<unsigned> Open;
  size_t Lines = 0, Hidden = 0;
  size_t Most = Options.Explain ? R.Events.size() : 60;
  for (const ApplicationEvent &E : R.Events) {
    if (E.What == Kind::Free || E.What == Kind::CreateStream ||
        E.What == Kind::RecordEvent ||
        (E.What == Kind::Allocate && E.Missing.empty()))
      continue;
    if (++Lines > Most) {
      ++Hidden;
      continue;
    }
    size_t Same = 0;
    while (Same < Open.size() && Same < E.Loops.size() &&
           Open[Same] == E.Loops[Same])
      ++Same;
    for (size_t I = Same; I < E.Loops.size(); ++I) {
      const ApplicationLoop &L = R.Loops[E.Loops[I]];
      line(fmt::format("loop {}   {}{}", L.Condition, times(L.Trips),
                       L.Assumed ? " (assumed)" : ""),
           32 + 2 * static_cast<unsigned>(I));
    }
    Open = E.Loops;
    std::string Took;
    if (E.Seconds > 0)
      Took = duration(E.Seconds, Options.Unicode);
    std::string Start = duration(E.First.Start, Options.Unicode);
    auto Right = [](const std::string &Text, unsigned Columns) {
      unsigned Has = columns(Text);
      return std::string(Columns > Has ? Columns - Has : 0, ' ') + Text;
    };
    std::string Where = E.Location.File == R.Location.File
                            ? fmt::format("{}", E.Location.Line)
                            : place(E.Location);
    line(Right(Start, 10) + "  " + Right(Took, 10) + "  " + Right(Where, 4) +
             "  " + std::string(2 * E.Loops.size(), ' ') + eventText(E),
         2);
  }
  if (Hidden)
    line(fmt::format("and {} more calls (--explain lists them)", Hidden), 32);
}

void Screen::applications(ArrayRef<ApplicationPrediction> All) {
  std::vector<const SourceSpot *> Shown;
  for (const ApplicationPrediction &R : All) {
    if (any_of(Shown, [&](const SourceSpot *S) { return *S == R.Location; }))
      continue;
    Shown.push_back(&R.Location);
    std::vector<const ApplicationPrediction *> Others;
    for (const ApplicationPrediction &Other : All)
      if (&Other != &R && Other.Location == R.Location)
        Others.push_back(&Other);
    application(R, Others);
  }
}

/// How long it takes, and of what that is made.
void Screen::applicationTotals(const ApplicationPrediction &R) {
  TimeUnit Unit = timeUnit(R.Seconds, Options.Unicode);
  label("total");
  OS << bold((R.Missing.empty() ? "" : "at least ") + inUnit(R.Seconds, Unit) +
             " " + Unit.Name.str())
     << '\n';
  auto Part = [&](StringRef Name, double Seconds) {
    if (!(Seconds > 0))
      return;
    constexpr unsigned Cells = 26;
    std::string Bar = bar(Seconds / R.Seconds, Cells, Options.Unicode);
    label(Name);
    OS << paint(Bar, "36");
    OS.indent(Cells + 2 - std::min(Cells, columns(Bar)))
        << partInUnit(Seconds, R.Seconds, Unit) << ' ' << Unit.Name << '\n';
  };
  Part("copies", R.Composition.CopiesOnly);
  Part("kernels", R.Composition.DeviceOnly);
  Part("both", R.Composition.Overlapped);
  Part("idle", R.Composition.Idle);
  auto Sum = [&](StringRef Name, double Seconds, double Bytes) {
    if (!(Bytes > 0))
      return;
    label(Name);
    OS << duration(Seconds, Options.Unicode) << " for " << megabytes(Bytes)
       << '\n';
  };
  Sum("to device", R.SecondsToDevice, R.BytesToDevice);
  Sum("from device", R.SecondsFromDevice, R.BytesFromDevice);
  if (R.Launches > 0) {
    label("launches");
    OS << fmt::format("{:.0f}", R.Launches) << ", together "
       << duration(R.SecondsOfKernels, Options.Unicode) << " on the device\n";
  }
  if (R.LibraryLaunches > 0) {
    label("libraries");
    OS << fmt::format("{:.0f} launch{}", R.LibraryLaunches,
                      R.LibraryLaunches == 1 ? "" : "es")
       << ", together " << duration(R.SecondsOfLibraries, Options.Unicode)
       << " on the device\n";
  }
  if (R.Streams.size() > 1) {
    label("streams");
    std::string Text;
    for (const StreamUse &S : R.Streams)
      Text += (Text.empty() ? "" : ", ") +
              (S.Name.empty() ? std::string("default") : S.Name) + " " +
              duration(S.Seconds, Options.Unicode);
    OS << shorten(Text, Options.Width > 40 ? Options.Width - 20 : 20,
                  Options.Unicode)
       << '\n';
  }
}

void Screen::application(const ApplicationPrediction &R,
                         ArrayRef<const ApplicationPrediction *> Others) {
  OS << bold("application " + printable(R.Entry)) << "   "
     << place(R.Location, /*Whole=*/true);
  if (R.Gpu)
    OS << "   on " << R.Gpu->MarketingName;
  OS << "   " << name(R.Model) << ", " << name(R.Mode) << "\n\n";
  Labels = LeastLabelColumns;
  applicationTotals(R);
  applicationEvents(R);
  auto Some = [&](StringRef Title, size_t Count, auto Write) {
    if (!Count)
      return;
    OS << "\n  " << Title << '\n';
    size_t Most = Options.Explain ? Count : 8;
    for (size_t I = 0; I != std::min(Count, Most); ++I)
      Write(I);
    if (Count > Most)
      line(fmt::format("and {} more (--explain lists them)", Count - Most), 4);
  };
  if (!Others.empty())
    OS << "\n  other GPUs and models\n";
  for (const ApplicationPrediction *Other : Others)
    line(fmt::format("{}{}   kernels {}   {}{}, {}",
                     Other->Missing.empty() ? "" : "at least ",
                     duration(Other->Seconds, Options.Unicode),
                     duration(Other->SecondsOfKernels, Options.Unicode),
                     Other->Gpu ? Other->Gpu->MarketingName + "   " : "",
                     name(Other->Model).str(), name(Other->Mode).str()),
         4);
  Some("missing from the total", R.Missing.size(), [&](size_t I) {
    const MissingTime &M = R.Missing[I];
    paragraph(place(M.Location) + "   " + M.What + ": " + M.Why, 4);
  });
  Some("assumed", R.Assumptions.size(), [&](size_t I) {
    paragraph(assumptionText(wording(R.Assumptions[I])), 4);
  });
  OS << '\n';
}
