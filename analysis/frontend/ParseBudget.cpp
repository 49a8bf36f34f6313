//===- ParseBudget.cpp - Counting steps, reading the clock ----------------===//

#include "analysis/frontend/ParseBudget.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include <malloc.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

using namespace clang;

namespace kernelcast {
namespace {

/// The budget of the parse on this thread.
thread_local ParseBudget *Current = nullptr;

double secondsOfThread() {
  timespec Now = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &Now);
  return double(Now.tv_sec) + 1e-9 * double(Now.tv_nsec);
}

class MacroSteps : public PPCallbacks {
public:
  explicit MacroSteps(ParseBudget &Budget) : Budget(Budget) {}
  void MacroExpands(const Token &, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    Budget.step();
  }

private:
  ParseBudget &Budget;
};

class TemplateSteps : public TemplateInstantiationCallback {
public:
  explicit TemplateSteps(ParseBudget &Budget) : Budget(Budget) {}
  void initialize(const Sema &) override {}
  void finalize(const Sema &) override {}
  void atTemplateBegin(const Sema &,
                       const Sema::CodeSynthesisContext &) override {
    Budget.step();
  }
  void atTemplateEnd(const Sema &,
                     const Sema::CodeSynthesisContext &) override {}

private:
  ParseBudget &Budget;
};

} // namespace

void ParseBudget::start() {
  Start = secondsOfThread();
  Current = this;
}

void ParseBudget::watch(Preprocessor &Source,
                        std::function<void(const Token &)> Also) {
  Source.addPPCallbacks(std::make_unique<MacroSteps>(*this));
  if (!Also)
    Source.setTokenWatcher([this](const Token &) { step(); });
  else
    Source.setTokenWatcher([this, Also = std::move(Also)](const Token &Each) {
      step();
      Also(Each);
    });
}

void ParseBudget::watch(Sema &Semantics) {
  Watched = &Semantics;
  Semantics.TemplateInstCallbacks.push_back(
      std::make_unique<TemplateSteps>(*this));
}

void ParseBudget::check() {
  if (secondsOfThread() - Start > MaxSeconds)
    exceeded("more than " + std::to_string(int(MaxSeconds)) +
             " seconds of processor time to parse");
  if (Watched &&
      Watched->getASTContext().getASTAllocatedMemory() > MaxTreeBytes)
    exceeded("more than " + std::to_string(MaxTreeBytes >> 30) +
             " GiB for its syntax tree");
}

void ParseBudget::exceeded(std::string Reason) {
  Why = std::move(Reason);
  if (llvm::CrashRecoveryContext *Guard =
          llvm::CrashRecoveryContext::GetCurrent())
    Guard->HandleExit(1);
  llvm::report_fatal_error(llvm::StringRef(Why), /*gen_crash_diag=*/false);
}

/// Called when an allocation failed; \p Limit is an rlim_t in bytes.
static void outOfMemory(void *Limit, const char *Reason, bool) {
  if (Current)
    Current->exceeded("more than " +
                      std::to_string(*static_cast<rlim_t *>(Limit) >> 20) +
                      " MiB of memory");
  llvm::report_fatal_error(Reason, /*gen_crash_diag=*/false);
}

void shareOneHeap() {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
  // Pages that are not touched cost nothing.
  mallopt(M_TOP_PAD, 4 << 20);
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif
}

void boundMemory(unsigned Threads) {
  // A sanitizer reserves more memory than there is, and limits itself.
  if (LLVM_ADDRESS_SANITIZER_BUILD || LLVM_THREAD_SANITIZER_BUILD)
    return;
  static rlim_t Bytes;
  Bytes = rlim_t(sysconf(_SC_PHYS_PAGES)) * rlim_t(sysconf(_SC_PAGESIZE)) / 2 +
          rlim_t(Threads) * ParseStackBytes;
  rlimit Limit = {};
  if (getrlimit(RLIMIT_DATA, &Limit) != 0)
    return;
  Limit.rlim_cur = Bytes = std::min(Bytes, Limit.rlim_cur);
  if (setrlimit(RLIMIT_DATA, &Limit) != 0)
    return;
  llvm::install_bad_alloc_error_handler(outOfMemory, &Bytes);
  llvm::install_out_of_memory_new_handler();
}

} // namespace kernelcast
