//===- IrAssembly.h - Inline assembly of the IR -----------------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRASSEMBLY_H
#define KERNELCAST_ANALYSIS_LOWERING_IRASSEMBLY_H

#include "analysis/lowering/IrMemory.h"

namespace kernelcast {

class IrAssembly {
public:
  IrAssembly(const ReaderParts &Parts, IrValues &Values, IrMemory &Memory,
             IrSteps &Steps)
      : Parts(Parts), Values(Values), Memory(Memory), Steps(Steps) {}

  /// The values of \p Call, a call of inline assembly; its effects are noted.
  /// Where an instruction is not understood (PtxReading.h), the model is
  /// partial, and nobody knows the values.
  IrScalars lower(const llvm::CallBase &Call);

private:
  std::string read(const llvm::CallBase &Call, IrScalars &Results);

  ReaderParts Parts;
  IrValues &Values;
  IrMemory &Memory;
  IrSteps &Steps;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRASSEMBLY_H
