//===- AnalysisContext.h - The library's front door -------------*- C++ -*-===//
//
//   CompileJob ──▶ AnalysisContext ──▶ KernelAnalysis ──▶ WarpProfile
//   a source and     its kernels,       one kernel and      one launch on one
//   how to compile   modelled           its graphs          GPU, complete
//
// Whoever uses the library comes in here: it knows no command line and no cost
// model. A profile depends on the source, the compiler's arguments, the kernel,
// the launch and the GPU; what several profiles of a kernel have in common is
// computed once, when it is first needed, and kept in its KernelAnalysis.
//
// Nothing here is global. A KernelAnalysis may be asked by several threads at
// once, and different sources may be read at once; a profile is a plain value
// that points into its KernelAnalysis, to be copied and changed for a what-if.
// docs/library.md has an example.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_ANALYSISCONTEXT_H
#define KERNELCAST_ANALYSIS_ANALYSISCONTEXT_H

#include "analysis/KernelModel.h"
#include "analysis/WarpProfile.h"
#include "analysis/evaluator/EvaluationOptions.h"
#include "analysis/frontend/Frontend.h"
#include "analysis/hardware/CompileTarget.h"
#include "analysis/hardware/GpuSpec.h"
#include "analysis/launch/ResolveLaunch.h"
#include "analysis/support/Lazy.h"
#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace kernelcast {

class CompilerLog;
class SassListing;
class SpareThreads;
class KernelFormulas;
struct HostProgram;
class SpecializationPlan;

/// What a profile rests on beside the kernel, its launch and the GPU.
struct AnalysisOptions {
  EvaluationOptions Evaluation;
  std::optional<unsigned> Registers; ///< of a thread, before all other sources
  std::shared_ptr<const CompilerLog> Log;     ///< of nvcc -Xptxas -v, or null
  std::shared_ptr<const SassListing> Listing; ///< of machine code, or null
  bool StartsWarm = false;                    ///< WarpProfile's
};

/// One kernel and everything about it that is the same for all launches.
class KernelAnalysis {
public:
  /// \p MaxRegisters: of a thread, by the compiler's option; 0: without one.
  explicit KernelAnalysis(KernelModel Model, unsigned MaxRegisters = 0);
  ~KernelAnalysis();

  const KernelModel &model() const { return Model; }
  /// Dominators, regions and the program dependence graph.
  const KernelGraphs &graphs() const { return *Graphs; }

  /// A launch on \p Gpu at \p Site in host code (null: none) with \p User's
  /// numbers in place of the site's; what nobody gives is assumed and stands in
  /// the ledger. \p Options: of the profile to come, for host code that asks
  /// for the kernel's occupancy. Errors: sizes that the device does not allow.
  llvm::Expected<LaunchConfiguration>
  launch(const LaunchOverrides &User, const GpuSpec &Gpu,
         const LaunchSite *Site = nullptr,
         const AnalysisOptions &Options = {}) const;

  /// What the warps of \p Launch do on \p Gpu: counts, traffic, registers,
  /// residency, caches, and the ledger of what was assumed. Where not one block
  /// fits on an SM, WhyNotResident says so and the caches are left out.
  /// \p OfSource: of the source that this kernel was compiled from, for the
  /// same launch. Loops whose iterations cannot be counted here run as often as
  /// they do there.
  WarpProfile profile(const LaunchConfiguration &Launch, const GpuSpec &Gpu,
                      const AnalysisOptions &Options = {},
                      const WarpProfile *OfSource = nullptr) const;

  /// Whether profile() makes anything of OfSource.
  bool takesTripsOfSource() const;

  /// For a what-if: \p Changed, a profile of this kernel in which facts of
  /// accesses (specialize/IdealProfile.h), blocks, branches or loops, the
  /// registers or the dynamic shared memory are other numbers now, with all
  /// that follows from them: instructions and bytes in total, residency,
  /// caches. An assumption of a loop's trips, a branch or the registers that
  /// is no longer made leaves the ledger. Facts themselves are taken as they
  /// are: more trips of a loop do not make its blocks run more often. \p Gpu
  /// counts transactions as the profile's does; its caches and limits may be
  /// others. An unchanged profile stays as it is.
  WarpProfile rederived(WarpProfile Changed, const GpuSpec &Gpu) const;

  /// How many blocks of \p Threads threads an SM of \p Gpu holds. The error
  /// names the resource of which one block alone asks too much.
  llvm::Expected<OccupancyResult>
  residency(uint64_t Threads, uint64_t DynamicSharedBytes, const GpuSpec &Gpu,
            const AnalysisOptions &Options = {}) const;

  /// Calls \p Use with the kernel's counts as formulas over any launch, for
  /// warps of \p WarpSize. Each formula is made when it is first asked for, and
  /// is kept. Threads take turns; \p Use does not come back here.
  void withFormulas(unsigned WarpSize,
                    llvm::function_ref<void(KernelFormulas &)> Use) const;

private:
  const SpecializationPlan &plan() const;
  const KernelSymbols &symbols() const;

  KernelModel Model;
  unsigned MaxRegisters;
  std::unique_ptr<KernelGraphs> Graphs;
  Lazy<KernelSymbols> Symbols;
  Lazy<SpecializationPlan> Plan;
  mutable std::mutex FormulaTurn;
  mutable std::map<unsigned, std::unique_ptr<KernelFormulas>> Formulas;
};

/// A kernel as the compiler makes it for one GPU.
struct CompiledForm {
  CompileTarget Target;
  /// Parameters, arrays and launches are those of the source's, so that one
  /// launch serves both. Null: see WhyNot.
  std::shared_ptr<const KernelAnalysis> Analysis;
  std::string WhyNot;
};

/// The form of a kernel among \p Compiled that runs on \p Gpu; null if none.
std::shared_ptr<const KernelAnalysis>
compiledFor(const GpuSpec &Gpu, llvm::ArrayRef<CompiledForm> Compiled);

/// A kernel as it stands in its source, and how far it could be modelled.
struct SourceKernel {
  std::string Name;          ///< without namespaces and template arguments
  std::string QualifiedName; ///< with both
  std::vector<std::string> TemplateArguments;
  SourceSpot Location;
  bool Clean = true; ///< parsed without an error inside
  bool UninstantiatedTemplate = false;
  ModelStatus Status = ModelStatus::NotModelled;
  std::vector<std::string> Reasons; ///< for everything that is not modelled
  /// Null if it is not modelled. With the launches that the host code makes.
  std::shared_ptr<const KernelAnalysis> Analysis;
  /// The same for each target that was asked for, in that order; empty
  /// where Analysis is null.
  std::vector<CompiledForm> Compiled;
  double Seconds = 0; ///< that making the models took
};

class AnalysisContext;

/// What to read of a source.
struct SourceOptions {
  /// Kernels to model; none: all.
  std::function<bool(const KernelDeclaration &)> Wanted;
  bool HostProgram = false; ///< what the host code asks of the device, too
  /// What to compile the kernels for.
  std::vector<CompileTarget> CompileFor;
  /// Asked when all that was wanted is modelled: which of kernels(), by number,
  /// to compile for WitnessFor, too. Null: none.
  std::function<std::vector<size_t>(const AnalysisContext &)> WantWitness;
  std::vector<CompileTarget> WitnessFor;
  /// Threads that may help to compile; null: none.
  std::shared_ptr<SpareThreads> Spare;
  /// What remedies rest on, too: what the source may say otherwise, and which
  /// arrays other kernels write.
  bool Remedies = false;
};

/// One source file, read and modelled. The syntax tree is gone by then.
class AnalysisContext {
public:
  /// Errors: a file that cannot be read at all. Broken code is reported in
  /// diagnostics() and in the kernels that it stands in.
  static llvm::Expected<AnalysisContext>
  open(const CompileJob &Job, const SourceOptions &Options = {});

  Language language() const { return Lang; }
  /// The kernels that were wanted, in source order.
  llvm::ArrayRef<SourceKernel> kernels() const { return Kernels; }
  /// Qualified names, without template arguments, of all that there are.
  llvm::ArrayRef<std::string> kernelNames() const { return Names; }
  llvm::ArrayRef<ReportDiagnostic> diagnostics() const { return Messages; }
  /// What reading it rests on: the source and all that it includes.
  const SourceInputs &inputs() const { return Inputs; }
  /// Nothing unless the job asked for it.
  const std::optional<PreprocessedText> &text() const { return Text; }
  /// Null unless it was asked for.
  const std::shared_ptr<HostProgram> &hostProgram() const { return Program; }
  double parseSeconds() const { return ParseSeconds; }

  /// The one kernel that \p Name means, in any of the forms "f", "ns::f",
  /// "f<int, 4>". Errors: none or several, or it is not modelled.
  llvm::Expected<std::shared_ptr<const KernelAnalysis>>
  kernel(llvm::StringRef Name) const;

private:
  void read(TranslationUnit &Unit, const SourceOptions &Options);
  struct Compilation;
  Compilation compile(TranslationUnit &Unit, const CompileTarget &Target,
                      llvm::ArrayRef<const KernelDeclaration *> Declarations,
                      std::vector<size_t> Numbers,
                      const SourceOptions &Options);
  void readCompiled(TranslationUnit &Unit, Compilation &Compiled,
                    const SourceOptions &Options);

  Language Lang = Language::Cuda;
  std::vector<SourceKernel> Kernels;
  std::vector<std::string> Names;
  std::vector<ReportDiagnostic> Messages;
  SourceInputs Inputs;
  std::optional<PreprocessedText> Text;
  std::shared_ptr<HostProgram> Program;
  double ParseSeconds = 0;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_ANALYSISCONTEXT_H
