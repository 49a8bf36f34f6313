//===- ListedSpace.cpp - Configurations one by one ------------------------===//

#include "analysis/support/CsvRows.h"
#include "tool/prune/space/SpaceReading.h"
#include "tool/prune/space/WrittenValue.h"
#include <cmath>
#include <map>

using namespace kernelcast;
using namespace llvm;

namespace {

/// Takes configurations in; each value becomes a place in its parameter's
/// values.
class ListBuilder {
public:
  explicit ListBuilder(SpaceReading &Reading) : Reading(Reading) {
    Reading.Space.Format = SpaceFormat::List;
    Reading.Space.Listed.emplace();
  }

  void addParameter(StringRef Name, const SourceSpot &Place) {
    // The first configuration gives it its first value.
    Reading.addParameter({Name.str(), {ParameterValue(false)}, Place});
    if (Reading.hasMistakes())
      return;
    Reading.Space.Parameters.back().Values.clear();
    Places.emplace_back();
  }

  void startRow() { Row.assign(Places.size(), 0); }
  void set(size_t Parameter, ParameterValue Value) {
    std::vector<ParameterValue> &Values =
        Reading.Space.Parameters[Parameter].Values;
    const auto [Found, IsNew] =
        Places[Parameter].try_emplace(Value, uint32_t(Values.size()));
    if (IsNew)
      Values.push_back(std::move(Value));
    Row[Parameter] = Found->second;
  }
  void finishRow(const SourceSpot &Place) {
    if (!Known.try_emplace(Row, true).second)
      Reading.warn(Place,
                   "this configuration is there twice; it is taken once");
    else
      Rows.push_back(Row);
  }
  void finish() {
    if (!Reading.hasMistakes() && Rows.empty())
      Reading.mistake({Reading.FileName, 0, 0}, "there are no configurations");
    Reading.Space.Listed = std::move(Rows);
  }

private:
  SpaceReading &Reading;
  std::vector<std::map<ParameterValue, uint32_t>> Places;
  std::map<std::vector<uint32_t>, bool> Known;
  std::vector<uint32_t> Row;
  std::vector<std::vector<uint32_t>> Rows;
};

Expected<ParameterValue> jsonValue(const json::Value &Value) {
  if (std::optional<bool> Truth = Value.getAsBoolean())
    return *Truth;
  if (Value.kind() == json::Value::Number) {
    if (std::optional<int64_t> Whole = Value.getAsInteger())
      return *Whole;
    // What is read as floating-point may have been a longer whole number, and
    // then is another one.
    constexpr double WholeLimit = 9223372036854775808.0; // 2^63
    const double Number = Value.getAsNumber().value_or(0);
    if (!(std::abs(Number) < WholeLimit))
      return createStringError("this number does not fit into 64 bits");
    return Number;
  }
  if (std::optional<StringRef> Text = Value.getAsString())
    return Text->str();
  return createStringError("not a value of a parameter");
}

/// In CSV nothing tells a number from a text but its looks and its quotes.
Expected<ParameterValue> csvValue(const CsvRows::Field &Field) {
  if (Field.IsQuoted)
    return ParameterValue(Field.Text);
  return writtenValue(Field.Text);
}

} // namespace

void kernelcast::readJsonList(const JsonNode &Array, StringRef Field,
                              SpaceReading &Reading) {
  if (!Array->getAsArray())
    return Reading.mistake(Array.place(), "not a list of configurations");
  ListBuilder Builder(Reading);
  bool IsFirst = true;
  for (const JsonNode &Each : Array.elements()) {
    std::optional<JsonNode> Row = Each;
    if (!Field.empty())
      Row = Reading.required(Each, Field);
    if (!Row)
      return;
    if (!(*Row)->getAsObject())
      return Reading.mistake(Row->place(), "a configuration is not an object");
    const std::vector<std::pair<std::string, JsonNode>> Fields = Row->fields();
    if (IsFirst)
      for (const auto &[Name, Value] : Fields)
        Builder.addParameter(Name, Value.placeOfKey());
    if (Reading.hasMistakes())
      return;
    IsFirst = false;
    Builder.startRow();
    const std::vector<SpaceParameter> &Known = Reading.Space.Parameters;
    for (size_t I = 0; I != Fields.size(); ++I) {
      const auto &[Name, Node] = Fields[I];
      // Nearly always in the order of the first.
      size_t At = I;
      if (At >= Known.size() || Known[At].Name != Name)
        At = llvm::find_if(
                 Known,
                 [&](const SpaceParameter &One) { return One.Name == Name; }) -
             Known.begin();
      if (At == Known.size())
        return Reading.mistake(Node.placeOfKey(),
                               "the first configuration has no '" +
                                   Twine(Name) + "'");
      auto Value = jsonValue(*Node);
      if (!Value)
        return Reading.mistake(Node.place(), toString(Value.takeError()));
      Builder.set(At, std::move(*Value));
    }
    if (Fields.size() != Known.size())
      return Reading.mistake(Row->place(), "this configuration has " +
                                               Twine(Fields.size()) +
                                               " parameters, the first one " +
                                               Twine(Known.size()));
    Builder.finishRow(Row->place());
  }
  Builder.finish();
}

void kernelcast::readCsvList(StringRef Text, SpaceReading &Reading) {
  ListBuilder Builder(Reading);
  CsvRows Rows(Text);
  auto placeOf = [&](unsigned Column) {
    return SourceSpot{Reading.FileName, Rows.Line, Column};
  };
  const bool HasHeader = Rows.next();
  const size_t Parameters = Rows.Fields.size();
  for (size_t I = 0; HasHeader && I != Parameters; ++I)
    Builder.addParameter(Rows.Fields[I].Text, placeOf(Rows.Fields[I].Column));
  while (HasHeader && !Reading.hasMistakes() && Rows.next()) {
    if (Rows.Fields.size() != Parameters)
      return Reading.mistake(placeOf(1),
                             "this line has " + Twine(Rows.Fields.size()) +
                                 " fields, the first one " + Twine(Parameters));
    Builder.startRow();
    for (size_t I = 0; I != Parameters; ++I) {
      auto Value = csvValue(Rows.Fields[I]);
      if (!Value)
        return Reading.mistake(placeOf(Rows.Fields[I].Column),
                               toString(Value.takeError()));
      Builder.set(I, std::move(*Value));
    }
    Builder.finishRow(placeOf(1));
  }
  if (!Rows.Mistake.empty())
    return Reading.mistake(placeOf(1), Rows.Mistake);
  Builder.finish();
}
