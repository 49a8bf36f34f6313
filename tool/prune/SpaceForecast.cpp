//===- SpaceForecast.cpp - Forecasts of many configurations ---------------===//

#include "tool/prune/SpaceForecast.h"
#include "analysis/frontend/ParseBudget.h"
#include "analysis/support/CrashGuard.h"
#include "tool/prune/TaskStack.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include <cmath>
#include <numeric>
#include <random>

using namespace llvm;
using namespace kernelcast;

ForecastStore::~ForecastStore() = default;

bool kernelcast::isBetter(const Forecast &A, const Forecast &B) {
  if (A.canRun() != B.canRun())
    return A.canRun();
  if (A.Time.has_value() != B.Time.has_value())
    return A.Time.has_value();
  if (!A.Time)
    return false;
  if (A.mayNotLaunch() != B.mayNotLaunch())
    return B.mayNotLaunch();
  if (A.Counts != B.Counts)
    return A.Counts == InstructionSource::Ir;
  return A.Time->Seconds < B.Time->Seconds;
}

namespace {

/// A configuration, by its number.
using Number = uint32_t;

/// Tells which configurations have a text in common: those of one kernel with
/// the same options, whose macros have the same names and, as far as a parse
/// has looked at them, the same texts.
class TextIndex {
public:
  explicit TextIndex(ArrayRef<ConfiguredKernel> Space) : Space(Space) {}

  /// Those of \p Among like \p One, by \p Asked, the macros of its parse.
  std::vector<Number> like(Number One, ArrayRef<std::string> AllAsked,
                           ArrayRef<Number> Among) {
    std::vector<StringRef> Asked; // in the order of the macros
    for (const auto &[Name, Value] : Space[One].Macros)
      if (std::binary_search(AllAsked.begin(), AllAsked.end(), Name))
        Asked.push_back(Name);
    std::string Names = join(Asked, "\n");
    auto Known = Tables.find(Names);
    if (Known == Tables.end()) {
      // Each is a table of all configurations. Kernels look at the same macros
      // in nearly every configuration.
      if (Tables.size() == MaxTables)
        return {One};
      Known = Tables.try_emplace(Names).first;
      for (Number Each : Among)
        Known->second[keyOf(Each, Asked)].push_back(Each);
    }
    return Known->second.lookup(keyOf(One, Asked));
  }

private:
  static constexpr size_t MaxTables = 64;

  std::string keyOf(Number One, ArrayRef<StringRef> Asked) const {
    return textKey(Space[One],
                   [&](StringRef Name) { return is_contained(Asked, Name); });
  }

  ArrayRef<ConfiguredKernel> Space;
  StringMap<StringMap<std::vector<Number>>> Tables;
};

/// What a reading is for.
enum class Purpose : uint8_t {
  Outlook, ///< before the code is: which texts there are, what cannot run
  Source,  ///< times by the source
  Code,    ///< times by compiled code
};

/// One reading of some configurations.
class SpaceReading {
public:
  SpaceReading(ArrayRef<ConfiguredKernel> Space, const ForecastSetup &Setup,
               const SpaceForecastOptions &Options, Purpose What,
               std::vector<Forecast> &Results)
      : Space(Space), Setup(Setup), Options(Options), What(What),
        Counts(What == Purpose::Code ? InstructionSource::Ir
                                     : InstructionSource::Ast),
        Results(Results), IsOpen(Space.size()), Index(Space) {}

  /// Fills in the results of \p Which. Returns how many sources it has read.
  /// \p AsksStore: whether the results of some may have been kept.
  size_t run(std::vector<Number> Which, bool AsksStore);

private:
  /// Configurations that are one program.
  using Program = std::vector<Number>;

  /// What is kept is of these counts.
  InstructionSource kept() const {
    return What == Purpose::Source ? InstructionSource::Ast
                                   : InstructionSource::Ir;
  }
  /// No more than there can be tasks.
  unsigned threads() const {
    return static_cast<unsigned>(
        std::clamp<size_t>(Which.size(), 1, Options.Threads));
  }
  void takeKept();
  TaskStack::Task next();
  void read(Number One);
  std::vector<Number> claimLike(Number One, const ConfiguredSource &Source);
  std::vector<Number> like(Number One, const ConfiguredSource &Source);
  std::vector<Program> programs(const ConfiguredSource &Source,
                                ArrayRef<Number> Which) const;
  void look(const ConfiguredSource &Source, ArrayRef<Program> Which);
  void report(size_t More);

  ArrayRef<ConfiguredKernel> Space;
  const ForecastSetup &Setup;
  const SpaceForecastOptions &Options;
  const Purpose What;
  const InstructionSource Counts;
  std::vector<Forecast> &Results;

  std::mutex Lock; ///< of what follows
  std::vector<Number> Which;
  size_t Begun = 0; ///< of Which
  std::vector<bool> IsOpen;
  TextIndex Index;
  /// By text, of those that have been read before, in their source.
  std::map<ContentHash, std::vector<Number>> Known;
  size_t Done = 0, Read = 0;
  TaskStack Tasks;
};

void SpaceReading::report(size_t More) {
  const std::lock_guard Hold(Lock);
  Done += More;
  if (Options.Progress)
    Options.Progress(Done, Which.size(), Counts == InstructionSource::Ir);
}

/// Fills in what was kept earlier.
void SpaceReading::takeKept() {
  constexpr size_t Few = 256;
  size_t Begin = 0;
  std::mutex Opening;
  Tasks.run(threads(), [&]() -> TaskStack::Task {
    if (Begin == Which.size())
      return nullptr;
    ArrayRef<Number> Mine = ArrayRef(Which).slice(Begin).take_front(Few);
    Begin += Mine.size();
    return [this, Mine, &Opening] {
      std::vector<Number> Found;
      for (Number Each : Mine)
        if (auto Kept = Options.Store->find(Space[Each], kept())) {
          Results[Each] = std::move(*Kept);
          Found.push_back(Each);
        }
      const std::lock_guard Hold(Opening);
      for (Number Each : Found)
        IsOpen[Each] = false;
      Done += Found.size();
    };
  });
}

size_t SpaceReading::run(std::vector<Number> Given, bool AsksStore) {
  Which = std::move(Given);
  for (Number Each : Which) {
    IsOpen[Each] = true;
    if (Counts == InstructionSource::Ir)
      Known[Results[Each].Text].push_back(Each);
  }
  if (Options.Store && AsksStore)
    takeKept();
  // Neighbours often have one text, which two threads would read at a time.
  std::shuffle(Which.begin(), Which.end(), std::minstd_rand(1));
  Tasks.run(threads(), [&] { return next(); });
  return Read;
}

/// The next source to read.
TaskStack::Task SpaceReading::next() {
  const std::lock_guard Hold(Lock);
  while (Begun != Which.size()) {
    const Number One = Which[Begun++];
    if (!IsOpen[One])
      continue;
    IsOpen[One] = false;
    return [this, One] { read(One); };
  }
  return nullptr;
}

std::vector<Number> SpaceReading::like(Number One,
                                       const ConfiguredSource &Source) {
  if (Counts == InstructionSource::Ir)
    return Known[Results[One].Text];
  if (Source.text())
    return Index.like(One, Source.text()->MacrosAsked, Which);
  return {};
}

/// Those that nobody has begun and that \p Source serves, \p One among them.
std::vector<Number> SpaceReading::claimLike(Number One,
                                            const ConfiguredSource &Source) {
  const std::lock_guard Hold(Lock);
  ++Read;
  std::vector<Number> Mine = {One};
  for (Number Each : like(One, Source))
    if (IsOpen[Each]) {
      IsOpen[Each] = false;
      Mine.push_back(Each);
    }
  return Mine;
}

void SpaceReading::read(Number One) {
  const std::shared_ptr<const ConfiguredSource> Source =
      Options.Shelf
          ? Options.Shelf->read(Space[One], Setup, Counts)
          : std::make_shared<const ConfiguredSource>(Space[One], Setup, Counts);
  const std::vector<Program> Mine = programs(*Source, claimLike(One, *Source));
  // Many launches of one text are looked at by several threads.
  constexpr size_t Few = 64;
  for (size_t Begin = Few; Begin < Mine.size(); Begin += Few)
    Tasks.push([this, Source,
                Part = ArrayRef(Mine).slice(Begin).take_front(Few).vec()] {
      look(*Source, Part);
    });
  look(*Source, ArrayRef(Mine).take_front(Few));
}

/// \p Which, which have the text of \p Source, by program, each of which is
/// looked at once.
std::vector<SpaceReading::Program>
SpaceReading::programs(const ConfiguredSource &Source,
                       ArrayRef<Number> Which) const {
  std::vector<Program> Result;
  std::map<ContentHash, size_t> Places;
  for (Number Each : Which) {
    auto [Known, IsNew] =
        Places.try_emplace(Source.program(Space[Each]), Result.size());
    if (IsNew)
      Result.emplace_back();
    Result[Known->second].push_back(Each);
  }
  return Result;
}

/// The launches of \p Which, which have the text of \p Source.
void SpaceReading::look(const ConfiguredSource &Source,
                        ArrayRef<Program> Which) {
  size_t Looked = 0;
  auto one = [&](const Program &Same) {
    // A bug in the analysis costs this program alone.
    Forecast Result;
    const ConfiguredKernel &First = Space[Same.front()];
    const bool Survived = runGuarded(
        [&] {
          Result = What == Purpose::Outlook ? Source.outlook(First)
                                            : Source.forecast(First);
        },
        ParseStackBytes);
    if (!Survived) {
      Result = Forecast();
      Result.Reason = "its analysis crashed";
    }
    for (Number Each : Same) {
      if (Options.Store && Survived && !Source.mayDiffer() &&
          !(What == Purpose::Outlook && Result.isOpen()))
        Options.Store->keep(Space[Each], kept(), Result, Source.inputs());
      Results[Each] = Result;
    }
    Looked += Same.size();
  };
  // A thread for all of them.
  runGuarded([&] { for_each(Which, one); }, ParseStackBytes);
  report(Looked);
}

} // namespace

/// The ends of a forecast's interval; without a time, nothing speaks for it.
static double earliest(const Forecast &Known) {
  return Known.Time ? Known.Time->Low : HUGE_VAL;
}
static double latest(const Forecast &Known) {
  return Known.Time ? Known.Time->High : 0;
}

/// The configurations that are compiled after the first reading.
static std::vector<Number> toCompile(ArrayRef<Forecast> Known, double Part) {
  std::vector<Number> Result;
  for (Number I = 0; I != Known.size(); ++I)
    if (Known[I].canRun() && Known[I].Time)
      Result.push_back(I);
  llvm::stable_sort(
      Result, [&](Number A, Number B) { return isBetter(Known[A], Known[B]); });
  const size_t Best = static_cast<size_t>(
      std::ceil(Part * static_cast<double>(Result.size()) - 1e-9));
  std::vector<Number> Chosen(Result.begin(), Result.begin() + Best);
  // What may be as fast as one of them, and what may not fit.
  double Slowest = 0;
  for (Number Each : Chosen)
    Slowest = std::max(Slowest, latest(Known[Each]));
  for (Number Each : drop_begin(Result, Best))
    if (Known[Each].ManyRegisters || earliest(Known[Each]) <= Slowest)
      Chosen.push_back(Each);
  llvm::sort(Chosen);
  return Chosen;
}

SpaceForecast kernelcast::forecastSpace(ArrayRef<ConfiguredKernel> Space,
                                        const ForecastSetup &Setup,
                                        const SpaceForecastOptions &Options) {
  SpaceForecast Result;
  std::vector<Forecast> &Known = Result.Configurations;
  Known.resize(Space.size());
  auto read = [&](Purpose What, std::vector<Number> Which, bool AsksStore) {
    return SpaceReading(Space, Setup, Options, What, Known)
        .run(std::move(Which), AsksStore);
  };
  std::vector<Number> All(Space.size());
  std::iota(All.begin(), All.end(), Number(0));
  const bool Compiles = Options.CompiledPart > 0 && compileTarget(*Setup.Gpu);
  if (Compiles && Options.CompiledPart >= 1) {
    Result.Parsed = read(Purpose::Outlook, All, /*AsksStore=*/true);
    erase_if(All, [&](Number Each) { return !Known[Each].isOpen(); });
    Result.Compiled = read(Purpose::Code, All, /*AsksStore=*/false);
    return Result;
  }
  Result.Parsed = read(Purpose::Source, All, /*AsksStore=*/true);
  if (Compiles)
    Result.Compiled =
        read(Purpose::Code, toCompile(Known, Options.CompiledPart),
             /*AsksStore=*/true);
  return Result;
}
