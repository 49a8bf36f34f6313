//===- Configuration.h - What .kernelcast.yml says --------------*- C++ -*-===//
//
// A project says once, in files named .kernelcast.yml, what lint looks for and
// how its kernels are launched. As with .clang-tidy, the file that counts for a
// source is the nearest one in its folder or a folder around it; with `inherit:
// true` it adds to the next one further up, and wins where both speak.
//
//   inherit: true
//   checks: "*,-kernelcast-partial-*"
//   min-gain: 5
//   fail-on: warning
//   gpus: [a100-pcie-40gb, rtx-2080-ti]
//   kernels:
//     - name: "transpose*"
//       grid: [128, 128]
//       block: [32, 8]
//       args: {n: 4096}
//
// docs/lint/configuration.md tells users.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_CONFIGURATION_H
#define KERNELCAST_TOOL_CONFIGURATION_H

#include "analysis/launch/ResolveLaunch.h"
#include "tool/CommandLine.h"
#include <map>
#include <memory>

namespace kernelcast {

/// How a configuration file is called.
inline constexpr llvm::StringLiteral ConfigurationFileName = ".kernelcast.yml";

/// Larger files are refused unread.
inline constexpr uint64_t MaxConfigurationBytes = 1 << 20;

/// The launches of the kernels of one name.
struct KernelSettings {
  /// A name as --kernel takes it, or a glob over qualified names.
  std::string Name;
  LaunchOverrides Launch;
  SourceSpot Location; ///< in the file
};

/// One file, or several that inherit. What is empty nobody says.
struct Configuration {
  std::optional<std::string> Checks; ///< patterns, as --checks
  std::optional<double> MinGain;     ///< as a part of a kernel's time
  std::optional<FailOn> Fails;
  std::vector<std::string> Gpus;       ///< names, and paths from anywhere
  std::vector<KernelSettings> Kernels; ///< of two that fit, the later wins
  bool Inherit = false;
  std::vector<std::string> Files; ///< that say so, the outermost first
};

/// The configuration that \p Text has; \p FileName is for the messages, and
/// paths of GPU files start in its folder. The error has a line
/// `file:line:column: error: ...` for every mistake: what is not YAML, unknown
/// or repeated keys, unknown checks and GPUs, values out of range.
llvm::Expected<Configuration> readConfiguration(llvm::StringRef Text,
                                                llvm::StringRef FileName);

/// Finds the configuration of files and folders, and reads each file once.
class ConfigurationFinder {
public:
  /// What counts for the source \p Path, or for what lies in it if it is a
  /// folder; an empty one where no file says anything. Errors: as
  /// readConfiguration(); a file that cannot be read.
  llvm::Expected<std::shared_ptr<const Configuration>>
  find(llvm::StringRef Path);

private:
  llvm::Expected<const Configuration *> read(const std::string &Path);

  std::map<std::string, Configuration> ByFile;
  std::map<std::string, std::shared_ptr<const Configuration>> ByFolder;
};

/// \p Stronger over \p Weaker: its values win, and lists of checks and kernels
/// are added, as clang-tidy does with InheritParentConfig.
Configuration inherited(const Configuration &Weaker,
                        const Configuration &Stronger);

/// \p Whole as a file that reads back the same.
void writeConfiguration(const Configuration &Whole, llvm::raw_ostream &OS);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_CONFIGURATION_H
