//===- CommandLineTest.cpp - What the user asked for ----------------------===//

#include "tool/CommandLine.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;

using Words = std::initializer_list<const char *>;

static CommandLine read(Words Arguments) {
  Expected<CommandLine> Command = parseCommandLine(ArrayRef(Arguments));
  if (Command)
    return std::move(*Command);
  ADD_FAILURE() << toString(Command.takeError());
  return {};
}

static std::string message(Words Arguments) {
  Expected<CommandLine> Command = parseCommandLine(ArrayRef(Arguments));
  return Command ? "" : toString(Command.takeError());
}

TEST(CommandLine, ReadsPredict) {
  CommandLine Command =
      read({"predict",      "a.cu",  "b.cu",   "--grid",   "4096",
            "--block=32,8", "--arg", "n=1e6",  "--gpu",    "a100-pcie-40gb",
            "-j",           "4",     "-o",     "out.json", "--format=json",
            "--registers",  "32",    "--mode", "faithful", "--strict",
            "--",           "-DN=4", "--grid"});
  EXPECT_EQ(Command.Command, Subcommand::Predict);
  EXPECT_THAT(Command.Files, ElementsAre("a.cu", "b.cu"));
  EXPECT_THAT(Command.Launch.Grid, Optional(ElementsAre(4096, 1, 1)));
  EXPECT_THAT(Command.Launch.Block, Optional(ElementsAre(32, 8, 1)));
  EXPECT_EQ(Command.Launch.Arguments.at("n").Integer, 1000000);
  EXPECT_THAT(Command.Gpus, ElementsAre("a100-pcie-40gb"));
  EXPECT_EQ(Command.Jobs, 4u);
  EXPECT_EQ(Command.Output, "out.json");
  EXPECT_EQ(Command.Registers, 32u);
  EXPECT_EQ(Command.Mode, ModelMode::Faithful);
  EXPECT_TRUE(Command.Strict);
  EXPECT_THAT(Command.CompilerArguments, ElementsAre("-DN=4", "--grid"));
}

TEST(CommandLine, ReadsAssumptions) {
  CommandLine Command =
      read({"predict", "a.cu", "--assume", "3:4 p=0.25", "--assume",
            "5 trips=7", "--assume", "N % 4 == 0"});
  EXPECT_EQ(Command.Control.BranchProbability.at({3, 4}), 0.25);
  EXPECT_EQ(Command.Control.LoopTrips.at({5, 0}), 7);
  ASSERT_EQ(Command.Launch.Constraints.size(), 1u);
  EXPECT_EQ(Command.Launch.Constraints[0].Text, "N % 4 == 0");
}

// What the best prediction rests on, unless something else is asked for. Lint
// speaks of the source.
TEST(CommandLine, CountsInTheBestThereIs) {
  auto CountsOf = [](Words Arguments) { return read(Arguments).Counts; };
  EXPECT_EQ(CountsOf({"predict", "a.cu"}), InstructionSource::Ir);
  EXPECT_EQ(CountsOf({"predict", "a.cu", "--sass", "a.sass"}),
            InstructionSource::Sass);
  EXPECT_EQ(CountsOf({"predict", "a.cu", "--sass", "a.sass", "--counts", "ir"}),
            InstructionSource::Ir);
  EXPECT_EQ(CountsOf({"predict", "a.cu", "--counts", "ast"}),
            InstructionSource::Ast);
  EXPECT_EQ(CountsOf({"emit-cost", "a.cu"}), InstructionSource::Ir);
  EXPECT_EQ(CountsOf({"lint", "a.cu"}), InstructionSource::Ast);
}

TEST(CommandLine, SuggestsWhatWasMeant) {
  EXPECT_EQ(message({"predcit", "a.cu"}),
            "unknown subcommand 'predcit'; did you mean 'predict'?");
  EXPECT_EQ(message({"predict", "a.cu", "--girth"}),
            "unknown option '--girth' of predict; did you mean '--grid'?");
  EXPECT_EQ(message({"predict", "a.cu", "--bloc=3"}),
            "unknown option '--bloc=3' of predict; did you mean '--block=3'?");
  EXPECT_EQ(message({"predict", "a.cu", "--zzzzzzzzzzzz"}),
            "unknown option '--zzzzzzzzzzzz' of predict");
}

TEST(CommandLine, KnowsOptionsBySubcommand) {
  EXPECT_THAT(message({"gpus", "--grid", "3"}),
              HasSubstr("unknown option '--grid' of gpus"));
  EXPECT_THAT(message({"predict", "a.cu", "--what", "pdg"}),
              HasSubstr("unknown option '--what' of predict"));
}

TEST(CommandLine, RefusesWrongValues) {
  EXPECT_EQ(message({"predict", "a.cu", "--format", "xml"}),
            "--format 'xml': must be text, json or html");
  EXPECT_EQ(message({"predict", "a.cu", "--format", "sarif"}),
            "--format 'sarif': must be text, json or html");
  EXPECT_EQ(message({"graph", "a.cu", "--what", "pdg", "--format", "json"}),
            "--format 'json': must be dot, svg or text");
  EXPECT_EQ(message({"predict", "a.cu", "--mode", "best"}),
            "--mode 'best': must be faithful, corrected or modern");
  EXPECT_EQ(message({"predict", "a.cu", "--registers", "0"}),
            "--registers '0': must be at least 1");
  EXPECT_EQ(message({"predict", "a.cu", "-j", "x"}),
            "-j 'x': not a number; write 1000, 0x10, 1e6, 2^20 or 0.5");
  EXPECT_EQ(message({"predict", "a.cu", "--grid"}),
            "option '--grid' needs a value");
  EXPECT_EQ(message({"predict", "a.cu", "--grid", "1", "--global", "1"}),
            "--grid and --global exclude each other: blocks or work-items, "
            "not both");
  EXPECT_EQ(message({"graph", "a.cu", "--what", "cfg"}),
            "--what 'cfg': must be pdg, wfg, exec or expr");
  EXPECT_EQ(message({"graph", "a.cu"}),
            "graph needs --what pdg, wfg, exec or expr");
}

TEST(CommandLine, NeedsSomethingToDo) {
  EXPECT_EQ(message({}), "no subcommand; kernelcast --help lists them");
  EXPECT_EQ(message({"predict"}), "no input files");
  EXPECT_EQ(message({"predict", "--", "-DN"}), "no input files");
}

// A line of the table without visibility of its own knows no --help.
TEST(CommandLine, EverySubcommandHasHelp) {
  CommandLine Top = read({"--help"});
#define SUBCOMMAND(ID, NAME, TAKES, BRIEF, SUMMARY, USAGE, TITLE)              \
  EXPECT_THAT(Top.HelpText, HasSubstr("\n  " NAME " "));                       \
  EXPECT_THAT(read({NAME, "--help"}).HelpText, HasSubstr(TITLE));
#include "tool/Subcommands.def"
}

TEST(CommandLine, HelpsPerSubcommand) {
  CommandLine Top = read({"--help"});
  EXPECT_EQ(Top.Command, Subcommand::Help);
  EXPECT_THAT(Top.HelpText, HasSubstr("kernelcast <subcommand> --help"));
  CommandLine Predict = read({"predict", "--help"});
  EXPECT_EQ(Predict.Command, Subcommand::Help);
  EXPECT_THAT(Predict.HelpText, HasSubstr("--grid=<x[,y[,z]]>"));
  EXPECT_THAT(Predict.HelpText, Not(HasSubstr("--what=")));
  CommandLine Graph = read({"graph", "--help"});
  EXPECT_THAT(Graph.HelpText, HasSubstr("--what="));
  EXPECT_THAT(Graph.HelpText, Not(HasSubstr("--strict")));
}
