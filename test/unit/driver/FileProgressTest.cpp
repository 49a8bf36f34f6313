//===- FileProgressTest.cpp - What a run is busy with ---------------------===//

#include "tool/FileProgress.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

static std::string shownAfter(std::chrono::milliseconds Patience,
                              std::chrono::milliseconds Run) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  {
    FileProgress Line(&OS, 1, Patience);
    Line.begin("a\tb.cu");
    std::this_thread::sleep_for(Run);
  }
  return Text;
}

TEST(FileProgress, SaysNothingOfAShortRun) {
  EXPECT_EQ(shownAfter(std::chrono::hours(1), std::chrono::milliseconds(0)),
            "");
}

// One file is enough, and the line is wiped off in the end.
TEST(FileProgress, NamesTheFileOfALongRun) {
  std::string Text =
      shownAfter(std::chrono::milliseconds(0), std::chrono::milliseconds(500));
  EXPECT_THAT(Text, HasSubstr("[1/1] a b.cu  0 s"));
  EXPECT_THAT(Text, EndsWith("\r\033[K"));
}

TEST(FileProgress, WritesNothingWithoutAStream) {
  FileProgress Line(nullptr, 1, std::chrono::milliseconds(0));
  Line.begin("a.cu");
}
