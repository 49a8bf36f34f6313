// Options of nvcc and Clang: what is kept, what is left out, what is refused.
#include "analysis/frontend/NvccFlags.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

struct Translation {
  TranslatedArguments Arguments;
  std::string Error;
};

Translation
translate(const std::vector<std::string> &Arguments,
          const std::vector<std::pair<std::string, std::string>> &Files = {}) {
  auto Memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  EXPECT_FALSE(Memory->setCurrentWorkingDirectory("/"));
  for (auto &[Name, Text] : Files)
    Memory->addFile("/" + Name, 0, llvm::MemoryBuffer::getMemBufferCopy(Text));
  auto Result = translateArguments(Arguments, *Memory);
  if (!Result)
    return {{}, llvm::toString(Result.takeError())};
  return {std::move(*Result), ""};
}

TEST(NvccFlags, MacrosAndFoldersKeepTheirOrderInEverySpelling) {
  Translation O = translate({"-DN=4", "-D", "M", "--define-macro=K=1", "-UN",
                             "-Iinc", "-I", "a,b", "-isystem", "sys",
                             "-include", "pre.h", "--pre-include=p2.h"});
  EXPECT_THAT(O.Arguments.Preprocessor,
              ElementsAre("-D", "N=4", "-D", "M", "-D", "K=1", "-U", "N", "-I",
                          "inc", "-I", "a", "-I", "b", "-isystem", "sys",
                          "-include", "pre.h", "-include", "p2.h"));
  EXPECT_THAT(O.Arguments.Ignored, IsEmpty());
  EXPECT_THAT(O.Arguments.Unknown, IsEmpty());
}

TEST(NvccFlags, TheLowestArchitectureOfACommandCounts) {
  EXPECT_EQ(86u, translate({"-arch=sm_86"}).Arguments.ComputeCapability);
  EXPECT_EQ(75u,
            translate({"-arch", "compute_75"}).Arguments.ComputeCapability);
  EXPECT_EQ(70u, translate({"-gencode", "arch=compute_80,code=sm_80",
                            "-gencode=arch=compute_70,code=[sm_70,compute_70]"})
                     .Arguments.ComputeCapability);
  EXPECT_EQ(90u,
            translate({"--cuda-gpu-arch=sm_90a"}).Arguments.ComputeCapability);
  EXPECT_EQ(0u, translate({"-arch=native"}).Arguments.ComputeCapability);
}

TEST(NvccFlags, ApproximateRoots) {
  Translation O = translate({"-prec-sqrt=false"});
  EXPECT_TRUE(O.Arguments.ApproximateRoots);
  EXPECT_TRUE(O.Arguments.InexactFloats);
  EXPECT_TRUE(O.Arguments.Ignored.empty());
  EXPECT_TRUE(translate({"--prec-sqrt", "false"}).Arguments.ApproximateRoots);
  O = translate({"-prec-sqrt=true", "-prec-div=false"});
  EXPECT_FALSE(O.Arguments.ApproximateRoots);
  EXPECT_TRUE(O.Arguments.InexactFloats);
}

TEST(NvccFlags, RegistersFastMathsAndStandards) {
  Translation O =
      translate({"-maxrregcount=32", "-use_fast_math", "-std=c++14"});
  EXPECT_EQ(32u, O.Arguments.MaxRegisters);
  EXPECT_TRUE(O.Arguments.FastMath);
  EXPECT_EQ("c++14", O.Arguments.CxxStandard);
  EXPECT_EQ(40u, translate({"--maxrregcount", "40"}).Arguments.MaxRegisters);
  EXPECT_EQ("CL2.0", translate({"-cl-std=CL2.0"}).Arguments.OpenCLStandard);
  EXPECT_EQ("cu", translate({"-x", "cu"}).Arguments.Language);
}

TEST(NvccFlags, OptionsWithoutEffectAreNamedOncePerKind) {
  Translation O =
      translate({"-O3", "-O2", "-Xptxas", "-v", "-Xptxas=-dlcm=ca", "-c", "-o",
                 "a.o", "-lineinfo", "-rdc=true", "-ccbin", "g++", "-L", "lib",
                 "-lm", "--expt-relaxed-constexpr", "-G", "-g"});
  EXPECT_THAT(O.Arguments.Ignored,
              ElementsAre("--expt-relaxed-constexpr", "-G", "-L", "-O",
                          "-Xptxas", "-c", "-ccbin", "-g", "-l", "-lineinfo",
                          "-o", "-rdc"));
  EXPECT_THAT(O.Arguments.Unknown, IsEmpty());
}

TEST(NvccFlags, AFlagWithoutAValueLeavesTheNextArgumentAlone) {
  Translation O = translate({"-objdir-as-tempdir", "-DN=4"});
  EXPECT_THAT(O.Arguments.Preprocessor, ElementsAre("-D", "N=4"));
}

TEST(NvccFlags, EverySpellingOfAnOptionWithAValueIsOneOption) {
  for (std::vector<std::string> Spelling :
       {std::vector<std::string>{"-arch", "sm_70"},
        {"-arch=sm_70"},
        {"--gpu-architecture", "sm_70"},
        {"--gpu-architecture=compute_70"},
        {"-gencode=arch=compute_70,code=sm_70"},
        {"--generate-code", "arch=compute_70,code=[compute_70,sm_70]"},
        {"--offload-arch=sm_70"}}) {
    Translation O = translate(Spelling);
    EXPECT_EQ(70u, O.Arguments.ComputeCapability) << Spelling[0];
    EXPECT_THAT(O.Arguments.Unknown, IsEmpty()) << Spelling[0];
  }
}

// -fmad is nvcc's and has a value; -fma would be one of -f's family.
TEST(NvccFlags, TheLongestOptionIsMeant) {
  Translation O = translate({"-fmad", "false", "-fno-exceptions", "-MF", "a.d",
                             "-MFb.d", "-MMD", "--machine", "64", "-m64"});
  EXPECT_THAT(O.Arguments.Ignored,
              ElementsAre("--machine", "-M", "-MF", "-f", "-fmad", "-m"));
  EXPECT_THAT(O.Arguments.Unknown, IsEmpty());
}

TEST(NvccFlags, AnIgnoredOptionMayLackItsValue) {
  Translation O = translate({"-DN", "-Xptxas"});
  EXPECT_THAT(O.Arguments.Ignored, ElementsAre("-Xptxas"));
  EXPECT_EQ(O.Error, "");
}

TEST(NvccFlags, HostCompilerOptionsMayHoldMacros) {
  Translation O = translate({"-Xcompiler", "-DHOST=1,-Wall,-fopenmp"});
  EXPECT_THAT(O.Arguments.Preprocessor,
              ElementsAre("-D", "HOST=1", "-D", "_OPENMP=201511"));
}

TEST(NvccFlags, UnknownOptionsAreTold) {
  EXPECT_THAT(translate({"--does-not-exist=3"}).Arguments.Unknown,
              ElementsAre("--does-not-exist=3"));
}

TEST(NvccFlags, ResponseFilesAreReadAndNest) {
  Translation O =
      translate({"@a.rsp", "-DLAST"},
                {{"a.rsp", "-DA='x y' -optf b.rsp"}, {"b.rsp", "-DB"}});
  EXPECT_THAT(O.Arguments.Preprocessor,
              ElementsAre("-D", "A=x y", "-D", "B", "-D", "LAST"));
}

TEST(NvccFlags, OptionsFilesAreNamedInBothForms) {
  for (std::vector<std::string> Spelling :
       {std::vector<std::string>{"-optf", "a.rsp"},
        {"--options-file", "a.rsp"},
        {"--options-file=a.rsp"}})
    EXPECT_THAT(translate(Spelling, {{"a.rsp", "-DA"}}).Arguments.Preprocessor,
                ElementsAre("-D", "A"))
        << Spelling[0];
}

TEST(NvccFlags, MistakesAreNamed) {
  EXPECT_THAT(translate({"-D"}).Error, testing::HasSubstr("needs a value"));
  EXPECT_THAT(translate({"-D", "1x"}).Error,
              testing::HasSubstr("not a macro's name"));
  EXPECT_THAT(translate({"-maxrregcount=many"}).Error,
              testing::HasSubstr("'many' is not a number of registers"));
  EXPECT_THAT(translate({"-arch=sm_x"}).Error,
              testing::HasSubstr("'sm_x' is not a GPU architecture"));
  EXPECT_THAT(translate({"@none.rsp"}).Error, testing::HasSubstr("none.rsp"));
  EXPECT_THAT(translate({"@self"}, {{"self", "@self"}}).Error,
              testing::HasSubstr("nested too deeply"));
}

} // namespace
