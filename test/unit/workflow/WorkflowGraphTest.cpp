//===- WorkflowGraphTest.cpp - The text form ------------------------------===//

#include "analysis/workflow/WorkflowGraph.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

std::string roundTrip(llvm::StringRef Text) {
  auto Graph = parseWorkflow(Text);
  return Graph ? toText(*Graph) : llvm::toString(Graph.takeError());
}

TEST(WorkflowGraph, TextIsReadBack) {
  const char *Text = "C3 m=L128 loop(10){x=C6 if(0.75,0.25){C5.sfu | C8.fp64} "
                     "S8 B} W64 ; m->x m->x@2";
  // m is outside the loop: @2 has no loop to cross.
  EXPECT_EQ(roundTrip(Text),
            "work flow graph, column 80: no loop contains both ends");
  const char *Good = "C3 loop(10){m=L128 x=C6 if(0.75,0.25){C5.sfu | C8.fp64} "
                     "S8 B} W64 ; m->x m->x@2";
  EXPECT_EQ(roundTrip(Good), Good);
}

TEST(WorkflowGraph, RegionsFollowTheNesting) {
  auto Graph = parseWorkflow("C3 loop(4){C1 if(0.5,1){C5 | C2} C2}");
  ASSERT_TRUE(bool(Graph));
  ASSERT_EQ(Graph->Regions.size(), 4u);
  EXPECT_EQ(Graph->Regions[1].Instructions, 3);
  EXPECT_EQ(Graph->Regions[1].Trip, 4);
  EXPECT_EQ(Graph->Regions[2].Active, 0.5);
  EXPECT_EQ(Graph->Regions[2].Parent, 1u);
  EXPECT_EQ(Graph->Regions[3].Instructions, 2);
}

TEST(WorkflowGraph, MistakesAreNamed) {
  for (const char *Bad :
       {"C", "Q3", "if(2,0){C1}", "if(1,0{C1}", "loop(3){C1", "C1 ; a->b",
        "a=C1 a=C1", "a=C1 ; a->a", "}", "L128 C1 ; ->", "loop(1e9){C1}",
        "C99999999999999999999999999999999999", "m=L4 ; m->m@99"}) {
    auto Graph = parseWorkflow(Bad);
    EXPECT_FALSE(bool(Graph)) << Bad;
    llvm::consumeError(Graph.takeError());
  }
  std::string Deep;
  for (unsigned I = 0; I < 5000; ++I)
    Deep += "loop(1){";
  EXPECT_NE(roundTrip(Deep).find("nested deeper"), std::string::npos);
}

} // namespace
