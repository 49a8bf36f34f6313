//===- EmulatedBlock.cpp - The threads of a block, one after another ------===//
//
// A stack is entered once with swapcontext; later switches are _setjmp and
// _longjmp, which save no signal mask and so make no system call.
//===----------------------------------------------------------------------===//
// The checked longjmp takes a change of stacks for an error.
#undef _FORTIFY_SOURCE
#include "host/EmulatedBlock.h"

#include <algorithm>
#include <map>
#include <sys/mman.h>

using namespace measure::emulation;

/// Of each thread. Below it lies memory that cannot be touched, so much that
/// large local arrays do not reach beyond it.
static constexpr size_t StackBytes = 256 * 1024, ForbiddenBytes = 1 << 20;

/// The one that calls back; blocks run one at a time.
static BlockRunner *Runner = nullptr;

static std::string triple(uint3 V) {
  return "(" + std::to_string(V.x) + "," + std::to_string(V.y) + "," +
         std::to_string(V.z) + ")";
}

static std::string line(int Line) { return "line " + std::to_string(Line); }

BlockRunner::~BlockRunner() {
  for (auto &F : Fibers)
    munmap(F->Stack, ForbiddenBytes + StackBytes);
  if (Runner == this)
    Runner = nullptr;
}

const Services &BlockRunner::services() const {
  static const Services Table = {
      [](bool Predicate, int Line) { return Runner->barrier(Predicate, Line); },
      [](WarpOperation Operation, unsigned Mask, uint64_t Value, int Line) {
        return Runner->meet(Operation, Mask, Value, Line);
      },
      [](int Line) { return Runner->activeMask(Line); },
      [](const char *Message, int Line) {
        Runner->fail(Message + (" in " + line(Line)));
      }};
  return Table;
}

std::string BlockRunner::currentThread() const {
  if (!Current || !Current->Runs)
    return "no thread";
  const ThreadState &Is = Current->Runs->Is;
  return "thread " + triple(Is.Thread) + " of block " + triple(Is.Block);
}

bool BlockRunner::endsStack(const void *Address) const {
  const char *Place = static_cast<const char *>(Address);
  for (const auto &F : Fibers) {
    const char *Lowest = static_cast<const char *>(F->Stack);
    if (Place >= Lowest && Place < Lowest + ForbiddenBytes)
      return true;
  }
  return false;
}

void BlockRunner::fail(const std::string &Message) {
  Failed(currentThread() + ": " + Message);
  std::abort(); // Failed does not return
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

void BlockRunner::fiberMain() { Runner->work(*Runner->Current); }

/// A stack that waits for its next thread, or a new one.
BlockRunner::Fiber *BlockRunner::freshFiber() {
  if (!Idle.empty()) {
    Fiber *F = Idle.back();
    Idle.pop_back();
    return F;
  }
  auto F = std::make_unique<Fiber>();
  F->Stack = mmap(nullptr, ForbiddenBytes + StackBytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (F->Stack == MAP_FAILED)
    fail("no memory for the threads' stacks");
  mprotect(F->Stack, ForbiddenBytes, PROT_NONE); // stacks grow downwards
  Fibers.push_back(std::move(F));
  return Fibers.back().get();
}

void BlockRunner::switchTo(Fiber &To) {
  Fiber &From = *Current;
  if (&From == &To)
    return;
  if (_setjmp(From.Context) != 0)
    return;
  Current = &To;
  if (To.Runs)
    *Module->Current = &To.Runs->Is;
  if (To.Started)
    _longjmp(To.Context, 1);
  To.Started = true;
  getcontext(&To.Begin);
  To.Begin.uc_stack.ss_sp = To.Stack;
  To.Begin.uc_stack.ss_size = ForbiddenBytes + StackBytes;
  To.Begin.uc_link = nullptr;
  makecontext(&To.Begin, &BlockRunner::fiberMain, 0);
  setcontext(&To.Begin);
}

/// What runs on each stack: one thread after another, for ever.
void BlockRunner::work(Fiber &Self) {
  for (;;) {
    while (Begun != Threads.size()) {
      Thread &T = Threads[Order[Begun++]];
      begin(T, Self);
      Kernel->Call(Arguments);
      T.Now = State::Done;
      ++Ended;
      // Lanes that wait for this one no longer do.
      const unsigned Warp = T.Is.Linear / WarpSize;
      for (unsigned L = 0; L != WarpSize; ++L)
        if (Thread *Other = lane(Warp, L))
          if (Other->Now == State::AtWarp)
            complete(*Other);
    }
    Self.Runs = nullptr;
    Idle.push_back(&Self);
    Fiber *Next = next();
    switchTo(Next ? *Next : Caller);
  }
}

void BlockRunner::begin(Thread &T, Fiber &On) {
  T.Now = State::Running;
  T.On = &On;
  On.Runs = &T;
  *Module->Current = &T.Is;
}

//===----------------------------------------------------------------------===//
// Who runs next
//===----------------------------------------------------------------------===//

BlockRunner::Fiber *BlockRunner::next() {
  for (;;) {
    if (Begun != Threads.size())
      return freshFiber();
    if (!Ready.empty()) {
      Thread *T = Ready.front();
      Ready.pop_front();
      T->Now = State::Running;
      return T->On;
    }
    if (Ended == Threads.size())
      return nullptr;
    if (!settleActiveMasks())
      Failed(deadlock());
  }
}

void BlockRunner::wait(State Why, int Line) {
  Thread &Self = *Current->Runs;
  Self.Now = Why;
  Self.Line = Line;
  // Never null: this thread has not ended.
  switchTo(*next());
}

/// All wait for one another: who for what.
std::string BlockRunner::deadlock() const {
  std::map<std::string, size_t> Groups;
  for (const Thread &T : Threads)
    switch (T.Now) {
    case State::AtBarrier:
      ++Groups["wait at __syncthreads in " + line(T.Line)];
      break;
    case State::AtWarp: {
      char Mask[16];
      std::snprintf(Mask, sizeof(Mask), "%08x", T.Mask);
      ++Groups["wait at a warp function in " + line(T.Line) +
               " for the lanes " + Mask];
      break;
    }
    case State::Done:
      ++Groups["have returned"];
      break;
    default:
      ++Groups["can go on"];
    }
  std::string Text = "block " + triple(Threads[0].Is.Block) +
                     ": its threads wait for ever; of " +
                     std::to_string(Threads.size());
  for (const auto &[What, Count] : Groups)
    Text += ", " + std::to_string(Count) + " " + What;
  return Text;
}

//===----------------------------------------------------------------------===//
// Meeting points
//===----------------------------------------------------------------------===//

int BlockRunner::barrier(bool Predicate, int Line) {
  Thread &Self = *Current->Runs;
  WithPredicate += Predicate;
  if (++AtBarrier != Threads.size()) {
    wait(State::AtBarrier, Line);
    return BarrierResult;
  }
  for (size_t I : Order) {
    Thread &T = Threads[I];
    if (&T == &Self)
      continue;
    if (T.Line != Line)
      fail("waits at __syncthreads in " + line(Line) +
           ", others at the one in " + line(T.Line));
    T.Now = State::Ready;
    Ready.push_back(&T);
  }
  BarrierResult = int(WithPredicate);
  AtBarrier = WithPredicate = 0;
  return BarrierResult;
}

BlockRunner::Thread *BlockRunner::lane(unsigned Warp, unsigned Lane) {
  const size_t Index = size_t(Warp) * WarpSize + Lane;
  return Index < Threads.size() ? &Threads[Index] : nullptr;
}

bool BlockRunner::complete(Thread &One) {
  const unsigned Warp = One.Is.Linear / WarpSize;
  LaneValues Values;
  std::fill_n(Values.Value, WarpSize, ~uint64_t(0));
  Values.Present = 0;
  for (unsigned L = 0; L != WarpSize; ++L) {
    Thread *T = lane(Warp, L);
    if (!(One.Mask >> L & 1) || !T || T->Now == State::Done)
      continue;
    if (T->Now != State::AtWarp || T->Mask != One.Mask ||
        T->Operation != One.Operation)
      return false;
    Values.Value[L] = T->Value;
    Values.Present |= 1u << L;
  }
  for (unsigned L = 0; L != WarpSize; ++L)
    if (Values.Present >> L & 1) {
      Thread *T = lane(Warp, L);
      T->Met = Values;
      T->Now = State::Ready;
      if (T != Current->Runs)
        Ready.push_back(T);
    }
  return true;
}

const LaneValues *BlockRunner::meet(WarpOperation Operation, unsigned Mask,
                                    uint64_t Value, int Line) {
  Thread &Self = *Current->Runs;
  if (!(Mask >> Self.Is.Linear % WarpSize & 1))
    fail("calls a warp function in " + line(Line) +
         " with a mask that leaves it out");
  Self.Operation = Operation;
  Self.Mask = Mask;
  Self.Value = Value;
  Self.Now = State::AtWarp;
  if (complete(Self))
    Self.Now = State::Running;
  else
    wait(State::AtWarp, Line);
  return &Self.Met;
}

unsigned BlockRunner::activeMask(int Line) {
  wait(State::AtActive, Line);
  return Current->Runs->Met.Present;
}

/// Nobody can go on: those of a warp that stand at one __activemask() are
/// together as far as they will ever be.
bool BlockRunner::settleActiveMasks() {
  bool Any = false;
  for (Thread &First : Threads) {
    if (First.Now != State::AtActive)
      continue;
    unsigned Together = 0;
    const unsigned Warp = First.Is.Linear / WarpSize;
    for (unsigned L = 0; L != WarpSize; ++L)
      if (Thread *T = lane(Warp, L))
        if (T->Now == State::AtActive && T->Line == First.Line)
          Together |= 1u << L;
    for (unsigned L = 0; L != WarpSize; ++L)
      if (Together >> L & 1) {
        Thread *T = lane(Warp, L);
        T->Met.Present = Together;
        T->Now = State::Ready;
        Ready.push_back(T);
      }
    Any = true;
  }
  return Any;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

void BlockRunner::run(const ModuleTable &InModule, const KernelEntry &Callee,
                      uint3 GridSize, uint3 Block, uint3 BlockSize,
                      void **ItsArguments) {
  Runner = this;
  Module = &InModule;
  Kernel = &Callee;
  Arguments = ItsArguments;
  const size_t Count = size_t(BlockSize.x) * BlockSize.y * BlockSize.z;
  Threads.resize(Count);
  Order.resize(Count);
  const bool Backwards = (Block.x + Block.y + Block.z) % 2;
  for (size_t I = 0; I != Count; ++I) {
    const unsigned Linear = unsigned(I);
    Thread &T = Threads[I];
    T.Now = State::NotStarted;
    T.Is = {{Linear % BlockSize.x, Linear / BlockSize.x % BlockSize.y,
             Linear / BlockSize.x / BlockSize.y},
            Block,
            BlockSize,
            GridSize,
            Linear};
    Order[I] = Backwards ? Count - 1 - I : I;
  }
  Begun = Ended = AtBarrier = WithPredicate = 0;
  Ready.clear();
  Current = &Caller;
  Caller.Started = true;
  switchTo(*freshFiber());
}

void BlockRunner::abandon() {
  // Where the stacks stopped no longer matters: they begin anew.
  Idle.clear();
  for (auto &F : Fibers) {
    F->Started = false;
    F->Runs = nullptr;
    Idle.push_back(F.get());
  }
  Current = nullptr;
}
