//===- TunerInput.h - A ranking that Kernel Tuner runs ----------*- C++ -*-===//
//
// Kernel Tuner takes a search strategy from a Python file that a T1 file names.
// So a ranking becomes two files: the space's own T1 with another Search, and a
// strategy that has the configurations, best first, and measures them in this
// order until the budget of the tuning is spent. What is the same program as
// another is measured when nothing else is left.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_TUNERINPUT_H
#define KERNELCAST_TOOL_PRUNE_TUNERINPUT_H

#include "tool/prune/Ranking.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

/// The strategy, in Python: what of \p All can run.
void writeStrategy(const Ranking &All, llvm::raw_ostream &OS);

/// \p SpaceText, a T1 file, with the strategy in the file \p Strategy as its
/// search. \p Source: where the kernel is; "": where the text says. Error: it
/// is no T1.
llvm::Expected<std::string> withStrategy(llvm::StringRef SpaceText,
                                         llvm::StringRef Strategy,
                                         llvm::StringRef Source);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_TUNERINPUT_H
