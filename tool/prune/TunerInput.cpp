//===- TunerInput.cpp - A ranking that Kernel Tuner runs ------------------===//

#include "tool/prune/TunerInput.h"
#include "tool/prune/ParameterText.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace kernelcast;

static constexpr StringLiteral StrategyClass = "RankedList";

static constexpr StringLiteral StrategyHead =
    R"(# Written by kernelcast prune: the configurations that can run, best first by
# their predicted times, as a search strategy of Kernel Tuner. Those that are the
# same program as one before them come last.
from kernel_tuner.strategies.wrapper import OptAlg


class RankedList(OptAlg):
    """Measures the configurations in the order of their ranks."""

    def __init__(self):
        super().__init__()
        self.costfunc_kwargs = {"scaling": False, "snap": False}

    def __call__(self, func, searchspace):
        best = None
        for values in RANKING:
            named = dict(zip(PARAMETERS, values))
            configuration = tuple(named[name]
                                  for name in searchspace.param_names)
            # Kernel Tuner has conditions of its own.
            if not searchspace.is_param_config_valid(configuration):
                continue
            cost = func(configuration)
            if best is None or cost < best[1]:
                best = (configuration, cost)
        return best


)";

/// \p Text as a literal of Python.
static std::string pythonLiteral(StringRef Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    if (C == '\n')
      Result += "\\n";
    else if (C == '\r')
      Result += "\\r";
    else
      Result += C;
  }
  return Result + '"';
}

static void writeTuple(const RankedConfiguration &One, raw_ostream &OS) {
  OS << "    (";
  for (const ParameterValue &Value : One.Values)
    if (const std::string *Text = std::get_if<std::string>(&Value))
      OS << pythonLiteral(*Text) << ", ";
    else
      OS << keyText(Value) << ", ";
  OS << "),\n";
}

void kernelcast::writeStrategy(const Ranking &All, raw_ostream &OS) {
  OS << StrategyHead << "PARAMETERS = [";
  for (const std::string &Name : All.Parameters)
    OS << pythonLiteral(Name) << ", ";
  OS << "]\nRANKING = [\n";
  // What is the same program as one before it is measured when all others are.
  for (const bool IsRepeated : {false, true})
    for (const RankedConfiguration &Each : All.Configurations)
      if (Each.Known.canRun() && Each.SameAs.has_value() == IsRepeated)
        writeTuple(Each, OS);
  OS << "]\n";
}

Expected<std::string> kernelcast::withStrategy(StringRef SpaceText,
                                               StringRef Strategy,
                                               StringRef Source) {
  auto Space = json::parse(SpaceText);
  if (!Space)
    return Space.takeError();
  json::Object *Root = Space->getAsObject();
  json::Object *Kernel =
      Root ? Root->getObject("KernelSpecification") : nullptr;
  if (!Kernel)
    return createStringError("it has no KernelSpecification");
  // Whoever takes it for KTT's would look for the strategy in vain.
  if (!Kernel->get("ProblemSize"))
    return createStringError("it has no ProblemSize, without which Kernel "
                             "Tuner runs none");
  if (!Source.empty())
    (*Kernel)["KernelFile"] = Source.str();
  (*Root)["Search"] = json::Object{
      {"Name", StrategyClass.str()},
      {"Attributes",
       json::Array{json::Object{{"Name", "custom_search_method_path"},
                                {"Value", json::fixUTF8(Strategy)}}}}};
  std::string Result;
  raw_string_ostream OS(Result);
  json::OStream(OS, /*IndentSize=*/2).value(*Space);
  OS << '\n';
  return Result;
}
