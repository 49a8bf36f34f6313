//===- TextFactors.cpp - What perfect factors would gain ------------------===//

#include "analysis/support/TextTable.h"
#include "tool/report/Screen.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

/// What saves less than this part of the time does not show in three digits.
static constexpr double LeastShare = 0.0005;

void Screen::factors(const LaunchReport &Launch) {
  if (Launch.IfPerfect.empty() || Launch.Guesses.Withheld)
    return;
  constexpr unsigned Indent = 4;
  TextTable Table(0b110);
  Table.add({"", "predicted", "saved"});
  std::vector<std::string> Unknown, Nothing;
  for (const FactorGain &G : Launch.IfPerfect) {
    const std::string Name = name(G.Factor).str();
    if (!G.Predicted) {
      Unknown.push_back(Name);
      continue;
    }
    if (G.Predicted->share() < LeastShare) {
      Nothing.push_back(Name);
      continue;
    }
    const TimeUnit Unit = timeUnit(G.Predicted->FixedSeconds, Options.Unicode);
    Table.add({Name,
               inUnit(G.Predicted->FixedSeconds, Unit) + " " + Unit.Name.str(),
               percent(G.Predicted->share())});
  }
  OS << "\n  what if one factor were perfect\n";
  if (Nothing.size() + Unknown.size() != Launch.IfPerfect.size())
    Table.print(OS, Indent);
  if (!Nothing.empty())
    paragraph("nothing saved by " + join(Nothing, ", "), Indent);
  if (!Unknown.empty())
    paragraph("the model has no answer for " + join(Unknown, ", "), Indent);
}
