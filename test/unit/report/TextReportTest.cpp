//===- TextReportTest.cpp - The screen that a newcomer sees ---------------===//

#include "tool/report/TextReport.h"
#include "Example.h"
#include "tool/report/CostliestAccesses.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::HasSubstr;
using testing::Not;

static std::string text(const Report &Result, TextOptions Options = {}) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeText(Result, OS, Options);
  return Text;
}

TEST(TextReport, AnswersHowLongWhyAndWhere) {
  std::string Text = text(exampleReport());
  EXPECT_THAT(Text,
              HasSubstr("transpose   transpose.cu:12   on RTX 2080 Ti   grid "
                        "128×512  block 32×8"));
  EXPECT_THAT(Text, HasSubstr("(launch at transpose.cu:41)"));
  EXPECT_THAT(Text, HasSubstr("  predicted   0.412 ms  (0.360 – 0.490)      "
                              "bound by DRAM bandwidth\n"));
  EXPECT_THAT(Text, HasSubstr("  occupancy   32 of 32 warps, limited by warps "
                              "· 16 registers (estimate) · 0 B shared\n"));
}

// 901 of 1000 cycles are 0.901 * 0.412 ms = 0.371 ms and 0.901 * 26 * 8 = 187
// eighths of a cell: 23 whole cells and 3 eighths. The longest comes first.
TEST(TextReport, BreaksTheTimeDownLongestFirst) {
  std::string Text = text(exampleReport());
  size_t Memory =
      Text.find("  divergence  ███████████████████████▍    0.371 ms\n");
  size_t Latency = Text.find("  latency     █▉");
  size_t Issue = Text.find("  issue       ▊");
  ASSERT_NE(Memory, std::string::npos) << Text;
  EXPECT_LT(Memory, Latency);
  EXPECT_LT(Latency, Issue);
  EXPECT_NE(Issue, std::string::npos);
}

// The store moves 1024 of 1152 bytes a warp = 89 %, the load 11 %. 32 lanes of
// 4 bytes need 4 sectors at least.
TEST(TextReport, RanksAccessesByTraffic) {
  std::string Text = text(exampleReport());
  EXPECT_THAT(Text, HasSubstr("    transpose.cu:17  store out[x * n + y]  32.0 "
                              "sectors a warp, ideal 4  exact    89 % of the "
                              "traffic\n"));
  EXPECT_THAT(Text, HasSubstr("lanes 0, 1, 2 … write 16384 bytes apart\n"));
  EXPECT_THAT(Text, HasSubstr("load  in[y * n + x]   4.00 sectors a warp, "
                              "ideal 4  exact    11 % of the traffic\n"));
  EXPECT_LT(Text.find("store out"), Text.find("load  in"));
}

TEST(TextReport, NamesDivergenceAndAssumptionsLast) {
  std::string Text = text(exampleReport());
  EXPECT_THAT(Text, HasSubstr("transpose.cu:16  if (x < n): lanes part in 25 % "
                              "of the warps that reach it (exact)\n"));
  EXPECT_THAT(Text, HasSubstr("  assumed\n    k = 16: no value given; taken"));
  EXPECT_LT(Text.find("divergence"), Text.find("assumed"));
}

TEST(TextReport, FallsBackToAscii) {
  TextOptions Options;
  Options.Unicode = false;
  std::string Text = text(exampleReport(), Options);
  for (char C : Text)
    ASSERT_LT(static_cast<unsigned char>(C), 0x80) << Text;
  EXPECT_THAT(Text, HasSubstr("grid 128x512  block 32x8"));
  EXPECT_THAT(Text, HasSubstr("  divergence  #######################     "));
}

TEST(TextReport, HasColoursOnlyWhenAsked) {
  EXPECT_THAT(text(exampleReport()), Not(HasSubstr("\033")));
  TextOptions Options;
  Options.Colours = true;
  EXPECT_THAT(text(exampleReport(), Options), HasSubstr("\033[1mtranspose"));
}

TEST(TextReport, NeverPrintsWiderThanTheScreen) {
  Report Result = exampleReport();
  WarpProfile &Profile = Result.Files[0].Kernels[0].Launches[0].Profile;
  Profile.Launch.Assumptions[0].Name = std::string(500, 'x');
  std::string Text = text(Result);
  EXPECT_THAT(Text, Not(HasSubstr(std::string(100, 'x'))));
}

TEST(TextReport, SaysWhyAKernelIsNotModelled) {
  Report Result = exampleReport();
  KernelReport &Kernel = Result.Files[0].Kernels[0];
  Kernel.Status = ModelStatus::NotModelled;
  Kernel.Reasons = {"calls itself: f() at a.cu:3"};
  EXPECT_EQ(text(Result), "transpose   transpose.cu:12   not modelled: calls "
                          "itself: f() at a.cu:3\n\n");
}

TEST(TextReport, SaysOfWhatThereIsMore) {
  Report Result = exampleReport();
  KernelReport &Kernel = Result.Files[0].Kernels[0];
  Kernel.Status = ModelStatus::NotModelled;
  Kernel.Reasons = {"first", "second"};
  EXPECT_THAT(text(Result), HasSubstr("modelled: first (and 1 more reason)\n"));
  Kernel.Status = ModelStatus::Partial;
  Kernel.Reasons = {"first", "second", "third", "fourth"};
  EXPECT_THAT(text(Result),
              HasSubstr("  without     first (and 3 more reasons)\n"));
  EXPECT_THAT(
      text(Result),
      HasSubstr("    third\n    and 1 more reason (--explain lists all)"));
}

// Both ends are 0.412 with three digits.
TEST(TextReport, LeavesOutAnIntervalWhoseEndsPrintAlike) {
  Report Result = exampleReport();
  Prediction &P = Result.Files[0].Kernels[0].Launches[0].Predictions[0];
  P.SecondsLow = 0.4119e-3;
  P.SecondsHigh = 0.4121e-3;
  EXPECT_THAT(text(Result), HasSubstr("  predicted   0.412 ms      bound by"));
  P.SecondsHigh = 0.4131e-3;
  EXPECT_THAT(text(Result),
              HasSubstr("  predicted   0.412 ms  (0.412 – 0.413)      bound"));
}

TEST(TextReport, CollapsesFurtherLaunches) {
  Report Result = exampleReport();
  KernelReport &Kernel = Result.Files[0].Kernels[0];
  LaunchReport Other = Kernel.Launches[0];
  Other.Profile.Launch.Grid = {7, 1, 1};
  Other.Profile.Launch.Location = {};
  Kernel.Launches.push_back(Other);
  Kernel.Launches.push_back(Other);
  std::string Text = text(Result);
  EXPECT_THAT(Text,
              HasSubstr("  further launches\n    grid 7  block 32×8  0.412 ms  "
                        "bound by DRAM bandwidth (and 1 like it)\n"));
}

TEST(TextReport, ExplainsEveryQuantity) {
  TextOptions Options;
  Options.Explain = true;
  std::string Text = text(exampleReport(), Options);
  EXPECT_THAT(Text, HasSubstr("  equations of wfg (corrected) on rtx-2080-ti\n"
                              "    CYC_compute  16 cycles  BG (3)  2 * 8\n"));
  EXPECT_THAT(Text, HasSubstr("affects trip counts"));
}

// The name of 33 columns makes room for itself, two columns after it.
TEST(TextReport, MakesRoomForTheWidestName) {
  Report Result = exampleReport();
  Prediction &P = Result.Files[0].Kernels[0].Launches[0].Predictions[0];
  P.Breakdown[0].What = Cost::AtomicSlice;
  P.Quantities.push_back({"atomics on neighbouring addresses", 1,
                          "cycles per warp", "ceiling", ""});
  TextOptions Options;
  Options.Explain = true;
  std::string Text = text(Result, Options);
  EXPECT_THAT(Text, HasSubstr("  atomics on neighbouring addresses  ███"));
  EXPECT_THAT(Text, HasSubstr("\n  latency" + std::string(28, ' ') + "█▉"));
  EXPECT_THAT(Text, HasSubstr("    CYC_compute" + std::string(24, ' ') +
                              "16 cycles         BG (3)   2 * 8\n"
                              "    atomics on neighbouring addresses  "
                              "1 cycle per warp  ceiling\n"));
}

// Two copies of one expression are one entry: 2 x 4 sectors in 2 x n warps.
TEST(CostliestAccesses, MergesCopiesOfOneExpression) {
  Report Result = exampleReport();
  LaunchReport &Launch = Result.Files[0].Kernels[0].Launches[0];
  auto Model = std::const_pointer_cast<KernelModel>(Launch.Model);
  Model->Accesses.push_back(Model->Accesses[0]);
  Launch.Profile.Accesses.push_back(Launch.Profile.Accesses[0]);
  auto Entries = costliestAccesses(Launch.Profile, 5, false);
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_EQ(Entries[1].WarpExecutions, 2 * 524288);
  EXPECT_DOUBLE_EQ(Entries[1].SectorsPerWarp, 4);
  // 2 * 128 of 2 * 128 + 1024 bytes.
  EXPECT_DOUBLE_EQ(Entries[1].Share, 0.2);
}

// A shared access without conflicts costs nothing worth naming; with conflicts
// it is named and comes first if banks are the bottleneck.
TEST(CostliestAccesses, NamesBankConflicts) {
  Report Result = exampleReport();
  LaunchReport &Launch = Result.Files[0].Kernels[0].Launches[0];
  auto Model = std::const_pointer_cast<KernelModel>(Launch.Model);
  Model->Accesses[0].Space = MemorySpace::Shared;
  AccessFacts &Facts = Launch.Profile.Accesses[0];
  Facts.BankCycles = 524288;
  Facts.MaxBankDegree = 1;
  EXPECT_EQ(costliestAccesses(Launch.Profile, 5, true).size(), 1u);
  Facts.BankCycles = 524288 * 32.0;
  Facts.MaxBankDegree = 32;
  auto Entries = costliestAccesses(Launch.Profile, 5, true);
  ASSERT_EQ(Entries.size(), 2u);
  EXPECT_TRUE(Entries[0].OfBanks);
  EXPECT_DOUBLE_EQ(Entries[0].BankCyclesPerWarp, 32);
  EXPECT_FALSE(costliestAccesses(Launch.Profile, 5, false)[0].OfBanks);
}

TEST(Diagnostics, LookLikeClangs) {
  ReportDiagnostic Message;
  Message.Severity = ReportDiagnostic::Level::Error;
  Message.Message = "no kernel is called 'f'";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeDiagnostic(Message, OS, false);
  EXPECT_EQ(Text, "kernelcast: error: no kernel is called 'f'\n");
  Text.clear();
  Message.Severity = ReportDiagnostic::Level::Warning;
  Message.Location = {"gone\x01.cu", 3, 5};
  writeDiagnostic(Message, OS, false);
  EXPECT_EQ(Text, "gone?.cu:3:5: warning: no kernel is called 'f'\n");
}
