//===- IrReader.cpp - Optimised IR as a kernel's model --------------------===//

#include "analysis/lowering/IrReader.h"
#include "analysis/control/ClosedForms.h"
#include "analysis/instructions/BulkCopies.h"
#include "analysis/instructions/MatrixRows.h"
#include "analysis/instructions/RegisterArrays.h"
#include "analysis/lowering/IrFlow.h"
#include "analysis/lowering/IrLoops.h"
#include "analysis/lowering/RegisterEstimate.h"
#include "analysis/pdg/FlowGraph.h"
#include "analysis/pdg/ProgramDependenceGraph.h"
#include "analysis/support/PhaseClock.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace llvm;

namespace kernelcast {

/// All that does not come from the body.
static KernelModel modelWithoutBody(const KernelModel &Source) {
  KernelModel Model;
  Model.Name = Source.Name;
  Model.QualifiedName = Source.QualifiedName;
  Model.TemplateArguments = Source.TemplateArguments;
  Model.Lang = Source.Lang;
  Model.Location = Source.Location;
  Model.Pool = std::make_unique<ExpressionPool>();
  Model.Parameters = Source.Parameters;
  Model.Arrays = Source.Arrays;
  Model.FastMath = Source.FastMath;
  Model.InexactFloats = Source.InexactFloats;
  Model.InexactSums = Source.InexactSums;
  Model.StaticSharedBytes = Source.StaticSharedBytes;
  Model.UsesDynamicShared = Source.UsesDynamicShared;
  Model.MaxThreadsPerBlock = Source.MaxThreadsPerBlock;
  Model.MinBlocksPerSM = Source.MinBlocksPerSM;
  Model.RequiredBlock = Source.RequiredBlock;
  Model.EstimatedRegisters = Source.EstimatedRegisters;
  Model.LaunchesLeftOut = Source.LaunchesLeftOut;
  Model.MayBeLaunchedUnseen = Source.MayBeLaunchedUnseen;
  return Model;
}

static void refuse(KernelModel &Model, std::string Why) {
  Model.Status = ModelStatus::NotModelled;
  Model.Reasons.push_back(std::move(Why));
}

static void adoptResources(KernelModel &Model,
                           const MachineFunctionCode &Code) {
  Model.Resources = {std::max(Code.TotalVgprs, Code.Vgprs), Code.ScratchBytes,
                     Code.CodeBytes};
  // Variables that a thread indexes may have been moved there.
  Model.StaticSharedBytes = Code.LdsBytes;
  if (Code.ScratchBytes == 0)
    for (ArrayInfo &Array : Model.Arrays)
      if (Array.Space == MemorySpace::Local)
        Array.InRegisters = true;
}

/// Of code for NVIDIA's GPUs, whose last compiler is imitated. A kernel's
/// launch bounds take the place of the option (CUDA C++ Programming Guide,
/// "Launch Bounds": -maxrregcount is ignored for functions that have them).
static void estimateResources(const Function &Kernel, const KernelModel &Source,
                              const IrReaderOptions &Options,
                              const InstructionCosts &Costs,
                              KernelModel &Model) {
  const unsigned Limit =
      Model.MaxThreadsPerBlock
          ? registerLimit(Model.MaxThreadsPerBlock, Model.MinBlocksPerSM)
          : Options.MaxRegisters;
  const RegisterEstimate Needs = estimateRegisters(
      Kernel, Options.Architecture, Limit, Costs.assemblerLoops());
  constexpr uint64_t MostLocalBytes = 512 << 10; // of a thread, sm_50 to sm_90
  Model.Resources = {Needs.Registers,
                     static_cast<unsigned>(std::min<uint64_t>(
                         Needs.localBytes(), MostLocalBytes)),
                     0, Needs.InOrder, Needs.Limit};
  // In the order in which IrFlow numbers blocks.
  unsigned CodeBlock = 0;
  for (const llvm::BasicBlock *Block :
       ReversePostOrderTraversal<const Function *>(&Kernel)) {
    const bool IsFullest = Block == Needs.Fullest;
    const bool IsInOrder = Block == Needs.FullestInOrder;
    if (IsFullest || IsInOrder)
      for (BasicBlock &Each : Model.Blocks)
        if (Each.CodeBlock == CodeBlock) {
          Each.NeedsMostRegisters |= IsFullest;
          Each.NeedsMostInOrder |= IsInOrder;
        }
    ++CodeBlock;
  }
  const IrPlaces Places(Source);
  std::map<CodePlace, unsigned> Numbers;
  for (auto [Number, Place] : enumerate(Model.Places))
    Numbers[Place] = Number;
  Model.RegistersAt.assign(Model.Places.size(), 0);
  DenseMap<const DILocation *, unsigned> Most;
  for (const auto &[I, Registers] : Needs.At)
    if (const DILocation *At = I->getDebugLoc())
      Most[At] = std::max(Most[At], Registers);
  for (const auto &[At, Registers] : Most)
    if (auto Found = Numbers.find(Places.codePlace(At)); Found != Numbers.end())
      Model.RegistersAt[Found->second] =
          std::max(Model.RegistersAt[Found->second], Registers);
}

/// Blocks, phis and accesses, before any analysis of loops.
static void readBody(const Function &Kernel, const KernelModel &Source,
                     KernelModel &Model, const IrReaderOptions &Options,
                     const InstructionCosts &Costs) {
  const RegisterChoices Choices =
      Options.Machine ? RegisterChoices() : RegisterChoices(Kernel);
  const ReaderParts Parts{Kernel,      Kernel.getParent()->getDataLayout(),
                          Source,      Model,
                          *Model.Pool, Choices};
  const IrPlaces Places(Source);
  IrSteps Steps(Model, Places);
  IrSigns Signs;
  IrArrays Arrays(Parts);
  IrValues Values(Parts, Arrays);
  IrParameters Parameters(Parts, Arrays, Values);
  if (!Parameters.define())
    return refuse(Model, "parameters that are not those of the source");
  IrArithmetic Numbers(Parts, Values);
  IrMemory Memory(Parts, Arrays, Values, Parameters, Signs, Steps);
  IrCalls Calls(Parts, Values, Memory, Signs, Steps);
  IrFlow Flow(Parts, Values, Numbers, Memory, Calls, Signs, Steps, Places,
              Costs);
  std::string Why =
      Flow.read(Options.MaxBlocks, Options.MaxExpressions, Options.Machine);
  if (!Why.empty())
    refuse(Model, std::move(Why));
}

KernelModel readKernel(const Function &Kernel, const KernelModel &Source,
                       const IrReaderOptions &Options) {
  PhaseScope Timed(Phase::Lowering);
  KernelModel Model = modelWithoutBody(Source);
  if (Kernel.isDeclaration()) {
    refuse(Model, "no body in this module");
    return Model;
  }
  const InstructionCosts Costs(Kernel, Options.Architecture);
  readBody(Kernel, Source, Model, Options, Costs);
  if (Model.Status == ModelStatus::NotModelled)
    return Model;
  orderBlocks(Model);
  if (Model.Irreducible) {
    Model.Status = ModelStatus::Partial;
    Model.Reasons.push_back("irreducible control flow: every condition is "
                            "taken to be true and loops to run once");
  }
  findClosedForms(Model);
  findTripCounts(Model);
  settleMatrixRows(Model);
  settleBulkCopies(Model);
  markLoopConditions(Model);
  adoptLoopsOf(Source, Kernel, Model);
  if (Options.Machine)
    adoptResources(Model, *Options.Machine);
  else
    estimateResources(Kernel, Source, Options, Costs, Model);
  markExitBodies(Model);
  adoptExitBodies(Model);
  numberAccesses(Model);
  dropRegisterAccesses(Model);
  if (Model.Pool->size() > 4 * Options.MaxExpressions)
    refuse(Model, "more expressions than the limit");
  return Model;
}

} // namespace kernelcast
