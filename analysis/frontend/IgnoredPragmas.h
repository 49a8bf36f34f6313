//===- IgnoredPragmas.h - Pragmas that nvcc takes for nothing ---*- C++ -*-===//
//
// nvcc warns of `#pragma unroll 0` (#20168-D) and goes on as if the line were
// not there, so that the optimiser decides; tuners write it with that in mind.
// Clang, and with it HIP's compiler, takes 0 as 1 and leaves the loop alone.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_IGNOREDPRAGMAS_H
#define KERNELCAST_ANALYSIS_FRONTEND_IGNOREDPRAGMAS_H

namespace clang {
class Decl;
class Preprocessor;
} // namespace clang

namespace kernelcast {

/// The pragmas of one parse.
class IgnoredPragmas {
public:
  /// Notes whether \p Source has pragmas at all from now on; must outlive it.
  void watch(clang::Preprocessor &Source);

  /// Takes those that nvcc ignores off the loops in \p Root, which has been
  /// parsed.
  void dropFrom(clang::Decl *Root);

private:
  bool HasUnroll = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_IGNOREDPRAGMAS_H
