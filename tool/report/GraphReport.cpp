//===- GraphReport.cpp - What kernelcast has understood, drawn ------------===//

#include "tool/report/GraphReport.h"
#include "analysis/dependences/MemoryDependences.h"
#include "analysis/pdg/KernelGraphs.h"
#include "analysis/symbolic/SimplificationEngine.h"
#include "tool/report/Numbers.h"
#include "tool/report/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>
#include <map>

using namespace llvm;
using namespace kernelcast;

/// Drawings with more text than this in one box help nobody.
static constexpr unsigned LongestLine = 60, MostLines = 24;

static std::string oneLine(StringRef Text) {
  return shorten(printable(Text), LongestLine, /*Unicode=*/true);
}

/// Whether \p Node has at most \p Budget nodes when written out as a tree;
/// takes them from the budget. Shared subexpressions make that exponential.
static bool isSmall(const Expr *Node, unsigned &Budget) {
  if (Budget == 0)
    return false;
  --Budget;
  return all_of(Node->operands(),
                [&](const Expr *Operand) { return isSmall(Operand, Budget); });
}

/// Leaves that the model has a better name for than the expression.
static std::string leafName(const KernelModel &Kernel, const Expr *Leaf) {
  size_t Number = static_cast<size_t>(Leaf->value());
  if (Leaf->op() == Op::Base && Number < Kernel.Arrays.size())
    return Kernel.Arrays[Number].Name;
  if (Leaf->op() == Op::Phi && Number < Kernel.Phis.size())
    return Kernel.Phis[Number].Variable;
  if (Leaf->op() == Op::Load && Number < Kernel.Accesses.size())
    return Kernel.Accesses[Number].Text;
  return "";
}

static std::string expressionText(const KernelModel &Kernel, const Expr *Node) {
  unsigned Budget = 200;
  if (!isSmall(Node, Budget))
    return "(long expression)";
  return oneLine(
      toText(Node, [&](const Expr *Leaf) { return leafName(Kernel, Leaf); }));
}

/// What a block does: its instructions where they are placed, its effects, its
/// condition.
static std::string blockText(const KernelModel &Kernel,
                             const BasicBlock &Block) {
  std::vector<std::string> Lines;
  auto effect = [&](const Effect &E) {
    if (E.Kind != EffectKind::Access || E.Access >= Kernel.Accesses.size())
      return oneLine(E.Text);
    const MemoryAccess &Access = Kernel.Accesses[E.Access];
    return fmt::format("{}: {} {} {}", Access.Location.Line,
                       name(Access.Kind).str(), name(Access.Space).str(),
                       oneLine(Access.Text));
  };
  for (const Instruction &Step : Block.Instructions) {
    if (Step.Effect < Block.Effects.size())
      Lines.push_back(effect(Block.Effects[Step.Effect]));
    else if (Step.Value)
      Lines.push_back(expressionText(Kernel, Step.Value));
  }
  if (Block.Instructions.empty())
    for (const Effect &E : Block.Effects)
      Lines.push_back(effect(E));
  if (Lines.size() > MostLines) {
    size_t More = Lines.size() - MostLines;
    Lines.resize(MostLines);
    Lines.push_back(fmt::format("and {} more", More));
  }
  std::string Text = fmt::format("block {}\n", Block.Id);
  for (const std::string &Line : Lines)
    Text += Line + "\n";
  if (Block.Condition)
    Text +=
        "if " +
        (Block.ConditionText.empty() ? expressionText(Kernel, Block.Condition)
                                     : oneLine(Block.ConditionText)) +
        "\n";
  return Text;
}

/// Whether there is nothing to show: a mere join of paths.
static bool isEmpty(const BasicBlock &Block) {
  return Block.Instructions.empty() && Block.Effects.empty() &&
         !Block.Condition;
}

static std::string title(const KernelModel &Kernel, StringRef What) {
  return fmt::format("{} of {} ({}:{})", What.str(),
                     Kernel.QualifiedName.empty() ? Kernel.Name
                                                  : Kernel.QualifiedName,
                     Kernel.Location.File, Kernel.Location.Line);
}

static StringRef text(ThreadPair Threads) {
  switch (Threads) {
  case ThreadPair::Same:
    return "by one thread";
  case ThreadPair::SameBlock:
    return "by two threads of a block";
  case ThreadPair::TwoBlocks:
    return "by two blocks";
  }
  llvm_unreachable("a pair of threads");
}

/// One arrow for each array and pair of blocks whose accesses may meet.
static void connectMemory(const WarpProfile &Profile,
                          ArrayRef<unsigned> BlockNodes, Diagram &To) {
  const KernelModel &Kernel = *Profile.Kernel;
  // Whether some accesses meet for certain.
  std::map<std::tuple<BlockId, BlockId, ArrayId, ThreadPair>, bool> Meetings;
  MemoryDependences All = memoryDependences(Kernel, Profile.Launch);
  for (const MemoryDependence &D : All.Found) {
    const MemoryAccess &From = Kernel.Accesses[D.From],
                       &Into = Kernel.Accesses[D.To];
    Meetings[{From.Block, Into.Block, From.Array, D.Threads}] |= D.Certain;
  }
  for (const auto &[Key, Certain] : Meetings) {
    const auto &[From, Into, Array, Threads] = Key;
    if (BlockNodes[From] == ~0u || BlockNodes[Into] == ~0u)
      continue;
    To.connect(BlockNodes[From], BlockNodes[Into],
               fmt::format("{} {}{}", Kernel.Arrays[Array].Name,
                           Certain ? "" : "perhaps ", text(Threads).str()),
               /*Dashed=*/true);
  }
  if (All.Skipped)
    To.Title +=
        fmt::format("; {} pairs of accesses were not looked at", All.Skipped);
}

Diagram kernelcast::dependenceDiagram(const WarpProfile &Profile) {
  const KernelModel &Kernel = *Profile.Kernel;
  const ProgramDependenceGraph &Graph = Profile.Graphs->dependences();
  Diagram Result;
  Result.Title = title(Kernel, "program dependence graph");
  unsigned Entry = Result.add("entry", Shape::Ellipse);
  std::vector<unsigned> RegionNodes, BlockNodes(Kernel.Blocks.size(), ~0u);
  for (const Region &R : Graph.Regions)
    RegionNodes.push_back(
        Result.add(fmt::format("region {}", R.Id), Shape::Rounded));
  for (const BasicBlock &Block : Kernel.Blocks)
    if (!isEmpty(Block))
      BlockNodes[Block.Id] = Result.add(blockText(Kernel, Block));
  for (size_t I = 0; I != Graph.Regions.size(); ++I) {
    const Region &R = Graph.Regions[I];
    for (const ControlDependence &On : R.DependsOn) {
      if (On.Block == None)
        Result.connect(Entry, RegionNodes[I]);
      else
        Result.connect(BlockNodes[On.Block], RegionNodes[I],
                       On.Outcome == 0 ? "true" : "false");
    }
    for (BlockId Block : R.Blocks)
      if (BlockNodes[Block] != ~0u)
        Result.connect(RegionNodes[I], BlockNodes[Block]);
  }
  // One arrow for all data that flow between two blocks.
  std::map<std::tuple<BlockId, BlockId, LoopId>, unsigned> Flows;
  for (const DataDependence &Data : Graph.Data)
    if (Data.FromBlock != Data.ToBlock || Data.Carried != None)
      ++Flows[{Data.FromBlock, Data.ToBlock, Data.Carried}];
  for (const auto &[Key, Count] : Flows) {
    const auto &[From, To, Carried] = Key;
    if (From >= BlockNodes.size() || To >= BlockNodes.size() ||
        BlockNodes[From] == ~0u || BlockNodes[To] == ~0u)
      continue;
    std::string Label = Count > 1 ? fmt::format("{} values", Count) : "";
    if (Carried != None)
      Label += (Label.empty() ? "" : ", ") + std::string("next iteration");
    Result.connect(BlockNodes[From], BlockNodes[To], Label, /*Dashed=*/true);
  }
  connectMemory(Profile, BlockNodes, Result);
  return Result;
}

Diagram kernelcast::executionDiagram(const LaunchReport &Launch) {
  const KernelModel &Kernel = *Launch.Model;
  const WarpProfile &Profile = Launch.Profile;
  Diagram Result;
  Result.Title = title(Kernel, "executions");
  // Loops as nested groups; outer loops come first in the model.
  for (const LoopInfo &Loop : Kernel.Loops) {
    std::string Label =
        fmt::format("loop {} ({})", Loop.Location.Line, oneLine(Loop.Text));
    if (Loop.Id < Profile.Loops.size())
      Label += fmt::format(": {} rounds, {}",
                           threeDigits(Profile.Loops[Loop.Id].Mean.Value),
                           name(Profile.Loops[Loop.Id].Mean.Source).str());
    Result.Groups.push_back({Label, Loop.Parent});
  }
  std::vector<unsigned> Nodes(Kernel.Blocks.size(), 0);
  for (const BasicBlock &Block : Kernel.Blocks) {
    std::string Text = blockText(Kernel, Block);
    if (Block.Id < Profile.Blocks.size()) {
      const BlockFacts &Facts = Profile.Blocks[Block.Id];
      Text += fmt::format(
          "{} warps, {} threads ({})", exactNumber(Facts.WarpExecutions.Value),
          exactNumber(Facts.LaneExecutions.Value),
          name(weaker(Facts.WarpExecutions.Source, Facts.LaneExecutions.Source))
              .str());
    }
    Nodes[Block.Id] = Result.add(std::move(Text), Shape::Box, Block.Loop);
  }
  std::map<BlockId, const BranchFacts *> Branches;
  for (const BranchFacts &Facts : Profile.Branches)
    Branches[Facts.Block] = &Facts;
  for (const BasicBlock &Block : Kernel.Blocks)
    for (size_t I = 0; I != Block.Successors.size(); ++I) {
      std::string Label;
      if (Block.Successors.size() == 2) {
        Label = I == 0 ? "true" : "false";
        auto Found = Branches.find(Block.Id);
        if (Found != Branches.end())
          Label += " " + percent(I == 0 ? Found->second->True.Value
                                        : Found->second->False.Value);
      }
      if (Block.Successors[I] < Nodes.size())
        Result.connect(Nodes[Block.Id], Nodes[Block.Successors[I]], Label);
    }
  return Result;
}

/// An operator or leaf without its operands.
static std::string nodeText(const KernelModel &Kernel, const Expr *Node) {
  static constexpr StringLiteral Operators[] = {
      "+",  "-",  "*", "/",   "%",   "<<",   ">>",
      "&",  "|",  "^", "min", "max", "-",    "~",
      "==", "!=", "<", "<=",  "?:",  "cast", "floor(log2)"};
  switch (Node->op()) {
  case Op::Base:
    if (static_cast<size_t>(Node->value()) < Kernel.Arrays.size())
      return "start of " + Kernel.Arrays[Node->value()].Name;
    break;
  case Op::Load:
    if (static_cast<size_t>(Node->value()) < Kernel.Accesses.size())
      return "data of " + oneLine(Kernel.Accesses[Node->value()].Text);
    break;
  case Op::Phi:
    if (static_cast<size_t>(Node->value()) < Kernel.Phis.size())
      return "variable " + Kernel.Phis[Node->value()].Variable;
    break;
  case Op::Counter:
    if (static_cast<size_t>(Node->value()) < Kernel.Loops.size())
      return fmt::format("round of the loop in line {}",
                         Kernel.Loops[Node->value()].Location.Line);
    break;
  case Op::Opaque:
    return "unknown: " + oneLine(Node->name());
  case Op::Call:
    return Node->name().str() + "()";
  default:
    break;
  }
  if (Node->isLeaf())
    return oneLine(toText(Node));
  size_t Index = static_cast<size_t>(Node->op()) - static_cast<size_t>(Op::Add);
  return Index < std::size(Operators) ? Operators[Index].str() : "?";
}

/// Whether \p Needed follows from something that is \p Given.
static bool follows(const DivisibilityConstraint &Needed,
                    ArrayRef<ArgumentConstraint> Given) {
  constexpr int64_t MostBits = 62;
  const Expr *Exponent = Needed.Exponent;
  if (!Exponent->isIntegerConstant() || Exponent->value() < 0 ||
      Exponent->value() > MostBits)
    return false;
  std::string Name = toText(Needed.Factor);
  return any_of(Given, [&](const ArgumentConstraint &C) {
    return C.Name == Name &&
           C.impliesMultipleOf(int64_t(1) << Exponent->value());
  });
}

/// The address taken apart into what the threads of a block do and what is the
/// same for all of them (Baghsorkhi et al., section 3.2), or why that cannot be
/// told.
static std::string separationText(const KernelModel &Kernel,
                                  const Expr *Address,
                                  ArrayRef<ArgumentConstraint> Given) {
  ExpressionPool &Pool = *Kernel.Pool;
  SeparatedSubscript Parts =
      separateSubscript(Pool, Address, [&](unsigned Loop) -> const Expr * {
        const Expr *Trips = Kernel.Loops[Loop].TripCount;
        return Trips ? Pool.sub(Trips, Pool.constant(1, Trips->type()))
                     : nullptr;
      });
  if (!Parts.isSeparated())
    return "threads and blocks do not separate: " + Parts.Reason;
  std::string Text = "of the thread: " + expressionText(Kernel, Parts.Local) +
                     "\nof the block: " + expressionText(Kernel, Parts.Rest);
  for (const DivisibilityConstraint &Constraint : Parts.Constraints)
    Text += "\nprovided that " + Constraint.Text +
            (follows(Constraint, Given) ? ", which is given" : "");
  return Text;
}

Diagram kernelcast::expressionDiagram(const KernelModel &Kernel,
                                      ArrayRef<ArgumentConstraint> Given) {
  Diagram Result;
  Result.Title = title(Kernel, "addresses");
  std::map<const Expr *, unsigned> Nodes;
  constexpr size_t MostNodes = 2000;
  for (const MemoryAccess &Access : Kernel.Accesses) {
    unsigned Top =
        Result.add(fmt::format("{}: {} {} {}", Access.Location.Line,
                               name(Access.Kind).str(),
                               name(Access.Space).str(), oneLine(Access.Text)),
                   Shape::Rounded);
    if (!Access.Address || Result.Nodes.size() > MostNodes)
      continue;
    Result.Nodes[Top].Label +=
        "\n" + separationText(Kernel, Access.Address, Given);
    visitPostOrder(Access.Address, [&](const Expr *Node) {
      if (Result.Nodes.size() > MostNodes || !Nodes.try_emplace(Node).second)
        return;
      unsigned Id = Result.add(nodeText(Kernel, Node), Shape::Ellipse);
      Nodes[Node] = Id;
      unsigned Place = 0;
      bool Ordered = Node->operands().size() > 1;
      for (const Expr *Operand : Node->operands()) {
        ++Place;
        if (auto It = Nodes.find(Operand); It != Nodes.end())
          Result.connect(Id, It->second, Ordered ? utostr(Place) : "");
      }
    });
    if (auto It = Nodes.find(Access.Address); It != Nodes.end())
      Result.connect(Top, It->second, "address");
  }
  if (Result.Nodes.size() > MostNodes)
    Result.Title += "; cut off after " + utostr(MostNodes) + " nodes";
  return Result;
}
