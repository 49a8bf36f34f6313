//===- HtmlReport.cpp - What predict has found, as a page -----------------===//

#include "tool/report/html/HtmlReport.h"
#include "tool/report/GraphReport.h"
#include "tool/report/html/HtmlPage.h"
#include "tool/report/html/PageBanks.h"
#include "tool/report/html/PageSources.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace kernelcast;

/// The source files that kernels of \p Result stand in.
static PageFiles filesOf(const Report &Result) {
  PageFiles Files;
  for (const FileReport &File : Result.Files)
    for (const KernelReport &Kernel : File.Kernels) {
      Files.add(Kernel.Location.File);
      if (Kernel.Analysis && !Kernel.Launches.empty())
        for (const MemoryAccess &Access : Kernel.Analysis->model().Accesses)
          Files.add(Access.Location.File);
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
  std::string Json, Sources, Banks, Graphs;
  {
    raw_string_ostream To(Json);
    writeJson(Result, To, Options);
  }
  {
    raw_string_ostream To(Sources);
    writeSources(filesOf(Result), Result, To);
  }
  {
    raw_string_ostream To(Banks);
    writeBanks(Result, To);
  }
  {
    raw_string_ostream To(Graphs);
    writeGraphs(Result, To);
  }
  std::string Title = "kernelcast predict";
  if (!Result.Files.empty())
    Title += ": " + Result.Files.front().Path;
  const PageData Data[] = {{"report", Json},
                           {"sources", Sources},
                           {"banks", Banks},
                           {"graphs", Graphs}};
  writeHtmlPage(PageView::Predict, Title, Data, OS);
}
