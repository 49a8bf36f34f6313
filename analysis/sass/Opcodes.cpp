//===- Opcodes.cpp - What instructions of machine code are ----------------===//

#include "analysis/sass/Opcodes.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// What an opcode is on some architectures.
struct Entry {
  unsigned From = 0, To = ~0u;
  OpcodeFacts Facts;
};

using Table = StringMap<SmallVector<Entry, 1>>;

Table makeTable() {
  Table Result;
  auto Add = [&](StringRef Name, unsigned From, unsigned To,
                 InstructionClass Class, CodeLatency Latency,
                 CodeWrites Writes) {
    Result[Name].push_back({From, To, {Class, Latency, Writes, true}});
  };
#define SASS(NAME, CLASS, LATENCY, WRITES)                                     \
  Add(#NAME, 0, ~0u, InstructionClass::CLASS, CodeLatency::LATENCY,            \
      CodeWrites::WRITES);
#define SASS_ON(FROM, TO, NAME, CLASS, LATENCY, WRITES)                        \
  Add(#NAME, FROM, TO, InstructionClass::CLASS, CodeLatency::LATENCY,          \
      CodeWrites::WRITES);
#include "analysis/sass/Opcodes.def"
  return Result;
}

} // namespace

OpcodeFacts kernelcast::opcodeFacts(StringRef Mnemonic, unsigned Architecture) {
  static const Table Opcodes = makeTable();
  auto Found = Opcodes.find(Mnemonic);
  if (Found != Opcodes.end())
    for (const Entry &Each : Found->second)
      if (!Architecture ||
          (Each.From <= Architecture && Architecture <= Each.To))
        return Each.Facts;
  return {};
}

PipelineShares kernelcast::pipelineShares(const SassInstruction &Instruction) {
  const StringRef Name = Instruction.mnemonic();
  if (Name.starts_with("IMAD"))
    return {.Products = 1};
  const OpcodeFacts Facts = opcodeFacts(Name, 0);
  if (Facts.Class != InstructionClass::Conversion)
    return {};
  for (StringRef Wide : {"F64", "S64", "U64"})
    if (Instruction.hasModifier(Wide))
      return {.Wide = 1};
  return {.Plain = Facts.Latency == CodeLatency::Alu ? 1.0 : 0.0};
}
