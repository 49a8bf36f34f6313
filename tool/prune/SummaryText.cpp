//===- SummaryText.cpp - A ranking on the screen --------------------------===//

#include "tool/prune/ParameterEffects.h"
#include "tool/prune/ParameterText.h"
#include "tool/prune/RankingWriters.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// Parameters that the configurations shown differ in; all, if in none.
static std::vector<size_t> shownParameters(ArrayRef<RankedConfiguration> All,
                                           size_t Count) {
  std::vector<size_t> Result;
  for (size_t I = 0; I != Count; ++I)
    if (any_of(All, [&](const RankedConfiguration &Each) {
          return Each.Values[I] != All.front().Values[I];
        }))
      Result.push_back(I);
  if (Result.empty())
    for (size_t I = 0; I != Count; ++I)
      Result.push_back(I);
  return Result;
}

static std::string configurationText(const Ranking &All, ArrayRef<size_t> Shown,
                                     const RankedConfiguration &One) {
  std::string Text;
  for (size_t I : Shown)
    Text += (Text.empty() ? "" : " ") + All.Parameters[I] + '=' +
            exactText(One.Values[I]);
  return Text;
}

static std::string timeText(const Forecast &Known, bool Unicode) {
  if (!Known.Time)
    return Known.canRun() ? "no time" : "cannot run";
  const TimeUnit Unit = timeUnit(Known.Time->Seconds, Unicode);
  return inUnit(Known.Time->Seconds, Unit) + ' ' + Unit.Name.str();
}

static void writeExcluded(const SummaryFacts &Facts, raw_ostream &OS) {
  size_t Sum = 0;
  std::string Parts;
  for (auto [I, Count] : enumerate(Facts.Excluded)) {
    Sum += Count;
    if (Count)
      Parts +=
          (Parts.empty() ? "" : ", ") +
          fmt::format("{} by {}", Count, name(static_cast<Hindrance>(I)).str());
  }
  if (Sum)
    OS << fmt::format("  cannot run      {}: {}\n", Sum, Parts);
  else
    OS << "  cannot run      none\n";
}

/// The parameters that explain a hundredth of the times' variation at least:
/// "STAGES 62 %, ROUNDS 30 %".
static void writeEffects(const Ranking &All, raw_ostream &OS) {
  constexpr double Least = 0.01;
  std::vector<std::string> Parts;
  for (const ParameterEffect &Each : parameterEffects(All))
    if (Each.Explains >= Least)
      Parts.push_back(fmt::format("{} {}", All.Parameters[Each.Parameter],
                                  percent(Each.Explains)));
  if (!Parts.empty())
    OS << "  times vary with " << join(Parts, ", ") << '\n';
}

void kernelcast::writeSummary(const Ranking &All, const SummaryFacts &Facts,
                              bool Unicode, raw_ostream &OS) {
  ArrayRef<RankedConfiguration> List = All.Configurations;
  OS << fmt::format("{}   on {}\n\n", Facts.Kernel, Facts.Gpu);
  OS << fmt::format("  configurations  {}, {} of them different programs\n",
                    Facts.Looked, Facts.Programs);
  writeExcluded(Facts, OS);
  if (!Facts.WithoutEffect.empty())
    OS << "  without effect  " << join(Facts.WithoutEffect, ", ") << '\n';
  writeEffects(All, OS);
  const size_t Compiled = count_if(List, [](const RankedConfiguration &Each) {
    return Each.Known.Counts == InstructionSource::Ir;
  });
  OS << fmt::format("  counted         {} in compiled code, {} in the source\n",
                    Compiled, List.size() - Compiled);
  if (List.size() != Facts.Looked)
    OS << fmt::format("  kept            {}\n", List.size());
  constexpr size_t Most = 10;
  const std::vector<size_t> Shown =
      shownParameters(List, All.Parameters.size());
  OS << '\n';
  for (const RankedConfiguration &Each : List.take_front(Most)) {
    std::string Note;
    if (Each.SameAs)
      Note = fmt::format("   same as {}", *Each.SameAs);
    else if (Each.Known.Excluded)
      Note = fmt::format("   {}", name(*Each.Known.Excluded).str());
    else if (Each.Known.Time)
      Note = "   " + Each.Known.Time->Bottleneck;
    OS << fmt::format("  {:>4}  {:>10}   {}{}\n", Each.Rank,
                      timeText(Each.Known, Unicode),
                      configurationText(All, Shown, Each), Note);
  }
  if (List.size() > Most)
    OS << fmt::format("  ... and {} more; --format jsonl has all of them\n",
                      List.size() - Most);
}
