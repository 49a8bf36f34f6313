//===- CommandLine.cpp - What the user asked for --------------------------===//
//
// llvm::opt over the table in Options.td. The arguments after -- belong to the
// compiler and are cut off before the table is asked.
//===----------------------------------------------------------------------===//

#include "tool/CommandLine.h"
#include "analysis/support/NearestName.h"
#include "tool/ArgumentArithmetic.h"
#include "tool/OptionValues.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace llvm::opt;
using namespace kernelcast;

namespace {

/// llvm::opt has taken the lowest bit.
constexpr unsigned visibility(Subcommand Command) {
  return 2u << static_cast<unsigned>(Command);
}

/// As Options.td calls them.
enum OptionVisibility : unsigned {
#define SUBCOMMAND(ID, ...) ID##Vis = visibility(Subcommand::ID),
#include "tool/Subcommands.def"
};

enum OptionId {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "tool/Options.inc"
#undef OPTION
};

#define PREFIX(NAME, VALUE)                                                    \
  constexpr StringLiteral NAME##_init[] = VALUE;                               \
  constexpr ArrayRef<StringLiteral> NAME(NAME##_init,                          \
                                         std::size(NAME##_init) - 1);
#include "tool/Options.inc"
#undef PREFIX

constexpr OptTable::Info Table[] = {
#define OPTION(...) LLVM_CONSTRUCT_OPT_INFO(__VA_ARGS__),
#include "tool/Options.inc"
#undef OPTION
};

class Options : public GenericOptTable {
public:
  Options() : GenericOptTable(Table) {}
};

constexpr StringLiteral OverviewStart =
    R"(kernelcast says how CUDA and OpenCL kernels touch memory, where they diverge
and how long they take, from their source alone.

USAGE: kernelcast <subcommand> [arguments]

)";
constexpr StringLiteral OverviewEnd = R"(
  kernelcast <subcommand> --help                          its options
  kernelcast --version

EXAMPLES:
  kernelcast predict saxpy.cu --gpu rtx-2080-ti
  kernelcast lint saxpy.cu --gpu rtx-2080-ti --min-gain 5
  kernelcast predict fft.cl --grid 4096 --block 256 --arg n=2^20 -- -DRADIX=4
  kernelcast graph saxpy.cu --what pdg --format svg -o saxpy.svg

Exit status: 0 done; 1 lint has findings that --fail-on names; 2 wrong usage or
unreadable input; 3 some kernels could not be modelled and --strict was given, or
the kernel has no cost function.
)";

constexpr StringLiteral SubcommandNames[] = {
#define SUBCOMMAND(ID, NAME, ...) NAME,
#include "tool/Subcommands.def"
};

/// What stands on the command line of a subcommand beside options.
enum class Takes : uint8_t { Files, OneFile, Words };

/// By Subcommand, as the names.
struct SubcommandInfo {
  Subcommand Command;
  Takes Inputs;
  const char *Brief, *Summary, *Usage, *Title;
};
constexpr SubcommandInfo Infos[] = {
#define SUBCOMMAND(ID, NAME, TAKES, BRIEF, SUMMARY, USAGE, TITLE)              \
  {Subcommand::ID,                                                             \
   Takes::TAKES,                                                               \
   NAME " " BRIEF,                                                             \
   SUMMARY,                                                                    \
   "kernelcast " NAME " " USAGE,                                               \
   TITLE},
#include "tool/Subcommands.def"
};

} // namespace

/// The first help screen.
static std::string overview() {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << OverviewStart;
  for (const SubcommandInfo &Info : Infos)
    OS << "  " << left_justify(Info.Brief, 56) << Info.Summary << '\n';
  OS << OverviewEnd;
  return Text;
}

/// Moves what the user gave for launches and control into \p Result.
static Error readLaunch(const InputArgList &Args, CommandLine &Result) {
  auto sizes = [&](OptSpecifier Id, StringRef Name,
                   std::optional<std::array<uint64_t, 3>> &To) -> Error {
    const Arg *Given = Args.getLastArg(Id);
    if (!Given)
      return Error::success();
    auto Sizes = parseSizes(Name, Given->getValue());
    if (!Sizes)
      return Sizes.takeError();
    To = *Sizes;
    return Error::success();
  };
  if (Result.Command == Subcommand::Prune)
    Result.Prune.Grid = Args.getLastArgValue(OPT_grid_EQ).str();
  else if (Error E = sizes(OPT_grid_EQ, "--grid", Result.Launch.Grid))
    return E;
  if (Error E = sizes(OPT_block_EQ, "--block", Result.Launch.Block))
    return E;
  if (Error E = sizes(OPT_global_EQ, "--global", Result.Launch.GlobalSize))
    return E;
  if (Result.Launch.Grid && Result.Launch.GlobalSize)
    return usageError("--grid and --global exclude each other: blocks or "
                      "work-items, not both");
  if (Result.Command == Subcommand::Prune) {
    Result.Prune.SharedBytes =
        Args.getLastArgValue(OPT_dynamic_shared_EQ).str();
  } else if (const Arg *Given = Args.getLastArg(OPT_dynamic_shared_EQ)) {
    auto Bytes = parseDynamicSharedBytes("--dynamic-shared", Given->getValue());
    if (!Bytes)
      return Bytes.takeError();
    Result.Launch.DynamicSharedBytes = *Bytes;
  }
  auto Arguments = argumentsOf(Args.getAllArgValues(OPT_arg_EQ));
  if (!Arguments)
    return Arguments.takeError();
  Result.Launch.Arguments = std::move(*Arguments);
  for (const std::string &Text : Args.getAllArgValues(OPT_assume_EQ)) {
    auto Fact = parseAssumption(Text);
    if (!Fact)
      return Fact.takeError();
    std::pair Place(Fact->Line, Fact->Column);
    switch (Fact->What) {
    case UserAssumption::Kind::Probability:
      Result.Control.BranchProbability[Place] = Fact->Value;
      break;
    case UserAssumption::Kind::Trips:
      Result.Control.LoopTrips[Place] = Fact->Value;
      break;
    case UserAssumption::Kind::ListingTaken:
      Result.Control.ListingTaken[Fact->Line] = Fact->Value;
      break;
    case UserAssumption::Kind::ListingTrips:
      Result.Control.ListingTrips[Fact->Line] = Fact->Value;
      break;
    case UserAssumption::Kind::Constraint:
      Result.Launch.Constraints.push_back(std::move(Fact->Constraint));
      break;
    }
  }
  return Error::success();
}

/// The factors of --what-if, in the order of CostFactor, each once.
static Error readWhatIf(const InputArgList &Args, CommandLine &Result) {
  std::vector<CostFactor> Asked;
  for (const std::string &List : Args.getAllArgValues(OPT_what_if_EQ)) {
    SmallVector<StringRef> Names;
    StringRef(List).split(Names, ',');
    for (const StringRef Name : Names) {
      auto Factor = meaningOf<CostFactor>("--what-if", Name, CostFactors);
      if (!Factor)
        return Factor.takeError();
      Asked.push_back(*Factor);
    }
  }
  for (const auto &[Name, Factor] : CostFactors)
    if (Args.hasArg(OPT_what_if) || is_contained(Asked, Factor))
      Result.WhatIf.push_back(Factor);
  return Error::success();
}

/// The parts of --without, in the order of KernelcastPart, each once.
static Error readWithout(const InputArgList &Args, CommandLine &Result) {
  std::vector<std::string> Asked;
  for (const std::string &List : Args.getAllArgValues(OPT_without_EQ)) {
    SmallVector<StringRef> Names;
    StringRef(List).split(Names, ',');
    for (const StringRef Name : Names) {
      std::vector<std::string> Known;
      for (KernelcastPart Part : kernelcastParts())
        Known.push_back(kernelcast::name(Part).str());
      if (Name != "each" && !is_contained(Known, Name))
        return usageError("--without '" + Name.str() + "': must be " +
                          join(Known, ", ") + " or each");
      Asked.push_back(Name.str());
    }
  }
  Result.WithoutEach = is_contained(Asked, "each");
  if (Result.WithoutEach &&
      any_of(Asked, [](const std::string &Name) { return Name != "each"; }))
    return usageError("--without each and --without PART exclude each other");
  for (KernelcastPart Part : kernelcastParts())
    if (is_contained(Asked, kernelcast::name(Part)))
      Result.Without.push_back(Part);
  if (!Asked.empty() &&
      (Result.AllModels ||
       (!Result.Model.empty() &&
        Result.Model != kernelcast::name(ModelId::Kernelcast))))
    return usageError("--without is for the model kernelcast alone");
  return Error::success();
}

static Error readMachine(const InputArgList &Args, CommandLine &Result) {
  Result.Gpus = Args.getAllArgValues(OPT_gpu_EQ);
  // Whatever comes last wins, however it is spelt.
  for (const Arg *Given : Args.filtered(OPT_set_EQ, OPT_clock_EQ)) {
    auto Change = Given->getOption().matches(OPT_clock_EQ)
                      ? parseClock(Given->getValue())
                      : parseChange(Given->getValue());
    if (!Change)
      return Change.takeError();
    Result.Changes.push_back(*Change);
  }
  if (const Arg *Given = Args.getLastArg(OPT_l2_EQ)) {
    const StringRef Asked = Given->getValue();
    if (Asked != "cold" && Asked != "warm")
      return usageError("--l2 '" + Asked.str() + "': it is cold or warm");
    Result.StartsWarm = Asked == "warm";
  }
  Result.PtxasLog = Args.getLastArgValue(OPT_ptxas_log_EQ).str();
  Result.Listing = Args.getLastArgValue(OPT_sass_EQ).str();
  Result.VerifiedOnly = Args.hasArg(OPT_verified_only);
  Result.Model = Args.getLastArgValue(OPT_model_EQ).str();
  if (Result.Command == Subcommand::EmitCost && !Result.Model.empty() &&
      Result.Model != kernelcast::name(ModelId::Wfg))
    return usageError("--model '" + Result.Model +
                      "': emit-cost writes wfg; the others rest on an estimate "
                      "of the caches that has no formula");
  if (Result.Model == "all") {
    Result.AllModels = true;
    Result.Model.clear();
  }
  if (Error E = readWithout(Args, Result))
    return E;
  if (const Arg *Given = Args.getLastArg(OPT_mode_EQ)) {
    Result.Mode = StringSwitch<std::optional<ModelMode>>(Given->getValue())
                      .Case("faithful", ModelMode::Faithful)
                      .Case("corrected", ModelMode::Corrected)
                      .Case("modern", ModelMode::Modern)
                      .Default(std::nullopt);
    if (!Result.Mode)
      return usageError(std::string("--mode '") + Given->getValue() +
                        "': must be faithful, corrected or modern");
  }
  if (const Arg *Given = Args.getLastArg(OPT_counts_EQ)) {
    auto Source = meaningOf<InstructionSource>("--counts", Given->getValue(),
                                               CountSources);
    if (!Source)
      return Source.takeError();
    Result.Counts = *Source;
    Result.CountsChosen = true;
    // Lint counts in the source, and compiles what is left to doubt.
    if (Result.Command == Subcommand::Lint) {
      if (Result.Counts == InstructionSource::Sass)
        return usageError("--counts 'sass': lint hears ast or ir");
      Result.SourceAlone = Result.Counts == InstructionSource::Ast;
      Result.Counts = InstructionSource::Ast;
    }
    if (Result.Counts == InstructionSource::Sass &&
        Result.Command != Subcommand::Prune && Result.Listing.empty())
      return usageError("--counts 'sass': needs a listing, --sass FILE");
    if (Result.Counts == InstructionSource::Sass &&
        Result.Command == Subcommand::EmitCost)
      return usageError(
          "--counts 'sass': emit-cost writes ast or ir; how often "
          "a listing's blocks run has no formula");
    if (Result.Command == Subcommand::Prune &&
        Result.Counts == InstructionSource::Sass)
      return usageError("--counts 'sass': prune counts in ast or ir");
  } else if (Result.Command == Subcommand::Predict) {
    Result.Counts = Result.Listing.empty() ? InstructionSource::Ir
                                           : InstructionSource::Sass;
  } else if (Result.Command == Subcommand::EmitCost ||
             Result.Command == Subcommand::Prune) {
    Result.Counts = InstructionSource::Ir;
  }
  const Arg *Registers = Args.getLastArg(OPT_registers_EQ);
  if (Registers && StringRef(Registers->getValue()) != "auto") {
    auto Count = parseCount("--registers", Registers->getValue(), 1, 1024);
    if (!Count)
      return Count.takeError();
    Result.Registers = *Count;
  }
  return readWhatIf(Args, Result);
}

/// Which kernels the text of predict shows, and how.
static Error readOrder(const InputArgList &Args, CommandLine &Result) {
  if (Result.Command != Subcommand::Predict)
    return Error::success();
  if (const Arg *Given = Args.getLastArg(OPT_sort_EQ)) {
    auto Order =
        meaningOf<KernelOrder>("--sort", Given->getValue(), KernelOrders);
    if (!Order)
      return Order.takeError();
    Result.Order = *Order;
  }
  if (const Arg *Given = Args.getLastArg(OPT_top_EQ)) {
    auto Top = parseCount("--top", Given->getValue(), 1, uint64_t(1) << 53);
    if (!Top)
      return Top.takeError();
    Result.Top = *Top;
  }
  Result.Details = Args.hasArg(OPT_details);
  if (Result.Format != OutputFormat::Text &&
      (Result.Order || Result.Top || Result.Details))
    return usageError("--sort, --top and --details are for --format text; the "
                      "other formats have every kernel in the order of the "
                      "source");
  return Error::success();
}

static Error readOutput(const InputArgList &Args, CommandLine &Result) {
  Result.Output = Args.getLastArgValue(OPT_o).str();
  Result.App = Args.hasArg(OPT_app);
  Result.Strings = Args.hasArg(OPT_strings);
  Result.Explain = Args.hasArg(OPT_explain);
  Result.Timing = Args.hasArg(OPT_timing);
  Result.Strict = Args.hasArg(OPT_strict);
  Result.PrintCompilerCommand = Args.hasArg(OPT_print_compiler_command);
  if (Args.hasArg(OPT_o) && Result.Output.empty())
    return usageError("-o: the file name is empty");
  const bool Draws = Result.Command == Subcommand::Graph;
  if (Draws) {
    const Arg *What = Args.getLastArg(OPT_what_EQ);
    if (!What || !*What->getValue())
      return usageError("graph needs --what pdg, wfg, exec or expr");
    auto Graph = meaningOf<GraphKind>("--what", What->getValue(), GraphKinds);
    if (!Graph)
      return Graph.takeError();
    Result.Graph = *Graph;
  }
  const ArrayRef<ValueMeaning<OutputFormat>> Formats =
      Draws                                ? ArrayRef(GraphFormats)
      : Result.Command == Subcommand::Lint ? ArrayRef(LintFormats)
                                           : ArrayRef(PredictFormats);
  Result.Format = Formats[0].second;
  if (Result.Command == Subcommand::Prune) {
    if (const Arg *Given = Args.getLastArg(OPT_format_EQ)) {
      auto Format = meaningOf<RankingFormat>("--format", Given->getValue(),
                                             RankingFormats);
      if (!Format)
        return Format.takeError();
      Result.Prune.Format = *Format;
    }
    return Error::success();
  }
  if (const Arg *Given = Args.getLastArg(OPT_format_EQ)) {
    auto Format =
        meaningOf<OutputFormat>("--format", Given->getValue(), Formats);
    if (!Format)
      return Format.takeError();
    Result.Format = *Format;
  }
  if (Args.hasArg(OPT_curves) && Result.Format == OutputFormat::Text)
    return usageError("--curves is for --format json; --format html draws "
                      "them without being asked");
  Result.Curves =
      Args.hasArg(OPT_curves) || (Result.Command == Subcommand::Predict &&
                                  Result.Format == OutputFormat::Html);
  return readOrder(Args, Result);
}

static Error readChecks(const InputArgList &Args, CommandLine &Result) {
  Result.Checks = Args.getLastArgValue(OPT_checks_EQ).str();
  Result.ListChecks = Args.hasArg(OPT_list_checks);
  Result.Diff = Args.hasArg(OPT_diff);
  Result.DumpConfiguration = Args.hasArg(OPT_dump_config);
  Result.VerifyConfiguration = Args.hasArg(OPT_verify_config);
  Result.Baseline = Args.getLastArgValue(OPT_baseline_EQ).str();
  if (Args.hasArg(OPT_baseline_EQ) && Result.Baseline.empty())
    return usageError("--baseline: the file name is empty");
  Result.Depfile = Args.getLastArgValue(OPT_depfile_EQ).str();
  if (Args.hasArg(OPT_depfile_EQ) &&
      (Result.Depfile.empty() || Args.getLastArgValue(OPT_o).empty()))
    return usageError("--depfile needs a file name, and -o, whose file depends "
                      "on those that it lists");
  Result.ApplyFixes = Args.hasArg(OPT_fix);
  Result.ExportFixes = Args.getLastArgValue(OPT_export_fixes_EQ).str();
  if (Args.hasArg(OPT_export_fixes_EQ) && Result.ExportFixes.empty())
    return usageError("--export-fixes: the file name is empty");
  if ((Result.Command == Subcommand::Lint ||
       Result.Command == Subcommand::Prune) &&
      !Args.hasArg(OPT_no_cache)) {
    Result.Cache = Args.hasArg(OPT_cache_EQ)
                       ? Args.getLastArgValue(OPT_cache_EQ).str()
                       : sys::Process::GetEnv("KERNELCAST_CACHE").value_or("");
    if (Args.hasArg(OPT_cache_EQ) && Result.Cache.empty())
      return usageError("--cache: the name of the folder is empty");
  }
  Result.CachePolicy = Args.getLastArgValue(OPT_cache_policy_EQ).str();
  Result.CacheStatistics = Args.hasArg(OPT_cache_statistics);
  if (const Arg *Given = Args.getLastArg(OPT_min_gain_EQ)) {
    auto Share = parsePercent("--min-gain", Given->getValue());
    if (!Share)
      return Share.takeError();
    Result.MinGain = *Share;
  }
  if (const Arg *Given = Args.getLastArg(OPT_fail_on_EQ)) {
    auto On = meaningOf<FailOn>("--fail-on", Given->getValue(), FailOns);
    if (!On)
      return On.takeError();
    Result.Fails = *On;
  }
  return Error::success();
}

/// "i/n" of --shard.
static Error readShard(StringRef Text, PruneOptions &To) {
  auto [Part, All] = Text.split('/');
  if (Part.getAsInteger(10, To.Shard) || All.getAsInteger(10, To.Shards) ||
      To.Shard >= To.Shards || To.Shards > 1000000)
    return usageError("--shard '" + Text.str() +
                      "': must be i/n, the i-th of n parts: 0/4 to 3/4");
  return Error::success();
}

static Error readPrune(const InputArgList &Args, CommandLine &Result) {
  if (Result.Command != Subcommand::Prune)
    return Error::success();
  PruneOptions &To = Result.Prune;
  To.Merge = !Result.Files.empty() && Result.Files.front() == "merge";
  if (To.Merge)
    Result.Files.erase(Result.Files.begin());
  To.Sources = Args.getAllArgValues(OPT_source_EQ);
  To.LocalSize = Args.getLastArgValue(OPT_local_size_EQ).str();
  To.Count = Args.hasArg(OPT_count);
  To.Serve = Args.hasArg(OPT_serve);
  auto number = [&](OptSpecifier Id, StringRef Name, uint64_t Least,
                    std::optional<uint64_t> &Into) -> Error {
    const Arg *Given = Args.getLastArg(Id);
    if (!Given)
      return Error::success();
    auto Value = parseCount(Name, Given->getValue(), Least, uint64_t(1) << 53);
    if (!Value)
      return Value.takeError();
    Into = *Value;
    return Error::success();
  };
  std::optional<uint64_t> Seed;
  if (Error E = number(OPT_sample_EQ, "--sample", 1, To.Sample))
    return E;
  if (Error E = number(OPT_seed_EQ, "--seed", 0, Seed))
    return E;
  if (Seed && !To.Sample)
    return usageError("--seed belongs to --sample");
  To.Seed = Seed.value_or(0);
  if (Error E = number(OPT_top_EQ, "--top", 1, To.Cut.Top))
    return E;
  std::optional<double> Compile;
  for (auto [Id, Name, Into] :
       {std::tuple(OPT_keep_EQ, "--keep", &To.Cut.Keep),
        std::tuple(OPT_within_EQ, "--within", &To.Cut.Within),
        std::tuple(OPT_compile_EQ, "--compile", &Compile)})
    if (const Arg *Given = Args.getLastArg(Id)) {
      auto Part = parsePercent(Name, Given->getValue());
      if (!Part)
        return Part.takeError();
      *Into = *Part;
    }
  To.Compile = Compile.value_or(1);
  if (Compile && Result.Counts == InstructionSource::Ast)
    return usageError("--counts ast compiles nothing: --compile needs "
                      "--counts ir, the default");
  if (Result.Kernels.size() > 1)
    return usageError("prune ranks the configurations of one kernel");
  if (Result.AllModels)
    return usageError("prune ranks by one model; run it once for each");
  if (To.Merge ? Result.Files.empty() : Result.Files.size() != 1)
    return usageError(To.Merge ? "prune merge needs the files of all parts"
                      : Result.Files.empty() ? "no space to prune"
                                             : "prune takes one space");
  if (To.Format == RankingFormat::TunerInput &&
      (To.Merge || Result.Output.empty()))
    return usageError("--format t1 needs -o, beside whose file it writes a "
                      "second one, and the space");
  if (To.Serve && (To.Merge || To.Count || To.Sample || To.Cut.any() ||
                   To.Compile < 1 || Args.hasArg(OPT_shard_EQ) ||
                   Args.hasArg(OPT_format_EQ) || Args.hasArg(OPT_o)))
    return usageError("options about a ranking or its output are not for who "
                      "asks configuration by configuration (--serve)");
  if (const Arg *Given = Args.getLastArg(OPT_shard_EQ)) {
    if (Error E = readShard(Given->getValue(), To))
      return E;
    if (To.Cut.any())
      return usageError("--keep, --top and --within are for the whole space: "
                        "give them to kernelcast prune merge");
    if (To.Compile < 1 && Result.Counts == InstructionSource::Ir)
      return usageError("--compile is for the whole space, of which alone the "
                        "best are known; a --shard is compiled or, with "
                        "--counts ast, not");
    To.IsPart = true;
    if (To.Format)
      return usageError(
          "--shard writes parts for kernelcast prune merge, which "
          "takes --format");
  }
  return Error::success();
}

static std::string helpFor(const Options &Known, const SubcommandInfo &Info) {
  std::string Text;
  raw_string_ostream OS(Text);
  Known.printHelp(OS, Info.Usage, Info.Title, /*ShowHidden=*/false,
                  /*ShowAllAliases=*/false,
                  Visibility(visibility(Info.Command)));
  return Text;
}

/// The first option that \p Info's subcommand does not know, or that lacks its
/// value, as an error.
static Error checkOptions(const Options &Known, const InputArgList &Args,
                          const SubcommandInfo &Info, StringRef Name,
                          unsigned MissingIndex, unsigned MissingCount) {
  for (const Arg *Unknown : Args.filtered(OPT_UNKNOWN)) {
    std::string Text = Unknown->getAsString(Args);
    std::string Message = ("unknown option '" + Text + "' of " + Name).str();
    std::string Nearest;
    if (Known.findNearest(Text, Nearest,
                          Visibility(visibility(Info.Command))) <= 3)
      Message +=
          "; did you mean '" + StringRef(Nearest).rtrim('=').str() + "'?";
    return usageError(Message);
  }
  if (MissingCount)
    return usageError(std::string("option '") +
                      Args.getArgString(MissingIndex) + "' needs a value");
  return Error::success();
}

Expected<CommandLine>
kernelcast::parseCommandLine(ArrayRef<const char *> Arguments) {
  CommandLine Result;
  Result.HelpText = overview();
  if (Arguments.empty())
    return usageError("no subcommand; kernelcast --help lists them");
  StringRef First = Arguments[0];
  if (First == "--help" || First == "-h" || First == "help")
    return Result;
  if (First == "--version") {
    Result.Command = Subcommand::Version;
    return Result;
  }
  size_t Which = find(SubcommandNames, First) - std::begin(SubcommandNames);
  if (Which == std::size(SubcommandNames)) {
    std::string Message = ("unknown subcommand '" + First + "'").str();
    StringRef Nearest = nearestName(First, SubcommandNames);
    return usageError(Message +
                      (Nearest.empty()
                           ? "; kernelcast --help lists them"
                           : "; did you mean '" + Nearest.str() + "'?"));
  }
  const SubcommandInfo &Info = Infos[Which];
  Result.Command = Info.Command;

  ArrayRef<const char *> Own = Arguments.drop_front();
  for (size_t I = 0; I != Own.size(); ++I)
    if (StringRef(Own[I]) == "--") {
      Result.HasCompilerArguments = true;
      Result.CompilerArguments.assign(Own.begin() + I + 1, Own.end());
      Own = Own.take_front(I);
      break;
    }

  Options Known;
  unsigned MissingIndex = 0, MissingCount = 0;
  InputArgList Args = Known.ParseArgs(Own, MissingIndex, MissingCount,
                                      Visibility(visibility(Info.Command)));
  if (Args.hasArg(OPT_help)) {
    Result.Command = Subcommand::Help;
    Result.HelpText = helpFor(Known, Info);
    return Result;
  }
  if (Args.hasArg(OPT_version)) {
    Result.Command = Subcommand::Version;
    return Result;
  }
  if (Error E =
          checkOptions(Known, Args, Info, First, MissingIndex, MissingCount))
    return E;

  Result.Files = Args.getAllArgValues(OPT_INPUT);
  Result.Database = Args.getLastArgValue(OPT_p).str();
  Result.ExtraArguments = Args.getAllArgValues(OPT_extra_arg_EQ);
  Result.Kernels = Args.getAllArgValues(OPT_kernel_EQ);
  if (const Arg *Given = Args.getLastArg(OPT_j)) {
    auto Jobs = parseCount("-j", Given->getValue(), 0, 1024);
    if (!Jobs)
      return Jobs.takeError();
    Result.Jobs = *Jobs;
  }
  if (Error E = readLaunch(Args, Result))
    return E;
  if (Error E = readMachine(Args, Result))
    return E;
  if (Error E = readChecks(Args, Result))
    return E;
  if (Error E = readOutput(Args, Result))
    return E;
  if (Error E = readPrune(Args, Result))
    return E;
  if (Result.Diff && Result.Files.size() != 2)
    return usageError("--diff takes two files, of an earlier and a later run "
                      "with --format json");
  if (Result.Diff && Result.Format != OutputFormat::Text &&
      Result.Format != OutputFormat::Json)
    return usageError("--diff writes text or json");
  if (Result.DumpConfiguration && Result.Files.size() > 1)
    return usageError("--dump-config takes one file");
  if (Info.Inputs == Takes::Words || Result.ListChecks ||
      Result.DumpConfiguration || Result.VerifyConfiguration)
    return Result;
  if (Result.PrintCompilerCommand && Result.Strings)
    return usageError("--print-compiler-command and --strings exclude each "
                      "other: no compiler reads a kernel in a literal");
  if (Result.PrintCompilerCommand && is_contained(Result.Files, "-"))
    return usageError("--print-compiler-command is for files: '-', which is "
                      "standard input, has no place on the disk");
  const bool All = Info.Inputs == Takes::Files && !Result.Database.empty();
  if (Result.Files.empty() && !All)
    return usageError("no input files");
  if (Result.Command != Subcommand::Predict && is_contained(Result.Files, "-"))
    return usageError("'-', which is standard input, is for predict");
  if (Info.Inputs == Takes::OneFile && Result.Files.size() > 1)
    return usageError(First.str() + " takes one file");
  if (!Result.Database.empty() && Result.HasCompilerArguments)
    return usageError("-p and -- exclude each other: use --extra-arg to add to "
                      "the compile commands");
  return Result;
}
