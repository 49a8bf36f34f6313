//===- Report.cpp - The oracle's facts as JSON ----------------------------===//

#include "Report.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include <algorithm>

using namespace oracle;

static std::vector<Place> placeOf(const llvm::Value *V) {
  const auto *I = llvm::dyn_cast_or_null<llvm::Instruction>(V);
  if (!I || !I->getDebugLoc() || I->getDebugLoc().getLine() == 0)
    return {};
  return {{I->getDebugLoc().getLine(), I->getDebugLoc().getCol()}};
}

const llvm::Value *oracle::pointerOf(const llvm::Instruction &I, Kind K) {
  if (const llvm::Value *Pointer = llvm::getLoadStorePointerOperand(&I))
    return Pointer;
  if (const auto *Copy = llvm::dyn_cast<llvm::MemTransferInst>(&I))
    return K == Kind::Load ? Copy->getRawSource() : Copy->getRawDest();
  if (const auto *Call = llvm::dyn_cast<llvm::CallInst>(&I))
    for (const llvm::Value *Argument : Call->args())
      if (Argument->getType()->isPointerTy())
        return Argument;
  return nullptr;
}

/// Where the source names what \p I accesses.
static std::vector<Place> accessPlaces(const llvm::Instruction &I, Kind K) {
  std::vector<Place> Places, Indices, Step = placeOf(&I);
  const llvm::Value *Pointer = pointerOf(I, K);
  while (Pointer) {
    if (std::vector<Place> P = placeOf(Pointer); !P.empty())
      Places = P;
    const auto *Operator = llvm::dyn_cast<llvm::Operator>(Pointer);
    if (const auto *Index = llvm::dyn_cast<llvm::GEPOperator>(Pointer))
      for (const llvm::Value *Operand : Index->indices())
        for (Place P : placeOf(Operand))
          Indices.push_back(P);
    bool Derived = Operator && (llvm::isa<llvm::GEPOperator>(Operator) ||
                                llvm::isa<llvm::BitCastOperator>(Operator) ||
                                llvm::isa<llvm::AddrSpaceCastInst>(Operator));
    Pointer = Derived ? Operator->getOperand(0) : nullptr;
  }
  Places.insert(Places.end(), Indices.begin(), Indices.end());
  Places.insert(Places.end(), Step.begin(), Step.end());
  return Places;
}

namespace {
class Writer {
public:
  Writer(std::ostream &Out, const Moments &Names) : Out(Out), Names(Names) {}

  void places(const char *Name, const std::vector<Place> &Places) {
    Out << '"' << Name << "\":[";
    const char *Separator = "";
    for (auto [Line, Column] : Places) {
      Out << Separator << '[' << Line << ',' << Column << ']';
      Separator = ",";
    }
    Out << "],";
  }

  void calls(ScopeId Id) {
    std::vector<Place> Calls;
    for (; Id != 0; Id = Names.scope(Id).Caller)
      for (Place P : placeOf(Names.scope(Id).Call))
        Calls.push_back(P);
    places("calls", Calls);
  }

  void field(const char *Name, uint64_t Value, const char *End = ",") {
    Out << '"' << Name << "\":" << Value << End;
  }
  void field(const char *Name, const char *Value) {
    Out << '"' << Name << "\":\"" << Value << "\",";
  }

  void entries(const std::vector<LoopEntry> &Entries) {
    Out << ",\"entries\":[";
    const char *Separator = "";
    for (const LoopEntry &Entry : Entries) {
      Out << Separator << '[' << Entry.Trips;
      for (uint64_t Number : Entry.Where)
        Out << ',' << Number;
      for (uint64_t Number : Entry.Around)
        Out << ',' << Number;
      Out << ']';
      Separator = ",";
    }
    Out << ']';
  }

  void
  executions(const std::map<Executions::Key, std::vector<LaneAccess>> *All) {
    Out << ",\"executions\":[";
    const char *Separator = "";
    for (const auto &[Where, Lanes] :
         All ? *All : std::map<Executions::Key, std::vector<LaneAccess>>()) {
      Out << Separator << '[';
      row(Where.Block);
      Out << ',' << Where.Warp << ',';
      row(Where.Around);
      Out << ",[";
      Separator = "";
      for (const LaneAccess &Lane : Lanes) {
        Out << Separator << '[' << Lane.Lane << ',' << Lane.Array << ','
            << Lane.Offset << ',' << Lane.Again << ']';
        Separator = ",";
      }
      Out << "]]";
      Separator = ",\n";
    }
    Out << ']';
  }

  /// The entries of \p Totals by function and position.
  template <typename Map, typename Each>
  void list(const char *Name, const Map &Totals, Each Write) {
    std::vector<const typename Map::value_type *> Order;
    for (const auto &Entry : Totals)
      Order.push_back(&Entry);
    std::stable_sort(Order.begin(), Order.end(), [](auto *A, auto *B) {
      if (A->first.Scope != B->first.Scope)
        return A->first.Scope < B->first.Scope;
      return position(*A->first.Instruction) < position(*B->first.Instruction);
    });
    Out << "\n\"" << Name << "\":[";
    const char *Separator = "\n";
    for (const auto *Entry : Order) {
      Out << Separator << '{';
      calls(Entry->first.Scope);
      Write(Entry->first, Entry->second);
      Out << '}';
      Separator = ",\n";
    }
    Out << "],";
  }

  template <typename Numbers> void row(const Numbers &Each) {
    Out << '[';
    const char *Separator = "";
    for (uint64_t Number : Each) {
      Out << Separator << Number;
      Separator = ",";
    }
    Out << ']';
  }

private:
  static std::pair<size_t, size_t> position(const llvm::Instruction &I) {
    const llvm::BasicBlock &B = *I.getParent();
    const llvm::Function &F = *B.getParent();
    return {std::distance(F.begin(), B.getIterator()),
            std::distance(B.begin(), I.getIterator())};
  }

  std::ostream &Out;
  const Moments &Names;
};
} // namespace

bool oracle::negates(const llvm::Value *V) {
  const auto *Not = llvm::dyn_cast<llvm::BinaryOperator>(V);
  return Not && Not->getOpcode() == llvm::Instruction::Xor;
}

const llvm::Value *oracle::joinedCondition(const llvm::Instruction &I) {
  const auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&I);
  if (!Branch || !Branch->isConditional())
    return nullptr;
  const llvm::Value *Condition = Branch->getCondition();
  if (negates(Condition))
    Condition = llvm::cast<llvm::User>(Condition)->getOperand(0);
  return llvm::isa<llvm::PHINode>(Condition) ? Condition : nullptr;
}

static std::vector<Place> conditionPlaces(const llvm::Instruction &I) {
  const llvm::Value *Condition = nullptr;
  if (const auto *Branch = llvm::dyn_cast<llvm::BranchInst>(&I))
    Condition = Branch->getCondition();
  else if (const auto *Select = llvm::dyn_cast<llvm::SelectInst>(&I))
    Condition = Select->getCondition();
  else if (const auto *Switch = llvm::dyn_cast<llvm::SwitchInst>(&I))
    Condition = Switch->getCondition();
  else
    Condition = &I;
  std::vector<Place> Places = placeOf(Condition), Own = placeOf(&I);
  // In `for (; x >> k;)` the test against zero stands at the keyword.
  if (const auto *Compare = llvm::dyn_cast<llvm::CmpInst>(Condition))
    for (Place P : placeOf(Compare->getOperand(0)))
      Places.push_back(P);
  Places.insert(Places.end(), Own.begin(), Own.end());
  return Places;
}

void oracle::writeReport(std::ostream &Out, const Tally &Facts,
                         const Moments &Names, const Executions *Kept) {
  static const char *Kinds[] = {"load", "store", "atomic"};
  static const char *Spaces[] = {"local", "global", "constant", "shared"};
  Writer W(Out, Names);
  Out << '{';
  std::vector<Site> Before;
  W.list("accesses", Facts.Accesses, [&](const Site &At, const AccessTotal &T) {
    W.places("places", accessPlaces(*At.Instruction, At.Kind));
    W.field("kind", Kinds[unsigned(At.Kind)]);
    W.field("space", Spaces[unsigned(T.Space)]);
    W.field("bytes", T.Bytes);
    W.field("warp_executions", T.Warps);
    W.field("lane_executions", T.Lanes);
    W.field("sectors", T.Sectors);
    W.field("lines", T.Lines);
    W.field("l1_passes", T.L1Passes);
    W.field("bank_cycles", T.BankCycles);
    W.field("max_bank_degree", T.MaxDegree);
    const AddressPattern &Pattern = Facts.Patterns.at(At);
    W.field("neighbours", Pattern.neighbours());
    W.field("constant", Pattern.isConstant());
    W.field("continuous", Pattern.isContinuous(T.Bytes));
    W.field("interval", Pattern.isInterval(T.Bytes, Facts.Items));
    // Of the accesses listed before, and of this one.
    Out << "\"agrees\":[";
    for (const Site &Earlier : Before)
      Out << (&Earlier == &Before.front() ? "" : ",")
          << (Earlier.Kind == At.Kind &&
              Pattern.agrees(Facts.Patterns.at(Earlier)));
    Out << ']';
    Before.push_back(At);
    if (Kept)
      W.executions(Kept->of(At));
  });
  W.list("branches", Facts.Branches, [&](const Site &At, const BranchTotal &T) {
    W.places("places", conditionPlaces(*At.Instruction));
    W.field("warp_executions", T.Warps);
    W.field("joined", joinedCondition(*At.Instruction) != nullptr);
    W.field("all_true", T.AllTrue);
    W.field("all_false", T.AllFalse);
    W.field("diverged", T.Diverged, "");
  });
  W.list("switches", Facts.Switches, [&](const Site &At, const SwitchTotal &T) {
    W.places("places", conditionPlaces(*At.Instruction));
    Out << "\"outcomes\":[";
    const char *Separator = "";
    for (const auto &[Values, Warps] : T) {
      Out << Separator << "{\"values\":[";
      const char *Comma = "";
      for (int64_t Value : Values) {
        Out << Comma << Value;
        Comma = ",";
      }
      Out << "],";
      W.field("warps", Warps, "}");
      Separator = ",";
    }
    Out << ']';
  });
  if (Kept)
    W.list("divisions", Kept->divisors(),
           [&](const Site &At, const std::set<uint64_t> &Divisors) {
             W.places("places", placeOf(At.Instruction));
             Out << "\"divisors\":";
             W.row(Divisors);
           });
  Out << "\n\"loops\":[";
  const char *Separator = "\n";
  for (const auto &[Where, T] : Facts.Loops) {
    Out << Separator << '{';
    W.calls(Where.first);
    W.places("range", {T.Loop->Begin, T.Loop->End});
    W.field("warps", T.Warps);
    W.field("lanes", T.Lanes);
    W.field("iterations", T.Iterations);
    W.field("longest", T.Longest);
    W.field("min", T.Min);
    W.field("max", T.Max, "");
    if (Facts.KeepEntries)
      W.entries(T.Entries);
    Out << '}';
    Separator = ",\n";
  }
  Out << "],\n";
  W.field("barriers", Facts.Barriers);
  Out << "\"problems\":[";
  Separator = "";
  if (Names.irreducible())
    Out << "\"irreducible control flow\"", Separator = ",";
  if (Facts.Repeated)
    Out << Separator << "\"a lane accessed twice in one moment\"",
        Separator = ",";
  if (Kept && Kept->isTooLong())
    Out << Separator << "\"too many executions to list\"";
  Out << "]}\n";
}
