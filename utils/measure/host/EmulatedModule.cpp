//===- EmulatedModule.cpp - CUDA kernels compiled for the processor -------===//
//
// A kernel's fault arrives as a signal, on a stack of its own because the
// thread's may be what overflowed; a long jump leaves for the launch.
//===----------------------------------------------------------------------===//
#undef _FORTIFY_SOURCE
#include "host/EmulatedModule.h"

#include <csetjmp>
#include <csignal>
#include <cstring>
#include <dlfcn.h>
#include <sys/time.h>

using namespace measure;
using namespace measure::emulation;

namespace {

/// The launch under way; one at a time.
struct {
  sigjmp_buf Start;
  std::string Message;
  BlockRunner *Runner;
  const EmulatedMemory *Memory;
  const char *SharedBegin;
  size_t SharedBytes;
} Under;

[[noreturn]] void leave() { siglongjmp(Under.Start, 1); }

void onFailure(const std::string &Message) {
  Under.Message = Message;
  leave();
}

/// Strictly, no string may be made in a handler. The kernel's own code does not
/// allocate, so the allocator is not in the middle of something.
void onSignal(int Signal, siginfo_t *Info, void *) {
  std::string What;
  switch (Signal) {
  case SIGFPE:
    What = "divides by zero";
    break;
  case SIGILL:
    What = "runs into code that cannot be reached";
    break;
  case SIGVTALRM:
    What = "still runs when the time for a launch is over";
    break;
  default: {
    const char *Address = static_cast<const char *>(Info->si_addr);
    What = "touches memory " + Under.Memory->describe(Address);
    if (Under.SharedBytes && Address >= Under.SharedBegin &&
        Address < Under.SharedBegin + (size_t(1) << 24))
      What = "touches byte " + std::to_string(Address - Under.SharedBegin) +
             " of " + std::to_string(Under.SharedBytes) +
             " bytes of dynamic shared memory";
    else if (Under.Runner->endsStack(Address))
      What = "needs more stack than it has: too many local variables";
  }
  }
  Under.Message = Under.Runner->currentThread() + ": " + What;
  leave();
}

/// Signals end in onSignal while this exists.
class SignalGuard {
public:
  explicit SignalGuard(unsigned Seconds) {
    stack_t Stack = {};
    Stack.ss_sp = Memory;
    Stack.ss_size = sizeof(Memory);
    sigaltstack(&Stack, &OldStack);
    struct sigaction Action = {};
    Action.sa_sigaction = onSignal;
    Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    for (size_t I = 0; I != Count; ++I)
      sigaction(Signals[I], &Action, &Old[I]);
    setTimer(Seconds);
  }
  ~SignalGuard() {
    setTimer(0);
    for (size_t I = 0; I != Count; ++I)
      sigaction(Signals[I], &Old[I], nullptr);
    sigaltstack(&OldStack, nullptr);
  }

private:
  static void setTimer(unsigned Seconds) {
    itimerval Timer = {};
    Timer.it_value.tv_sec = Seconds;
    setitimer(ITIMER_VIRTUAL, &Timer, nullptr);
  }
  static constexpr int Signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGVTALRM};
  static constexpr size_t Count = sizeof(Signals) / sizeof(*Signals);
  static char Memory[64 * 1024];
  stack_t OldStack = {};
  struct sigaction Old[Count] = {};
};

char SignalGuard::Memory[64 * 1024];

/// False if a block failed. Nothing here may need a destructor: a failure jumps
/// out of the middle.
bool runBlocks(BlockRunner &Runner, const ModuleTable &Table,
               const KernelEntry &Kernel, uint3 Grid, uint3 Block,
               void **Arguments, void *Shared, size_t SharedBytes) {
  if (sigsetjmp(Under.Start, 1) != 0)
    return false;
  for (unsigned Z = 0; Z != Grid.z; ++Z)
    for (unsigned Y = 0; Y != Grid.y; ++Y)
      for (unsigned X = 0; X != Grid.x; ++X) {
        // A block finds garbage in its shared memory, not the last one's data.
        std::memset(Table.SharedBegin, 0xff,
                    size_t(Table.SharedEnd - Table.SharedBegin));
        if (SharedBytes)
          std::memset(Shared, 0xff, SharedBytes);
        Runner.run(Table, Kernel, Grid, {X, Y, Z}, Block, Arguments);
      }
  return true;
}

} // namespace

EmulatedModule::~EmulatedModule() {
  if (Library)
    dlclose(Library);
}

std::string EmulatedModule::load(const std::string &Path) {
  if (Library)
    dlclose(Library);
  Table = nullptr;
  // A name without a slash would be looked for elsewhere.
  const std::string File =
      Path.find('/') == std::string::npos ? "./" + Path : Path;
  Library = dlopen(File.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library)
    return dlerror();
  Table = static_cast<const ModuleTable *>(dlsym(Library, "measure_module"));
  if (!Table)
    return Path + " is not a CUDA module compiled for the processor";
  if (Table->Version == ModuleVersion)
    return {};
  Table = nullptr;
  return Path + " was compiled for another version of the emulation";
}

const KernelEntry *EmulatedModule::find(const std::string &Name) const {
  if (Table)
    for (unsigned I = 0; I != Table->Kernels; ++I)
      if (Name == Table->Entries[I].Name)
        return &Table->Entries[I];
  return nullptr;
}

size_t EmulatedModule::staticSharedBytes() const {
  return Table ? size_t(Table->SharedEnd - Table->SharedBegin) : 0;
}

std::string EmulatedModule::launch(const KernelEntry &Kernel, uint3 Grid,
                                   uint3 Block, void **Arguments,
                                   size_t SharedBytes,
                                   const EmulatedMemory &Memory,
                                   unsigned Seconds) {
  const size_t Threads = size_t(Block.x) * Block.y * Block.z;
  const size_t Most = Kernel.MaxThreads && Kernel.MaxThreads < MaxThreads
                          ? Kernel.MaxThreads
                          : MaxThreads;
  if (Threads == 0 || Threads > Most)
    return "a block of " + std::to_string(Threads) +
           " threads, the kernel takes " + std::to_string(Most);
  // What a warp reads at once may be 16 bytes wide.
  EmulatedMemory SharedMemory(16);
  void *Shared = SharedBytes ? SharedMemory.allocate(SharedBytes) : nullptr;
  Runner.setFailed(onFailure);
  const Services *Services = &Runner.services();
  *Table->Runner = Services;
  *Table->DynamicShared = Shared;
  Under.Message.clear();
  Under.Runner = &Runner;
  Under.Memory = &Memory;
  Under.SharedBegin = static_cast<const char *>(Shared);
  Under.SharedBytes = SharedBytes;
  SignalGuard Guard(Seconds);
  if (!runBlocks(Runner, *Table, Kernel, Grid, Block, Arguments, Shared,
                 SharedBytes))
    return Runner.abandon(), Under.Message;
  const std::string Stray = SharedMemory.strayWrites();
  return Stray.empty() ? Stray : "dynamic shared memory: " + Stray;
}
