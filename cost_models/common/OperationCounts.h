//===- OperationCounts.h - What a work-item executes, by kind ---*- C++ -*-===//
//
// Pöppl and Herz charge a kernel by kinds of operation: arithmetic by type, and
// memory accesses by space, direction and how neighbouring work-items share the
// array (access classes). The names are those of a GPU file's calibration:
//
//   int_multiply, float_add, ...      {int,float,double} x {add, subtract,
//                                     multiply, divide, remainder, compare,
//                                     logic, convert, function}
//   global_read_continuous, ...       {global,local} x {read,write} x class
//
// Private variables cost nothing; an atomic is a read and a write. A fused
// multiply-add counts as both.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_OPERATIONCOUNTS_H
#define KERNELCAST_COST_MODELS_COMMON_OPERATIONCOUNTS_H

#include "cost_models/common/Cost.h"
#include "cost_models/common/MemoryInstructions.h"
#include <map>

namespace kernelcast {

/// What is calculated, or that nothing is.
enum class ArithmeticKind : uint8_t {
  None,
  Add,
  Compare,
  Convert,
  Divide,
  Function,
  Logic,
  Multiply,
  Remainder,
  Subtract
};

/// A kind of operation; in the order of the names.
struct OperationKind {
  enum Group : uint8_t { Double, Float, Global, Integer, Local } On = Integer;
  ArithmeticKind What = ArithmeticKind::None; ///< on numbers
  bool Writes = false;                        ///< an access
  AccessClass Class = AccessClass::Complex;   ///< of an access

  bool isAccess() const { return On == Global || On == Local; }
  /// The breakdown's item that it belongs to.
  Cost cost() const;
  /// "int_multiply", "global_read_continuous", ...
  std::string name() const;
  bool operator<(const OperationKind &B) const;
};

/// Operations of one kind that an average work-item executes.
struct OperationCount {
  double Count = 0; ///< n_op
  /// Machine instructions that they stand for, by class; idle lanes of a warp
  /// that issues one have it, too.
  InstructionMix Instructions{};
  double Bytes = 0;     ///< of memory: that the work-item asks for
  MemoryTraffic Moved;  ///< of them, the traffic that caches cannot save
  double BankSteps = 0; ///< of shared memory: its share of a warp's
};

enum class OperationRule : uint8_t {
  Source,   ///< each once, as it stands in the kernel
  Executed, ///< as often as an average work-item executes it
};

using OperationCounts = std::map<OperationKind, OperationCount>;

/// The operations of \p Profile's kernel on \p Gpu; the profile has warps.
OperationCounts operationCounts(const WarpProfile &Profile, const GpuSpec &Gpu,
                                OperationRule Rule,
                                FactBound Bound = FactBound::Value);

/// Whether \p Kernel has neither branches nor loops.
bool isStraightLine(const KernelModel &Kernel);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_OPERATIONCOUNTS_H
