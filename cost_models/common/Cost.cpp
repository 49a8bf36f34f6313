//===- Cost.cpp - What time goes into, in words ---------------------------===//

#include "cost_models/common/Cost.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(Cost What) {
  switch (What) {
  case Cost::IssueSlots:
    return "issue";
  case Cost::Fp32:
    return "FP32";
  case Cost::Integer:
    return "integer";
  case Cost::Fp64:
    return "FP64";
  case Cost::SpecialFunctions:
    return "special functions";
  case Cost::LoadStore:
    return "load/store";
  case Cost::SharedMemory:
    return "shared memory";
  case Cost::ConstantCache:
    return "constant cache";
  case Cost::L1Passes:
    return "L1 passes";
  case Cost::L1Bandwidth:
    return "L1 bandwidth";
  case Cost::StoreLines:
    return "stored lines";
  case Cost::TensorCores:
    return "tensor cores";
  case Cost::DramBandwidth:
    return "DRAM bandwidth";
  case Cost::L3Bandwidth:
    return "L3 bandwidth";
  case Cost::L2Bandwidth:
    return "L2 bandwidth";
  case Cost::AtomicAddress:
    return "atomics on one address";
  case Cost::AtomicSlice:
    return "atomics on neighbouring addresses";
  case Cost::AtomicSectors:
    return "atomics";
  case Cost::BlockStarts:
    return "block starts";
  case Cost::MemoryLatency:
    return "memory latency";
  case Cost::UncoalescedAccess:
    return "uncoalesced memory access";
  case Cost::DepartureDelay:
    return "departure delay";
  case Cost::NetworkOnChip:
    return "network on chip";
  case Cost::DramQueue:
    return "DRAM queue";
  case Cost::MissRegisters:
    return "miss registers";
  case Cost::InstructionIssue:
    return "instruction issue";
  case Cost::Computation:
    return "computation";
  case Cost::ArithmeticThroughput:
    return "arithmetic throughput";
  case Cost::Latency:
    return "latency";
  case Cost::PipelineLatency:
    return "pipeline latency";
  case Cost::BankConflicts:
    return "shared-memory bank conflicts";
  case Cost::Divergence:
    return "divergence";
  case Cost::Barriers:
    return "barriers";
  case Cost::WarpStalls:
    return "stalls of a warp by itself";
  case Cost::OtherWarps:
    return "waiting for other warps";
  case Cost::BaseCost:
    return "base cost";
  case Cost::IntegerOperations:
    return "integer operations";
  case Cost::FloatOperations:
    return "floating-point operations";
  case Cost::GlobalContinuous:
    return "continuous global access";
  case Cost::GlobalConstant:
    return "constant global access";
  case Cost::GlobalInterval:
    return "interval global access";
  case Cost::GlobalIdentical:
    return "identical global access";
  case Cost::GlobalComplex:
    return "complex global access";
  case Cost::LocalContinuous:
    return "continuous local access";
  case Cost::LocalConstant:
    return "constant local access";
  case Cost::LocalInterval:
    return "interval local access";
  case Cost::LocalIdentical:
    return "identical local access";
  case Cost::LocalComplex:
    return "complex local access";
  case Cost::GroupSize:
    return "work-group size";
  case Cost::LaunchTail:
    return "tail of the launch";
  case Cost::KernelLaunch:
    return "kernel launch";
  }
  llvm_unreachable("a cost without a name");
}
