//===- ConfiguredSource.cpp - A kernel with its macros set ----------------===//

#include "tool/prune/ConfiguredSource.h"
#include "analysis/frontend/KernelNames.h"
#include "analysis/specialize/Registers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(Hindrance Why) {
  static constexpr StringLiteral Names[HindranceCount] = {
      "compilation", "launch sizes", "threads", "shared memory", "registers"};
  return Names[static_cast<size_t>(Why)];
}

/// \p Text without its lines `#pragma unroll NAME` with one of \p Names. Other
/// lines keep their numbers.
static std::string withoutUnrolls(StringRef Text, ArrayRef<std::string> Names) {
  std::string Result;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    StringRef Words = Line.trim();
    const bool IsPragma = Words.consume_front("#") &&
                          (Words = Words.ltrim()).consume_front("pragma") &&
                          (Words = Words.ltrim()).consume_front("unroll");
    Words = Words.trim(" \t()");
    if (!IsPragma || !is_contained(Names, Words))
      Result += Line;
    if (Line.size() != Text.size())
      Result += '\n';
    Text = Rest;
  }
  return Result;
}

static CompileJob jobOf(const ConfiguredKernel &Configured,
                        const ForecastSetup &Setup) {
  CompileJob Job = Setup.Job;
  Job.NoteText = true;
  append_range(Job.Arguments, Configured.CompilerOptions);
  for (const auto &[Name, Value] : Configured.Macros)
    Job.Arguments.push_back(("-D" + Twine(Name) + "=" + Value).str());
  // One text for all, whatever becomes of the file meanwhile.
  SmallString<256> Path(Job.File);
  if (sys::fs::make_absolute(Path))
    Path = Job.File; // as the parse will have it then
  Job.Texts[Path.str().str()] =
      withoutUnrolls(Setup.Text, Configured.DroppedUnrolls);
  return Job;
}

/// "FILE:LINE:COLUMN: text".
static std::string messageOf(const ReportDiagnostic &Error) {
  const SourceSpot &At = Error.Location;
  return (At.isValid()
              ? At.File + ":" + utostr(At.Line) + ":" + utostr(At.Column) + ": "
              : "") +
         Error.Message;
}

static bool isError(const ReportDiagnostic &Each) {
  return Each.Severity == ReportDiagnostic::Level::Error;
}

/// Whether \p Error is a line `#error` of \p Text, the job's file.
static bool isErrorDirective(const ReportDiagnostic &Error, StringRef Text,
                             const CompileJob &Job) {
  if (!isError(Error) || Error.Location.File != Job.File)
    return false;
  for (unsigned Line = 1; Line < Error.Location.Line; ++Line)
    Text = Text.split('\n').second;
  StringRef Words = Text.take_until([](char C) { return C == '\n'; }).trim();
  return Words.consume_front("#") && Words.ltrim().starts_with("error");
}

ConfiguredSource::ConfiguredSource(const ConfiguredKernel &Configured,
                                   const ForecastSetup &Setup,
                                   InstructionSource Counts)
    : Setup(Setup), Counts(Counts) {
  SourceOptions Options;
  Options.Wanted = [&](const KernelDeclaration &Each) {
    return matchesKernel(Configured.KernelName, Each.QualifiedName,
                         Each.TemplateArguments);
  };
  if (Counts == InstructionSource::Ir)
    if (auto Target = compileTarget(*Setup.Gpu))
      Options.CompileFor.push_back(*Target);
  auto Source = AnalysisContext::open(jobOf(Configured, Setup), Options);
  if (!Source) {
    Problem = toString(Source.takeError());
    Unreadable = true;
    return;
  }
  Inputs = Source->inputs();
  Text = Source->text();
  choose(*Source, Configured.KernelName);
}

/// Takes the kernel \p Name of \p Source, or says what is wrong with it.
void ConfiguredSource::choose(const AnalysisContext &Source,
                              const std::string &Name) {
  const ArrayRef<ReportDiagnostic> Diagnostics = Source.diagnostics();
  const auto *First = find_if(Diagnostics, isError);
  const std::string Error = First == Diagnostics.end() ? "" : messageOf(*First);
  // Without a header that is not here, nothing is certain.
  const bool Complete = none_of(Diagnostics, [](const ReportDiagnostic &Each) {
    return Each.Severity == ReportDiagnostic::Level::Warning;
  });
  if (Source.kernels().size() == 1) {
    Kernel = Source.kernels().front();
    // Host code with errors may be code that is not read as its compiler
    // does. What the source itself calls an error is one.
    const auto *Directive =
        find_if(Diagnostics, [&](const ReportDiagnostic &Each) {
          return isErrorDirective(Each, Setup.Text, Setup.Job);
        });
    if (Directive != Diagnostics.end()) {
      Kernel.reset();
      IsInError = true;
      Problem = messageOf(*Directive);
      return;
    }
    if (Kernel->Analysis)
      return;
    IsInError = !Kernel->Clean && Complete;
    Problem = IsInError && !Error.empty() ? Error
              : Kernel->Reasons.empty()   ? "it cannot be modelled"
                                          : Kernel->Reasons.front();
    return;
  }
  // An error outside may hide the kernel, and is then the reason.
  auto One = Source.kernel(Name);
  Problem = One ? "" : toString(One.takeError());
  IsInError = !Error.empty() && Complete;
  if (IsInError)
    Problem = Error;
  IsMisnamed = Error.empty() && Complete;
}

std::string ConfiguredSource::whyNotCompiled() const {
  if (!Kernel)
    return "";
  for (const CompiledForm &Each : Kernel->Compiled)
    if (!Each.Analysis)
      return "counted in the source, since its compiled code cannot be: " +
             Each.WhyNot;
  return "";
}

Forecast ConfiguredSource::withoutModel() const {
  Forecast Result;
  Result.Reason = Problem;
  if (IsInError)
    Result.Excluded = Hindrance::Compilation;
  return Result;
}

namespace {

/// A hash of numbers and words, one after the other.
class KeyHash {
public:
  void add(uint64_t Value) {
    Key.append(reinterpret_cast<const char *>(&Value), sizeof(Value));
  }
  void add(StringRef Words) {
    add(Words.size());
    Key += Words;
  }
  void add(const ContentHash &Hash) {
    add(Hash[0]);
    add(Hash[1]);
  }
  ContentHash hash() const { return contentHash(Key); }

private:
  std::string Key;
};

} // namespace

/// The text that the compiler gets of \p Configured, of which \p Text is known.
static ContentHash textOf(const ConfiguredKernel &Configured,
                          const std::optional<PreprocessedText> &Text) {
  KeyHash Key;
  if (Text)
    Key.add(Text->Tokens);
  else
    for (const auto &[Name, Value] : Configured.Macros) {
      Key.add(Name);
      Key.add(Value);
    }
  Key.add(Configured.KernelName);
  for (const std::string &Option : Configured.CompilerOptions)
    Key.add(Option);
  if (!Text)
    for (const std::string &Name : Configured.DroppedUnrolls)
      Key.add(Name);
  return Key.hash();
}

/// The program that \p Configured, with this \p Text, runs.
static ContentHash programOf(const ConfiguredKernel &Configured,
                             const ContentHash &Text) {
  KeyHash Key;
  Key.add(Text);
  for (unsigned Axis : {0u, 1u, 2u}) {
    Key.add(Configured.Grid[Axis]);
    Key.add(Configured.Block[Axis]);
  }
  Key.add(Configured.DynamicSharedBytes);
  for (const ConfiguredKernel::Argument &Each : Configured.Arguments) {
    Key.add(Each.Name);
    Key.add(Each.Index);
    Key.add(Each.Value.index());
    if (const double *Real = std::get_if<double>(&Each.Value))
      Key.add(bit_cast<uint64_t>(*Real));
    else
      Key.add(static_cast<uint64_t>(std::get<int64_t>(Each.Value)));
  }
  return Key.hash();
}

/// What \p Configured and the user say of a launch of \p Kernel.
static LaunchOverrides
launchOf(const ConfiguredKernel &Configured, const KernelModel &Kernel,
         const std::map<std::string, ArgumentValue> &User) {
  LaunchOverrides Result;
  Result.Grid = Configured.Grid;
  Result.Block = Configured.Block;
  if (Configured.DynamicSharedBytes)
    Result.DynamicSharedBytes = Configured.DynamicSharedBytes;
  auto isParameter = [&](const std::string &Name) {
    return any_of(Kernel.Parameters,
                  [&](const ParameterInfo &Each) { return Each.Name == Name; });
  };
  for (const ConfiguredKernel::Argument &Each : Configured.Arguments) {
    std::string Name = Each.Name;
    if (!isParameter(Name)) {
      if (Each.Index >= Kernel.Parameters.size())
        continue;
      Name = Kernel.Parameters[Each.Index].Name;
    }
    if (const int64_t *Whole = std::get_if<int64_t>(&Each.Value))
      Result.give(Name, *Whole);
    else
      Result.Arguments[Name] = {Name, std::get<double>(Each.Value),
                                /*IsInteger=*/false, 0, LaunchSource::Option};
  }
  for (const auto &[Name, Value] : User)
    Result.Arguments[Name] = Value;
  return Result;
}

/// Of compiled code that may want more registers for a thread than a block can
/// give each, or than there are, how many these are; "" of other.
static std::string registersInDoubt(const WarpProfile &Profile) {
  for (const Assumption &Each : Profile.Launch.Assumptions) {
    if (Each.Kind != AssumptionKind::Registers)
      continue;
    const int64_t First = Each.Whole[0], Second = Each.Whole[1];
    if (Each.Reason == AssumptionReason::MayNotLaunch)
      return fmt::format("may not launch for want of registers: compiled, a "
                         "thread is estimated to take {}, and a block can give "
                         "each {}",
                         Second, First);
    if (Each.Reason == AssumptionReason::MaySpill)
      return fmt::format("may have to spill registers, or not launch for want "
                         "of them: compiled, a thread is estimated to take {}, "
                         "but {} in the order of its code",
                         First, Second);
  }
  return {};
}

/// Whether a block has been made to fit, by fewer registers than were found.
static bool isMadeToFit(const WarpProfile &Profile) {
  return any_of(Profile.Launch.Assumptions, [](const Assumption &Each) {
    return Each.Kind == AssumptionKind::Registers &&
           (Each.Reason == AssumptionReason::MayNotLaunch ||
            Each.Reason == AssumptionReason::BlockFits);
  });
}

static bool sharedMemoryIsGuessed(const LaunchConfiguration &Launch) {
  return any_of(Launch.Assumptions, [](const Assumption &Each) {
    return Each.Kind == AssumptionKind::DynamicShared;
  });
}

/// Why \p Launch, which does not fit by the source, does not. The registers of
/// the source are always made to.
static Hindrance hindranceOf(const KernelModel &Kernel,
                             const LaunchConfiguration &Launch,
                             const GpuSpec &Gpu) {
  const uint64_t Threads = Launch.threadsPerBlock();
  const bool TooMany =
      (Gpu.MaxThreadsPerBlock.isKnown() &&
       static_cast<double>(Threads) > Gpu.MaxThreadsPerBlock.Value) ||
      (Kernel.MaxThreadsPerBlock && Threads > Kernel.MaxThreadsPerBlock);
  return TooMany ? Hindrance::Threads : Hindrance::SharedMemory;
}

/// Whether \p Profile, whose block does not fit, would with few registers.
static bool wantsRegisters(const WarpProfile &Profile, const GpuSpec &Gpu) {
  auto Resident = residencyOf(*Profile.Kernel, Profile.Launch.threadsPerBlock(),
                              Profile.Launch.DynamicSharedBytes, 1, Gpu);
  if (Resident)
    return true;
  consumeError(Resident.takeError());
  return false;
}

/// Whether a block of \p Configured has more threads than \p Gpu allows.
static bool hasTooManyThreads(const ConfiguredKernel &Configured,
                              const GpuSpec &Gpu) {
  double Threads = 1;
  for (uint64_t Size : Configured.Block)
    Threads *= static_cast<double>(Size);
  return Gpu.MaxThreadsPerBlock.isKnown() &&
         Threads > Gpu.MaxThreadsPerBlock.Value;
}

ContentHash
ConfiguredSource::program(const ConfiguredKernel &Configured) const {
  return programOf(Configured, textOf(Configured, Text));
}

/// \p Launch: to be predicted; nothing if the result says all.
Forecast
ConfiguredSource::outlook(const ConfiguredKernel &Configured,
                          std::optional<LaunchConfiguration> &Launch) const {
  Forecast Result = withoutModel();
  Result.Text = textOf(Configured, Text);
  Result.Program = programOf(Configured, Result.Text);
  if (!Kernel || !Kernel->Analysis)
    return Result;
  const GpuSpec &Gpu = *Setup.Gpu;
  const KernelAnalysis &Analysis = *Kernel->Analysis;
  auto Resolved = Analysis.launch(
      launchOf(Configured, Analysis.model(), Setup.Arguments), Gpu);
  if (!Resolved) {
    Result.Excluded = hasTooManyThreads(Configured, Gpu)
                          ? Hindrance::Threads
                          : Hindrance::LaunchSizes;
    Result.Reason = toString(Resolved.takeError());
    return Result;
  }
  auto Resident = Analysis.residency(Resolved->threadsPerBlock(),
                                     Resolved->DynamicSharedBytes, Gpu);
  if (Resident) {
    Launch = std::move(*Resolved);
    return Result;
  }
  Result.Reason = toString(Resident.takeError());
  if (!sharedMemoryIsGuessed(*Resolved))
    Result.Excluded = hindranceOf(Analysis.model(), *Resolved, Gpu);
  return Result;
}

Forecast ConfiguredSource::outlook(const ConfiguredKernel &Configured) const {
  std::optional<LaunchConfiguration> Launch;
  return outlook(Configured, Launch);
}

Forecast ConfiguredSource::forecast(const ConfiguredKernel &Configured) const {
  std::optional<LaunchConfiguration> Launch;
  Forecast Result = outlook(Configured, Launch);
  if (!Launch || !Kernel)
    return Result;
  const GpuSpec &Gpu = *Setup.Gpu;
  const KernelAnalysis &Analysis = *Kernel->Analysis;
  const auto Compiled = compiledFor(Gpu, Kernel->Compiled);
  AnalysisOptions Options;
  Options.StartsWarm = Setup.StartsWarm;
  WarpProfile Profile;
  // Counting in the source takes as long as counting in the code.
  if (!Compiled || Compiled->takesTripsOfSource())
    Profile = Analysis.profile(*Launch, Gpu, Options);
  if (Compiled) {
    WarpProfile OfCode = Compiled->profile(*Launch, Gpu, Options,
                                           Profile.Kernel ? &Profile : nullptr);
    Profile = std::move(OfCode);
  }
  if (Compiled)
    Profile.CountedIn = Result.Counts = InstructionSource::Ir;
  if (!Profile.WhyNotResident.empty()) {
    Result.Reason = Profile.WhyNotResident;
    if (Compiled && wantsRegisters(Profile, Gpu))
      Result.Excluded = Hindrance::Registers;
    else if (!sharedMemoryIsGuessed(*Launch))
      Result.Excluded = hindranceOf(Analysis.model(), *Launch, Gpu);
    return Result;
  }
  std::string Doubt = whyNotCompiled();
  Result.ManyRegisters = isMadeToFit(Profile);
  if (std::string Registers = registersInDoubt(Profile); !Registers.empty())
    Doubt = std::move(Registers);
  auto Predicted = Setup.Model->predict(Profile, Gpu, Setup.Mode, Detail::Time);
  if (!Predicted) {
    Result.Reason = toString(Predicted.takeError());
    return Result;
  }
  Result.Reason = std::move(Doubt);
  Result.Time = ForecastTime{Predicted->Seconds, Predicted->SecondsLow,
                             Predicted->SecondsHigh,
                             kernelcast::name(Predicted->Bottleneck).str()};
  return Result;
}
