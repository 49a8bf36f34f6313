//===- FileProgressTest.cpp - What a run is busy with ---------------------===//

#include "tool/FileProgress.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

static std::string shownAfter(std::chrono::milliseconds Patience,
                              std::chrono::milliseconds Run,
                              const char *File = "a\tb.cu",
                              unsigned Columns = 0) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  {
    FileProgress Line(&OS, 1, Patience, [=] { return Columns; });
    Line.begin(File);
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

// A line that goes on in the next one could not be wiped off. The last column
// stays free, since some terminals go on when it is written.
TEST(FileProgress, FitsTheTerminal) {
  auto Shown = [](unsigned Columns, const char *File) {
    return shownAfter(std::chrono::milliseconds(0),
                      std::chrono::milliseconds(500), File, Columns);
  };
  // "[1/1] folder/b.cu  0 s" has 22 columns.
  EXPECT_THAT(Shown(23, "folder/b.cu"), HasSubstr("K[1/1] folder/b.cu  0 s\r"));
  EXPECT_THAT(Shown(22, "folder/b.cu"), HasSubstr("K[1/1] ...er/b.cu  0 s\r"));
  // Two bytes of an ö are one column and are not parted.
  EXPECT_THAT(Shown(22, "folder/\u00f6.cu"),
              HasSubstr("K[1/1] ...er/\u00f6.cu  0 s\r"));
  EXPECT_THAT(Shown(9, "folder/b.cu"), HasSubstr("K[1/1]   \r"));
}

TEST(FileProgress, WritesNothingWithoutAStream) {
  FileProgress Line(nullptr, 1, std::chrono::milliseconds(0));
  Line.begin("a.cu");
}
