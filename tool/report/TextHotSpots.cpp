//===- TextHotSpots.cpp - Where a kernel loses its time -------------------===//

#include "tool/report/CostliestAccesses.h"
#include "tool/report/Numbers.h"
#include "tool/report/Screen.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// " of in": the array, where the expression does not name it, as in a helper
/// that is handed a pointer.
static std::string arrayNote(const KernelModel &Kernel,
                             const MemoryAccess &Access) {
  if (Access.Array >= Kernel.Arrays.size())
    return "";
  StringRef Name = Kernel.Arrays[Access.Array].Name;
  if (Name.empty() || StringRef(Access.Text).contains(Name))
    return "";
  return " of " + printable(Name);
}

void Screen::accesses(const LaunchReport &Launch) {
  bool BanksFirst = !Launch.Predictions.empty() &&
                    Launch.Predictions[0].Bottleneck == Cost::BankConflicts;
  std::vector<CostlyAccess> Entries = costliestAccesses(
      Launch.Profile, 4, BanksFirst, /*ByArray=*/true,
      Launch.CompiledProfile ? &*Launch.CompiledProfile : nullptr);
  if (Entries.empty())
    return;
  struct Row {
    std::string Place, What, Cost;
  };
  std::vector<Row> Rows;
  unsigned PlaceWidth = 0, WhatWidth = 0, CostWidth = 0;
  const unsigned Longest = !Options.Cut         ? 60
                           : Options.Width > 90 ? Options.Width - 70
                                                : 20;
  for (const CostlyAccess &Entry : Entries) {
    Row R;
    R.Place = place(Entry.Access->Location);
    R.What = fmt::format("{:<5} {}", name(Entry.Access->Kind).str(),
                         printable(Entry.Access->Text));
    R.What = shorten(R.What, Longest, Options.Unicode) +
             arrayNote(*Launch.Profile.Kernel, *Entry.Access);
    if (Entry.OfBanks)
      R.Cost = fmt::format("{:>4} bank cycles a warp, ideal 1",
                           threeDigitsFraction(Entry.BankCyclesPerWarp));
    else
      R.Cost = fmt::format("{:>4} sectors a warp, ideal {}",
                           threeDigitsFraction(Entry.SectorsPerWarp),
                           threeDigits(Entry.IdealSectors));
    PlaceWidth = std::max(PlaceWidth, columns(R.Place));
    WhatWidth = std::max(WhatWidth, columns(R.What));
    CostWidth = std::max(CostWidth, columns(R.Cost));
    Rows.push_back(std::move(R));
  }
  OS << "\n  costliest accesses\n";
  SourceSpot Shown;
  for (size_t I = 0; I != Rows.size(); ++I) {
    const CostlyAccess &Entry = Entries[I];
    const Row &R = Rows[I];
    OS.indent(4) << R.Place;
    OS.indent(PlaceWidth - columns(R.Place) + 2) << R.What;
    OS.indent(WhatWidth - columns(R.What) + 2);
    OS << (Entry.isWasteful() ? warn(R.Cost) : R.Cost);
    OS.indent(CostWidth - columns(R.Cost) + 2);
    OS << fmt::format("{:<8} {} of the {}\n", name(Entry.Source).str(),
                      percent(Entry.Share),
                      Entry.OfBanks ? "bank cycles" : "traffic");
    unsigned Indent = 4 + PlaceWidth + 2;
    const SourceSpot &Spot = Entry.Access->Location;
    if (Spot.Line != Shown.Line || Spot.File != Shown.File) {
      std::string Text = Sources.line(Spot.File, Spot.Line);
      if (!StringRef(Text).trim().empty())
        OS.indent(Indent) << dim(cut(StringRef(Text).trim(),
                                     std::max(Options.Width, Indent + 30) -
                                         Indent))
                          << '\n';
      Shown = Spot;
    }
    if (Entry.isWasteful() || Entry.Source == How::Assumed) {
      std::string Sentence =
          laneSentence(Entry, Launch.Profile.WarpSize, Options.Unicode);
      if (!Sentence.empty())
        paragraph(Sentence, Indent);
    }
  }
}

/// Branches at which warps split and loops in which lanes wait for others.
void Screen::divergence(const LaunchReport &Launch) {
  const WarpProfile &Profile = Launch.Profile;
  const KernelModel &Model = *Launch.Model;
  std::vector<std::pair<double, std::string>> Lines;
  for (const BranchFacts &Facts : Profile.Branches) {
    double Split = Facts.Diverged.Value;
    if (Facts.Block >= Model.Blocks.size() || !(Split >= 0.05) ||
        Model.Blocks[Facts.Block].FromLoopCondition ||
        Model.Blocks[Facts.Block].Predicated)
      continue;
    const BasicBlock &Block = Model.Blocks[Facts.Block];
    Lines.emplace_back(
        Split * Facts.WarpExecutions.Value,
        fmt::format("{}  if ({}): lanes part in {} of the warps that reach it "
                    "({})",
                    place(Block.ConditionLocation), Block.ConditionText,
                    percent(Split), name(Facts.Diverged.Source).str()));
  }
  size_t Count = std::min(Model.Loops.size(), Profile.Loops.size());
  for (size_t I = 0; I != Count; ++I) {
    const LoopFacts &Facts = Profile.Loops[I];
    if (!(Facts.WarpMean.Value > 1.1 * Facts.Mean.Value) ||
        Model.Loops[I].Header >= Profile.Blocks.size())
      continue;
    Lines.emplace_back(
        Profile.Blocks[Model.Loops[I].Header].WarpExecutions.Value,
        fmt::format("{}  loop ({}): a lane makes {} rounds, its warp {} ({})",
                    place(Model.Loops[I].Location), Model.Loops[I].Text,
                    threeDigits(Facts.Mean.Value),
                    threeDigits(Facts.WarpMean.Value),
                    name(Facts.Mean.Source).str()));
  }
  if (Lines.empty())
    return;
  stable_sort(Lines,
              [](const auto &A, const auto &B) { return A.first > B.first; });
  OS << "\n  divergence\n";
  constexpr size_t Most = 3;
  for (const auto &[Weight, Text] : ArrayRef(Lines).take_front(Most))
    paragraph(Text, 4);
}
