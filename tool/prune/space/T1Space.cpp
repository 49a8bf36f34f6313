//===- T1Space.cpp - T1: parameters, conditions, the kernel ---------------===//
//
// T1 is the format in which the authors of Kernel Tuner and KTT describe tuning
// problems. The tuners read its launch sizes differently: a file with a
// ProblemSize is Kernel Tuner's, any other one KTT's.
//===----------------------------------------------------------------------===//

#include "analysis/support/NearestName.h"
#include "tool/prune/space/SpaceReading.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

using namespace kernelcast;
using namespace llvm;

namespace {

enum class ValueKind : uint8_t { Any, Int, Uint, Float, Bool, Text };

std::optional<ValueKind> valueKind(StringRef Type) {
  return StringSwitch<std::optional<ValueKind>>(Type)
      .Case("int", ValueKind::Int)
      .Case("uint", ValueKind::Uint)
      .Cases("float", "double", ValueKind::Float)
      .Case("bool", ValueKind::Bool)
      .Case("string", ValueKind::Text)
      .Default(std::nullopt);
}

/// \p Value as one of \p Kind; nothing if it is not one. KTT makes a double of
/// what Kernel Tuner leaves as it is written.
std::optional<ParameterValue> valueOf(const ExpressionValue &Value,
                                      ValueKind Kind, SpaceFormat Format) {
  using Type = ExpressionValue::Kind;
  const bool Takes = [&] {
    switch (Kind) {
    case ValueKind::Any:
      return Value.Type != Type::List;
    case ValueKind::Int:
      return Value.isInteger();
    case ValueKind::Uint:
      return Value.isInteger() && Value.Integer >= 0;
    case ValueKind::Float:
      return Value.isNumber();
    case ValueKind::Bool:
      return Value.isInteger() && (Value.Integer | 1) == 1;
    case ValueKind::Text:
      return Value.Type == Type::Text;
    }
    return false;
  }();
  if (!Takes)
    return std::nullopt;
  if (Value.Type == Type::Text)
    return *Value.Text;
  if (Kind == ValueKind::Bool ||
      (Kind == ValueKind::Any && Value.Type == Type::Boolean))
    return Value.Integer != 0;
  if (Kind == ValueKind::Float && Format == SpaceFormat::Ktt)
    return Value.asReal();
  if (Value.Type == Type::Real)
    return Value.Real;
  return Value.Integer;
}

/// Adds the values of a list; what is there already is left out.
void addValues(const ExpressionValue &List, ValueKind Kind,
               const SourceSpot &Place, SpaceParameter &Parameter,
               SpaceReading &Reading) {
  if (List.Type != ExpressionValue::Kind::List)
    return Reading.mistake(Place, "the values of '" + Twine(Parameter.Name) +
                                      "' are not a list");
  bool Repeats = false;
  std::set<ParameterValue> Known;
  for (const ExpressionValue &Each : List.List->Elements) {
    std::optional<ParameterValue> Value =
        valueOf(Each, Kind, Reading.Space.Format);
    if (!Value)
      return Reading.mistake(Place, "a value of '" + Twine(Parameter.Name) +
                                        "' is not of its type");
    if (!Known.insert(*Value).second) {
      Repeats = true;
      continue;
    }
    Parameter.Values.push_back(std::move(*Value));
  }
  if (Repeats)
    Reading.warn(Place, "'" + Twine(Parameter.Name) +
                            "' has a value twice; it is taken once");
}

/// Values is an expression in a text; some files have a list instead.
void readValues(const JsonNode &Node, ValueKind Kind, SpaceParameter &Parameter,
                SpaceReading &Reading) {
  if (std::optional<StringRef> Text = Node->getAsString()) {
    ExpressionEvaluator Evaluator;
    auto Wrong = [&](Error Failure) {
      handleAllErrors(std::move(Failure), [&](const ExpressionError &Each) {
        Reading.mistake(Node.placeInText(Each.Column), Each.Message);
      });
    };
    Expected<ParameterExpression> Read = ParameterExpression::parse(*Text, {});
    if (!Read)
      return Wrong(Read.takeError());
    const ExpressionValue *Value = Evaluator.run(*Read, {});
    if (!Value)
      return Wrong(Evaluator.error());
    return addValues(*Value, Kind, Node.place(), Parameter, Reading);
  }
  ExpressionStorage Storage;
  std::vector<ExpressionValue> Values;
  for (const JsonNode &Each : Node.elements()) {
    if (std::optional<bool> Truth = Each->getAsBoolean())
      Values.push_back(ExpressionValue::boolean(*Truth));
    else if (std::optional<int64_t> Whole = Each->getAsInteger())
      Values.push_back(ExpressionValue::integer(*Whole));
    else if (std::optional<double> Real = Each->getAsNumber())
      Values.push_back(ExpressionValue::real(*Real));
    else if (std::optional<StringRef> Word = Each->getAsString())
      Values.push_back(
          ExpressionValue::text(Storage.Texts.emplace_back(Word->str())));
    else
      return Reading.mistake(Each.place(), "not a value of a parameter");
  }
  ExpressionValue List;
  ExpressionFailure Failure;
  if (!Node->getAsArray())
    return Reading.mistake(Node.place(), "'Values' is not a text");
  if (!makeList(Values.data(), Values.size(), false, List, Storage, Failure))
    return Reading.mistake(Node.place(), Failure.What);
  addValues(List, Kind, Node.place(), Parameter, Reading);
}

void readParameter(const JsonNode &Node, SpaceReading &Reading) {
  const auto NameNode = Reading.required(Node, "Name");
  const auto Values = Reading.required(Node, "Values");
  if (!NameNode || !Values)
    return;
  const auto Name = Reading.text(*NameNode, "'Name'");
  if (!Name)
    return;
  SpaceParameter Parameter{*Name, {}, NameNode->place()};
  ValueKind Kind = ValueKind::Any;
  if (const auto TypeNode = Node.field("Type")) {
    const auto Type = Reading.text(*TypeNode, "'Type'");
    if (!Type)
      return;
    const auto Known = valueKind(*Type);
    if (!Known)
      return Reading.mistake(TypeNode->place(),
                             "'" + Twine(*Type) +
                                 "' is not a type of parameters: int, uint, "
                                 "float, bool and string are");
    Kind = *Known;
  }
  const bool WasWrong = Reading.hasMistakes();
  readValues(*Values, Kind, Parameter, Reading);
  // Else one mistake would make two.
  if (!Parameter.Values.empty() || WasWrong == Reading.hasMistakes())
    Reading.addParameter(std::move(Parameter));
}

/// Conditions see all parameters with Kernel Tuner, and only those that they
/// list with KTT.
void readCondition(const JsonNode &Node, SpaceReading &Reading) {
  const auto ExpressionNode = Reading.required(Node, "Expression");
  if (!ExpressionNode)
    return;
  SpaceReading::Unreadable Reason;
  auto Condition = Reading.expression(*ExpressionNode, Reason);
  if (!Condition)
    return Reading.mistake(Reason.Place, Reason.Message);
  if (const auto Listed = Node.field("Parameters")) {
    const std::vector<SpaceParameter> &Known = Reading.Space.Parameters;
    std::vector<bool> IsListed(Known.size(), false);
    for (const JsonNode &Each : Listed->elements()) {
      const auto Name = Reading.text(Each, "a name in 'Parameters'");
      const auto Found = llvm::find_if(Known, [&](const SpaceParameter &One) {
        return Name && One.Name == *Name;
      });
      if (Found != Known.end())
        IsListed[Found - Known.begin()] = true;
      else if (Name)
        Reading.note(Each.place(), "the condition lists '" + Twine(*Name) +
                                       "', which is not a parameter");
    }
    for (unsigned Used : Condition->Value.parameters())
      if (!IsListed[Used])
        Reading.note(
            ExpressionNode->place(),
            "the condition uses '" + Twine(Known[Used].Name) +
                "' without listing it in 'Parameters'" +
                (Reading.Space.Format == SpaceFormat::Ktt
                     ? ", which KTT needs; it is read as if it were listed"
                     : ", which Kernel Tuner does not need"));
  }
  Reading.Space.Conditions.push_back(std::move(*Condition));
}

/// Bytes of one element of an argument; 0: not known.
uint64_t elementBytes(StringRef Type) {
  uint64_t Lanes = 1;
  const StringRef Base = Type.rtrim("0123456789");
  const bool IsWhole = Base == "int" || Base == "uint";
  if (!IsWhole && Type.size() != Base.size() &&
      Type.substr(Base.size()).getAsInteger(10, Lanes))
    return 0;
  const uint64_t Bytes = StringSwitch<uint64_t>(IsWhole ? Type : Base)
                             .Cases("bool", "int8", "uint8", 1)
                             .Cases("half", "int16", "uint16", 2)
                             .Cases("float", "int32", "uint32", 4)
                             .Cases("double", "int64", "uint64", 8)
                             .Default(0);
  return Bytes * Lanes;
}

/// A __local pointer: its bytes are the launch's dynamic shared memory.
void readLocalMemory(const JsonNode &Node, StringRef Type,
                     SpaceReading &Reading) {
  const auto SizeNode = Reading.required(Node, "Size");
  if (!SizeNode)
    return;
  SpaceReading::Unreadable Reason;
  const auto Size = Reading.expression(*SizeNode, Reason);
  if (!Size)
    return Reading.mistake(Reason.Place, Reason.Message);
  uint64_t Bytes = elementBytes(Type);
  if (const auto Given = Node.field("TypeSize"))
    Bytes = static_cast<uint64_t>(
        std::max<int64_t>((*Given)->getAsInteger().value_or(0), 0));
  if (!Bytes)
    return Reading.mistake(Node.place(),
                           "the size of this local memory's type is not known; "
                           "'TypeSize' says it");
  auto All = Reading.expression(
      "(" + Size->Text + ") * " + std::to_string(Bytes),
      [&](unsigned) { return SizeNode->place(); }, Reason);
  if (All)
    Reading.Space.Launch.SharedBytes.push_back(std::move(*All));
}

void readArgument(const JsonNode &Node, SpaceReading &Reading) {
  SpaceArgument Argument;
  Argument.Location = Node.place();
  std::string Type;
  if (const auto TypeNode = Node.field("Type"))
    Type = Reading.text(*TypeNode, "'Type'").value_or("");
  if (const auto NameNode = Node.field("Name"))
    Argument.Name = Reading.text(*NameNode, "'Name'").value_or("");
  const auto MemoryNode = Reading.required(Node, "MemoryType");
  if (!MemoryNode)
    return;
  const auto Memory = Reading.text(*MemoryNode, "'MemoryType'");
  if (!Memory)
    return;
  const auto Kind = StringSwitch<std::optional<SpaceArgument::Kind>>(*Memory)
                        .Case("Scalar", SpaceArgument::Kind::Scalar)
                        .Case("Vector", SpaceArgument::Kind::Buffer)
                        .Case("Local", SpaceArgument::Kind::LocalMemory)
                        .Case("Symbol", SpaceArgument::Kind::Symbol)
                        .Default(std::nullopt);
  if (!Kind)
    return Reading.mistake(MemoryNode->place(),
                           "'" + Twine(*Memory) +
                               "' is not a memory type: Scalar, Vector, Local "
                               "and Symbol are");
  Argument.Type = *Kind;
  if (*Kind == SpaceArgument::Kind::LocalMemory)
    readLocalMemory(Node, Type, Reading);
  if (*Kind == SpaceArgument::Kind::Scalar)
    if (const auto Value = Node.field("FillValue")) {
      const std::optional<double> Real = (*Value)->getAsNumber();
      const std::optional<int64_t> Whole = (*Value)->getAsInteger();
      const bool IsReal = StringRef(Type).starts_with("float") ||
                          StringRef(Type).starts_with("double") ||
                          StringRef(Type).starts_with("half");
      if (!Real)
        return Reading.mistake(Value->place(), "'FillValue' is not a number");
      if (IsReal || !Whole)
        Argument.Value = *Real;
      else
        Argument.Value = *Whole;
    }
  Reading.Space.Arguments.push_back(std::move(Argument));
}

void readArguments(const JsonNode &Kernel, SpaceReading &Reading) {
  const auto Arguments = Kernel.field("Arguments");
  if (!Arguments)
    return;
  if (!(*Arguments)->getAsArray())
    return Reading.mistake(Arguments->place(), "'Arguments' is not a list");
  for (const JsonNode &Each : Arguments->elements())
    if (Each->getAsObject())
      readArgument(Each, Reading);
    else
      Reading.mistake(Each.place(), "an argument is not an object");
}

void readLanguage(const JsonNode &Kernel, SpaceReading &Reading) {
  const auto Node = Reading.required(Kernel, "Language");
  if (!Node)
    return;
  const auto Name = Reading.text(*Node, "'Language'");
  if (!Name)
    return;
  if (StringRef(*Name).equals_insensitive("CUDA"))
    Reading.Space.Language = SpaceLanguage::Cuda;
  else if (StringRef(*Name).equals_insensitive("OpenCL"))
    Reading.Space.Language = SpaceLanguage::OpenCl;
  else
    Reading.mistake(Node->place(), "kernelcast reads CUDA and OpenCL, not '" +
                                       Twine(*Name) + "'");
}

void readSources(const JsonNode &Kernel, SpaceReading &Reading) {
  if (!Reading.Overrides.Sources.empty())
    return;
  const auto Node = Reading.required(Kernel, "KernelFile");
  if (!Node)
    return;
  std::vector<JsonNode> Files = Node->elements();
  if (!(*Node)->getAsArray())
    Files.push_back(*Node);
  else
    Reading.note(Node->place(),
                 "'KernelFile' is a list: its files are read as one text");
  for (const JsonNode &Each : Files) {
    const auto Path = Reading.text(Each, "'KernelFile'");
    if (!Path)
      continue;
    if (StringRef(*Path).ends_with(".hip"))
      Reading.warn(Each.place(), "this file is written for HIP; --source gives "
                                 "another one");
    Reading.Space.Sources.push_back(Reading.besideFile(*Path));
  }
}

/// The texts of a list, in the field \p Name.
std::vector<std::string> readTexts(const JsonNode &Object, StringRef Name,
                                   SpaceReading &Reading) {
  std::vector<std::string> Texts;
  if (const auto Node = Object.field(Name))
    for (const JsonNode &Each : Node->elements())
      if (auto Text = Reading.text(Each, Name); Text && !Text->empty())
        Texts.push_back(std::move(*Text));
  return Texts;
}

void readKernel(const JsonNode &Kernel, SpaceReading &Reading) {
  readLanguage(Kernel, Reading);
  if (const auto Name = Reading.required(Kernel, "KernelName"))
    Reading.Space.KernelName = Reading.text(*Name, "'KernelName'").value_or("");
  readSources(Kernel, Reading);
  readArguments(Kernel, Reading);
  std::vector<std::string> Options =
      readTexts(Kernel, "CompilerOptions", Reading);
  if (Reading.Space.Format == SpaceFormat::KernelTuner) {
    if (const auto Given = Kernel.field("CompilerOptions");
        Given && !Options.empty())
      Reading.note(Given->place(),
                   "'CompilerOptions' is ignored, as by Kernel Tuner");
    return readKernelTunerLaunch(Kernel, Reading);
  }
  Reading.Space.CompilerOptions = std::move(Options);
  Reading.Space.TypeNames = readTexts(Kernel, "KernelTypeNames", Reading);
  readKttLaunch(Kernel, Reading);
}

} // namespace

void kernelcast::readT1(const JsonNode &Root, SpaceReading &Reading) {
  const auto Space = Reading.required(Root, "ConfigurationSpace");
  const auto Kernel = Reading.required(Root, "KernelSpecification");
  if (!Space || !Kernel)
    return;
  const auto Problem = Kernel->field("ProblemSize");
  Reading.Space.Format = Problem ? SpaceFormat::KernelTuner : SpaceFormat::Ktt;
  if (Problem)
    Reading.note(Problem->placeOfKey(),
                 "read as Kernel Tuner's T1, since there is a ProblemSize");
  else
    Reading.note(Kernel->placeOfKey(),
                 "read as KTT's T1, since there is no ProblemSize");
  const auto Parameters = Reading.required(*Space, "TuningParameters");
  if (!Parameters)
    return;
  if (!(*Parameters)->getAsArray())
    return Reading.mistake(Parameters->place(),
                           "'TuningParameters' is not a list");
  for (const JsonNode &Each : Parameters->elements())
    readParameter(Each, Reading);
  // Expressions over parameters that are not known would only repeat that.
  if (Reading.hasMistakes())
    return;
  if (const auto Conditions = Space->field("Conditions")) {
    if (!(*Conditions)->getAsArray())
      return Reading.mistake(Conditions->place(), "'Conditions' is not a list");
    for (const JsonNode &Each : Conditions->elements())
      readCondition(Each, Reading);
  }
  readKernel(*Kernel, Reading);
}
