//===- DataDependencesTest.cpp --------------------------------------------===//

#include "analysis/pdg/DataDependences.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::UnorderedElementsAre;

namespace {

/// One block of instructions.
struct Dependences : testing::Test {
  Dependences() {
    Model.Pool = std::make_unique<ExpressionPool>();
    Model.Blocks.resize(1);
    Model.Blocks[0].Id = 0;
  }
  const Expr *symbol(const char *Name) {
    return Model.Pool->symbol(Name, ScalarType());
  }
  const Expr *constant(int64_t N) { return Model.Pool->constant(N); }
  const Expr *sum(const Expr *A, const Expr *B) {
    return Model.Pool->add(A, B);
  }
  /// Places what makes \p V; its value.
  const Expr *place(const Expr *V) {
    Instruction I;
    I.Value = V;
    Model.Blocks[0].Instructions.push_back(I);
    return V;
  }
  const Expr *product(const char *A, const char *B) {
    return place(Model.Pool->mul(symbol(A), symbol(B)));
  }
  /// The instructions whose results instruction \p User needs.
  std::vector<unsigned> of(unsigned User) {
    std::vector<unsigned> Result;
    for (const DataDependence &D : dataDependences(Model))
      if (D.To == User)
        Result.push_back(D.From);
    return Result;
  }

  KernelModel Model;
};

// s = t + 7; s += a b; s += c d; each sum needs its product and the sum before,
// although its expression is t + a b + c d + 7, and that before no part of it.
TEST_F(Dependences, ASumGoesOnWithTheOneBeforeItsConstant) {
  const Expr *S = place(sum(sum(symbol("t"), symbol("u")), constant(7))); // 0
  S = place(sum(S, product("a", "b"))); // 1, 2
  S = place(sum(S, product("c", "d"))); // 3, 4
  S = place(sum(S, product("e", "f"))); // 5, 6
  EXPECT_THAT(of(2), UnorderedElementsAre(0, 1));
  EXPECT_THAT(of(4), UnorderedElementsAre(2, 3));
  EXPECT_THAT(of(6), UnorderedElementsAre(4, 5));
}

// Where each sum brings a constant of its own, too.
TEST_F(Dependences, ASumGoesOnWithConstantsOfItsOwn) {
  const Expr *S = place(sum(sum(symbol("t"), symbol("u")), constant(7))); // 0
  S = place(sum(sum(S, product("a", "b")), constant(5)));  // 1, 2
  S = place(sum(sum(S, product("c", "d")), constant(-3))); // 3, 4
  EXPECT_THAT(of(2), UnorderedElementsAre(0, 1));
  EXPECT_THAT(of(4), UnorderedElementsAre(2, 3));
}

// Two sums of the same parts with different constants go on from the parts.
TEST_F(Dependences, SumsBesideOneAnotherDoNotWait) {
  const Expr *Parts = sum(product("a", "b"), product("c", "d")); // 0, 1
  place(sum(Parts, constant(4)));                                // 2
  place(sum(Parts, constant(8)));                                // 3
  EXPECT_THAT(of(2), UnorderedElementsAre(0, 1));
  EXPECT_THAT(of(3), UnorderedElementsAre(0, 1));
}

// Nor does one that stands before the other.
TEST_F(Dependences, ASumDoesNotWaitForALaterOne) {
  const Expr *Parts = sum(product("a", "b"), product("c", "d")); // 0, 1
  place(sum(sum(Parts, product("e", "f")), constant(8)));        // 2, 3
  place(sum(Parts, constant(4)));                                // 4
  EXPECT_THAT(of(3), UnorderedElementsAre(0, 1, 2));
}

} // namespace
