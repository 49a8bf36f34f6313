//===- ParsedKernel.h - Kernels of the benchmarks ---------------*- C++ -*-===//
#ifndef KERNELCAST_TEST_BENCHMARKS_PARSEDKERNEL_H
#define KERNELCAST_TEST_BENCHMARKS_PARSEDKERNEL_H

#include "analysis/ast/KernelBuilder.h"
#include "analysis/frontend/Frontend.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

/// Calls \p Use with the only kernel of \p Source while its AST is alive.
inline void
parsed(llvm::StringRef Source,
       llvm::function_ref<void(const clang::FunctionDecl *, TranslationUnit &)>
           Use) {
  llvm::SmallString<64> Path;
  int File;
  if (llvm::sys::fs::createTemporaryFile("kernel", "cu", File, Path))
    llvm::report_fatal_error("no temporary file");
  llvm::raw_fd_ostream(File, true) << Source;
  CompileJob Job;
  Job.File = Path.str().str();
  if (llvm::Error E = parse(Job, [&](TranslationUnit &Unit) {
        Use(Unit.Kernels.at(0).Function, Unit);
      }))
    llvm::report_fatal_error(std::move(E));
  llvm::sys::fs::remove(Path);
}

inline KernelModel modelOf(llvm::StringRef Source) {
  KernelModel Model;
  parsed(Source, [&](const clang::FunctionDecl *F, TranslationUnit &Unit) {
    Model = buildKernelModel(F, *Unit.Context, Unit.Lang);
  });
  return Model;
}

} // namespace kernelcast

#endif // KERNELCAST_TEST_BENCHMARKS_PARSEDKERNEL_H
