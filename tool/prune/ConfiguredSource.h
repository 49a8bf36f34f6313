//===- ConfiguredSource.h - A kernel with its macros set --------*- C++ -*-===//
//
//   source ──▶ ConfiguredSource ──▶ Forecast
//   macros      read once            for each launch
//
// One parse serves all launches of its text, from as many threads as there are.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_CONFIGUREDSOURCE_H
#define KERNELCAST_TOOL_PRUNE_CONFIGUREDSOURCE_H

#include "analysis/AnalysisContext.h"
#include "analysis/hardware/WhatIf.h"
#include "cost_models/CostModel.h"
#include "tool/prune/Forecast.h"
#include "tool/prune/space/TuningSpace.h"

namespace kernelcast {

/// What is the same for all configurations of a space.
struct ForecastSetup {
  /// Without the configuration's macros and options. Text stands for what its
  /// file holds.
  CompileJob Job;
  std::vector<std::string> Sources; ///< files that Text was made of
  std::string Text;                 ///< of all of them, one after the other
  std::shared_ptr<const GpuSpec> Gpu;
  std::string GpuFile;               ///< or the name of one that is built in
  std::vector<NumberChange> Changes; ///< that have been made to it
  std::shared_ptr<const CostModel> Model;
  ModelMode Mode = ModelMode::Corrected;
  bool StartsWarm = false; ///< WarpProfile's
  /// Values that the user gives, before those of the space.
  std::map<std::string, ArgumentValue> Arguments;
};

class ConfiguredSource {
public:
  /// Reads the source with the macros and options of \p Configured. \p Counts:
  /// Ir: compiled, too.
  ConfiguredSource(const ConfiguredKernel &Configured,
                   const ForecastSetup &Setup, InstructionSource Counts);

  /// What reading it rests on.
  const SourceInputs &inputs() const { return Inputs; }
  /// Names of the macros that were looked at; nothing if that is not known.
  const std::optional<PreprocessedText> &text() const { return Text; }
  /// The kernel; null where it is not modelled.
  const KernelModel *model() const {
    return Kernel && Kernel->Analysis ? &Kernel->Analysis->model() : nullptr;
  }
  /// Why there is no such kernel, or there are several, in a source that has no
  /// error and lacks no header; "": there is one, or nobody knows.
  llvm::StringRef whyMisnamed() const {
    return IsMisnamed ? llvm::StringRef(Problem) : "";
  }
  /// Whether reading it again may give another result.
  bool mayDiffer() const { return Unreadable || Inputs.MayDiffer; }

  /// What is known of \p Configured, one of those that have this text.
  Forecast forecast(const ConfiguredKernel &Configured) const;
  /// The same as far as its source and its launch tell without any counting:
  /// whether it can run. If nothing speaks against it, the result isOpen().
  Forecast outlook(const ConfiguredKernel &Configured) const;
  /// Of equal ones, all forecasts are equal.
  ContentHash program(const ConfiguredKernel &Configured) const;

private:
  Forecast outlook(const ConfiguredKernel &Configured,
                   std::optional<LaunchConfiguration> &Launch) const;
  Forecast withoutModel() const;
  std::string whyNotCompiled() const;
  void choose(const AnalysisContext &Source, const std::string &Name);

  const ForecastSetup &Setup;
  InstructionSource Counts;
  SourceInputs Inputs;
  std::optional<PreprocessedText> Text;
  std::optional<SourceKernel> Kernel;
  std::string Problem;     ///< why there is no kernel, or it is no good
  bool IsInError = false;  ///< which is the source's fault
  bool IsMisnamed = false; ///< no kernel, or several, have that name
  bool Unreadable = false; ///< for a reason that may not be the source's
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_CONFIGUREDSOURCE_H
