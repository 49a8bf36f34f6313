//===- LibrarySteps.h - What a library's call asks, written -----*- C++ -*-===//
//
// Copies and fills that libraries make on the way, as steps of a host program.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_LIBRARYSTEPS_H
#define KERNELCAST_ANALYSIS_HOST_LIBRARYSTEPS_H

#include "analysis/host/LaunchSite.h"
#include "analysis/host/program/HostProgram.h"

namespace kernelcast::host {

class LibrarySteps {
public:
  LibrarySteps(const clang::ASTContext &Context, ExpressionPool &Pool)
      : Context(Context), Pool(Pool) {}

  /// The bytes of an object of \p Type; 0 where that is not known.
  uint64_t bytesOf(clang::QualType Type) const;
  /// A step of that kind at \p Call, which it names.
  HostStep step(const clang::Expr *Call, HostAction::Kind What) const;
  /// A copy of \p Elements elements of \p ElementBytes; null and 0 where that
  /// is not known.
  void addCopy(const clang::Expr *Call, CopyKind Direction,
               const Expr *Elements, uint64_t ElementBytes,
               std::string Operands, std::vector<HostStep> &To);
  /// A pass that writes \p Elements elements.
  void addFill(const clang::Expr *Call, const Expr *Elements,
               clang::QualType Element, std::string Operands,
               std::vector<HostStep> &To);
  /// A pass that reads elements and writes others.
  void addConversion(const clang::Expr *Call, const Expr *Elements,
                     uint64_t Read, uint64_t Written, std::string Operands,
                     std::vector<HostStep> &To);

private:
  const clang::ASTContext &Context;
  ExpressionPool &Pool;
};

/// The member function or constructor that \p Call runs, or null.
const clang::CXXMethodDecl *methodOf(const clang::Expr *Call);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_LIBRARYSTEPS_H
