//===- SourceMutator.cpp - Changes that leave source mostly source --------===//
//
// Of a file with random bytes changed, next to nothing compiles. Most of the
// mutations here therefore work on tokens and lines: a number becomes another
// number, a name another name of the file, a line is copied, moved, dropped or
// put under a loop. Every fifth is libFuzzer's own, for what is not source.
//===----------------------------------------------------------------------===//

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace llvm;

extern "C" size_t LLVMFuzzerMutate(uint8_t *Data, size_t Size, size_t MaxSize);

namespace {

const StringRef Numbers[] = {"0",          "1",
                             "2",          "3",
                             "7",          "16",
                             "31",         "32",
                             "33",         "64",
                             "100",        "1023",
                             "65536",      "2147483647",
                             "2147483648", "4294967295u",
                             "1ull << 40", "0x7fffffffffffffffll",
                             "(-1)",       "(-2147483647 - 1)",
                             "1.5f",       "1e30"};
const StringRef Operators[] = {
    "+",  "-",  "*",  "/",  "%",   "&",   "|",  "^",  "<<", ">>", "<",  "<=",
    ">",  ">=", "==", "!=", "&&",  "||",  ",",  "=",  "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--", "!",  "~"};
const StringRef Values[] = {"threadIdx.x",       "threadIdx.y",
                            "blockIdx.x",        "blockDim.x",
                            "gridDim.x",         "get_local_id(0)",
                            "get_group_id(0)",   "get_global_id(0)",
                            "get_local_size(0)", "get_global_size(1)"};
const StringRef Heads[] = {"for (int q = 0; q < 10; ++q) ",
                           "for (int q = 1; q < 1000; q *= 2) ",
                           "for (int q = 64; q > 0; q >>= 1) ",
                           "while (1) ",
                           "do ",
                           "if (0) ",
                           "for (;;) ",
                           "else ",
                           "switch (1) case 1: ",
                           "#if 1\n",
                           "#endif\n",
                           "return; ",
                           "break; ",
                           "continue; ",
                           "goto q; q: ",
                           "{ __shared__ int q[32]; } ",
                           "template <int Q> ",
                           "struct Q { "};

/// One token or one gap between two, as a slice of the text.
enum class Kind : uint8_t { Name, Number, Operator, Other };
struct Token {
  Kind What;
  size_t Begin, Size;
};

Kind kindOf(char C) {
  if (isAlpha(C) || C == '_')
    return Kind::Name;
  if (isDigit(C))
    return Kind::Number;
  return C && strchr("+-*/%&|^<>=!~,", C) ? Kind::Operator : Kind::Other;
}

std::vector<Token> tokens(StringRef Text) {
  std::vector<Token> Result;
  for (size_t At = 0; At < Text.size();) {
    Kind What = kindOf(Text[At]);
    size_t End = At + 1;
    while (End < Text.size() && What != Kind::Other &&
           (kindOf(Text[End]) == What ||
            (What == Kind::Name && isDigit(Text[End])) ||
            (What == Kind::Number && (isAlpha(Text[End]) || Text[End] == '.'))))
      ++End;
    if (What != Kind::Other)
      Result.push_back({What, At, End - At});
    At = End;
  }
  return Result;
}

class Mutation {
public:
  Mutation(StringRef Text, unsigned Seed) : Text(Text), Random(Seed) {}

  std::string tokenChanged();
  std::string linesChanged();
  std::string withLinesOf(StringRef Other);
  size_t below(size_t Limit) {
    return std::uniform_int_distribution<size_t>(0, Limit - 1)(Random);
  }

private:
  StringRef Text;
  std::minstd_rand Random;

  StringRef oneOf(ArrayRef<StringRef> Choices) {
    return Choices[below(Choices.size())];
  }
  StringRef replacement(const Token &Old, ArrayRef<Token> All);
};

StringRef Mutation::replacement(const Token &Old, ArrayRef<Token> All) {
  if (Old.What == Kind::Operator)
    return oneOf(Operators);
  if (Old.What == Kind::Number && below(3))
    return oneOf(Numbers);
  if (below(5) == 0)
    return oneOf(Values);
  // Another name or number of the same file.
  for (unsigned Try = 0; Try != 8; ++Try)
    if (const Token &New = All[below(All.size())]; New.What != Kind::Operator)
      return Text.substr(New.Begin, New.Size);
  return oneOf(Numbers);
}

std::string Mutation::tokenChanged() {
  std::vector<Token> All = tokens(Text);
  if (All.empty())
    return Text.str();
  const Token &Old = All[below(All.size())];
  return (Text.take_front(Old.Begin) + replacement(Old, All) +
          Text.drop_front(Old.Begin + Old.Size))
      .str();
}

std::string Mutation::linesChanged() {
  SmallVector<StringRef> Lines;
  Text.split(Lines, '\n');
  size_t From = below(Lines.size()), To = below(Lines.size());
  std::string Changed;
  switch (below(4)) {
  case 0: // copied
    Lines.insert(Lines.begin() + To, Lines[From]);
    break;
  case 1: // swapped
    std::swap(Lines[From], Lines[To]);
    break;
  case 2: // dropped
    Lines.erase(Lines.begin() + From);
    break;
  default: // put under something
    Changed = (oneOf(Heads) + Lines[From]).str();
    Lines[From] = Changed;
  }
  return join(Lines, "\n");
}

std::string Mutation::withLinesOf(StringRef Other) {
  SmallVector<StringRef> Lines, Others;
  Text.split(Lines, '\n');
  Other.split(Others, '\n');
  size_t First = below(Others.size());
  size_t Count = 1 + below(std::min<size_t>(12, Others.size() - First));
  Lines.insert(Lines.begin() + below(Lines.size() + 1), Others.begin() + First,
               Others.begin() + First + Count);
  return join(Lines, "\n");
}

size_t put(const std::string &Text, uint8_t *Data, size_t MaxSize) {
  size_t Size = std::min(Text.size(), MaxSize);
  memcpy(Data, Text.data(), Size);
  return Size;
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *Data, size_t Size,
                                          size_t MaxSize, unsigned Seed) {
  StringRef Text(reinterpret_cast<char *>(Data), Size);
  Mutation Change(Text, Seed);
  switch (Change.below(5)) {
  case 0:
    return LLVMFuzzerMutate(Data, Size, MaxSize);
  case 1:
    return put(Change.linesChanged(), Data, MaxSize);
  default:
    return put(Change.tokenChanged(), Data, MaxSize);
  }
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *Data1, size_t Size1,
                                            const uint8_t *Data2, size_t Size2,
                                            uint8_t *Out, size_t MaxOutSize,
                                            unsigned Seed) {
  StringRef First(reinterpret_cast<const char *>(Data1), Size1);
  StringRef Second(reinterpret_cast<const char *>(Data2), Size2);
  return put(Mutation(First, Seed).withLinesOf(Second), Out, MaxOutSize);
}
