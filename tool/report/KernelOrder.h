//===- KernelOrder.h - In which order kernels are shown ---------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_REPORT_KERNELORDER_H
#define KERNELCAST_TOOL_REPORT_KERNELORDER_H

#include <cstdint>

namespace kernelcast {

enum class KernelOrder : uint8_t {
  Time,   ///< the longest first; then those without a time
  Source, ///< of the command line and within each file
  Name
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_KERNELORDER_H
