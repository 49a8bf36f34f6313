//===- InstructionLines.cpp - Which lines are executed as what ------------===//

#include "analysis/specialize/InstructionLines.h"
#include "analysis/sass/CountedCode.h"
#include "analysis/sass/Opcodes.h"
#include "analysis/specialize/InstructionFetch.h"
#include "llvm/ADT/StringExtras.h"
#include <map>
#include <numeric>

using namespace llvm;
using namespace kernelcast;

double LineInstructions::total() const {
  return std::accumulate(PerWarp.begin(), PerWarp.end(), 0.0);
}

namespace {

/// Adds up by place.
class LineSums {
public:
  LineInstructions &at(const CodePlace &Place) {
    LineInstructions &Line = Sums[Place];
    Line.Place = Place;
    return Line;
  }

  std::vector<LineInstructions> take() {
    std::vector<LineInstructions> Result;
    Result.reserve(Sums.size());
    auto Unknown = Sums.extract(CodePlace());
    for (auto &[Place, Line] : Sums)
      Result.push_back(std::move(Line));
    if (Unknown)
      Result.push_back(std::move(Unknown.mapped()));
    return Result;
  }

private:
  std::map<CodePlace, LineInstructions> Sums;
};

/// Those of a model's blocks.
class ModelLines {
public:
  ModelLines(const WarpProfile &Profile, double BytesEach)
      : Profile(Profile), BytesEach(BytesEach),
        Warps(std::max(Profile.Warps, 1.0)) {}

  std::vector<LineInstructions> run() {
    for (const BasicBlock &Block : Profile.Kernel->Blocks)
      if (Block.Machine.empty())
        addModelled(Block);
      else
        addMachine(Block);
    if (BytesEach == 0 && Profile.Resources) {
      // Of blocks that cannot be reached.
      const double Left = Profile.Resources->CodeBytes - Bytes;
      if (Left > 0)
        Sums.at({}).CodeBytes += Left;
    }
    return Sums.take();
  }

private:
  LineInstructions &at(unsigned Place) {
    const KernelModel &Kernel = *Profile.Kernel;
    if (Place == None)
      return Sums.at(CodePlace());
    LineInstructions &Line = Sums.at(Kernel.Places[Place]);
    if (Place < Kernel.RegistersAt.size())
      Line.Registers = std::max(Line.Registers, Kernel.RegistersAt[Place]);
    return Line;
  }

  void addModelled(const BasicBlock &Block) {
    for (const Instruction &I : Block.Instructions) {
      LineInstructions &Line = at(I.Place);
      const double Times = I.Count * Profile.executionsOf(Block, I) / Warps;
      Line.PerWarp[static_cast<unsigned>(I.Class)] += Times;
      Line.Pipes.add(I.Pipes, Times);
      Line.CodeBytes += BytesEach * (double(I.Count) + I.Rare);
    }
  }

  /// What the model executes of a class is shared out by the machine's
  /// instructions of it.
  void addMachine(const BasicBlock &Block) {
    InstructionMix Executed{};
    std::array<unsigned, NumInstructionClasses> Issued{};
    for (const Instruction &I : Block.Instructions)
      Executed[static_cast<unsigned>(I.Class)] +=
          I.Count * Profile.executionsOf(Block, I) / Warps;
    for (const PlacedCode &Part : Block.Machine)
      for (unsigned C = 0; C != NumInstructionClasses; ++C)
        Issued[C] += Part.Issued[C];
    for (const PlacedCode &Part : Block.Machine) {
      LineInstructions &Line = at(Part.Place);
      for (unsigned C = 0; C != NumInstructionClasses; ++C)
        if (Part.Issued[C])
          Line.PerWarp[C] += Executed[C] * Part.Issued[C] / Issued[C];
      Line.CodeBytes += Part.Bytes;
      Bytes += Part.Bytes;
    }
    for (unsigned C = 0; C != NumInstructionClasses; ++C)
      if (Issued[C] == 0 && Executed[C] > 0)
        at(None).PerWarp[C] += Executed[C];
  }

  const WarpProfile &Profile;
  const double BytesEach; ///< of an instruction; 0: not to be counted
  const double Warps;
  LineSums Sums;
  double Bytes = 0; ///< of machine code
};

} // namespace

/// `"a.cu", line 9` as "at a.cu:9".
static std::string callText(StringRef InlinedAt) {
  if (InlinedAt.empty())
    return "";
  const auto [File, Line] = InlinedAt.rsplit("\", line ");
  return ("at " + File.ltrim('"') + ":" + Line).str();
}

static std::vector<LineInstructions> linesOf(const CountedCode &Code) {
  const SassFunction &Function = *Code.Function;
  LineSums Sums;
  auto At = [&](const SassInstruction &I) -> LineInstructions & {
    if (I.SourceLine == 0)
      return Sums.at({});
    return Sums.at({I.SourceFile.str(), I.SourceLine, callText(I.InlinedAt)});
  };
  for (CodeBlockId Id = 0; Id != Code.Flow.Blocks.size(); ++Id)
    for (unsigned I = Code.Flow.Blocks[Id].First; I != Code.Flow.Blocks[Id].End;
         ++I) {
      const SassInstruction &Each = Function.Instructions[I];
      const OpcodeFacts Facts =
          opcodeFacts(Each.mnemonic(), Function.Architecture);
      LineInstructions &Line = At(Each);
      Line.PerWarp[static_cast<unsigned>(Facts.Class)] += Code.Executions[Id];
      Line.Pipes.add(pipelineShares(Each), Code.Executions[Id]);
    }
  for (unsigned I = 0; I != Function.Instructions.size(); ++I)
    At(Function.Instructions[I]).CodeBytes +=
        static_cast<double>(Function.bytesOf(I));
  return Sums.take();
}

InstructionLines kernelcast::instructionLines(const WarpProfile &Counted,
                                              const GpuSpec &Gpu) {
  if (Counted.CountedIn == InstructionSource::Sass && Counted.Machine)
    return {linesOf(*Counted.Machine), How::Exact};
  InstructionLines Result;
  double BytesEach = 0;
  if (Counted.CountedIn == InstructionSource::Ir) {
    const bool Made = Counted.Resources && Counted.Resources->CodeBytes > 0;
    if (!Made)
      BytesEach = bytesOfInstruction(Gpu);
    if (Made)
      Result.Bytes = How::Exact;
    else if (BytesEach > 0)
      Result.Bytes = How::Assumed;
  }
  Result.Lines = ModelLines(Counted, BytesEach).run();
  return Result;
}
