//===- MachineWaits.h - Reads what AMD's code waits for ---------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_MACHINEWAITS_H
#define KERNELCAST_ANALYSIS_LOWERING_MACHINEWAITS_H

#include "analysis/support/MachineFacts.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace kernelcast {

/// Reads the lines of one function, or several, of a kind of processors.
class MachineWaits {
public:
  /// \p Processor: "gfx90a".
  explicit MachineWaits(llvm::StringRef Processor);

  /// Appends to \p Steps what one line of assembler does: \p Mnemonic and its
  /// \p Operands. Alike ones in a row become one step.
  void add(llvm::StringRef Mnemonic, llvm::StringRef Operands,
           std::vector<MachineStep> &Steps) const;

private:
  bool StoresWithLoads; ///< are counted
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_MACHINEWAITS_H
