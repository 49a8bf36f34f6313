//===- SourceCheck.cpp - Is this a source file at all? --------------------===//
#include "analysis/frontend/SourceCheck.h"
#include "llvm/Support/MemoryBuffer.h"

namespace kernelcast {

static llvm::Error refuse(llvm::StringRef File, const llvm::Twine &Why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "cannot read '" + File + "': " + Why);
}

llvm::Error checkSource(llvm::StringRef File, llvm::vfs::FileSystem &Files) {
  auto Status = Files.status(File);
  if (!Status)
    return refuse(File, Status.getError().message());
  if (Status->isDirectory())
    return refuse(File, "it is a directory");
  // Pipes and devices may never end.
  if (!Status->isRegularFile())
    return refuse(File, "it is not a regular file");
  if (Status->getSize() > MaxSourceBytes)
    return refuse(File, "it is larger than 64 MiB");
  auto Buffer = Files.getBufferForFile(File);
  if (!Buffer)
    return refuse(File, Buffer.getError().message());
  llvm::StringRef Text = (*Buffer)->getBuffer();
  if (Text.starts_with("\xff\xfe") || Text.starts_with("\xfe\xff"))
    return refuse(File, "it is UTF-16; only UTF-8 and ASCII are understood");
  // Text has no zero bytes; object files and archives do, near the start.
  if (Text.take_front(1 << 16).contains('\0'))
    return refuse(File, "it is a binary file, not source text");
  return llvm::Error::success();
}

} // namespace kernelcast
