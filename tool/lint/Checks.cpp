//===- Checks.cpp - The checks of lint, by name ---------------------------===//

#include "tool/lint/Checks.h"
#include "tool/lint/Finding.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(Severity S) {
  return S == Severity::Error ? "error" : "warning";
}

ArrayRef<CheckInfo> kernelcast::checks() {
  static constexpr CheckInfo Infos[] = {
#define CHECK(ID, NAME, SEVERITY, TITLE)                                       \
  {CheckId::ID, "kernelcast-" NAME, Severity::SEVERITY, TITLE, find##ID},
#include "tool/lint/Checks.def"
  };
  return Infos;
}
