//===- OutputFile.cpp - A file written whole or not at all ----------------===//

#include "tool/OutputFile.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace kernelcast;

/// Writes all of it to a file's stream; a full disk is an error.
static Error writeAll(raw_fd_ostream &OS,
                      function_ref<void(raw_ostream &)> Write) {
  Write(OS);
  OS.flush();
  std::error_code Failure = OS.error();
  OS.clear_error(); // the stream would end the process
  return errorCodeToError(Failure);
}

static Error writeDirectly(StringRef Path,
                           function_ref<void(raw_ostream &)> Write) {
  std::error_code Failure;
  raw_fd_ostream OS(Path, Failure);
  return Failure ? errorCodeToError(Failure) : writeAll(OS, Write);
}

static Error write(StringRef Path, function_ref<void(raw_ostream &)> Write) {
  if (sys::fs::is_directory(Path))
    return createStringError("it is a directory");
  if (sys::fs::exists(Path) && !sys::fs::is_regular_file(Path))
    return writeDirectly(Path, Write);
  // LLVM's stands for a file here: what it treats as special is not regular,
  // or "-".
  return writeToOutput(Path == "-" ? "./-" : Path, [&](raw_ostream &OS) {
    return writeAll(static_cast<raw_fd_ostream &>(OS), Write);
  });
}

Error kernelcast::writeOutput(StringRef Path,
                              function_ref<void(raw_ostream &)> Write) {
  if (Path.empty()) {
    Write(outs());
    return Error::success(); // the caller of the tool checks the stream
  }
  std::string Why;
  handleAllErrors(
      write(Path, Write),
      [&](const FileError &E) { Why = E.messageWithoutFileInfo(); },
      [&](const ErrorInfoBase &E) { Why = E.message(); });
  if (Why.empty())
    return Error::success();
  return createStringError(inconvertibleErrorCode(),
                           "cannot write '" + Path + "': " + Why);
}

/// \p Path as make and Ninja read it.
static std::string inDepfile(StringRef Path) {
  std::string Text;
  for (char C : Path) {
    if (C == ' ' || C == '#')
      Text += '\\';
    else if (C == '$')
      Text += '$';
    Text += C;
  }
  return Text;
}

Error kernelcast::writeDepfile(StringRef Path, StringRef Target,
                               std::vector<std::string> Files) {
  llvm::sort(Files);
  Files.erase(llvm::unique(Files), Files.end());
  return writeOutput(Path, [&](raw_ostream &OS) {
    OS << inDepfile(Target) << ':';
    for (const std::string &File : Files)
      OS << " \\\n  " << inDepfile(File);
    OS << '\n';
  });
}
