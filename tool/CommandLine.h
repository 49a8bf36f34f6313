//===- CommandLine.h - What the user asked for ------------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_COMMANDLINE_H
#define KERNELCAST_TOOL_COMMANDLINE_H

#include "analysis/evaluator/EvaluationOptions.h"
#include "analysis/hardware/WhatIf.h"
#include "analysis/launch/ResolveLaunch.h"
#include "cost_models/CostModel.h"

namespace kernelcast {

enum class Subcommand : uint8_t {
  Help,
  Version,
  Predict,
  Graph,
  EmitCost,
  Gpus
};

/// The command line, checked: every value is in range, but files, kernels and
/// GPUs have not been looked up.
struct CommandLine {
  Subcommand Command = Subcommand::Help;
  std::string HelpText; ///< for Subcommand::Help

  // Input.
  std::vector<std::string> Files; ///< for gpus: its own arguments
  std::string Database;           ///< -p
  std::vector<std::string> ExtraArguments;
  std::vector<std::string> CompilerArguments; ///< after --
  bool HasCompilerArguments = false;          ///< there was a --
  std::vector<std::string> Kernels;
  unsigned Jobs = 1; ///< 0: one per core

  // Launch and arguments.
  LaunchOverrides Launch;
  ControlAssumptions Control;

  // GPU and model.
  std::vector<std::string> Gpus;     ///< --gpu, as given
  std::vector<NumberChange> Changes; ///< --set
  std::string Model;                 ///< "": the default one
  std::optional<ModelMode> Mode;
  std::optional<unsigned> Registers;
  std::string PtxasLog;
  bool VerifiedOnly = false;

  // Output.
  std::string Format; ///< "": the default of the subcommand
  std::string What;   ///< graph
  std::string Output; ///< "": standard output
  bool App = false;   ///< timelines of the host programs
  bool Explain = false, Timing = false, Strict = false;
  bool PrintCompilerCommand = false; ///< instead of the analysis
};

/// Reads the arguments (without the program's name). Errors are for the user,
/// one sentence each.
llvm::Expected<CommandLine>
parseCommandLine(llvm::ArrayRef<const char *> Arguments);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_COMMANDLINE_H
