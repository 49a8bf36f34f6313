//===- ConfiguredSource.cpp - A kernel with its macros set ----------------===//

#include "tool/prune/ConfiguredSource.h"
#include "analysis/frontend/KernelNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

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
    Job.Arguments.push_back("-D" + Name + "=" + Value);
  if (Setup.Sources.size() == 1 && Configured.DroppedUnrolls.empty())
    return Job;
  SmallString<256> Path(Job.File);
  sys::fs::make_absolute(Path);
  Job.Texts[Path.str().str()] =
      withoutUnrolls(Setup.Text, Configured.DroppedUnrolls);
  return Job;
}

/// "FILE:LINE:COLUMN: text" of the first error, or nothing.
static std::string firstError(ArrayRef<ReportDiagnostic> Diagnostics) {
  for (const ReportDiagnostic &Each : Diagnostics) {
    if (Each.Severity != ReportDiagnostic::Level::Error)
      continue;
    const SourceSpot &At = Each.Location;
    return (At.isValid() ? At.File + ":" + utostr(At.Line) + ":" +
                               utostr(At.Column) + ": "
                         : "") +
           Each.Message;
  }
  return "";
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
  const std::string Error = firstError(Source.diagnostics());
  // Without a header that is not here, nothing is certain.
  const bool Complete =
      none_of(Source.diagnostics(), [](const ReportDiagnostic &Each) {
        return Each.Severity == ReportDiagnostic::Level::Warning;
      });
  if (Source.kernels().size() == 1) {
    Kernel = Source.kernels().front();
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

/// Whether \p Launch would fit if its threads took hardly a register.
static bool fitsWithoutRegisters(const KernelAnalysis &Kernel,
                                 const LaunchConfiguration &Launch,
                                 const GpuSpec &Gpu) {
  AnalysisOptions Sparing;
  Sparing.Registers = 1;
  auto Fits = Kernel.residency(Launch.threadsPerBlock(),
                               Launch.DynamicSharedBytes, Gpu, Sparing);
  const bool Result = static_cast<bool>(Fits);
  consumeError(Fits.takeError());
  return Result;
}

/// The most registers with which a block of \p Launch fits.
static unsigned mostRegisters(const KernelAnalysis &Kernel,
                              const LaunchConfiguration &Launch,
                              const GpuSpec &Gpu) {
  unsigned Fits = 1, TooMany = 1024;
  while (TooMany - Fits > 1) {
    AnalysisOptions Given;
    Given.Registers = (Fits + TooMany) / 2;
    auto Blocks = Kernel.residency(Launch.threadsPerBlock(),
                                   Launch.DynamicSharedBytes, Gpu, Given);
    (Blocks ? Fits : TooMany) = *Given.Registers;
    consumeError(Blocks.takeError());
  }
  return Fits;
}

static bool sharedMemoryIsGuessed(const LaunchConfiguration &Launch) {
  return any_of(Launch.Assumptions, [](const Assumption &Each) {
    return Each.Kind == AssumptionKind::DynamicShared;
  });
}

/// Why \p Launch, which does not fit although its threads take no registers,
/// does not.
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

/// Whether a block of \p Configured has more threads than \p Gpu allows.
static bool hasTooManyThreads(const ConfiguredKernel &Configured,
                              const GpuSpec &Gpu) {
  double Threads = 1;
  for (uint64_t Size : Configured.Block)
    Threads *= static_cast<double>(Size);
  return Gpu.MaxThreadsPerBlock.isKnown() &&
         Threads > Gpu.MaxThreadsPerBlock.Value;
}

Forecast ConfiguredSource::forecast(const ConfiguredKernel &Configured) const {
  Forecast Result = withoutModel();
  Result.Text = textOf(Configured, Text);
  Result.Program = programOf(Configured, Result.Text);
  if (!Kernel || !Kernel->Analysis)
    return Result;
  const GpuSpec &Gpu = *Setup.Gpu;
  const KernelAnalysis &Analysis = *Kernel->Analysis;
  auto Launch = Analysis.launch(
      launchOf(Configured, Analysis.model(), Setup.Arguments), Gpu);
  if (!Launch) {
    Result.Excluded = hasTooManyThreads(Configured, Gpu)
                          ? Hindrance::Threads
                          : Hindrance::LaunchSizes;
    Result.Reason = toString(Launch.takeError());
    return Result;
  }
  WarpProfile Profile = Analysis.profile(*Launch, Gpu);
  const auto Compiled = compiledFor(Gpu, Kernel->Compiled);
  if (Compiled) {
    WarpProfile OfCode = Compiled->profile(*Launch, Gpu, {}, &Profile);
    Profile = std::move(OfCode);
    Profile.CountedIn = Result.Counts = InstructionSource::Ir;
  }
  if (!Profile.WhyNotResident.empty()) {
    const bool ByRegisters = fitsWithoutRegisters(Analysis, *Launch, Gpu);
    if (ByRegisters ? Compiled != nullptr : !sharedMemoryIsGuessed(*Launch)) {
      Result.Excluded = ByRegisters
                            ? Hindrance::Registers
                            : hindranceOf(Analysis.model(), *Launch, Gpu);
      Result.Reason = Profile.WhyNotResident;
      return Result;
    }
    if (!ByRegisters) {
      Result.Reason = Profile.WhyNotResident;
      return Result;
    }
    // An estimate proves nothing: as if the compiler made it fit.
    Result.ManyRegisters = true;
    AnalysisOptions Fitting;
    Fitting.Registers = mostRegisters(Analysis, *Launch, Gpu);
    Profile = Analysis.profile(*Launch, Gpu, Fitting);
  }
  auto Predicted = Setup.Model->predict(Profile, Gpu, Setup.Mode, Detail::Time);
  if (!Predicted) {
    Result.Reason = toString(Predicted.takeError());
    return Result;
  }
  Result.Reason.clear();
  Result.Time = ForecastTime{Predicted->Seconds, Predicted->SecondsLow,
                             Predicted->SecondsHigh,
                             kernelcast::name(Predicted->Bottleneck).str()};
  return Result;
}
