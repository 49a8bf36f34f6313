//===- MachineCode.h - Machine code of AMD's GPUs ---------------*- C++ -*-===//
//
// LLVM's back end for AMD's GPUs is the vendor's own compiler, so nothing needs
// imitating: it runs in this process up to the assembler's text, which llc
// would print for the same module. From there come
//
//   registers, memory   the comments behind each function ("; NumVgprs: 24")
//   instructions        the lines of each machine block, by their mnemonics
//
// and from the last form of the machine code, before it is printed, which
// blocks follow one another and which of the IR's blocks each was made from.
// While it is printed a comment in front of each instruction says which one it
// is, so that lines of text have its place in the source and its bytes.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_MACHINECODE_H
#define KERNELCAST_ANALYSIS_LOWERING_MACHINECODE_H

#include "analysis/KernelModel.h"
#include "analysis/lowering/CompileBudget.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <array>
#include <optional>

namespace llvm {
class BasicBlock;
class DILocation;
class Module;
class TargetMachine;
} // namespace llvm

namespace kernelcast {

using InstructionCounts = std::array<unsigned, NumInstructionClasses>;

/// What a wave issues of instructions with \p Mnemonic; none for those that the
/// front of the pipeline takes out: waits, hints and the like.
std::optional<InstructionClass> machineClass(llvm::StringRef Mnemonic);

/// The additions and multiplications of a lane by one instruction with \p
/// Mnemonic, a multiply-add being two, as profilers count them: comparisons,
/// minima, roots and the like are none.
FloatOperations machineOperations(llvm::StringRef Mnemonic);

/// What stands in a block for one place of the source.
struct MachineLine {
  const llvm::DILocation *At = nullptr; ///< null: nobody knows
  InstructionCounts Issued{};
  unsigned Bytes = 0;
};

/// A stretch of instructions that run one after another.
struct MachineBlock {
  unsigned Number = 0; ///< in its function's text
  /// The block of the IR that it was made from; null: of none, as those that
  /// bring apart ways together (structured control flow).
  const llvm::BasicBlock *From = nullptr;
  std::vector<unsigned> Successors; ///< indices of MachineFunctionCode::Blocks
  unsigned Instructions = 0;        ///< lines of text
  InstructionCounts Issued{};       ///< those of a class
  FloatOperations Operations;       ///< of a lane
  std::vector<SpillReuse> Spills;   ///< by ascending distance
  std::vector<MachineStep> Steps;   ///< in their order
  std::vector<MachineLine> Lines;   ///< the same, by places
};

/// A function's machine code and what it takes, with all that it calls.
struct MachineFunctionCode {
  unsigned Vgprs = 0;             ///< vector registers of a lane
  unsigned AccumulationVgprs = 0; ///< of CDNA's matrix instructions
  unsigned TotalVgprs = 0;        ///< both, as they are handed out
  unsigned Sgprs = 0;             ///< scalar registers of a wave
  unsigned ScratchBytes = 0;      ///< of a lane: its variables and spills
  unsigned LdsBytes = 0;          ///< of a block, known when compiling
  unsigned WavesPerSimd = 0;      ///< "Occupancy", by these
  unsigned CodeBytes = 0;
  std::vector<MachineBlock> Blocks;
  unsigned Instructions = 0; ///< of all blocks
};

/// By name, all functions of \p Code, which is used up: the back end changes
/// it. Empty if \p Budget was exceeded.
llvm::StringMap<MachineFunctionCode>
generateMachineCode(llvm::Module &Code, llvm::TargetMachine &Machine,
                    CompileBudget &Budget);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_MACHINECODE_H
