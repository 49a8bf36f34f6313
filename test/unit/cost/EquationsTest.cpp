//===- EquationsTest.cpp - One expression, its value and its formula ------===//

#include "cost_models/common/Equations.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace kernelcast;

namespace {

/// A GPU of 68 SMs, which is a known number, and no schedulers.
GpuSpec someGpu() {
  GpuSpec Gpu;
  Gpu.Multiprocessors.Value = 68;
  Gpu.Multiprocessors.Source = "test";
  Gpu.Multiprocessors.Confidence = 'B';
  return Gpu;
}

/// Two inputs and two equations, the second over the first.
template <typename Number> Number rounds(Equations<Number> &Eq) {
  Number Blocks = Eq.input("blocks", 1000, "", Origin::Launch);
  Number SMs = Eq.hardware("SMs", &GpuSpec::Multiprocessors);
  Number PerSM = Eq.hardware("schedulers", &GpuSpec::Schedulers, 4);
  Number Active =
      Eq.equation("active", "", "HK table 1", minimum<Number>(SMs, Blocks));
  return Eq.equation("Rep", "rounds", "HK [21]", Blocks / (Active * PerSM));
}

TEST(Equations, ANumberIsANumber) {
  GpuSpec Gpu = someGpu();
  Equations<double> Silent(Gpu);
  EXPECT_FALSE(Silent.isRecorded());
  EXPECT_EQ(rounds(Silent), 1000.0 / 272);
}

// Values alone: the names, no formulas.
TEST(Equations, ValuesOnAList) {
  GpuSpec Gpu = someGpu();
  QuantityList List;
  Equations<double> Eq(Gpu, &List);
  EXPECT_EQ(rounds(Eq), 1000.0 / 272);
  std::vector<Quantity> All = List.take();
  ASSERT_EQ(All.size(), 5u);
  EXPECT_EQ(All[4].Name, "Rep");
  EXPECT_EQ(All[4].Value, 1000.0 / 272);
  EXPECT_EQ(All[4].Formula, "");
}

// Inputs first, with where they come from; a result is a value to the next
// equation.
TEST(Equations, Explanation) {
  GpuSpec Gpu = someGpu();
  QuantityList List;
  Trace Operations;
  Trace::Run Run(Operations);
  Equations<Traced> Eq(Gpu, &List);
  EXPECT_EQ(rounds(Eq).value(), 1000.0 / 272);
  std::vector<Quantity> All = List.take();
  ASSERT_EQ(All.size(), 5u);
  EXPECT_EQ(All[0].From, Origin::Launch);
  EXPECT_EQ(All[1].From, Origin::GpuFile);
  EXPECT_EQ(All[1].Key, "multiprocessors");
  EXPECT_EQ(All[1].Confidence, 'B');
  EXPECT_EQ(All[2].Value, 4); // what the model takes instead
  EXPECT_EQ(All[2].Confidence, 0);
  EXPECT_EQ(All[3].Formula, "min(68, 1000)");
  EXPECT_EQ(All[4].Formula, "1000 / (68 * 4)");
  EXPECT_EQ(All[4].Equation, "HK [21]");
  EXPECT_EQ(All[4].Unit, "rounds");
}

// To be written as code, a result keeps its operations: Rep is a quotient of
// which no recorder has made a leaf.
TEST(Equations, OperationsGoOn) {
  GpuSpec Gpu = someGpu();
  Trace Operations;
  Trace::Run Run(Operations);
  Equations<Traced> Silent(Gpu);
  Traced N = Operations.input("n", 7);
  Traced Half = Silent.equation("half", "", "", N / 2);
  Traced Sum = Silent.equation("sum", "", "", Half + N);
  const TraceNode &Top = Operations[Sum.id()];
  EXPECT_EQ(Top.Op, TraceOp::Add);
  EXPECT_EQ(Operations[Top.A].Op, TraceOp::Div);
  EXPECT_EQ(Top.B, N.id());
}

TEST(Equations, NoMoreBracketsThanNeeded) {
  Trace Operations;
  Trace::Run Run(Operations);
  auto Leaf = [](const char *Name, double Value) {
    return Traced::leaf(Name, Value);
  };
  Traced A = Leaf("a", 2), B = Leaf("b", 3), C = Leaf("c", 5);
  EXPECT_EQ(formula(A + B - C), "2 + 3 - 5");
  EXPECT_EQ(formula(A - (B - C)), "2 - (3 - 5)");
  EXPECT_EQ(formula(A + (B + C)), "2 + 3 + 5");
  EXPECT_EQ(formula(A * (B + C)), "2 * (3 + 5)");
  EXPECT_EQ(formula(A / (B * C)), "2 / (3 * 5)");
  EXPECT_EQ(formula(A / B / C), "2 / 3 / 5");
  EXPECT_EQ(formula((A + B) / C), "(2 + 3) / 5");
  EXPECT_EQ(formula(minimum<Traced>(A, minimum<Traced>(B, C))), "min(2, 3, 5)");
  EXPECT_EQ(formula(maximum<Traced>(0.0, A - B)), "max(0, 2 - 3)");
  EXPECT_EQ(formula(roundedUp(A / B)), "ceil(2 / 3)");
  EXPECT_EQ(formula(Traced(1e9)), "1e+09");
}

TEST(Equations, WhatIsNotANumberIsLeftOut) {
  GpuSpec Gpu = someGpu();
  QuantityList List;
  Equations<double> Eq(Gpu, &List);
  double Infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Eq.equation("x", "", "(1)", Infinite), Infinite);
  Eq.input("n", 1, "", Origin::Launch);
  Eq.input("n", 1, "", Origin::Launch); // once
  EXPECT_EQ(List.take().size(), 1u);
}

} // namespace
