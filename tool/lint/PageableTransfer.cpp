//===- PageableTransfer.cpp - Copies of memory that is not pinned ---------===//
//
// The driver passes pageable memory through a buffer of its own, which reaches
// less of the link than a copy of pinned memory. The gain is that of the whole
// program with the copy's memory pinned.
//===----------------------------------------------------------------------===//

#include "tool/lint/Finding.h"
#include "tool/lint/HostTimeline.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>
#include <map>

using namespace llvm;
using namespace kernelcast;

/// Pinning takes time itself, which pays for copies of this size and more.
static constexpr uint64_t FewestBytes = 64 << 10;
/// Of one program, the costliest places that are looked at.
static constexpr size_t MostPlaces = 32;

static bool isSlow(const ApplicationEvent &E) {
  return E.What == HostAction::Kind::Copy &&
         (E.Direction == CopyKind::ToDevice ||
          E.Direction == CopyKind::FromDevice) &&
         E.MemoryInSource == MemoryKind::Pageable && E.Bytes &&
         !E.BytesAssumed && E.BytesHigh >= FewestBytes;
}

std::vector<Finding>
kernelcast::findPageableTransfer(const HostTimeline &Timeline) {
  /// By place: its first chain of calls, and all of its seconds.
  std::map<SourceSpot, std::pair<const ApplicationEvent *, double>> Places;
  for (const ApplicationEvent &E : Timeline.prediction().Events)
    if (isSlow(E)) {
      auto [It, New] = Places.try_emplace(E.Location, &E, 0.0);
      It->second.second += E.Seconds;
    }
  std::vector<std::pair<const ApplicationEvent *, double>> Slow;
  Slow.reserve(Places.size());
  for (const auto &[Place, Copies] : Places)
    Slow.push_back(Copies);
  stable_sort(Slow,
              [](const auto &A, const auto &B) { return A.second > B.second; });
  if (Slow.size() > MostPlaces)
    Slow.resize(MostPlaces);
  std::vector<Finding> Found;
  for (const auto &[Copy, Seconds] : Slow) {
    ApplicationChange Change;
    Change.Pinned.insert(Copy->Location);
    Finding F;
    F.Location = Copy->Location;
    const bool Same = Copy->BytesLow == Copy->BytesHigh;
    F.Message = fmt::format(
        "copy {} the device of {}{} B of pageable memory, which the driver "
        "passes through a buffer of its own",
        Copy->Direction == CopyKind::ToDevice ? "to" : "from",
        Same ? "" : "up to ", Copy->BytesHigh);
    F.Known = Timeline.pinnedIsBound() ? How::Bounded : How::Exact;
    F.Predicted = Timeline.gain(Change);
    Found.push_back(std::move(F));
  }
  return Found;
}
