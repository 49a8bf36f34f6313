//===- ActionReader.h - Calls of the runtime, read --------------*- C++ -*-===//
//
// One table says where each call of the CUDA runtime has its pointers, sizes
// and stream. Calls that move data or start work in a way that is not followed
// (graphs, other libraries, page migration) become Unmodelled actions, so that
// whoever adds up times knows that something is missing.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_ACTIONREADER_H
#define KERNELCAST_ANALYSIS_HOST_ACTIONREADER_H

#include "analysis/host/FunctionChoices.h"
#include "analysis/host/LaunchSite.h"
#include "analysis/host/LibraryCalls.h"
#include "analysis/host/OpenCLReader.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kernelcast::host {

/// Whether \p Call is of the runtime or of a library on the device.
bool isDeviceCall(const clang::Expr *Call);

/// Appends what \p Run makes of each of \p Choices, of which \p Callee is one,
/// each under its condition.
void choose(
    llvm::ArrayRef<FunctionChoice> Choices, const clang::Expr *Callee,
    const clang::ASTContext &Context, std::vector<HostStep> &To,
    llvm::function_ref<void(const FunctionChoice &, std::vector<HostStep> &)>
        Run);

class ActionReader {
public:
  ActionReader(HostFacts &Facts, ExpressionPool &Pool, HostValues &Values)
      : Facts(Facts), Pool(Pool), Values(Values), Origins(Facts),
        Handles(Facts.Context, Values),
        OpenCL(Facts, Pool, Values, Origins, Handles),
        Libraries(Facts, Pool, Values, Handles) {}

  /// Appends what \p Call, a device call, asks of the device.
  void read(const clang::CallExpr *Call, const Frame *F,
            std::vector<HostStep> &To);
  /// Appends what making an object of a library asks of the device.
  void read(const clang::CXXConstructExpr *Made, const Frame *F,
            std::vector<HostStep> &To) {
    Libraries.read(Made, F, To);
  }
  /// Appends the launch \p L.
  void launch(const Launch &L, const Frame *F, std::vector<HostStep> &To);

  struct Signature;

private:
  using Steps = std::vector<HostStep>;

  void launch(const Launch &L, const LaunchParts &Parts,
              const clang::FunctionDecl *Function, const Frame *F, Steps &To);
  HandleName streamIn(const clang::Expr *Pointer, const clang::CallExpr *Call,
                      const Frame *F);
  std::string textAt(const clang::CallExpr *Call, int I) const;
  void size(HostAction &A, const Signature &S, const clang::CallExpr *Call,
            const Frame *F);
  void direction(HostAction &A, const Signature &S, const clang::CallExpr *Call,
                 const Frame *F);

  HostFacts &Facts;
  ExpressionPool &Pool;
  HostValues &Values;
  MemoryOrigins Origins;
  HandleNames Handles;
  OpenCLReader OpenCL;
  LibraryCalls Libraries;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_ACTIONREADER_H
