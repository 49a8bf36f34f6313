//===- InstructionCostTest.cpp - What single operations cost --------------===//

#include "analysis/instructions/InstructionCost.h"
#include "test/unit/symbolic/ScalarTypes.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

const ScalarType F32 = ScalarType::floating(32);
const ScalarType F64 = ScalarType::floating(64);

/// a O b of two arguments of one type.
OperationCost costOf(Op O, ScalarType Type) {
  ExpressionPool P;
  return operationCost(P.binary(O, P.symbol("a", Type), P.symbol("b", Type)),
                       /*FastMath=*/false);
}

void expectCost(OperationCost Cost, InstructionClass Class, float Count) {
  EXPECT_EQ(Cost.Class, Class);
  EXPECT_EQ(Cost.Count, Count);
}

// Only the unit for double precision compares doubles; floats are compared like
// integers, and 64-bit integers in two halves.
TEST(InstructionCost, ComparisonsRunWhereTheirOperandsDo) {
  for (Op O : {Op::Less, Op::LessEqual, Op::Equal, Op::NotEqual}) {
    expectCost(costOf(O, I32), InstructionClass::Int, 1);
    expectCost(costOf(O, F32), InstructionClass::Int, 1);
    expectCost(costOf(O, I64), InstructionClass::Int, 2);
    expectCost(costOf(O, F64), InstructionClass::Fp64, 1);
  }
}

} // namespace
