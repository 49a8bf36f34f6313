//===- SourceLinesTest.cpp - Lines of source files for reports ------------===//

#include "tool/report/SourceLines.h"
#include "gtest/gtest.h"

using namespace kernelcast;

TEST(SourceLines, ShowWhatIsThere) {
  EXPECT_EQ(printable("a\tb"), "a b");
  EXPECT_EQ(printable("\033[31mred"), "?[31mred");
  EXPECT_EQ(printable("größer ≤ 𝛼"), "größer ≤ 𝛼");
  // An override of direction, an isolate, a zero-width space, CSI of 8 bits.
  EXPECT_EQ(printable("a\u202eb"), "a<U+202E>b");
  EXPECT_EQ(printable("\u2066x\u2069"), "<U+2066>x<U+2069>");
  EXPECT_EQ(printable("in\u200bp"), "in<U+200B>p");
  EXPECT_EQ(printable("\u009b31m"), "<U+009B>31m");
}

TEST(SourceLines, HaveTextsThatAreNotOnTheDisk) {
  SourceLines Lines;
  Lines.add("<stdin>", "first\nsecond\r\n");
  EXPECT_EQ(Lines.line("<stdin>", 1), "first");
  EXPECT_EQ(Lines.line("<stdin>", 2), "second");
  EXPECT_EQ(Lines.line("<stdin>", 4), "");
}
