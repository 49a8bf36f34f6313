//===- ReportDiagnostic.h - A message for the user --------------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_REPORTDIAGNOSTIC_H
#define KERNELCAST_ANALYSIS_SUPPORT_REPORTDIAGNOSTIC_H

#include "analysis/support/SourceSpot.h"
#include <cstdint>
#include <string>

namespace kernelcast {

/// A message for the user, shown in Clang's style on stderr.
struct ReportDiagnostic {
  enum class Level : uint8_t { Note, Warning, Error } Severity = Level::Note;
  SourceSpot Location; ///< invalid: no place
  std::string Message;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_REPORTDIAGNOSTIC_H
