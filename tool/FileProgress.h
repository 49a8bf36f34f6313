//===- FileProgress.h - What a run is busy with -----------------*- C++ -*-===//
//
// A line on a terminal that is written over itself: "[2/7] src/fft.cu  14 s".
// A run that is over sooner than anybody wonders never shows it; from then on a
// thread of its own keeps the seconds going, so that a single file that takes
// long is seen to be at work.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_FILEPROGRESS_H
#define KERNELCAST_TOOL_FILEPROGRESS_H

#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace kernelcast {

class FileProgress {
public:
  /// Of a run over \p Total files, written to \p OS once it has taken
  /// \p Patience. Null \p OS: nothing is written. \p Columns are those that a
  /// line of it has, 0 where it has no end; a window may change while it runs.
  FileProgress(llvm::raw_ostream *OS, size_t Total,
               std::chrono::milliseconds Patience = std::chrono::seconds(2),
               std::function<unsigned()> Columns =
                   llvm::sys::Process::StandardErrColumns);
  /// Wipes the line off.
  ~FileProgress();
  FileProgress(const FileProgress &) = delete;
  FileProgress &operator=(const FileProgress &) = delete;

  /// The run has come to \p File. Any thread may say so.
  void begin(const std::string &File);

private:
  std::string line() const; ///< no longer than the terminal is wide
  void keepShowing();
  void show(); ///< with Lock held

  llvm::raw_ostream *OS;
  const size_t Total;
  const std::chrono::milliseconds Patience;
  const std::function<unsigned()> Columns;
  const std::chrono::steady_clock::time_point Start;
  std::mutex Lock;
  std::condition_variable Changed;
  size_t Begun = 0;
  std::string Current; ///< the file that was begun last
  bool Shown = false, Done = false;
  std::thread Showing; ///< last: it uses all of the above
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_FILEPROGRESS_H
