//===- SpaceFileTest.cpp - T1, lists, and what is wrong with them ---------===//

#include "tool/prune/space/SpaceFile.h"
#include "tool/prune/space/SpaceEnumeration.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace kernelcast;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

namespace {

const std::string Parameters =
    R"("TuningParameters": [
  {"Name": "block_size_x", "Type": "int", "Values": "[16, 32]"},
  {"Name": "tile", "Type": "int", "Values": "[1, 3]"}])";

/// Kernel Tuner's dialect with \p Kernel behind the usual fields.
std::string kernelTuner(const std::string &Kernel = "",
                        const std::string &Space = Parameters) {
  return "{\"ConfigurationSpace\": {" + Space +
         "},\n\"KernelSpecification\": {\"Language\": \"CUDA\", "
         "\"KernelName\": \"k\", \"KernelFile\": \"k.cu\",\n"
         "\"ProblemSize\": [1000]" +
         Kernel + "}}";
}

std::string ktt(const std::string &Kernel, const std::string &Language = "CUDA",
                const std::string &Space = Parameters) {
  return "{\"ConfigurationSpace\": {" + Space +
         "},\n\"KernelSpecification\": {\"Language\": \"" + Language +
         "\", \"KernelName\": \"k\", \"KernelFile\": \"k.cu\",\n" + Kernel +
         "}}";
}

TuningSpace read(const std::string &Text, const SpaceOverrides &Given = {}) {
  Expected<TuningSpace> Space = readSpace(Text, "dir/a.json", Given);
  if (Space)
    return std::move(*Space);
  ADD_FAILURE() << toString(Space.takeError());
  return {};
}

std::string mistakes(const std::string &Text) {
  Expected<TuningSpace> Space = readSpace(Text, "a.json", {});
  return Space ? "none" : toString(Space.takeError());
}

std::string notes(const TuningSpace &Space) {
  std::string All;
  for (const ReportDiagnostic &Each : Space.Notes)
    All += std::to_string(Each.Location.Line) + ": " + Each.Message + "\n";
  return All;
}

uint64_t validOf(const TuningSpace &Space) {
  Expected<SpaceCount> Count = countConfigurations(Space);
  if (Count)
    return Count->Valid;
  ADD_FAILURE() << toString(Count.takeError());
  return 0;
}

ConfiguredKernel kernelOf(const TuningSpace &Space,
                          const ConfigurationPlaces &Places) {
  auto Kernel = configure(Space, configurationAt(Space, Places));
  if (Kernel)
    return std::move(*Kernel);
  ADD_FAILURE() << toString(Kernel.takeError());
  return {};
}

std::string whyNot(const TuningSpace &Space,
                   const ConfigurationPlaces &Places) {
  auto Kernel = configure(Space, configurationAt(Space, Places));
  return Kernel ? "" : toString(Kernel.takeError());
}

} // namespace

TEST(SpaceFile, ReadsKernelTunersT1) {
  const TuningSpace Space =
      read(kernelTuner(R"(, "GridDivX": ["block_size_x", "tile"])"));
  EXPECT_EQ(Space.Format, SpaceFormat::KernelTuner);
  EXPECT_THAT(Space.Sources, ElementsAre("dir/k.cu"));
  EXPECT_THAT(notes(Space), HasSubstr("read as Kernel Tuner's T1"));
  const ConfiguredKernel Kernel = kernelOf(Space, {1, 1});
  // 1000 / (32 * 3) = 10.4, rounded up.
  EXPECT_THAT(Kernel.Grid, ElementsAre(11, 1, 1));
  EXPECT_THAT(Kernel.Block, ElementsAre(32, 1, 1));
  EXPECT_EQ(Kernel.KernelName, "k");
  EXPECT_THAT(Kernel.Macros,
              ElementsAre(Pair("grid_size_x", "11"), Pair("grid_size_y", "1"),
                          Pair("grid_size_z", "1"), Pair("block_size_x", "32"),
                          Pair("block_size_y", "1"), Pair("block_size_z", "1"),
                          Pair("tile", "3"), Pair("kernel_tuner", "1")));
}

TEST(SpaceFile, DividesByTheBlockWithoutGridDiv) {
  EXPECT_EQ(kernelOf(read(kernelTuner()), {1, 1}).Grid[0], 32u); // 31.25
  EXPECT_EQ(kernelOf(read(kernelTuner(R"(, "GridDivX": [])")), {1, 1}).Grid[0],
            1000u);
}

TEST(SpaceFile, TakesOutUnrollPragmas) {
  const std::string Space =
      R"("TuningParameters": [
    {"Name": "block_size_x", "Type": "int", "Values": "[32]"},
    {"Name": "loop_unroll_factor_a", "Type": "int", "Values": "[0, 4]"}])";
  const TuningSpace Read = read(kernelTuner("", Space));
  EXPECT_THAT(kernelOf(Read, {0, 0}).DroppedUnrolls,
              ElementsAre("loop_unroll_factor_a"));
  EXPECT_THAT(
      kernelOf(Read, {0, 0}).Macros,
      testing::Not(testing::Contains(Pair("loop_unroll_factor_a", "0"))));
  EXPECT_THAT(kernelOf(Read, {0, 1}).DroppedUnrolls, testing::IsEmpty());
  EXPECT_THAT(kernelOf(Read, {0, 1}).Macros,
              testing::Contains(Pair("loop_unroll_factor_a", "4")));
}

TEST(SpaceFile, PutsValuesIntoTheKernelsName) {
  SpaceOverrides Given;
  Given.KernelName = "k<block_size_x, tile + mytile>";
  EXPECT_EQ(kernelOf(read(kernelTuner(), Given), {1, 1}).KernelName,
            "k<32, 3 + mytile>");
}

TEST(SpaceFile, ReadsKttsT1) {
  const TuningSpace Cuda = read(ktt(
      R"("GlobalSize": {"X": "1024 // tile", "Y": "2"},
         "LocalSize": {"X": "block_size_x"}, "SharedMemory": 64,
         "CompilerOptions": ["-use_fast_math", ""],
         "KernelTypeNames": ["float"])"));
  EXPECT_EQ(Cuda.Format, SpaceFormat::Ktt);
  ConfiguredKernel Kernel = kernelOf(Cuda, {0, 1});
  EXPECT_THAT(Kernel.Grid, ElementsAre(341, 2, 1)); // blocks, in CUDA
  EXPECT_THAT(Kernel.Block, ElementsAre(16, 1, 1));
  EXPECT_EQ(Kernel.DynamicSharedBytes, 64u);
  EXPECT_EQ(Kernel.KernelName, "k<float>");
  EXPECT_THAT(Kernel.CompilerOptions, ElementsAre("-use_fast_math"));
  EXPECT_THAT(Kernel.Macros,
              ElementsAre(Pair("block_size_x", "16"), Pair("tile", "3")));
  const std::string Sizes = R"("GlobalSize": {"X": "1024 // tile"},
                               "LocalSize": {"X": "block_size_x"})";
  // Work-items: 341 / 16 = 21.3, and the last group is a part of one.
  EXPECT_EQ(kernelOf(read(ktt(Sizes, "OpenCL")), {0, 1}).Grid[0], 22u);
  // KTT's division for CUDA drops it.
  EXPECT_EQ(
      kernelOf(read(ktt(Sizes + R"(, "GlobalSizeType": "OpenCL")")), {0, 1})
          .Grid[0],
      21u);
  EXPECT_EQ(whyNot(read(ktt(R"("GlobalSize": {"X": "8"}, "LocalSize": {"X":
                    "block_size_x"}, "GlobalSizeType": "OpenCL")")),
                   {0, 0}),
            "the grid's size in x is 0: 8 is less than a block");
}

TEST(SpaceFile, HasArgumentsByTheirPlace) {
  const TuningSpace Space = read(kernelTuner(R"(, "Arguments": [
    {"Name": "a", "Type": "float", "MemoryType": "Vector", "Size": 4},
    {"Name": "n", "Type": "int32", "MemoryType": "Scalar", "FillValue": 64},
    {"Name": "s", "Type": "float", "MemoryType": "Symbol"},
    {"Name": "x", "Type": "float", "MemoryType": "Scalar", "FillValue": 2}])"));
  const ConfiguredKernel Kernel = kernelOf(Space, {0, 0});
  ASSERT_EQ(Kernel.Arguments.size(), 2u);
  EXPECT_EQ(Kernel.Arguments[0].Index, 1u);
  EXPECT_EQ(std::get<int64_t>(Kernel.Arguments[0].Value), 64);
  EXPECT_EQ(Kernel.Arguments[1].Index, 2u); // a symbol is not a parameter
  EXPECT_EQ(std::get<double>(Kernel.Arguments[1].Value), 2.0);
}

TEST(SpaceFile, AddsLocalMemoryUp) {
  const std::string Local = R"("GlobalSize": {"X": "64"},
    "LocalSize": {"X": "block_size_x"}, "SharedMemory": 8,
    "Arguments": [{"Type": "float4", "MemoryType": "Local",
                   "Size": "block_size_x + 1"}])";
  // 8 + (32 + 1) * 16 bytes
  EXPECT_EQ(kernelOf(read(ktt(Local)), {1, 0}).DynamicSharedBytes, 536u);
}

TEST(SpaceFile, LetsTheCommandLineWin) {
  SpaceOverrides Given;
  Given.Sources = {"x.cl", "y.cl"};
  Given.LocalSize = "max(tile, 2), block_size_x";
  Given.Grid = "7,8,9";
  Given.SharedBytes = "tile * 4";
  Given.Arguments = {{"n", 0, int64_t(3)}};
  const TuningSpace Space = read(kernelTuner(), Given);
  EXPECT_THAT(Space.Sources, ElementsAre("x.cl", "y.cl"));
  const ConfiguredKernel Kernel = kernelOf(Space, {1, 1});
  EXPECT_THAT(Kernel.Block, ElementsAre(3, 32, 1));
  EXPECT_THAT(Kernel.Grid, ElementsAre(7, 8, 9));
  EXPECT_EQ(Kernel.DynamicSharedBytes, 12u);
  ASSERT_EQ(Kernel.Arguments.size(), 1u);
  EXPECT_EQ(Kernel.Arguments[0].Name, "n");
  Given.LocalSize = "block_size_x, til";
  Expected<TuningSpace> Wrong = readSpace(kernelTuner(), "a.json", Given);
  ASSERT_FALSE(bool(Wrong));
  EXPECT_EQ(toString(Wrong.takeError()),
            "--local-size:1:15: error: no parameter 'til'; did you mean "
            "'tile'?");
}

TEST(SpaceFile, ComparesSizesThatKernelTunerIgnores) {
  // 262144 // 16 blocks where 1000 / 16 = 62.5 are launched.
  EXPECT_THAT(notes(read(kernelTuner(
                  R"(, "GlobalSize": {"X": "262144 // block_size_x"})"))),
              HasSubstr("GlobalSize is ignored, as by Kernel Tuner; for the "
                        "first configuration it says 16384 x 1 x 1 where 63 x "
                        "1 x 1 is taken"));
  const std::string Other =
      R"("TuningParameters": [{"Name": "M", "Type": "int", "Values": "[8]"}])";
  const TuningSpace Space =
      read(kernelTuner(R"(, "LocalSize": {"X": "block_size_x"})", Other));
  EXPECT_EQ(toString(launchError(Space)),
            "dir/a.json:3:44: error: no parameter 'block_size_x', and no "
            "parameter is called block_size_x, _y or _z; --local-size gives "
            "the block's size");
  EXPECT_EQ(validOf(Space), 1u);
  EXPECT_THAT(notes(read(kernelTuner(R"(, "LocalSize": {"X": "M"})", Other))),
              HasSubstr("LocalSize is taken"));
  const TuningSpace Nothing = read(kernelTuner("", Other));
  EXPECT_EQ(kernelOf(Nothing, {0}).Block[0], 256u);
}

TEST(SpaceFile, NotesWhatConditionsList) {
  const std::string Space = Parameters +
                            R"(, "Conditions": [
    {"Expression": "block_size_x > tile", "Parameters": ["tile", "tyle"]}])";
  const std::string Notes = notes(read(kernelTuner("", Space)));
  EXPECT_THAT(Notes, HasSubstr("lists 'tyle', which is not a parameter"));
  EXPECT_THAT(Notes, HasSubstr("uses 'block_size_x' without listing it"));
}

TEST(SpaceFile, LimitsThreadsAsKernelTuner) {
  TuningSpace Space = read(kernelTuner());
  limitThreads(Space, 16);
  EXPECT_EQ(validOf(Space), 2u); // block_size_x = 16, two tiles
}

TEST(SpaceFile, SaysWhatIsWrongWithT1) {
  auto parameter = [](const std::string &Fields) {
    return mistakes(
        kernelTuner("", "\"TuningParameters\": [\n{" + Fields + "}]"));
  };
  EXPECT_EQ(parameter(R"("Type": "int", "Values": "[1]")"),
            "a.json:2:1: error: 'Name' is missing");
  EXPECT_EQ(parameter(R"("Name": "a", "Type": "int")"),
            "a.json:2:1: error: 'Values' is missing");
  EXPECT_EQ(parameter(R"("Name": "a", "Type": "int", "Values": "[1, 2")"),
            "a.json:2:46: error: expected ']', but the expression ends");
  EXPECT_EQ(parameter(R"("Name": "a", "Type": "int", "Values": "3")"),
            "a.json:2:40: error: the values of 'a' are not a list");
  EXPECT_EQ(parameter(R"("Name": "a", "Type": "int", "Values": "[]")"),
            "a.json:2:10: error: the parameter 'a' has no values");
  EXPECT_EQ(parameter(R"("Name": "a", "Type": "int", "Values": "[1.5]")"),
            "a.json:2:40: error: a value of 'a' is not of its type");
  EXPECT_EQ(parameter(R"("Name": "a", "Type": "uint", "Values": "[-1]")"),
            "a.json:2:41: error: a value of 'a' is not of its type");
  EXPECT_THAT(parameter(R"("Name": "a", "Type": "strange", "Values": "[1]")"),
              HasSubstr("a.json:2:23: error: 'strange' is not a type"));
  EXPECT_THAT(parameter(R"("Name": "a b", "Type": "int", "Values": "[1]")"),
              HasSubstr("'a b' is not a name for a parameter"));
  EXPECT_EQ(parameter(R"("Name": 3, "Type": "int", "Values": "[1]")"),
            "a.json:2:10: error: 'Name' is not a text");
  EXPECT_THAT(parameter("\"Name\": \"a\", \"Values\": \"list(range(10**9))\""),
              HasSubstr("a.json:2:31: error: range() has over 1000000"));
  EXPECT_EQ(mistakes(kernelTuner("", Parameters + R"(, "Conditions": [
    {"Expression": "block_sise_x > 3"}])")),
            "a.json:4:21: error: no parameter 'block_sise_x'; did you mean "
            "'block_size_x'?");
  EXPECT_EQ(mistakes("{\"ConfigurationSpace\": {}}"),
            "a.json:1:1: error: 'KernelSpecification' is missing");
  EXPECT_EQ(mistakes("{\"ConfigurationSpace\": 1, "
                     "\"KernelSpecification\": {}}"),
            "a.json:1:24: error: expected an object with 'TuningParameters'");
  EXPECT_THAT(mistakes("{}"), HasSubstr("neither T1"));
  EXPECT_THAT(mistakes(ktt("\"a\": 1", "Vulkan")),
              HasSubstr("kernelcast reads CUDA and OpenCL, not 'Vulkan'"));
  EXPECT_THAT(mistakes(kernelTuner(R"(, "Arguments": [{"MemoryType": "Cold"}]
    )")),
              HasSubstr("'Cold' is not a memory type"));
  EXPECT_THAT(mistakes(kernelTuner(
                  "", R"("TuningParameters": [{"Name": "a", "Values": "[1]"},
                                      {"Name": "a", "Values": "[1]"}])")),
              HasSubstr("the parameter 'a' is there twice"));
}

TEST(SpaceFile, SaysWhatIsWrongWithJson) {
  EXPECT_EQ(mistakes(""), "a.json: error: the file is empty");
  EXPECT_EQ(mistakes("{\n \"a\": 1,\n \"a\": 2}"),
            "a.json:3:2: error: the field 'a' is there twice");
  EXPECT_EQ(mistakes("{\"a\": 1, \"\\u0061\": 2}"),
            "a.json:1:10: error: the field 'a' is there twice");
  EXPECT_EQ(mistakes("{\"a\":\n 1e400}"),
            "a.json:2:2: error: not JSON: the number is too large");
  EXPECT_THAT(mistakes(std::string(100000, '[')),
              HasSubstr("a.json:1:101: error: not JSON: nested deeper"));
  EXPECT_THAT(mistakes("{\"a\": }"), HasSubstr("a.json:1:7: error: not JSON"));
  EXPECT_EQ(mistakes("{\n\"a\xe2\": 1}"),
            "a.json:2:3: error: not JSON: this byte is not UTF-8");
  EXPECT_THAT(mistakes("{\"a\": NaN}"), HasSubstr("error: not JSON"));
}

TEST(SpaceFile, ReadsListsOfConfigurations) {
  SpaceOverrides Given;
  Given.LocalSize = "x";
  Given.Grid = "10";
  const TuningSpace Space =
      read(R"([{"x": 32, "f": "a"}, {"f": "b", "x": 16}, {"x": 32, "f": "a"}])",
           Given);
  EXPECT_EQ(Space.Format, SpaceFormat::List);
  EXPECT_EQ(validOf(Space), 2u);
  EXPECT_THAT(notes(Space), HasSubstr("1: this configuration is there twice"));
  SpaceCursor Cursor(Space);
  ASSERT_TRUE(Cursor.next() && Cursor.next());
  const ConfiguredKernel Second = kernelOf(Space, Cursor.places().vec());
  EXPECT_THAT(Second.Macros, ElementsAre(Pair("x", "16"), Pair("f", "b")));
  EXPECT_EQ(Second.Block[0], 16u);
  EXPECT_FALSE(Cursor.next());
  EXPECT_EQ(validOf(read(R"({"configurations": [{"x": 1}, {"x": 2}]})")), 2u);
  EXPECT_EQ(validOf(read(R"({"results": [{"configuration": {"x": 1}}]})")), 1u);
  EXPECT_EQ(toString(launchError(read(R"([{"x": 1}])"))),
            "dir/a.json: error: no block size is known; give --local-size\n"
            "dir/a.json: error: no grid is known; give --grid");
  EXPECT_EQ(mistakes("[{\"x\": 1},\n {\"y\": 1}]"),
            "a.json:2:3: error: the first configuration has no 'y'");
  EXPECT_EQ(mistakes("[{\"x\": 1, \"y\": 2},\n {\"y\": 1}]"),
            "a.json:2:2: error: this configuration has 1 parameters, the first "
            "one 2");
  EXPECT_EQ(mistakes("[1]"),
            "a.json:1:2: error: a configuration is not an object");
  EXPECT_EQ(mistakes("[{\"x\": [1]}]"),
            "a.json:1:8: error: not a value of a parameter");
  // 2^63 - 1 is exact; of 2^64 + 1, read as floating-point, the 1 is lost.
  EXPECT_EQ(validOf(read(R"([{"x": 9223372036854775807}])")), 1u);
  EXPECT_EQ(mistakes("[{\"x\": 18446744073709551617}]"),
            "a.json:1:8: error: this number does not fit into 64 bits");
  EXPECT_EQ(mistakes("[]"), "a.json: error: there are no configurations");
}

TEST(SpaceFile, ReadsCsv) {
  const TuningSpace Space = read("x, name ,f\r\n1,\"a, \"\"b\"\"\",0.5\n\n"
                                 "2,c,True\n");
  EXPECT_THAT(Space.parameterNames(), ElementsAre("x", "name", "f"));
  const TuningConfiguration First =
      configurationAt(Space, Space.Listed->front());
  EXPECT_EQ(First[0], ParameterValue(int64_t(1)));
  EXPECT_EQ(First[1], ParameterValue(std::string("a, \"b\"")));
  EXPECT_EQ(First[2], ParameterValue(0.5));
  EXPECT_EQ(configurationAt(Space, Space.Listed->back())[2],
            ParameterValue(true));
  EXPECT_EQ(mistakes("x,y\n1,2\n3\n"),
            "a.json:3:1: error: this line has 1 fields, the first one 2");
  EXPECT_EQ(mistakes("x,y\n1,\"2\n3\n"),
            "a.json:2:1: error: a field in quotes has no end");
  EXPECT_EQ(mistakes("x,\"y\n1,2\n"),
            "a.json:1:1: error: a field in quotes has no end");
  EXPECT_EQ(mistakes("x,\"y\"z\n1,2\n"),
            "a.json:1:1: error: text follows a field in quotes");
  EXPECT_EQ(validOf(read("x,y\r1,2\r")), 1u); // an old kind of line end
  EXPECT_EQ(mistakes("x,x\n1,2\n"),
            "a.json:1:3: error: the parameter 'x' is there twice");
  EXPECT_EQ(mistakes("x\n"), "a.json: error: there are no configurations");
}

// Files with bytes changed, left out and repeated: a space, or a message with
// the file's name in front.
TEST(SpaceFile, SurvivesDamage) {
  const std::string Whole[] = {
      kernelTuner(R"(, "GridDivX": ["tile"], "GlobalSize": {"X": "1"})",
                  Parameters + R"(, "Conditions": [{"Expression":
                  "tile * 2 <= block_size_x", "Parameters": ["tile"]}])"),
      ktt(R"("GlobalSize": {"X": "64"}, "LocalSize": {"X": 8})"),
      R"([{"x": 32, "f": "a"}, {"x": 16, "f": "b"}])", "x,y\n1,\"2\"\n3,4\n"};
  std::mt19937_64 Random(5);
  for (int Round = 0; Round != 20000; ++Round) {
    std::string Text = Whole[Random() % std::size(Whole)];
    for (uint64_t Left = Random() % 3 + 1; Left; --Left) {
      const size_t At = Random() % Text.size();
      switch (Random() % 3) {
      case 0:
        Text[At] = static_cast<char>(Random());
        break;
      case 1:
        Text.erase(At, Random() % 4 + 1);
        break;
      case 2:
        Text.insert(At, Text.substr(Random() % Text.size(), Random() % 9));
      }
      if (Text.empty())
        Text = "{";
    }
    Expected<TuningSpace> Space = readSpace(Text, "a.json", {});
    if (Space)
      validOf(*Space);
    else
      EXPECT_THAT(toString(Space.takeError()),
                  testing::AnyOf(testing::StartsWith("a.json"),
                                 testing::StartsWith("--")));
  }
}
