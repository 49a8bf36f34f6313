//===- HandleNames.h - Which stream, event or kernel a handle is *- C++ -*-===//
//
// Streams, events and OpenCL's objects are handles in variables. Two handles
// are the same if they are the same variable or element; a handle is followed
// through parameters and through variables that only rename another.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_HANDLENAMES_H
#define KERNELCAST_ANALYSIS_HOST_HANDLENAMES_H

#include "analysis/host/HostValues.h"
#include "analysis/host/program/HostProgram.h"

namespace kernelcast::host {

class HandleNames {
public:
  HandleNames(const clang::ASTContext &Context, HostValues &Values)
      : Context(Context), Values(Values) {}

  /// What \p E names where it stands in \p F; the default stream for none.
  HandleName of(const clang::Expr *E, const Frame *F, unsigned Depth = 0);
  /// The name of \p D: its own, or with a number where another has that.
  std::string unique(const clang::ValueDecl *D);

private:
  const clang::ASTContext &Context;
  HostValues &Values;
  llvm::DenseMap<const clang::ValueDecl *, std::string> Names;
  std::set<std::string> Taken;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_HANDLENAMES_H
