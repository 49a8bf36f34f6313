//===- CallChains.h - Function bodies and the calls to them -----*- C++ -*-===//
//
// A value in host code depends on the call that led to it: a frame is a
// function body and the chain of calls above it. Equal frames are one object,
// so that answers can be kept by frame.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_CALLCHAINS_H
#define KERNELCAST_ANALYSIS_HOST_CALLCHAINS_H

#include "analysis/host/HostFacts.h"
#include <deque>
#include <map>
#include <tuple>

namespace kernelcast::host {

/// A function body under evaluation and the chain of calls that led to it.
struct Frame {
  const FunctionFacts *Facts = nullptr;
  const clang::Expr *Call = nullptr; ///< null: any call
  const Frame *Caller = nullptr;
  bool Inlined = false; ///< a helper: its variables get no symbols
  unsigned Depth = 0;
};

/// The argument that \p Call passes as parameter \p I; null where there is
/// none.
const clang::Expr *argument(const clang::Expr *Call, unsigned I);

class CallChains {
public:
  /// \p Function entered by \p Call in \p Caller, or by any call.
  const Frame *enter(const FunctionFacts *Function,
                     const clang::Expr *Call = nullptr,
                     const Frame *Caller = nullptr, bool Inlined = false);

private:
  std::deque<Frame> Frames;
  std::map<std::tuple<const FunctionFacts *, const clang::Expr *, const Frame *,
                      bool>,
           const Frame *>
      FrameOf;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_CALLCHAINS_H
