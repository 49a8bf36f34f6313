//===- Graph.cpp - kernelcast graph ---------------------------------------===//

#include "tool/ChooseKernel.h"
#include "tool/OutputFile.h"
#include "tool/Pipeline.h"
#include "tool/Tool.h"
#include "tool/report/GraphReport.h"

using namespace llvm;
using namespace kernelcast;

static Expected<Diagram> draw(const LaunchReport &Launch,
                              const CommandLine &Command) {
  switch (Command.Graph) {
  case GraphKind::Dependence:
    return dependenceDiagram(Launch.Profile);
  case GraphKind::Workflow:
    return workflowDiagram(Launch);
  case GraphKind::Execution:
    return executionDiagram(Launch);
  case GraphKind::Expressions:
    return expressionDiagram(*Launch.Model, Command.Launch.Constraints);
  }
  llvm_unreachable("every kind is drawn");
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
  Expected<const KernelReport *> Kernel = chooseKernel(Result, "draw");
  if (!Kernel)
    return complain(Kernel.takeError());
  Expected<Diagram> Graph = draw((*Kernel)->Launches[0], Command);
  if (!Graph)
    return complain(Graph.takeError());
  std::string Picture;
  if (Command.Format == OutputFormat::Svg) {
    Expected<std::string> Svg = makeSvg(*Graph);
    if (!Svg)
      return complain(Svg.takeError());
    Picture = std::move(*Svg);
  }
  Error Written = writeOutput(Command.Output, [&](raw_ostream &OS) {
    if (Command.Format == OutputFormat::Svg)
      OS << Picture;
    else if (Command.Format == OutputFormat::Text)
      writeDiagramText(*Graph, OS);
    else
      writeDot(*Graph, OS);
  });
  return Written ? complain(std::move(Written)) : int(Done);
}
