//===- KernelBuilder.cpp - The passes from AST to model -------------------===//
//
//   lower       AST and CFG, callees inlined            KernelLowering
//   order       blocks in reverse post order            FlowGraph
//   loops       natural loops                           FlowGraph
//   closed form induction variables and trip counts     ClosedForms
//   exit bodies blocks that leave a loop belong to it    FlowGraph
//   registers   small local arrays that unrolling dissolves  (here)
//   place       instructions, each value once           InstructionPlacement
//===----------------------------------------------------------------------===//

#include "analysis/pdg/KernelBuilder.h"
#include "analysis/control/ClosedForms.h"
#include "analysis/pdg/KernelLowering.h"
#include "analysis/pdg/graph/FlowGraph.h"
#include "analysis/pdg/graph/ProgramDependenceGraph.h"

using namespace llvm;
using namespace kernelcast;

/// A local array lives in registers when it is small and every index into it
/// is a constant once the loops around it are unrolled: the address depends on
/// nothing but counters of loops with a small constant trip count. Its accesses
/// then are no memory accesses at all.
static void promoteLocalArrays(KernelModel &Kernel) {
  constexpr uint64_t MaxBytes = 1024, MaxTrips = 64;
  auto Unrolls = [&](const Expr *Address) {
    bool Result = true;
    visitPostOrder(Address, [&](const Expr *E) {
      switch (E->op()) {
      case Op::Constant:
      case Op::Base:
        break;
      case Op::Counter: {
        const Expr *Trips = Kernel.Loops[E->value()].TripCount;
        Result &= Trips && Trips->isIntegerConstant() &&
                  static_cast<uint64_t>(Trips->value()) <= MaxTrips;
        break;
      }
      default:
        Result &= !E->isLeaf();
      }
    });
    return Result;
  };
  std::vector<bool> Registers(Kernel.Arrays.size());
  for (ArrayId A = 0; A < Kernel.Arrays.size(); ++A)
    Registers[A] = Kernel.Arrays[A].Space == MemorySpace::Local &&
                   Kernel.Arrays[A].Bytes <= MaxBytes;
  for (const MemoryAccess &Access : Kernel.Accesses)
    if (Access.Array != None && Registers[Access.Array] &&
        !Unrolls(Access.Address))
      Registers[Access.Array] = false;
  for (BasicBlock &Block : Kernel.Blocks)
    erase_if(Block.Effects, [&](const Effect &E) {
      if (E.Kind != EffectKind::Access)
        return false;
      const MemoryAccess &Access = Kernel.Accesses[E.Access];
      return Access.Array != None && Registers[Access.Array];
    });
}

/// Drops accesses that no effect refers to any more and renumbers the rest.
static void compactAccesses(KernelModel &Kernel) {
  std::vector<unsigned> NewId(Kernel.Accesses.size(), None);
  std::vector<MemoryAccess> Kept;
  for (BasicBlock &Block : Kernel.Blocks)
    for (Effect &E : Block.Effects)
      if (E.Kind == EffectKind::Access) {
        MemoryAccess &Access = Kernel.Accesses[E.Access];
        Access.Block = Block.Id;
        NewId[E.Access] = Kept.size();
        Kept.push_back(std::move(Access));
        E.Access = NewId[E.Access];
      }
  ExpressionPool &Pool = *Kernel.Pool;
  DenseMap<const Expr *, const Expr *> Memo;
  auto Renumber = [&](const Expr *&E) {
    if (!E)
      return;
    E = Pool.rewrite(
        E,
        [&](const Expr *Leaf) -> const Expr * {
          if (Leaf->op() != Op::Load)
            return nullptr;
          unsigned Old = static_cast<unsigned>(Leaf->value());
          unsigned Lane = 0;
          if (!Leaf->name().empty())
            Leaf->name().getAsInteger(10, Lane);
          if (NewId[Old] == None)
            return Pool.opaque("element of a local array", Leaf->type());
          return Pool.load(NewId[Old], Leaf->type(), Lane);
        },
        &Memo);
  };
  for (MemoryAccess &Access : Kept) {
    Renumber(Access.Address);
    Renumber(Access.Stored);
  }
  for (BasicBlock &Block : Kernel.Blocks)
    Renumber(Block.Condition);
  for (PhiNode &Phi : Kernel.Phis) {
    for (const Expr *&E : Phi.Incoming)
      Renumber(E);
    Renumber(Phi.ClosedForm);
  }
  for (LoopInfo &Loop : Kernel.Loops)
    Renumber(Loop.TripCount);
  Kernel.Accesses = std::move(Kept);
}

/// Lowers again whenever values turned out to depend on an order of evaluation
/// that is left open: one that was read too early has been used already.
static KernelModel lower(const clang::FunctionDecl *Kernel,
                         clang::ASTContext &Context, Language Lang,
                         const BuilderOptions &Options) {
  constexpr unsigned MaxRounds = 8; // a second one nearly always suffices
  OpenUses Open;
  for (unsigned Round = 1;; ++Round) {
    size_t Known = Open.size();
    KernelModel Model =
        KernelLowering(Context, Lang, Options, Open).lower(Kernel);
    if (Open.size() == Known)
      return Model;
    if (Round == MaxRounds) {
      Model.Status = ModelStatus::NotModelled;
      Model.Reasons.push_back("too much depends on the order of evaluation");
      return Model;
    }
  }
}

KernelModel kernelcast::buildKernelModel(const clang::FunctionDecl *Kernel,
                                         clang::ASTContext &Context,
                                         Language Lang,
                                         const BuilderOptions &Options) {
  KernelModel Model = lower(Kernel, Context, Lang, Options);
  if (Model.Status == ModelStatus::NotModelled)
    return Model;
  orderBlocks(Model);
  findLoops(Model);
  if (Model.Irreducible) {
    Model.Status = ModelStatus::Partial;
    Model.Reasons.push_back("irreducible control flow: every condition is "
                            "taken to be true and loops to run once");
  }
  findClosedForms(Model);
  findTripCounts(Model);
  adoptExitBodies(Model);
  promoteLocalArrays(Model);
  compactAccesses(Model);
  if (Model.Pool->size() > 4 * Options.MaxExpressions) {
    Model.Status = ModelStatus::NotModelled;
    Model.Reasons.push_back("more expressions than the limit");
    return Model;
  }
  placeInstructions(Model);
  return Model;
}
