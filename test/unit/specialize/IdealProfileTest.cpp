//===- IdealProfileTest.cpp - One factor made perfect, the rest as it is --===//

#include "analysis/specialize/IdealProfile.h"
#include "Kernels.h"
#include <gtest/gtest.h>

using namespace kernelcast;

namespace {

LaunchConfiguration launch(uint64_t Blocks, uint64_t Threads) {
  LaunchConfiguration L;
  L.Grid = {Blocks, 1, 1};
  L.Block = {Threads, 1, 1};
  return L;
}

GpuSpec gpu(llvm::StringRef Name) { return llvm::cantFail(findGpu(Name)); }

// Lanes 128 bytes apart: one bank of 32, 32 cycles. 8 bytes a lane take 2
// cycles at least, a wavefront of 64 lanes of 4 bytes as well.
TEST(IdealProfile, AccessesSpreadOverTheBanks) {
  for (auto [Name, Bytes, Least] :
       {std::tuple("rtx-2080-ti", 4u, 1u), std::tuple("rtx-2080-ti", 8u, 2u),
        std::tuple("mi250x-gcd", 4u, 2u)}) {
    const GpuSpec Gpu = gpu(Name);
    KernelWriter W;
    const AccessId Column =
        W.access(W.P.mul(W.tid(), W.number(128 / Bytes)), Bytes, 1);
    const AccessId Row = W.access(W.tid(), Bytes, 1);
    const AccessId Memory = W.access(W.P.mul(W.tid(), W.number(32)));
    const KernelModel K = W.finish(true);
    WarpProfile P = profileOf(K, launch(8, 128), Gpu);
    const double Warps = 8 * 128.0 / Gpu.WarpSize;
    EXPECT_EQ(conflictFreeCycles(K.Accesses[Column], Gpu), Least) << Name;
    EXPECT_EQ(P.Accesses[Column].MaxBankDegree, Gpu.WarpSize);
    const double RowCycles = P.Accesses[Row].BankCycles.Value;
    EXPECT_EQ(RowCycles, Warps * Least);
    for (AccessId Id : {Column, Row, Memory})
      spreadOverBanks(P, Id, Gpu);
    EXPECT_EQ(P.Accesses[Column].BankCycles.Value, Warps * Least);
    EXPECT_EQ(P.Accesses[Column].MaxBankDegree, Least);
    EXPECT_EQ(P.Accesses[Row].BankCycles.Value, RowCycles);
    EXPECT_EQ(P.Accesses[Memory].Sectors.Value, Warps * Gpu.WarpSize);
  }
}

// if (tid % 4 == 0) x[tid] else y[tid]: all 4 warps run both sides. Gathered,
// one runs the first and three the second.
TEST(IdealProfile, SidesOfABranchGatherTheirLanes) {
  KernelWriter W;
  auto [Then, Else] = W.branch(W.P.binary(
      Op::Equal, W.P.binary(Op::Rem, W.tid(), W.number(4)), W.number(0)));
  W.At = Then;
  const AccessId First = W.access(W.tid());
  W.At = Else;
  const AccessId Second = W.access(W.tid());
  const BlockId End = W.block();
  W.edge(Then, End);
  W.edge(Else, End);
  W.At = End;
  const AccessId Last = W.access(W.tid());
  const KernelModel K = W.finish(true);
  const KernelGraphs Graphs(K);
  WarpProfile P = profileOf(K, launch(1, 128));
  P.Graphs = &Graphs;
  const BlockId Branch = P.Branches[0].Block;
  EXPECT_EQ(P.Accesses[First].WarpExecutions.Value, 4);
  EXPECT_EQ(P.Accesses[Second].WarpExecutions.Value, 4);
  converge(P, Branch);
  EXPECT_EQ(P.Accesses[First].WarpExecutions.Value, 1);
  EXPECT_EQ(P.Accesses[Second].WarpExecutions.Value, 3);
  EXPECT_EQ(P.Accesses[Last].WarpExecutions.Value, 4);
  EXPECT_EQ(P.Blocks[K.Accesses[First].Block].WarpExecutions.Value, 1);
  EXPECT_EQ(P.Blocks[Branch].WarpExecutions.Value, 4);
  EXPECT_EQ(P.Branches[0].Diverged.Value, 0);
  EXPECT_EQ(P.Branches[0].True.Value, 0.25);
  EXPECT_EQ(P.Branches[0].False.Value, 0.75);
  EXPECT_EQ(P.Accesses[First].LaneExecutions.Value, 32);
}

// if (tid < 10) return: the ten lanes take a warp with or without the others.
TEST(IdealProfile, AWarpIsTheLeastThatABlockNeeds) {
  KernelWriter W;
  auto [Few, Rest] = W.branch(W.P.binary(Op::Less, W.tid(), W.number(10)));
  W.At = Few;
  const AccessId Load = W.access(W.tid());
  W.jump(Rest);
  W.At = Rest;
  const AccessId Next = W.access(W.tid());
  const KernelModel K = W.finish(true);
  const KernelGraphs Graphs(K);
  WarpProfile P = profileOf(K, launch(5, 64));
  P.Graphs = &Graphs;
  converge(P, P.Branches[0].Block);
  EXPECT_EQ(P.Accesses[Load].WarpExecutions.Value, 5);
  EXPECT_EQ(P.Accesses[Next].WarpExecutions.Value, 10);
  EXPECT_EQ(P.Branches[0].True.Value, 0.5);
}

// for (k = 0; k < tid % 32; ++k) x[k]: a warp stays for 31 rounds and tests 32
// times, its lanes stay for 15.5 on average.
TEST(IdealProfile, LanesThatStayEquallyLong) {
  KernelWriter W;
  const BlockId Header = W.block(), Body = W.block(), End = W.block();
  W.edge(0, Header);
  W.edge(Header, Body);
  W.edge(Header, End);
  W.edge(Body, Header);
  const Expr *Rounds = W.phi(Header, {W.number(0), W.number(0)});
  W.setIncoming(Rounds, 1, W.P.add(Rounds, W.number(1)));
  W.K.Blocks[Header].FromLoopCondition = true;
  W.K.Blocks[Header].Condition =
      W.P.binary(Op::Less, Rounds, W.P.binary(Op::Rem, W.tid(), W.number(32)));
  W.At = Body;
  const AccessId Load = W.access(Rounds);
  const KernelModel K = W.finish(true);
  const KernelGraphs Graphs(K);
  WarpProfile P = profileOf(K, launch(1, 64));
  P.Graphs = &Graphs;
  const BlockId Test = P.Branches[0].Block;
  EXPECT_EQ(P.Accesses[Load].WarpExecutions.Value, 2 * 31);
  EXPECT_EQ(P.Blocks[Test].WarpExecutions.Value, 2 * 32);
  converge(P, Test);
  EXPECT_DOUBLE_EQ(P.Accesses[Load].WarpExecutions.Value, 2 * 15.5);
  EXPECT_DOUBLE_EQ(P.Blocks[Test].WarpExecutions.Value, 2 * 16.5);
}

// A branch about which all warps agree, and one that no block is behind alone.
TEST(IdealProfile, WhatDoesNotDivergeStaysAsItIs) {
  KernelWriter W;
  const Expr *Whole = W.P.binary(Op::Less, W.tid(), W.number(32));
  auto [Then, End] = W.branch(Whole);
  W.At = Then;
  const AccessId Load = W.access(W.tid());
  W.jump(End);
  const KernelModel K = W.finish(true);
  const KernelGraphs Graphs(K);
  WarpProfile P = profileOf(K, launch(1, 64));
  P.Graphs = &Graphs;
  converge(P, P.Branches[0].Block);
  EXPECT_EQ(P.Accesses[Load].WarpExecutions.Value, 1);
  EXPECT_EQ(P.Branches[0].True.Value, 0.5);
}

// 128 threads of a warp size of 32 fill 4 of 32 warps with one block; 8 fit.
TEST(IdealProfile, AnSmFullOfWarps) {
  WarpProfile P;
  P.Residency.BlocksPerSM = 1;
  P.Residency.WarpsPerSM = 4;
  P.Residency.MaxWarpsPerSM = 32;
  fillWithWarps(P);
  EXPECT_EQ(P.Residency.BlocksPerSM, 8u);
  EXPECT_EQ(P.Residency.WarpsPerSM, 32u);
}

// Of 4 warps' 128 operations on one address 4 remain; fewer stay as they are.
TEST(IdealProfile, AtomicsCombineAndLocalAccessesVanish) {
  WarpProfile P;
  P.Accesses.resize(2);
  for (AccessFacts &Facts : P.Accesses) {
    Facts.WarpExecutions = Known<double>(4);
    Facts.Sectors = Facts.Lines = Known<double>(16);
  }
  P.Accesses[0].OnOneAddress = P.Accesses[0].AtomicOperations = 128;
  P.Accesses[1].OnOneAddress = P.Accesses[1].AtomicOperations = 2;
  combineInWarps(P, 0);
  combineInWarps(P, 1);
  EXPECT_EQ(P.Accesses[0].OnOneAddress, 4);
  EXPECT_EQ(P.Accesses[0].AtomicOperations, 4);
  EXPECT_EQ(P.Accesses[1].OnOneAddress, 2);
  keepInRegisters(P, 1);
  EXPECT_EQ(P.Accesses[1].Sectors.Value, 0);
  EXPECT_EQ(P.Accesses[1].Lines.Value, 0);
  EXPECT_EQ(P.Accesses[1].WarpExecutions.Value, 4);
  EXPECT_EQ(P.Accesses[0].Sectors.Value, 16);
}

} // namespace
