//===- WrittenValue.h - What a text says as a parameter's value -*- C++ -*-===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACE_WRITTENVALUE_H
#define KERNELCAST_TOOL_PRUNE_SPACE_WRITTENVALUE_H

#include "tool/prune/space/TuningSpace.h"
#include "llvm/Support/Error.h"

namespace kernelcast {

/// \p Text by its looks: a whole number, a number with a fraction or an
/// exponent, `true` or `false` in any case, and else a text. Errors: a whole
/// number of more than 64 bits, which would become another one.
llvm::Expected<ParameterValue> writtenValue(llvm::StringRef Text);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_WRITTENVALUE_H
