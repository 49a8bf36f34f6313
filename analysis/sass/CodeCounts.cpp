//===- CodeCounts.cpp - How often machine code runs -----------------------===//

#include "analysis/sass/CodeCounts.h"
#include "analysis/sass/Opcodes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <limits>

using namespace llvm;
using namespace kernelcast;

namespace {

/// Kinds of instructions by which loops are known again.
enum Anchor : unsigned {
  LoadGlobal,
  StoreGlobal,
  LoadShared,
  StoreShared,
  Atomic,
  Barrier,
  Special,
  Floating,
  NumAnchors
};

constexpr StringLiteral AnchorNames[NumAnchors] = {"loads of global memory",
                                                   "stores to global memory",
                                                   "loads of shared memory",
                                                   "stores to shared memory",
                                                   "atomics",
                                                   "barriers",
                                                   "special functions",
                                                   "floating-point operations"};

std::optional<Anchor> anchorOf(InstructionClass Class) {
  switch (Class) {
  case InstructionClass::LoadGlobal:
    return LoadGlobal;
  case InstructionClass::StoreGlobal:
    return StoreGlobal;
  case InstructionClass::LoadShared:
    return LoadShared;
  case InstructionClass::StoreShared:
    return StoreShared;
  case InstructionClass::Atomic:
    return Atomic;
  case InstructionClass::Barrier:
    return Barrier;
  case InstructionClass::Sfu:
    return Special;
  case InstructionClass::Fp32:
  case InstructionClass::Fp64:
    return Floating;
  default:
    return std::nullopt;
  }
}

/// Instructions of one kind in a loop, without those of inner loops.
struct AnchorFacts {
  double Count = 0;
  /// Of the model: how often all of them run, per warp; nothing where they
  /// differ or where it is not known.
  std::optional<double> Runs;
  bool Differ = false;
  std::vector<CodeBlockId> At; ///< of the listing: without a guard
};

/// A loop of the listing or of the model, or what is in none.
struct Level {
  unsigned Loop = NoCode;
  std::vector<unsigned> Inner; ///< levels, in the order of the text
  std::array<AnchorFacts, NumAnchors> Anchors;
};

/// What is open between two bounds is taken in the middle up to this part of
/// the upper one.
constexpr double MostSlack = 0.02;

class Counter {
public:
  Counter(const SassFunction &Function, const CodeFlow &Flow,
          const WarpProfile &Reference, const ListingAssumptions &User)
      : Function(Function), Flow(Flow), Reference(Reference),
        Model(*Reference.Kernel), User(User),
        Warps(std::max(Reference.Warps, 1.0)), Class(Flow.Blocks.size()),
        Runs(Flow.Blocks.size()) {}

  Expected<CodeRuns> run() {
    makeClasses();
    if (Error E = set(0, 1))
      return E;
    readListing();
    if (!readModel()) {
      WhyNotJoined = "the model takes copies of a loop for one";
    } else if (Error E = join(0, 0)) {
      return E;
    }
    if (Error E = propagate())
      return E;
    enclose();
    CodeRuns Result;
    for (CodeBlockId Id = 0; Id != Flow.Blocks.size(); ++Id) {
      double Times = 0;
      if (known(Id)) {
        Times = *known(Id);
      } else {
        const double Least = AtLeast[root(Id)], Most = AtMost[root(Id)];
        if (!std::isfinite(Most) || !(Most - Least <= MostSlack * Most))
          return unknown(Id);
        Times = (Least + Most) / 2;
        if (Most > 0)
          Result.Slack = std::max(Result.Slack, (Most - Least) / Most);
      }
      if (Times > 0)
        if (const SassInstruction *Call = callIn(Id))
          return createStringError("line " + Twine(Call->Line) + " (" +
                                   Call->Opcode +
                                   ") calls code that is not counted");
      Result.Executions.push_back(Times);
    }
    return Result;
  }

private:
  const SassInstruction *callIn(CodeBlockId Id) const {
    const CodeBlock &Block = Flow.Blocks[Id];
    for (unsigned I = Block.First; I != Block.End; ++I)
      if (isCall(Function.Instructions[I]))
        return &Function.Instructions[I];
    return nullptr;
  }

  /// Rule 5: between what leads to a block of the same loop and what it leads
  /// to. Blocks of a loop with another number of iterations say nothing.
  void enclose() {
    AtLeast.assign(Flow.Blocks.size(), 0);
    AtMost.assign(Flow.Blocks.size(), std::numeric_limits<double>::infinity());
    for (CodeBlockId Id = 0; Id != Flow.Blocks.size(); ++Id)
      if (known(Id))
        AtLeast[root(Id)] = AtMost[root(Id)] = *known(Id);
    auto leading = [&](CodeBlockId Id) {
      CodeBlockId Before = Flow.Blocks[Id].Dominator;
      while (Before != NoCode &&
             Flow.Blocks[Before].Loop != Flow.Blocks[Id].Loop)
        Before = Flow.Blocks[Before].Dominator;
      return Before;
    };
    for (CodeBlockId Id : Flow.Order)
      if (const CodeBlockId Before = leading(Id); Before != NoCode)
        AtMost[root(Id)] = std::min(AtMost[root(Id)], AtMost[root(Before)]);
    for (CodeBlockId Id : llvm::reverse(Flow.Order))
      if (const CodeBlockId Before = leading(Id); Before != NoCode)
        AtLeast[root(Before)] =
            std::max(AtLeast[root(Before)], AtLeast[root(Id)]);
  }

  std::string place(CodeBlockId Id) const {
    const SassInstruction &I = Function.Instructions[Flow.Blocks[Id].First];
    return "line " + utostr(I.Line) + " (0x" + utohexstr(I.Address, true) + ")";
  }

  Error unknown(CodeBlockId Id) const {
    const unsigned Loop = Flow.Blocks[Id].Loop;
    const bool OfLoop = Loop != NoCode && !latchRuns(Loop);
    // Its way in: the branch that leads there or not.
    CodeBlockId At = Id;
    if (!OfLoop && Flow.Blocks[Id].Dominator != NoCode)
      At = Flow.Blocks[Id].Dominator;
    std::string Line =
        utostr(Function
                   .Instructions[OfLoop ? Flow.Blocks[At].First
                                        : Flow.Blocks[At].End - 1]
                   .Line);
    std::string Why = "how often its " + place(Id) + " runs cannot be told";
    if (!WhyNotJoined.empty())
      Why += ": " + WhyNotJoined;
    return createStringError(
        Why + "; --assume 'sass:" + Line +
        (OfLoop ? " trips=N' gives the loop's trips"
                : " p=P' gives the share of warps that jump or exit there"));
  }

  /// Blocks of one loop that imply each other have one representative.
  void makeClasses() {
    for (CodeBlockId Id = 0; Id != Flow.Blocks.size(); ++Id)
      Class[Id] = Id;
    for (CodeBlockId Id = 0; Id != Flow.Blocks.size(); ++Id) {
      CodeBlockId After = Flow.Blocks[Id].PostDominator;
      while (After != NoCode && Flow.Blocks[After].Loop != Flow.Blocks[Id].Loop)
        After = Flow.Blocks[After].PostDominator;
      if (After != NoCode && Flow.dominates(Id, After))
        Class[root(After)] = root(Id);
    }
  }

  CodeBlockId root(CodeBlockId Id) const {
    while (Class[Id] != Id)
      Id = Class[Id];
    return Id;
  }

  const std::optional<double> &known(CodeBlockId Id) const {
    return Runs[root(Id)];
  }

  Error set(CodeBlockId Id, double Times) {
    std::optional<double> &Known = Runs[root(Id)];
    if (Known && std::abs(*Known - Times) > 1e-6 * std::max(1.0, *Known))
      return createStringError("its " + place(Id) + " would have to run both " +
                               Twine(std::to_string(*Known)) + " and " +
                               Twine(std::to_string(Times)) + " times a warp");
    if (!Known) {
      Known = Times;
      Changed = true;
    }
    return Error::success();
  }

  void readListing() {
    std::vector<unsigned> Number(Flow.Loops.size() + 1);
    Ours.emplace_back();
    std::vector<unsigned> ByAddress(Flow.Loops.size());
    for (unsigned L = 0; L != ByAddress.size(); ++L)
      ByAddress[L] = L;
    llvm::sort(ByAddress, [&](unsigned A, unsigned B) {
      return Flow.Loops[A].Header < Flow.Loops[B].Header;
    });
    for (unsigned L : ByAddress) {
      Number[L] = Ours.size();
      Ours.emplace_back().Loop = L;
    }
    auto levelOf = [&](unsigned Loop) {
      return Loop == NoCode ? 0 : Number[Loop];
    };
    for (unsigned L : ByAddress)
      Ours[levelOf(Flow.Loops[L].Parent)].Inner.push_back(Number[L]);
    for (CodeBlockId Id = 0; Id != Flow.Blocks.size(); ++Id) {
      const CodeBlock &Block = Flow.Blocks[Id];
      for (unsigned I = Block.First; I != Block.End; ++I) {
        const SassInstruction &Each = Function.Instructions[I];
        const auto Kind =
            anchorOf(opcodeFacts(Each.mnemonic(), Function.Architecture).Class);
        if (!Kind || Each.isNever())
          continue;
        AnchorFacts &Facts = Ours[levelOf(Block.Loop)].Anchors[*Kind];
        ++Facts.Count;
        if (Each.isAlways())
          Facts.At.push_back(Id);
      }
    }
  }

  double runsOf(BlockId Block) const {
    return Reference.Blocks[Block].WarpExecutions.Value / Warps;
  }

  /// Returns false where loops stand in the code several times.
  bool readModel() {
    Theirs.emplace_back();
    std::vector<unsigned> Number(Model.Loops.size(), 0);
    for (const LoopInfo &Loop : Model.Loops) {
      if (Loop.Copies > 1)
        return false;
      const unsigned Around = Loop.Parent == None ? 0 : Number[Loop.Parent];
      if (Loop.Unrolled) { // its code is a part of what is around it
        Number[Loop.Id] = Around;
        return false;
      }
      Number[Loop.Id] = Theirs.size();
      Theirs[Around].Inner.push_back(Theirs.size());
      Theirs.emplace_back().Loop = Loop.Id;
    }
    for (const BasicBlock &Block : Model.Blocks)
      for (const Instruction &I : Block.Instructions) {
        const auto Kind = anchorOf(I.Class);
        if (!Kind)
          continue;
        AnchorFacts &Facts =
            Theirs[Block.Loop == None ? 0 : Number[Block.Loop]].Anchors[*Kind];
        Facts.Count += I.Count;
        const double Times = runsOf(Block.Id);
        Facts.Differ |= Facts.Runs && std::abs(*Facts.Runs - Times) >
                                          1e-9 * std::max(1.0, Times);
        Facts.Runs = Times;
      }
    return true;
  }

  static bool same(double A, double B) { return std::abs(A - B) < 0.01; }

  /// Why a loop of ours and one of theirs may not be the same; "" if they are.
  std::string differences(const Level &Our, const Level &Their) const {
    bool Any = false;
    const std::string Where =
        Our.Loop == NoCode
            ? "outside of its loops it"
            : "its loop at " + place(Flow.Loops[Our.Loop].Header);
    auto Say = [&](unsigned Kind) {
      return Where + " has " +
             utostr(static_cast<uint64_t>(Our.Anchors[Kind].Count)) + " " +
             AnchorNames[Kind].str() + ", the model " +
             utostr(
                 static_cast<uint64_t>(std::lround(Their.Anchors[Kind].Count)));
    };
    for (unsigned Kind = 0; Kind != Floating; ++Kind) {
      if (!same(Our.Anchors[Kind].Count, Their.Anchors[Kind].Count))
        return Say(Kind);
      Any |= Our.Anchors[Kind].Count > 0;
    }
    const double A = Our.Anchors[Floating].Count;
    const double B = Their.Anchors[Floating].Count;
    if (Any ? std::abs(A - B) >= 0.5 * std::max(std::min(A, B), 1.0)
            : !same(A, B))
      return Say(Floating);
    if (Our.Loop == NoCode)
      return "";
    if (!Any && !(A > 0))
      return Where + " has nothing by which it could be known again";
    return "";
  }

  /// Whether \p Our is known again by floating-point operations alone. Then an
  /// iteration may stand in front of it unseen, unless those around it are
  /// exactly the model's.
  static bool isOfFloatingAlone(const Level &Our) {
    return all_of(ArrayRef(Our.Anchors).drop_back(),
                  [](const AnchorFacts &Facts) { return Facts.Count == 0; });
  }

  /// Our level \p O is their level \p T: takes over what is equal in them.
  Error join(unsigned O, unsigned T) {
    if (Ours[O].Inner.size() != Theirs[T].Inner.size()) {
      const std::string Where =
          O ? "its loop at " + place(Flow.Loops[Ours[O].Loop].Header) + " has "
            : "it has ";
      note(Where + utostr(Ours[O].Inner.size()) +
           (O ? " inner loops" : " outermost loops") + ", the model " +
           utostr(Theirs[T].Inner.size()));
      return Error::success();
    }
    std::string Why = differences(Ours[O], Theirs[T]);
    if (Why.empty() &&
        !same(Ours[O].Anchors[Floating].Count,
              Theirs[T].Anchors[Floating].Count) &&
        any_of(Ours[O].Inner,
               [&](unsigned L) { return isOfFloatingAlone(Ours[L]); }))
      Why = "around a loop without memory accesses, floating-point operations "
            "are not those of the model";
    if (!Why.empty()) {
      note(std::move(Why));
      return Error::success();
    }
    if (O) {
      if (Error E =
              takeTrips(Flow.Loops[Ours[O].Loop], Model.Loops[Theirs[T].Loop]))
        return E;
    }
    for (Anchor Kind : {StoreGlobal, StoreShared, Atomic, Barrier}) {
      const AnchorFacts &Our = Ours[O].Anchors[Kind];
      const AnchorFacts &Their = Theirs[T].Anchors[Kind];
      if (!same(Our.Count, Their.Count) || !Their.Runs || Their.Differ)
        continue;
      for (CodeBlockId Id : Our.At)
        if (Error E = set(Id, *Their.Runs))
          return E;
    }
    for (auto [Our, Their] : zip(Ours[O].Inner, Theirs[T].Inner))
      if (Error E = join(Our, Their))
        return E;
    return Error::success();
  }

  void note(std::string Why) {
    if (WhyNotJoined.empty())
      WhyNotJoined = std::move(Why);
  }

  Error takeTrips(const CodeLoop &Our, const LoopInfo &Their) {
    double Back = 0, Entered = 0;
    for (BlockId Latch : Their.Latches)
      Back += runsOf(Latch);
    if (Our.Latches.size() == 1)
      if (Error E = set(Our.Latches[0], Back))
        return E;
    bool Leads = true;
    for (BlockId From : Model.Blocks[Their.Header].Predecessors)
      if (!is_contained(Their.Latches, From)) {
        Leads &= Model.Blocks[From].Successors.size() == 1;
        Entered += runsOf(From);
      }
    const auto From = entering(Our);
    if (Leads && From.size() == 1 && leadsOnly(From[0]))
      return set(From[0], Entered);
    return Error::success();
  }

  SmallVector<CodeBlockId, 2> entering(const CodeLoop &Loop) const {
    SmallVector<CodeBlockId, 2> Result;
    for (CodeBlockId From : Flow.Blocks[Loop.Header].Predecessors)
      if (!is_contained(Loop.Latches, From))
        Result.push_back(From);
    return Result;
  }

  bool leadsOnly(CodeBlockId Id) const {
    return Flow.Blocks[Id].Successors.size() == 1 && !Flow.Blocks[Id].MayExit;
  }

  std::optional<double> sum(ArrayRef<CodeBlockId> Blocks) const {
    double Sum = 0;
    for (CodeBlockId Id : Blocks) {
      const std::optional<double> &Times = known(Id);
      if (!Times || !leadsOnly(Id))
        return std::nullopt;
      Sum += *Times;
    }
    return Sum;
  }

  bool latchRuns(unsigned Loop) const {
    return all_of(Flow.Loops[Loop].Latches,
                  [&](CodeBlockId Id) { return known(Id).has_value(); });
  }

  /// What the user says of the innermost loop around a line, by loop.
  std::map<unsigned, double> tripsGiven() const {
    std::map<unsigned, double> Result;
    for (CodeBlockId Id = 0; Id != Flow.Blocks.size(); ++Id) {
      const CodeBlock &Block = Flow.Blocks[Id];
      for (unsigned I = Block.First; I != Block.End; ++I)
        if (auto Found = User.Trips.find(Function.Instructions[I].Line);
            Found != User.Trips.end() && Block.Loop != NoCode)
          Result[Block.Loop] = Found->second;
    }
    return Result;
  }

  Error branches() {
    for (CodeBlockId Id = 0; Id != Flow.Blocks.size(); ++Id) {
      const CodeBlock &Block = Flow.Blocks[Id];
      auto Found = User.Taken.find(Function.Instructions[Block.End - 1].Line);
      const std::optional<double> Times = known(Id); // set() knows more
      if (Found == User.Taken.end() || !Times)
        continue;
      for (CodeBlockId To : Block.Successors) {
        if (Flow.Blocks[To].Predecessors.size() != 1 ||
            (Block.Successors.size() == 1 && !Block.MayExit))
          continue;
        const bool Falls = To == Block.FallThrough;
        const double Share = Falls ? 1 - Found->second : Found->second;
        if (Error E = set(To, Share * *Times))
          return E;
      }
    }
    return Error::success();
  }

  Error propagate() {
    const auto Given = tripsGiven();
    do {
      Changed = false;
      for (unsigned L = 0; L != Flow.Loops.size(); ++L) {
        const CodeLoop &Loop = Flow.Loops[L];
        const auto Entered = sum(entering(Loop));
        if (auto Found = Given.find(L);
            Found != Given.end() && Entered && Loop.Latches.size() == 1)
          if (Error E = set(Loop.Latches[0], Found->second * *Entered))
            return E;
        if (root(Loop.Header) == root(Loop.Latches[0]))
          continue;
        if (auto Back = sum(Loop.Latches); Back && Entered)
          if (Error E = set(Loop.Header, *Back + *Entered))
            return E;
      }
      if (Error E = branches())
        return E;
      for (CodeBlockId Id : Flow.Order) {
        const CodeBlockId Before = Flow.Blocks[Id].Dominator;
        if (Before != NoCode && known(Before) == 0.0 && !known(Id))
          if (Error E = set(Id, 0))
            return E;
      }
    } while (Changed);
    return Error::success();
  }

  const SassFunction &Function;
  const CodeFlow &Flow;
  const WarpProfile &Reference;
  const KernelModel &Model;
  const ListingAssumptions &User;
  const double Warps;
  std::vector<CodeBlockId> Class;
  std::vector<std::optional<double>> Runs; ///< per warp, by representative
  std::vector<double> AtLeast, AtMost;     ///< likewise, by enclose()
  bool Changed = false;
  std::vector<Level> Ours, Theirs; ///< [0]: what is in no loop
  std::string WhyNotJoined;
};

} // namespace

Expected<CodeRuns> kernelcast::codeCounts(const SassFunction &Function,
                                          const CodeFlow &Flow,
                                          const WarpProfile &Reference,
                                          const ListingAssumptions &User) {
  return Counter(Function, Flow, Reference, User).run();
}
