//===- JsonLines.cpp - A ranking as lines of JSON -------------------------===//

#include "tool/prune/ParameterText.h"
#include "tool/prune/RankingWriters.h"
#include "tool/report/Numbers.h"

using namespace llvm;
using namespace kernelcast;

void kernelcast::writeConfiguration(const Ranking &All,
                                    const RankedConfiguration &One,
                                    json::OStream &Json) {
  Json.attribute("rank", static_cast<int64_t>(One.Rank));
  Json.attributeObject("configuration", [&] {
    for (size_t I = 0; I != One.Values.size(); ++I) {
      Json.attributeBegin(json::fixUTF8(All.Parameters[I]));
      writeValue(Json, One.Values[I]);
      Json.attributeEnd();
    }
  });
  const Forecast &Known = One.Known;
  Json.attribute("can_run", Known.canRun());
  Json.attribute("reason", json::fixUTF8(Known.Reason));
  auto number = [&](double Value) { Json.rawValue(exactNumber(Value)); };
  Json.attributeBegin("time_s");
  if (Known.Time)
    number(Known.Time->Seconds);
  else
    Json.value(nullptr);
  Json.attributeEnd();
  Json.attributeBegin("interval_s");
  if (Known.Time)
    Json.array([&] {
      number(Known.Time->Low);
      number(Known.Time->High);
    });
  else
    Json.value(nullptr);
  Json.attributeEnd();
  Json.attribute("bottleneck",
                 json::fixUTF8(Known.Time ? Known.Time->Bottleneck : ""));
  Json.attribute("counts", name(Known.Counts));
  if (One.SameAs)
    Json.attribute("same_as", static_cast<int64_t>(*One.SameAs));
  else
    Json.attribute("same_as", nullptr);
}

void kernelcast::writeJsonLines(const Ranking &All, raw_ostream &OS) {
  for (const RankedConfiguration &Each : All.Configurations) {
    json::OStream Json(OS);
    Json.object([&] { writeConfiguration(All, Each, Json); });
    Json.flush();
    OS << '\n';
  }
}
