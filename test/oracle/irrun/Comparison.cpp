//===- Comparison.cpp - A profile of compiled code against its run --------===//

#include "Comparison.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace irrun;
using kernelcast::How;
using kernelcast::Known;
using kernelcast::MemorySpace;
using kernelcast::None;

/// Instruction \p Number of \p Block, where those for debuggers do not count.
static llvm::Instruction *instruction(llvm::BasicBlock &Block,
                                      uint32_t Number) {
  for (llvm::Instruction &I : Block)
    if (!isa<DbgInfoIntrinsic>(I) && Number-- == 0)
      return &I;
  return nullptr;
}

/// The bytes that \p I moves, or 0 where that is not said by a type.
static uint64_t bytesMoved(const llvm::Instruction &I,
                           const DataLayout &Layout) {
  Type *T = I.getType();
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    T = Store->getValueOperand()->getType();
  else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    T = Exchange->getCompareOperand()->getType();
  return T->isSized() && !T->isAggregateType()
             ? Layout.getTypeStoreSize(T).getKnownMinValue()
             : 0;
}

std::map<Step, std::vector<Part>>
irrun::partsOf(const kernelcast::KernelModel &Model, llvm::Function &Kernel,
               std::vector<std::string> &Differences) {
  std::map<Step, std::vector<Part>> Parts;
  std::map<std::pair<Step, bool>, uint64_t> Ends;
  const std::vector<llvm::BasicBlock *> Blocks = numberedBlocks(Kernel);
  const DataLayout &Layout = Kernel.getParent()->getDataLayout();
  for (const kernelcast::MemoryAccess &Access : Model.Accesses) {
    const uint32_t Block = Model.Blocks[Access.Block].CodeBlock;
    if (Block == None || Access.CodeInstruction == None)
      continue;
    const Step At{Block, Access.CodeInstruction};
    const llvm::Instruction *I =
        instruction(*Blocks[Block], Access.CodeInstruction);
    Part Made;
    Made.Bytes = Access.Bytes;
    Made.Source =
        isa<AnyMemIntrinsic>(I) && Access.Kind == kernelcast::AccessKind::Load;
    Made.Shared = Access.Space == MemorySpace::Shared;
    Made.Local = Access.Space == MemorySpace::Local;
    Made.Global = Access.Space == MemorySpace::Global;
    Made.Store = Access.Kind == kernelcast::AccessKind::Store;
    uint64_t &End = Ends[{At, Made.Source}];
    Made.Offset = End;
    End += Access.Bytes;
    Parts[At].push_back(Made);
  }
  for (const auto &[At, All] : Parts) {
    llvm::Instruction *I = instruction(*Blocks[At.first], At.second);
    const uint64_t Bytes = bytesMoved(*I, Layout);
    uint64_t Sum = 0;
    for (const Part &P : All)
      Sum += P.Bytes;
    if (Bytes && Sum != Bytes && !isa<CallBase>(I))
      Differences.push_back(formatv("block {0}, instruction {1}: {2} bytes, "
                                    "said to be {3}",
                                    At.first, At.second, Bytes, Sum));
    // One instruction of the hardware moves up to 16 bytes, and no more than
    // the address is aligned to.
    constexpr uint64_t Widest = 16;
    if (isa<LoadInst, StoreInst>(I) && isPowerOf2_64(Bytes) &&
        All[0].Bytes !=
            std::min({Bytes, Widest, getLoadStoreAlignment(I).value()}))
      Differences.push_back(formatv("block {0}, instruction {1}: {2} bytes are "
                                    "moved {3} at a time",
                                    At.first, At.second, Bytes, All[0].Bytes));
  }
  return Parts;
}

static bool close(double A, double B) {
  return std::abs(A - B) <= 1e-9 * std::max(std::abs(A), std::abs(B));
}

void Comparison::begin(std::string Place) {
  Where = std::move(Place);
  Weakest = How::Exact;
}

void Comparison::end(const char *Kind) {
  ++Counts[(Twine(Kind) + " " + name(Weakest)).str()];
}

void Comparison::hold(const char *What, const Known<double> &Said,
                      double Seen) {
  Weakest = weaker(Weakest, Said.Source);
  const bool Wrong = Said.Source == How::Exact ? !close(Said.Value, Seen)
                     : Said.Source == How::Bounded
                         ? (Seen < Said.Low && !close(Seen, Said.Low)) ||
                               (Seen > Said.High && !close(Seen, Said.High))
                         : false;
  if (Wrong)
    Differences.push_back(
        formatv("{0}: {1} is {2}, called {3} {4} ({5} to {6})", Where, What,
                Seen, name(Said.Source), Said.Value, Said.Low, Said.High));
}

void Comparison::compare(const kernelcast::WarpProfile &Profile,
                         const Totals &Seen, const CodeLoops &Loops,
                         llvm::Function &Kernel) {
  const kernelcast::KernelModel &Model = *Profile.Kernel;
  const std::vector<llvm::BasicBlock *> Blocks = numberedBlocks(Kernel);
  std::vector<bool> Listed(Blocks.size());
  for (auto [Block, Facts] : zip(Model.Blocks, Profile.Blocks)) {
    if (Block.CodeBlock == None)
      continue;
    Listed[Block.CodeBlock] = true;
    const BlockTotal &Truth = Seen.Blocks[Block.CodeBlock];
    begin(formatv("block {0}", Block.CodeBlock));
    hold("lane executions", Facts.LaneExecutions, Truth.Lanes);
    hold("warp executions", Facts.WarpExecutions, Truth.Warps);
    end("blocks");
    const auto *Branch =
        dyn_cast<BranchInst>(Blocks[Block.CodeBlock]->getTerminator());
    const kernelcast::BranchFacts *Sides = Profile.branchAt(Block.Id);
    if (!Sides || !Branch || Truth.Warps == 0)
      continue;
    begin(formatv("branch of block {0} at {1}", Block.CodeBlock,
                  Block.ConditionLocation.Line));
    const double Warps = Truth.Warps;
    hold("warp executions", Sides->WarpExecutions, Warps);
    hold("true", Sides->True, Truth.Sides[0] / Warps);
    hold("false", Sides->False, Truth.Sides[1] / Warps);
    hold("diverged", Sides->Diverged, Truth.Both / Warps);
    end("branches");
  }
  for (auto [Number, Truth] : enumerate(Seen.Blocks))
    if (!Listed[Number] && Truth.Lanes)
      Differences.push_back(
          formatv("block {0} runs, and is not in the model", Number));
  std::map<Step, size_t> Next;
  for (auto [Access, Facts] : zip(Model.Accesses, Profile.Accesses)) {
    const uint32_t Block = Model.Blocks[Access.Block].CodeBlock;
    if (Block == None || Access.CodeInstruction == None)
      continue;
    const Step At{Block, Access.CodeInstruction};
    const size_t Number = Next[At]++;
    const auto Found = Seen.Accesses.find(At);
    const AccessTotal Truth =
        Found == Seen.Accesses.end() ? AccessTotal() : Found->second[Number];
    begin(formatv("{0} {1} of block {2}, instruction {3}, {4} at {5}:{6}",
                  name(Access.Space), name(Access.Kind), Block,
                  Access.CodeInstruction, Access.Text, Access.Location.Line,
                  Access.Location.Column));
    hold("lane executions", Facts.LaneExecutions, Truth.Lanes);
    hold("warp executions", Facts.WarpExecutions, Truth.Warps);
    if (Access.Space == MemorySpace::Shared) {
      hold("bank cycles", Facts.BankCycles, Truth.BankCycles);
      if (Facts.BankCycles.isExact() && Facts.MaxBankDegree != Truth.MaxDegree)
        Differences.push_back(formatv("{0}: bank degree is {1}, called {2}",
                                      Where, Truth.MaxDegree,
                                      Facts.MaxBankDegree));
    } else if (Access.Space != MemorySpace::Texture) {
      hold("sectors", Facts.Sectors, Truth.Sectors);
      hold("lines", Facts.Lines, Truth.Lines);
      if (Profile.WarpSize == 32) // the L1 of AMD's GPUs has no passes
        hold("passes of the L1", Facts.L1Passes, Truth.L1Passes);
    }
    end("accesses");
  }
  for (const auto &[At, Lanes] : Seen.Unasked) {
    // Parameters and variables in registers are no accesses.
    const llvm::Instruction *I = instruction(*Blocks[At.first], At.second);
    std::string Text;
    raw_string_ostream(Text) << *I;
    constexpr unsigned Global = 1, Shared = 3, Constant = 4;
    const Value *Pointer = getLoadStorePointerOperand(I);
    const unsigned Space =
        Pointer ? Pointer->getType()->getPointerAddressSpace() : Global;
    ++Counts["instructions without access"];
    if (Space == Global || Space == Shared || Space == Constant)
      Differences.push_back("no access in the model: " + Text);
  }
  // A loop's way back is said by the header's block.
  for (auto [Loop, Facts] : zip(Model.Loops, Profile.Loops)) {
    const uint32_t Header = Model.Blocks[Loop.Header].CodeBlock;
    const LoopTotal *Truth = nullptr;
    for (size_t I = 0; I < Loops.Loops.size(); ++I)
      if (Loops.Loops[I].Header == Header)
        Truth = &Seen.Loops[I];
    if (!Truth || Truth->Lanes == 0)
      continue;
    begin(formatv("loop of block {0} at {1}", Header, Loop.Location.Line));
    const double More = Loop.TestAtEnd;
    hold("mean trips", Facts.Mean,
         double(Truth->WaysBack) / Truth->Lanes + More);
    hold("mean trips of warps", Facts.WarpMean,
         double(Truth->LongestBack) / Truth->Warps + More);
    if (Facts.Mean.isExact()) {
      hold("least trips", Facts.Min, Truth->Least + More);
      hold("most trips", Facts.Max, Truth->Most + More);
    }
    end("loops");
  }
}
