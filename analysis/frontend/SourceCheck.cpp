//===- SourceCheck.cpp - Is this a source file at all? --------------------===//
#include "analysis/frontend/SourceCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
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
  // Text has no zero bytes; object files and archives do, near the start. Of
  // random bytes every tenth is a control character; of text, next to none.
  llvm::StringRef Start = Text.take_front(1 << 16);
  auto IsControl = [](char C) {
    return (C >= 0 && C < ' ' && !llvm::isSpace(C)) || C == 0x7f;
  };
  if (Start.contains('\0') ||
      static_cast<size_t>(llvm::count_if(Start, IsControl)) * 64 > Start.size())
    return refuse(File, "it is a binary file, not source text");
  return llvm::Error::success();
}

} // namespace kernelcast
