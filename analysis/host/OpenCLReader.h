//===- OpenCLReader.h - OpenCL's host calls, read ---------------*- C++ -*-===//
//
// A kernel is a variable that clCreateKernel gives a name; its arguments are
// those that clSetKernelArg set last. Its source is in another file: whoever
// has all files finds it by its name. Queues are streams that wait for nobody.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_OPENCLREADER_H
#define KERNELCAST_ANALYSIS_HOST_OPENCLREADER_H

#include "analysis/host/HandleNames.h"
#include "analysis/host/MemoryOrigins.h"

namespace kernelcast::host {

/// Whether \p Name is one of OpenCL's calls that concern the device.
bool isOpenCLCall(llvm::StringRef Name);

class OpenCLReader {
public:
  OpenCLReader(HostFacts &Facts, ExpressionPool &Pool, HostValues &Values,
               MemoryOrigins &Origins, HandleNames &Handles)
      : Facts(Facts), Pool(Pool), Values(Values), Origins(Origins),
        Handles(Handles) {}

  /// Appends what \p C, one of OpenCL's calls, asks of the device.
  void read(const clang::CallExpr *C, const Frame *F,
            std::vector<HostStep> &To);

private:
  using Steps = std::vector<HostStep>;
  struct Argument {
    const Expr *Value = nullptr; ///< or bytes of Local memory
    bool Local = false;
  };
  struct Kernel {
    std::string Name;
    std::map<unsigned, Argument> Arguments;
  };

  std::string text(const clang::CallExpr *C, unsigned I) const;
  std::optional<int64_t> constant(const clang::CallExpr *C, unsigned I,
                                  const Frame *F);
  void size(HostAction &A, const clang::CallExpr *C, unsigned I,
            const Frame *F);
  void buffer(const clang::CallExpr *C, const Frame *F, HostStep Step,
              Steps &To);
  void transfer(const clang::CallExpr *C, const Frame *F, bool Writes,
                HostAction &A);
  void describe(const clang::CallExpr *C, const Frame *F);
  void launch(const clang::CallExpr *C, const Frame *F, Steps &To);
  std::array<const Expr *, 3> workSize(const clang::Expr *E,
                                       uint64_t Dimensions, const Frame *F);

  HostFacts &Facts;
  ExpressionPool &Pool;
  HostValues &Values;
  MemoryOrigins &Origins;
  HandleNames &Handles;
  std::map<std::string, Kernel> Kernels; ///< by variable
};

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_OPENCLREADER_H
