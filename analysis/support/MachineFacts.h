//===- MachineFacts.h - What AMD's machine code tells -----------*- C++ -*-===//
//
// The vendor's own back end makes this code here, so that two things are read
// from it which no IR has: the registers that are spilled and loaded again, and
// where a wave waits for results. Both are kept by block.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_MACHINEFACTS_H
#define KERNELCAST_ANALYSIS_SUPPORT_MACHINEFACTS_H

#include <cstdint>

namespace kernelcast {

/// Of a thread: what it moves to local memory and back since there are too few
/// registers.
struct SpilledBytes {
  unsigned Stored = 0, Loaded = 0;

  SpilledBytes &operator+=(const SpilledBytes &More) {
    Stored += More.Stored;
    Loaded += More.Loaded;
    return *this;
  }
};

/// Spilled bytes of a thread whose places were last touched so many bytes of
/// other such places before, with their own (lowering/SpillReuses.h).
struct SpillReuse {
  unsigned Distance = 0;
  SpilledBytes Moved;
};

/// Kinds of MachineStep. AMD's processors let a wave run on past a load, and
/// its code says where it waits: until no more than so many results of one kind
/// are outstanding, the oldest ones first.
enum class MachineStepKind : uint8_t {
  Issue,           ///< instructions that nothing is waited for
  LoadGlobal,      ///< of global memory
  LoadLocal,       ///< of local memory: spilled registers, and indexed arrays
  Store,           ///< which one waits for as for loads
  Shared,          ///< an access to shared memory
  Scalar,          ///< a load by the scalar unit
  MemoryWait,      ///< for loads and stores of global and local memory
  SharedMemoryWait ///< for shared memory and the scalar unit
};

/// What a wave does next, as far as it matters for waiting.
struct MachineStep {
  MachineStepKind Kind = MachineStepKind::Issue;
  /// Of waits: results that may be outstanding still. Else: how many such
  /// instructions stand in a row.
  uint16_t Count = 1;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_MACHINEFACTS_H
