//===- GraphReport.h - What kernelcast has understood, drawn ----*- C++ -*-===//
#ifndef KERNELCAST_TOOL_REPORT_GRAPHREPORT_H
#define KERNELCAST_TOOL_REPORT_GRAPHREPORT_H

#include "tool/report/Diagram.h"
#include "tool/report/Report.h"

namespace kernelcast {

/// The program dependence graph: regions with their blocks, predicates, control
/// dependences as solid arrows, dependences of data as dashed ones: through
/// values, and in the launch of \p Profile through memory.
Diagram dependenceDiagram(const WarpProfile &Profile);

/// The flow graph with how often warps come by.
Diagram executionDiagram(const LaunchReport &Launch);

/// The address of every access as a tree whose equal subtrees are one node.
/// Conditions under which threads and blocks separate are marked where they
/// follow from what is \p Given.
Diagram expressionDiagram(const KernelModel &Kernel,
                          llvm::ArrayRef<ArgumentConstraint> Given = {});

/// The work flow graph of an average warp, or an error that says why there is
/// none.
llvm::Expected<Diagram> workflowDiagram(const LaunchReport &Launch);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_GRAPHREPORT_H
