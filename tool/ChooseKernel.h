//===- ChooseKernel.h - For subcommands about one kernel --------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_CHOOSEKERNEL_H
#define KERNELCAST_TOOL_CHOOSEKERNEL_H

#include "tool/report/Report.h"
#include "llvm/Support/Error.h"

namespace kernelcast {

/// The only kernel of \p Result, with a launch; an error for the user if there
/// are none or several. \p Purpose: "draw".
llvm::Expected<const KernelReport *> chooseKernel(const Report &Result,
                                                  llvm::StringRef Purpose);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_CHOOSEKERNEL_H
