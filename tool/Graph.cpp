//===- Graph.cpp - kernelcast graph ---------------------------------------===//

#include "tool/OptionValues.h"
#include "tool/OutputFile.h"
#include "tool/Pipeline.h"
#include "tool/Tool.h"
#include "tool/report/GraphReport.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

/// The one kernel to draw: the named one, or the only one.
static Expected<const KernelReport *> chooseKernel(const Report &Result) {
  std::vector<const KernelReport *> Kernels;
  for (const FileReport &File : Result.Files)
    for (const KernelReport &Kernel : File.Kernels)
      Kernels.push_back(&Kernel);
  if (Kernels.empty())
    return usageError("no kernel to draw");
  if (Kernels.size() > 1) {
    std::string Names;
    constexpr size_t Most = 8;
    for (const KernelReport *Kernel : ArrayRef(Kernels).take_front(Most))
      Names += (Names.empty() ? "" : ", ") + Kernel->QualifiedName;
    return usageError("choose one kernel with --kernel: " + Names +
                      (Kernels.size() > Most ? ", ..." : ""));
  }
  if (Kernels[0]->Launches.empty())
    return usageError("kernel " + Kernels[0]->QualifiedName +
                      " is not modelled: " +
                      (Kernels[0]->Reasons.empty() ? "no reason is known"
                                                   : Kernels[0]->Reasons[0]));
  return Kernels[0];
}

static Expected<Diagram> draw(const LaunchReport &Launch, StringRef What) {
  if (What == "pdg")
    return dependenceDiagram(*Launch.Model);
  if (What == "expr")
    return expressionDiagram(*Launch.Model);
  if (What == "exec")
    return executionDiagram(Launch);
  return workflowDiagram(Launch);
}

int kernelcast::runGraph(const CommandLine &Command) {
  Expected<PipelineSetup> Setup =
      preparePipeline(Command, /*WithModels=*/false);
  if (!Setup)
    return complain(Setup.takeError());
  Report Result = runPipeline(*Setup, /*Progress=*/false);
  int Status = printDiagnostics(Result);
  if (Status != Done)
    return Status;
  Expected<const KernelReport *> Kernel = chooseKernel(Result);
  if (!Kernel)
    return complain(Kernel.takeError());
  Expected<Diagram> Graph = draw((*Kernel)->Launches[0], Command.What);
  if (!Graph)
    return complain(Graph.takeError());
  std::string Picture;
  if (Command.Format == "svg") {
    Expected<std::string> Svg = makeSvg(*Graph);
    if (!Svg)
      return complain(Svg.takeError());
    Picture = std::move(*Svg);
  }
  Error Written = writeOutput(Command.Output, [&](raw_ostream &OS) {
    if (Command.Format == "svg")
      OS << Picture;
    else if (Command.Format == "text")
      writeDiagramText(*Graph, OS);
    else
      writeDot(*Graph, OS);
  });
  return Written ? complain(std::move(Written)) : int(Done);
}
