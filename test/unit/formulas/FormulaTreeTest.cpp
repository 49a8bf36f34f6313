//===- FormulaTreeTest.cpp - Formulas to compute with ---------------------===//

#include "analysis/formulas/FormulaTree.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

std::optional<int64_t> compute(const char *Text,
                               std::map<std::string, int64_t> Values = {},
                               uint64_t Steps = 100000) {
  auto Tree = FormulaTree::parse(Text);
  EXPECT_TRUE(Tree) << Text;
  return Tree ? Tree->evaluate(Values, Steps) : std::nullopt;
}

TEST(FormulaTree, BindsAsCDoes) {
  EXPECT_EQ(compute("2 + 3 * 4"), 14);
  EXPECT_EQ(compute("20 - 3 - 4"), 13);
  EXPECT_EQ(compute("7 / 2 * 2"), 6);
  EXPECT_EQ(compute("1 + 2 < 4 && 1"), 1);
  EXPECT_EQ(compute("6 & 3 == 3"), 0); // 6 & 1
  EXPECT_EQ(compute("1 << 2 + 1"), 8);
  EXPECT_EQ(compute("-7 / 2"), -3);
  EXPECT_EQ(compute("-7 % 4"), -3);
  EXPECT_EQ(compute("!3 + ~0"), -1);
  EXPECT_EQ(compute("0 ? 1 : 2 ? 3 : 4"), 3);
  EXPECT_EQ(compute("1 < 2 == 2 > 1"), 1);
  EXPECT_EQ(compute("5 | 2 ^ 2 & 3"), 5);
}

TEST(FormulaTree, NamesAndFunctions) {
  EXPECT_EQ(compute("max(min(n, gridDim.x * blockDim.x), 0)",
                    {{"n", 100}, {"gridDim.x", 2}, {"blockDim.x", 32}}),
            64);
  EXPECT_EQ(compute("box.n + p->m + Space::k",
                    {{"box.n", 1}, {"p->m", 2}, {"Space::k", 3}}),
            6);
  EXPECT_EQ(compute("abs(-3) + floorlog2(9) + floorlog2(0)"), 5);
}

// Sums count from 0, shadow and restore names.
TEST(FormulaTree, Sums) {
  EXPECT_EQ(compute("sum(k0 < n, k0 + 1)", {{"n", 4}}), 10);
  EXPECT_EQ(compute("sum(k0 < 3, sum(k1 < k0 + 1, 1)) + k0", {{"k0", 5}}), 11);
  EXPECT_EQ(compute("sum(i < (2 < 3 ? 4 : 5), i)"), 6);
  EXPECT_EQ(compute("sum(i < -3, 1)"), 0);
}

TEST(FormulaTree, SaysWhereThereIsNoValue) {
  EXPECT_EQ(compute("1 / n", {{"n", 0}}), std::nullopt);
  EXPECT_EQ(compute("1 % n", {{"n", 0}}), std::nullopt);
  EXPECT_EQ(compute("n + 1"), std::nullopt);
  EXPECT_EQ(compute("n * n", {{"n", int64_t(1) << 32}}), std::nullopt);
  EXPECT_EQ(compute("1 << n", {{"n", 63}}), std::nullopt);
  EXPECT_EQ(compute("sum(i < 1000000, i)", {}, 1000), std::nullopt);
  EXPECT_EQ(compute("0 && 1 / 0"), 0); // not computed
  EXPECT_EQ(compute("0 ? 1 / 0 : 7"), 7);
}

TEST(FormulaTree, RefusesOtherTexts) {
  for (const char *Text : {"", "1 +", "(1", "f(1)", "min(1)", "sum(i, 1)",
                           "1 2", "a ? b", "1 = 2", "99999999999999999999"})
    EXPECT_FALSE(FormulaTree::parse(Text)) << Text;
  EXPECT_FALSE(FormulaTree::parse(std::string(5000, '(')));
}

} // namespace
