//===- Checks.cpp - The checks of lint, by name ---------------------------===//

#include "tool/lint/Checks.h"
#include "tool/lint/Finding.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(Severity S) {
  return S == Severity::Error ? "error" : "warning";
}

bool kernelcast::isFailure(FailOn On, Severity Level) {
  return On == FailOn::Warning ||
         (On == FailOn::Error && Level == Severity::Error);
}

StringRef kernelcast::name(BaselineState State) {
  constexpr StringLiteral Names[] = {"", "new", "unchanged"};
  return Names[static_cast<unsigned>(State)];
}

Finding kernelcast::findingOfSequence(const SourceSpot &Location,
                                      const TextRange &Range,
                                      std::string Message) {
  Finding F;
  F.Location = Location;
  F.Range = Range;
  F.Known = How::Assumed;
  F.Message = std::move(Message);
  return F;
}

ArrayRef<CheckInfo> kernelcast::checks() {
  static constexpr CheckInfo Infos[] = {
#define CHECK(ID, NAME, SEVERITY, TITLE)                                       \
  {CheckId::ID, "kernelcast-" NAME, Severity::SEVERITY,                        \
   TITLE,       find##ID,           nullptr},
#define KERNEL_CHECK(ID, NAME, SEVERITY, TITLE)                                \
  {CheckId::ID, "kernelcast-" NAME, Severity::SEVERITY, TITLE, nullptr,        \
   nullptr},
#define HOST_CHECK(ID, NAME, SEVERITY, TITLE)                                  \
  {CheckId::ID, "kernelcast-" NAME, Severity::SEVERITY, TITLE, nullptr,        \
   find##ID},
#include "tool/lint/Checks.def"
  };
  return Infos;
}
