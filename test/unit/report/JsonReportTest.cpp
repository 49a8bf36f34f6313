//===- JsonReportTest.cpp - Schema 1, field by field ----------------------===//

#include "tool/report/JsonReport.h"
#include "Example.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using namespace llvm;

static json::Value parsed(const Report &Result,
                          const JsonOptions &Options = {}) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeJson(Result, OS, Options);
  Expected<json::Value> Value = json::parse(Text);
  if (!Value) {
    ADD_FAILURE() << toString(Value.takeError()) << "\n" << Text;
    return nullptr;
  }
  return *Value;
}

static const json::Object &at(const json::Object &From, StringRef Key,
                              size_t Index = 0) {
  const json::Array *Array = From.getArray(Key);
  static const json::Object Nothing;
  if (!Array || Index >= Array->size() || !(*Array)[Index].getAsObject()) {
    ADD_FAILURE() << "no element " << Index << " of " << Key.str();
    return Nothing;
  }
  return *(*Array)[Index].getAsObject();
}

static void expectKeys(const json::Object &Object,
                       std::initializer_list<const char *> Keys) {
  for (const char *Key : Keys)
    EXPECT_TRUE(Object.get(Key)) << "missing: " << Key;
}

// Every field that the schema promises is there, under its name.
TEST(JsonReport, HasEveryFieldOfTheSchema) {
  json::Value Value = parsed(exampleReport());
  const json::Object &Root = *Value.getAsObject();
  EXPECT_EQ(Root.getInteger("schema"), 1);
  EXPECT_EQ(Root.getObject("tool")->getString("name"), "kernelcast");
  EXPECT_TRUE(Root.getObject("tool")->getString("version"));
  const json::Object &File = at(Root, "files");
  expectKeys(File, {"path", "kernels"});
  const json::Object &Kernel = at(File, "kernels");
  expectKeys(Kernel, {"name", "qualified_name", "template_arguments",
                      "language", "location", "status", "reasons", "launches"});
  EXPECT_EQ(Kernel.getString("language"), "cuda");
  EXPECT_EQ(Kernel.getString("status"), "modelled");
  expectKeys(*Kernel.getObject("location"), {"file", "line", "column"});
  const json::Object &Launch = at(Kernel, "launches");
  expectKeys(Launch,
             {"grid", "block", "dynamic_shared_bytes", "source", "location",
              "arguments", "assumptions", "occupancy", "accesses", "loops",
              "branches", "instructions", "traffic", "predictions"});
  EXPECT_EQ(Launch.getString("source"), "host-code");
  expectKeys(at(Launch, "arguments"), {"name", "value", "source"});
  expectKeys(at(Launch, "assumptions"), {"what", "value", "why", "affects"});
  expectKeys(*Launch.getObject("occupancy"),
             {"blocks_per_sm", "warps_per_sm", "fraction", "limiter",
              "registers_per_thread", "registers_source",
              "static_shared_bytes"});
  expectKeys(at(Launch, "accesses"),
             {"location", "space", "kind", "bytes", "array", "expression",
              "class", "warp_executions", "lane_executions", "sectors", "lines",
              "transactions", "bank_cycles", "max_bank_degree", "known",
              "bounds"});
  const json::Object &Loop = at(Launch, "loops");
  expectKeys(Loop, {"location", "trip_count", "known", "bounds"});
  expectKeys(*Loop.getObject("trip_count"), {"formula", "mean", "min", "max"});
  expectKeys(at(Launch, "branches"),
             {"location", "condition", "warps_true", "warps_false",
              "warps_diverged", "known", "bounds"});
  const json::Object &Instructions = *Launch.getObject("instructions");
  EXPECT_EQ(Instructions.getString("source"), "ast");
  EXPECT_EQ(Instructions.getString("executions_known"), "exact");
  expectKeys(*Instructions.getObject("per_warp"),
             {"total", "fp32", "fp64", "int", "sfu", "load_global",
              "store_global", "load_shared", "store_shared", "atomic",
              "barrier", "branch", "conversion", "other"});
  expectKeys(*Launch.getObject("traffic"),
             {"l1_bytes", "l2_bytes", "dram_bytes", "flops_fp16", "flops_fp32",
              "flops_fp64"});
  const json::Object &P = at(Launch, "predictions");
  expectKeys(P, {"model", "mode", "gpu", "cycles", "time_s", "bottleneck",
                 "breakdown", "interval_s", "quantities"});
  expectKeys(at(P, "breakdown"), {"name", "cycles"});
}

TEST(JsonReport, KeepsNumbersExact) {
  json::Value Value = parsed(exampleReport());
  const json::Object &Launch =
      at(at(at(*Value.getAsObject(), "files"), "kernels"), "launches");
  // 524288 warps x 32 sectors.
  EXPECT_EQ(at(Launch, "accesses", 1).getInteger("sectors"), 16777216);
  EXPECT_EQ(at(Launch, "arguments").getInteger("value"), 4096);
  EXPECT_EQ(Launch.getObject("instructions")
                ->getObject("per_warp")
                ->getNumber("total"),
            12.5);
  const json::Object &P = at(Launch, "predictions");
  EXPECT_EQ(P.getNumber("time_s"), 0.412e-3);
  EXPECT_EQ(P.getObject("quantities")->getNumber("CYC_compute"), 16.0);
}

TEST(JsonReport, HasNullForNoPlaceAndForInfinity) {
  Report Result = exampleReport();
  LaunchReport &Launch = Result.Files[0].Kernels[0].Launches[0];
  Launch.Profile.Launch.Location = {};
  Launch.Profile.Accesses[0].Sectors = Known<double>(
      1, 1, std::numeric_limits<double>::infinity(), How::Bounded);
  json::Value Value = parsed(Result);
  const json::Object &Shown =
      at(at(at(*Value.getAsObject(), "files"), "kernels"), "launches");
  EXPECT_EQ(*Shown.get("location"), json::Value(nullptr));
  const json::Array *Bounds =
      at(Shown, "accesses").getObject("bounds")->getArray("sectors");
  ASSERT_TRUE(Bounds);
  EXPECT_EQ((*Bounds)[0], json::Value(1));
  EXPECT_EQ((*Bounds)[1], json::Value(nullptr));
}

// Paths and source text need not be UTF-8; JSON must be.
TEST(JsonReport, RepairsBrokenUtf8) {
  Report Result = exampleReport();
  Result.Files[0].Path = "caf\xe9.cu";
  json::Value Value = parsed(Result);
  StringRef Path =
      at(*Value.getAsObject(), "files").getString("path").value_or("none");
  EXPECT_TRUE(json::isUTF8(Path));
  EXPECT_TRUE(Path.starts_with("caf")) << Path.str();
}

TEST(JsonReport, AddsExplanationAndTimingWhenAsked) {
  json::Value Plain = parsed(exampleReport());
  EXPECT_FALSE(at(*Plain.getAsObject(), "files").get("timing"));
  JsonOptions Options;
  Options.Explain = true;
  Options.Timing = [] {
    RunTiming Run;
    Run.WallSeconds = 0.5;
    Run.Phases[Phase::Parse] = 0.25;
    return Run;
  };
  json::Value Value = parsed(exampleReport(), Options);
  const json::Object *Run = Value.getAsObject()->getObject("timing");
  EXPECT_EQ(Run->getNumber("wall_s"), 0.5);
  EXPECT_EQ(Run->getObject("phases")->getNumber("parse_s"), 0.25);
  EXPECT_EQ(Run->getObject("phases")->getNumber("facts_s"), 0.0);
  const json::Object &File = at(*Value.getAsObject(), "files");
  EXPECT_TRUE(File.getObject("timing")->getNumber("parse_s"));
  const json::Object &Kernel = at(File, "kernels");
  EXPECT_TRUE(Kernel.getObject("timing")->getNumber("analysis_s"));
  const json::Object &P = at(at(Kernel, "launches"), "predictions");
  EXPECT_EQ(at(P, "explanation").getString("equation"), "BG (3)");
}
