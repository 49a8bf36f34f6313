//===- Prune.cpp - kernelcast prune ---------------------------------------===//
//
//   space ──▶ configurations ──▶ forecasts ──▶ ranking ──▶ what is kept
//   tool/prune/space             SpaceForecast   Ranking     RankingWriters
//
// A part of the space (--shard) goes into a file of its own, and `prune merge`
// takes over where the ranking begins.
//===----------------------------------------------------------------------===//

#include "analysis/frontend/ParseBudget.h"
#include "tool/ForecastSession.h"
#include "tool/OptionValues.h"
#include "tool/OutputFile.h"
#include "tool/ProgramIdentity.h"
#include "tool/Tool.h"
#include "tool/prune/JsonLine.h"
#include "tool/prune/LineReader.h"
#include "tool/prune/RankingWriters.h"
#include "tool/prune/ShardFile.h"
#include "tool/prune/TunerInput.h"
#include "tool/prune/space/SpaceEnumeration.h"
#include "tool/report/Numbers.h"
#include "tool/report/TextReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

static void tell(const ReportDiagnostic &Message) {
  writeDiagnostic(Message, errs(),
                  errs().has_colors() && !sys::Process::GetEnv("NO_COLOR"));
}

static void warn(std::string Message) {
  tell({ReportDiagnostic::Level::Warning, {}, std::move(Message)});
}

namespace {

/// How far it is, on a terminal, with the rate and the time that is left.
class ProgressLine {
public:
  void show(size_t Done, size_t All, bool Compiling) {
    using Seconds = std::chrono::duration<double>;
    const auto Now = std::chrono::steady_clock::now();
    if (Compiling != IsCompiling) {
      IsCompiling = Compiling;
      Start = Now;
      First = Done;
    }
    constexpr Seconds Pause(0.1);
    if (Now - Shown < Pause)
      return;
    Shown = Now;
    const double Passed = Seconds(Now - Start).count();
    const double Rate =
        Passed > 0 ? static_cast<double>(Done - First) / Passed : 0;
    errs() << fmt::format("\r\033[K[{}/{}] {}", Done, All,
                          Compiling ? "compiled" : "read");
    if (Rate > 0)
      errs() << fmt::format(", {} a second, {:.0f} s left", threeDigits(Rate),
                            static_cast<double>(All - Done) / Rate);
  }
  ~ProgressLine() {
    if (Shown != std::chrono::steady_clock::time_point())
      errs() << "\r\033[K";
  }

private:
  std::chrono::steady_clock::time_point Start =
                                            std::chrono::steady_clock::now(),
                                        Shown;
  size_t First = 0;
  bool IsCompiling = false;
};

} // namespace

static RankingFormat formatOf(const CommandLine &Command) {
  if (Command.Prune.Format)
    return *Command.Prune.Format;
  return Command.Output.empty() && sys::Process::StandardOutIsDisplayed()
             ? RankingFormat::Text
             : RankingFormat::JsonLines;
}

static SummaryFacts factsOf(const Ranking &All, const ShardHead &Head) {
  SummaryFacts Result{
      Head.Kernel,           Head.Gpu,        All.Configurations.size(),
      distinctPrograms(All), excludedBy(All), {}};
  for (size_t I : parametersWithoutEffect(All))
    Result.WithoutEffect.push_back(All.Parameters[I]);
  return Result;
}

/// Writes the strategy that tries \p All beside the output, which is to be what
/// this returns: the space's T1 with that strategy.
static Expected<std::string> tunerInput(const Ranking &All,
                                        const CommandLine &Command) {
  const std::string &SpaceFile = Command.Files.front();
  auto Text = MemoryBuffer::getFile(SpaceFile);
  if (!Text)
    return createStringError(Text.getError(),
                             "cannot read '" + SpaceFile +
                                 "': " + Text.getError().message());
  SmallString<256> Strategy(Command.Output);
  sys::path::replace_extension(Strategy, "py");
  // The kernel is beside the space, and may not be beside the output.
  std::string Source;
  if (!Command.Prune.Sources.empty() ||
      sys::path::parent_path(SpaceFile) !=
          sys::path::parent_path(Command.Output)) {
    auto Space = spaceOf(Command);
    if (!Space)
      return Space.takeError();
    SmallString<256> Path(Space->Sources.front());
    if (std::error_code Failed = sys::fs::make_absolute(Path))
      return createStringError(Failed,
                               "'" + Path.str() + "': " + Failed.message());
    Source = Path.str().str();
  }
  auto Result = withStrategy((*Text)->getBuffer(), Strategy, Source);
  if (!Result)
    return createStringError(
        "--format t1: '" + SpaceFile +
        "' is no T1 file of Kernel Tuner's: " + toString(Result.takeError()));
  if (Error E = writeOutput(Strategy,
                            [&](raw_ostream &OS) { writeStrategy(All, OS); }))
    return E;
  return Result;
}

/// Cuts \p All and writes what is left.
static int finish(Ranking All, const ShardHead &Head,
                  const CommandLine &Command) {
  const SummaryFacts Facts = factsOf(All, Head);
  for (const std::string &Name : Facts.WithoutEffect)
    warn("parameter '" + Name +
         "' has no effect: whatever its value, kernel and launch are the same");
  if (!All.Configurations.empty() && !Command.Prune.Cut.any() &&
      !All.Configurations.front().Known.canRun())
    warn(fmt::format("none of the {} configurations can run; the first one: {}",
                     All.Configurations.size(),
                     All.Configurations.front().Known.Reason));
  if (Error E = cut(All, Command.Prune.Cut))
    return complain(std::move(E));
  std::string T1;
  if (formatOf(Command) == RankingFormat::TunerInput) {
    auto Text = tunerInput(All, Command);
    if (!Text)
      return complain(Text.takeError());
    T1 = std::move(*Text);
  }
  Error Written = writeOutput(Command.Output, [&](raw_ostream &OS) {
    switch (formatOf(Command)) {
    case RankingFormat::Text:
      return writeSummary(All, Facts,
                          textOptionsForOutput(!Command.Output.empty()).Unicode,
                          OS);
    case RankingFormat::JsonLines:
      return writeJsonLines(All, OS);
    case RankingFormat::Csv:
      return writeCsv(All, OS);
    case RankingFormat::T4:
      return writeT4(All, OS);
    case RankingFormat::TunerCache:
      return writeTunerCache(All, {Head.Kernel, Head.Gpu}, OS);
    case RankingFormat::TunerInput:
      OS << T1;
      return;
    case RankingFormat::Html:
      return writeRankingHtml(All, Facts, OS);
    }
  });
  return Written ? complain(std::move(Written)) : int(Done);
}

static int merge(const CommandLine &Command) {
  auto Parts = mergeShards(Command.Files);
  if (!Parts)
    return complain(Parts.takeError());
  return finish(std::move(Parts->Whole), Parts->Head, Command);
}

/// More configurations are not ranked in one run.
static constexpr uint64_t MaxRanked = 500000;

/// Only counts.
static int count(const TuningSpace &Space) {
  auto Counted = countConfigurations(Space);
  if (!Counted)
    return complain(Counted.takeError());
  for (const ReportDiagnostic &Note : Counted->Notes)
    tell(Note);
  outs() << Counted->Valid << '\n';
  return Done;
}

/// The configurations that are asked for, with their places in the order of the
/// space or of the sample.
static Expected<std::vector<RankedConfiguration>>
chosenConfigurations(const TuningSpace &Space, const PruneOptions &Prune) {
  auto Counted = countConfigurations(Space);
  if (!Counted)
    return Counted.takeError();
  for (const ReportDiagnostic &Note : Counted->Notes)
    tell(Note);
  const uint64_t Number =
      (Prune.Sample ? std::min(*Prune.Sample, Counted->Valid)
                    : Counted->Valid) /
      Prune.Shards;
  if (!Counted->Valid)
    return createStringError("the space has no configuration: its conditions "
                             "exclude all of its " +
                             Twine(Counted->Combinations) + " combinations");
  if (Number > MaxRanked)
    return createStringError("the space has " + Twine(Counted->Valid) +
                             " configurations, and " + Twine(MaxRanked) +
                             " at most are ranked in one run; take a --sample, "
                             "or a part with --shard");
  std::vector<RankedConfiguration> Result;
  uint64_t Place = 0;
  auto take = [&](ArrayRef<uint32_t> Places) {
    if (Place % Prune.Shards == Prune.Shard)
      Result.push_back({Place, configurationAt(Space, Places), {}, 0, {}});
    ++Place;
  };
  if (Prune.Sample) {
    auto Drawn = sampleConfigurations(Space, *Prune.Sample, Prune.Seed);
    if (!Drawn)
      return Drawn.takeError();
    for (const ConfigurationPlaces &Each : *Drawn)
      take(Each);
    return Result;
  }
  for (SpaceCursor Cursor(Space); Cursor.next();)
    take(Cursor.places());
  return Result;
}

/// Answers lines of standard input until it ends.
static int serve(const ForecastServer &Server) {
  LineReader Lines(sys::fs::getStdinHandle(), MaxJsonLineBytes);
  std::string Line;
  while (true) {
    auto Read = Lines.next(Line);
    if (!Read)
      return complain(Read.takeError());
    switch (*Read) {
    case LineReader::Result::End:
      return Done;
    case LineReader::Result::TooLong:
      ForecastServer::refuse(lineTooLong(), outs());
      break;
    case LineReader::Result::Line:
      Server.answer(Line, outs());
      break;
    }
    outs().flush();
    if (outs().has_error()) // nobody listens any more
      return Done;
  }
}

/// Warns where the arguments of \p Space are not those of the kernel, by its
/// first configuration.
static void checkArguments(const TuningSpace &Space, const ForecastSetup &Setup,
                           const TuningConfiguration &First) {
  std::vector<const SpaceArgument *> Given;
  for (const SpaceArgument &Each : Space.Arguments)
    if (Each.Type == SpaceArgument::Kind::Scalar ||
        Each.Type == SpaceArgument::Kind::Buffer ||
        (Each.Type == SpaceArgument::Kind::LocalMemory &&
         Space.Language == SpaceLanguage::OpenCl))
      Given.push_back(&Each);
  auto Configured = configure(Space, First);
  if (Given.empty() || !Configured)
    return consumeError(Configured.takeError());
  const ConfiguredSource Source(*Configured, Setup, InstructionSource::Ast);
  if (!Source.model())
    return;
  const std::vector<ParameterInfo> &Own = Source.model()->Parameters;
  auto warnAt = [](const SourceSpot &Where, std::string Message) {
    tell({ReportDiagnostic::Level::Warning, Where, std::move(Message)});
  };
  if (Given.size() != Own.size())
    return warnAt(Given.front()->Location,
                  fmt::format("{} arguments are given here, and kernel '{}' "
                              "has {} parameters",
                              Given.size(), Source.model()->Name, Own.size()));
  for (const auto &[Argument, Parameter] : zip(Given, Own))
    if ((Argument->Type == SpaceArgument::Kind::Scalar) == Parameter.Pointer)
      warnAt(Argument->Location,
             fmt::format("this argument is a {}, and parameter '{}' of kernel "
                         "'{}' a {}",
                         Parameter.Pointer ? "number" : "buffer",
                         Parameter.Name, Source.model()->Name,
                         Parameter.Pointer ? "pointer" : "number"));
}

/// The same for all parts of one ranking, another for another ranking.
static std::string runOf(const CommandLine &Command, const ForecastSetup &Setup,
                         const TuningSpace &Space, StringRef SpaceText) {
  std::string Key;
  raw_string_ostream OS(Key);
  const PruneOptions &Prune = Command.Prune;
  OS << utohexstr(programIdentity()[0]) << '\0' << SpaceText << '\0'
     << Setup.Text << '\0' << Setup.Gpu->Name << '\0' << Setup.Model->name()
     << '\0' << name(Setup.Mode) << '\0' << Setup.StartsWarm << '\0'
     << Prune.SharedBytes << '\0' << Space.KernelName << '\0' << Prune.LocalSize
     << '\0' << Prune.Grid << '\0' << name(Command.Counts) << '\0'
     << Prune.Sample.value_or(0) << '\0' << Prune.Seed;
  for (const NumberChange &Each : Command.Changes)
    OS << '\0' << Each.Number->Key << '=' << exactNumber(Each.Value)
       << (Each.MovesRates ? "~" : "");
  for (const auto &[Name, Value] : Command.Launch.Arguments)
    OS << '\0' << Name << '=' << exactNumber(Value.Value);
  for (const std::string &Each : Setup.Job.Arguments)
    OS << '\0' << Each;
  return utohexstr(contentHash(Key)[0], /*LowerCase=*/true, 16);
}

/// Says what could not be kept in \p Cache (null: there is none) and, if that
/// was asked for, how much was there.
static void finishCache(ForecastCache *Cache, bool Statistics) {
  if (!Cache)
    return;
  const std::string Failure = Cache->finish();
  if (!Failure.empty())
    warn("predictions are not kept: " + Failure);
  if (Statistics)
    errs() << "cache: " << Cache->found() << " predictions were there, "
           << Cache->kept() << " are new\n";
}

static int pruneSpace(const CommandLine &Command) {
  auto Loaded = spaceOf(Command);
  if (!Loaded)
    return complain(Loaded.takeError());
  for (const ReportDiagnostic &Note : Loaded->Notes)
    tell(Note);
  if (Command.Prune.Count)
    return count(*Loaded);
  boundMemory(threadsOf(Command)); // before any source is read
  auto Session = ForecastSession::open(std::move(*Loaded), Command);
  if (!Session)
    return complain(Session.takeError());
  const TuningSpace &Space = (*Session)->space();
  const ForecastSetup &Setup = (*Session)->setup();
  SpaceForecastOptions Options = (*Session)->options();
  if (Command.Prune.Serve) {
    const int Status = serve((*Session)->server());
    finishCache((*Session)->cache(), Command.CacheStatistics);
    return Status;
  }
  auto List = chosenConfigurations(Space, Command.Prune);
  if (!List)
    return complain(List.takeError());
  // Of more parts than configurations some are empty.
  if (!List->empty())
    checkArguments(Space, Setup, List->front().Values);
  {
    ProgressLine Progress;
    if (sys::Process::StandardErrIsDisplayed())
      Options.Progress = [&](size_t Done, size_t All, bool Compiling) {
        Progress.show(Done, All, Compiling);
      };
    forecastList(Space, Setup, Options, *List);
  }
  finishCache((*Session)->cache(), Command.CacheStatistics);
  ShardHead Head;
  Head.Kernel = Space.KernelName;
  Head.Gpu = Setup.Gpu->Name;
  Ranking All = ranked(Space.parameterNames(), std::move(*List));
  if (!Command.Prune.IsPart)
    return finish(std::move(All), Head, Command);
  Head.Part = Command.Prune.Shard;
  Head.Parts = Command.Prune.Shards;
  auto Text = MemoryBuffer::getFile(Command.Files.front());
  Head.Run = runOf(Command, Setup, Space, Text ? (*Text)->getBuffer() : "");
  Error Written = writeOutput(
      Command.Output, [&](raw_ostream &OS) { writeShard(Head, All, OS); });
  return Written ? complain(std::move(Written)) : int(Done);
}

int kernelcast::runPrune(const CommandLine &Command) {
  return Command.Prune.Merge ? merge(Command) : pruneSpace(Command);
}
