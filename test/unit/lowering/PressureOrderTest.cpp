//===- PressureOrderTest.cpp ----------------------------------------------===//

#include "analysis/lowering/PressureOrder.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <numeric>
#include <optional>
#include <random>

using namespace kernelcast;

namespace {

/// Values of one register each, by number.
class Block {
public:
  unsigned load() {
    OrderedValue Load;
    Load.Width = 1;
    Load.Latency = 19;
    Load.ReadsLate = true;
    return add(std::move(Load));
  }

  unsigned sum(llvm::ArrayRef<unsigned> Operands) {
    OrderedValue Sum;
    Sum.Width = 1;
    Sum.Latency = 4;
    Sum.Operands.append(Operands.begin(), Operands.end());
    return add(std::move(Sum));
  }

  unsigned add(OrderedValue Value) {
    Values.push_back(std::move(Value));
    return static_cast<unsigned>(Values.size() - 1);
  }

  /// As they were added.
  std::vector<unsigned> order() const {
    std::vector<unsigned> Order(Values.size());
    std::iota(Order.begin(), Order.end(), 0);
    return Order;
  }

  std::vector<OrderedValue> Values;
};

/// Whether each instruction is there once, behind all that it needs.
bool isValid(llvm::ArrayRef<OrderedValue> Values,
             llvm::ArrayRef<unsigned> Order) {
  std::vector<bool> Done(Values.size());
  for (unsigned Number : Order) {
    const OrderedValue &Value = Values[Number];
    auto IsThere = [&](unsigned Other) {
      return Values[Other].Given || Done[Other];
    };
    if (Done[Number] || Value.Given || !llvm::all_of(Value.Operands, IsThere) ||
        !llvm::all_of(Value.After, IsThere))
      return false;
    Done[Number] = true;
  }
  return Order.size() ==
         size_t(llvm::count_if(Values, [](const auto &V) { return !V.Given; }));
}

} // namespace

// a = r0, r1, r2 and b = r1, r2, r3, one after the other. All loads first: r0
// to r3 are 4. By pressure: r0, a; r1 beside a (2), which a and b take; r2
// beside a and b (3), which both take; r3 beside both (3).
TEST(PressureOrderTest, SkewsSumsThatShareLoads) {
  Block B;
  unsigned R[4];
  for (unsigned &Load : R)
    Load = B.load();
  unsigned A = B.sum({R[0]});
  A = B.sum({A, R[1]});
  A = B.sum({A, R[2]});
  unsigned Other = B.sum({R[1]});
  Other = B.sum({Other, R[2]});
  Other = B.sum({Other, R[3]});
  B.Values[A].Stays = B.Values[Other].Stays = true;
  EXPECT_EQ(pressureOf(B.Values, B.order()).Most, 4u);
  std::vector<unsigned> Order = orderByPressure(B.Values);
  EXPECT_TRUE(isValid(B.Values, Order));
  EXPECT_EQ(pressureOf(B.Values, Order).Most, 3u);
}

// The same with one sum less, at each instruction in the order given: the loads
// fill four registers. A sum takes the place of an operand that it uses up, so
// there are never more; the last but one uses up two, a sum and r2, so that the
// last has three beside each other: a, the other sum and r3.
TEST(PressureOrderTest, TellsRegistersAtEachInstruction) {
  Block B;
  unsigned R[4];
  for (unsigned &Load : R)
    Load = B.load();
  unsigned A = B.sum({R[0]});
  A = B.sum({A, R[1]});
  unsigned Other = B.sum({R[1]});
  Other = B.sum({Other, R[2]});
  Other = B.sum({Other, R[3]});
  B.Values[A].Stays = B.Values[Other].Stays = true;
  const std::vector<unsigned> At = pressureOf(B.Values, B.order()).At;
  ASSERT_EQ(At.size(), 9u);
  const std::vector<unsigned> Loads(At.begin(), At.begin() + 4);
  EXPECT_EQ(Loads, (std::vector<unsigned>{1, 2, 3, 4}));
  EXPECT_EQ(At[4], 4u);
  EXPECT_EQ(At[5], 4u);
  EXPECT_EQ(At[6], 4u);
  EXPECT_EQ(At[7], 4u);
  EXPECT_EQ(At[8], 3u);
}

// A sum of 12 loads. The kth addition is 4 * (11 - k) cycles from the end, the
// kth load 19 more: load j comes before addition k where 4 * (k - j) + 19 > 0,
// that is up to j = k + 4. Five loads and the sum so far are 6.
TEST(PressureOrderTest, LatencyTellsHowManyLoadsAreInFlight) {
  Block B;
  unsigned Sum = B.sum({B.load()});
  for (unsigned I = 1; I != 12; ++I)
    Sum = B.sum({Sum, B.load()});
  B.Values[Sum].Stays = true;
  EXPECT_EQ(pressureOf(B.Values, B.order()).Most, 2u);
  std::vector<unsigned> Order = orderByLatency(B.Values, B.order());
  EXPECT_TRUE(isValid(B.Values, Order));
  EXPECT_EQ(pressureOf(B.Values, Order).Most, 6u);
}

// Behind a store that all loads come before, as those before a barrier do.
TEST(PressureOrderTest, WaitsForWhatComesBefore) {
  Block B;
  OrderedValue Barrier;
  for (unsigned I = 0; I != 10; ++I)
    Barrier.After.push_back(B.load());
  unsigned Wall = B.add(std::move(Barrier));
  OrderedValue First;
  First.After.push_back(Wall);
  for (unsigned I = 0; I != 10; ++I) {
    OrderedValue Use = First;
    Use.Operands.push_back(I);
    B.add(std::move(Use));
  }
  for (const std::vector<unsigned> &Order :
       {orderByPressure(B.Values), orderByLatency(B.Values, B.order())}) {
    EXPECT_TRUE(isValid(B.Values, Order));
    EXPECT_EQ(pressureOf(B.Values, Order).Most, 10u);
  }
}

// What is given and used last stays until then; what stays, to the end.
TEST(PressureOrderTest, CountsWhatIsGiven) {
  Block B;
  OrderedValue Given;
  Given.Width = 2;
  Given.Given = true;
  unsigned Pair = B.add(Given);
  Given.Stays = true;
  B.add(Given);
  unsigned Load = B.load();
  B.sum({Load, Pair});
  std::vector<unsigned> Order = orderByPressure(B.Values);
  EXPECT_TRUE(isValid(B.Values, Order));
  EXPECT_EQ(pressureOf(B.Values, Order).Most, 5u); // two pairs and the load
}

// Three sums over three rows of 15 columns, five columns from each other, in
// the order of a convolution's loops: a load waits for up to two of its users.
// What is needed are three sums and a load, and each row with its sums five
// columns apart does with that. From the beginning that is not seen: behind the
// first row, a sum that goes on to the next one frees as much as one that
// finishes the first. From the end it is: what a sum needs that the others do
// not need any more is loaded right before it.
TEST(PressureOrderTest, SkewsEachRowOfAConvolution) {
  constexpr unsigned Sums = 3, Rows = 3, Columns = 15, Gap = 5;
  Block B;
  unsigned Sum[Sums] = {};
  for (unsigned Row = 0; Row != Rows; ++Row) {
    std::vector<std::optional<unsigned>> Loads(Columns + Gap * (Sums - 1));
    for (unsigned Column = 0; Column != Columns; ++Column)
      for (unsigned S = 0; S != Sums; ++S) {
        std::optional<unsigned> &Load = Loads[Column + Gap * S];
        if (!Load)
          Load = B.load();
        Sum[S] = Row + Column == 0 ? B.sum({*Load}) : B.sum({Sum[S], *Load});
      }
  }
  for (const unsigned S : Sum)
    B.Values[S].Stays = true;
  const std::vector<unsigned> Order =
      orderFromEnd(B.Values, orderByPressure(B.Values));
  EXPECT_TRUE(isValid(B.Values, Order));
  EXPECT_EQ(pressureOf(B.Values, Order).Most, Sums + 1);
}

// 100,000 instructions with one operand in common.
TEST(PressureOrderTest, TakesLargeBlocks) {
  Block B;
  unsigned Base = B.load(), Sum = B.sum({Base});
  for (unsigned I = 0; I != 50'000; ++I) {
    OrderedValue Load;
    Load.Width = 1;
    Load.Operands.push_back(Base);
    Sum = B.sum({Sum, B.add(std::move(Load))});
  }
  std::vector<unsigned> Order = orderByPressure(B.Values);
  EXPECT_TRUE(isValid(B.Values, Order));
  EXPECT_EQ(pressureOf(B.Values, Order).Most, 3u); // base, sum, load
  Order = orderFromEnd(B.Values, B.order());
  EXPECT_TRUE(isValid(B.Values, Order));
  EXPECT_EQ(pressureOf(B.Values, Order).Most, 3u);
}

// Eight sums of 30 loads of 80 cycles. A round is eight loads and eight
// additions, 16 cycles, so that the loads of five rounds are under way beside
// the eight sums. With each load in two sums that follow each other it is 24
// cycles: 80 / 24 * 8 loads, up to a round.
TEST(PressureOrderTest, ARoundsInstructionsTakeTheirCycles) {
  constexpr unsigned Sums = 8, Rounds = 30;
  auto Most = [](unsigned Uses) {
    Block B;
    std::vector<unsigned> Sum(Sums * Uses);
    for (unsigned Round = 0; Round != Rounds; ++Round)
      for (unsigned I = 0; I != Sums; ++I) {
        const unsigned Load = B.load();
        B.Values[Load].Latency = 80;
        for (unsigned Use = 0; Use != Uses; ++Use) {
          unsigned &S = Sum[Use * Sums + I];
          S = Round == 0 ? B.sum({Load}) : B.sum({S, Load});
        }
      }
    for (const unsigned S : Sum)
      B.Values[S].Stays = true;
    const std::vector<unsigned> Order = orderByLatency(B.Values, B.order());
    EXPECT_TRUE(isValid(B.Values, Order));
    return pressureOf(B.Values, Order).Most;
  };
  EXPECT_EQ(Most(1), 5 * Sums + Sums);
  EXPECT_NEAR(Most(2), 80.0 / 24 * Sums + 2 * Sums, 8);
}

// Two sums that share loads ten rounds apart, and results that are there a
// cycle later: what was close together in the order that is given stays so, 4
// registers in the one by pressure, all 40 loads and a sum in the code's own.
TEST(PressureOrderTest, LoadsRunAheadOfTheOrderThatIsGiven) {
  Block B;
  std::vector<unsigned> Load(40);
  unsigned First = 0, Second = 0;
  for (unsigned &L : Load)
    L = B.load();
  for (unsigned Round = 0; Round != 30; ++Round) {
    First = Round == 0 ? B.sum({Load[0]}) : B.sum({First, Load[Round]});
    Second = Round == 0 ? B.sum({Load[10]}) : B.sum({Second, Load[Round + 10]});
  }
  B.Values[First].Stays = B.Values[Second].Stays = true;
  for (OrderedValue &Value : B.Values)
    Value.Latency = 1;
  const std::vector<unsigned> Few = orderByPressure(B.Values);
  EXPECT_LE(pressureOf(B.Values, Few).Most, 4u);
  EXPECT_EQ(orderByLatency(B.Values, Few), Few);
  EXPECT_EQ(orderByLatency(B.Values, B.order()), B.order());
  EXPECT_EQ(pressureOf(B.Values, B.order()).Most, 41u);
}

// Any block, with any latencies and with instructions that come before others:
// an order has each of them once, behind all that it needs.
TEST(PressureOrderTest, OrdersAreValid) {
  std::mt19937 Random(3);
  for (unsigned Round = 0; Round != 300; ++Round) {
    Block B;
    std::vector<unsigned> Order;
    for (unsigned I = 0; I != 60; ++I) {
      OrderedValue Value;
      Value.Width = Random() % 3;
      Value.Latency = Random() % 4 == 0 ? 0 : Random() % 90;
      Value.ReadsLate = Random() % 3 == 0;
      Value.Given = Random() % 10 == 0;
      if (!Value.Given)
        Order.push_back(I);
      for (unsigned Operand = 0; Operand != I && !Value.Given; ++Operand)
        if (Random() % 12 != 0)
          continue;
        else if (Random() % 4 == 0 && !B.Values[Operand].Given)
          Value.After.push_back(Operand);
        else
          Value.Operands.push_back(Operand);
      B.add(std::move(Value));
    }
    EXPECT_TRUE(isValid(B.Values, orderByPressure(B.Values)));
    EXPECT_TRUE(isValid(B.Values, orderFromEnd(B.Values, Order)));
    EXPECT_TRUE(isValid(B.Values, orderByLatency(B.Values, Order)));
  }
}

// 100,000 instructions, in time that does not take the square of that.
TEST(PressureOrderTest, RunsLoadsAheadInLargeBlocks) {
  Block B;
  unsigned Sum = B.sum({B.load()});
  for (unsigned I = 0; I != 50'000; ++I)
    Sum = B.sum({Sum, B.load()});
  B.Values[Sum].Stays = true;
  const std::vector<unsigned> Order = orderByLatency(B.Values, B.order());
  EXPECT_TRUE(isValid(B.Values, Order));
  EXPECT_LE(pressureOf(B.Values, Order).Most, 8u); // 19 / 4 loads and the sum
}
