//===- ArgumentArithmetic.h - Arguments that follow from others -*- C++ -*-===//
//
//   --arg width=1920 --arg height=1080 --arg pixels=width*height
//
// A value that is no number is an expression over the other arguments of the
// command line, in the language of a tuning space's conditions
// (prune/space/ParameterExpression.h), where ^ is a power, as in 2^20.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_ARGUMENTARITHMETIC_H
#define KERNELCAST_TOOL_ARGUMENTARITHMETIC_H

#include "analysis/launch/ResolveLaunch.h"

namespace kernelcast {

/// The most arguments of a chain in which each is worked out from the next.
inline constexpr unsigned MaxArgumentChain = 1000;

/// The arguments that \p Texts give, each "NAME=VALUE"; of one that is given
/// twice, the last. Errors name the argument: an expression that cannot be
/// read, has no finite number as its value, speaks of an argument that is not
/// given, goes round in a circle, or is in a longer chain than
/// MaxArgumentChain.
llvm::Expected<std::map<std::string, ArgumentValue>>
argumentsOf(llvm::ArrayRef<std::string> Texts);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_ARGUMENTARITHMETIC_H
