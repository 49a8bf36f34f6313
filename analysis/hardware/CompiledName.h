//===- CompiledName.h - A kernel's name in compiled code --------*- C++ -*-===//
//
// Compilers write kernels by their mangled names; users and our models write
// them as the source does, with or without namespaces and template arguments.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_COMPILEDNAME_H
#define KERNELCAST_ANALYSIS_HARDWARE_COMPILEDNAME_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kernelcast {

struct CompiledName {
  std::string Mangled;   ///< "_Z1kIiEvPT_"
  std::string Demangled; ///< "void k<int>(int*)"
  std::string Name;      ///< "k<int>", with namespaces
};

/// The name \p Mangled with what it is called in the source; the same three
/// times where it is no mangled name.
CompiledName compiledName(llvm::StringRef Mangled);

/// The ways in which a user may write a kernel's name, the most exact first.
inline constexpr unsigned KindsOfMatch = 5;
/// Whether \p Name means \p Entry in the way \p Kind, below KindsOfMatch.
bool matches(const CompiledName &Entry, llvm::StringRef Name, unsigned Kind);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_COMPILEDNAME_H
