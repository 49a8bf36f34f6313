//===- SsaBuilderTest.cpp -------------------------------------------------===//

#include "analysis/ast/SsaBuilder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <map>
#include <numeric>
#include <random>

using namespace kernelcast;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

/// A graph with one variable, x, in array 0, and two arrays in global memory.
struct Construction : testing::Test {
  Construction() {
    Model.Pool = std::make_unique<ExpressionPool>();
    Model.Arrays.resize(3);
    Model.Arrays[0].Name = "x";
    Model.Arrays[0].Space = MemorySpace::Local;
    Pointers.declare(0, 70);
  }
  void edges(unsigned Blocks,
             const std::vector<std::pair<BlockId, BlockId>> &Edges) {
    Model.Blocks.resize(Blocks);
    for (auto [From, To] : Edges) {
      Model.Blocks[From].Successors.push_back(To);
      Model.Blocks[To].Predecessors.push_back(From);
    }
  }
  ScalarExpr number(int64_t N) { return Model.Pool->constant(N); }
  bool finish() {
    return Ssa.finish([] { return false; });
  }

  const SsaVariable X{0, 0};
  const ScalarType Int;
  KernelModel Model;
  ReachedVariables Reached;
  PointerTargets Pointers{Model, Reached};
  SsaBuilder Ssa{Model, Pointers};
};

// Blocks 0 to 40 in a row keep what is written in three of them, and nothing
// for those who read: each has the last value before it, also where an earlier
// block is written last.
TEST_F(Construction, ARowKeepsWhatIsWrittenInIt) {
  std::vector<std::pair<BlockId, BlockId>> Row;
  for (BlockId B = 0; B != 40; ++B)
    Row.push_back({B, B + 1});
  edges(41, Row);
  for (BlockId B = 0; B != 41; ++B)
    Ssa.seal(B);
  Ssa.write(0, X, number(1));
  Ssa.write(40, X, number(2));
  Ssa.write(20, X, number(3));
  EXPECT_EQ(Ssa.read(19, X, Int), number(1));
  EXPECT_EQ(Ssa.read(20, X, Int), number(3));
  EXPECT_EQ(Ssa.read(39, X, Int), number(3));
  EXPECT_EQ(Ssa.read(40, X, Int), number(2));
  Ssa.write(20, X, number(4));
  EXPECT_EQ(Ssa.read(39, X, Int), number(4));
  EXPECT_EQ(Ssa.noted(), 3u);
}

// Blocks 0, 2, 4, ... 80 below one another, and an odd one beside each that was
// sealed before and has the place in its row: 41 rows. Of those that a read
// from block 80 passes on the way to what block 0 writes, the rows of 80, 48
// and 16 keep it. Writing again keeps no more, and no block on the way has
// another value.
TEST_F(Construction, KeepsAValueInSomeRowsOnTheWay) {
  std::vector<std::pair<BlockId, BlockId>> Comb;
  for (BlockId B = 0; B != 80; B += 2) {
    Comb.push_back({B, B + 1});
    Comb.push_back({B, B + 2});
  }
  edges(81, Comb);
  for (BlockId B = 0; B != 81; ++B)
    Ssa.seal(B);
  Ssa.write(0, X, number(1));
  EXPECT_EQ(Ssa.noted(), 1u);
  EXPECT_EQ(Ssa.read(80, X, Int), number(1));
  EXPECT_EQ(Ssa.noted(), 4u);
  Ssa.write(80, X, number(2));
  EXPECT_EQ(Ssa.read(80, X, Int), number(2));
  EXPECT_EQ(Ssa.read(48, X, Int), number(1));
  EXPECT_EQ(Ssa.noted(), 4u);
  EXPECT_EQ(Ssa.read(78, X, Int), number(1));
  EXPECT_EQ(Ssa.noted(), 5u);
}

// In a tree of blocks every variable has the value of the nearest block above
// that writes it, in whatever order blocks are written and read.
TEST_F(Construction, TheNearestWriteAboveCounts) {
  std::mt19937 Random(20130);
  for (unsigned Round = 0; Round != 200; ++Round) {
    KernelModel Tree;
    Tree.Pool = std::make_unique<ExpressionPool>();
    Tree.Arrays.resize(1);
    Tree.Blocks.resize(60);
    PointerTargets None{Tree, Reached};
    SsaBuilder Built{Tree, None};
    std::vector<BlockId> Above(60, 0);
    std::vector<std::map<unsigned, ScalarExpr>> Written(60);
    Built.seal(0);
    for (BlockId B = 1; B != 60; ++B) {
      // Mostly the block before, so that there are rows to share.
      Above[B] = Random() % 4 != 0 ? B - 1 : Random() % B;
      Tree.Blocks[Above[B]].Successors.push_back(B);
      Tree.Blocks[B].Predecessors.push_back(Above[B]);
      Built.seal(B);
    }
    for (unsigned Variable = 0; Variable != 3; ++Variable)
      Written[0][Variable] = Tree.Pool->constant(-1);
    for (unsigned I = 0; I != 40; ++I)
      Written[Random() % 60][Random() % 3] = Tree.Pool->constant(I);
    std::vector<BlockId> Order(60);
    std::iota(Order.begin(), Order.end(), 0);
    std::shuffle(Order.begin(), Order.end(), Random);
    for (BlockId B : Order)
      for (auto [Variable, V] : Written[B])
        Built.write(B, {0, Variable}, V);
    std::shuffle(Order.begin(), Order.end(), Random);
    for (BlockId B : Order)
      for (unsigned Variable = 0; Variable != 3; ++Variable) {
        BlockId At = B;
        while (!Written[At].count(Variable))
          At = Above[At];
        EXPECT_EQ(Built.read(B, {0, Variable}, Int), Written[At][Variable])
            << "round " << Round << ", block " << B;
      }
  }
}

// if (...) y = 1; else y = 2; use(x); Nobody writes x between block 0 and block
// 3, which makes no phi of it; of y it does.
TEST_F(Construction, WhatNobodyWritesPassesAMeeting) {
  edges(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  const SsaVariable Y{0, 1};
  Ssa.seal(0);
  Ssa.write(0, X, number(7));
  Ssa.seal(1);
  Ssa.write(1, Y, number(1));
  Ssa.seal(2);
  Ssa.write(2, Y, number(2));
  Ssa.seal(3);
  EXPECT_EQ(Ssa.read(3, X, Int), number(7));
  EXPECT_TRUE(Model.Phis.empty());
  EXPECT_EQ(Ssa.read(3, Y, Int)->op(), Op::Phi);
}

// A block that is come back to has no order that could be relied upon: the
// write of block 1 is seen, though block 3 was sealed before it.
TEST_F(Construction, WritesOutOfOrderAreSeen) {
  edges(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  for (BlockId B : {0, 1, 2, 3})
    Ssa.seal(B);
  Ssa.write(0, X, number(7));
  Ssa.write(1, X, number(1));
  EXPECT_EQ(Ssa.read(3, X, Int)->op(), Op::Phi);
}

// do { if (...) x = 1; } while (...); use(x), where the loop's header is sealed
// behind its body: the value of the block before it is not that of block 4.
TEST_F(Construction, ALoopThatWritesIsNotPassed) {
  edges(5, {{0, 1}, {1, 2}, {1, 3}, {2, 3}, {3, 1}, {3, 4}});
  Ssa.seal(0);
  Ssa.write(0, X, number(7));
  Ssa.seal(2);
  Ssa.write(2, X, number(1));
  Ssa.seal(3);
  Ssa.seal(1);
  Ssa.seal(4);
  EXPECT_EQ(Ssa.read(4, X, Int)->op(), Op::Phi);
}

// if (...) x = 1; else x = 2; use(x);
TEST_F(Construction, TwoDefinitionsMeetInAPhi) {
  edges(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  for (BlockId B : {0, 1, 2, 3})
    Ssa.seal(B);
  Ssa.write(1, X, number(1));
  Ssa.write(2, X, number(2));
  ScalarExpr V = Ssa.read(3, X, Int);
  ASSERT_EQ(V->op(), Op::Phi);
  const PhiNode &Phi = Model.Phis[V->value()];
  EXPECT_EQ(Phi.Block, 3u);
  EXPECT_EQ(Phi.Variable, "x");
  EXPECT_THAT(Phi.Incoming, ElementsAre(number(1), number(2)));
  // Nothing uses it: it leaves its block.
  EXPECT_TRUE(finish());
  EXPECT_THAT(Model.Blocks[3].Phis, IsEmpty());
}

TEST_F(Construction, OneDefinitionNeedsNone) {
  edges(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}});
  for (BlockId B : {0, 1, 2, 3})
    Ssa.seal(B);
  Ssa.write(0, X, number(5));
  EXPECT_EQ(Ssa.read(3, X, Int), number(5));
}

// x = 0; while (x < 9) x = x + 1;   blocks: 0, header 1, body 2, exit 3.
TEST_F(Construction, ALoopCarriesItsVariable) {
  edges(4, {{0, 1}, {1, 2}, {1, 3}});
  Ssa.seal(0);
  Ssa.write(0, X, number(0));
  ScalarExpr AtTest = Ssa.read(1, X, Int);
  ASSERT_EQ(AtTest->op(), Op::Phi);
  Model.Blocks[1].Condition = Model.Pool->binary(Op::Less, AtTest, number(9));
  Ssa.seal(2);
  ScalarExpr Next = Model.Pool->add(Ssa.read(2, X, Int), number(1));
  Ssa.write(2, X, Next);
  edges(4, {{2, 1}});
  Ssa.seal(1);
  Ssa.seal(3);
  const PhiNode &Phi = Model.Phis[AtTest->value()];
  EXPECT_THAT(Phi.Incoming, ElementsAre(number(0), Next));
  EXPECT_EQ(Ssa.read(3, X, Int), AtTest);
  EXPECT_TRUE(finish());
  EXPECT_THAT(Model.Blocks[1].Phis, ElementsAre(AtTest->value()));
}

// The loop only reads x: its header's phi was needless, also where it had been
// used before that was known.
TEST_F(Construction, APhiOfOneValueIsThatValue) {
  edges(4, {{0, 1}, {1, 2}, {1, 3}});
  Ssa.seal(0);
  Ssa.write(0, X, number(4));
  ScalarExpr Early = Ssa.read(1, X, Int);
  ASSERT_EQ(Early->op(), Op::Phi);
  MemoryAccess Store;
  Store.Stored = Model.Pool->add(Early, number(1));
  Model.Accesses.push_back(Store);
  Ssa.seal(2);
  edges(4, {{2, 1}});
  Ssa.seal(1);
  EXPECT_EQ(Ssa.read(1, X, Int), number(4));
  EXPECT_TRUE(finish());
  EXPECT_EQ(Model.Accesses[0].Stored, number(5));
  EXPECT_THAT(Model.Blocks[1].Phis, IsEmpty());
}

TEST_F(Construction, WhatNobodyWroteIsUnknown) {
  edges(2, {{0, 1}});
  Ssa.seal(0);
  Ssa.seal(1);
  ScalarExpr V = Ssa.read(1, X, Int);
  EXPECT_EQ(V->op(), Op::Opaque);
  EXPECT_EQ(Ssa.read(1, X, Int), V); // but one value
}

// p = a; while (...) p += 4;   The phi is of the bytes from a on.
TEST_F(Construction, APointerInALoopKeepsItsArray) {
  const ScalarType Pointer = ScalarType::pointer();
  ScalarExpr A = Model.Pool->base(1), Four = Model.Pool->constant(4, Pointer);
  edges(3, {{0, 1}, {1, 2}});
  Ssa.seal(0);
  Ssa.write(0, X, A);
  ScalarExpr P = Ssa.read(1, X, Pointer);
  EXPECT_EQ(baseOf(P), A);
  Ssa.write(1, X, Model.Pool->add(P, Four));
  edges(3, {{1, 1}});
  Ssa.seal(1);
  ScalarExpr Offset = offsetFrom(*Model.Pool, P, A);
  ASSERT_EQ(Offset->op(), Op::Phi);
  EXPECT_THAT(Model.Phis[Offset->value()].Incoming,
              ElementsAre(Model.Pool->constant(0, Pointer),
                          Model.Pool->add(Offset, Four)));
  EXPECT_FALSE(Pointers.choosesBase(P));
  EXPECT_THAT(Reached.Chosen, IsEmpty());
}

TEST_F(Construction, APointerToOneOfSeveralChoosesThem) {
  ScalarExpr Test = Model.Pool->symbol("c", ScalarType::truth());
  ScalarExpr Variable = Model.Pool->base(0), Array = Model.Pool->base(2);
  ScalarExpr Either = Model.Pool->select(Test, Variable, Array);
  EXPECT_THAT(Pointers.basesOf(Either), UnorderedElementsAre(Variable, Array));
  EXPECT_TRUE(Pointers.choosesBase(Either));
  EXPECT_TRUE(Pointers.isChosen(70));
  EXPECT_FALSE(Pointers.choosesBase(Array));
}

} // namespace
