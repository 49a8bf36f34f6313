//===- ParsedWorkflow.h - A work flow graph from text -----------*- C++ -*-===//
#ifndef KERNELCAST_TEST_UNIT_WORKFLOW_PARSEDWORKFLOW_H
#define KERNELCAST_TEST_UNIT_WORKFLOW_PARSEDWORKFLOW_H

#include "analysis/workflow/WorkflowGraph.h"
#include "gtest/gtest.h"

namespace kernelcast {

/// The graph that \p Text describes; text that does not parse fails the test.
inline WorkflowGraph parsedWorkflow(llvm::StringRef Text) {
  auto Graph = parseWorkflow(Text);
  if (!Graph) {
    ADD_FAILURE() << llvm::toString(Graph.takeError());
    return {};
  }
  return std::move(*Graph);
}

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_WORKFLOW_PARSEDWORKFLOW_H
