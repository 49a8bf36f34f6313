//===- LineReader.cpp - Lines of a stream, of bounded length --------------===//

#include "tool/prune/LineReader.h"

using namespace llvm;
using namespace kernelcast;

Expected<LineReader::Result> LineReader::next(std::string &Line) {
  Line.clear();
  bool IsTooLong = false, IsAny = false;
  while (true) {
    if (Begin == End) {
      auto Bytes = sys::fs::readNativeFile(File, Buffer);
      if (!Bytes)
        return Bytes.takeError();
      Begin = 0;
      End = *Bytes;
      if (!End) // a last line needs no end
        return IsTooLong ? Result::TooLong : IsAny ? Result::Line : Result::End;
    }
    IsAny = true;
    const StringRef Rest(Buffer.data() + Begin, End - Begin);
    const size_t Length = std::min(Rest.find('\n'), Rest.size());
    IsTooLong |= Line.size() + Length > MaxBytes;
    if (IsTooLong)
      Line.clear();
    else
      Line += Rest.take_front(Length);
    const bool IsWhole = Length != Rest.size();
    Begin += Length + IsWhole;
    if (IsWhole)
      return IsTooLong ? Result::TooLong : Result::Line;
  }
}
