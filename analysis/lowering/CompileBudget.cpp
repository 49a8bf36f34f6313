//===- CompileBudget.cpp - Reading the clock, measuring the code ----------===//

#include "analysis/lowering/CompileBudget.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FormatVariadic.h"
#include <time.h>

namespace kernelcast {

static double processorSeconds() {
  timespec Now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return double(Now.tv_sec) + 1e-9 * double(Now.tv_nsec);
}

void CompileBudget::start() { Start = processorSeconds() - Spent; }

bool CompileBudget::hasTime() {
  Spent = processorSeconds() - Start;
  if (Why.empty() && Spent > Seconds)
    Why = llvm::formatv("more than {0:f1} seconds of processor time", Seconds);
  return Why.empty();
}

bool CompileBudget::goesOn(const llvm::Module *Code) {
  if (++Steps % StepsBetweenReadings != 0)
    return Why.empty();
  return Code && Steps >= NextMeasurement ? suffices(Code) : hasTime();
}

bool CompileBudget::suffices(const llvm::Module *Code) {
  if (!hasTime() || !Code)
    return Why.empty();
  const size_t Size = Code->getInstructionCount();
  NextMeasurement = Steps + Size / InstructionsPerStep;
  if (Size > Instructions)
    Why = llvm::formatv("more than {0} instructions", Instructions);
  else if (llvm::any_of(*Code, [](const llvm::Function &F) {
             return F.size() > MaxBlocks;
           }))
    Why = llvm::formatv("more than {0} basic blocks", MaxBlocks);
  return Why.empty();
}

} // namespace kernelcast
