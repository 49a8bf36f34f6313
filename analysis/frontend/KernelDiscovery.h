//===- KernelDiscovery.h - Kernels of a file and their health ---*- C++ -*-===//
//
// Finds every kernel that a file defines and judges each by its own errors:
// those inside its source range, inside device functions that it reaches, and
// those raised while it was instantiated. Errors elsewhere in the file (host
// code, other kernels) do not count.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_KERNELDISCOVERY_H
#define KERNELCAST_ANALYSIS_FRONTEND_KERNELDISCOVERY_H

#include "analysis/frontend/Frontend.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"

namespace kernelcast {

class SkippedText;

/// An error as Clang reported it.
struct ParseError {
  clang::SourceLocation Location; ///< where it is written, macros expanded
  std::string Message;
  /// Nothing is wrong with the source: device code launches a kernel here, and
  /// the syntax tree lacks it.
  bool IsDeviceLaunch = false;
  /// Functions being instantiated when it was found, innermost last.
  llvm::SmallVector<const clang::FunctionDecl *, 2> Instantiating;
};

/// A place as the user sees it: file and line as they are on the disk, unless
/// told \p AsLineDirectivesSay.
SourceSpot sourceSpot(clang::SourceLocation Location,
                      const clang::SourceManager &Sources,
                      bool AsLineDirectivesSay = false);

/// All kernels below \p TopLevel, in source order, judged by \p Errors.
/// \p Skipped: what the preprocessor left out of the text.
/// \p MissingHeaders are named with kernels that have unresolved names.
std::vector<KernelDeclaration>
discoverKernels(clang::ASTContext &Context,
                llvm::ArrayRef<clang::Decl *> TopLevel,
                llvm::ArrayRef<ParseError> Errors, const SkippedText &Skipped,
                llvm::ArrayRef<std::string> MissingHeaders);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_KERNELDISCOVERY_H
