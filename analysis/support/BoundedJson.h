//===- BoundedJson.h - JSON that others wrote -------------------*- C++ -*-===//
//
// LLVM's reader of JSON calls itself for every bracket, without a bound: a file
// of nothing but brackets ends the program. It also takes 1e999 for infinity,
// which no JSON can say again. So the nesting is counted first and the numbers
// are looked at, in one pass that knows no more of JSON than where texts and
// numbers begin and end.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_BOUNDEDJSON_H
#define KERNELCAST_ANALYSIS_SUPPORT_BOUNDEDJSON_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <cmath>
#include <cstdlib>

namespace kernelcast {

/// Deeper than any file that a program would write for us.
inline constexpr unsigned MaxJsonDepth = 100;

/// \p Text as JSON; bytes that are not UTF-8 are replaced. Errors, with line
/// and column: what is not JSON, is nested deeper than MaxJsonDepth, or has a
/// number that is too large for a double.
inline llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef Text) {
  unsigned Depth = 0, Line = 1;
  size_t LineStart = 0;
  bool InText = false;
  auto place = [&](size_t At) {
    return llvm::formatv("{0}:{1}", Line, At - LineStart + 1).str();
  };
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
        return llvm::createStringError(llvm::formatv(
            "[{0}] nested deeper than {1} brackets", place(I), MaxJsonDepth));
    } else if ((C == ']' || C == '}') && Depth) {
      --Depth;
    } else if (llvm::isDigit(C)) {
      const llvm::StringRef Number = Text.substr(I).take_while([](char Each) {
        return llvm::isDigit(Each) || llvm::StringRef("+-.eE").contains(Each);
      });
      if (!std::isfinite(std::strtod(Number.str().c_str(), nullptr)))
        return llvm::createStringError(
            llvm::formatv("[{0}] the number is too large", place(I)));
      I += Number.size() - 1;
    }
  }
  return llvm::json::parse(llvm::json::fixUTF8(Text));
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_BOUNDEDJSON_H
