//===- Toolchain.h - Where the compiler's own headers are -------*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_TOOLCHAIN_H
#define KERNELCAST_ANALYSIS_FRONTEND_TOOLCHAIN_H

#include <string>
#include <vector>

namespace kernelcast {

/// Folders with headers on this machine; looked up once per process.
struct Toolchain {
  std::string ResourceDirectory;         ///< clang's own; empty if not found
  std::vector<std::string> CxxFolders;   ///< libstdc++, newest; may be empty
  std::vector<std::string> PlainFolders; ///< the C library and /usr/local
};

const Toolchain &toolchain();

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_TOOLCHAIN_H
