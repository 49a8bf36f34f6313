//===- CountedCode.cpp - A kernel's machine code, counted -----------------===//

#include "analysis/sass/CountedCode.h"
#include "analysis/sass/Opcodes.h"

using namespace llvm;
using namespace kernelcast;

/// Instructions of the blocks by class, and pairs.
static void addCounts(CountedCode &Code) {
  const SassFunction &Function = *Code.Function;
  for (CodeBlockId Id = 0; Id != Code.Flow.Blocks.size(); ++Id) {
    const CodeBlock &Block = Code.Flow.Blocks[Id];
    const double Times = Code.Executions[Id];
    for (unsigned I = Block.First; I != Block.End; ++I) {
      const SassInstruction &Each = Function.Instructions[I];
      const StringRef Name = Each.mnemonic();
      const OpcodeFacts Facts = opcodeFacts(Name, Function.Architecture);
      Code.PerWarp[static_cast<unsigned>(Facts.Class)] += Times;
      Code.Pipes.add(pipelineShares(Each), Times);
      Code.Shuffles += Name == "SHFL" ? Times : 0;
      Code.Votes += Name == "VOTE" || Name == "VOTEU" ? Times : 0;
      Code.Pairs += Each.WithNext;
      Code.ExecutedPairs += Each.WithNext ? Times : 0;
    }
  }
}

Expected<std::shared_ptr<const CountedCode>>
kernelcast::countedCode(std::shared_ptr<const SassListing> Listing,
                        unsigned Architecture, const WarpProfile &Reference,
                        const ListingAssumptions &User) {
  auto Function = Listing->find(Reference.Kernel->QualifiedName, Architecture);
  if (!Function)
    return Function.takeError();
  auto Flow = codeFlow(**Function);
  if (!Flow)
    return Flow.takeError();
  auto Counts = codeCounts(**Function, *Flow, Reference, User);
  if (!Counts)
    return Counts.takeError();
  auto Code = std::make_shared<CountedCode>();
  Code->Listing = std::move(Listing);
  Code->Function = *Function;
  Code->Flow = std::move(*Flow);
  Code->Executions = std::move(Counts->Executions);
  Code->Slack = Counts->Slack;
  addCounts(*Code);
  return Code;
}

void kernelcast::takeCounts(const std::shared_ptr<const CountedCode> &Code,
                            WarpProfile &Profile) {
  Profile.CountedIn = InstructionSource::Sass;
  Profile.Machine = Code;
  Profile.PerWarp = Code->PerWarp;
  Profile.Pipes = Code->Pipes;
  Profile.Shuffles = Code->Shuffles;
  Profile.Votes = Code->Votes;
}
