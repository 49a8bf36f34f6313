//===- WorkflowBuilderTest.cpp - Profiles become work flow graphs ---------===//
//
// Kernels are made by hand: edges, instructions and measured executions. One
// warp is launched unless a test says otherwise, so that executions are per
// warp.
//===----------------------------------------------------------------------===//

#include "analysis/workflow/WorkflowBuilder.h"
#include "analysis/pdg/KernelGraphs.h"
#include "analysis/workflow/Reduction.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

using namespace kernelcast;

namespace {

struct HandMade {
  KernelModel Kernel;
  WarpProfile Profile;
  ProgramDependenceGraph Pdg;

  HandMade(unsigned Count,
           std::initializer_list<std::pair<BlockId, BlockId>> Edges,
           const std::vector<double> &Executions) {
    Kernel.Blocks.resize(Count);
    for (BlockId I = 0; I != Count; ++I)
      Kernel.Blocks[I].Id = I;
    for (auto [From, To] : Edges) {
      Kernel.Blocks[From].Successors.push_back(To);
      Kernel.Blocks[To].Predecessors.push_back(From);
    }
    Profile.Warps = 1;
    for (double E : Executions)
      Profile.Blocks.push_back({E, 32 * E});
  }
  /// Places of the new instructions are numbered per block from 0.
  void plain(BlockId Block, float Count,
             InstructionClass Class = InstructionClass::Int) {
    Instruction I;
    I.Class = Class;
    I.Count = Count;
    Kernel.Blocks[Block].Instructions.push_back(I);
  }
  void effect(BlockId Block, EffectKind Kind, AccessId Access = None) {
    Effect E;
    E.Kind = Kind;
    E.Access = Access;
    Instruction I;
    I.Effect = Kernel.Blocks[Block].Effects.size();
    Kernel.Blocks[Block].Effects.push_back(E);
    Kernel.Blocks[Block].Instructions.push_back(I);
  }
  void access(BlockId Block, MemorySpace Space, AccessKind Kind,
              double BytesPerWarp, double BankDegree = 0) {
    MemoryAccess A;
    A.Space = Space;
    A.Kind = Kind;
    A.Block = Block;
    double Times = Profile.Blocks[Block].WarpExecutions.Value;
    AccessFacts Facts;
    Facts.WarpExecutions = Times;
    Facts.LaneExecutions = 32 * Times;
    Facts.TransactionBytes = BytesPerWarp * Times;
    Facts.BankCycles = BankDegree * Times;
    effect(Block, EffectKind::Access, Kernel.Accesses.size());
    Kernel.Accesses.push_back(A);
    Profile.Accesses.push_back(Facts);
  }
  void depends(BlockId From, unsigned FromIndex, BlockId To, unsigned ToIndex,
               LoopId Carried = None) {
    Data.push_back({From, To, FromIndex, ToIndex, Carried});
  }
  WorkflowGraph build(bool WithData = true,
                      const WorkflowOptions &Options = {}) {
    findLoops(Kernel);
    Profile.Loops.resize(Kernel.Loops.size());
    Pdg = KernelGraphs(Kernel).dependences();
    if (WithData)
      Pdg.Data = Data;
    Profile.Kernel = &Kernel;
    auto Graph = buildWorkflow(Kernel, Pdg, Profile, Options);
    if (!Graph) {
      ADD_FAILURE() << llvm::toString(Graph.takeError());
      return {};
    }
    return std::move(*Graph);
  }
  std::vector<DataDependence> Data;
};

// for (i = 0; i < 10; ++i) { load; use } store: the test runs 11 times, the
// eleventh behind the loop.
TEST(WorkflowBuilder, CountedLoop) {
  HandMade K(4, {{0, 1}, {1, 2}, {1, 3}, {2, 1}}, {1, 11, 10, 1});
  K.plain(0, 3);
  K.plain(1, 2);
  K.access(2, MemorySpace::Global, AccessKind::Load, 128);
  K.plain(2, 1);
  K.plain(2, 4);
  K.access(3, MemorySpace::Global, AccessKind::Store, 128);
  K.depends(2, 0, 2, 2);
  WorkflowGraph Graph = K.build();
  EXPECT_EQ(toText(Graph), "C3 loop(10){C2 n3=L128 C1 n5=C4} C2 W128 ; n3->n5");
  EXPECT_EQ(Graph.Regions.size(), 2u);
  EXPECT_EQ(Graph.Regions[1].Trip, 10);
}

// A load whose value is used by the next iteration's test and by what follows
// the loop: one arc over the back edge, one to the last test.
TEST(WorkflowBuilder, UseInTheNextIteration) {
  HandMade K(4, {{0, 1}, {1, 2}, {1, 3}, {2, 1}}, {1, 5, 4, 1});
  K.plain(1, 1);
  K.access(2, MemorySpace::Global, AccessKind::Load, 64);
  K.plain(2, 3);
  K.depends(2, 0, 1, 0, /*Carried=*/0);
  EXPECT_EQ(toText(K.build()),
            "loop(4){n1=C1 n2=L64 C3} n4=C1 ; n2->n1@1 n2->n4");
}

// do { for (...) { } load } while (...): the inner test uses what the outer
// iteration before has loaded, in both of its copies.
TEST(WorkflowBuilder, CarriedByTheOuterLoop) {
  HandMade K(5, {{0, 1}, {1, 2}, {1, 3}, {2, 1}, {3, 0}, {3, 4}},
             {5, 20, 15, 5, 1});
  K.plain(1, 2);
  K.plain(2, 1);
  K.access(3, MemorySpace::Global, AccessKind::Load, 64);
  K.depends(3, 0, 1, 0, /*Carried=*/0);
  EXPECT_EQ(toText(K.build()),
            "loop(5){loop(3){n2=C2 C1} n4=C2 n5=L64} ; n5->n2@1 n5->n4@1");
}

// if (a) { sfu } else { barrier }: 3 of 4 warps enter the one, 2 the other.
TEST(WorkflowBuilder, Branch) {
  HandMade K(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}, {4, 3, 2, 4});
  K.Profile.Warps = 4;
  K.plain(0, 1);
  K.plain(1, 5, InstructionClass::Sfu);
  K.effect(2, EffectKind::Barrier);
  K.plain(3, 2);
  EXPECT_EQ(toText(K.build()), "C1 if(0.75,0.5){C5.sfu | B} C2");
}

// if (i >= n) return; everything else hangs under the false side.
TEST(WorkflowBuilder, EarlyReturn) {
  HandMade K(3, {{0, 1}, {0, 2}}, {8, 2, 7});
  K.Profile.Warps = 8;
  K.plain(0, 2);
  K.access(2, MemorySpace::Shared, AccessKind::Load, 0, 4);
  WorkflowGraph Graph = K.build();
  EXPECT_EQ(toText(Graph), "C2 if(0.25,0.875){ | S4}");
  EXPECT_EQ(Graph.Nodes[2].IdealBankSteps, 1);
}

// if (a || b) T: the block T hangs under two predicates and is emitted once,
// with its own weight, beside the second test.
//   0: a -> T=2 | 1     1: b -> 2 | 3
TEST(WorkflowBuilder, TwoPredicates) {
  HandMade K(4, {{0, 2}, {0, 1}, {1, 2}, {1, 3}, {2, 3}}, {4, 2, 3, 4});
  K.Profile.Warps = 4;
  K.plain(1, 1);
  K.plain(2, 7);
  EXPECT_EQ(toText(K.build()), "if(0.5,0.5){ | C1} if(0.75,0.25){C7}");
}

// sum += a[i]: every instruction is a node of its own, and what they compute
// flows along arcs: address to load, load to sum, sum to the next sum.
TEST(WorkflowBuilder, EachInstruction) {
  HandMade K(3, {{0, 1}, {1, 1}, {1, 2}}, {1, 8, 1});
  K.plain(1, 1);
  K.access(1, MemorySpace::Global, AccessKind::Load, 128);
  K.plain(1, 1, InstructionClass::Fp32);
  K.plain(1, 3, InstructionClass::Sfu);
  K.depends(1, 0, 1, 1);
  K.depends(1, 1, 1, 2);
  K.depends(1, 2, 1, 2, /*Carried=*/0);
  WorkflowOptions Options;
  Options.EachInstruction = true;
  WorkflowGraph Graph = K.build(true, Options);
  EXPECT_EQ(toText(Graph), "loop(8){n1=C1 n2=L128 n3=C1 C3.sfu} ; "
                           "n1->n2 n2->n3 n3->n3@1");
  EXPECT_EQ(Graph.Nodes[1].Class, InstructionClass::Int);
  EXPECT_EQ(Graph.Nodes[3].Class, InstructionClass::Fp32);
  EXPECT_EQ(Graph.Nodes[4].Class, InstructionClass::Sfu);
  // Two cycles to issue an instruction, 6 and 100 until its result is there.
  // First iteration: 2 + 4, 100, 2, 3 * 2; every further one waits as long.
  WorkflowWeights Weights;
  Weights.Node = {0, 2, 2, 2, 6};
  Weights.Exposed = {0, 6, 100, 6, 0};
  Reduction R =
      reduce(Graph, WorkflowWaits(Graph), Weights, BranchRule::Corrected);
  EXPECT_DOUBLE_EQ(R.Cycles, 8 * 114);
}

// for (;;) { A; if (c) break; B }: B runs once less than A.
TEST(WorkflowBuilder, BreakInTheMiddle) {
  HandMade K(4, {{0, 1}, {1, 3}, {1, 2}, {2, 1}}, {1, 5, 4, 1});
  K.plain(1, 3);
  K.plain(2, 2);
  EXPECT_EQ(toText(K.build()), "loop(4){C3 C2} C3");
}

// Register-resident accesses and constants at a known place do not reach
// memory; other constants are read on the chip, as shared memory is.
TEST(WorkflowBuilder, WhatDoesNotReachMemory) {
  HandMade K(1, {}, {1});
  K.access(0, MemorySpace::Local, AccessKind::Load, 128);
  K.Kernel.Blocks[0].Instructions.back().Count = 0;
  ExpressionPool Pool;
  K.access(0, MemorySpace::Constant, AccessKind::Load, 128);
  K.Kernel.Accesses.back().Address = Pool.constant(64);
  K.effect(0, EffectKind::Shuffle);
  EXPECT_EQ(toText(K.build()), "C2");
  K.access(0, MemorySpace::Constant, AccessKind::Load, 128);
  K.Kernel.Accesses.back().Address = Pool.symbol("n");
  EXPECT_EQ(toText(K.build()), "C2 S0");
}

// n = 4 instructions of which two chains of two: ILP 2.
TEST(WorkflowBuilder, LocalIlp) {
  HandMade K(1, {}, {1});
  for (unsigned I = 0; I < 4; ++I)
    K.plain(0, 1);
  K.depends(0, 0, 0, 1);
  K.depends(0, 2, 0, 3);
  EXPECT_EQ(K.build().Regions[0].Ilp, 2);
}

// Bytes and executions are those of the profile whatever the control flow:
// random graphs, some irreducible, with weights that fit no structure at all.
TEST(WorkflowBuilder, TotalsAreThoseOfTheProfile) {
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round < 300; ++Round) {
    unsigned Count = 2 + Random() % 12;
    std::vector<std::pair<BlockId, BlockId>> Edges;
    HandMade K(Count, {}, std::vector<double>(Count, 1));
    K.Profile.Warps = 16;
    for (BlockId B = 0; B < Count; ++B) {
      unsigned Out = B + 1 < Count ? 1 + Random() % 2 : 0;
      for (unsigned I = 0; I < Out; ++I) {
        BlockId To = I == 0 ? B + 1 : 1 + Random() % (Count - 1);
        K.Kernel.Blocks[B].Successors.push_back(To);
        K.Kernel.Blocks[To].Predecessors.push_back(B);
      }
    }
    orderBlocks(K.Kernel);
    double Bytes = 0, Plain = 0, Sync = 0;
    for (BlockId B = 0; B < K.Kernel.Blocks.size(); ++B) {
      double Times = B == 0 ? 16 : 1 + Random() % 64;
      K.Profile.Blocks[B] = {Times, 32 * Times};
      K.access(B, MemorySpace::Global, AccessKind::Load, 32 + B);
      K.plain(B, 1 + B);
      K.effect(B, EffectKind::Barrier);
      Bytes += Times * (32 + B), Plain += Times * (1 + B), Sync += Times;
    }
    WorkflowGraph Graph = K.build(false);
    for (BranchRule Rule : {BranchRule::Corrected}) {
      WorkflowCounts C = counts(Graph, Rule);
      EXPECT_NEAR(C.Bytes * 16, Bytes, 1e-6 * Bytes);
      EXPECT_NEAR(C.Barriers * 16, Sync, 1e-6 * Sync);
      std::vector<double> Executed = executions(Graph, Rule);
      double Sum = 0;
      for (WorkflowId Id = 0; Id < Graph.Nodes.size(); ++Id)
        Sum += Executed[Id] * Graph.Nodes[Id].Instructions;
      EXPECT_NEAR(Sum * 16, Plain, 1e-6 * Plain);
    }
  }
}

TEST(WorkflowBuilder, NestsOfAnyDepth) {
  // 300 loops inside each other: more than the graph may nest.
  constexpr unsigned Depth = 300;
  std::vector<double> Times(Depth + 2, 1);
  HandMade K(Depth + 2, {}, Times);
  auto Edge = [&](BlockId From, BlockId To) {
    K.Kernel.Blocks[From].Successors.push_back(To);
    K.Kernel.Blocks[To].Predecessors.push_back(From);
  };
  for (BlockId B = 0; B < Depth; ++B)
    Edge(B, B + 1);
  Edge(Depth, Depth + 1);
  for (BlockId B = 1; B < Depth; ++B) // one latch, many headers
    Edge(Depth, B);
  K.plain(Depth, 1);
  WorkflowGraph Graph = K.build();
  EXPECT_FALSE(toText(Graph).empty());
}

TEST(WorkflowBuilder, ForeignProfileIsRefused) {
  HandMade K(2, {{0, 1}}, {1});
  auto Graph = buildWorkflow(K.Kernel, K.Pdg, K.Profile);
  EXPECT_FALSE(bool(Graph));
  llvm::consumeError(Graph.takeError());
  K.Profile.Warps = 0;
  Graph = buildWorkflow(K.Kernel, K.Pdg, K.Profile);
  EXPECT_FALSE(bool(Graph));
  llvm::consumeError(Graph.takeError());
}

} // namespace
