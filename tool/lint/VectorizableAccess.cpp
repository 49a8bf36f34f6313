//===- VectorizableAccess.cpp - Neighbours loaded one by one --------------===//
//
// Accesses of a thread that lie side by side (NeighbouringAccesses.h) are as
// many instructions, each for all sectors of the warp. A vector type makes one
// of them.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "tool/lint/AccessGroups.h"
#include "tool/lint/LintLaunch.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

std::vector<Finding>
kernelcast::findVectorizableAccess(const LintLaunch &Launch) {
  std::vector<Finding> Result;
  const KernelModel &Kernel = Launch.model();
  for (const NeighbouringAccesses &Wide : Launch.neighbours()) {
    const MemoryAccess &First = Kernel.Accesses[Wide.Parts[0]];
    const unsigned Count =
        static_cast<unsigned>(Wide.Parts.size()) * Wide.Iterations;
    Finding F;
    F.Location = First.Location;
    F.Range = First.Range;
    F.Known = How::Assumed; // that the array begins at a multiple of the width
    F.Message = fmt::format(
        "{} and {} more lie side by side: one {} of {} bytes would do instead "
        "of {}",
        subject(First), Count - 1, name(First.Kind).str(), Wide.Bytes, Count);
    F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
      for (const auto &[I, Id] : enumerate(Wide.Parts))
        keepValue(Ideal, Id, I == 0 ? 1.0 / Wide.Iterations : 0);
    });
    for (AccessId Id : ArrayRef(Wide.Parts).drop_front())
      F.Notes.push_back({ReportDiagnostic::Level::Note,
                         Kernel.Accesses[Id].Location,
                         "a neighbour is here: " + Kernel.Accesses[Id].Text});
    Result.push_back(std::move(F));
  }
  return Result;
}
