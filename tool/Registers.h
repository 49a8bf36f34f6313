//===- Registers.h - How many registers a thread takes ----------*- C++ -*-===//
//
// From the strongest source to the weakest:
//
//   option   --registers, or -maxrregcount where it is below the estimate
//   ptxas    the vendor compiler's log
//   ast      our estimate, held below what __launch_bounds__ promises, what the
//            GPU can address and what lets one block run at all; in the ledger
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REGISTERS_H
#define KERNELCAST_TOOL_REGISTERS_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/CompilerLog.h"
#include "analysis/hardware/GpuSpec.h"

namespace kernelcast {

struct RegisterSources {
  std::optional<unsigned> Option;
  const CompilerLog *Log = nullptr;
  unsigned MaxRegisters = 0; ///< -maxrregcount, 0 if not given
};

/// Fills RegistersPerThread, RegistersSource and the ledger of \p Profile.
void decideRegisters(WarpProfile &Profile, const GpuSpec &Gpu,
                     const RegisterSources &Sources);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REGISTERS_H
