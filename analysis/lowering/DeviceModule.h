//===- DeviceModule.h - LLVM's module of the wanted kernels -----*- C++ -*-===//
//
// Clang's own code generator, fed from the syntax tree that the frontend has
// parsed: the declarations that the parse noted (DeclarationLog.h) are told to
// it once more, but for kernels that nobody wants and for what is in error.
// Inline functions and instances of templates become code only if something
// names them, as in any compilation.
//
// An instruction keeps its name and the line and column that it comes from,
// through all calls that are inlined.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_DEVICEMODULE_H
#define KERNELCAST_ANALYSIS_LOWERING_DEVICEMODULE_H

#include "analysis/frontend/Frontend.h"
#include "analysis/lowering/CompileBudget.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace llvm {
class Function;
class LLVMContext;
class Module;
} // namespace llvm

namespace kernelcast {

/// One kernel of a module.
struct GeneratedKernel {
  llvm::Function *Function = nullptr; ///< null: see WhyNot
  std::string WhyNot;
};

/// The name that a function without code has in its source, with scopes and
/// without template arguments: "cub::BlockReduce::Sum".
llvm::StringRef sourceName(const llvm::Function &Declared);

/// Makes the code of \p Wanted, kernels of \p Unit that are clean, in a module
/// of \p Context, which has nothing that they do not reach. \p Kernels has the
/// result for each in the same order. Null if \p Budget was exceeded.
std::unique_ptr<llvm::Module>
generateModule(TranslationUnit &Unit,
               llvm::ArrayRef<const KernelDeclaration *> Wanted,
               llvm::LLVMContext &Context, CompileBudget &Budget,
               std::vector<GeneratedKernel> &Kernels);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_DEVICEMODULE_H
