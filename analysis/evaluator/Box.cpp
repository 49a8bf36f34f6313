//===- Box.cpp - Splitting a progression ----------------------------------===//

#include "analysis/evaluator/Box.h"
#include <algorithm>

using namespace kernelcast;

void kernelcast::split(const BoxVariable &Whole, const SplitRequest &Request,
                       llvm::function_ref<void(const BoxVariable &)> Use) {
  if (Request.What == SplitRequest::Kind::Residue) {
    int64_t Period = std::min(Request.Position, Whole.Count);
    for (int64_t R = 0; R < Period; ++R)
      Use({Whole.Low + Whole.Step * R, Whole.Step * Period,
           (Whole.Count - R + Period - 1) / Period});
    return;
  }
  int64_t First = std::clamp<int64_t>(Request.Position, 1,
                                      std::max<int64_t>(Whole.Count - 1, 1));
  Use({Whole.Low, Whole.Step, First});
  if (First < Whole.Count)
    Use({Whole.Low + Whole.Step * First, Whole.Step, Whole.Count - First});
}
