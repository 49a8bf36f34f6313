//===- Races.h - What findings about races have in common -------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_LINT_RACES_H
#define KERNELCAST_TOOL_LINT_RACES_H

#include "tool/lint/LintLaunch.h"

namespace kernelcast {

/// " in f() at 12:3" where \p Access is in inlined functions, else "".
std::string calleesText(const MemoryAccess &Access);

/// Whether who runs access \p Id, or where it goes, rests on a guess.
bool whoAndWhereIsGuessed(const LintLaunch &Launch, AccessId Id);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_RACES_H
