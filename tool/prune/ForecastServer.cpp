//===- ForecastServer.cpp - Answers for a tuner that asks -----------------===//

#include "tool/prune/ForecastServer.h"
#include "analysis/support/NearestName.h"
#include "tool/prune/JsonLine.h"
#include "tool/prune/ParameterText.h"
#include "tool/prune/RankingWriters.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

void kernelcast::forecastList(const TuningSpace &Space,
                              const ForecastSetup &Setup,
                              const SpaceForecastOptions &Options,
                              std::vector<RankedConfiguration> &List) {
  std::vector<ConfiguredKernel> Kernels;
  std::vector<size_t> Of; // their numbers in the list
  for (auto [I, Each] : enumerate(List)) {
    auto Kernel = configure(Space, Each.Values);
    if (Kernel) {
      Kernels.push_back(std::move(*Kernel));
      Of.push_back(I);
      continue;
    }
    Each.Known.Excluded = Hindrance::LaunchSizes;
    Each.Known.Reason = toString(Kernel.takeError());
    // It is no program, and so like no other.
    std::string Key = Each.Known.Reason;
    for (const ParameterValue &Value : Each.Values)
      Key += '\n' + exactText(Value);
    Each.Known.Program = contentHash(Key);
  }
  SpaceForecast Known = forecastSpace(Kernels, Setup, Options);
  for (auto [I, Number] : enumerate(Of))
    List[Number].Known = std::move(Known.Configurations[I]);
}

/// \p Value of the kind that \p Parameter has.
static Expected<ParameterValue> valueOf(const SpaceParameter &Parameter,
                                        const json::Value &Value) {
  auto fail = [&](const char *Kind) {
    return createStringError("parameter '" + Parameter.Name + "' must be " +
                             Kind);
  };
  const ParameterValue &Example = Parameter.Values.front();
  if (std::holds_alternative<bool>(Example)) {
    if (auto Truth = Value.getAsBoolean())
      return ParameterValue(*Truth);
    return fail("true or false");
  }
  if (std::holds_alternative<int64_t>(Example)) {
    if (auto Whole = Value.getAsInteger())
      return ParameterValue(*Whole);
    return fail("a whole number");
  }
  if (std::holds_alternative<double>(Example)) {
    if (auto Real = Value.getAsNumber())
      return ParameterValue(*Real);
    return fail("a number");
  }
  if (auto Text = Value.getAsString())
    return ParameterValue(Text->str());
  return fail("a text");
}

Expected<TuningConfiguration>
ForecastServer::configurationOf(const json::Value &Value) const {
  const json::Object *Fields = Value.getAsObject();
  if (!Fields)
    return createStringError(
        "must be a configuration, an object, or a list of them");
  TuningConfiguration Result;
  for (const SpaceParameter &Each : Space.Parameters) {
    const json::Value *Given = Fields->get(Each.Name);
    if (!Given)
      return createStringError("parameter '" + Each.Name + "' is missing");
    auto Known = valueOf(Each, *Given);
    if (!Known)
      return Known.takeError();
    Result.push_back(std::move(*Known));
  }
  if (Fields->size() == Space.Parameters.size())
    return Result;
  const std::vector<std::string> Names = Space.parameterNames();
  std::string Unknown; // the first by name: an object has no order
  for (const auto &[Name, Ignored] : *Fields)
    if (!is_contained(Names, StringRef(Name)) &&
        (Unknown.empty() || StringRef(Name) < Unknown))
      Unknown = Name.str();
  const StringRef Nearest = nearestName(Unknown, Names);
  return createStringError(
      "no parameter is called '" + Unknown + "'" +
      (Nearest.empty() ? "" : "; did you mean '" + Nearest.str() + "'?"));
}

Error ForecastServer::answerTo(StringRef Line, raw_ostream &OS) const {
  auto Asked = parseJsonLine(Line);
  if (!Asked)
    return Asked.takeError();
  const json::Array *Several = Asked->getAsArray();
  std::vector<RankedConfiguration> List;
  auto add = [&](const json::Value &Value) -> Error {
    auto Configuration = configurationOf(Value);
    if (!Configuration)
      return Configuration.takeError();
    List.push_back({List.size(), std::move(*Configuration), {}, 0, {}});
    return Error::success();
  };
  if (!Several) {
    if (Error E = add(*Asked))
      return E;
  } else {
    for (const json::Value &Each : *Several)
      if (Error E = add(Each))
        return createStringError("configuration " + Twine(List.size() + 1) +
                                 " of the list: " + toString(std::move(E)));
  }
  forecastList(Space, Setup, Options, List);
  Ranking All = ranked(Space.parameterNames(), std::move(List));
  llvm::sort(All.Configurations,
             [](const RankedConfiguration &A, const RankedConfiguration &B) {
               return A.Place < B.Place;
             });
  json::OStream Json(OS);
  auto write = [&](const RankedConfiguration &Each) {
    Json.object([&] { writeConfiguration(All, Each, Json); });
  };
  if (Several)
    Json.array([&] { for_each(All.Configurations, write); });
  else
    write(All.Configurations.front());
  return Error::success();
}

void ForecastServer::refuse(StringRef Why, raw_ostream &OS) {
  {
    json::OStream Json(OS);
    Json.object([&] { Json.attribute("error", json::fixUTF8(Why)); });
  }
  OS << '\n';
}

void ForecastServer::answer(StringRef Line, raw_ostream &OS) const {
  if (Error E = answerTo(Line, OS))
    return refuse(toString(std::move(E)), OS);
  OS << '\n';
}
