//===- IrArrays.h - Memory objects of the IR as arrays ----------*- C++ -*-===//
//
// The arrays are those of the source's model, with the same numbers, so that a
// launch and a report mean the same by them. Variables that are in memory
// throughout are found by name: the source's name is the last part of the
// demangled one. What the source's model lacks is added behind.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRARRAYS_H
#define KERNELCAST_ANALYSIS_LOWERING_IRARRAYS_H

#include "analysis/lowering/ReaderParts.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

namespace kernelcast {

/// Address spaces of NVPTX.
enum IrSpace : unsigned {
  GenericSpace = 0,
  GlobalSpace = 1,
  SharedMemorySpace = 3,
  ConstantSpace = 4,
  LocalSpace = 5,
  ParameterSpace = 101,
};

/// The memory that an address space is; nothing for pointers into any.
std::optional<MemorySpace> memorySpace(unsigned AddressSpace);

/// The name by which the table of builtin functions may know \p Callee.
std::string builtinName(const llvm::Function &Callee);

/// Whether \p Call is what an assertion that fails calls, or a trap.
bool isTrap(const llvm::CallBase &Call);
/// Whether \p Call is of a function of numbers that also gives results through
/// pointers, such as sincosf(). They lead to local variables as a rule, which
/// are registers then.
bool splitsResults(const llvm::CallBase &Call);

class IrArrays {
public:
  explicit IrArrays(const ReaderParts &Parts);

  ArrayId of(const llvm::GlobalVariable &Variable);
  ArrayId of(const llvm::AllocaInst &Variable);
  /// The memory of a parameter that is handed over by value.
  ArrayId of(const llvm::Argument &Parameter);

private:
  ArrayId named(llvm::StringRef Name, MemorySpace Space, uint64_t Bytes);
  ArrayId add(ArrayInfo Info);

  ReaderParts Parts;
  llvm::DenseMap<const llvm::Value *, ArrayId> Known;
  std::vector<bool> Taken; ///< of the source's arrays, by a variable
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRARRAYS_H
