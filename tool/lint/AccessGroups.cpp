//===- AccessGroups.cpp - Accesses that one remedy mends ------------------===//

#include "tool/lint/AccessGroups.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

std::vector<AccessGroup>
kernelcast::groupedByArray(ArrayRef<const CostlyAccess *> Entries) {
  using Key = std::tuple<unsigned, AccessKind, std::optional<int64_t>>;
  std::map<Key, size_t> Known;
  std::vector<AccessGroup> Result;
  for (const CostlyAccess *Entry : Entries) {
    const MemoryAccess &Access = *Entry->Access;
    size_t Group = Result.size();
    if (Access.Array != kernelcast::None)
      Group = Known
                  .try_emplace(
                      Key(Access.Array, Access.Kind, Entry->LaneStride), Group)
                  .first->second;
    if (Group == Result.size())
      Result.emplace_back();
    Result[Group].push_back(Entry);
  }
  return Result;
}

bool kernelcast::isMemberwise(const KernelModel &Kernel,
                              const CostlyAccess &Entry) {
  const MemoryAccess &Access = *Entry.Access;
  if (Access.Array >= Kernel.Arrays.size() || !Entry.LaneStride)
    return false;
  const uint64_t Element = Kernel.Arrays[Access.Array].ElementBytes;
  return Element > Access.instructionBytes() &&
         static_cast<uint64_t>(std::abs(*Entry.LaneStride)) == Element;
}

std::optional<WholePieces::Piece> WholePieces::pieceOf(AccessId Id) const {
  const KernelModel &Kernel = *Profile.Kernel;
  const MemoryAccess &Part = Kernel.Accesses[Id];
  if (Part.Silent || !Part.Address || Part.PieceBytes == 0 ||
      Part.PieceBytes <= Part.instructionBytes())
    return std::nullopt;
  const Expr *Start = Kernel.Pool->sub(
      Part.Address,
      Kernel.Pool->constant(Part.PieceOffset, Part.Address->type()));
  return Piece(Start->id(), Part.Kind,
               Profile.Accesses[Id].LaneExecutions.Value);
}

WholePieces::WholePieces(const WarpProfile &Profile) : Profile(Profile) {
  for (const auto &[Id, Part] : enumerate(Profile.Kernel->Accesses))
    if (std::optional<Piece> Whole = pieceOf(static_cast<AccessId>(Id)))
      Touched[*Whole] |= maskTrailingOnes<unsigned>(Part.Bytes)
                         << Part.PieceOffset;
}

bool WholePieces::has(AccessId Id) const {
  const std::optional<Piece> Whole = pieceOf(Id);
  return Whole &&
         Touched.at(*Whole) == maskTrailingOnes<unsigned>(
                                   Profile.Kernel->Accesses[Id].PieceBytes);
}

std::vector<AccessId> kernelcast::copiesOf(const AccessGroup &Group) {
  std::vector<AccessId> Result;
  for (const CostlyAccess *Entry : Group)
    append_range(Result, Entry->Copies);
  return Result;
}

std::string kernelcast::meanText(const CostlyAccess &Entry, double Mean) {
  if (Entry.Source != How::Sampled)
    return threeDigits(Mean);
  const double Unit = Mean < 100 ? 1 : 10;
  return "about " +
         (Mean < 10 ? fmt::format("{:.1f}", Mean)
                    : fmt::format("{:.0f}", std::round(Mean / Unit) * Unit));
}

std::string kernelcast::subject(const MemoryAccess &Access) {
  return fmt::format("{} {} {}", name(Access.Kind).str(),
                     Access.Kind == AccessKind::Load ? "of" : "to",
                     Access.Text);
}

Finding kernelcast::findingAbout(const AccessGroup &Group) {
  constexpr size_t MostNotes = 4;
  Finding F;
  F.Location = Group[0]->Access->Location;
  F.Range = Group[0]->Access->Range;
  for (const CostlyAccess *Entry : Group)
    F.Known = weaker(F.Known, Entry->Source);
  ArrayRef<const CostlyAccess *> Others = ArrayRef(Group).drop_front();
  const size_t Shown = std::min(Others.size(), MostNotes);
  for (const auto &[I, Entry] : enumerate(Others.take_front(Shown))) {
    const bool Last = I + 1 == Shown && Others.size() > Shown;
    F.Notes.push_back({ReportDiagnostic::Level::Note, Entry->Access->Location,
                       fmt::format("the gain is that of this {}, too{}",
                                   name(Entry->Access->Kind).str(),
                                   Last ? fmt::format(", and of {} more",
                                                      Others.size() - Shown)
                                        : "")});
  }
  return F;
}
