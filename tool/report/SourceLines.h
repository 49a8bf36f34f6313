//===- SourceLines.h - Lines of source files for reports --------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_REPORT_SOURCELINES_H
#define KERNELCAST_TOOL_REPORT_SOURCELINES_H

#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace kernelcast {

/// The text of \p Path, a regular file of at most \p MostBytes. Names may come
/// from a "#line", which can be that of a device, a pipe or anything else that
/// never ends: errc::invalid_argument; errc::file_too_large, or what the system
/// says.
llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>>
readSource(const std::string &Path, uint64_t MostBytes);

/// Reads each file once, and none of over 64 MiB. Not thread-safe.
class SourceLines {
public:
  /// Line \p Number (from 1) of \p Path as valid UTF-8 without tabs, control
  /// characters and line end; "" if there is none. At most 4096 bytes.
  std::string line(const std::string &Path, unsigned Number);

  /// \p Text is what \p Path holds, which is not on the disk.
  void add(const std::string &Path, llvm::StringRef Text);

private:
  struct File {
    std::unique_ptr<llvm::MemoryBuffer> Buffer; ///< null: unreadable
    std::vector<size_t> Starts;

    void take(std::unique_ptr<llvm::MemoryBuffer> Text);
  };
  std::map<std::string, File> Files;
};

/// \p Text with tabs as single spaces, control characters as '?', invalid UTF-8
/// replaced, and what turns the direction of text or shows nothing by its
/// number, as "<U+202E>": safe to print and to put in JSON, and what is seen is
/// what is there.
std::string printable(llvm::StringRef Text);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_SOURCELINES_H
