//===- HtmlReport.cpp - What predict has found, as a page -----------------===//

#include "tool/report/html/HtmlReport.h"
#include "tool/report/GraphReport.h"
#include "tool/report/SourceLines.h"
#include "tool/report/html/HtmlPage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace kernelcast;

void kernelcast::writeSources(ArrayRef<std::string> Files, raw_ostream &OS) {
  constexpr uint64_t MostBytes = 4 << 20;
  constexpr size_t MostLines = 20000;
  json::OStream Json(OS);
  Json.object([&] {
    for (const std::string &Path : Files) {
      auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
      if (!Buffer || (*Buffer)->getBufferSize() > MostBytes)
        continue;
      SmallVector<StringRef> Lines;
      (*Buffer)->getBuffer().split(Lines, '\n', MostLines);
      Json.attributeArray(json::fixUTF8(Path), [&] {
        for (StringRef Line : Lines) {
          std::string Spaced;
          for (char C : Line.rtrim('\r'))
            Spaced += C == '\t' ? "    " : std::string(1, C);
          Json.value(printable(Spaced));
        }
      });
    }
  });
}

/// The source files that kernels of \p Result stand in.
static std::vector<std::string> filesOf(const Report &Result) {
  constexpr size_t MostFiles = 200;
  std::vector<std::string> Files;
  auto Add = [&](const SourceSpot &Spot) {
    if (Spot.isValid() && Files.size() < MostFiles &&
        !is_contained(Files, Spot.File))
      Files.push_back(Spot.File);
  };
  for (const FileReport &File : Result.Files)
    for (const KernelReport &Kernel : File.Kernels) {
      Add(Kernel.Location);
      if (Kernel.Analysis && !Kernel.Launches.empty())
        for (const MemoryAccess &Access : Kernel.Analysis->model().Accesses)
          Add(Access.Location);
    }
  return Files;
}

static void writeDiagramJson(const Diagram &Graph, json::OStream &Json) {
  Json.object([&] {
    Json.attributeArray("nodes", [&] {
      for (const DiagramNode &Node : Graph.Nodes)
        Json.object([&] {
          Json.attribute("label", json::fixUTF8(Node.Label));
          Json.attribute("shape", static_cast<unsigned>(Node.Form));
        });
    });
    Json.attributeArray("edges", [&] {
      for (const DiagramEdge &Edge : Graph.Edges)
        Json.object([&] {
          Json.attribute("from", Edge.From);
          Json.attribute("to", Edge.To);
          Json.attribute("label", json::fixUTF8(Edge.Label));
          Json.attribute("dashed", Edge.Dashed);
        });
    });
  });
}

/// By file and kernel, the graphs of first launches; null where there is none,
/// or where one is too large to read.
static void writeGraphs(const Report &Result, raw_ostream &OS) {
  constexpr unsigned MostKernels = 50;
  constexpr size_t MostNodes = 250;
  // Whether two accesses meet in memory can take a hundredth of a second to
  // find out: so many pairs are looked at for a whole page.
  size_t PairsLeft = 600;
  unsigned Drawn = 0;
  json::OStream Json(OS);
  auto Draw = [&](StringRef Key, const Diagram &Graph) {
    if (Graph.Nodes.size() > MostNodes) {
      Json.attribute(Key, nullptr);
      return;
    }
    Json.attributeBegin(Key);
    writeDiagramJson(Graph, Json);
    Json.attributeEnd();
  };
  Json.array([&] {
    for (const FileReport &File : Result.Files)
      Json.array([&] {
        for (const KernelReport &Kernel : File.Kernels) {
          if (Kernel.Launches.empty() || Drawn == MostKernels) {
            Json.value(nullptr);
            continue;
          }
          ++Drawn;
          const LaunchReport &Launch = Kernel.Launches.front();
          Json.object([&] {
            const size_t Accesses = Launch.Model->Accesses.size();
            if (const size_t Pairs = Accesses * Accesses / 2;
                Pairs <= PairsLeft) {
              PairsLeft -= Pairs;
              Draw("dependence", dependenceDiagram(Launch.Profile));
            } else {
              Json.attribute("why_no_dependence",
                             "The kernels of this page have so many accesses "
                             "that it would take long to make.");
            }
            Expected<Diagram> Workflow = workflowDiagram(Launch);
            if (Workflow)
              Draw("workflow", *Workflow);
            else
              Json.attribute("why_no_workflow",
                             json::fixUTF8(toString(Workflow.takeError())));
          });
        }
      });
  });
}

void kernelcast::writeHtml(const Report &Result, raw_ostream &OS,
                           const JsonOptions &Options) {
  std::string Json, Sources, Graphs;
  {
    raw_string_ostream To(Json);
    writeJson(Result, To, Options);
  }
  {
    raw_string_ostream To(Sources);
    writeSources(filesOf(Result), To);
  }
  {
    raw_string_ostream To(Graphs);
    writeGraphs(Result, To);
  }
  std::string Title = "kernelcast predict";
  if (!Result.Files.empty())
    Title += ": " + Result.Files.front().Path;
  const PageData Data[] = {
      {"report", Json}, {"sources", Sources}, {"graphs", Graphs}};
  writeHtmlPage(PageView::Predict, Title, Data, OS);
}
