//===- SpaceReading.cpp - What readers of space files work on -------------===//

#include "tool/prune/space/SpaceReading.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace kernelcast;
using namespace llvm;

void SpaceReading::mistake(const SourceSpot &Place, const Twine &Message) {
  if (Mistakes.size() <= MaxSpaceMistakes)
    Mistakes.push_back(Mistakes.size() == MaxSpaceMistakes
                           ? FileName + ": error: and more mistakes"
                           : errorLine(Place, Message));
}

void SpaceReading::note(const SourceSpot &Place, const Twine &Message) {
  Space.Notes.push_back({ReportDiagnostic::Level::Note, Place, Message.str()});
}

void SpaceReading::warn(const SourceSpot &Place, const Twine &Message) {
  Space.Notes.push_back(
      {ReportDiagnostic::Level::Warning, Place, Message.str()});
}

void SpaceReading::launchMistake(const SourceSpot &Place,
                                 const Twine &Message) {
  Space.LaunchMistakes.push_back(
      {ReportDiagnostic::Level::Error, Place, Message.str()});
}

std::optional<std::string> SpaceReading::text(const JsonNode &Node,
                                              StringRef What) {
  if (std::optional<StringRef> Text = Node->getAsString())
    return Text->str();
  mistake(Node.place(), What + " is not a text");
  return std::nullopt;
}

std::optional<JsonNode> SpaceReading::required(const JsonNode &Object,
                                               StringRef Name) {
  if (!Object->getAsObject()) {
    mistake(Object.place(), "expected an object with '" + Name + "'");
    return std::nullopt;
  }
  std::optional<JsonNode> Found = Object.field(Name);
  if (!Found)
    mistake(Object.place(), "'" + Name + "' is missing");
  return Found;
}

std::optional<SpaceExpression>
SpaceReading::expression(StringRef Text,
                         function_ref<SourceSpot(unsigned)> PlaceOf,
                         Unreadable &Reason) {
  Expected<ParameterExpression> Read =
      ParameterExpression::parse(Text, Space.parameterNames());
  if (Read)
    return SpaceExpression{Text.str(), *Read, PlaceOf(1)};
  handleAllErrors(Read.takeError(), [&](const ExpressionError &Each) {
    Reason.Place = PlaceOf(Each.Column);
    Reason.Message = Each.Message;
  });
  return std::nullopt;
}

std::optional<SpaceExpression> SpaceReading::expression(const JsonNode &Node,
                                                        Unreadable &Reason) {
  if (std::optional<int64_t> Whole = Node->getAsInteger())
    return SpaceExpression{std::to_string(*Whole),
                           ParameterExpression::constant(*Whole), Node.place()};
  if (std::optional<StringRef> Text = Node->getAsString())
    return expression(
        *Text, [&](unsigned Column) { return Node.placeInText(Column); },
        Reason);
  Reason = {Node.place(), "neither an expression nor a whole number"};
  return std::nullopt;
}

/// Whether macros and expressions can have this name.
static bool isName(StringRef Name) {
  return !Name.empty() && !isDigit(Name[0]) && Name.size() <= 256 &&
         llvm::all_of(Name, [](char C) { return isAlnum(C) || C == '_'; });
}

void SpaceReading::addParameter(SpaceParameter Parameter) {
  if (!isName(Parameter.Name))
    return mistake(Parameter.Location,
                   "'" + Twine(Parameter.Name) +
                       "' is not a name for a parameter: letters, digits and "
                       "underscores are, and no digit first");
  if (llvm::any_of(Space.Parameters, [&](const SpaceParameter &Each) {
        return Each.Name == Parameter.Name;
      }))
    return mistake(Parameter.Location, "the parameter '" +
                                           Twine(Parameter.Name) +
                                           "' is there twice");
  if (Parameter.Values.empty())
    return mistake(Parameter.Location, "the parameter '" +
                                           Twine(Parameter.Name) +
                                           "' has no values");
  if (Space.Parameters.size() == MaxSpaceParameters)
    return mistake(Parameter.Location,
                   "more than " + Twine(MaxSpaceParameters) + " parameters");
  Space.Parameters.push_back(std::move(Parameter));
}

/// "a, max(b, c)" has two parts.
static SmallVector<StringRef, 3> splitAtCommas(StringRef Text) {
  SmallVector<StringRef, 3> Parts;
  unsigned Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    if (Text[I] == '(' || Text[I] == '[')
      ++Depth;
    else if ((Text[I] == ')' || Text[I] == ']') && Depth)
      --Depth;
    else if (Text[I] == ',' && !Depth) {
      Parts.push_back(Text.slice(Start, I));
      Start = I + 1;
    }
  }
  Parts.push_back(Text.substr(Start));
  return Parts;
}

void SpaceReading::sizes(StringRef Option, StringRef Text,
                         function_ref<void(unsigned, SpaceExpression)> Take) {
  const SmallVector<StringRef, 3> Parts = splitAtCommas(Text);
  if (Parts.size() > 3)
    return mistake({Option.str(), 0, 0}, "more than three sizes");
  for (unsigned Axis = 0; Axis != Parts.size(); ++Axis) {
    const auto Before = static_cast<unsigned>(Parts[Axis].data() - Text.data());
    Unreadable Reason;
    std::optional<SpaceExpression> Read = expression(
        Parts[Axis],
        [&](unsigned Column) {
          return SourceSpot{Option.str(), 1, Before + Column};
        },
        Reason);
    if (Read)
      Take(Axis, std::move(*Read));
    else
      mistake(Reason.Place, Reason.Message);
  }
}

void SpaceReading::applyOverrides() {
  LaunchRecipe &Launch = Space.Launch;
  if (Overrides.LocalSize) {
    Launch.Block = {};
    sizes("--local-size", *Overrides.LocalSize,
          [&](unsigned Axis, SpaceExpression Size) {
            Launch.Block[Axis] = std::move(Size);
          });
    // As with Kernel Tuner's block_size_names, which name those that are given.
    for (unsigned Axis = 0; Axis != 3; ++Axis)
      Launch.DefinesBlockSize[Axis] = !Launch.Block[Axis];
  }
  if (Overrides.Grid) {
    Launch.Grid = {};
    sizes("--grid", *Overrides.Grid, [&](unsigned Axis, SpaceExpression Size) {
      Launch.Grid[Axis] = GridAxis{std::move(Size), {}, false};
    });
  }
  if (Overrides.SharedBytes) {
    Launch.SharedBytes.clear();
    sizes("--dynamic-shared", *Overrides.SharedBytes,
          [&](unsigned, SpaceExpression Size) {
            Launch.SharedBytes.push_back(std::move(Size));
          });
  }
  if (!Overrides.Sources.empty())
    Space.Sources = Overrides.Sources;
  if (Overrides.KernelName) {
    Space.KernelName = *Overrides.KernelName;
    Space.TypeNames.clear();
  }
  Space.GivenArguments = Overrides.Arguments;
  auto isOpen = [](const auto &Axes) {
    return llvm::none_of(Axes, [](const auto &Each) { return bool(Each); });
  };
  const bool KnowsWhy = !Space.LaunchMistakes.empty();
  if (isOpen(Launch.Block) && !KnowsWhy)
    launchMistake({FileName, 0, 0},
                  "no block size is known; give --local-size");
  if (isOpen(Launch.Grid) && !KnowsWhy)
    launchMistake({FileName, 0, 0}, "no grid is known; give --grid");
}

std::string SpaceReading::besideFile(StringRef Path) const {
  if (sys::path::is_absolute(Path))
    return Path.str();
  SmallString<128> Made(sys::path::parent_path(FileName));
  sys::path::append(Made, Path);
  return Made.str().str();
}

Expected<TuningSpace> SpaceReading::finish() {
  if (Mistakes.empty() && Space.Parameters.empty())
    mistake({FileName, 0, 0}, "the space has no parameters");
  if (!Mistakes.empty())
    return createStringError(join(Mistakes, "\n"));
  return std::move(Space);
}

Error kernelcast::launchError(const TuningSpace &Space) {
  if (Space.LaunchMistakes.empty())
    return Error::success();
  std::vector<std::string> Lines;
  Lines.reserve(Space.LaunchMistakes.size());
  for (const ReportDiagnostic &Each : Space.LaunchMistakes)
    Lines.push_back(errorLine(Each.Location, Each.Message));
  return createStringError(join(Lines, "\n"));
}
