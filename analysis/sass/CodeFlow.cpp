//===- CodeFlow.cpp - Blocks and loops of machine code --------------------===//

#include "analysis/sass/CodeFlow.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>

using namespace llvm;
using namespace kernelcast;

namespace {

/// What an instruction does to the flow of control.
enum class Flow : uint8_t {
  On,     ///< the next one follows
  Jump,   ///< to its target
  Exit,   ///< the lane ends
  Open,   ///< names a place where lanes meet
  Meet,   ///< goes on at the place that is open
  Unknown ///< computed jumps, calls, returns
};

/// What may be open: [0] to [2] by SSY, PBK and PCNT; others by BSSY.
using Kind = unsigned;

struct FlowFact {
  Flow What = Flow::On;
  Kind Of = 0;
  bool IsStack = false; ///< the latest one counts and is closed by meeting
};

/// A barrier's name "B3" as a kind.
Kind barrierKind(StringRef Operand) {
  unsigned Number = 0;
  return Operand.consume_front("B") && !Operand.getAsInteger(10, Number) &&
                 Number < 16
             ? 3 + Number
             : 19;
}

FlowFact flowOf(const SassInstruction &I) {
  const auto Operands = I.operands();
  auto Barrier = [&] {
    return Operands.empty() ? 19 : barrierKind(Operands.front());
  };
  return StringSwitch<FlowFact>(I.mnemonic())
      .Cases("BRA", "JMP", {Flow::Jump})
      .Cases("EXIT", "KILL", {Flow::Exit})
      .Case("SSY", {Flow::Open, 0, true})
      .Case("SYNC", {Flow::Meet, 0, true})
      .Case("PBK", {Flow::Open, 1, true})
      .Case("BRK", {Flow::Meet, 1, true})
      .Case("PCNT", {Flow::Open, 2, true})
      .Case("CONT", {Flow::Meet, 2, true})
      .Case("BSSY", {Flow::Open, Barrier()})
      .Case("BSYNC", {Flow::Meet, Barrier()})
      .Cases("BRX", "JMX", "BRXU", "JMXU", "RET", "PRET", {Flow::Unknown})
      .Default({});
}

/// Places that are open: kind and number of the instruction, latest last.
using OpenPlaces = std::vector<std::pair<Kind, unsigned>>;
constexpr size_t MostOpen = 64;

/// Follows control from the first instruction, one by one, and makes blocks of
/// what it finds.
class Builder {
public:
  Builder(const SassFunction &Function)
      : Function(Function), Code(Function.Instructions), State(Code.size()),
        Seen(Code.size()), Next(Code.size()) {}

  Expected<CodeFlow> run() {
    if (Error E = follow())
      return E;
    blocks();
    if (Result.Blocks.size() > MostBlocks)
      return fail(Result.Blocks[MostBlocks].First,
                  "comes after " + Twine(MostBlocks) +
                      " basic blocks; those of larger functions are not read");
    dominators();
    if (Error E = loops())
      return E;
    return std::move(Result);
  }

private:
  Error fail(unsigned I, const Twine &Why) const {
    return createStringError("line " + Twine(Code[I].Line) + " (" +
                             Code[I].Opcode + " at 0x" +
                             utohexstr(Code[I].Address, true) + ") " + Why);
  }

  Error reach(unsigned From, std::optional<unsigned> To, OpenPlaces Open) {
    if (!To || *To >= Code.size())
      return fail(From, "goes on where the listing shows no instruction");
    Next[From].push_back(*To);
    if (!Seen[*To]) {
      Seen[*To] = true;
      State[*To] = std::move(Open);
      Work.push_back(*To);
      return Error::success();
    }
    // What every way there leaves open.
    const size_t Before = State[*To].size();
    erase_if(State[*To], [&](const auto &P) { return !is_contained(Open, P); });
    if (State[*To].size() != Before)
      Work.push_back(*To);
    return Error::success();
  }

  Error follow() {
    Seen[0] = true;
    Work.push_back(0);
    while (!Work.empty()) {
      const unsigned At = Work.pop_back_val();
      const SassInstruction &I = Code[At];
      OpenPlaces Open = State[At];
      Next[At].clear();
      const FlowFact Fact = flowOf(I);
      bool GoesOn = !I.isAlways();
      if (!I.isNever())
        switch (Fact.What) {
        case Flow::On:
          GoesOn = true;
          break;
        case Flow::Unknown:
          return fail(At, "leads to code that is not known here");
        case Flow::Exit:
          break;
        case Flow::Open: {
          auto To = Function.target(last(I));
          if (!To)
            return fail(At, "names no place of the listing");
          if (!Fact.IsStack)
            erase_if(Open, [&](const auto &P) { return P.first == Fact.Of; });
          if (Open.size() == MostOpen)
            return fail(At, "opens too many places");
          Open.push_back({Fact.Of, *To});
          GoesOn = true;
          break;
        }
        case Flow::Jump: {
          // BRA.U UP0 and BRA P0 have a condition among their operands.
          GoesOn |= I.operands().size() > 1;
          if (Error E = reach(At, Function.target(last(I)), Open))
            return E;
          break;
        }
        case Flow::Meet: {
          auto Found =
              std::find_if(Open.rbegin(), Open.rend(),
                           [&](const auto &P) { return P.first == Fact.Of; });
          if (Found == Open.rend())
            return fail(At, "has no place to go on at");
          OpenPlaces After(Open.begin(), std::prev(Found.base()));
          if (!Fact.IsStack) {
            After = Open;
            erase_if(After, [&](const auto &P) { return P.first == Fact.Of; });
          }
          if (Error E = reach(At, Found->second, std::move(After)))
            return E;
          break;
        }
        }
      else
        GoesOn = true;
      if (GoesOn)
        if (Error E = reach(At, At + 1, std::move(Open)))
          return E;
    }
    return Error::success();
  }

  /// The last operand: where a jump leads.
  static StringRef last(const SassInstruction &I) {
    const auto Operands = I.operands();
    return Operands.empty() ? "" : Operands.back();
  }

  bool mayExit(unsigned At) const {
    return flowOf(Code[At]).What == Flow::Exit && !Code[At].isNever();
  }

  void blocks() {
    std::vector<bool> Leads(Code.size() + 1);
    Leads[0] = true;
    for (unsigned I = 0; I != Code.size(); ++I) {
      if (!Seen[I])
        continue;
      const bool Straight =
          Next[I].size() == 1 && Next[I][0] == I + 1 && !mayExit(I);
      if (Straight)
        continue;
      Leads[I + 1] = true;
      for (unsigned To : Next[I])
        Leads[To] = true;
    }
    std::vector<CodeBlockId> BlockAt(Code.size(), NoCode);
    for (unsigned I = 0; I != Code.size(); ++I) {
      if (!Seen[I])
        continue;
      const bool Starts = Leads[I] || !I || !Seen[I - 1];
      if (Starts) {
        BlockAt[I] = Result.Blocks.size();
        Result.Blocks.emplace_back().First = I;
      }
      Result.Blocks.back().End = I + 1;
    }
    for (CodeBlockId Id = 0; Id != Result.Blocks.size(); ++Id) {
      CodeBlock &Block = Result.Blocks[Id];
      const unsigned Last = Block.End - 1;
      Block.MayExit = mayExit(Last);
      for (unsigned To : Next[Last]) {
        if (To == Block.End)
          Block.FallThrough = BlockAt[To];
        if (!is_contained(Block.Successors, BlockAt[To])) {
          Block.Successors.push_back(BlockAt[To]);
          Result.Blocks[BlockAt[To]].Predecessors.push_back(Id);
        }
      }
    }
  }

  void dominators() {
    const unsigned N = Result.Blocks.size();
    Dominators::Edges After(N + 1), Before(N + 1);
    for (CodeBlockId Id = 0; Id != N; ++Id) {
      After[Id].assign(Result.Blocks[Id].Successors.begin(),
                       Result.Blocks[Id].Successors.end());
      Before[Id].assign(Result.Blocks[Id].Predecessors.begin(),
                        Result.Blocks[Id].Predecessors.end());
    }
    Result.Tree = Dominators(After, Before, 0);
    Result.Order = Result.Tree.order();
    for (CodeBlockId Id = 1; Id != N; ++Id)
      Result.Blocks[Id].Dominator = Result.Tree.parent(Id);
    // From the end, which is where lanes exit; its number is that of the
    // blocks.
    for (CodeBlockId Id = 0; Id != N; ++Id)
      if (Result.Blocks[Id].MayExit) {
        After[Id].push_back(N);
        Before[N].push_back(Id);
      }
    const Dominators Post(Before, After, N);
    for (CodeBlockId Id = 0; Id != N; ++Id)
      if (Post.reaches(Id) && Post.parent(Id) != N)
        Result.Blocks[Id].PostDominator = Post.parent(Id);
  }

  Error loops() {
    // A jump back leads to a block that dominates it, or nothing is known.
    std::map<CodeBlockId, CodeLoop> ByHeader; // of one header: one loop
    for (CodeBlockId Id = 0; Id != Result.Blocks.size(); ++Id)
      for (CodeBlockId To : Result.Blocks[Id].Successors) {
        if (Result.Tree.rank(To) > Result.Tree.rank(Id))
          continue;
        if (!Result.dominates(To, Id))
          return fail(Result.Blocks[Id].End - 1,
                      "jumps into a loop that has several entries");
        CodeLoop &Loop = ByHeader[To];
        Loop.Header = To;
        Loop.Latches.push_back(Id);
      }
    uint64_t Members = 0;
    for (auto &[Header, Loop] : ByHeader) {
      std::vector<bool> Inside(Result.Blocks.size());
      Inside[Header] = true;
      SmallVector<CodeBlockId> Left(Loop.Latches.begin(), Loop.Latches.end());
      while (!Left.empty()) {
        const CodeBlockId Id = Left.pop_back_val();
        if (Inside[Id])
          continue;
        Inside[Id] = true;
        append_range(Left, Result.Blocks[Id].Predecessors);
      }
      for (CodeBlockId Id = 0; Id != Result.Blocks.size(); ++Id)
        if (Inside[Id])
          Loop.Blocks.push_back(Id);
      Members += Result.Blocks.size();
      if (Members > MostWork)
        return fail(Result.Blocks[Header].First,
                    "begins one of too many loops");
    }
    // The outer ones first; of equal size there are none with other headers.
    for (auto &[Header, Loop] : ByHeader)
      Result.Loops.push_back(std::move(Loop));
    llvm::sort(Result.Loops, [](const CodeLoop &A, const CodeLoop &B) {
      return std::pair(B.Blocks.size(), A.Header) <
             std::pair(A.Blocks.size(), B.Header);
    });
    std::vector<unsigned> Depth(Result.Loops.size());
    for (unsigned L = 0; L != Result.Loops.size(); ++L) {
      CodeLoop &Loop = Result.Loops[L];
      // So far the smallest larger one around the header.
      Loop.Parent = Result.Blocks[Loop.Header].Loop;
      Depth[L] = Loop.Parent == NoCode ? 1 : Depth[Loop.Parent] + 1;
      if (Depth[L] > MostDepth)
        return fail(Result.Blocks[Loop.Header].First, "is nested too deep");
      for (CodeBlockId Id : Loop.Blocks)
        Result.Blocks[Id].Loop = L;
    }
    return Error::success();
  }

  static constexpr size_t MostBlocks = 20000;
  static constexpr uint64_t MostWork = 50000000;
  static constexpr unsigned MostDepth = 64;

  const SassFunction &Function;
  const std::vector<SassInstruction> &Code;
  std::vector<OpenPlaces> State; ///< by instruction, in front of it
  std::vector<bool> Seen;
  std::vector<SmallVector<unsigned, 2>> Next;
  SmallVector<unsigned> Work;
  CodeFlow Result;
};

} // namespace

bool CodeFlow::isIn(CodeBlockId Block, unsigned Loop) const {
  unsigned L = Blocks[Block].Loop;
  while (L != NoCode && L != Loop)
    L = Loops[L].Parent;
  return L == Loop;
}

bool kernelcast::isCall(const SassInstruction &I) {
  return StringSwitch<bool>(I.mnemonic())
      .Cases("CALL", "CAL", "JCAL", true)
      .Default(false);
}

Expected<CodeFlow> kernelcast::codeFlow(const SassFunction &Function) {
  return Builder(Function).run();
}
