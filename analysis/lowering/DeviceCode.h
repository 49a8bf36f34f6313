//===- DeviceCode.h - Optimised code of a unit's kernels --------*- C++ -*-===//
//
//   TranslationUnit ──▶ generateModule() ──▶ SplitCode ──▶
//   optimiseDeviceCode() for each part ──▶ DeviceCode
//
// For AMD's GPUs retargetToAmd() comes before the split, and machine code is
// made of a copy in the end.
//
// The syntax tree has one user at a time; optimising needs it no longer. So a
// compilation that has begun goes on on spare threads, while its owner reads
// the same tree.
//
// The code of all wanted kernels is generated together, and optimised in parts
// (CodeParts.h). Where either fails, because the compiler crashes or the budget
// is spent, each kernel of it is compiled alone, so that one does not take the
// others with it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_DEVICECODE_H
#define KERNELCAST_ANALYSIS_LOWERING_DEVICECODE_H

#include "analysis/frontend/Frontend.h"
#include "analysis/hardware/CompileTarget.h"
#include "analysis/lowering/MachineCode.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <algorithm>
#include <memory>

namespace kernelcast {

class DeviceCompiler;
class SpareThreads;

/// What to compile for, and for how long at most.
struct DeviceCodeOptions {
  CompileTarget Target{70, {}}; ///< of the GPU
  /// Of processor time, for all the unit's kernels, and at most for one that is
  /// compiled alone. A pass that has begun is not cut off.
  double UnitSeconds = 45, KernelSeconds = 15;
  /// More if the unit took this many seconds to parse: what Clang needs long
  /// for to instantiate, it needs about as long to compile.
  void allowFor(double ParseSeconds) {
    KernelSeconds = std::max(KernelSeconds, 1.5 * ParseSeconds);
    UnitSeconds = std::max(UnitSeconds, 3 * KernelSeconds);
  }
  /// Instructions of one part, at any time, and of all that are done.
  size_t Instructions = 2'000'000;
  /// Threads that may help; null: none.
  std::shared_ptr<SpareThreads> Spare;
  /// Gets the IR of AMD's kernels as the back end is given it, all in one part;
  /// null: nobody asks. For tests.
  std::string *Text = nullptr;
};

/// A kernel's code, or why there is none.
struct DeviceKernel {
  const llvm::Function *Function = nullptr; ///< null: see WhyNot
  std::string WhyNot;
  /// Neighbouring accesses were not made wide ones, since a basic block of it,
  /// or of a function that it calls, has more than
  /// CompileBudget::MostNeighbours.
  bool AccessesApart = false;
  /// Functions that it needs and whose code is elsewhere: the vendor's library
  /// of mathematics, other files'. sourceName() has their names.
  std::vector<const llvm::Function *> Elsewhere;
  /// For AMD's GPUs. Blocks are said to be made from those of Function, where
  /// they are of its blocks.
  std::optional<MachineFunctionCode> Machine;
  size_t Part = 0; ///< kernels of one part share a context
};

/// The code lives as long as this object; the syntax tree is no longer needed.
class DeviceCode {
public:
  /// Of the kernels that were asked for, in that order.
  llvm::ArrayRef<DeviceKernel> kernels() const { return Kernels; }

  /// Compiles \p Wanted, kernels of \p Unit. Every failure is a reason of the
  /// kernels that it befalls.
  static DeviceCode compile(TranslationUnit &Unit,
                            llvm::ArrayRef<const KernelDeclaration *> Wanted,
                            const DeviceCodeOptions &Options);

  /// Calls \p Read for the number of each kernel that has code, on this thread
  /// and on those of \p Spare (null: none). Those of one part get theirs one
  /// after the other.
  void forEachKernel(const std::shared_ptr<SpareThreads> &Spare,
                     llvm::function_ref<void(size_t)> Read) const;

private:
  struct Part {
    std::unique_ptr<llvm::LLVMContext> Context;
    std::unique_ptr<llvm::Module> Code;
  };
  std::vector<Part> Parts;
  std::vector<DeviceKernel> Kernels;

  friend class DeviceCompiler;
};

/// A DeviceCode that is being made. Until finish() its owner may use the unit
/// for something else.
class DeviceCompilation {
public:
  /// Generates the code of \p Wanted, kernels of \p Unit, and begins to
  /// optimise it.
  DeviceCompilation(TranslationUnit &Unit,
                    llvm::ArrayRef<const KernelDeclaration *> Wanted,
                    const DeviceCodeOptions &Options);
  DeviceCompilation(DeviceCompilation &&) noexcept;
  ~DeviceCompilation();

  /// Once: does what is left, and waits for the rest.
  DeviceCode finish();

private:
  std::unique_ptr<DeviceCompiler> Compiler;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_DEVICECODE_H
