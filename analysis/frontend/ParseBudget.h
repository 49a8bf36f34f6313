//===- ParseBudget.h - A parse that must come to an end ---------*- C++ -*-===//
//
// A few lines of macros or templates can stand for 2^30 tokens, and Clang would
// go through them all. So Clang's own steps are counted (tokens, macros,
// instantiations), and every so often the thread's clock is read and the syntax
// tree's size. A single step can double what the tokens of a macro's arguments
// need, so the memory of the process is bounded too; what cannot be had ends
// the parse in the same way.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_FRONTEND_PARSEBUDGET_H
#define KERNELCAST_ANALYSIS_FRONTEND_PARSEBUDGET_H

#include <cstddef>
#include <functional>
#include <string>

namespace clang {
class Preprocessor;
class Sema;
class Token;
} // namespace clang

namespace kernelcast {

/// The budget of one file. It belongs to the thread that starts it, and to a
/// frame outside runGuarded(): whoever exceeds it does not return, the guarded
/// work ends as by a crash, and why() says what was exceeded.
class ParseBudget {
public:
  /// Processor time. The slowest files of real programs need a tenth of it.
  static constexpr double MaxSeconds = 120;
  /// Of the syntax tree. Those of real programs need a twentieth.
  static constexpr size_t MaxTreeBytes = size_t(4) << 30;

  void start();
  /// \p Also (null: nobody) sees every token, too.
  void watch(clang::Preprocessor &Source,
             std::function<void(const clang::Token &)> Also = nullptr);
  void watch(clang::Sema &Semantics);
  /// What was exceeded, in words; empty if nothing was.
  const std::string &why() const { return Why; }

  /// One more step of the parse.
  void step() {
    if (++Steps % StepsBetweenReadings == 0)
      check();
  }
  /// Ends the parse.
  [[noreturn]] void exceeded(std::string Reason);

private:
  static constexpr unsigned StepsBetweenReadings = 4096;
  unsigned Steps = 0;
  double Start = 0; ///< of the thread's clock, in seconds
  std::string Why;
  const clang::Sema *Watched = nullptr;

  void check();
};

/// Of the thread of one parse: generated code nests thousands deep. Untouched
/// pages cost nothing.
inline constexpr unsigned ParseStackBytes = 512u << 20;

/// Lets this process have at most half of the machine's memory, or less where
/// its limit is less, and the stacks of \p Threads parses. A parse that needs
/// more ends by its budget. Without effect under a sanitizer.
void boundMemory(unsigned Threads);

/// Before any other thread: threads will allocate on the main thread's heap,
/// which is for processes in which one works while the others wait. A heap of
/// their own would grow by single pages, a system call each.
void shareOneHeap();

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_FRONTEND_PARSEBUDGET_H
