//===- CompilerLog.h - What the user's own compiler said --------*- C++ -*-===//
//
// `nvcc -Xptxas -v` reports for each kernel and architecture what the real
// compiler allocated; these facts override every estimate:
//
//   ptxas info    : Compiling entry function '_Z4axpyfPf' for 'sm_75'
//   ptxas info    : Function properties for _Z4axpyfPf
//       8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
//   ptxas info    : Used 32 registers, 4096 bytes smem, 380 bytes cmem[0]
//
// Lines of other programs in between are skipped. A line about the resources of
// a function belongs to the last function named before it.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HARDWARE_COMPILERLOG_H
#define KERNELCAST_ANALYSIS_HARDWARE_COMPILERLOG_H

#include "analysis/hardware/CompiledName.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kernelcast {

/// One kernel for one architecture. Absent numbers were not in the log.
struct CompiledKernel : CompiledName {
  CompiledKernel() = default;
  explicit CompiledKernel(CompiledName Name) : CompiledName(std::move(Name)) {}

  std::string Architecture; ///< "sm_75"
  unsigned Line = 0;        ///< of the log
  std::optional<uint64_t> Registers;
  std::optional<uint64_t> SharedBytes; ///< static; absent means none was used
  std::optional<uint64_t> StackBytes, SpillStoreBytes, SpillLoadBytes;
};

class CompilerLog {
public:
  /// Entries in the order of the log; one that the log repeats for the same
  /// architecture (a second compilation) replaces the first.
  const std::vector<CompiledKernel> &entries() const { return Entries; }

  /// The entry of the kernel that is called \p Name: mangled, as a full
  /// signature, or as a name with or without namespaces and template arguments.
  /// With \p Architecture ("sm_75" or "7.5") only entries of that one count.
  /// Null if no entry fits or if several that differ do.
  const CompiledKernel *find(llvm::StringRef Name,
                             llvm::StringRef Architecture = "") const;

  /// All that fit, of the most exact kind of match that has any.
  std::vector<const CompiledKernel *>
  findAll(llvm::StringRef Name, llvm::StringRef Architecture) const;

private:
  friend llvm::Expected<CompilerLog> parseCompilerLog(llvm::StringRef Text,
                                                      llvm::StringRef FileName);
  std::vector<CompiledKernel> Entries;
};

/// Larger logs are refused unread.
inline constexpr uint64_t MaxCompilerLogBytes = 256u << 20;

/// The entries in \p Text. A log without any is an error that says how to make
/// one; \p FileName is for the message.
llvm::Expected<CompilerLog> parseCompilerLog(llvm::StringRef Text,
                                             llvm::StringRef FileName);

/// The same for a file.
llvm::Expected<CompilerLog> loadCompilerLog(llvm::StringRef Path);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HARDWARE_COMPILERLOG_H
