//===- TextFindings.cpp - Findings for people and problem matchers --------===//

#include "tool/lint/FindingWriters.h"
#include "tool/report/Numbers.h"
#include "tool/report/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// What a remedy for \p F gains.
static std::string gainText(const Finding &F, const Gain &G, bool Unicode) {
  const double Factor = G.FixedSeconds > 0 ? G.Seconds / G.FixedSeconds : 0;
  constexpr double Worth = 1.1; // a factor reads better than a percentage
  std::string Text =
      "without that " + (info(F.Check).FindInHost ? F.Kernel : "the kernel") +
      " would " +
      (Factor >= Worth ? fmt::format("be {} times as fast", threeDigits(Factor))
                       : fmt::format("take {} less", percent(G.share())));
  if (F.TimesWithheld)
    return Text + " on " + F.Gpu;
  const TimeUnit Unit = timeUnit(G.Seconds, Unicode);
  return Text + fmt::format(", {} {} to {} {} on {}", inUnit(G.Seconds, Unit),
                            Unit.Name.str(), inUnit(G.FixedSeconds, Unit),
                            Unit.Name.str(), F.Gpu);
}

std::string kernelcast::messageWithGain(const Finding &F, bool Unicode) {
  return F.Predicted ? F.Message + "; " + gainText(F, *F.Predicted, Unicode)
                     : F.Message;
}

std::string kernelcast::witnessText(const Witness &Shown) {
  std::string Text =
      fmt::format("warp {} of block ({}, {}, {})", Shown.Warp, Shown.Block[0],
                  Shown.Block[1], Shown.Block[2]);
  if (Shown.Iteration)
    Text += fmt::format(", iteration {}", Shown.Iteration);
  constexpr size_t Most = 4;
  ArrayRef<WitnessLane> Lanes(Shown.Lanes);
  for (const auto &[I, Lane] : enumerate(Lanes.take_front(Most)))
    Text += fmt::format("{} lane {} at byte {}", I == 0 ? ":" : ",", Lane.Lane,
                        Lane.Address);
  if (Lanes.size() > Most)
    Text += fmt::format(", ... lane {} at byte {}", Lanes.back().Lane,
                        Lanes.back().Address);
  return Text + (Shown.Array.empty() ? "" : " of " + Shown.Array);
}

static std::string sizes(const std::array<uint64_t, 3> &Size) {
  std::string Text = std::to_string(Size[0]);
  if (Size[1] != 1 || Size[2] != 1)
    Text += "x" + std::to_string(Size[1]);
  if (Size[2] != 1)
    Text += "x" + std::to_string(Size[2]);
  return Text;
}

std::string kernelcast::uncheckedText(const UncheckedKernel &Kernel) {
  return fmt::format("{} '{}' was not checked: {}",
                     Kernel.IsHostCode ? "host function" : "kernel",
                     Kernel.Kernel, Kernel.Reason);
}

std::string kernelcast::launchText(const Finding &F) {
  std::string Text =
      info(F.Check).FindInHost
          ? fmt::format("in the host program that starts in {}", F.Kernel)
      : F.Grid[0] ? fmt::format("in {}, launched with grid {} and block {}",
                                F.Kernel, sizes(F.Grid), sizes(F.Block))
                  : fmt::format("in {}, of which no launch is known", F.Kernel);
  if (F.Known != How::Exact && F.About.empty())
    Text += fmt::format("; this is {}", name(F.Known).str());
  if (F.Others && F.Predicted && info(F.Check).FindInHost)
    Text += fmt::format("; {} more {} less", F.Others,
                        F.Others == 1 ? "gains" : "gain");
  else if (F.Others && F.Predicted)
    Text += fmt::format("; {} more {} less", F.Others,
                        F.Others == 1 ? "launch gains" : "launches gain");
  else if (F.Others)
    Text += fmt::format("; the same in {} more", F.Others);
  return Text;
}

namespace {

class TextWriter {
public:
  TextWriter(raw_ostream &OS, const TextOptions &Options)
      : OS(OS), Options(Options) {}

  void finding(const Finding &F) {
    const CheckInfo &Check = info(F.Check);
    const bool IsError = Check.Level == Severity::Error;
    head(F.Location, name(Check.Level), IsError ? "1;31" : "1;35");
    OS << printable(messageWithGain(F, Options.Unicode)) << " [" << Check.Name
       << "]\n";
    excerpt(F.Location, F.Range);
    if (F.Shown && !F.Shown->Lanes.empty())
      note(F.Location, witnessText(*F.Shown));
    for (const ReportDiagnostic &Note : F.Notes) {
      note(Note.Location, Note.Message);
      excerpt(Note.Location, {});
    }
    if (F.Remedy)
      fix(F, *F.Remedy);
    note(F.LaunchedAt.isValid() ? F.LaunchedAt : F.Location, launchText(F));
  }

  /// \p Remedy, the fix of \p F, at its place, with the new text below the old
  /// one; what is in the way of it at the place of that.
  void fix(const Finding &F, const Fix &Remedy) {
    const SourceChange &Change = Remedy.Change;
    const bool Offered = Remedy.isConfirmed();
    SourceSpot At =
        Change.ObstacleAt.isValid() ? Change.ObstacleAt : F.Location;
    if (Offered) {
      const TextRange &First = Change.Replacements.front().Range;
      At = {Change.File, First.Line, First.Column};
    }
    note(At, fixText(F, Options.Unicode));
    // What has been written is no longer the text that is shown.
    if (!Offered || Remedy.Applied)
      return;
    excerpt(At, Change.Replacements.front().Range);
    insertions(Change, At.Line);
  }

  /// The new texts on line \p Line, each below its place.
  void insertions(const SourceChange &Change, unsigned Line) {
    std::string Below;
    for (const Replacement &Each : Change.Replacements) {
      const size_t Column = Each.Range.Column - 1;
      if (Each.Range.Line != Line || StringRef(Each.Text).contains('\n'))
        continue;
      // As Clang does: texts that would run into one another move on.
      Below.resize(std::max(Below.empty() ? 0 : Below.size() + 1, Column), ' ');
      Below += Each.Text;
    }
    if (!Below.empty())
      OS << "      | " << paint(Below, "32") << '\n';
  }

  void unchecked(const UncheckedKernel &Kernel) {
    note(Kernel.Location, uncheckedText(Kernel));
  }

  void summary(const LintResult &Result) {
    const size_t Errors = count_if(Result.Findings, [](const Finding &F) {
      return info(F.Check).Level == Severity::Error;
    });
    OS << fmt::format("{} and {} in {}", counted(Errors, "error"),
                      counted(Result.Findings.size() - Errors, "warning"),
                      counted(Result.Kernels, "kernel"));
    if (!Result.Suppressed.empty())
      OS << fmt::format(", {} more suppressed", Result.Suppressed.size());
    if (!Result.Unchanged.empty())
      OS << fmt::format(", {} more known before", Result.Unchanged.size());
    OS << '\n';
  }

private:
  static std::string counted(size_t Count, StringRef What) {
    return fmt::format("{} {}{}", Count, What.str(), Count == 1 ? "" : "s");
  }

  std::string paint(StringRef Text, const char *Code) const {
    return Options.Colours ? fmt::format("\033[{}m{}\033[0m", Code, Text.str())
                           : Text.str();
  }

  void head(const SourceSpot &Spot, StringRef Level, const char *Colour) {
    std::string Place = printable(Spot.File);
    if (Spot.isValid())
      Place += fmt::format(":{}:{}", Spot.Line, Spot.Column);
    OS << paint(Place + ": ", "1") << paint(Level.str() + ": ", Colour);
  }

  void note(const SourceSpot &Spot, StringRef Text) {
    head(Spot, "note", "1;36");
    OS << printable(Text) << '\n';
  }

  /// The line with a caret, and the range as far as it goes on this line.
  void excerpt(const SourceSpot &Spot, const TextRange &Range) {
    const std::string Line = Sources.line(Spot.File, Spot.Line);
    constexpr size_t Widest = 200;
    if (Line.empty() || Line.size() > Widest || Spot.Column == 0 ||
        Spot.Column > Line.size() + 1)
      return;
    std::string Marks(Line.size() + 1, ' ');
    if (Range.Line == Spot.Line && Range.Column) {
      const size_t End = Range.EndLine == Range.Line
                             ? std::min<size_t>(Range.EndColumn, Marks.size())
                             : Marks.size();
      for (size_t Column = Range.Column; Column < End; ++Column)
        Marks[Column - 1] = '~';
    }
    Marks[Spot.Column - 1] = '^';
    OS << fmt::format("{:5} | {}\n      | ", Spot.Line, Line)
       << paint(StringRef(Marks).rtrim(), "1;32") << '\n';
  }

  raw_ostream &OS;
  const TextOptions &Options;
  SourceLines Sources;
};

} // namespace

void kernelcast::writeFindings(const LintResult &Result, raw_ostream &OS,
                               const TextOptions &Options) {
  TextWriter Writer(OS, Options);
  for (const Finding &F : Result.Findings)
    Writer.finding(F);
  for (const UncheckedKernel &Kernel : Result.Unchecked)
    Writer.unchecked(Kernel);
  Writer.summary(Result);
}
