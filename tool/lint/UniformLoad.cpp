//===- UniformLoad.cpp - What every thread loads from one place -----------===//
//
// A load whose address no thread changes, of an array that no kernel of the
// file writes: constant memory, or a kernel argument, gives the value to a
// whole warp as an operand of the instruction that wants it. Constant memory
// has 64 KiB for all arrays together.
//===----------------------------------------------------------------------===//

#include "analysis/specialize/IdealProfile.h"
#include "analysis/specialize/IndexExtent.h"
#include "tool/lint/AccessGroups.h"
#include "tool/lint/LintLaunch.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
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

/// Bytes from the first to the last that the accesses \p Ids touch in \p
/// Profile; nothing if that is not known.
static std::optional<double> extent(const WarpProfile &Profile,
                                    ArrayRef<AccessId> Ids) {
  double Low = HUGE_VAL, High = -HUGE_VAL, Largest = 0;
  for (AccessId Id : Ids) {
    const Footprint &Touched = Profile.Accesses[Id].Touched;
    if (Touched.patterns().empty() || Touched.overflow() > 0) {
      std::optional<double> Each = indexExtent(
          *Profile.Kernel, Profile.Kernel->Accesses[Id], Profile.Launch);
      if (!Each)
        return std::nullopt;
      Largest = std::max(Largest, *Each);
    }
    for (const FootprintPattern &Pattern : Touched.patterns()) {
      Low = std::min(Low, Pattern.Low);
      High = std::max(High, Pattern.High);
    }
  }
  return std::max(Largest, High - Low);
}

/// Bytes of constant memory that \p Kernel leaves.
static double roomBeside(const KernelModel &Kernel) {
  double Taken = 0;
  for (const ArrayInfo &Array : Kernel.Arrays)
    if (Array.Space == MemorySpace::Constant)
      Taken += static_cast<double>(Array.Bytes);
  return ConstantMemory - Taken;
}

/// Whether a kernel writes \p Array before or after the launch, as far as host
/// code tells.
static bool isWrittenElsewhere(const LintLaunch &Launch,
                               const ArrayInfo &Array) {
  const SourceSpot &Here = Launch.profile().Launch.Location;
  return any_of(Launch.model().Launches, [&](const LaunchSite &Site) {
    return (!Here.isValid() || Site.Location == Here) &&
           Array.Parameter < Site.WrittenElsewhere.size() &&
           Site.WrittenElsewhere[Array.Parameter];
  });
}

/// Whether the address of \p Access changes from one iteration of \p Loop to
/// the next.
static bool changesIn(const MemoryAccess &Access, LoopId Loop) {
  bool Result = false;
  visitPostOrder(Access.Address, [&](const Expr *Node) {
    Result |=
        Node->op() == Op::Counter && static_cast<LoopId>(Node->value()) == Loop;
  });
  return Result;
}

/// Whether compilers make the load \p Id once, in front of the innermost loop
/// around it: its address is one in the loop, and nothing there may change what
/// it finds. Of a loop that is unrolled each copy is a load of its own, in the
/// loop around that; there a promise has to say that nothing changes it.
static bool leavesItsLoop(const LintLaunch &Launch, AccessId Id) {
  const KernelModel &Kernel = Launch.model();
  const MemoryAccess &Access = Kernel.Accesses[Id];
  const LoopId Innermost = Kernel.Blocks[Access.Block].Loop;
  LoopId Around = Innermost;
  while (Around != kernelcast::None && changesIn(Access, Around) &&
         Kernel.Loops[Around].Unrolled)
    Around = Kernel.Loops[Around].Parent;
  if (Around == kernelcast::None || changesIn(Access, Around))
    return false;
  if (Around == Innermost)
    return none_of(Launch.reloads(),
                   [&](const Reload &R) { return R.Load == Id; });
  const unsigned Parameter = Kernel.Arrays[Access.Array].Parameter;
  return Parameter < Kernel.Parameters.size() &&
         Kernel.Parameters[Parameter].Restrict;
}

/// Whether \p Entry loads one address for several threads, of memory that is
/// only read, in every call of the function that it stands in.
static bool isCandidate(const LintLaunch &Launch, const CostlyAccess &Entry) {
  const KernelModel &Kernel = Launch.model();
  return Entry.Source != How::Assumed && Launch.isMadeAsOften(Entry.Copies) &&
         Entry.LaneExecutions > Entry.WarpExecutions &&
         all_of(Entry.Copies, [&](AccessId Id) {
           const MemoryAccess &Copy = Kernel.Accesses[Id];
           return isCandidate(Kernel, Copy) && !leavesItsLoop(Launch, Id) &&
                  !isWrittenElsewhere(Launch, Kernel.Arrays[Copy.Array]);
         });
}

std::vector<Finding> kernelcast::findUniformLoad(const LintLaunch &Launch) {
  std::vector<const CostlyAccess *> Uniform;
  for (const CostlyAccess &Entry : Launch.accesses())
    if (isCandidate(Launch, Entry))
      Uniform.push_back(&Entry);
  std::vector<Finding> Result;
  // The costliest arrays come first: what has no room beside them is left out.
  double Room = roomBeside(Launch.model());
  for (const AccessGroup &Group : groupedByArray(Uniform)) {
    const MemoryAccess &Access = *Group[0]->Access;
    const std::optional<double> Bytes =
        extent(Launch.profile(), copiesOf(Group));
    if (!Bytes || *Bytes > Room)
      continue;
    Room -= *Bytes;
    Finding F = findingAbout(Group);
    F.Known = How::Assumed; // another pointer may lead to the array
    F.Message = fmt::format(
        "{} is one address for all threads, of an array that the kernel only "
        "reads; {} {} of it, which constant memory has room for",
        subject(Access),
        Group.size() > 1 ? "such loads lie within" : "it lies within",
        bytesText(static_cast<uint64_t>(*Bytes)));
    for (AccessId Id : copiesOf(Group))
      Launch.restOnLoops(F, Launch.model().Accesses[Id].Address,
                         Launch.model().Accesses[Id].Block);
    F.Predicted = Launch.gain([&](WarpProfile &Ideal) {
      for (AccessId Id : copiesOf(Group))
        keepValue(Ideal, Id, 0);
    });
    Result.push_back(std::move(F));
  }
  return Result;
}
