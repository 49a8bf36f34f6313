//===- NestedLoopsTest.cpp - Variables through two loops and joins --------===//
#include "../symbolic/Evaluate.h"
#include "analysis/control/ClosedForms.h"
#include "test/unit/symbolic/ScalarTypes.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

struct Graph {
  KernelModel Kernel;
  ExpressionPool *P;

  Graph(unsigned Count,
        std::initializer_list<std::pair<BlockId, BlockId>> Edges) {
    Kernel.Pool = std::make_unique<ExpressionPool>();
    P = Kernel.Pool.get();
    Kernel.Blocks.resize(Count);
    for (BlockId B = 0; B < Count; ++B)
      Kernel.Blocks[B].Id = B;
    for (auto [A, B] : Edges) {
      Kernel.Blocks[A].Successors.push_back(B);
      Kernel.Blocks[B].Predecessors.push_back(A);
    }
  }

  void loop(BlockId Header, BlockId Latch, const std::vector<BlockId> &Blocks,
            std::pair<BlockId, BlockId> Exit, LoopId Parent = None) {
    LoopInfo Loop;
    Loop.Id = Kernel.Loops.size();
    Loop.Parent = Parent;
    Loop.Header = Header;
    Loop.Latches = {Latch};
    Loop.Blocks = Blocks;
    Loop.Exits = {Exit};
    for (BlockId B : Blocks)
      Kernel.Blocks[B].Loop = Loop.Id;
    Kernel.Loops.push_back(Loop);
  }

  const Expr *phi(BlockId Block) {
    PhiNode Phi;
    Phi.Block = Block;
    Phi.Type = I32;
    Kernel.Phis.push_back(Phi);
    Kernel.Blocks[Block].Phis.push_back(Kernel.Phis.size() - 1);
    return P->phi(Kernel.Phis.size() - 1, I32);
  }

  AccessId access(BlockId Block, const Expr *Address) {
    MemoryAccess Access;
    Access.Block = Block;
    Access.Address = Address;
    Kernel.Accesses.push_back(Access);
    return Kernel.Accesses.size() - 1;
  }
};

// p = 0; for (i = 0; i < n; i++) for (j = 0; j < m; j++) a[p++];
// The inner loop advances p by m, which closes it in the outer one: the access
// is p = m i + j, and after both loops p = n m (for n, m >= 0).
TEST(NestedLoops, InnerTripCountClosesTheOuterVariable) {
  Graph G(6, {{0, 1}, {1, 2}, {1, 5}, {2, 3}, {2, 4}, {3, 2}, {4, 1}});
  G.loop(1, 4, {1, 2, 3, 4}, {1, 5});
  G.loop(2, 3, {2, 3}, {2, 4}, 0);
  ExpressionPool &P = *G.P;
  const Expr *N = P.symbol("n"), *M = P.symbol("m"), *One = P.constant(1),
             *Zero = P.constant(0);
  const Expr *I = G.phi(1), *OuterP = G.phi(1), *J = G.phi(2),
             *InnerP = G.phi(2);
  G.Kernel.Phis[0].Incoming = {Zero, P.add(I, One)};
  G.Kernel.Phis[1].Incoming = {Zero, InnerP};
  // Block 2's predecessors are 1 and 3.
  G.Kernel.Phis[2].Incoming = {Zero, P.add(J, One)};
  G.Kernel.Phis[3].Incoming = {OuterP, P.add(InnerP, One)};
  G.Kernel.Blocks[1].Condition = P.binary(Op::Less, I, N);
  G.Kernel.Blocks[2].Condition = P.binary(Op::Less, J, M);
  AccessId Inside = G.access(3, InnerP), After = G.access(5, OuterP);
  findClosedForms(G.Kernel);
  findTripCounts(G.Kernel);
  auto At = [&](const Expr *E, int64_t NV, int64_t MV, int64_t K0, int64_t K1) {
    return evaluate(E, [&](const Expr *L) -> int64_t {
      if (L->op() == Op::Counter)
        return L->value() == 0 ? K0 : K1;
      EXPECT_EQ(L->op(), Op::Symbol) << toText(E);
      return L == N ? NV : MV;
    });
  };
  EXPECT_EQ(At(G.Kernel.Accesses[Inside].Address, 4, 7, 3, 5), 26);
  EXPECT_EQ(At(G.Kernel.Accesses[After].Address, 4, 7, 99, 99), 28);
  EXPECT_EQ(At(G.Kernel.Loops[0].TripCount, 4, 7, 0, 0), 4);
  EXPECT_EQ(At(G.Kernel.Loops[1].TripCount, 4, -7, 0, 0), 0);
}

// for (i = 0; i < n; i++) for (j = i; j < n; j++): the triangle's inner trip
// count is n - i.
TEST(NestedLoops, TriangularTripCount) {
  Graph G(6, {{0, 1}, {1, 2}, {1, 5}, {2, 3}, {2, 4}, {3, 2}, {4, 1}});
  G.loop(1, 4, {1, 2, 3, 4}, {1, 5});
  G.loop(2, 3, {2, 3}, {2, 4}, 0);
  ExpressionPool &P = *G.P;
  const Expr *N = P.symbol("n"), *One = P.constant(1);
  const Expr *I = G.phi(1), *J = G.phi(2);
  G.Kernel.Phis[0].Incoming = {P.constant(0), P.add(I, One)};
  G.Kernel.Phis[1].Incoming = {I, P.add(J, One)};
  G.Kernel.Blocks[1].Condition = P.binary(Op::Less, I, N);
  G.Kernel.Blocks[2].Condition = P.binary(Op::Less, J, N);
  findClosedForms(G.Kernel);
  findTripCounts(G.Kernel);
  ASSERT_NE(G.Kernel.Loops[1].TripCount, nullptr);
  for (int64_t K = 0; K < 9; ++K)
    EXPECT_EQ(evaluate(G.Kernel.Loops[1].TripCount,
                       [&](const Expr *L) -> int64_t {
                         return L->op() == Op::Counter ? K : 9;
                       }),
              9 - K);
}

// x = t < n ? t : n - 1 written with an if: 0 branches to 1 and 2, which join
// in 3. And the same without an else: 0 branches to 1 and straight to 2.
TEST(Joins, BecomeSelectsWhereTheBranchDecides) {
  for (bool Else : {true, false}) {
    Graph G(Else ? 4 : 3,
            Else ? std::initializer_list<std::pair<BlockId, BlockId>>{{0, 1},
                                                                      {0, 2},
                                                                      {1, 3},
                                                                      {2, 3}}
                 : std::initializer_list<std::pair<BlockId, BlockId>>{
                       {0, 1}, {0, 2}, {1, 2}});
    ExpressionPool &P = *G.P;
    BlockId Join = Else ? 3 : 2;
    const Expr *A = P.symbol("a"), *B = P.symbol("b");
    const Expr *C = P.binary(Op::Less, A, B), *X = G.phi(Join);
    G.Kernel.Blocks[0].Condition = C;
    // Predecessors: with else 1 (true), 2 (false); without 0 (false), 1 (true).
    if (Else)
      G.Kernel.Phis[0].Incoming = {A, B};
    else
      G.Kernel.Phis[0].Incoming = {B, A};
    AccessId Use = G.access(Join, X);
    findClosedForms(G.Kernel);
    EXPECT_EQ(G.Kernel.Accesses[Use].Address, P.select(C, A, B));
  }
}

// Both ways out of 0 meet again in 3 before the join 4: the branch at 0 does
// not decide alone, and the value stays a phi.
TEST(Joins, StayWhereMoreThanOneBranchDecides) {
  Graph G(5, {{0, 1}, {0, 2}, {1, 2}, {1, 4}, {2, 4}});
  ExpressionPool &P = *G.P;
  const Expr *X = G.phi(4);
  G.Kernel.Blocks[0].Condition =
      P.binary(Op::Less, P.symbol("a"), P.symbol("b"));
  G.Kernel.Blocks[1].Condition =
      P.binary(Op::Less, P.symbol("c"), P.symbol("b"));
  G.Kernel.Phis[0].Incoming = {P.constant(1), P.constant(2)};
  AccessId Use = G.access(4, X);
  findClosedForms(G.Kernel);
  EXPECT_EQ(G.Kernel.Accesses[Use].Address, X);
}

} // namespace
