//===- LintCache.cpp - What lint said of files, until they change ---------===//

#include "tool/LintCache.h"
#include "analysis/frontend/PrecompiledPrelude.h"
#include "tool/CacheEntry.h"
#include "tool/GpuOption.h"
#include "tool/OptionValues.h"
#include "tool/ProgramIdentity.h"
#include "tool/Tool.h"
#include "tool/lint/FileArchive.h"
#include "tool/lint/FindingFields.h"
#include "tool/report/TextReport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace kernelcast;

namespace kernelcast {

template <typename A> static void fields(A &Archive, LaunchOverrides &V) {
  auto &[Grid, Block, GlobalSize, DynamicSharedBytes, Arguments, Constraints] =
      V;
  Archive(Grid, Block, GlobalSize, DynamicSharedBytes, Arguments, Constraints);
}

template <typename A> static void fields(A &Archive, ArgumentConstraint &V) {
  auto &[Name, Modulus, Compare, Value, Text] = V;
  Archive(Name, Modulus, Compare, Value, Text);
}

template <typename A> static void fields(A &Archive, ControlAssumptions &V) {
  auto &[BranchProbability, LoopTrips, ListingTaken, ListingTrips] = V;
  Archive(BranchProbability, LoopTrips, ListingTaken, ListingTrips);
}

template <typename A> static void fields(A &Archive, NumberChange &V) {
  std::string Key = V.Number->Key;
  Archive(Key, V.Value, V.MovesRates);
}

template <typename A> static void fields(A &Archive, CompileJob &V) {
  auto &[File, Directory, Arguments, FromDatabase, Texts, NoteText,
         ComputeCapability] = V; // what is tried out is not kept
  Archive(File, Directory, Arguments, FromDatabase, ComputeCapability);
}

template <typename A> static void fields(A &Archive, NamedInSource &V) {
  auto &[AnyLaunch, Values, Branches, Loops] = V;
  Archive(AnyLaunch, Values, Branches, Loops);
}

/// What the result for a file depends on; a new option has to be put in or left
/// out. Left out is what comes after the single files: their choice and order,
/// what is shown of the findings, where and how.
template <typename A> static void fields(A &Archive, CommandLine &V) {
  auto &[Command, HelpText, Files, StandardInput, Database, ExtraArguments,
         CompilerArguments, HasCompilerArguments, Kernels, Jobs, Launch,
         Control, Gpus, Changes, Model, AllModels, Without, WithoutEach, Mode,
         Registers, StartsWarm, PtxasLog, Listing, VerifiedOnly, Counts,
         CountsChosen, SourceAlone, WhatIf, Checks, MinGain, Fails, ListChecks,
         Diff, DumpConfiguration, VerifyConfiguration, Baseline, Depfile,
         ApplyFixes, ExportFixes, Cache, CachePolicy, CacheStatistics, Prune,
         Format, Graph, Output, Order, Top, Details, App, Strings, Explain,
         Timing, Strict, Curves, PrintCompilerCommand] = V;
  Archive(ExtraArguments, CompilerArguments, Kernels, Launch, Control, Gpus,
          Changes, Model, AllModels, Mode, Registers, StartsWarm, PtxasLog,
          Listing, VerifiedOnly, Counts, SourceAlone, Checks, MinGain, App,
          Explain);
}

} // namespace kernelcast

/// What is kept of a file, but for its report.
namespace {
struct Entry {
  std::vector<InputFile> Read;
  /// By folder, the names that were not there.
  std::map<std::string, std::vector<std::string>> Missing;
  std::vector<std::string> KernelNames;
  NamedInSource Named;
  std::string Report; ///< of FileArchive.h
};

template <typename A> void fields(A &Archive, Entry &V) {
  auto &[Read, Missing, KernelNames, Named, Report] = V;
  Archive(Read, Missing, KernelNames, Named, Report);
}
} // namespace

/// Of an entry: another one for another format of what follows.
static constexpr StringLiteral LintEntry = "kernelcast lint 1\n";

LintCache::LintCache(const PipelineSetup &Setup,
                     const CachePruningPolicy &Policy,
                     ArrayRef<std::string> GpuNames)
    : Setup(Setup), Policy(Policy) {
  // What a file's result depends on is in the name. Models and analysis follow
  // from the command line; a database, from which each job comes, is no part,
  // nor are texts, which are only tried out. Settings of files are in pathOf().
  // Whatever else a set-up gets has to be looked at here.
  [[maybe_unused]] const auto &[Command, Gpus, Models, Options, Texts, Database,
                                Spare, Files] = Setup;
  SmallString<256> Here;
  IsUsable = !sys::fs::current_path(Here);
  std::vector<std::optional<ContentHash>> Named;
  // What is no file is built in. Others than ordinary ones are refused.
  for (const std::string &Gpu : GpuNames)
    Named.push_back(Disk.hash(Gpu));
  Named.push_back(Disk.hash(Command->PtxasLog));
  Named.push_back(Disk.hash(Command->Listing));
  raw_string_ostream OS(Common);
  ArchiveWriter Archive(OS);
  Archive(programIdentity(), libraryState(), Here.str().str(), *Command, Named);
  for (const auto &Gpu : Setup.Gpus) // entries have their numbers
    Archive(Gpu->Name);
}

Expected<std::unique_ptr<LintCache>>
LintCache::open(const PipelineSetup &Setup) {
  const CommandLine &Command = *Setup.Command;
  auto Policy =
      parseCachePruningPolicy("cache_size_bytes=1g:" + Command.CachePolicy);
  if (!Policy)
    return usageError("--cache-policy '" + Command.CachePolicy +
                      "': " + toString(Policy.takeError()));
  std::error_code Why = sys::fs::create_directories(Command.Cache);
  if (!Why && !sys::fs::is_directory(Command.Cache))
    Why = std::make_error_code(std::errc::not_a_directory);
  if (Why)
    return createStringError(Why, "cannot use '" + Twine(Command.Cache) +
                                      "' as a cache: " + Why.message());
  auto Gpus = gpuNamesOf(Command.Gpus);
  if (!Gpus)
    return Gpus.takeError();
  return std::unique_ptr<LintCache>(new LintCache(Setup, *Policy, *Gpus));
}

std::optional<std::string> LintCache::pathOf(const std::string &File,
                                             ArrayRef<CompileJob> Jobs) {
  if (!IsUsable)
    return std::nullopt;
  std::string Key = Common;
  raw_string_ostream OS(Key);
  ArchiveWriter Archive(OS);
  Archive(File, Jobs.vec());
  if (auto Own = Setup.Files.find(File); Own != Setup.Files.end()) {
    std::string Settings;
    raw_string_ostream Text(Settings);
    writeConfiguration(*Own->second.Configured, Text);
    Archive(Settings);
    for (const std::string &Gpu : Own->second.Configured->Gpus)
      Archive(Disk.hash(Gpu));
  }
  for (const CompileJob &Job : Jobs) {
    SmallString<256> Source(Job.File);
    if (!Job.Directory.empty())
      sys::fs::make_absolute(Job.Directory, Source);
    auto Hash = Disk.hash(Source.str().str());
    if (!Hash)
      return std::nullopt;
    Archive(*Hash);
  }
  return cacheEntryPath(Setup.Command->Cache, Key);
}

std::optional<FileResult> LintCache::find(const std::string &File,
                                          ArrayRef<CompileJob> Jobs) {
  ++Missed; // until it is found
  auto Path = pathOf(File, Jobs);
  auto Bytes = Path ? readCacheEntry(*Path, LintEntry) : std::nullopt;
  if (!Bytes)
    return std::nullopt;
  Entry Known;
  ArchiveReader Archive(*Bytes);
  Archive(Known);
  if (!Archive.good())
    return std::nullopt;
  for (const InputFile &Input : Known.Read)
    if (Disk.hash(Input) != Input.Hash)
      return std::nullopt;
  for (const auto &[Folder, Names] : Known.Missing)
    for (const std::string &Name : Names) {
      SmallString<256> Where(Folder);
      sys::path::append(Where, Name);
      if (Disk.has(Where))
        return std::nullopt;
    }
  FileResult Result;
  Result.Report.Path = File;
  if (!readFileReport(Known.Report, Setup.Gpus, Result.Report))
    return std::nullopt;
  Result.Report.Inputs.Files = std::move(Known.Read);
  Result.KernelNames = std::move(Known.KernelNames);
  Result.Named = std::move(Known.Named);
  --Missed;
  ++Found;
  return Result;
}

void LintCache::keep(const std::string &File, ArrayRef<CompileJob> Jobs,
                     const FileResult &Result) {
  // What could not be read may be readable next time, when there is more
  // memory or less to do.
  if (Result.Report.Unreadable || Result.Report.Inputs.MayDiffer)
    return;
  auto Path = pathOf(File, Jobs);
  if (!Path)
    return;
  Entry New;
  for (const InputFile &Input : Result.Report.Inputs.Files) {
    if (Input.Hash)
      New.Read.push_back(Input);
    else
      New.Missing[sys::path::parent_path(Input.Path).str()].push_back(
          sys::path::filename(Input.Path).str());
  }
  New.KernelNames = Result.KernelNames;
  New.Named = Result.Named;
  raw_string_ostream Report(New.Report);
  writeFileReport(Result.Report, Setup.Gpus, Report);
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  ArchiveWriter Archive(OS);
  Archive(New);
  Error Failed = writeCacheEntry(*Path, LintEntry, Bytes);
  if (!Failed) {
    ++Kept;
    return;
  }
  const std::lock_guard Hold(Lock);
  std::string Why = toString(std::move(Failed));
  if (Failure.empty())
    Failure = std::move(Why);
}

void LintCache::finish() {
  pruneCache(Setup.Command->Cache, Policy);
  if (!Failure.empty())
    writeDiagnostic({ReportDiagnostic::Level::Warning,
                     {},
                     "not everything is kept in the cache: " + Failure},
                    errs(), errs().has_colors());
  if (Setup.Command->CacheStatistics)
    errs() << "cache: findings of " << Found << " of " << Found + Missed
           << " files were there, of " << Kept << " are new\n";
}
