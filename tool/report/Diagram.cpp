//===- Diagram.cpp - Boxes and arrows, and how they are written -----------===//

#include "tool/report/Diagram.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

using namespace llvm;
using namespace kernelcast;

unsigned Diagram::add(std::string Label, Shape Form, unsigned Group) {
  Nodes.push_back({std::move(Label), Form, Group});
  return Nodes.size() - 1;
}

void Diagram::connect(unsigned From, unsigned To, std::string Label,
                      bool Dashed) {
  Edges.push_back({From, To, std::move(Label), Dashed});
}

/// \p Text as the inside of a DOT string: quotes and backslashes escaped, lines
/// as left-justified lines, other control characters as spaces. LLVM's
/// DOT::EscapeString would take "\l" in a kernel's text for the end of a line
/// and the backslash from "\{".
static std::string escaped(StringRef Text) {
  std::string Clean = json::fixUTF8(Text);
  bool SeveralLines = StringRef(Clean).contains('\n');
  std::string Result;
  for (char C : Clean) {
    if (C == '"' || C == '\\')
      (Result += '\\') += C;
    else if (C == '\n')
      Result += "\\l";
    else
      Result += static_cast<unsigned char>(C) < 0x20 ? ' ' : C;
  }
  if (SeveralLines && !StringRef(Clean).ends_with("\n"))
    Result += "\\l";
  return Result;
}

static void writeGroup(const Diagram &Graph, unsigned Group, unsigned Indent,
                       raw_ostream &OS) {
  static constexpr StringLiteral Forms[] = {"box", "ellipse", "diamond",
                                            "box, style=rounded"};
  for (size_t I = 0; I != Graph.Nodes.size(); ++I)
    if (Graph.Nodes[I].Group == Group)
      OS.indent(Indent) << 'n' << I << " [label=\""
                        << escaped(Graph.Nodes[I].Label) << "\", shape="
                        << Forms[static_cast<unsigned>(Graph.Nodes[I].Form)]
                        << "];\n";
  for (unsigned Child = 0; Child != Graph.Groups.size(); ++Child) {
    // Parents come first, so that this ends.
    if (Graph.Groups[Child].Parent != Group || (Group != ~0u && Child <= Group))
      continue;
    OS.indent(Indent) << "subgraph cluster_" << Child << " {\n";
    OS.indent(Indent + 2) << "label=\"" << escaped(Graph.Groups[Child].Label)
                          << "\";\n";
    writeGroup(Graph, Child, Indent + 2, OS);
    OS.indent(Indent) << "}\n";
  }
}

void kernelcast::writeDot(const Diagram &Graph, raw_ostream &OS) {
  OS << "digraph \"" << escaped(Graph.Title) << "\" {\n"
     << "  label=\"" << escaped(Graph.Title) << "\";\n"
     << "  node [fontname=\"monospace\", fontsize=10];\n"
     << "  edge [fontname=\"monospace\", fontsize=9];\n";
  writeGroup(Graph, ~0u, 2, OS);
  for (const DiagramEdge &Edge : Graph.Edges) {
    OS << "  n" << Edge.From << " -> n" << Edge.To;
    if (!Edge.Label.empty() || Edge.Dashed) {
      OS << " [";
      if (!Edge.Label.empty())
        OS << "label=\"" << escaped(Edge.Label) << '"';
      if (Edge.Dashed)
        OS << (Edge.Label.empty() ? "" : ", ") << "style=dashed";
      OS << ']';
    }
    OS << ";\n";
  }
  OS << "}\n";
}

void kernelcast::writeDiagramText(const Diagram &Graph, raw_ostream &OS) {
  OS << json::fixUTF8(Graph.Title) << '\n';
  unsigned Group = ~0u;
  for (size_t I = 0; I != Graph.Nodes.size(); ++I) {
    const DiagramNode &Node = Graph.Nodes[I];
    if (Node.Group != Group && Node.Group < Graph.Groups.size())
      OS << '\n' << json::fixUTF8(Graph.Groups[Node.Group].Label) << '\n';
    Group = Node.Group;
    SmallVector<StringRef, 4> Lines;
    std::string Label = json::fixUTF8(Node.Label);
    StringRef(Label).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    OS << "  n" << I << ':';
    if (Lines.size() == 1)
      OS << ' ' << Lines[0];
    OS << '\n';
    if (Lines.size() > 1)
      for (StringRef Line : Lines)
        OS << "      " << Line << '\n';
    for (const DiagramEdge &Edge : Graph.Edges) {
      if (Edge.From != I)
        continue;
      OS << "      " << (Edge.Dashed ? "..>" : "-->") << " n" << Edge.To;
      if (!Edge.Label.empty())
        OS << "  " << json::fixUTF8(Edge.Label);
      OS << '\n';
    }
  }
}

/// A temporary file that goes when its name does.
static Expected<std::string> temporaryFile(StringRef Suffix) {
  SmallString<128> Path;
  if (std::error_code Code =
          sys::fs::createTemporaryFile("kernelcast", Suffix, Path))
    return createStringError(Code, "cannot make a temporary file: " +
                                       Twine(Code.message()));
  return Path.str().str();
}

Expected<std::string> kernelcast::makeSvg(const Diagram &Graph) {
  auto fail = [](const Twine &Message) {
    return createStringError(inconvertibleErrorCode(), Message);
  };
  ErrorOr<std::string> Program = sys::findProgramByName("dot");
  if (!Program)
    return fail("SVG needs Graphviz's program 'dot', which is not in PATH; "
                "install the package graphviz or use --format dot");
  Expected<std::string> Input = temporaryFile("dot");
  if (!Input)
    return Input.takeError();
  FileRemover RemoveInput(*Input);
  Expected<std::string> Picture = temporaryFile("svg");
  if (!Picture)
    return Picture.takeError();
  FileRemover RemovePicture(*Picture);
  {
    std::error_code Code;
    raw_fd_ostream OS(*Input, Code);
    if (Code)
      return fail("cannot write '" + Twine(*Input) + "': " + Code.message());
    writeDot(Graph, OS);
  }
  StringRef Arguments[] = {*Program, "-Tsvg", "-o", *Picture, *Input};
  constexpr unsigned SecondsToWait = 60;
  std::string Why;
  int Status = sys::ExecuteAndWait(*Program, Arguments, std::nullopt, {},
                                   SecondsToWait, 0, &Why);
  if (Status != 0)
    return fail("Graphviz failed" + Twine(Why.empty()
                                              ? " with status " + itostr(Status)
                                              : ": " + Why));
  auto Buffer = MemoryBuffer::getFile(*Picture);
  if (!Buffer)
    return fail("Graphviz made no picture: " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}
