//===- Report.h - All that one run has found --------------------*- C++ -*-===//
//
// One object for every output format: files hold kernels, kernels hold
// launches, a launch holds the profile of its warps and the predictions that
// were made from it. The writers (TextReport, JsonReport, GraphReport) read
// nothing else, so all formats agree.
//
// A launch on several GPUs is several LaunchReports: what a warp does to memory
// depends on the GPU's rules.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_REPORT_H
#define KERNELCAST_TOOL_REPORT_REPORT_H

#include "analysis/AnalysisContext.h"
#include "analysis/hardware/GpuSpec.h"
#include "analysis/specialize/InstructionLines.h"
#include "analysis/specialize/ThreadExecutions.h"
#include "analysis/support/ReportDiagnostic.h"
#include "analysis/support/SourceChange.h"
#include "cost_models/CostModel.h"
#include "cost_models/application/ApplicationPrediction.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/roofline/Utilisation.h"
#include "tool/report/Gain.h"
#include "tool/report/LaunchCurves.h"

namespace kernelcast {

struct LaunchFindings; // tool/lint/LaunchFindings.h
struct HostFindings;   // tool/lint/HostFindings.h

/// A model that has no answer for a launch.
struct ModelRefusal {
  ModelId Model;
  std::string Reason;
};

/// A number of a launch that nobody gave, and the time with another one.
struct Guess {
  Assumption Entry;
  /// Seconds, estimated on a sample; nothing where the number cannot be halved
  /// or doubled, or the launch with it cannot be evaluated.
  std::optional<double> IfHalved, IfDoubled;
};

/// What the first prediction of a launch owes to guesses.
struct GuessReport {
  unsigned Count = 0; ///< numbers that nobody gave
  /// The one that moves the time most, or the first one in question where none
  /// was weighed against another.
  std::optional<Guess> Most;
  bool Weighed = false;
  /// The time is so long that a guess must be wrong: no headline.
  bool Withheld = false;
};

/// The leading prediction again, with the clock that the vendor guarantees in
/// place of the one that the GPU boosts to.
struct BaseClockTime {
  double Hertz = 0, Seconds = 0;
  bool IsVerified = false; ///< that this is the clock
};

/// One launch of a kernel on one GPU.
struct LaunchReport {
  /// Keeps alive what Profile points to.
  std::shared_ptr<const KernelModel> Model;
  std::shared_ptr<const GpuSpec> Gpu;
  WarpProfile Profile;
  /// The same launch of the kernel's compiled form, which Compiled keeps alive,
  /// where instructions are counted in it: what the models are asked about.
  std::shared_ptr<const KernelAnalysis> Compiled;
  std::optional<WarpProfile> CompiledProfile;
  /// What the models are asked about.
  const WarpProfile &counted() const {
    return CompiledProfile ? *CompiledProfile : Profile;
  }
  /// Its instructions by lines of the source; there is a Gpu.
  InstructionLines instructionLines() const;
  /// Its instructions as threads execute them; nothing for machine code.
  std::optional<ThreadExecutions> threadExecutions() const;
  std::vector<Quantity> CommonInputs; ///< of every model
  std::vector<Prediction> Predictions;
  /// That of the default model, else the first; null if there is none.
  const Prediction *leading() const;
  /// Of predict; nothing where the GPU's clock is known (guaranteedClock).
  std::optional<BaseClockTime> AtBaseClock;
  std::vector<ModelRefusal> Refusals; ///< each is one of Problems, too
  /// What the caches save and what gets past them, by their estimate.
  CacheHits Hits;
  SectorTotals Sectors;
  /// How busy it keeps the GPU by the default model, or by the first where that
  /// was not asked.
  std::optional<Utilisation> Busy;
  /// Keys of the GPU file's unverified numbers that the models rest on.
  std::vector<std::string> Unverified;
  GuessReport Guesses; ///< of kernels; a timeline has its own ledger
  /// Of predict --what-if, sorted; empty: it was not asked, or there is no
  /// prediction.
  std::vector<FactorGain> IfPerfect;
  /// Of predict --curves; null: they were not asked for.
  std::shared_ptr<const LaunchCurves> Curves;
  /// Why a model or the occupancy has no answer here, one line each.
  std::vector<std::string> Problems;
  std::string WhyNoListing; ///< what the listing cannot give; "": nothing
  /// Other places with a launch of the same shape and arguments.
  std::vector<SourceSpot> AlsoAt;
  /// What lint's checks say of it; null: they were not asked.
  std::shared_ptr<const LaunchFindings> Findings;
};

/// A launch in host code, with constant sizes, that the GPU does not allow.
struct RefusedLaunch {
  SourceSpot Location;
  std::array<uint64_t, 3> Grid{}, Block{};
  std::shared_ptr<const GpuSpec> Gpu;
  std::string Reason;
};

/// What a change does.
enum class FixKind : uint8_t {
  Padding,
  FloatLiteral,
  PointerPromise,
  Hoisting
};
/// "padding", "float-literal", "pointer-promise", "hoisting".
llvm::StringRef name(FixKind Kind);

/// A change that is known for one instance of a kernel.
struct KnownChange {
  FixKind Kind;
  SourceSpot Location; ///< of what it is about
  SourceChange Change;
};
struct KernelReport {
  std::string Name;
  std::string QualifiedName; ///< with namespaces and template arguments
  std::vector<std::string> TemplateArguments;
  Language Lang = Language::Cuda;
  SourceSpot Location;
  bool Clean = true; ///< parsed without an error inside
  bool UninstantiatedTemplate = false;
  ModelStatus Status = ModelStatus::NotModelled;
  std::vector<std::string> Reasons; ///< for everything that is not modelled
  std::shared_ptr<const KernelAnalysis> Analysis; ///< null: not modelled
  /// The same as it is compiled, for each architecture that was asked for.
  std::vector<CompiledForm> Compiled;
  std::vector<LaunchReport> Launches;
  std::vector<RefusedLaunch> Refused;
  double AnalysisSeconds = 0; ///< everything but parsing
  /// Of lint: changes of the source that are known (tool/lint/ProvedFixes.h).
  std::vector<KnownChange> Changes;
};

struct FileReport {
  std::string Path; ///< as given by the user
  std::vector<KernelReport> Kernels;
  /// With --app: the host code of each translation unit, and its timelines.
  std::vector<std::shared_ptr<HostProgram>> Programs;
  std::vector<ApplicationPrediction> Applications;
  std::shared_ptr<HostFindings>
      InHost; ///< of lint; null: nothing was looked at
  std::vector<ReportDiagnostic> Diagnostics;
  SourceInputs Inputs; ///< it, what it includes and what is not there
  double ParseSeconds = 0;
  /// Of lint: comments in it, or in what it includes, may be contracts.
  bool MayHaveContracts = false;
  bool Unreadable = false; ///< one of the Diagnostics says why
};

struct Report {
  std::vector<std::shared_ptr<const GpuSpec>> Gpus; ///< that were asked for
  std::vector<FileReport> Files; ///< in the order of the command line
  std::vector<ReportDiagnostic> Diagnostics; ///< of no file
  std::map<std::string, std::string> Texts;  ///< of files not on the disk
};

/// Launches of \p Kernel in host code that were counted and not looked at.
inline unsigned launchesLeftOut(const KernelReport &Kernel) {
  return Kernel.Analysis ? Kernel.Analysis->model().LaunchesLeftOut : 0;
}

/// The version of the tool, "0.1.0".
llvm::StringRef version();

/// Makes one kernel of those that several translation units have in common:
/// same place and same qualified name. The best-modelled one stays, where the
/// first one was; launches from host code are united, and assumed ones dropped
/// when there is a known one. A template that is instantiated in another
/// translation unit is no longer reported as uninstantiated.
void mergeKernels(Report &Result);

/// Whether the launches ask for the same work: shape, dynamic shared memory,
/// argument values.
bool sameLaunch(const LaunchConfiguration &A, const LaunchConfiguration &B);

/// Kernels without a prediction, for --strict.
unsigned countNotModelled(const Report &Result);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_REPORT_H
