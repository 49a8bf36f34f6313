//===- CodeParts.h - A module in parts that need no other -------*- C++ -*-===//
//
// Optimising takes most of the time that a large file needs, and a module is
// one thread's: all that is in it shares a context. So the kernels of a large
// module are dealt out, in their order, to modules of contexts of their own,
// each with all the functions that its kernels need, and these are optimised
// side by side. A function that several parts need is in each of them.
//
// The module is written as bitcode, of which the reader of a part takes only
// the functions that it is asked for. A small module is one part. How kernels
// are dealt out depends on the code alone.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_CODEPARTS_H
#define KERNELCAST_ANALYSIS_LOWERING_CODEPARTS_H

#include "analysis/lowering/DeviceModule.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace kernelcast {

/// Some kernels in a module of their own.
struct CodePart {
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> Code;
  std::vector<llvm::Function *> Kernels; ///< functions of Code
};

/// Instructions of a part, as they are generated, from which on it takes no
/// further kernel. Optimising so many takes far longer than writing and reading
/// them.
inline constexpr size_t InstructionsOfPart = 6000;

/// The numbers of \p Kernels that are to be in a part together. Those without
/// code are in none.
std::vector<std::vector<size_t>>
dealKernels(llvm::ArrayRef<GeneratedKernel> Kernels,
            size_t Instructions = InstructionsOfPart);

/// A module that is to be read in parts.
class SplitCode {
public:
  /// \p Dealt has for each part the numbers of its \p Kernels, of \p Code.
  SplitCode(const llvm::Module &Code, llvm::ArrayRef<GeneratedKernel> Kernels,
            llvm::ArrayRef<std::vector<size_t>> Dealt);

  /// The part of that number, with its kernels in their order. Threads may read
  /// at the same time. Errors: LLVM cannot read what it has written.
  llvm::Expected<CodePart> read(size_t Part) const;

private:
  struct Content {
    std::vector<std::string> Kernels;
    llvm::StringSet<> Functions; ///< all that they need
  };
  llvm::SmallString<0> Bitcode;
  std::vector<Content> Parts;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_CODEPARTS_H
