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
  void rawNumber(double Value) { Json.rawValue(exactNumber(Value)); }

  llvm::json::OStream Json;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_JSONFIELDS_H
