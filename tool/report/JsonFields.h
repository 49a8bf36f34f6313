//===- JsonFields.h - Fields of a JSON object, safe to write ----*- C++ -*-===//
#ifndef KERNELCAST_TOOL_REPORT_JSONFIELDS_H
#define KERNELCAST_TOOL_REPORT_JSONFIELDS_H

#include "tool/report/Numbers.h"
#include "tool/report/Report.h"
#include "llvm/Support/JSON.h"

namespace kernelcast {

/// What every writer of JSON does alike: texts become valid UTF-8, numbers read
/// back as they were, and what is not finite is null.
class JsonFields {
protected:
  explicit JsonFields(llvm::raw_ostream &OS) : Json(OS, /*IndentSize=*/2) {}

  /// What every report begins with.
  void head() {
    Json.attribute("schema", 1);
    Json.attributeObject("tool", [&] {
      text("name", "kernelcast");
      text("version", version());
    });
  }
  void text(llvm::StringRef Key, llvm::StringRef Value) {
    Json.attribute(Key, llvm::json::fixUTF8(Value));
  }
  void number(llvm::StringRef Key, double Value) {
    Json.attributeBegin(Key);
    rawNumber(Value);
    Json.attributeEnd();
  }
  /// The time of \p P and what it consists of.
  void predictionFields(const Prediction &P) {
    text("model", name(P.Model));
    text("mode", name(P.Mode));
    text("gpu", P.Gpu);
    number("cycles", P.Cycles);
    number("time_s", P.Seconds);
    text("bottleneck", name(P.Bottleneck));
    Json.attributeArray("breakdown", [&] {
      for (const BreakdownItem &Item : P.Breakdown)
        Json.object([&] {
          text("name", name(Item.What));
          number("cycles", Item.Cycles);
        });
    });
  }
  void rawNumber(double Value) { Json.rawValue(exactNumber(Value)); }

  llvm::json::OStream Json;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_JSONFIELDS_H
