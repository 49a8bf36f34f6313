//===- Explanation.cpp - Every equation with its numbers ------------------===//

#include "analysis/support/TextTable.h"
#include "analysis/support/UnitText.h"
#include "tool/report/Numbers.h"
#include "tool/report/OriginText.h"
#include "tool/report/SourceLines.h"
#include "tool/report/TextReport.h"
#include "llvm/ADT/ArrayRef.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// Six digits: enough to redo the sum by hand.
static std::string sixDigits(double Value) {
  return fmt::format("{:.6g}", Value);
}

/// One kind of quantity in columns: name, value, where from, and what is long
/// on lines of its own.
static void writeQuantities(ArrayRef<const Quantity *> Quantities,
                            const WarpProfile &Profile, raw_ostream &OS,
                            const TextOptions &Options) {
  auto Source = [&](const Quantity &Q) {
    return Q.isInput() ? originText(Q, Profile) : Q.Equation;
  };
  auto InUnit = [](const Quantity &Q) {
    return sixDigits(Q.Value) + (Q.Unit.empty() ? "" : " ") +
           unitText(Q.Value, Q.Unit);
  };
  unsigned NameWidth = 0, ValueWidth = 0, SourceWidth = 0;
  for (const Quantity *Q : Quantities) {
    NameWidth = std::max(NameWidth, columns(Q->Name));
    ValueWidth = std::max(ValueWidth, columns(InUnit(*Q)));
    SourceWidth = std::max(SourceWidth, columns(Source(*Q)));
  }
  for (const Quantity *Q : Quantities) {
    std::string Value = InUnit(*Q);
    OS.indent(4) << Q->Name;
    OS.indent(NameWidth - columns(Q->Name) + 2) << Value;
    if (!Source(*Q).empty())
      OS.indent(ValueWidth - columns(Value) + 2) << Source(*Q);
    unsigned Start = 4 + NameWidth + 2;
    unsigned Used = Start + ValueWidth + 2 + SourceWidth + 2;
    std::string Formula = printable(Q->Formula);
    bool Fits = Used + columns(Formula) <= Options.Width;
    if (!Formula.empty() && Fits)
      OS.indent(SourceWidth - columns(Source(*Q)) + 2) << Formula;
    OS << '\n';
    // Never cut: that is what was asked for.
    if (!Formula.empty() && !Fits)
      writeParagraph("= " + Formula, OS, Start, Options.Width);
    if (!Q->Note.empty())
      writeParagraph(Q->Note, OS, Start, Options.Width);
  }
}

/// What the analysis found: each access and loop with how it is known.
static void writeFacts(const WarpProfile &Profile, const KernelModel &Model,
                       raw_ostream &OS, const TextOptions &Options) {
  auto Name = [&](const SourceSpot &Spot, StringRef Text) {
    unsigned Room = Options.Width > 80 ? Options.Width - 56 : 24;
    return shorten(
        printable(fmt::format("{}:{} {}", Spot.Line, Spot.Column, Text.str())),
        Room, Options.Unicode);
  };
  TextTable Accesses(0b1110);
  Accesses.add({"access", "by warps", "sectors", "bytes", "known"});
  size_t Count = std::min(Model.Accesses.size(), Profile.Accesses.size());
  for (size_t I = 0; I != Count; ++I) {
    const AccessFacts &Facts = Profile.Accesses[I];
    Accesses.add(
        {Name(Model.Accesses[I].Location, Model.Accesses[I].Text),
         sixDigits(Facts.WarpExecutions.Value), sixDigits(Facts.Sectors.Value),
         sixDigits(Facts.TransactionBytes.Value), name(Facts.Source).str()});
  }
  if (Count) {
    OS << '\n';
    Accesses.print(OS, 4);
  }
  TextTable Loops(0b110);
  Loops.add({"loop", "rounds", "of a warp", "known"});
  Count = std::min(Model.Loops.size(), Profile.Loops.size());
  for (size_t I = 0; I != Count; ++I)
    Loops.add({Name(Model.Loops[I].Location, Model.Loops[I].Text),
               sixDigits(Profile.Loops[I].Mean.Value),
               sixDigits(Profile.Loops[I].WarpMean.Value),
               name(Profile.Loops[I].Mean.Source).str()});
  if (Count) {
    OS << '\n';
    Loops.print(OS, 4);
  }
}

void kernelcast::writeCommonInputs(const LaunchReport &Launch, raw_ostream &OS,
                                   const TextOptions &Options) {
  if (!Launch.Gpu || !Launch.Model)
    return;
  OS << "\n  inputs of every model\n";
  std::vector<Quantity> All = Launch.CommonInputs;
  std::vector<const Quantity *> Quantities;
  Quantities.reserve(All.size());
  for (const Quantity &Q : All)
    Quantities.push_back(&Q);
  writeQuantities(Quantities, Launch.counted(), OS, Options);
  writeFacts(Launch.Profile, *Launch.Model, OS, Options);
}

void kernelcast::writeExplanation(const Prediction &P,
                                  const WarpProfile &Profile,
                                  const KernelAnalysis &Kernel, raw_ostream &OS,
                                  const TextOptions &Options) {
  std::vector<const Quantity *> Inputs, Equations;
  for (const Quantity &Q : P.Quantities)
    (Q.isInput() ? Inputs : Equations).push_back(&Q);
  if (!Inputs.empty()) {
    OS << "\n  inputs of " << name(P.Model) << " (" << name(P.Mode) << ") on "
       << P.Gpu << '\n';
    writeQuantities(Inputs, Profile, OS, Options);
  }
  OS << "\n  equations of " << name(P.Model) << " (" << name(P.Mode) << ") on "
     << P.Gpu << '\n';
  writeQuantities(Equations, Profile, OS, Options);
  std::string Time;
  Kernel.withFormulas(Profile.WarpSize, [&](KernelFormulas &Formulas) {
    Time = timeInTripsText(P, Formulas);
  });
  if (!Time.empty())
    writeParagraph("time = " + Time, OS, 4, Options.Width);
}
