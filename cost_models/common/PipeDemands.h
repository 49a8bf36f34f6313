//===- PipeDemands.h - What a warp asks of each functional unit -*- C++ -*-===//
//
// SM cycles for which the instructions of one average warp keep each unit of an
// SM busy: instructions * warp / lanes for the pipelines, bank steps for shared
// memory, one slot each for the schedulers. The sum over an SM's warps of any
// of them is a floor of its time.
//
// Conversions of numbers have no unit of their own on NVIDIA's GPUs. The
// special function units do them, but for two kinds. Those from and to numbers
// of 64 bits are as slow as double precision where that is slower (the
// throughputs of the CUDA programming guide: 2 of an SM in a cycle for compute
// capability 7.5, 8.6 and 8.9, 4 for 6.1, 16 for 8.0 and 9.0), and take turns
// with it: of a kernel whose outputs are compared with two doubles, an RTX 3080
// takes the time of four such instructions. And from 8.0 on an ALU converts
// integers to single precision, and that to 16 bits (I2FP, F2FP); these take
// issue slots alone here.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_PIPEDEMANDS_H
#define KERNELCAST_COST_MODELS_COMMON_PIPEDEMANDS_H

#include "cost_models/common/Cost.h"
#include "cost_models/common/Equations.h"

namespace kernelcast {

/// The units of an SM, in the order in which models ask them.
inline constexpr Cost SMUnits[] = {Cost::IssueSlots,       Cost::Fp32,
                                   Cost::Integer,          Cost::Fp64,
                                   Cost::SpecialFunctions, Cost::LoadStore,
                                   Cost::SharedMemory,     Cost::ConstantCache,
                                   Cost::L1Passes,         Cost::L1Bandwidth,
                                   Cost::StoreLines,       Cost::TensorCores};

/// Instructions of one warp on \p Unit; of shared memory its bank steps, of the
/// constant cache words, of the L1 passes or bytes, of the tensor cores
/// multiply-adds of 16-bit operands. 0 where nothing tells of a
/// limit of the unit's own.
double unitInstructions(Cost Unit, const WarpProfile &Profile,
                        const GpuSpec &Gpu, FactBound Bound);

/// Of the instructions \p Mix with \p Pipes those that run on \p Unit, one that
/// is counted in instructions; of integers all, whichever pipeline has them.
double instructionsOn(Cost Unit, const InstructionMix &Mix,
                      const PipelineShares &Pipes, const GpuSpec &Gpu);

/// What \p Access asks of \p Unit, one that is counted in bank steps, lines or
/// bytes, in the whole launch; 0 where it goes another way.
double demandOfAccess(Cost Unit, const MemoryAccess &Access,
                      const AccessFacts &Facts, const GpuSpec &Gpu,
                      FactBound Bound);

/// The cycles for which \p Instructions keep \p Unit busy, from its rate.
/// \p IssuesPerCycle: warp instructions that an SM issues in a cycle.
template <typename Number>
Number busyCycles(Equations<Number> &Eq, Cost Unit, double Instructions,
                  Plain<Number> WarpSize, Plain<Number> IssuesPerCycle);

struct PipeDemand {
  Cost Unit;
  double Cycles = 0; ///< of an SM, for which one warp keeps it busy
};

/// Instructions of one average warp, all classes.
double instructionsPerWarp(const WarpProfile &Profile);

/// Lanes of an SM that execute instructions of \p Class; those without a unit
/// of their own have the issue slots, \p IssuesPerCycle for a warp each.
double lanesOf(InstructionClass Class, const GpuSpec &Gpu, unsigned WarpSize,
               double IssuesPerCycle);

/// All units that the warp uses. \p IssuesPerCycle: warp instructions that an
/// SM issues in a cycle. A unit that the GPU file does not give (or gives as 0)
/// shares the FP32 lanes.
llvm::SmallVector<PipeDemand, 8>
pipeDemands(const WarpProfile &Profile, const GpuSpec &Gpu,
            double IssuesPerCycle, FactBound Bound = FactBound::Value);

/// Lists the rates of those units that are not lanes and are the busiest one,
/// or would be if they were half as fast. \p Cycles: for which something else
/// keeps an SM busy with a warp.
template <typename Number>
void listRates(Equations<Number> &Eq, const WarpProfile &Profile,
               double IssuesPerCycle, double Cycles = 0);

/// The unit with the most cycles, or null if there is none.
const PipeDemand *busiest(llvm::ArrayRef<PipeDemand> Demands);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_PIPEDEMANDS_H
