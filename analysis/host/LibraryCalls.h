//===- LibraryCalls.h - thrust and cub, read --------------------*- C++ -*-===//
//
// A table (LibraryAlgorithms.h) says which arguments of an algorithm are arrays
// that it reads or writes; their elements and types give a LibraryPass. What
// runs on the host (policies host and seq, iterators of the host) asks nothing
// of the device. What the table does not have is unmodelled, with its name.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_LIBRARYCALLS_H
#define KERNELCAST_ANALYSIS_HOST_LIBRARYCALLS_H

#include "analysis/host/DeviceVectors.h"
#include "analysis/host/HandleNames.h"
#include "analysis/host/LibraryAlgorithms.h"

namespace kernelcast::host {

/// The library that \p Call, a call or a construction, belongs to: "thrust",
/// "cub", "cublas", ...; "" for none, and for what only sets a library up.
std::string libraryOf(const clang::Expr *Call);

class LibraryCalls {
public:
  LibraryCalls(HostFacts &Facts, ExpressionPool &Pool, HostValues &Values,
               HandleNames &Handles)
      : Facts(Facts), Pool(Pool), Values(Values), Handles(Handles),
        Positions(Values, Pool), Write(Facts.Context, Pool),
        Vectors(Facts, Pool, Values) {}

  /// Appends what \p Call, of a library, asks of the device.
  void read(const clang::Expr *Call, const Frame *F, std::vector<HostStep> &To);

private:
  using Steps = std::vector<HostStep>;
  using Arguments = llvm::ArrayRef<const clang::Expr *>;
  struct Policy;
  struct Roles;

  bool thrustCall(const clang::CallExpr *Call, const Frame *F, Steps &To);
  bool cubCall(const clang::CallExpr *Call, const Frame *F, Steps &To);
  bool copyOfRange(const clang::CallExpr *Call, Arguments Given,
                   const Policy &With, const Frame *F, Steps &To);

  Policy policyOf(const clang::Expr *E, const Frame *F, unsigned Depth = 0);
  bool readRoles(llvm::StringRef Letters, Arguments Given, const Frame *F,
                 Roles &Found);
  HostStep pass(const clang::CallExpr *Call, const LibraryAlgorithm &Row,
                const clang::Expr *First, const Roles &Found);
  std::optional<bool> isSizeQuery(const clang::CallExpr *Call,
                                  const Frame *F) const;

  HostFacts &Facts;
  ExpressionPool &Pool;
  HostValues &Values;
  HandleNames &Handles;
  IteratorPositions Positions;
  LibrarySteps Write;
  DeviceVectors Vectors;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_LIBRARYCALLS_H
