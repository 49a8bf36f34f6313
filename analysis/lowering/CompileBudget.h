//===- CompileBudget.h - Optimising that must come to an end ----*- C++ -*-===//
//
// Unrolling and inlining can turn a page of source into millions of
// instructions. So a compilation has a number of seconds and a number of
// instructions, and its passes ask between them whether to go on. Some passes
// take the square of a function's basic blocks: they have a limit, too.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_COMPILEBUDGET_H
#define KERNELCAST_ANALYSIS_LOWERING_COMPILEBUDGET_H

#include <algorithm>
#include <cstddef>
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace kernelcast {

/// Of one compilation, on the thread that makes it.
class CompileBudget {
public:
  /// \p Seconds: of processor time, of which \p Spent are gone;
  /// \p Instructions: of the whole module.
  CompileBudget(double Seconds, size_t Instructions, double Spent = 0)
      : Seconds(Seconds), Instructions(Instructions), Spent(Spent) {}

  void start();
  /// One more step, of a pass over some part of \p Code or of the generator
  /// (null). The clock is read and the code is measured every so often.
  bool goesOn(const llvm::Module *Code);
  /// As goesOn(), but looks at once.
  bool suffices(const llvm::Module *Code);
  /// From here on the module may have no more than \p Most instructions, since
  /// passes are to come that cannot be left before they end.
  void narrow(size_t Most) { Instructions = std::min(Instructions, Most); }
  /// Seconds, as last read.
  double spent() const { return Spent; }
  /// What was exceeded, in words; empty if nothing was.
  const std::string &why() const { return Why; }
  /// Accesses of one basic block among which neighbours are looked for.
  static constexpr std::ptrdiff_t MostNeighbours = 8192;
  /// A block has more of them.
  void leaveAccessesApart() { AccessesApart = true; }
  /// Whether accesses that could be one stayed apart, which changes how many
  /// instructions and requests there are, and nothing that is computed.
  bool leftAccessesApart() const { return AccessesApart; }

private:
  /// Reads the clock; false if that or anything before was too much.
  bool hasTime();
  static constexpr unsigned StepsBetweenReadings = 256;
  /// Measuring visits every instruction. There are more steps between two
  /// measurements of large code, so that it takes a small part of the time.
  static constexpr size_t InstructionsPerStep = 16;
  /// Of one function. Those of real programs have less.
  static constexpr size_t MaxBlocks = 20000;
  double Seconds;
  size_t Instructions;
  double Start = 0; ///< of the thread's clock, in seconds
  double Spent = 0;
  size_t Steps = 0;
  size_t NextMeasurement = 0; ///< in steps
  std::string Why;
  bool AccessesApart = false;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_COMPILEBUDGET_H
