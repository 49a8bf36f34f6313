//===- BoundedJson.h - JSON that others wrote -------------------*- C++ -*-===//
//
// LLVM's reader of JSON calls itself for every bracket, without a bound: a file
// of nothing but brackets ends the program. So the nesting is counted first, in
// one pass that knows no more of JSON than where texts begin and end.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_BOUNDEDJSON_H
#define KERNELCAST_ANALYSIS_SUPPORT_BOUNDEDJSON_H

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace kernelcast {

/// Deeper than any file that a program would write for us.
inline constexpr unsigned MaxJsonDepth = 100;

/// \p Text as JSON; bytes that are not UTF-8 are replaced. Errors, with line
/// and column: what is not JSON, or is nested deeper than MaxJsonDepth.
inline llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text) {
  unsigned Depth = 0, Line = 1;
  size_t LineStart = 0;
  bool InText = false;
  for (size_t I = 0; I != Text.size(); ++I) {
    const char C = Text[I];
    if (C == '\n') {
      ++Line;
      LineStart = I + 1;
    }
    if (InText) {
      if (C == '\\' && I + 1 != Text.size())
        ++I;
      InText = C != '"';
    } else if (C == '"') {
      InText = true;
    } else if (C == '[' || C == '{') {
      if (++Depth > MaxJsonDepth)
        return llvm::createStringError(
            llvm::formatv("[{0}:{1}] nested deeper than {2} brackets", Line,
                          I - LineStart + 1, MaxJsonDepth));
    } else if ((C == ']' || C == '}') && Depth) {
      --Depth;
    }
  }
  return llvm::json::parse(llvm::json::fixUTF8(Text));
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_BOUNDEDJSON_H
