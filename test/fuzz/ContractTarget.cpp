//===- ContractTarget.cpp - Fuzzing contracts above kernels ---------------===//
//
// The input is what follows the mark in a comment. Every contract that is read
// lies within it, and so does the place of every mistake.
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include "tool/lint/Contract.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

static void require(bool Promise) {
  if (!Promise)
    abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  const ProcessorTimeLimit Limit;
  const StringRef Text =
      fuzzText(Data, Size).take_until([](char C) { return C == '\n' || !C; });
  const SourceSpot At{"k.cu", 1, 10};
  const auto End = At.Column + static_cast<unsigned>(Text.size());
  std::vector<ReportDiagnostic> Mistakes;
  for (const Contract &Each : readContracts(Text, At, Mistakes)) {
    require(std::isfinite(Each.Limit));
    require(Each.Compare != ArgumentConstraint::Relation::NotEqual);
    require(Each.Location.Line == 1 && Each.Location.Column >= At.Column &&
            Each.Location.Column <= End);
    require(Each.Range.Column >= At.Column && Each.Range.EndColumn <= End &&
            Each.Range.Column <= Each.Range.EndColumn);
    require(Text.contains(Each.Text));
    if (Each.Fact == ContractFact::Time)
      require(!Each.Gpu.empty());
  }
  for (const ReportDiagnostic &Mistake : Mistakes)
    require(!Mistake.Message.empty() && Mistake.Location.Line == 1 &&
            Mistake.Location.Column >= At.Column &&
            Mistake.Location.Column <= End);
  return 0;
}
