//===- Diagram.h - Boxes and arrows, and how they are written ---*- C++ -*-===//
//
// A small graph between what kernelcast knows (program dependence graph, work
// flow graph, expressions) and the three ways to show it: DOT for Graphviz,
// SVG made by Graphviz, and plain text.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_DIAGRAM_H
#define KERNELCAST_TOOL_REPORT_DIAGRAM_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace kernelcast {

enum class Shape : uint8_t { Box, Ellipse, Diamond, Rounded };

struct DiagramNode {
  std::string Label; ///< lines end with '\n'
  Shape Form = Shape::Box;
  unsigned Group = ~0u; ///< index into Diagram::Groups, ~0u: none
};

struct DiagramEdge {
  unsigned From = 0, To = 0;
  std::string Label;
  bool Dashed = false; ///< data dependence rather than control
};

struct DiagramGroup {
  std::string Label;
  unsigned Parent = ~0u; ///< an earlier group around this one
};

struct Diagram {
  std::string Title;
  std::vector<DiagramNode> Nodes;
  std::vector<DiagramEdge> Edges;
  std::vector<DiagramGroup> Groups; ///< parents before children

  unsigned add(std::string Label, Shape Form = Shape::Box,
               unsigned Group = ~0u);
  void connect(unsigned From, unsigned To, std::string Label = "",
               bool Dashed = false);
};

/// Graphviz's language. Any text is a legal label.
void writeDot(const Diagram &Graph, llvm::raw_ostream &OS);

/// One node after the other with its edges, for reading and for tests.
void writeDiagramText(const Diagram &Graph, llvm::raw_ostream &OS);

/// The picture that Graphviz's program `dot` makes; an error if it is not
/// installed, fails, or takes longer than a minute.
llvm::Expected<std::string> makeSvg(const Diagram &Graph);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_DIAGRAM_H
