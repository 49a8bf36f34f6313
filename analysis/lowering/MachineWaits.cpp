//===- MachineWaits.cpp - Reads what AMD's code waits for -----------------===//
//
// By generation a wait is one instruction for all kinds of results, each with
// the number that may be outstanding,
//
//   s_waitcnt vmcnt(2) lgkmcnt(0)            up to RDNA3
//   s_wait_loadcnt 0x2, s_wait_dscnt 0x0     from RDNA4 on
//
// RDNA counts stores apart from loads (s_waitcnt_vscnt), and waits for them
// only where another wave is to see them, which is left out. GCN and CDNA,
// gfx9 and before, count both together, so that a wait for a load is one for
// the stores before it.
//===----------------------------------------------------------------------===//

#include "analysis/lowering/MachineWaits.h"
#include "analysis/lowering/MachineCode.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>
#include <optional>

using namespace llvm;

namespace kernelcast {

/// The number in "NAME(N)" among \p Operands.
static std::optional<unsigned> counter(StringRef Operands, StringRef Name) {
  const size_t At = Operands.find(Name);
  if (At == StringRef::npos)
    return std::nullopt;
  StringRef Rest = Operands.drop_front(At + Name.size());
  unsigned Number = 0;
  if (!Rest.consume_front("(") || Rest.consumeInteger(10, Number))
    return std::nullopt;
  return Number;
}

static void append(MachineStepKind Kind, unsigned Count,
                   std::vector<MachineStep> &Steps) {
  constexpr unsigned Most = std::numeric_limits<uint16_t>::max();
  const bool Waits = Kind >= MachineStepKind::MemoryWait;
  if (!Waits && !Steps.empty() && Steps.back().Kind == Kind &&
      Steps.back().Count + Count <= Most)
    Steps.back().Count = static_cast<uint16_t>(Steps.back().Count + Count);
  else
    Steps.push_back({Kind, static_cast<uint16_t>(std::min(Count, Most))});
}

/// Of a memory instruction, what is waited for; nothing for others.
static std::optional<MachineStepKind> memoryKind(StringRef Mnemonic) {
  const std::optional<InstructionClass> Class = machineClass(Mnemonic);
  if (!Class)
    return std::nullopt;
  const bool IsLocal =
      Mnemonic.starts_with("buffer_") || Mnemonic.starts_with("scratch_");
  switch (*Class) {
  case InstructionClass::LoadGlobal:
    return IsLocal ? MachineStepKind::LoadLocal : MachineStepKind::LoadGlobal;
  case InstructionClass::StoreGlobal:
    return MachineStepKind::Store;
  case InstructionClass::LoadShared:
  case InstructionClass::StoreShared:
    return MachineStepKind::Shared;
  case InstructionClass::Atomic:
    return Mnemonic.starts_with("ds_") ? MachineStepKind::Shared
                                       : MachineStepKind::LoadGlobal;
  default:
    if (Mnemonic.starts_with("s_load") || Mnemonic.starts_with("s_buffer_load"))
      return MachineStepKind::Scalar;
    return std::nullopt;
  }
}

MachineWaits::MachineWaits(StringRef Processor)
    : StoresWithLoads(any_of(
          std::initializer_list<StringRef>{"gfx6", "gfx7", "gfx8", "gfx9"},
          [&](StringRef Generation) {
            return Processor.starts_with(Generation);
          })) {}

void MachineWaits::add(StringRef Mnemonic, StringRef Operands,
                       std::vector<MachineStep> &Steps) const {
  using Kind = MachineStepKind;
  if (Mnemonic == "s_waitcnt") {
    if (auto Left = counter(Operands, "vmcnt"))
      append(Kind::MemoryWait, *Left, Steps);
    if (auto Left = counter(Operands, "lgkmcnt"))
      append(Kind::SharedMemoryWait, *Left, Steps);
    return;
  }
  unsigned Left = 0;
  if (StringRef Of = Mnemonic; Of.consume_front("s_wait_")) {
    const bool IsKnown = !Operands.trim().consumeInteger(0, Left);
    // Two counters in one number are taken for a wait for all of both.
    const bool IsPair = Of == "loadcnt_dscnt";
    if (IsKnown && (IsPair || Of == "loadcnt"))
      append(Kind::MemoryWait, IsPair ? 0 : Left, Steps);
    if (IsKnown && (IsPair || Of == "dscnt" || Of == "kmcnt"))
      append(Kind::SharedMemoryWait, IsPair ? 0 : Left, Steps);
    return;
  }
  if (!machineClass(Mnemonic))
    return;
  const Kind Of = memoryKind(Mnemonic).value_or(Kind::Issue);
  append(Of == Kind::Store && !StoresWithLoads ? Kind::Issue : Of, 1, Steps);
}

} // namespace kernelcast
