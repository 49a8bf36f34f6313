//===- DevicePipeline.h - From generated to final code ----------*- C++ -*-===//
//
// What LLVM makes of a module for a GPU: its pipeline for -O3 with the target's
// costs, then the target's own passes on IR, up to where instructions would be
// selected. Among the latter are loop strength reduction, constant offsets
// taken out of addresses, address spaces inferred, and neighbouring loads and
// stores made vectors, so that an instruction that is left here is one, or a
// known few, of the machine.
//
// Where nvcc is known to differ, it is followed: nearly everything is inlined,
// loops are not vectorised, and unrolled by its measure (LoopUnrolling.h).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_DEVICEPIPELINE_H
#define KERNELCAST_ANALYSIS_LOWERING_DEVICEPIPELINE_H

#include "analysis/hardware/CompileTarget.h"
#include "analysis/lowering/CompileBudget.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"
#include <memory>

namespace kernelcast {

/// What code for \p Wanted is made for, "sm_75" or "gfx90a": itself, or where
/// the compiler does not know it yet, the newest one before it of its family;
/// "": there is none.
std::string processorFor(const CompileTarget &Wanted);

/// The compiler's idea of processorFor(\p Wanted).
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
deviceMachine(const CompileTarget &Wanted);

/// Optimises \p Code for \p Machine; for AMD's GPUs without the target's own
/// passes, which make machine code of it (MachineCode.h). False if \p Budget
/// was exceeded; the code is then valid, but not final.
bool optimiseDeviceCode(llvm::Module &Code, llvm::TargetMachine &Machine,
                        CompileBudget &Budget);

/// Gives the loops of \p Code blocks in front and exits of their own, which the
/// first of the target's passes that look at loops do, too.
void simplifyLoops(llvm::Module &Code, llvm::TargetMachine &Machine);

/// Makes neighbouring loads and stores of \p Code vectors, as the passes of
/// \p Machine do before machine code is made, and as far as \p Budget lets
/// them.
void mergeAccesses(llvm::Module &Code, llvm::TargetMachine &Machine,
                   CompileBudget &Budget);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_DEVICEPIPELINE_H
