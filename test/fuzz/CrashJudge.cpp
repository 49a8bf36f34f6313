//===- CrashJudge.cpp - Whose crash is it? --------------------------------===//

#include "CrashJudge.h"
#include "analysis/support/CrashGuard.h"
#include "llvm/ADT/StringRef.h"
#include <link.h>
#include <unistd.h>
#include <unwind.h>

using namespace kernelcast;

namespace {

constexpr int Signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};

/// The code of one library in memory.
struct CodeRange {
  uintptr_t Begin, End;
  bool Ours; ///< else LLVM's or Clang's
};
CodeRange Ranges[16];
unsigned RangeCount = 0;

struct sigaction Fuzzers[NSIG], Guards[NSIG];

int noteLibrary(dl_phdr_info *Info, size_t, void *) {
  llvm::StringRef Name(Info->dlpi_name);
  bool Ours = Name.contains("libkernelcast");
  if (!Ours && !Name.contains("libclang-cpp") && !Name.contains("libLLVM"))
    return 0;
  for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
    const auto &Segment = Info->dlpi_phdr[I];
    uintptr_t Begin = Info->dlpi_addr + Segment.p_vaddr;
    if ((Segment.p_flags & PF_X) && RangeCount != std::size(Ranges))
      Ranges[RangeCount++] = {Begin, Begin + Segment.p_memsz, Ours};
  }
  return 0;
}

/// What a walk from the signal outwards has met: runs of frames of one owner,
/// starting with Clang's. Frames of others (the C library) do not count.
struct Walk {
  unsigned Changes = 0; ///< of the owner
  bool InOurs = false, Any = false, OursFirst = false;
};

_Unwind_Reason_Code noteFrame(_Unwind_Context *Context, void *Data) {
  Walk &Seen = *static_cast<Walk *>(Data);
  uintptr_t Address = _Unwind_GetIP(Context);
  for (unsigned I = 0; I != RangeCount; ++I) {
    if (Address < Ranges[I].Begin || Address >= Ranges[I].End)
      continue;
    bool Ours = Ranges[I].Ours;
    if (!Seen.Any)
      Seen.OursFirst = Ours;
    else if (Ours != Seen.InOurs)
      ++Seen.Changes;
    Seen.Any = true;
    Seen.InOurs = Ours;
  }
  return _URC_NO_REASON;
}

/// Clang's code, called by ours, and nothing else.
bool isClangsOwn() {
  Walk Seen;
  _Unwind_Backtrace(noteFrame, &Seen);
  return Seen.Any && !Seen.OursFirst && Seen.Changes == 1;
}

void pass(const struct sigaction &To, int Signal, siginfo_t *Info,
          void *Context) {
  if (To.sa_flags & SA_SIGINFO)
    To.sa_sigaction(Signal, Info, Context);
  else
    To.sa_handler(Signal);
}

void judge(int Signal, siginfo_t *Info, void *Context) {
  if (llvm::CrashRecoveryContext::GetCurrent() && isClangsOwn()) {
    constexpr char Line[] = "contained: a crash of Clang\n";
    (void)!write(STDERR_FILENO, Line, sizeof(Line) - 1);
    pass(Guards[Signal], Signal, Info, Context);
    return;
  }
  pass(Fuzzers[Signal], Signal, Info, Context);
  std::_Exit(77); // the fuzzer's handler does not come back
}

} // namespace

void kernelcast::judgeCrashes() {
  dl_iterate_phdr(noteLibrary, nullptr);
  for (int Signal : Signals)
    sigaction(Signal, nullptr, &Fuzzers[Signal]);
  runGuarded([] {}, 1u << 20); // sets the guard's handlers
  for (int Signal : Signals) {
    sigaction(Signal, nullptr, &Guards[Signal]);
    struct sigaction Judge = {};
    Judge.sa_sigaction = judge;
    Judge.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigaction(Signal, &Judge, nullptr);
  }
}
