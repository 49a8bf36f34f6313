//===- FirstAccessTest.cpp - Instructions before the first access ---------===//

#include "analysis/workflow/FirstAccess.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

double before(llvm::StringRef Text) {
  auto Graph = parseWorkflow(Text);
  if (!Graph) {
    ADD_FAILURE() << llvm::toString(Graph.takeError());
    return -1;
  }
  return instructionsBeforeMemory(*Graph);
}

TEST(FirstAccess, StraightLine) {
  EXPECT_EQ(before("C3 L128 C4 W128"), 3);
  EXPECT_EQ(before("L128 C4"), 0);
  EXPECT_EQ(before("C3 S8 B C2 W128"), 7); // 3 + 1 + 1 + 2
  EXPECT_EQ(before("C3 C4"), 7);           // no memory at all
}

// Half of the warps meet memory inside; the others go on with C4.
TEST(FirstAccess, Branches) {
  EXPECT_EQ(before("C2 if(0.5,0.5){C6 L128 | C8} C4 L128"), 2 + 3 + 4 + 2);
  // All warps on both sides: each side counts, none is left.
  EXPECT_EQ(before("C2 if(1,1){C6 L128 | C8} C4 L128"), 2 + 6 + 8);
}

TEST(FirstAccess, Loops) {
  EXPECT_EQ(before("C2 loop(10){C3} C1 L128"), 33);
  EXPECT_EQ(before("C2 loop(10){C3 L128} C1"), 5);
  // A warp meets memory in every second iteration: 1 + 1/2 + 1/4 iterations
  // begin, and 1/8 of the warps come out without.
  EXPECT_DOUBLE_EQ(before("loop(3){C4 if(0.5,0.5){L128 | }} C8 L128"),
                   4 * 1.75 + 8 / 8.0);
  // One warp in four enters.
  EXPECT_DOUBLE_EQ(before("loop(0.25){C4 L128} C8 L128"), 1 + 6);
}

} // namespace
