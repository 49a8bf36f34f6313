//===- LintCache.h - What lint said of files, until they change -*- C++ -*-===//
//
// A folder with an entry for each file that was looked at:
//
//   name      hash of what is known before the file is read: the program, to
//             the byte, the options that the result depends on, the GPU files,
//             the compile command, the working folder, the file's own text
//   contents  hash of the rest; what else the file was read from, with its
//             hashes (SourceInputs.h); the result
//
// An entry counts if everything that was read is as it was and nothing that was
// missing is there now. Times of files are never asked. Entries are written
// under another name first, so that processes may use one folder at a time; one
// that is damaged does not fit its hash and is written anew. What has not been
// used longest goes first when the folder gets too large.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINTCACHE_H
#define KERNELCAST_TOOL_LINTCACHE_H

#include "tool/DiskState.h"
#include "tool/Pipeline.h"
#include "tool/lint/Checks.h"
#include "llvm/Support/CachePruning.h"
#include <atomic>

namespace kernelcast {

/// May be asked by several threads at once.
class LintCache {
public:
  /// The cache of \p Setup's command line, in its folder, which is made if need
  /// be. Errors: it cannot be; a --cache-policy that is none.
  static llvm::Expected<std::unique_ptr<LintCache>>
  open(const PipelineSetup &Setup);

  /// What is kept of \p File, compiled by \p Jobs, if it is still true.
  std::optional<FileResult> find(const std::string &File,
                                 llvm::ArrayRef<CompileJob> Jobs);

  /// Keeps \p Result, unless it may be another one next time.
  void keep(const std::string &File, llvm::ArrayRef<CompileJob> Jobs,
            const FileResult &Result);

  /// To be called once, at the end: removes what is too much. Says on stderr
  /// what went wrong, and with --cache-statistics how it went.
  void finish();

private:
  LintCache(const PipelineSetup &Setup, const llvm::CachePruningPolicy &Policy,
            llvm::ArrayRef<std::string> GpuNames);
  /// Where the entry is; nothing where the source cannot be read, or nobody
  /// knows the working folder.
  std::optional<std::string> pathOf(const std::string &File,
                                    llvm::ArrayRef<CompileJob> Jobs);

  const PipelineSetup &Setup;
  llvm::CachePruningPolicy Policy;
  std::string Common; ///< what the names of all entries are made of
  bool IsUsable = true;
  DiskState Disk;
  std::atomic<unsigned> Found = 0, Missed = 0, Kept = 0;
  std::mutex Lock;
  std::string Failure; ///< of writing, the first
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINTCACHE_H
