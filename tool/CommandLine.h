//===- CommandLine.h - What the user asked for ------------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_COMMANDLINE_H
#define KERNELCAST_TOOL_COMMANDLINE_H

#include "analysis/evaluator/EvaluationOptions.h"
#include "analysis/hardware/WhatIf.h"
#include "analysis/launch/ResolveLaunch.h"
#include "analysis/specialize/PerfectFactor.h"
#include "cost_models/CostModel.h"
#include "cost_models/kernelcast/KernelcastPart.h"
#include "tool/lint/Checks.h"
#include "tool/prune/Ranking.h"
#include "tool/report/KernelOrder.h"

namespace kernelcast {

enum class Subcommand : uint8_t {
#define SUBCOMMAND(ID, ...) ID,
#include "tool/Subcommands.def"
  Help,
  Version
};

enum class OutputFormat : uint8_t { Text, Json, Sarif, Html, Dot, Svg };

/// A value of an option and what it means.
template <typename T> using ValueMeaning = std::pair<llvm::StringLiteral, T>;

/// What --format may be, the default first.
inline constexpr ValueMeaning<OutputFormat> PredictFormats[] = {
    {"text", OutputFormat::Text},
    {"json", OutputFormat::Json},
    {"html", OutputFormat::Html}};
inline constexpr ValueMeaning<OutputFormat> LintFormats[] = {
    {"text", OutputFormat::Text},
    {"json", OutputFormat::Json},
    {"sarif", OutputFormat::Sarif},
    {"html", OutputFormat::Html}};
inline constexpr ValueMeaning<OutputFormat> GraphFormats[] = {
    {"dot", OutputFormat::Dot},
    {"svg", OutputFormat::Svg},
    {"text", OutputFormat::Text}};

/// What `graph` draws: the program dependence graph, the work flow graph, the
/// flow graph with how often warps come by, or addresses as trees.
enum class GraphKind : uint8_t { Dependence, Workflow, Execution, Expressions };

/// What --what may be.
inline constexpr ValueMeaning<GraphKind> GraphKinds[] = {
    {"pdg", GraphKind::Dependence},
    {"wfg", GraphKind::Workflow},
    {"exec", GraphKind::Execution},
    {"expr", GraphKind::Expressions}};

/// What --counts may be.
inline constexpr ValueMeaning<InstructionSource> CountSources[] = {
    {"ir", InstructionSource::Ir},
    {"ast", InstructionSource::Ast},
    {"sass", InstructionSource::Sass}};

/// What --sort may be.
inline constexpr ValueMeaning<KernelOrder> KernelOrders[] = {
    {"time", KernelOrder::Time},
    {"source", KernelOrder::Source},
    {"name", KernelOrder::Name}};

/// What --fail-on may be, the default first.
inline constexpr ValueMeaning<FailOn> FailOns[] = {{"error", FailOn::Error},
                                                   {"warning", FailOn::Warning},
                                                   {"never", FailOn::Never}};

/// How `prune` writes its ranking.
enum class RankingFormat : uint8_t {
  Text,
  JsonLines,
  Csv,
  T4,
  TunerCache,
  TunerInput,
  Html
};

/// What its --format may be.
inline constexpr ValueMeaning<RankingFormat> RankingFormats[] = {
    {"text", RankingFormat::Text},
    {"jsonl", RankingFormat::JsonLines},
    {"csv", RankingFormat::Csv},
    {"t4", RankingFormat::T4},
    {"kernel-tuner-cache", RankingFormat::TunerCache},
    {"t1", RankingFormat::TunerInput},
    {"html", RankingFormat::Html}};

/// Of `prune`: which configurations, and what is left of their ranking.
struct PruneOptions {
  bool Merge = false;               ///< of parts, which are the files
  std::vector<std::string> Sources; ///< instead of the space's own
  /// Expressions; "": those of the space.
  std::string Grid, LocalSize, SharedBytes;
  bool Count = false;             ///< nothing is predicted
  std::optional<uint64_t> Sample; ///< configurations, by chance
  uint64_t Seed = 0;              ///< of that chance
  bool IsPart = false;            ///< of the space, to be merged
  /// The configurations whose number leaves this rest ...
  uint64_t Shard = 0;
  uint64_t Shards = 1; ///< ... when divided by this
  RankingCut Cut;
  bool Serve = false;                  ///< answers a tuner's questions instead
  std::optional<RankingFormat> Format; ///< none: text on a terminal, else lines
  double Compile = 1; ///< with counts in compiled code: of what part, the best
};

/// The command line, checked: every value is in range, but files, kernels and
/// GPUs have not been looked up.
struct CommandLine {
  Subcommand Command = Subcommand::Help;
  std::string HelpText; ///< for Subcommand::Help

  // Input.
  std::vector<std::string> Files;           ///< or words, for who takes none
  std::optional<std::string> StandardInput; ///< its text, if it is a file
  std::string Database;                     ///< -p
  std::vector<std::string> ExtraArguments;
  std::vector<std::string> CompilerArguments; ///< after --
  bool HasCompilerArguments = false;          ///< there was a --
  std::vector<std::string> Kernels;
  /// Threads, of -j; 0: one per core. What none means is the subcommand's.
  std::optional<unsigned> Jobs;

  // Launch and arguments.
  LaunchOverrides Launch;
  ControlAssumptions Control;

  // GPU and model.
  std::vector<std::string> Gpus;     ///< --gpu, as given
  std::vector<NumberChange> Changes; ///< --set
  std::string Model;                 ///< "": the default one, or all
  bool AllModels = false;
  KernelcastParts Without;  ///< left out of the model kernelcast, each once
  bool WithoutEach = false; ///< once the whole model, once without each part
  std::optional<ModelMode> Mode;
  std::optional<unsigned> Registers;
  bool StartsWarm = false; ///< --l2 warm
  std::string PtxasLog;
  std::string Listing; ///< --sass
  bool VerifiedOnly = false;
  /// Where instructions are counted. Kernels that do not compile are counted
  /// in their source all the same.
  InstructionSource Counts = InstructionSource::Ast;
  bool CountsChosen = false;      ///< by the user
  bool SourceAlone = false;       ///< lint compiles nothing
  std::vector<CostFactor> WhatIf; ///< in order, each once; empty: not asked

  // Checks.
  std::string Checks;            ///< patterns; "": not given
  std::optional<double> MinGain; ///< as a part of the kernel's time
  std::optional<FailOn> Fails;
  bool ListChecks = false;
  bool Diff = false; ///< Files are two earlier outputs
  bool DumpConfiguration = false, VerifyConfiguration = false;
  std::string Baseline; ///< a file; "": none
  std::string Depfile;  ///< "": none is written
  bool ApplyFixes = false;
  std::string ExportFixes; ///< a file; "": none is written
  std::string Cache;       ///< a folder; "": none
  std::string CachePolicy;
  bool CacheStatistics = false;

  PruneOptions Prune;

  // Output.
  OutputFormat Format = OutputFormat::Text;
  GraphKind Graph = GraphKind::Dependence;
  std::string Output;               ///< "": standard output
  std::optional<KernelOrder> Order; ///< --sort
  std::optional<uint64_t> Top;      ///< kernels that are shown
  bool Details = false;
  bool App = false;     ///< timelines of the host programs
  bool Strings = false; ///< kernels in literals, instead of the files' own
  bool Explain = false, Timing = false, Strict = false;
  bool Curves = false;               ///< each launch among others like it
  bool PrintCompilerCommand = false; ///< instead of the analysis
};

/// Reads the arguments (without the program's name). Errors are for the user,
/// one sentence each.
llvm::Expected<CommandLine>
parseCommandLine(llvm::ArrayRef<const char *> Arguments);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_COMMANDLINE_H
