//===- OutputFile.cpp - A file written whole or not at all ----------------===//

#include "tool/OutputFile.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace kernelcast;

static Error cannotWrite(StringRef Path, const std::string &Why) {
  return createStringError(inconvertibleErrorCode(),
                           "cannot write '" + Path + "': " + Why);
}

static Error writeDirectly(StringRef Path,
                           function_ref<void(raw_ostream &)> Write) {
  std::error_code Code;
  raw_fd_ostream OS(Path, Code);
  if (Code)
    return cannotWrite(Path, Code.message());
  Write(OS);
  OS.flush();
  if (!OS.has_error())
    return Error::success();
  std::string Why = OS.error().message();
  OS.clear_error();
  return cannotWrite(Path, Why);
}

Error kernelcast::writeOutput(StringRef Path,
                              function_ref<void(raw_ostream &)> Write) {
  if (Path.empty()) {
    Write(outs());
    return Error::success(); // the caller of the tool checks the stream
  }
  if (sys::fs::is_directory(Path))
    return cannotWrite(Path, "it is a directory");
  if (sys::fs::exists(Path) && !sys::fs::is_regular_file(Path))
    return writeDirectly(Path, Write);
  Expected<sys::fs::TempFile> File =
      sys::fs::TempFile::create(Path + ".%%%%%%.tmp");
  if (!File)
    return cannotWrite(Path, toString(File.takeError()));
  std::string Why;
  {
    raw_fd_ostream OS(File->FD, /*shouldClose=*/false);
    Write(OS);
    OS.flush();
    if (OS.has_error()) {
      Why = OS.error().message();
      OS.clear_error();
    }
  }
  if (!Why.empty()) {
    consumeError(File->discard());
    return cannotWrite(Path, Why);
  }
  if (Error E = File->keep(Path))
    return cannotWrite(Path, toString(std::move(E)));
  return Error::success();
}
