//===- UniformLoad.cpp - What every thread loads from one place -----------===//
//
// A load whose address no thread changes, of an array that the kernel only
// reads: constant memory, or a kernel argument, gives the value to a whole warp
// as an operand of the instruction that wants it. Constant memory has 64 KiB.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "analysis/specialize/IndexExtent.h"
#include "tool/lint/AccessGroups.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

static constexpr double ConstantMemory = 65536;

/// Whether the address of \p Access is the same for all threads in an iteration
/// of the loops around it. Behind a loop, how often it went round may differ.
static bool isUniform(const KernelModel &Kernel, const MemoryAccess &Access) {
  bool Result = true;
  visitPostOrder(Access.Address, [&](const Expr *Node) {
    constexpr auto FirstSize = static_cast<int64_t>(Coordinate::BlockSizeX);
    Result &=
        Node->op() != Op::Load && Node->op() != Op::Opaque &&
        Node->op() != Op::Phi &&
        (Node->op() != Op::Coordinate || Node->value() >= FirstSize) &&
        (Node->op() != Op::Counter ||
         is_contained(Kernel.Loops[static_cast<size_t>(Node->value())].Blocks,
                      Access.Block));
  });
  return Result;
}

/// Whether \p Access is a load that constant memory could serve, if there is
/// room.
static bool isCandidate(const KernelModel &Kernel, const MemoryAccess &Access) {
  return Access.Space == MemorySpace::Global &&
         Access.Kind == AccessKind::Load && !Access.Volatile &&
         Access.Address && Access.Array < Kernel.Arrays.size() &&
         Kernel.Arrays[Access.Array].ReadOnly && isUniform(Kernel, Access);
}

/// Bytes from the first to the last that access \p Id touches in \p Profile;
/// nothing if that is not known.
static std::optional<double> extent(const WarpProfile &Profile, AccessId Id) {
  const Footprint &Touched = Profile.Accesses[Id].Touched;
  if (Touched.patterns().empty() || Touched.overflow() > 0)
    return indexExtent(*Profile.Kernel, Profile.Kernel->Accesses[Id],
                       Profile.Launch);
  double Low = Touched.patterns()[0].Low, High = Touched.patterns()[0].High;
  for (const FootprintPattern &Pattern : Touched.patterns()) {
    Low = std::min(Low, Pattern.Low);
    High = std::max(High, Pattern.High);
  }
  return High - Low;
}

/// The largest of the accesses \p Ids; nothing if one is not known.
static std::optional<double> extent(const WarpProfile &Profile,
                                    ArrayRef<AccessId> Ids) {
  double Largest = 0;
  for (AccessId Id : Ids) {
    std::optional<double> Each = extent(Profile, Id);
    if (!Each)
      return std::nullopt;
    Largest = std::max(Largest, *Each);
  }
  return Largest;
}

std::vector<Finding> kernelcast::findUniformLoad(const LintLaunch &Launch) {
  std::vector<const CostlyAccess *> Uniform;
  const KernelModel &Kernel = Launch.model();
  for (const CostlyAccess &Entry : Launch.accesses()) {
    // A function that is called twice has a copy for each call.
    if (Entry.Source == How::Assumed ||
        !all_of(Entry.Copies,
                [&](AccessId Id) {
                  return isCandidate(Kernel, Kernel.Accesses[Id]);
                }) ||
        extent(Launch.profile(), Entry.Copies).value_or(2 * ConstantMemory) >
            ConstantMemory)
      continue;
    Uniform.push_back(&Entry);
  }
  std::vector<Finding> Result;
  for (const AccessGroup &Group : groupedByArray(Uniform)) {
    const MemoryAccess &Access = *Group[0]->Access;
    Finding F = findingAbout(Group);
    F.Known = How::Assumed; // another pointer may lead to the array
    F.Message = fmt::format(
        "{} is one address for all threads, of an array that the kernel only "
        "reads; it touches {} of it, which constant memory has room for",
        subject(Access),
        bytesText(static_cast<uint64_t>(
            *extent(Launch.profile(), Group[0]->Copies))));
    F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
      for (AccessId Id : copiesOf(Group))
        keepValue(Ideal, Id, 0);
    });
    Result.push_back(std::move(F));
  }
  return Result;
}
