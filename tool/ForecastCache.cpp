//===- ForecastCache.cpp - Forecasts of earlier runs ----------------------===//

#include "tool/ForecastCache.h"
#include "analysis/frontend/PrecompiledPrelude.h"
#include "tool/CacheEntry.h"
#include "tool/OptionValues.h"
#include "tool/ProgramIdentity.h"
#include "tool/lint/FindingFields.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;
using namespace kernelcast;

namespace kernelcast {

template <typename A> static void fields(A &Archive, ForecastTime &V) {
  auto &[Seconds, Low, High, Bottleneck] = V;
  Archive(Seconds, Low, High, Bottleneck);
}

template <typename A> static void fields(A &Archive, Forecast &V) {
  auto &[Excluded, Reason, Time, Counts, Text, Program, ManyRegisters] = V;
  Archive(Excluded, Reason, Time, Counts, Text, Program, ManyRegisters);
}

} // namespace kernelcast

namespace {
struct KeptForecast {
  std::vector<InputFile> Read;
  std::vector<std::string> Missing; ///< files that were looked for in vain
  Forecast Result;
};

template <typename A> void fields(A &Archive, KeptForecast &V) {
  auto &[Read, Missing, Result] = V;
  Archive(Read, Missing, Result);
}
} // namespace

/// Of an entry: another one for another format of what follows.
static constexpr StringLiteral ForecastEntry = "kernelcast forecast 1\n";

ForecastCache::ForecastCache(std::string InFolder, const ForecastSetup &Setup)
    : Folder(std::move(InFolder)) {
  // All that a forecast depends on beside its configuration. Whatever else a
  // set-up gets has to be looked at here.
  const auto &[Job, SourceFiles, Text, Gpu, GpuFile, Changes, Model, Mode,
               StartsWarm, Arguments] = Setup;
  SmallString<256> Main(Job.File);
  if (sys::fs::make_absolute(Main))
    Folder.clear();
  Source = Main.str().str();
  std::vector<std::pair<std::string, double>> Numbers;
  Numbers.reserve(Changes.size());
  for (const NumberChange &Each : Changes)
    Numbers.emplace_back(Each.Number->Key +
                             std::string(Each.MovesRates ? " and rates" : ""),
                         Each.Value);
  SmallString<256> Here;
  // Where it is not known, paths in the entries tell nothing.
  if (sys::fs::current_path(Here))
    Folder.clear();
  raw_string_ostream OS(Common);
  ArchiveWriter Archive(OS);
  // A name that is no file is built in.
  Archive(programIdentity(), libraryState(), Here.str().str(), Job.File,
          Job.Arguments, SourceFiles, contentHash(Text), Gpu->Name,
          Disk.hash(GpuFile), Numbers, Model->id(), Mode, StartsWarm,
          Arguments);
}

Expected<std::unique_ptr<ForecastCache>>
ForecastCache::open(const std::string &Folder, StringRef PolicyText,
                    const ForecastSetup &Setup) {
  auto Policy =
      parseCachePruningPolicy(("cache_size_bytes=1g:" + PolicyText).str());
  if (!Policy)
    return usageError("--cache-policy '" + PolicyText.str() +
                      "': " + toString(Policy.takeError()));
  std::unique_ptr<ForecastCache> Result(new ForecastCache(Folder, Setup));
  Result->Policy = *Policy;
  std::error_code Why = sys::fs::create_directories(Folder);
  if (!Why && !sys::fs::is_directory(Folder))
    Why = std::make_error_code(std::errc::not_a_directory);
  if (Why) {
    Result->Folder.clear();
    Result->Failure =
        "cannot use '" + Folder + "' as a cache: " + Why.message();
  }
  return Result;
}

std::string ForecastCache::pathOf(const ConfiguredKernel &Configured,
                                  InstructionSource Counts) const {
  std::string Key = Common;
  raw_string_ostream OS(Key);
  ArchiveWriter Archive(OS);
  const auto &[Macros, CompilerOptions, KernelName, Grid, Block, Shared,
               DroppedUnrolls, Arguments] = Configured;
  Archive(Macros, CompilerOptions, KernelName, Grid, Block, Shared,
          DroppedUnrolls, Counts);
  for (const ConfiguredKernel::Argument &Each : Arguments) {
    Archive(Each.Name, Each.Index, Each.Value.index());
    std::visit([&](auto Value) { Archive(Value); }, Each.Value);
  }
  return cacheEntryPath(Folder, Key);
}

std::optional<Forecast> ForecastCache::find(const ConfiguredKernel &Configured,
                                            InstructionSource Counts) {
  if (Folder.empty())
    return std::nullopt;
  auto Bytes = readCacheEntry(pathOf(Configured, Counts), ForecastEntry);
  if (!Bytes)
    return std::nullopt;
  KeptForecast Known;
  ArchiveReader Archive(*Bytes);
  Archive(Known);
  if (!Archive.good())
    return std::nullopt;
  for (const InputFile &Input : Known.Read)
    if (Disk.hash(Input) != Input.Hash)
      return std::nullopt;
  for (const std::string &Path : Known.Missing)
    if (Disk.has(Path))
      return std::nullopt;
  ++Found;
  return std::move(Known.Result);
}

void ForecastCache::keep(const ConfiguredKernel &Configured,
                         InstructionSource Counts, const Forecast &Result,
                         const SourceInputs &Inputs) {
  if (Folder.empty())
    return;
  KeptForecast New;
  New.Result = Result;
  for (const InputFile &Input : Inputs.Files) {
    if (Input.Path == Source) // its text is in the name
      continue;
    if (Input.Hash)
      New.Read.push_back(Input);
    else
      New.Missing.push_back(Input.Path);
  }
  std::string Bytes;
  raw_string_ostream OS(Bytes);
  ArchiveWriter Archive(OS);
  Archive(New);
  Error Failed =
      writeCacheEntry(pathOf(Configured, Counts), ForecastEntry, Bytes);
  if (!Failed) {
    ++Kept;
    return;
  }
  std::string Why = toString(std::move(Failed));
  const std::lock_guard Hold(Lock);
  if (Failure.empty())
    Failure = std::move(Why);
}

std::string ForecastCache::failure() {
  const std::lock_guard Hold(Lock);
  return Failure;
}

std::string ForecastCache::finish() {
  if (!Folder.empty())
    pruneCache(Folder, Policy);
  return failure();
}
