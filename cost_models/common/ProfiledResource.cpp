//===- ProfiledResource.cpp - What bounds a kernel, in one list -----------===//

#include "cost_models/common/ProfiledResource.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(ProfiledResource Resource) {
  static constexpr StringLiteral Names[] = {
      "issue", "fma", "alu",  "fp64",   "sfu",     "lsu",   "shared",
      "l1",    "l2",  "dram", "tensor", "latency", "launch"};
  static_assert(std::size(Names) == NumProfiledResources);
  return Names[static_cast<unsigned>(Resource)];
}

StringRef kernelcast::shownName(ProfiledResource Resource) {
  static constexpr StringLiteral Names[] = {
      "issue", "FMA", "ALU",  "FP64",         "SFU",     "LSU",   "shared",
      "L1",    "L2",  "DRAM", "tensor cores", "latency", "launch"};
  static_assert(std::size(Names) == NumProfiledResources);
  return Names[static_cast<unsigned>(Resource)];
}

ProfiledResource kernelcast::resourceOf(Cost What) {
  using R = ProfiledResource;
  switch (What) {
  // A warp that diverges issues both sides; one that waits for others waits for
  // their turns to issue. Where a model knows which unit its computation keeps
  // busiest, it names that unit itself (Prediction::BoundBy).
  case Cost::IssueSlots:
  case Cost::InstructionIssue:
  case Cost::Computation:
  case Cost::Divergence:
  case Cost::OtherWarps:
    return R::Issue;
  case Cost::Fp32:
  case Cost::ArithmeticThroughput:
  case Cost::FloatOperations:
    return R::Fma;
  case Cost::Integer:
  case Cost::IntegerOperations:
    return R::Alu;
  case Cost::Fp64:
    return R::Fp64;
  case Cost::SpecialFunctions:
    return R::Sfu;
  case Cost::TensorCores:
    return R::Tensor;
  // Requests of an SM leave one behind the other.
  case Cost::LoadStore:
  case Cost::DepartureDelay:
    return R::Lsu;
  case Cost::SharedMemory:
  case Cost::BankConflicts:
  case Cost::LocalContinuous:
  case Cost::LocalConstant:
  case Cost::LocalInterval:
  case Cost::LocalIdentical:
  case Cost::LocalComplex:
    return R::Shared;
  // Miss registers are the L1's. An identical access finds its line there.
  case Cost::ConstantCache:
  case Cost::L1Passes:
  case Cost::L1Bandwidth:
  case Cost::StoreLines:
  case Cost::MissRegisters:
  case Cost::GlobalIdentical:
    return R::L1;
  // Atomics are done in the L2, and the network leads there. An interval is
  // charged the L2's bandwidth. A cache behind it is filled from it alone.
  case Cost::L2Bandwidth:
  case Cost::L3Bandwidth:
  case Cost::AtomicAddress:
  case Cost::AtomicSlice:
  case Cost::AtomicSectors:
  case Cost::NetworkOnChip:
  case Cost::GlobalInterval:
    return R::L2;
  // What uncoalesced accesses cost is bandwidth for bytes that nobody wants.
  case Cost::DramBandwidth:
  case Cost::DramQueue:
  case Cost::UncoalescedAccess:
  case Cost::GlobalContinuous:
  case Cost::GlobalConstant:
  case Cost::GlobalComplex:
    return R::Dram;
  case Cost::MemoryLatency:
  case Cost::Latency:
  case Cost::PipelineLatency:
  case Cost::WarpStalls:
  case Cost::Barriers:
    return R::Latency;
  // The base cost is that of a kernel without operations.
  case Cost::BlockStarts:
  case Cost::KernelLaunch:
  case Cost::LaunchTail:
  case Cost::GroupSize:
  case Cost::BaseCost:
    return R::Launch;
  }
  llvm_unreachable("a cost that comes down to nothing");
}
