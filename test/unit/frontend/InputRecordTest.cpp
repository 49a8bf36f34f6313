// What a parse rests on: the texts that it was given, the names that it looked
// for in vain.
#include "analysis/frontend/InputRecord.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::ElementsAre;

namespace {

/// Of what is asked of it.
class Recorded : public testing::Test {
protected:
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> Disk =
      llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  InputRecord Record;

  void SetUp() override {
    write("/src/a.cu", "text");
    ASSERT_FALSE(Disk->setCurrentWorkingDirectory("/src"));
  }
  void write(llvm::StringRef Path, llvm::StringRef Text) {
    Disk->addFile(Path, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  }
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files() {
    return recording(Disk, Record);
  }
  /// "path" of what was read, "-path" of what was not there.
  std::vector<std::string> names() const {
    std::vector<std::string> Result;
    for (const InputFile &Input : Record.inputs().Files)
      Result.push_back((Input.Hash ? "" : "-") + Input.Path);
    return Result;
  }
};

TEST_F(Recorded, hashesWhatIsRead) {
  auto Text = files()->getBufferForFile("a.cu");
  ASSERT_TRUE(bool(Text));
  EXPECT_EQ((*Text)->getBuffer(), "text");
  EXPECT_THAT(names(), ElementsAre("/src/a.cu"));
  EXPECT_EQ(Record.inputs().Files[0].Hash, contentHash("text"));
  EXPECT_NE(contentHash("text"), contentHash("texs"));
}

TEST_F(Recorded, notesWhatIsMissing) {
  auto Files = files();
  EXPECT_FALSE(bool(Files->status("b.h")));
  EXPECT_FALSE(bool(Files->openFileForRead("/none/c.h")));
  EXPECT_FALSE(Files->exists("d.h"));
  // That a file is there is nothing that it says.
  EXPECT_TRUE(bool(Files->status("a.cu")));
  EXPECT_THAT(names(), ElementsAre("-/none/c.h", "-/src/b.h", "-/src/d.h"));
}

TEST_F(Recorded, leavesOutWhatIsOurOwn) {
  Record.ignore("/src/a.cu");
  auto Files = files();
  EXPECT_TRUE(bool(Files->getBufferForFile("/src/a.cu")));
  EXPECT_FALSE(bool(Files->status("/kernelcast-prelude/core/none.h")));
  EXPECT_THAT(names(), ElementsAre());
}

TEST_F(Recorded, tellsWhatIsNotOneThing) {
  auto Files = files();
  EXPECT_FALSE(bool(Files->status("late.h")));
  EXPECT_FALSE(Record.inputs().MayDiffer);
  write("/src/late.h", "now");
  EXPECT_TRUE(bool(Files->getBufferForFile("late.h")));
  EXPECT_TRUE(Record.inputs().MayDiffer);
}

} // namespace
