// Reading GPU files: what is right is kept, and every mistake is named where it
// is.
#include "analysis/hardware/GpuListing.h"
#include "analysis/hardware/GpuSpec.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace kernelcast;
using testing::HasSubstr;
using testing::Not;

namespace {

std::string mistakes(llvm::StringRef Text) {
  auto Gpu = loadGpuText(Text, "my.yaml");
  return Gpu ? "" : llvm::toString(Gpu.takeError());
}

/// A complete file whose first lines are known: the clock is on line 10.
std::string complete() {
  std::string Text = R"(name: my-gpu
marketing_name: My GPU
vendor: nvidia
architecture: turing
compute_capability: "7.5"
warp_size: 32
coalescing: sectors-32
banks: warp-32
register_allocation: per-warp
clock: {value: 1545e6, unit: Hz, source: "label, table 1", confidence: N}
)";
  for (const GpuSpec::Field &Field : GpuSpec::fields())
    if (Field.Required && llvm::StringRef(Field.Key) != "clock")
      Text += std::string(Field.Key) +
              ": {value: " + (Field.Low < 2 ? "2" : "1e9") +
              ", unit: " + Field.Unit + ", source: test, confidence: A}\n";
  return Text;
}

std::string replaced(std::string Text, llvm::StringRef From,
                     llvm::StringRef To) {
  size_t At = Text.find(From.str());
  EXPECT_NE(At, std::string::npos) << From.str();
  return Text.replace(At, From.size(), To.str());
}

TEST(GpuFile, CompleteFile) {
  auto Gpu = loadGpuText(complete(), "my.yaml");
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  EXPECT_EQ(Gpu->Name, "my-gpu");
  EXPECT_EQ(Gpu->ComputeCapability, "7.5");
  EXPECT_EQ(Gpu->Clock.Value, 1545e6);
  EXPECT_EQ(Gpu->Clock.Unit, "Hz");
  EXPECT_EQ(Gpu->Clock.Source, "label, table 1");
  EXPECT_EQ(Gpu->Clock.Confidence, 'N');
  EXPECT_FALSE(Gpu->L2Bytes.isKnown());
}

TEST(GpuFile, EveryMistakeInOneError) {
  std::string Text = complete();
  Text = replaced(Text, "warp_size: 32", "warp_size: 33");
  Text = replaced(Text, "unit: Hz", "unit: MHz");
  Text = replaced(Text, "confidence: N", "confidence: sure");
  Text += "clok: 12\nname: again\nl2_size: {value: -1, unit: B}\n";
  std::string All = mistakes(Text);
  EXPECT_THAT(All, HasSubstr("my.yaml:6:12: error: 'warp_size' is '33'"));
  EXPECT_THAT(All, HasSubstr("my.yaml:10:30: error: unit of 'clock' is 'MHz', "
                             "must be 'Hz'"));
  EXPECT_THAT(All, HasSubstr("my.yaml:10:73: error: confidence of 'clock' is "
                             "'sure'"));
  EXPECT_THAT(All, HasSubstr(":1: error: unknown key 'clok'; did you mean "
                             "'clock'?"));
  EXPECT_THAT(All, HasSubstr(":1: error: repeated key 'name'; first at 1:1"));
  EXPECT_THAT(All, HasSubstr(":18: error: value of 'l2_size' is -1"));
  EXPECT_THAT(All, HasSubstr(":1: error: 'l2_size' has no source"));
  EXPECT_THAT(All, HasSubstr(":1: error: 'l2_size' has no confidence"));
  EXPECT_EQ(llvm::StringRef(All).count('\n'), 7u) << All; // eight lines
}

// A number without a unit is told which one; without anything else, it is not.
TEST(GpuFile, MissingParts) {
  std::string All = mistakes(complete() + "l2_size: {value: 4}\n");
  EXPECT_THAT(All, HasSubstr("'l2_size' has no unit; it is in B\n"));
  EXPECT_THAT(All, HasSubstr("'l2_size' has no source\n"));
  EXPECT_THAT(All, HasSubstr("'l2_size' has no confidence"));
  EXPECT_THAT(All, Not(HasSubstr("source; it is in")));
}

TEST(GpuFile, MissingKeys) {
  std::string All = mistakes("name: x\n");
  EXPECT_THAT(All, HasSubstr("required key 'clock' is missing"));
  EXPECT_THAT(All, HasSubstr("required key 'vendor' is missing"));
  EXPECT_THAT(All, Not(HasSubstr("l2_size")));
}

TEST(GpuFile, ValuesThatAreNoNumbers) {
  for (const char *Value :
       {"nan", "inf", "-.inf", "fast", "\"1545e6\"", "1e999", "1545 e6", "''",
        "~", "[1]", "{a: 1}", "0x"}) {
    std::string All = mistakes(replaced(complete(), "1545e6", Value));
    EXPECT_THAT(All, HasSubstr("my.yaml:10:")) << Value;
    EXPECT_THAT(All, HasSubstr("'clock'")) << Value;
  }
  for (const char *Value : {"-1", "0", "1e20"})
    EXPECT_THAT(mistakes(replaced(complete(), "1545e6", Value)),
                HasSubstr("must be from 1e+06 to 1e+11 Hz"))
        << Value;
  EXPECT_THAT(mistakes(complete() + "l1_size: {value: 1.5, unit: B, source: x, "
                                    "confidence: A}\n"),
              HasSubstr("must be a whole number"));
}

TEST(GpuFile, NumbersThatContradictEachOther) {
  EXPECT_THAT(mistakes(replaced(complete(), "shared_per_block: {value: 2",
                                "shared_per_block: {value: 3")),
              HasSubstr("'shared_per_block' is 3, more than 'shared_size'"));
}

TEST(GpuFile, RepeatedAndUnknownPartsOfANumber) {
  std::string All = mistakes(
      replaced(complete(), "unit: Hz", "unit: Hz, unit: Hz, colour: red"));
  EXPECT_THAT(All, HasSubstr("my.yaml:10:34: error: repeated key 'unit' in "
                             "'clock'; first at 10:24"));
  EXPECT_THAT(All, HasSubstr("unknown key 'colour' in 'clock'"));
}

TEST(GpuFile, WhatIsNoGpuFile) {
  EXPECT_THAT(mistakes(""), HasSubstr("my.yaml:1:1: error: the file is empty"));
  EXPECT_THAT(mistakes("# only a comment\n"), HasSubstr("my.yaml:"));
  EXPECT_THAT(mistakes("- a\n- b\n"), HasSubstr("mapping of keys"));
  EXPECT_THAT(mistakes("just words\n"), HasSubstr("mapping of keys"));
  EXPECT_THAT(mistakes(llvm::StringRef("name: x\n\x7f"
                                       "ELF\0",
                                       13)),
              HasSubstr("my.yaml:2:1: error: not a text file"));
  EXPECT_THAT(mistakes("name: caf\xe9\n"),
              HasSubstr("my.yaml:1:10: error: not a text file: byte 0xe9 is "
                        "not UTF-8"));
  EXPECT_THAT(mistakes("name: \"open\nclock: {"), HasSubstr("my.yaml:"));
  EXPECT_THAT(mistakes(complete() + "---\nname: two\n"),
              HasSubstr("more than one document"));
  EXPECT_THAT(mistakes("aliases: x\nname: [a]\n"),
              HasSubstr("'aliases' must be a list"));
}

// The parser below would follow such nesting by recursion until the stack ends.
TEST(GpuFile, DeepNesting) {
  EXPECT_THAT(mistakes(std::string(400000, '[')), HasSubstr("my.yaml:"));
  EXPECT_THAT(mistakes("name: " + std::string(400000, '[')),
              HasSubstr("my.yaml:"));
  std::string Dashes = "name:\n";
  for (int I = 0; I < 100000; ++I)
    Dashes += "- ";
  EXPECT_THAT(mistakes(Dashes), HasSubstr("nested too deep"));
  std::string Braces = "clock: ";
  for (int I = 0; I < 100000; ++I)
    Braces += "{a: ";
  EXPECT_THAT(mistakes(Braces), HasSubstr("my.yaml:"));
}

TEST(GpuFile, FilesThatCannotBeRead) {
  auto Reason = [](llvm::StringRef Path) {
    auto Gpu = findGpu(Path);
    return Gpu ? "" : llvm::toString(Gpu.takeError());
  };
  EXPECT_THAT(Reason("/nonexistent/gpu.yaml"),
              HasSubstr("/nonexistent/gpu.yaml: error: cannot read"));
  EXPECT_THAT(Reason("/"), HasSubstr("not a regular file"));
  EXPECT_THAT(Reason("/dev/zero"), HasSubstr("not a regular file"));

  llvm::SmallString<64> Path;
  int Handle;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("gpu", "yaml", Handle, Path));
  {
    llvm::raw_fd_ostream Out(Handle, /*shouldClose=*/true);
    Out << complete() << "# " << std::string(MaxGpuFileBytes, 'x');
  }
  EXPECT_THAT(Reason(Path), HasSubstr("at most 1048576 bytes"));
  {
    std::error_code EC;
    llvm::raw_fd_ostream Out(Path, EC);
    Out << complete();
  }
  EXPECT_EQ(Reason(Path), "");
  EXPECT_FALSE(llvm::sys::fs::remove(Path));
}

TEST(GpuCollection, EveryFileIsRight) {
  std::vector<std::string> Names = gpuNames();
  EXPECT_GE(Names.size(), 60u);
  EXPECT_TRUE(llvm::is_sorted(Names));
  std::vector<std::string> Taken = Names;
  for (const std::string &Name : Names) {
    auto Gpu = findGpu(Name);
    ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
    EXPECT_EQ(Gpu->Name, Name);
    EXPECT_EQ(Gpu->Banks == BankRule::HalfWarp16,
              Gpu->ComputeCapability.compare(0, 2, "1.") == 0)
        << Name;
    for (const std::string &Alias : Gpu->Aliases) {
      EXPECT_FALSE(llvm::is_contained(Taken, Alias)) << Alias;
      Taken.push_back(Alias);
    }
  }
  EXPECT_TRUE(llvm::is_contained(Names, DefaultGpu.str()));
}

// The numbers that published models are checked with.
TEST(GpuCollection, NumbersOfThePapers) {
  auto G80 = findGpu("8800-gtx");
  ASSERT_TRUE(bool(G80)) << llvm::toString(G80.takeError());
  EXPECT_EQ(G80->Fp32Lanes.Value, 8);
  EXPECT_EQ(G80->LatencyAlu.Value, 24);
  // 86.4e9 B/s over 16 SMs at 1.35e9 cycles/s.
  EXPECT_DOUBLE_EQ(G80->DramBandwidth / G80->Multiprocessors / G80->Clock, 4.0);
  EXPECT_EQ(G80->Coalescing, CoalescingRule::HalfWarpStrict);
  auto Gtx970 = findGpu("gtx-970");
  ASSERT_TRUE(bool(Gtx970)) << llvm::toString(Gtx970.takeError());
  // Gajger 2017: 13.78 bytes per cycle and SM.
  EXPECT_NEAR(Gtx970->DramBandwidth / Gtx970->Multiprocessors / Gtx970->Clock,
              13.78, 0.005);
  EXPECT_EQ(Gtx970->LatencyGlobal.Value, 350);
  EXPECT_EQ(Gtx970->LatencyGlobal.Confidence, 'A');
  auto TitanX = findGpu("titan-x-maxwell");
  ASSERT_TRUE(bool(TitanX)) << llvm::toString(TitanX.takeError());
  EXPECT_NEAR(TitanX->DramBandwidth / TitanX->Multiprocessors / TitanX->Clock,
              13.03, 0.005);
  // RTX 3080: 68 SMs x 128 lanes x 2 x 1725 MHz = 30.0 TFLOP/s.
  auto Rtx3080 = findGpu("rtx-3080");
  ASSERT_TRUE(bool(Rtx3080)) << llvm::toString(Rtx3080.takeError());
  EXPECT_NEAR(Rtx3080->Multiprocessors * Rtx3080->Fp32Lanes * 2 *
                  Rtx3080->Clock,
              30.0e12, 0.05e12);
}

TEST(GpuCollection, NamesAliasesAndSlips) {
  auto Alias = findGpu("h100");
  ASSERT_TRUE(bool(Alias)) << llvm::toString(Alias.takeError());
  EXPECT_EQ(Alias->Name, "h100-sxm");
  auto Capitals = findGpu("RTX-3090");
  ASSERT_TRUE(bool(Capitals)) << llvm::toString(Capitals.takeError());
  EXPECT_EQ(Capitals->Name, "rtx-3090");
  for (auto [Typed, Name] : {std::pair("3080", "rtx-3080"),
                             {"RTX3080", "rtx-3080"},
                             {"rtx3060ti", "rtx-3060-ti"},
                             {"rtx3070ti", "rtx-3070-ti"},
                             {"T4", "t4"},
                             {"mi300x", "mi300x"},
                             {"orin", "jetson-agx-orin"},
                             {"7900xtx", "rx-7900-xtx"}}) {
    auto Gpu = findGpu(Typed);
    ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
    EXPECT_EQ(Gpu->Name, Name);
  }
  for (const char *Wrong :
       {"rtx-3800", "rtx 3080", "geforce-3080", "RTX 3080"}) {
    auto Gpu = findGpu(Wrong);
    ASSERT_FALSE(bool(Gpu));
    EXPECT_THAT(llvm::toString(Gpu.takeError()), HasSubstr("rtx-3080"))
        << Wrong;
  }
  // There are several MI300: which one is meant has to be said.
  auto Several = findGpu("mi300");
  ASSERT_FALSE(bool(Several));
  EXPECT_THAT(llvm::toString(Several.takeError()), HasSubstr("mi300x"));
  auto Empty = findGpu("");
  ASSERT_FALSE(bool(Empty));
  EXPECT_THAT(llvm::toString(Empty.takeError()), HasSubstr("unknown GPU ''"));
  auto Capability = findGpuOfComputeCapability("9.9");
  ASSERT_FALSE(bool(Capability));
  EXPECT_THAT(llvm::toString(Capability.takeError()), HasSubstr("8.0, 8.6"));
}

// docs/gpu-files.md lists every key with its unit.
TEST(GpuFile, KeysAreDocumented) {
  auto Page =
      llvm::MemoryBuffer::getFile(KERNELCAST_SOURCE_DIR "/docs/gpu-files.md");
  ASSERT_TRUE(bool(Page));
  for (const GpuSpec::Field &Field : GpuSpec::fields()) {
    std::string Row = "| `" + std::string(Field.Key) + "` | " + Field.Unit +
                      " | " + (Field.Required ? "yes" : "");
    EXPECT_TRUE((*Page)->getBuffer().contains(Row)) << Row;
  }
}

TEST(GpuListing, ShowsNumbersWithTheirSources) {
  std::string Text;
  llvm::raw_string_ostream Out(Text);
  printGpuTable(Out);
  EXPECT_THAT(Text, HasSubstr("\ngtx-970 "));
  auto Gpu = findGpu("gtx-970");
  ASSERT_TRUE(bool(Gpu)) << llvm::toString(Gpu.takeError());
  Text.clear();
  printGpu(*Gpu, Out);
  EXPECT_THAT(Text, testing::ContainsRegex(
                        "clock +1253 +MHz +A +Gajger 2017, table 6.1"));
  EXPECT_THAT(Text, testing::ContainsRegex("l2_size +1.75 +MB +B +vendor"));
  EXPECT_THAT(Text, HasSubstr("not given: "));
  std::vector<std::string> Unverified = unverifiedNumbers(*Gpu);
  EXPECT_THAT(Unverified,
              testing::ElementsAre("constant_rate", "l1_bandwidth",
                                   "l2_bandwidth", "atomic_rate",
                                   "launch_overhead", "start_and_drain"));
}

} // namespace
