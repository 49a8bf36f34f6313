//===- JsonLine.h - JSON from others, a line at a time ----------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_PRUNE_JSONLINE_H
#define KERNELCAST_TOOL_PRUNE_JSONLINE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace kernelcast {

/// Longer lines are refused.
inline constexpr size_t MaxJsonLineBytes = size_t(16) << 20;
/// What is then said.
std::string lineTooLong();
/// Deeper nesting is refused: LLVM's parser calls itself for each bracket.
inline constexpr unsigned MaxJsonLineDepth = 8;

/// The value that \p Text, a line, has. The error is one sentence.
llvm::Expected<llvm::json::Value> parseJsonLine(llvm::StringRef Text);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_JSONLINE_H
