// Lines of a pipe, as they come, and lines that are too long.

#include "tool/prune/LineReader.h"
#include "gtest/gtest.h"
#include <unistd.h>

using namespace kernelcast;
using Result = LineReader::Result;

namespace {

/// What reading lines of at most five bytes from \p Text gives.
std::vector<std::string> read(const std::string &Text) {
  int Ends[2];
  if (pipe(Ends) != 0)
    return {"no pipe"};
  EXPECT_EQ(write(Ends[1], Text.data(), Text.size()), ssize_t(Text.size()));
  close(Ends[1]);
  LineReader Lines(Ends[0], 5);
  std::vector<std::string> Found;
  std::string Line;
  while (true) {
    auto Next = Lines.next(Line);
    if (!Next || *Next == Result::End) {
      EXPECT_TRUE(static_cast<bool>(Next));
      break;
    }
    Found.push_back(*Next == Result::TooLong ? "too long" : Line);
  }
  close(Ends[0]);
  return Found;
}

using Texts = std::vector<std::string>;

} // namespace

TEST(LineReader, Lines) {
  EXPECT_EQ(read(""), Texts());
  EXPECT_EQ(read("\n"), Texts({""}));
  EXPECT_EQ(read("ab\n\ncde\n"), Texts({"ab", "", "cde"}));
  EXPECT_EQ(read("ab\nlast"), Texts({"ab", "last"}));
  EXPECT_EQ(read("12345\n"), Texts({"12345"}));
}

TEST(LineReader, TooLong) {
  EXPECT_EQ(read("123456\nab\n"), Texts({"too long", "ab"}));
  EXPECT_EQ(read("123456"), Texts({"too long"}));
  // What a pipe holds, nearly.
  EXPECT_EQ(read("a\n" + std::string(60000, 'x') + "\nb\n"),
            Texts({"a", "too long", "b"}));
}

TEST(LineReader, ALineIsThereBeforeTheNextOne) {
  int Ends[2];
  ASSERT_EQ(pipe(Ends), 0);
  LineReader Lines(Ends[0], 5);
  std::string Line;
  ASSERT_EQ(write(Ends[1], "one\ntw", 6), 6);
  ASSERT_EQ(*Lines.next(Line), Result::Line);
  EXPECT_EQ(Line, "one");
  ASSERT_EQ(write(Ends[1], "o\n", 2), 2);
  ASSERT_EQ(*Lines.next(Line), Result::Line);
  EXPECT_EQ(Line, "two");
  close(Ends[0]);
  close(Ends[1]);
}
