//===- TextSummary.cpp - Many kernels in a row each -----------------------===//

#include "analysis/support/TextTable.h"
#include "tool/report/Screen.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace kernelcast;

static StringRef orderText(KernelOrder Order) {
  switch (Order) {
  case KernelOrder::Time:
    return "worst first";
  case KernelOrder::Source:
    return "in the order of the source";
  case KernelOrder::Name:
    return "by name";
  }
  llvm_unreachable("an order without words");
}

static bool isWithheld(const KernelReport &Kernel) {
  return any_of(Kernel.Launches, [](const LaunchReport &Launch) {
    return Launch.Guesses.Withheld;
  });
}

static bool cannotLaunch(const KernelReport &Kernel) {
  return !Kernel.Launches.empty() &&
         all_of(Kernel.Launches, [](const LaunchReport &Launch) {
           return !Launch.Profile.WhyNotResident.empty();
         });
}

/// Instead of what bounds a kernel that has no time.
static std::string whyNoTime(const KernelReport &Kernel) {
  return Kernel.Status == ModelStatus::NotModelled ? "not modelled"
         : cannotLaunch(Kernel)                    ? "cannot launch"
         : isWithheld(Kernel)                      ? "too much guessed"
                                                   : "no time";
}

void Screen::summary(const Report &Result, ArrayRef<KernelSummary> Rows,
                     size_t All) {
  OS << bold(counted(All, "kernel"));
  if (!Gpus.empty())
    OS << "   on " << Gpus[0]->MarketingName;
  OS << "   " << orderText(Options.Order.value_or(KernelOrder::Time)) << "\n\n";
  const std::string AtLeast = Options.Unicode ? "≥" : ">=";
  const std::string Guessed = Options.Unicode ? "≈" : "~";
  auto Time = [&](const KernelSummary &Row) -> std::string {
    if (!Row.Seconds)
      return "-";
    TimeUnit Unit = timeUnit(*Row.Seconds, Options.Unicode);
    const std::string Marks =
        (Row.AtLeast ? AtLeast + " " : "") + (Row.Guessed ? Guessed + " " : "");
    return fmt::format("{}{} {}", Marks, inUnit(*Row.Seconds, Unit),
                       Unit.Name.str());
  };
  // Shares are of all kernels, shown or not.
  double Whole = 0;
  for (const KernelSummary &Row : summaries(Result, KernelOrder::Source))
    Whole += Row.Seconds.value_or(0);

  const unsigned Others = Gpus.size() < 2 ? 0 : Gpus.size() - 1;
  TextTable Table(0b111 | ((1ULL << std::min(Others, 32U)) - 1) << 3);
  TextTable::Row Heads = {"time", "share", "launches"};
  for (const auto &Gpu : Gpus.drop_front(Gpus.empty() ? 0 : 1))
    Heads.push_back("on " + Gpu->Name);
  append_range(Heads,
               ArrayRef<std::string>{"bound by", "defined at", "kernel"});
  Table.add(std::move(Heads));
  for (const KernelSummary &Row : Rows) {
    const KernelReport &Kernel = *Row.Kernel;
    TextTable::Row Cells = {
        Time(Row),
        Row.Seconds && Whole > 0 ? percent(*Row.Seconds / Whole) : "",
        Row.Launches              ? utostr(Row.Launches)
        : Kernel.Launches.empty() ? ""
                                  : "none"};
    for (const auto &Gpu : Gpus.drop_front(Gpus.empty() ? 0 : 1))
      Cells.push_back(Time(summaryOf(Kernel, Gpu.get())));
    if (const auto Bound = Row.Bottleneck)
      Cells.push_back(name(*Bound).str());
    else
      Cells.push_back(Row.Seconds ? "" : whyNoTime(Kernel));
    Cells.push_back(fmt::format(
        "{}:{}", printable(sys::path::filename(Kernel.Location.File)),
        Kernel.Location.Line));
    Cells.push_back(printable(
        Kernel.QualifiedName.empty() ? Kernel.Name : Kernel.QualifiedName));
    Table.add(std::move(Cells));
  }
  Table.print(OS, 2);
  if (Rows.size() < All)
    OS << "  and " << counted(All - Rows.size(), "more kernel") << '\n';
  OS << '\n';
  // Many kernels of a file are often left out for one reason.
  MapVector<StringRef, unsigned> ByReason;
  for (const KernelSummary &Row : Rows)
    if (Row.Kernel->Status == ModelStatus::NotModelled &&
        !Row.Kernel->Reasons.empty())
      ++ByReason[Row.Kernel->Reasons[0]];
  const auto Reasons = ByReason.takeVector();
  constexpr size_t Most = 5;
  for (const auto &[Reason, Count] : ArrayRef(Reasons).take_front(Most))
    paragraph(fmt::format("{} not modelled: {}", counted(Count, "kernel"),
                          Reason.str()),
              2);
  if (Reasons.size() > Most)
    paragraph(fmt::format("and {} more reasons (--details names them)",
                          Reasons.size() - Most),
              2);
  if (!Reasons.empty())
    OS << '\n';
  if (any_of(Rows,
             [](const KernelSummary &Row) { return Row.Seconds.has_value(); }))
    paragraph("Times are of all launches that host code has of a kernel, each "
              "place once; --app follows the host's loops.",
              2);
  if (any_of(Rows, [](const KernelSummary &Row) {
        return !Row.Launches && !Row.Kernel->Launches.empty();
      }))
    paragraph("Where none is found, the time is of one launch, given or "
              "assumed.",
              2);
  if (any_of(Rows, [](const KernelSummary &Row) { return Row.AtLeast; }))
    paragraph(AtLeast + " is in front of times to which something is missing.",
              2);
  if (any_of(Rows, [](const KernelSummary &Row) { return Row.Guessed; }))
    paragraph(Guessed + " is in front of times that rest on guessed numbers, "
                        "which the kernel's screen names.",
              2);
  if (any_of(Rows, [](const KernelSummary &Row) {
        return !Row.Seconds && isWithheld(*Row.Kernel);
      }))
    paragraph("Where too much is guessed, no time is told; the kernel's screen "
              "names what.",
              2);
  if (!Options.Details && Rows.size() > FewKernels)
    paragraph("--kernel NAME shows a kernel in full, --top 3 the first three, "
              "--details all of them.",
              2);
  OS << '\n';
}

void Screen::counts(const StatusCounts &Counts) {
  std::vector<std::string> Parts;
  auto Part = [&](unsigned Count, StringRef What) {
    if (Count)
      Parts.push_back(fmt::format("{} {}", Count, What.str()));
  };
  Part(Counts.Modelled, "modelled");
  Part(Counts.Partial, "partial");
  Part(Counts.NotModelled, "not modelled");
  OS << counted(Counts.kernels(), "kernel") << ": " << join(Parts, ", ");
  if (Counts.Unreadable)
    OS << "; " << counted(Counts.Unreadable, "file") << " could not be read";
  OS << '\n';
}
