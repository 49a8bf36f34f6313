//===- ParameterText.cpp - Values of parameters as text -------------------===//

#include "tool/prune/ParameterText.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// \p Value, with a fraction even where that is 0.
static std::string realText(double Value) {
  std::string Text = exactNumber(Value);
  if (StringRef(Text).find_first_of(".en") == StringRef::npos)
    Text += ".0";
  return Text;
}

std::string kernelcast::exactText(const ParameterValue &Value) {
  if (const bool *Truth = std::get_if<bool>(&Value))
    return *Truth ? "true" : "false";
  if (const int64_t *Whole = std::get_if<int64_t>(&Value))
    return std::to_string(*Whole);
  if (const double *Real = std::get_if<double>(&Value))
    return realText(*Real);
  return std::get<std::string>(Value);
}

std::string kernelcast::keyText(const ParameterValue &Value) {
  if (const bool *Truth = std::get_if<bool>(&Value))
    return *Truth ? "True" : "False";
  return exactText(Value);
}

void kernelcast::writeValue(json::OStream &Json, const ParameterValue &Value) {
  if (const std::string *Text = std::get_if<std::string>(&Value))
    Json.value(json::fixUTF8(*Text));
  else
    Json.rawValue(exactText(Value));
}
