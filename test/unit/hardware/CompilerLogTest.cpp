// Logs of `nvcc -Xptxas -v`, new and old, with other programs' lines between.
#include "analysis/hardware/CompilerLog.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace kernelcast;
using testing::HasSubstr;

namespace {

const char Log[] = R"(nvcc -arch=sm_75 -Xptxas -v a.cu
ptxas info    : 0 bytes gmem, 8 bytes cmem[4]
ptxas info    : Compiling entry function '_ZN2ns5scaleIiLi4EEEvPT_' for 'sm_75'
ptxas info    : Function properties for _ZN2ns5scaleIiLi4EEEvPT_
    8 bytes stack frame, 12 bytes spill stores, 16 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 4096 bytes smem, 360 bytes cmem[0]
ptxas info    : Function properties for helper
    99 bytes stack frame, 99 bytes spill stores, 99 bytes spill loads
ptxas info    : Compiling entry function '_ZN2ns5scaleIfLi4EEEvPT_' for 'sm_75'
make: this line is somebody else's, Used up
ptxas info    : Used 24 registers, 360 bytes cmem[0]
ptxas info    : Compiling entry function '_Z4axpyfPf' for 'sm_70'
ptxas info    : Used 10 registers, 368 bytes cmem[0]
ptxas info    : Compiling entry function '_Z4axpyfPf' for 'sm_75'
ptxas info    : Used 12 registers, 368 bytes cmem[0]
ptxas info    : Compiling entry function 'plain_c' for 'sm_13'
ptxas info    : Used 7 registers, 2080+16 bytes smem, 8 bytes cmem[1]
ptxas info    : Compiling entry function '_Z8unfinishv' for 'sm_75'
)";

CompilerLog parsed(llvm::StringRef Text) {
  auto Result = parseCompilerLog(Text, "build.log");
  EXPECT_TRUE(bool(Result));
  return Result ? *Result : CompilerLog();
}

TEST(CompilerLog, FactsOfOneKernel) {
  CompilerLog L = parsed(Log);
  ASSERT_EQ(L.entries().size(), 5u); // without the unfinished one
  const CompiledKernel *K = L.find("_ZN2ns5scaleIiLi4EEEvPT_");
  ASSERT_NE(K, nullptr);
  EXPECT_EQ(K->Line, 3u);
  EXPECT_EQ(K->Demangled, "void ns::scale<int, 4>(int*)");
  EXPECT_EQ(K->Name, "ns::scale<int, 4>");
  EXPECT_EQ(K->Architecture, "sm_75");
  EXPECT_EQ(K->Registers, 40u);
  EXPECT_EQ(K->SharedBytes, 4096u);
  // Not the 99 of the device function behind it.
  EXPECT_EQ(K->StackBytes, 8u);
  EXPECT_EQ(K->SpillStoreBytes, 12u);
  EXPECT_EQ(K->SpillLoadBytes, 16u);
  EXPECT_FALSE(L.find("ns::scale<float,4>")->SharedBytes);
}

TEST(CompilerLog, NamesAsUsersWriteThem) {
  CompilerLog L = parsed(Log);
  for (const char *Name : {"ns::scale<int, 4>", "ns::scale<int,4>",
                           "scale<int, 4>", "void ns::scale<int, 4>(int*)"}) {
    const CompiledKernel *K = L.find(Name);
    ASSERT_NE(K, nullptr) << Name;
    EXPECT_EQ(K->Registers, 40u) << Name;
  }
  // Two instantiations that differ: no answer rather than the wrong one.
  EXPECT_EQ(L.find("scale"), nullptr);
  EXPECT_EQ(L.findAll("scale", "").size(), 2u);
  EXPECT_EQ(L.find("scal"), nullptr);
  EXPECT_EQ(L.find(""), nullptr);
}

TEST(CompilerLog, ArchitecturesAreKeptApart) {
  CompilerLog L = parsed(Log);
  EXPECT_EQ(L.find("axpy"), nullptr); // 10 or 12
  EXPECT_EQ(L.find("axpy", "sm_70")->Registers, 10u);
  EXPECT_EQ(L.find("axpy", "7.5")->Registers, 12u);
  EXPECT_EQ(L.find("axpy", "sm_80"), nullptr);
}

// Compilers for CC 1.x write static + parameter bytes.
TEST(CompilerLog, OldSharedMemory) {
  EXPECT_EQ(parsed(Log).find("plain_c")->SharedBytes, 2096u);
}

TEST(CompilerLog, SecondCompilationReplacesTheFirst) {
  CompilerLog L =
      parsed("ptxas info : Compiling entry function 'k' for 'sm_75'\n"
             "ptxas info : Used 10 registers\r\n"
             "ptxas info : Compiling entry function 'k' for 'sm_75'\n"
             "ptxas info : Used 20 registers\n");
  ASSERT_EQ(L.entries().size(), 1u);
  EXPECT_EQ(L.find("k")->Registers, 20u);
}

TEST(CompilerLog, NothingToRead) {
  for (llvm::StringRef Text :
       {llvm::StringRef(""), llvm::StringRef("\0\xff\n'", 4),
        llvm::StringRef("Compiling entry function 'k"),
        llvm::StringRef("Compiling entry function 'k' for 's'\nUsed x "
                        "registers\nUsed 99999999999999999999 registers")}) {
    auto L = parseCompilerLog(Text, "build.log");
    ASSERT_FALSE(bool(L));
    EXPECT_THAT(llvm::toString(L.takeError()),
                HasSubstr("build.log: error: no kernel in this log"));
  }
  auto Missing = loadCompilerLog("/nonexistent/log");
  ASSERT_FALSE(bool(Missing));
  EXPECT_THAT(llvm::toString(Missing.takeError()), HasSubstr("cannot read"));
  auto Folder = loadCompilerLog("/");
  ASSERT_FALSE(bool(Folder));
  EXPECT_THAT(llvm::toString(Folder.takeError()), HasSubstr("regular file"));
}

} // namespace
