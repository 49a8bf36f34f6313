//===- Execution.cpp - What the warps of a launch did ---------------------===//

#include "Execution.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include <sys/mman.h>
#include <ucontext.h>

using namespace irrun;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

CodeLoops::CodeLoops(llvm::Function &F) {
  const std::vector<llvm::BasicBlock *> Blocks = numberedBlocks(F);
  std::map<const llvm::BasicBlock *, uint32_t> Number;
  for (uint32_t I = 0; I < Blocks.size(); ++I)
    Number[Blocks[I]] = I;
  llvm::DominatorTree Dominators(F);
  llvm::PostDominatorTree After(F);
  llvm::LoopInfo Natural(Dominators);
  std::vector<llvm::Loop *> Order;
  for (llvm::Loop *L : Natural.getLoopsInPreorder())
    Order.push_back(L);
  // Innermost loop of each block, ways out included.
  std::map<const llvm::BasicBlock *, const llvm::Loop *> Innermost;
  for (const llvm::BasicBlock *Block : Blocks)
    Innermost[Block] = Natural.getLoopFor(Block);
  for (auto It = Order.rbegin(); It != Order.rend(); ++It) { // inner ones first
    const llvm::Loop *L = *It;
    std::map<const llvm::BasicBlock *, bool> Out;
    for (const llvm::BasicBlock *Block : Blocks) {
      if (L->contains(Block) || Innermost[Block] != L->getParentLoop() ||
          !Dominators.dominates(L->getHeader(), Block) ||
          After.dominates(Block, L->getHeader()))
        continue;
      bool FromMiddle = true;
      for (const llvm::BasicBlock *From : llvm::predecessors(Block))
        FromMiddle &=
            Out[From] || (L->contains(From) && From != L->getHeader() &&
                          !L->isLoopLatch(From));
      if (!FromMiddle)
        continue;
      Out[Block] = true;
      Innermost[Block] = L;
    }
  }
  std::map<const llvm::Loop *, uint32_t> Id;
  for (const llvm::Loop *L : Order) {
    Id[L] = Loops.size();
    Loop &Made = Loops.emplace_back();
    Made.Header = Number[L->getHeader()];
    Made.Inside.resize(Blocks.size());
    for (const llvm::BasicBlock *Block : L->blocks())
      Made.Inside[Number[Block]] = true;
  }
  for (const llvm::BasicBlock *Block : Blocks) {
    std::vector<uint32_t> &Nest = Around.emplace_back();
    for (const llvm::Loop *L = Innermost[Block]; L; L = L->getParentLoop())
      Nest.insert(Nest.begin(), Id[L]);
  }
}

std::vector<std::vector<uint32_t>> irrun::successorsOf(llvm::Function &F) {
  const std::vector<llvm::BasicBlock *> Blocks = numberedBlocks(F);
  std::map<const llvm::BasicBlock *, uint32_t> Number;
  for (uint32_t I = 0; I < Blocks.size(); ++I)
    Number[Blocks[I]] = I;
  std::vector<std::vector<uint32_t>> All;
  for (const llvm::BasicBlock *Block : Blocks) {
    std::vector<uint32_t> &To = All.emplace_back();
    for (const llvm::BasicBlock *Next : llvm::successors(Block))
      To.push_back(Number[Next]);
  }
  return All;
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

namespace {

constexpr size_t StackBytes = 256 << 10;
constexpr uint64_t MostSteps = 100'000'000;
constexpr uint32_t Nowhere = ~0u;

/// What lanes of one warp do together under one name.
struct Moment {
  uint32_t Block = 0;
  uint64_t Step = UINT64_MAX; ///< blocks that the first lane here has run
  uint64_t Lanes = 0;
  bool Sides[2] = {false, false};
  std::map<uint32_t, std::vector<oracle::WarpAccess>> Accesses; ///< by number
};

/// The lanes of one warp that enter a loop together.
struct Entry {
  std::map<unsigned, uint64_t> WaysBack; ///< by lane
};

struct WarpTrace {
  std::map<std::vector<uint64_t>, Moment> Moments;
  std::map<std::vector<uint64_t>, Entry> Entries;
};

struct Thread {
  ucontext_t Context;
  bool Done = false;
  uint32_t Place[3] = {0, 0, 0};
  unsigned Lane = 0;
  WarpTrace *Warp = nullptr;
  uint32_t Block = Nowhere;
  Moment *Now = nullptr;
  uint64_t Steps = 0;               ///< blocks of code
  std::vector<uint64_t> Iterations; ///< of each loop
  std::vector<std::pair<char *, uint64_t>> Variables;
};

/// A launch in progress.
struct Machine {
  const HostCode *Code = nullptr;
  const LaunchSize *Size = nullptr;
  const CodeLoops *Loops = nullptr;
  const std::map<Step, std::vector<Part>> *Parts = nullptr;
  const std::vector<std::vector<uint32_t>> *Successors = nullptr;
  void *const *Arguments = nullptr;
  GlobalTraffic *Traffic = nullptr;
  Totals Result;
  uint64_t Steps = 0;
  uint32_t Group[3] = {0, 0, 0};
  std::vector<Thread> Threads;
  Thread *Running = nullptr;
  ucontext_t Scheduler;

  bool runRound();
  void runBlock(char *Stacks);
  void close(WarpTrace &Warp);
  [[noreturn]] void stop(const char *Why);
};

Machine *Now = nullptr;

void Machine::stop(const char *Why) {
  if (Result.Problem.empty())
    Result.Problem = Why;
  setcontext(&Scheduler);
  std::abort();
}

void blockBegins(uint32_t Number) {
  Machine &M = *Now;
  Thread &T = *M.Running;
  if (++M.Steps > MostSteps)
    M.stop("more steps than the limit");
  if (T.Now)
    for (unsigned Side : {0u, 1u}) {
      const auto &To = (*M.Successors)[T.Block];
      if (Side < To.size() && To[Side] == Number)
        T.Now->Sides[Side] = true;
    }
  std::vector<uint64_t> Name;
  for (uint32_t Id : M.Loops->Around[Number]) {
    const CodeLoops::Loop &Loop = M.Loops->Loops[Id];
    if (Loop.Header == Number) {
      const bool Again = T.Block != Nowhere && Loop.Inside[T.Block];
      T.Iterations[Id] = Again ? T.Iterations[Id] + 1 : 0;
      std::vector<uint64_t> Way = Name;
      Way.push_back(Id);
      T.Warp->Entries[Way].WaysBack[T.Lane] = T.Iterations[Id];
    }
    Name.push_back(T.Iterations[Id]);
  }
  Name.push_back(Number);
  T.Now = &T.Warp->Moments[Name];
  T.Now->Step = std::min(T.Now->Step, T.Steps++);
  T.Block = Number;
  if (T.Now->Lanes >> T.Lane & 1)
    M.stop("a lane is twice in one place");
  T.Now->Block = Number;
  T.Now->Lanes |= uint64_t(1) << T.Lane;
}

void accessHappens(uint32_t Block, uint32_t Instruction, void *To, void *From) {
  Machine &M = *Now;
  Thread &T = *M.Running;
  const auto Known = M.Parts->find({Block, Instruction});
  if (Known == M.Parts->end()) {
    ++M.Result.Unasked[{Block, Instruction}];
    return;
  }
  std::vector<oracle::WarpAccess> &Open = T.Now->Accesses[Instruction];
  Open.resize(Known->second.size());
  for (size_t I = 0; I < Open.size(); ++I) {
    const Part &P = Known->second[I];
    char *At = static_cast<char *>(P.Source || !To ? From : To) + P.Offset;
    oracle::WarpAccess &Access = Open[I];
    Access.Lanes |= uint64_t(1) << T.Lane;
    Access.Bytes = P.Bytes;
    Access.Address[T.Lane] = reinterpret_cast<size_t>(At);
    if (!P.Local)
      continue;
    Access.Interleave = M.Size->Warp;
    // Each variable of all lanes lies together, far from the others.
    constexpr unsigned Apart = 40;
    for (size_t V = 0; V < T.Variables.size(); ++V)
      if (const auto [Begin, Bytes] = T.Variables[V];
          At >= Begin && At < Begin + Bytes) {
        Access.Address[T.Lane] = At - Begin;
        Access.Array[T.Lane] = V << Apart;
      }
  }
}

void variableBegins(void *Begin, uint64_t Bytes) {
  Now->Running->Variables.emplace_back(static_cast<char *>(Begin), Bytes);
}

uint32_t indexOf(uint32_t Register) {
  const Machine &M = *Now;
  const uint32_t *Groups[] = {M.Running->Place, M.Group, M.Size->Block,
                              M.Size->Grid};
  return Groups[Register / 3][Register % 3];
}

void barrierReached() {
  Thread &T = *Now->Running;
  swapcontext(&T.Context, &Now->Scheduler);
}

void threadEnds() {
  Now->Running->Done = true;
  setcontext(&Now->Scheduler);
}

void threadBegins() {
  Now->Code->run(Now->Arguments);
  threadEnds();
}

/// Of its own, as getcontext() returns twice to the compiler's mind.
[[gnu::noinline]] void prepare(ucontext_t &Context, char *Stack) {
  getcontext(&Context);
  Context.uc_stack.ss_sp = Stack;
  Context.uc_stack.ss_size = StackBytes;
  Context.uc_link = nullptr;
  makecontext(&Context, threadBegins, 0);
}

/// Those that the lanes touch, some of them several times.
std::vector<uint64_t> sectorsOf(const oracle::WarpAccess &Access) {
  std::vector<uint64_t> Sectors;
  for (uint64_t Left = Access.Lanes; Left; Left &= Left - 1) {
    const uint64_t Begin = Access.Address[__builtin_ctzll(Left)];
    const uint64_t Last = Begin + Access.Bytes - 1;
    for (uint64_t Sector = Begin / GlobalTraffic::SectorBytes;
         Sector <= Last / GlobalTraffic::SectorBytes; ++Sector)
      Sectors.push_back(Sector);
  }
  return Sectors;
}

/// The block is through: what its warps did goes into the totals.
void Machine::close(WarpTrace &Warp) {
  for (const auto &[Name, Each] : Warp.Moments) {
    BlockTotal &Total = Result.Blocks[Each.Block];
    ++Total.Warps;
    Total.Lanes += __builtin_popcountll(Each.Lanes);
    Total.Sides[0] += Each.Sides[0];
    Total.Sides[1] += Each.Sides[1];
    Total.Both += Each.Sides[0] && Each.Sides[1];
    for (const auto &[Instruction, Open] : Each.Accesses) {
      const Step At{Each.Block, Instruction};
      std::vector<AccessTotal> &Sums = Result.Accesses[At];
      Sums.resize(Open.size());
      for (size_t I = 0; I < Open.size(); ++I) {
        AccessTotal &Sum = Sums[I];
        const Part &P = Parts->at(At)[I];
        if (Traffic && P.Global)
          Traffic->add(Each.Step, P.Store, sectorsOf(Open[I]));
        const oracle::WarpCost Cost =
            P.Shared ? oracle::bankCost(Open[I]) : oracle::unitCost(Open[I]);
        ++Sum.Warps;
        Sum.Lanes += __builtin_popcountll(Open[I].Lanes);
        Sum.Sectors += Cost.Sectors;
        Sum.Lines += Cost.Lines;
        Sum.BankCycles += Cost.BankCycles;
        Sum.L1Passes += Cost.L1Passes;
        Sum.MaxDegree = std::max(Sum.MaxDegree, Cost.Degree);
      }
    }
  }
  for (const auto &[Name, Each] : Warp.Entries) {
    LoopTotal &Total = Result.Loops[Name.back()];
    ++Total.Warps;
    uint64_t Longest = 0;
    for (auto [Lane, Back] : Each.WaysBack) {
      ++Total.Lanes;
      Total.WaysBack += Back;
      Total.Least = std::min(Total.Least, Back);
      Total.Most = std::max(Total.Most, Back);
      Longest = std::max(Longest, Back);
    }
    Total.LongestBack += Longest;
  }
}

/// Every thread goes on to its next barrier or its end; false if all ended.
[[gnu::noinline]] bool Machine::runRound() {
  bool Any = false;
  for (Thread &T : Threads) {
    if (T.Done || !Result.Problem.empty())
      continue;
    Any = true;
    Running = &T;
    swapcontext(&Scheduler, &T.Context);
  }
  return Any;
}

void Machine::runBlock(char *Stacks) {
  const size_t Count = size_t(Size->Block[0]) * Size->Block[1] * Size->Block[2];
  std::vector<WarpTrace> Warps((Count + Size->Warp - 1) / Size->Warp);
  Threads.clear();
  Threads.resize(Count);
  for (size_t I = 0; I < Count; ++I) {
    Thread &T = Threads[I];
    T.Place[0] = I % Size->Block[0];
    T.Place[1] = I / Size->Block[0] % Size->Block[1];
    T.Place[2] = I / Size->Block[0] / Size->Block[1];
    T.Lane = I % Size->Warp;
    T.Warp = &Warps[I / Size->Warp];
    T.Iterations.resize(Loops->Loops.size());
    prepare(T.Context, Stacks + I * StackBytes);
  }
  while (runRound())
    ;
  for (WarpTrace &Warp : Warps)
    close(Warp);
  if (Traffic)
    Traffic->blockEnds();
}

} // namespace

const Events irrun::TellExecution = {blockBegins,    accessHappens,
                                     variableBegins, indexOf,
                                     barrierReached, threadEnds};

Totals irrun::execute(const HostCode &Code, const LaunchSize &Size,
                      const CodeLoops &Loops,
                      const std::vector<std::vector<uint32_t>> &Successors,
                      const std::map<Step, std::vector<Part>> &Parts,
                      void *const *Arguments, GlobalTraffic *Traffic) {
  Machine M;
  M.Code = &Code;
  M.Size = &Size;
  M.Loops = &Loops;
  M.Parts = &Parts;
  M.Successors = &Successors;
  M.Arguments = Arguments;
  M.Traffic = Traffic;
  M.Result.Blocks.resize(Loops.Around.size());
  M.Result.Loops.resize(Loops.Loops.size());
  Now = &M;
  const size_t Bytes =
      StackBytes * Size.Block[0] * Size.Block[1] * Size.Block[2];
  void *Stacks = mmap(nullptr, Bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Stacks == MAP_FAILED) {
    M.Result.Problem = "no memory for the threads";
    return std::move(M.Result);
  }
  for (M.Group[2] = 0; M.Group[2] < Size.Grid[2]; ++M.Group[2])
    for (M.Group[1] = 0; M.Group[1] < Size.Grid[1]; ++M.Group[1])
      for (M.Group[0] = 0; M.Group[0] < Size.Grid[0]; ++M.Group[0])
        if (M.Result.Problem.empty())
          M.runBlock(static_cast<char *>(Stacks));
  munmap(Stacks, Bytes);
  if (Traffic)
    Traffic->launchEnds();
  Now = nullptr;
  return std::move(M.Result);
}
