//===- FuzzInput.h - What a fuzz target makes of its input ------*- C++ -*-===//
#ifndef KERNELCAST_TEST_FUZZ_FUZZINPUT_H
#define KERNELCAST_TEST_FUZZ_FUZZINPUT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string>

namespace kernelcast {

inline llvm::StringRef fuzzText(const uint8_t *Data, size_t Size) {
  return {reinterpret_cast<const char *>(Data), Size};
}

/// The lines of an input that is a list of arguments.
inline std::vector<std::string> fuzzLines(llvm::StringRef Text) {
  std::vector<std::string> Lines;
  llvm::SmallVector<llvm::StringRef> Parts;
  Text.rtrim('\n').split(Parts, '\n');
  for (llvm::StringRef Part : Parts)
    // Arguments end at a zero byte.
    Lines.push_back(Part.take_until([](char C) { return !C; }).str());
  return Lines;
}

/// Ends the program if one input takes too much processor time, all threads
/// together. The fuzzer's own limit is on the clock and is for hangs: on a busy
/// machine any input may take long.
class ProcessorTimeLimit {
public:
  static constexpr double Seconds = 25;
  ProcessorTimeLimit() : Start(std::clock()) {}
  ~ProcessorTimeLimit() {
    double Taken = double(std::clock() - Start) / CLOCKS_PER_SEC;
    if (Taken <= Seconds)
      return;
    llvm::errs() << "ERROR: " << Taken << " s of processor time\n";
    std::abort();
  }

private:
  std::clock_t Start;
};

/// A file in a temporary folder of its own, written anew for each input.
class FuzzFile {
public:
  explicit FuzzFile(llvm::StringRef Name) {
    llvm::SmallString<128> Unique;
    llvm::cantFail(llvm::errorCodeToError(
        llvm::sys::fs::createUniqueDirectory("kernelcast-fuzz", Unique)));
    Folder = std::string(Unique);
    Path = Folder + "/" + Name.str();
  }
  ~FuzzFile() { llvm::sys::fs::remove_directories(Folder); }
  const std::string &path() const { return Path; }
  const std::string &folder() const { return Folder; }
  void write(llvm::StringRef Text) {
    std::error_code Error;
    llvm::raw_fd_ostream(Path, Error) << Text;
    llvm::cantFail(llvm::errorCodeToError(Error));
  }

private:
  std::string Folder, Path;
};

} // namespace kernelcast

#endif // KERNELCAST_TEST_FUZZ_FUZZINPUT_H
