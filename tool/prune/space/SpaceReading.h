//===- SpaceReading.h - What readers of space files work on -----*- C++ -*-===//
//
// A space as far as it is read, with the mistakes that were found on the way.
// Each format has a function that reads one file into it; what several formats
// have in common is here.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_PRUNE_SPACE_SPACEREADING_H
#define KERNELCAST_TOOL_PRUNE_SPACE_SPACEREADING_H

#include "tool/prune/space/JsonDocument.h"
#include "tool/prune/space/SpaceFile.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kernelcast {

/// More mistakes of one file are not listed.
inline constexpr size_t MaxSpaceMistakes = 20;

class SpaceReading {
public:
  SpaceReading(llvm::StringRef FileName, const SpaceOverrides &Overrides)
      : FileName(FileName), Overrides(Overrides) {}

  void mistake(const SourceSpot &Place, const llvm::Twine &Message);
  void note(const SourceSpot &Place, const llvm::Twine &Message);
  void warn(const SourceSpot &Place, const llvm::Twine &Message);
  void launchMistake(const SourceSpot &Place, const llvm::Twine &Message);

  /// The text that a field has; nothing, and a mistake, if it is something
  /// else.
  std::optional<std::string> text(const JsonNode &Node, llvm::StringRef What);
  /// The field \p Name, or a mistake.
  std::optional<JsonNode> required(const JsonNode &Object,
                                   llvm::StringRef Name);

  /// \p Text over the space's parameters, or what is wrong and where (columns
  /// of the text become places by \p PlaceOf).
  struct Unreadable {
    SourceSpot Place;
    std::string Message;
  };
  std::optional<SpaceExpression>
  expression(llvm::StringRef Text,
             llvm::function_ref<SourceSpot(unsigned)> PlaceOf,
             Unreadable &Reason);
  /// A text or a whole number, as in ProblemSize and GlobalSize.
  std::optional<SpaceExpression> expression(const JsonNode &Node,
                                            Unreadable &Reason);

  /// Adds a parameter; a mistake if its name is there or is none.
  void addParameter(SpaceParameter Parameter);

  /// What the command line says.
  void applyOverrides();

  /// \p Path, if relative in the folder of the space file.
  std::string besideFile(llvm::StringRef Path) const;

  bool hasMistakes() const { return !Mistakes.empty(); }
  llvm::Expected<TuningSpace> finish();

  TuningSpace Space;
  std::string FileName;
  const SpaceOverrides &Overrides;

private:
  void sizes(llvm::StringRef Option, llvm::StringRef Text,
             llvm::function_ref<void(unsigned, SpaceExpression)> Take);
  std::vector<std::string> Mistakes;
};

/// T1: the part that both tuners read alike, then by dialect.
void readT1(const JsonNode &Root, SpaceReading &Reading);
void readKernelTunerLaunch(const JsonNode &Kernel, SpaceReading &Reading);
void readKttLaunch(const JsonNode &Kernel, SpaceReading &Reading);

/// GlobalSize and LocalSize of T1 by their axes.
enum class SizeAxes : uint8_t { Global, Local };
/// The expressions of one of them. Those that cannot be read are handed to
/// \p Wrong with the reason.
std::array<std::optional<SpaceExpression>, 3>
readAxes(const JsonNode &Kernel, SizeAxes Which, SpaceReading &Reading,
         llvm::function_ref<void(const SpaceReading::Unreadable &)> Wrong);
/// Whether GlobalSize counts threads and not blocks.
bool globalSizeCountsThreads(const JsonNode &Kernel, SpaceReading &Reading);

/// Configurations one by one.
void readJsonList(const JsonNode &Array, llvm::StringRef Field,
                  SpaceReading &Reading);
void readCsvList(llvm::StringRef Text, SpaceReading &Reading);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_PRUNE_SPACE_SPACEREADING_H
