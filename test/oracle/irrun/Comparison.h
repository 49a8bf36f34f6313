//===- Comparison.h - A profile of compiled code against its run *- C++ -*-===//
//
// What the profile calls exact must be what happened, and what it calls bounded
// must hold it. Each fact is counted by how it is known.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_ORACLE_IRRUN_COMPARISON_H
#define KERNELCAST_TEST_ORACLE_IRRUN_COMPARISON_H

#include "Execution.h"
#include "analysis/WarpProfile.h"

namespace irrun {

/// The parts of the instructions that are accesses of \p Model. A mistake in
/// how it splits them is a difference.
std::map<Step, std::vector<Part>>
partsOf(const kernelcast::KernelModel &Model, llvm::Function &Kernel,
        std::vector<std::string> &Differences);

struct Comparison {
  std::vector<std::string> Differences;
  /// By "blocks exact", "accesses bounded", ...
  std::map<std::string, uint64_t> Counts;

  void compare(const kernelcast::WarpProfile &Profile, const Totals &Seen,
               const CodeLoops &Loops, llvm::Function &Kernel);

private:
  kernelcast::How Weakest = kernelcast::How::Exact;
  std::string Where;

  void hold(const char *What, const kernelcast::Known<double> &Said,
            double Seen);
  void begin(std::string Place);
  void end(const char *Kind);
};

} // namespace irrun

#endif // KERNELCAST_TEST_ORACLE_IRRUN_COMPARISON_H
