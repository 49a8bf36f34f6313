//===- ParametricProfile.cpp - A profile for any launch -------------------===//

#include "cost_models/emit/ParametricProfile.h"
#include "analysis/workflow/WorkflowLevels.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// Operations that computing one count may take while paths are looked for.
static constexpr uint64_t StepBudget = 400000;

static std::string placeOf(const SourceSpot &Spot) {
  return std::to_string(Spot.Line) + ":" + std::to_string(Spot.Column);
}

ParametricProfile::ParametricProfile(const KernelGraphs &Graphs,
                                     const GpuSpec &Gpu, ModelMode Mode)
    : Kernel(Graphs.kernel()), Gpu(Gpu),
      Formulas(Kernel, Gpu.WarpSize, &Gpu, /*ByLanes=*/true),
      Sizes(Kernel, Formulas.pool()) {
  Formulas.takeAsNotNull();
  readBlocks(Mode, Graphs.dependences());
  readAccesses();
  collectArguments();
}

ParametricProfile::Fact ParametricProfile::fact(Formula Value,
                                                ArrayRef<Formula> Holds,
                                                const std::string &What,
                                                const std::string &Reason) {
  if (!Value)
    return {None, Reason};
  for (unsigned C = 0; C != Counts.size(); ++C)
    if (Counts[C].Value == Value)
      return {C, ""};
  Sizes.require(Value);
  for (Formula Condition : Holds)
    if (!is_contained(Conditions, Condition)) {
      Sizes.require(Condition);
      Conditions.push_back(Condition);
    }
  Counts.push_back({"c" + std::to_string(Counts.size()), Value, What});
  return {unsigned(Counts.size() - 1), ""};
}

bool ParametricProfile::requirePath(const ExecutionPath &Path) {
  bool Good = true;
  for (const Guard &G : Path.Guards)
    Good &= Sizes.require(G.Condition);
  for (LoopId L : Path.Loops)
    Good &= Sizes.require(Kernel.Loops[L].TripCount);
  return Good;
}

/// Demands of everything that decides about \p Block that it does not overflow.
bool ParametricProfile::requireWay(const BasicBlock &Block) {
  if (const ExecutionPath *Path = Formulas.paths().to(Block.Id))
    return requirePath(*Path);
  bool Good = true;
  for (BlockId P : Block.Predecessors) {
    const ExecutionPath *Path = Formulas.paths().to(P);
    const Expr *Condition = Kernel.Blocks[P].Condition;
    Good &= Path && requirePath(*Path) && Condition && Sizes.require(Condition);
  }
  return Good;
}

/// What is on the way to \p Block that no formula describes.
std::string ParametricProfile::whyNot(BlockId Block) {
  const ExecutionPath *Path = Formulas.paths().to(Block);
  if (!Path) {
    for (LoopId L = Kernel.Blocks[Block].Loop; L != None;
         L = Kernel.Loops[L].Parent)
      if (!Kernel.Loops[L].TripCount || !Kernel.Loops[L].SingleExit)
        return "the loop at " + placeOf(Kernel.Loops[L].Location) +
               " has no trip count that arguments and launch decide";
    return "several ways lead to it";
  }
  for (const Guard &G : Path->Guards)
    for (const BasicBlock &B : Kernel.Blocks)
      if (B.Condition == G.Condition && !Formulas.of(B.Condition))
        return "the condition " +
               (B.ConditionText.empty() ? "" : "'" + B.ConditionText + "' ") +
               "at " + placeOf(B.ConditionLocation) + " has none";
  for (LoopId L : Path->Loops)
    if (Formula Trips = Formulas.trips(L).Count;
        !Trips || Trips.mentions(Coordinate::ThreadX))
      return "the trip count of the loop at " +
             placeOf(Kernel.Loops[L].Location) +
             " has none, or threads of a warp differ in it";
  return "its condition is not one that the first threads of a row pass";
}

void ParametricProfile::readBlocks(ModelMode Mode,
                                   const ProgramDependenceGraph &Pdg) {
  std::vector<ExecutionFormulas> OfBlocks;
  for (const BasicBlock &B : Kernel.Blocks) {
    std::string Place;
    for (const Effect &E : B.Effects)
      if (Place.empty() && E.Location.isValid())
        Place = placeOf(E.Location);
    if (Place.empty() && B.ConditionLocation.isValid())
      Place = placeOf(B.ConditionLocation);
    std::string What =
        "warps that execute " + (Place.empty() ? "block " + std::to_string(B.Id)
                                               : "the code at " + Place);
    OfBlocks.push_back(Formulas.block(B.Id));
    const AccessFormulas &Whole = OfBlocks.back().Whole;
    std::string Why =
        Whole.WarpExecutions ? "" : What + ": no formula: " + whyNot(B.Id);
    Blocks.push_back(fact(Whole.WarpExecutions, Whole.Holds, What, Why));
    if (Blocks.back().Count != None && !requireWay(B))
      Blocks.back() = {None, What + ": its numbers may overflow"};
  }
  // A side without code does not matter in the corrected rule for branches.
  Sides.resize(Kernel.Blocks.size());
  WorkflowLevels Levels(Kernel, Pdg);
  for (unsigned L = 0; L <= Kernel.Loops.size(); ++L) {
    LoopId Loop = L ? L - 1 : None;
    WorkflowLevel Level = Levels.arrange(Loop, 0);
    for (const BasicBlock &B : Kernel.Blocks) {
      if (B.Loop != Loop || B.Successors.size() != 2)
        continue;
      for (unsigned Outcome : {0u, 1u}) {
        if (Mode != ModelMode::Faithful && !Level.group(B.Id, Outcome))
          continue;
        const AccessFormulas &Side = OfBlocks[B.Id].Sides[Outcome];
        std::string What = "warps that leave the branch at " +
                           placeOf(B.ConditionLocation) +
                           (Outcome ? " by false" : " by true");
        bool Good = !Side.WarpExecutions || Sizes.require(B.Condition);
        Sides[B.Id][Outcome] =
            fact(Good ? Side.WarpExecutions : Formula(), Side.Holds, What,
                 What + ": no formula: not the first threads of a row");
      }
    }
  }
}

void ParametricProfile::readAccesses() {
  for (AccessId Id = 0; Id != Kernel.Accesses.size(); ++Id) {
    const MemoryAccess &Access = Kernel.Accesses[Id];
    const AccessFormulas &Totals = Formulas.access(Id);
    std::string At = "'" + Access.Text + "' at " + placeOf(Access.Location);
    bool IsShared = pathOf(Access) == AccessPath::OnChip;
    Formula Count = IsShared ? Totals.BankCycles : Totals.Sectors;
    std::string What = (IsShared ? "bank cycles of " : "sectors of ") + At;
    std::string Why =
        What + ": no formula: " +
        (Totals.WarpExecutions
             ? "the addresses of a warp do not lie in a known distance"
             : whyNot(Access.Block));
    if (!IsShared && Gpu.Coalescing != CoalescingRule::Sectors)
      Why = What + ": transactions of " + Gpu.Name +
            " are not sectors, and only those have formulas";
    bool Usable = IsShared || Gpu.Coalescing == CoalescingRule::Sectors;
    Fact F = fact(Usable ? Count : Formula(), Totals.Holds, What, Why);
    if (F.Count != None && !Sizes.require(Access.Address))
      F = {None, What + ": its address may overflow"};
    (IsShared ? Banks : Sectors).push_back(F);
    (IsShared ? Sectors : Banks).push_back({None, What});
  }
}

bool ParametricProfile::isByLanes() const {
  return any_of(Counts,
                [](const CountFormula &C) { return C.Value.goesOverLanes(); });
}

void ParametricProfile::collectArguments() {
  auto Add = [&](Formula Leaf) {
    if (Leaf.op() == FormulaOp::Argument &&
        !is_contained(Arguments, Leaf.name()))
      Arguments.push_back(Leaf.name().str());
  };
  for (const CountFormula &C : Counts)
    visitLeaves(C.Value, Add);
  for (Formula Condition : Conditions)
    visitLeaves(Condition, Add);
  for (const MagnitudeStep &Step : Sizes.steps())
    if (Step.What == MagnitudeStep::Leaf)
      Add(Step.Of);
}

FormulaValues ParametricProfile::leavesAt(const LaunchPoint &Point) const {
  FormulaValues Values;
  for (Formula Leaf : Formulas.pool().leaves()) {
    bool IsCoordinate = Leaf.op() == FormulaOp::Coordinate;
    if (IsCoordinate && Leaf.value() == int64_t(Coordinate::WarpSize))
      Values[Leaf.node()] = Gpu.WarpSize;
    else if (IsCoordinate && Leaf.value() >= int64_t(Coordinate::OffsetX))
      Values[Leaf.node()] = 0;
    else if (auto At = Point.find(toText(Leaf)); At != Point.end())
      Values[Leaf.node()] = At->second;
  }
  return Values;
}

std::optional<std::vector<double>>
ParametricProfile::valuesAt(const LaunchPoint &Point) const {
  FormulaValues Leaves = leavesAt(Point);
  if (!Sizes.hold(Leaves))
    return std::nullopt;
  uint64_t Steps = StepBudget;
  for (Formula Condition : Conditions)
    if (auto Holds = evaluate(Condition, Leaves, Steps); !Holds || !*Holds)
      return std::nullopt;
  std::vector<double> Values;
  for (const CountFormula &C : Counts) {
    auto Value = evaluate(C.Value, Leaves, Steps);
    if (!Value)
      return std::nullopt;
    Values.push_back(double(*Value));
  }
  return Values;
}

Traced ParametricProfile::value(const Fact &F, Trace &T,
                                ArrayRef<double> Values) const {
  return F.Count == None ? T.unknown(F.Reason)
                         : T.input(Counts[F.Count].Name, Values[F.Count]);
}

WorkflowFacts<Traced> ParametricProfile::facts(Trace &T,
                                               ArrayRef<double> Values) const {
  WorkflowFacts<Traced> Facts;
  Facts.WarpSize = Gpu.WarpSize;
  for (const Fact &F : Blocks)
    Facts.Executions.push_back(value(F, T, Values));
  Facts.Warps = Facts.Executions.front(); // all warps enter
  Facts.Sides.resize(Kernel.Blocks.size());
  for (BlockId B = 0; B != Sides.size(); ++B)
    for (unsigned S : {0u, 1u})
      if (const auto &Side = Sides[B][S])
        Facts.Sides[B][S] = value(*Side, T, Values) / Facts.Executions[B];
  for (AccessId A = 0; A != Kernel.Accesses.size(); ++A) {
    Facts.LaneExecutions.push_back(T.unknown("lanes are not asked for"));
    Facts.TransactionBytes.push_back(value(Sectors[A], T, Values) * 32.0);
    Facts.BankCycles.push_back(value(Banks[A], T, Values));
  }
  return Facts;
}

Traced ParametricProfile::dramBytes(Trace &T, ArrayRef<double> Values) const {
  Traced Sum = 0;
  for (auto [Access, F] : zip(Kernel.Accesses, Sectors))
    if (pathOf(Access) == AccessPath::Memory &&
        (Access.Space == MemorySpace::Global ||
         Access.Space == MemorySpace::Local))
      Sum += value(F, T, Values) * 32.0;
  return Sum;
}
