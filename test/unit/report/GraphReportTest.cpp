//===- GraphReportTest.cpp - Boxes and arrows -----------------------------===//

#include "tool/report/GraphReport.h"
#include "Example.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::HasSubstr;

static std::string dot(const Diagram &Graph) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeDot(Graph, OS);
  return Text;
}

TEST(Diagram, EscapesLabels) {
  Diagram Graph;
  Graph.Title = "a \"b\"";
  Graph.add("x = \"\\n\"");
  Graph.add("two\nlines");
  Graph.add("bad \xff");
  Graph.connect(0, 1, "1 < 2", true);
  std::string Text = dot(Graph);
  EXPECT_THAT(Text, HasSubstr("digraph \"a \\\"b\\\"\" {"));
  EXPECT_THAT(Text, HasSubstr("n0 [label=\"x = \\\"\\\\n\\\"\", shape=box];"));
  EXPECT_THAT(Text, HasSubstr("label=\"two\\llines\\l\""));
  EXPECT_THAT(Text, HasSubstr("bad \xEF\xBF\xBD"));
  EXPECT_THAT(Text, HasSubstr("n0 -> n1 [label=\"1 < 2\", style=dashed];"));
}

TEST(Diagram, NestsGroups) {
  Diagram Graph;
  Graph.Groups = {{"outer", ~0u}, {"inner", 0}};
  Graph.add("x", Shape::Box, 1);
  std::string Text = dot(Graph);
  size_t Outer = Text.find("subgraph cluster_0"),
         Inner = Text.find("    subgraph cluster_1");
  ASSERT_NE(Inner, std::string::npos) << Text;
  EXPECT_LT(Outer, Inner);
  EXPECT_THAT(Text, HasSubstr("      n0 [label=\"x\""));
}

// base + 4 * threadIdx.x is five nodes: +, the start, *, 4 and the cast thread.
// The second access has the same address, so it adds only its own box.
TEST(GraphReport, SharesEqualExpressions) {
  Report Result = exampleReport();
  auto Model = std::const_pointer_cast<KernelModel>(
      Result.Files[0].Kernels[0].Launches[0].Model);
  ExpressionPool &Pool = *Model->Pool;
  ScalarType Pointer = ScalarType::pointer();
  const Expr *Thread = Pool.coordinate(Coordinate::ThreadX, Pointer);
  const Expr *Address =
      Pool.add(Pool.base(0), Pool.mul(Thread, Pool.constant(4, Pointer)));
  Model->Accesses[0].Address = Model->Accesses[1].Address = Address;
  Diagram Graph = expressionDiagram(*Model);
  EXPECT_EQ(Graph.Nodes.size(), 2u + 5u);
  EXPECT_THAT(dot(Graph), HasSubstr("start of out"));
  EXPECT_THAT(dot(Graph), HasSubstr("threadIdx.x"));
}

TEST(GraphReport, CountsExecutions) {
  Report Result = exampleReport();
  Diagram Graph = executionDiagram(Result.Files[0].Kernels[0].Launches[0]);
  // One block: 524288 warps of 32 threads.
  EXPECT_THAT(dot(Graph), HasSubstr("524288 warps, 16777216 threads (exact)"));
}
