//===- Cost.h - What time goes into -----------------------------*- C++ -*-===//
//
// One list for all cost models: the resources of a GPU that a launch keeps
// busy, and the causes of time that no resource is busy with. Items of a
// breakdown, ceilings, demands of functional units and the bottleneck are of
// these. name() is for what is printed; code compares the values.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_COST_H
#define KERNELCAST_COST_MODELS_COMMON_COST_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace kernelcast {

enum class Cost : uint8_t {
  // Units of an SM, in the order in which models ask them.
  IssueSlots,
  Fp32,
  Integer,
  Fp64,
  SpecialFunctions,
  LoadStore,
  SharedMemory,
  ConstantCache,
  L1Passes,
  L1Bandwidth,
  StoreLines,
  TensorCores,
  // The memory system.
  DramBandwidth,
  L3Bandwidth,
  L2Bandwidth,
  AtomicAddress,
  AtomicSlice,
  AtomicSectors,
  BlockStarts,
  MemoryLatency,
  UncoalescedAccess,
  DepartureDelay,
  NetworkOnChip,
  DramQueue,
  MissRegisters,
  // What warps do and wait for.
  InstructionIssue,
  Computation,
  ArithmeticThroughput,
  Latency,
  PipelineLatency,
  BankConflicts,
  Divergence,
  Barriers,
  WarpStalls,
  OtherWarps,
  // Operations as the calibration of cache-aware sorts them. Accesses are in
  // the order of AccessClass.
  BaseCost,
  IntegerOperations,
  FloatOperations,
  GlobalContinuous,
  GlobalConstant,
  GlobalInterval,
  GlobalIdentical,
  GlobalComplex,
  LocalContinuous,
  LocalConstant,
  LocalInterval,
  LocalIdentical,
  LocalComplex,
  // The launch as a whole.
  GroupSize,
  LaunchTail,
  KernelLaunch,
};

/// "DRAM bandwidth", "divergence", ...
llvm::StringRef name(Cost What);
inline llvm::StringRef name(std::optional<Cost> What) {
  return What ? name(*What) : "";
}

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_COST_H
