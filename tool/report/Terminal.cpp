//===- Terminal.cpp - What the output can show; diagnostics ---------------===//

#include "tool/report/Numbers.h"
#include "tool/report/SourceLines.h"
#include "tool/report/TextReport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace kernelcast;

/// Whether the locale's character set is UTF-8, by the variables that decide
/// it: the first of these that is set and not empty.
static bool localeIsUtf8() {
  for (const char *Name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::optional<std::string> Value = sys::Process::GetEnv(Name);
    if (!Value || Value->empty())
      continue;
    StringRef Locale = *Value;
    return Locale.contains_insensitive("utf-8") ||
           Locale.contains_insensitive("utf8");
  }
  return false;
}

TextOptions kernelcast::textOptionsForOutput(bool ToFile) {
  TextOptions Options;
  Options.Unicode = localeIsUtf8();
  if (ToFile || !sys::Process::StandardOutIsDisplayed())
    return Options;
  Options.Cut = true;
  std::optional<std::string> NoColour = sys::Process::GetEnv("NO_COLOR");
  Options.Colours =
      (!NoColour || NoColour->empty()) && sys::Process::StandardOutHasColors();
  if (unsigned Width = sys::Process::StandardOutColumns())
    Options.Width = std::max(60u, Width);
  return Options;
}

void kernelcast::writeParagraph(StringRef Text, raw_ostream &OS,
                                unsigned Indent, unsigned Width) {
  constexpr unsigned Further = 2; // of all lines but the first
  const unsigned Least = Indent + Further + 20;
  const unsigned Edge = std::max(Width, Least);
  SmallVector<StringRef, 16> Words;
  std::string Clean = printable(Text);
  StringRef(Clean).split(Words, ' ');
  unsigned Column = Indent;
  bool IsFirst = true; // word of its line
  OS.indent(Indent);
  auto Break = [&] {
    OS << '\n';
    Column = Indent + Further;
    OS.indent(Column);
    IsFirst = true;
  };
  for (StringRef Word : Words) {
    if (!IsFirst && Column + 1 + columns(Word) > Edge)
      Break();
    if (!IsFirst) {
      OS << ' ';
      ++Column;
    }
    // A word that is wider than a line is broken where the line ends.
    while (Column + columns(Word) > Edge) {
      size_t End = 0;
      for (unsigned Fit = 0; End != Word.size(); ++End)
        if ((Word[End] & 0xc0) != 0x80 && ++Fit > Edge - Column)
          break;
      if (End == Word.size())
        break;
      OS << Word.take_front(End);
      Word = Word.drop_front(End);
      Break();
    }
    OS << Word;
    Column += columns(Word);
    IsFirst = false;
  }
  OS << '\n';
}

void kernelcast::writeDiagnostic(const ReportDiagnostic &Message,
                                 raw_ostream &OS, bool Colours) {
  using Level = ReportDiagnostic::Level;
  auto paint = [&](StringRef Text, StringRef Code) {
    return Colours ? ("\033[" + Code + "m" + Text + "\033[0m").str()
                   : Text.str();
  };
  const SourceSpot &Spot = Message.Location;
  std::string Place = "kernelcast";
  if (!Spot.File.empty())
    Place = printable(Spot.File);
  if (Spot.isValid()) {
    Place += ":" + utostr(Spot.Line);
    if (Spot.Column)
      Place += ":" + utostr(Spot.Column);
  }
  OS << paint(Place + ": ", "1");
  switch (Message.Severity) {
  case Level::Note:
    OS << paint("note: ", "1;36");
    break;
  case Level::Warning:
    OS << paint("warning: ", "1;35");
    break;
  case Level::Error:
    OS << paint("error: ", "1;31");
    break;
  }
  OS << printable(Message.Message) << '\n';
  if (!Spot.isValid() || !Spot.Column)
    return;
  SourceLines Sources;
  std::string Line = Sources.line(Spot.File, Spot.Line);
  // A caret far to the right of the screen helps nobody.
  constexpr size_t Widest = 200;
  if (Line.empty() || Line.size() > Widest || Spot.Column > Line.size() + 1)
    return;
  OS << Line << '\n';
  OS.indent(Spot.Column - 1) << paint("^", "1;32") << '\n';
}
