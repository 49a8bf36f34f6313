//===- Screen.h - One kernel's screen of text -------------------*- C++ -*-===//
//
// Internal to tool/report: TextReport.cpp writes how long and why,
// TextHotSpots.cpp where, TextLines.cpp by which lines of the source,
// TextFactors.cpp what a perfect factor would gain, TextSummary.cpp many
// kernels in a row each, TextComparison.cpp how else: on other GPUs, by other
// models, in other launches.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_SCREEN_H
#define KERNELCAST_TOOL_REPORT_SCREEN_H

#include "tool/report/Numbers.h"
#include "tool/report/SourceLines.h"
#include "tool/report/TextReport.h"
#include <fmt/format.h>

namespace kernelcast {

inline constexpr unsigned LeastLabelColumns = 12; ///< "  predicted   0.412 ms"

class Screen {
public:
  Screen(llvm::raw_ostream &OS, const TextOptions &Options)
      : OS(OS), Options(Options) {}

  /// What holds for all kernels: the GPUs.
  void begin(const Report &Result) {
    Gpus = Result.Gpus;
    for (const auto &[Path, Text] : Result.Texts)
      Sources.add(Path, Text);
    whatIf(Gpus);
  }
  void kernel(const KernelReport &Kernel);
  /// A row for each of \p Rows, which come first of \p All kernels.
  void summary(const Report &Result, llvm::ArrayRef<KernelSummary> Rows,
               size_t All);
  /// The last line: how many kernels of each status.
  void counts(const StatusCounts &Counts);
  /// TextApplication.cpp: each entry in full on the first GPU and model, in a
  /// line on the others.
  void applications(llvm::ArrayRef<ApplicationPrediction> All);

private:
  void application(const ApplicationPrediction &R,
                   llvm::ArrayRef<const ApplicationPrediction *> Others);
  void applicationTotals(const ApplicationPrediction &R);
  void applicationEvents(const ApplicationPrediction &R);
  std::string eventText(const ApplicationEvent &E) const;
  /// "launch at main.cu:12 and 2 more places": all that launch it alike.
  std::string launchPlaces(const LaunchReport &Launch) const;
  void header(const KernelReport &Kernel, const LaunchReport &Launch);
  void prediction(const LaunchReport &Launch, const KernelReport &Kernel);
  void clock(const LaunchReport &Launch, bool IsPartial);
  void guesses(const LaunchReport &Launch);
  void breakdown(const Prediction &P);
  void occupancy(const LaunchReport &Launch);
  void unfilled(const LaunchReport &Launch);
  void utilisation(const LaunchReport &Launch);
  void achieved(const LaunchReport &Launch);
  void accesses(const LaunchReport &Launch);
  void divergence(const LaunchReport &Launch);
  void factors(const LaunchReport &Launch);
  void lines(const LaunchReport &Launch);
  void whatIf(llvm::ArrayRef<std::shared_ptr<const GpuSpec>> Gpus);
  void gpus(const KernelReport &Kernel);
  void models(const LaunchReport &Launch);
  void domains(const LaunchReport &Launch);
  void modelsByGpu(const KernelReport &Kernel);
  void furtherLaunches(const KernelReport &Kernel);
  void missing(const KernelReport &Kernel);
  std::string headline(const LaunchReport &Launch) const;
  void assumptions(const LaunchConfiguration &Shape);

  void label(llvm::StringRef Name);
  void line(llvm::StringRef Text, unsigned Indent);
  void paragraph(llvm::StringRef Text, unsigned Indent) {
    writeParagraph(Text, OS, Indent, Options.Width);
  }
  /// A line of source: whole in a file, shortened on a terminal.
  std::string cut(llvm::StringRef Text, unsigned Width) const {
    return Options.Cut ? shorten(Text, Width, Options.Unicode) : Text.str();
  }
  void wideTable(llvm::ArrayRef<std::string> Heads,
                 llvm::ArrayRef<std::vector<std::string>> Rows);
  std::vector<std::string> gpuNames() const;
  std::string shape(const std::array<uint64_t, 3> &Size) const;
  std::string place(const SourceSpot &Spot, bool Whole = false) const;
  std::string timeRange(const Prediction &P, TimeUnit Unit) const;
  llvm::StringRef dot() const { return Options.Unicode ? "·" : "-"; }

  std::string paint(llvm::StringRef Text, const char *Code) const {
    if (!Options.Colours)
      return Text.str();
    return fmt::format("\033[{}m{}\033[0m", Code, Text.str());
  }
  std::string bold(llvm::StringRef Text) const { return paint(Text, "1"); }
  std::string dim(llvm::StringRef Text) const { return paint(Text, "2"); }
  std::string warn(llvm::StringRef Text) const { return paint(Text, "33"); }

  llvm::raw_ostream &OS;
  const TextOptions &Options;
  SourceLines Sources;
  llvm::ArrayRef<std::shared_ptr<const GpuSpec>> Gpus; ///< asked for
  unsigned Labels = LeastLabelColumns; ///< of the kernel that is being written
};

/// "n = 1024: no value given; ..."
std::string assumptionText(const AssumptionWording &Words);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_SCREEN_H
