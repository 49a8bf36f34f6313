//===- CsvRanking.cpp - A ranking as a table ------------------------------===//

#include "tool/prune/ParameterText.h"
#include "tool/prune/RankingWriters.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

/// \p Text as a field: in quotes where it has a separator, a quote or a line.
static std::string field(StringRef Text) {
  if (Text.find_first_of(",\"\r\n") == StringRef::npos)
    return Text.str();
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"')
      Result += '"';
    Result += C;
  }
  return Result + '"';
}

void kernelcast::writeCsv(const Ranking &All, raw_ostream &OS) {
  OS << "rank";
  for (const std::string &Name : All.Parameters)
    OS << ',' << field(Name);
  OS << ",can_run,reason,time_s,low_s,high_s,bottleneck,counts,same_as\n";
  for (const RankedConfiguration &Each : All.Configurations) {
    const Forecast &Known = Each.Known;
    OS << Each.Rank;
    for (const ParameterValue &Value : Each.Values)
      OS << ',' << field(exactText(Value));
    OS << ',' << (Known.canRun() ? "true" : "false") << ','
       << field(Known.Reason) << ',';
    if (Known.Time)
      OS << exactNumber(Known.Time->Seconds) << ','
         << exactNumber(Known.Time->Low) << ',' << exactNumber(Known.Time->High)
         << ',' << field(Known.Time->Bottleneck);
    else
      OS << ",,,";
    OS << ',' << name(Known.Counts) << ','
       << (Each.SameAs ? utostr(*Each.SameAs) : "") << '\n';
  }
}
