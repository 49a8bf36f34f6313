// Which macros a parse looks at, and when two parses have the same tokens.

#include "analysis/frontend/Frontend.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::Contains;
using testing::Not;

namespace {

/// The text of \p Source with the macros \p Macros ("-DA=1").
PreprocessedText textOf(const std::string &Source,
                        std::vector<std::string> Macros) {
  CompileJob Job;
  // The file's place on the disk is taken by the text.
  Job.File = KERNELCAST_SOURCE_DIR "/test/prune/Inputs/rounds.cu";
  Job.Arguments = std::move(Macros);
  Job.Texts[Job.File] = Source;
  Job.NoteText = true;
  PreprocessedText Result;
  llvm::Error E =
      parse(Job, [&](TranslationUnit &Unit) { Result = *Unit.Text; });
  EXPECT_FALSE(static_cast<bool>(E));
  llvm::consumeError(std::move(E));
  return Result;
}

} // namespace

// A is in a condition, B is asked for, C is expanded, D stands where nothing is
// read, and E nowhere.
TEST(TextRecord, MacrosAsked) {
  const PreprocessedText Text =
      textOf(R"(
#if A == 1
__global__ void k(float *out) { out[0] = C; }
#else
__global__ void k(float *out) { out[0] = D; }
#endif
#ifdef B
#endif
)",
             {"-DA=1", "-DB=1", "-DC=1", "-DD=1", "-DE=1"});
  EXPECT_THAT(Text.MacrosAsked, Contains("A"));
  EXPECT_THAT(Text.MacrosAsked, Contains("B"));
  EXPECT_THAT(Text.MacrosAsked, Contains("C"));
  EXPECT_THAT(Text.MacrosAsked, Not(Contains("D")));
  EXPECT_THAT(Text.MacrosAsked, Not(Contains("E")));
  EXPECT_TRUE(llvm::is_sorted(Text.MacrosAsked));
}

// A macro that a condition looks at makes another program or does not.
TEST(TextRecord, EqualTokensAreEqualPrograms) {
  const std::string Source = R"(
__global__ void k(float *out) {
#if A > 1
  out[0] = 1;
#endif
  out[1] = B;
}
)";
  auto tokens = [&](const char *A, const char *B) {
    return textOf(Source, {std::string("-DA=") + A, std::string("-DB=") + B})
        .Tokens;
  };
  EXPECT_EQ(tokens("2", "5"), tokens("3", "5"));
  EXPECT_NE(tokens("1", "5"), tokens("2", "5"));
  EXPECT_NE(tokens("1", "5"), tokens("1", "6"));
  EXPECT_EQ(tokens("1", "x"), tokens("0", "x"));
  // 1 and 2 beside each other are not 12.
  EXPECT_NE(tokens("1", "1 2"), tokens("1", "12"));
}

// Clang makes one token of a pragma. The factor that it has is told all the
// same, be it a number or a macro.
TEST(TextRecord, Pragmas) {
  auto unrolled = [](const std::string &Factor,
                     std::vector<std::string> Macros) {
    return textOf("__global__ void k(float *out) {\n#pragma unroll " + Factor +
                      "\n  for (int i = 0; i < 64; ++i) out[i] = i;\n}\n",
                  std::move(Macros));
  };
  EXPECT_NE(unrolled("2", {}).Tokens, unrolled("4", {}).Tokens);
  EXPECT_NE(unrolled("N", {"-DN=2"}).Tokens, unrolled("N", {"-DN=4"}).Tokens);
  EXPECT_EQ(unrolled("N", {"-DN=2"}).Tokens,
            unrolled("N", {"-DN=2", "-DM=4"}).Tokens);
  // One behind another.
  EXPECT_NE(unrolled("N", {"-DN=M", "-DM=2"}).Tokens,
            unrolled("N", {"-DN=M", "-DM=4"}).Tokens);
  EXPECT_THAT(unrolled("N", {"-DN=2"}).MacrosAsked, Contains("N"));
}
