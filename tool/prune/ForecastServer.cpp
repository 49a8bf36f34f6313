//===- ForecastServer.cpp - Answers for a tuner that asks -----------------===//

#include "tool/prune/ForecastServer.h"
#include "analysis/support/NearestName.h"
#include "tool/prune/JsonLine.h"
#include "tool/prune/ParameterText.h"
#include "tool/prune/RankingWriters.h"
#include "tool/prune/space/WrittenValue.h"
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

/// The same, of what is written.
static Expected<ParameterValue> valueOf(const SpaceParameter &Parameter,
                                        StringRef Text) {
  const ParameterValue &Example = Parameter.Values.front();
  if (std::holds_alternative<std::string>(Example))
    return ParameterValue(Text.str());
  auto Written = writtenValue(Text);
  if (!Written)
    return createStringError("parameter '" + Parameter.Name +
                             "': " + toString(Written.takeError()));
  // What is not of the kind is refused.
  return std::visit(
      [&](const auto &Value) { return valueOf(Parameter, json::Value(Value)); },
      *Written);
}

static Error unknownParameter(StringRef Name, const TuningSpace &Space) {
  const std::vector<std::string> Names = Space.parameterNames();
  const StringRef Nearest = nearestName(Name, Names);
  return createStringError(
      "no parameter is called '" + Name + "'" +
      (Nearest.empty() ? "" : "; did you mean '" + Nearest.str() + "'?"));
}

static Error missingParameter(const SpaceParameter &Parameter) {
  return createStringError("parameter '" + Parameter.Name + "' is missing");
}

Error ForecastServer::tooMany(size_t Asked) {
  return createStringError(Twine(Asked) + " configurations are asked for at " +
                           "once, and " + Twine(MaxAsked) +
                           " at most are answered");
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
      return missingParameter(Each);
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
  return unknownParameter(Unknown, Space);
}

/// "configuration 2 of the list: ..."
static Error ofList(size_t Place, Error E) {
  return createStringError("configuration " + Twine(Place + 1) +
                           " of the list: " + toString(std::move(E)));
}

ForecastAnswer ForecastServer::forecast(std::vector<RankedConfiguration> List,
                                        bool IsList) const {
  forecastList(Space, Setup, Options, List);
  ForecastAnswer Result{ranked(Space.parameterNames(), std::move(List)),
                        IsList};
  llvm::sort(Result.Forecasts.Configurations,
             [](const RankedConfiguration &A, const RankedConfiguration &B) {
               return A.Place < B.Place;
             });
  return Result;
}

Expected<ForecastAnswer> ForecastServer::ask(StringRef Line) const {
  auto Asked = parseJsonLine(Line);
  if (!Asked)
    return Asked.takeError();
  const json::Array *Several = Asked->getAsArray();
  std::vector<RankedConfiguration> List;
  if (!Several) {
    auto One = configurationOf(*Asked);
    if (!One)
      return One.takeError();
    List.push_back({0, std::move(*One), {}, 0, {}});
    return forecast(std::move(List), /*IsList=*/false);
  }
  if (Several->size() > MaxAsked)
    return tooMany(Several->size());
  for (const json::Value &Each : *Several) {
    auto Next = configurationOf(Each);
    if (!Next)
      return ofList(List.size(), Next.takeError());
    List.push_back({List.size(), std::move(*Next), {}, 0, {}});
  }
  return forecast(std::move(List), /*IsList=*/true);
}

Expected<ForecastAnswer> ForecastServer::ask(ArrayRef<StringRef> Names,
                                             ArrayRef<StringRef> Values) const {
  const size_t Width = Space.Parameters.size();
  std::vector<size_t> Columns; // by parameter
  for (const SpaceParameter &Each : Space.Parameters) {
    const auto *Found = find(Names, Each.Name);
    if (Found == Names.end())
      return missingParameter(Each);
    Columns.push_back(Found - Names.begin());
  }
  for (auto [I, Name] : enumerate(Names)) {
    if (is_contained(Names.take_front(I), Name))
      return createStringError("parameter '" + Name + "' is there twice");
    if (!is_contained(Columns, I))
      return unknownParameter(Name, Space);
  }
  const size_t Rows = Width ? Values.size() / Width : 0;
  if (Rows > MaxAsked)
    return tooMany(Rows);
  std::vector<RankedConfiguration> List;
  for (size_t Row = 0; Row != Rows; ++Row) {
    TuningConfiguration Next;
    for (auto [Parameter, Column] : zip(Space.Parameters, Columns)) {
      auto Value = valueOf(Parameter, Values[Row * Width + Column]);
      if (!Value)
        return ofList(Row, Value.takeError());
      Next.push_back(std::move(*Value));
    }
    List.push_back({Row, std::move(Next), {}, 0, {}});
  }
  return forecast(std::move(List), /*IsList=*/true);
}

void ForecastServer::write(const ForecastAnswer &Answer, raw_ostream &OS) {
  const std::vector<RankedConfiguration> &List =
      Answer.Forecasts.Configurations;
  json::OStream Json(OS);
  auto one = [&](const RankedConfiguration &Each) {
    Json.object([&] { writeConfiguration(Answer.Forecasts, Each, Json); });
  };
  if (Answer.IsList)
    Json.array([&] { for_each(List, one); });
  else
    one(List.front());
}

void ForecastServer::refuse(StringRef Why, raw_ostream &OS) {
  {
    json::OStream Json(OS);
    Json.object([&] { Json.attribute("error", json::fixUTF8(Why)); });
  }
  OS << '\n';
}

void ForecastServer::answer(StringRef Line, raw_ostream &OS) const {
  auto Answer = ask(Line);
  if (!Answer)
    return refuse(toString(Answer.takeError()), OS);
  write(*Answer, OS);
  OS << '\n';
}
