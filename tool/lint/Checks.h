//===- Checks.h - The checks of lint, by name -------------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_LINT_CHECKS_H
#define KERNELCAST_TOOL_LINT_CHECKS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace kernelcast {

struct Finding;
class HostTimeline;
class LintLaunch;

enum class CheckId : uint8_t {
#define CHECK(ID, ...) ID,
#include "tool/lint/Checks.def"
};

/// Warnings cost time; an error is undefined, or cannot run.
enum class Severity : uint8_t { Warning, Error };
/// "warning", "error".
llvm::StringRef name(Severity S);

/// Which findings make the exit status 1.
enum class FailOn : uint8_t { Error, Warning, Never };
/// Whether a finding of \p Level is one.
bool isFailure(FailOn On, Severity Level);

struct CheckInfo {
  CheckId Id;
  llvm::StringLiteral Name; ///< "kernelcast-bank-conflict"
  Severity Level;
  llvm::StringLiteral Title;
  /// What is wrong with one launch; only what a check says of a finding is
  /// filled in. Null: the check is not of launches.
  std::vector<Finding> (*Find)(const LintLaunch &Launch);
  /// What is wrong with a host program; null: the check is not of host code.
  std::vector<Finding> (*FindInHost)(const HostTimeline &Timeline);
};

/// All of them, by CheckId.
llvm::ArrayRef<CheckInfo> checks();
inline const CheckInfo &info(CheckId Id) {
  return checks()[static_cast<unsigned>(Id)];
}

#define CHECK(ID, ...) std::vector<Finding> find##ID(const LintLaunch &Launch);
#define KERNEL_CHECK(...)
#define HOST_CHECK(ID, ...)                                                    \
  std::vector<Finding> find##ID(const HostTimeline &Timeline);
#include "tool/lint/Checks.def"

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_CHECKS_H
