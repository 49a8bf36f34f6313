//===- ParameterText.h - Values of parameters as text -----------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_PRUNE_PARAMETERTEXT_H
#define KERNELCAST_TOOL_PRUNE_PARAMETERTEXT_H

#include "tool/prune/space/TuningSpace.h"
#include "llvm/Support/JSON.h"

namespace kernelcast {

/// \p Value as JSON, which reads back as a value of the same kind: 2.0 is no
/// whole number.
void writeValue(llvm::json::OStream &Json, const ParameterValue &Value);

/// The same without quotes: what a table shows, and what tells values apart.
std::string exactText(const ParameterValue &Value);

/// As Python's str() has it, as tuners write keys: True, 2.0.
std::string keyText(const ParameterValue &Value);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_PARAMETERTEXT_H
