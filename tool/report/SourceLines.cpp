//===- SourceLines.cpp - Lines of source files for reports ----------------===//

#include "tool/report/SourceLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errc.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace kernelcast;

/// Whether a terminal does something other than show \p Point: controls of the
/// second range, marks and overrides of direction, characters without width.
static bool isDeceptive(uint32_t Point) {
  return (Point >= 0x80 && Point <= 0x9f) || Point == 0xad || Point == 0x61c ||
         (Point >= 0x200b && Point <= 0x200f) ||
         (Point >= 0x2028 && Point <= 0x202e) ||
         (Point >= 0x2060 && Point <= 0x206f) || Point == 0xfeff;
}

std::string kernelcast::printable(StringRef Text) {
  std::string Clean = json::fixUTF8(Text);
  std::string Result;
  Result.reserve(Clean.size());
  for (size_t I = 0; I < Clean.size();) {
    const auto Lead = static_cast<unsigned char>(Clean[I]);
    if (Lead < 0x80) {
      Result += Clean[I] == '\t'              ? ' '
                : Lead < 0x20 || Lead == 0x7f ? '?'
                                              : Clean[I];
      ++I;
      continue;
    }
    const unsigned Bytes = Lead < 0xe0 ? 2 : Lead < 0xf0 ? 3 : 4;
    uint32_t Point = Lead & (0x7f >> Bytes);
    for (unsigned B = 1; B != Bytes; ++B)
      Point = Point << 6 | (Clean[I + B] & 0x3f);
    if (isDeceptive(Point))
      Result += ("<U+" + Twine(utohexstr(Point, false, 4)) + ">").str();
    else
      Result.append(Clean, I, Bytes);
    I += Bytes;
  }
  return Result;
}

ErrorOr<std::unique_ptr<MemoryBuffer>>
kernelcast::readSource(const std::string &Path, uint64_t MostBytes) {
  sys::fs::file_status Status;
  if (std::error_code Failed = sys::fs::status(Path, Status))
    return Failed;
  if (Status.type() != sys::fs::file_type::regular_file)
    return make_error_code(errc::invalid_argument);
  if (Status.getSize() > MostBytes)
    return make_error_code(errc::file_too_large);
  return MemoryBuffer::getFile(Path, /*IsText=*/true);
}

void SourceLines::File::take(std::unique_ptr<MemoryBuffer> Text) {
  Buffer = std::move(Text);
  StringRef Whole = Buffer->getBuffer();
  Starts.assign(1, 0);
  for (size_t I = 0; (I = Whole.find('\n', I)) != StringRef::npos;)
    Starts.push_back(++I);
}

void SourceLines::add(const std::string &Path, StringRef Text) {
  Files[Path].take(MemoryBuffer::getMemBufferCopy(Text, Path));
}

std::string SourceLines::line(const std::string &Path, unsigned Number) {
  constexpr uint64_t MostBytes = 64 << 20;
  auto [It, IsNew] = Files.try_emplace(Path);
  File &Source = It->second;
  if (IsNew)
    if (auto Buffer = readSource(Path, MostBytes))
      Source.take(std::move(*Buffer));
  if (!Source.Buffer || Number == 0 || Number > Source.Starts.size())
    return "";
  constexpr size_t Longest = 4096;
  StringRef Text =
      Source.Buffer->getBuffer().substr(Source.Starts[Number - 1], Longest);
  return printable(
      Text.take_until([](char C) { return C == '\n'; }).rtrim("\r\n"));
}
