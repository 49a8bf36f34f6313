//===- JsonLine.cpp - JSON from others, a line at a time ------------------===//

#include "tool/prune/JsonLine.h"
#include "tool/prune/space/JsonDocument.h"

using namespace llvm;
using namespace kernelcast;

/// How deep brackets nest in \p Text. Those in texts do not count.
static unsigned deepestNesting(StringRef Text) {
  unsigned Depth = 0, Deepest = 0;
  bool InText = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    const char C = Text[I];
    if (InText && C == '\\')
      ++I;
    else if (C == '"')
      InText = !InText;
    else if (!InText && (C == '[' || C == '{'))
      Deepest = std::max(Deepest, ++Depth);
    else if (!InText && (C == ']' || C == '}') && Depth)
      --Depth;
  }
  return Deepest;
}

std::string kernelcast::lineTooLong() {
  return "the line has more than " + std::to_string(MaxJsonLineBytes >> 20) +
         " MiB";
}

Expected<json::Value> kernelcast::parseJsonLine(StringRef Text) {
  if (Text.size() > MaxJsonLineBytes)
    return createStringError(lineTooLong());
  if (deepestNesting(Text) > MaxJsonLineDepth)
    return createStringError("brackets nest deeper than " +
                             Twine(MaxJsonLineDepth));
  auto Value = json::parse(Text);
  if (!Value)
    return createStringError("not JSON: " + toString(Value.takeError()));
  // LLVM's reader takes the last of two fields of one name.
  auto Document = JsonDocument::parse(Text, /*FileName=*/"");
  if (!Document)
    return createStringError(
        StringRef(toString(Document.takeError())).split(": error: ").second);
  return Value;
}
