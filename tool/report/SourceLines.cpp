//===- SourceLines.cpp - Lines of source files for reports ----------------===//

#include "tool/report/SourceLines.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace kernelcast;

std::string kernelcast::printable(StringRef Text) {
  std::string Clean = json::fixUTF8(Text);
  for (char &C : Clean)
    if (C == '\t')
      C = ' ';
    else if (static_cast<unsigned char>(C) < 0x20 || C == 0x7f)
      C = '?';
  return Clean;
}

std::string SourceLines::line(const std::string &Path, unsigned Number) {
  auto [It, IsNew] = Files.try_emplace(Path);
  File &Source = It->second;
  if (IsNew) {
    if (auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true)) {
      Source.Buffer = std::move(*Buffer);
      StringRef Text = Source.Buffer->getBuffer();
      Source.Starts.push_back(0);
      for (size_t I = 0; (I = Text.find('\n', I)) != StringRef::npos;)
        Source.Starts.push_back(++I);
    }
  }
  if (!Source.Buffer || Number == 0 || Number > Source.Starts.size())
    return "";
  constexpr size_t Longest = 4096;
  StringRef Text =
      Source.Buffer->getBuffer().substr(Source.Starts[Number - 1], Longest);
  return printable(
      Text.take_until([](char C) { return C == '\n'; }).rtrim("\r\n"));
}
