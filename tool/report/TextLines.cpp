//===- TextLines.cpp - The lines that execute most ------------------------===//

#include "analysis/support/TextTable.h"
#include "tool/report/Screen.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// "fp32 8, int 3": the classes of which \p Line executes most.
static std::string mostOf(const LineInstructions &Line) {
  SmallVector<unsigned, NumInstructionClasses> Classes;
  for (unsigned C = 0; C != NumInstructionClasses; ++C)
    if (Line.PerWarp[C] > 0)
      Classes.push_back(C);
  stable_sort(Classes, [&](unsigned A, unsigned B) {
    return Line.PerWarp[A] > Line.PerWarp[B];
  });
  constexpr size_t Most = 3;
  std::string Text;
  for (unsigned C : ArrayRef(Classes).take_front(Most))
    Text += fmt::format("{}{} {}", Text.empty() ? "" : ", ",
                        name(static_cast<InstructionClass>(C)).str(),
                        threeDigits(Line.PerWarp[C]));
  return Text;
}

/// All copies of a line, whatever calls they were inlined through, are one
/// here.
static std::vector<LineInstructions> withoutCalls(InstructionLines All) {
  std::vector<LineInstructions> Result;
  for (LineInstructions &Line : All.Lines) {
    Line.Place.Callees.clear();
    if (Result.empty() || !(Result.back().Place == Line.Place)) {
      Result.push_back(std::move(Line));
      continue;
    }
    for (unsigned C = 0; C != NumInstructionClasses; ++C)
      Result.back().PerWarp[C] += Line.PerWarp[C];
    Result.back().CodeBytes += Line.CodeBytes;
    Result.back().Registers = std::max(Result.back().Registers, Line.Registers);
  }
  return Result;
}

void Screen::lines(const LaunchReport &Launch) {
  if (!Options.Explain || !Launch.Gpu)
    return;
  const InstructionLines All = Launch.instructionLines();
  std::vector<LineInstructions> Lines = withoutCalls(All);
  double Total = 0;
  for (const LineInstructions &Line : Lines)
    Total += Line.total();
  if (!(Total > 0))
    return;
  stable_sort(Lines, [](const auto &A, const auto &B) {
    return A.total() > B.total();
  });
  constexpr size_t Most = 10;
  const bool HasRegisters =
      any_of(Lines, [](const auto &Line) { return Line.Registers != 0; });
  TextTable Table(0b11110);
  Table.add({"", "a warp", "share", All.Bytes ? "bytes" : "",
             HasRegisters ? "registers" : "", "most of it", ""});
  for (const LineInstructions &Line : ArrayRef(Lines).take_front(Most)) {
    if (!(Line.total() > 0))
      break;
    const CodePlace &At = Line.Place;
    const bool IsKnown = At.Line != 0;
    std::string Text =
        IsKnown ? StringRef(Sources.line(At.File, At.Line)).trim().str() : "";
    Table.add({IsKnown ? place({At.File, At.Line, 1}) : "(no place)",
               threeDigits(Line.total()), percent(Line.total() / Total),
               All.Bytes ? threeDigits(Line.CodeBytes) : "",
               Line.Registers ? std::to_string(Line.Registers) : "",
               mostOf(Line), shorten(Text, 60, Options.Unicode)});
  }
  constexpr StringLiteral Counted[] = {"the source", "compiled code",
                                       "the listing"};
  OS << "\n  lines that execute most instructions, counted in "
     << Counted[static_cast<unsigned>(Launch.Profile.CountedIn)] << '\n';
  Table.print(OS, 4);
  if (All.Bytes == How::Assumed)
    line("bytes are those of the estimated machine instructions", 4);
  if (HasRegisters)
    line("registers are those in use there, estimated", 4);
}
