//===- KernelBuilder.cpp - The passes from AST to model -------------------===//
//
//   lower       AST and CFG, callees inlined            KernelLowering
//   order       blocks in reverse post order            FlowGraph
//   loops       natural loops                           FlowGraph
//   closed form induction variables and trip counts     ClosedForms
//   exit bodies blocks that leave a loop belong to it    FlowGraph
//   unroll      loops that the compiler unrolls         Unrolling
//   registers   small local arrays that this dissolves  RegisterArrays
//   place       instructions, each value once           InstructionPlacement
//===----------------------------------------------------------------------===//

#include "analysis/ast/KernelBuilder.h"
#include "analysis/ast/KernelLowering.h"
#include "analysis/control/ClosedForms.h"
#include "analysis/instructions/BulkCopies.h"
#include "analysis/instructions/InstructionPlacement.h"
#include "analysis/instructions/MatrixRows.h"
#include "analysis/instructions/PredicatedBranches.h"
#include "analysis/instructions/RegisterArrays.h"
#include "analysis/instructions/RegisterPressure.h"
#include "analysis/instructions/RepeatedLoads.h"
#include "analysis/instructions/Unrolling.h"
#include "analysis/instructions/VectorLoads.h"
#include "analysis/pdg/FlowGraph.h"
#include "analysis/pdg/ProgramDependenceGraph.h"
#include "analysis/support/PhaseClock.h"

using namespace llvm;
using namespace kernelcast;

/// Lowers again whenever values turned out to depend on an order of evaluation
/// that is left open, or variables to be written through a pointer that may
/// lead to others: what was read too early has been used already.
static KernelModel lower(const clang::FunctionDecl *Kernel,
                         clang::ASTContext &Context, Language Lang,
                         const BuilderOptions &Options) {
  constexpr unsigned MaxRounds = 8; // a second one nearly always suffices
  OpenUses Open;
  ReachedVariables Reached;
  for (unsigned Round = 1;; ++Round) {
    size_t Known = Open.size() + Reached.size();
    KernelModel Model =
        lowerKernel(Kernel, Context, Lang, Options, Open, Reached);
    if (Open.size() + Reached.size() == Known)
      return Model;
    if (Round == MaxRounds) {
      Model.Status = ModelStatus::NotModelled;
      Model.Reasons.push_back("too much depends on the order of evaluation or "
                              "on where pointers lead");
      return Model;
    }
  }
}

KernelModel kernelcast::buildKernelModel(const clang::FunctionDecl *Kernel,
                                         clang::ASTContext &Context,
                                         Language Lang,
                                         const BuilderOptions &Options) {
  PhaseScope Timed(Phase::Lowering);
  KernelModel Model = lower(Kernel, Context, Lang, Options);
  if (Model.Status == ModelStatus::NotModelled)
    return Model;
  orderBlocks(Model);
  if (Model.Irreducible) {
    Model.Status = ModelStatus::Partial;
    Model.Reasons.push_back("irreducible control flow: every condition is "
                            "taken to be true and loops to run once");
  }
  findClosedForms(Model);
  findTripCounts(Model);
  settleMatrixRows(Model);
  settleBulkCopies(Model);
  adoptExitBodies(Model);
  findUnrolledLoops(Model);
  keepArraysInRegisters(Model);
  numberAccesses(Model);
  if (Model.Pool->size() > 4 * Options.MaxExpressions) {
    Model.Status = ModelStatus::NotModelled;
    Model.Reasons.push_back("more expressions than the limit");
    return Model;
  }
  findReadOnlyArrays(Model);
  findRepeatedLoads(Model);
  findVectorLoads(Model);
  placeInstructions(Model);
  Model.EstimatedRegisters = estimatedRegisters(Model);
  predicateBranches(Model);
  dropRegisterAccesses(Model);
  return Model;
}
