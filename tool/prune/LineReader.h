//===- LineReader.h - Lines of a stream, of bounded length ------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_PRUNE_LINEREADER_H
#define KERNELCAST_TOOL_PRUNE_LINEREADER_H

#include "llvm/Support/FileSystem.h"
#include <string>
#include <vector>

namespace kernelcast {

/// Reads standard input, or another file, as it comes: a line is there as soon
/// as its end is.
class LineReader {
public:
  /// Of lines longer than \p MaxBytes, only that they are is known.
  LineReader(llvm::sys::fs::file_t File, size_t MaxBytes)
      : File(File), MaxBytes(MaxBytes), Buffer(size_t(64) << 10) {}

  enum class Result : uint8_t { Line, TooLong, End };
  /// The next line, without its end. Errors: of reading.
  llvm::Expected<Result> next(std::string &Line);

private:
  llvm::sys::fs::file_t File;
  size_t MaxBytes;
  std::vector<char> Buffer;
  size_t Begin = 0, End = 0; ///< of what has been read and not given
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_LINEREADER_H
