//===- DeviceVectors.h - What vectors of the device do ----------*- C++ -*-===//
//
// thrust's vectors copy from and to the host when they are made of one another
// or assigned, and fill themselves when they are made or resized:
//
//   device_vector<T> d(n)              n elements are written
//   device_vector<T> d = h, d = h      a copy to the device; h = d one back
//   device_vector<double> d(floats)    a pass that reads 4 bytes and writes 8
//   x = d[i], *p, d[i] = x             a copy of one element
//
// What is moved, or only asked where it is and how large, does nothing.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_DEVICEVECTORS_H
#define KERNELCAST_ANALYSIS_HOST_DEVICEVECTORS_H

#include "analysis/host/IteratorPositions.h"
#include "analysis/host/LibrarySteps.h"

namespace kernelcast::host {

class DeviceVectors {
public:
  DeviceVectors(HostFacts &Facts, ExpressionPool &Pool, HostValues &Values)
      : Facts(Facts), Pool(Pool), Values(Values), Positions(Values, Pool),
        Write(Facts.Context, Pool) {}

  /// Whether \p Call of thrust's \p Method may ask something of the device.
  static bool works(const clang::CXXMethodDecl *Method,
                    const clang::Expr *Call);

  /// Appends what the construction \p Made asks; false where it is not known.
  bool made(const clang::CXXConstructExpr *Made, const Frame *F,
            std::vector<HostStep> &To);
  /// The same of a member function or operator of a vector or pointer.
  bool changed(const clang::CallExpr *Call, const Frame *F,
               std::vector<HostStep> &To);

private:
  using Steps = std::vector<HostStep>;

  void copy(const clang::Expr *Call, clang::QualType From, bool FromDevice,
            clang::QualType To, bool ToDevice, const Expr *Elements,
            std::string Operands, Steps &Out);
  bool assigned(const clang::CXXOperatorCallExpr *Call, const Frame *F,
                Steps &To);
  void element(const clang::CXXOperatorCallExpr *Call, clang::QualType Type,
               const Frame *F, Steps &To);
  bool resized(const clang::CXXMemberCallExpr *Call, const Frame *F, Steps &To);

  HostFacts &Facts;
  ExpressionPool &Pool;
  HostValues &Values;
  IteratorPositions Positions;
  LibrarySteps Write;
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_DEVICEVECTORS_H
