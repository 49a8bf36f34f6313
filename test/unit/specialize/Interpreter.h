//===- Interpreter.h - Threads one by one, for comparison -------*- C++ -*-===//
//
// The obvious way to get the facts of a launch: run every thread of every
// block alone, write down each access with its loop iterations, and group the
// accesses of a warp's lanes by iteration. Loaded data is a hash of the
// address.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_UNIT_SPECIALIZE_INTERPRETER_H
#define KERNELCAST_TEST_UNIT_SPECIALIZE_INTERPRETER_H

#include "analysis/WarpProfile.h"
#include "analysis/access/BankConflicts.h"
#include "analysis/access/Coalescing.h"
#include "analysis/access/L1Passes.h"
#include <map>

namespace kernelcast {

struct CountedAccess {
  double Warps = 0, Lanes = 0, Sectors = 0, Lines = 0, Transactions = 0,
         L1Passes = 0, Banks = 0;
};
struct Counted {
  std::vector<CountedAccess> Accesses;
  std::vector<double> BlockWarps, BlockLanes;
  std::vector<double> LoopTrips, LoopEntries, LoopMin, LoopMax;
  std::vector<double> BranchTrue, BranchFalse, BranchBoth, BranchWarps;
  bool TooLong = false;
};

class Interpreter {
public:
  Interpreter(const KernelModel &Kernel, const LaunchConfiguration &Launch,
              const GpuSpec &Gpu)
      : Kernel(Kernel), Launch(Launch), Gpu(Gpu) {}

  Counted run() {
    Result.Accesses.resize(Kernel.Accesses.size());
    Result.BlockWarps.resize(Kernel.Blocks.size());
    Result.BlockLanes.resize(Kernel.Blocks.size());
    for (auto *V : {&Result.BranchTrue, &Result.BranchFalse, &Result.BranchBoth,
                    &Result.BranchWarps})
      V->resize(Kernel.Blocks.size());
    Result.LoopTrips.resize(Kernel.Loops.size());
    Result.LoopEntries.resize(Kernel.Loops.size());
    Result.LoopMin.assign(Kernel.Loops.size(), 1e300);
    Result.LoopMax.resize(Kernel.Loops.size());
    for (uint64_t Z = 0; Z != Launch.Grid[2]; ++Z)
      for (uint64_t Y = 0; Y != Launch.Grid[1]; ++Y)
        for (uint64_t X = 0; X != Launch.Grid[0]; ++X) {
          Block = {X, Y, Z};
          uint64_t Threads = Launch.threadsPerBlock();
          for (uint64_t T = 0; T != Threads; ++T) {
            Lane = T % Gpu.WarpSize;
            Thread = {T % Launch.Block[0],
                      T / Launch.Block[0] % Launch.Block[1],
                      T / (Launch.Block[0] * Launch.Block[1])};
            runThread();
            if (Lane + 1 == Gpu.WarpSize || T + 1 == Threads)
              endWarp();
          }
        }
    return Result;
  }

private:
  using Iterations = std::vector<int64_t>;
  struct Visit {
    uint64_t Lanes = 0, True = 0, False = 0;
    std::vector<std::map<unsigned, int64_t>> Addresses;
  };

  bool inside(LoopId Outer, LoopId Inner) const {
    while (Inner != None && Inner != Outer)
      Inner = Kernel.Loops[Inner].Parent;
    return Inner == Outer;
  }

  int64_t evaluate(const Expr *E) {
    auto It = Memo.find(E);
    if (It != Memo.end())
      return It->second;
    auto Which = static_cast<unsigned>(E->value());
    int64_t R = 0;
    switch (E->op()) {
    case Op::Constant:
      R = E->value();
      break;
    case Op::Symbol:
      for (const ArgumentValue &A : Launch.Arguments)
        if (A.Name == E->name())
          R = A.Integer;
      break;
    case Op::Coordinate:
      R = Which < 3    ? Thread[Which]
          : Which < 6  ? Block[Which - 3]
          : Which < 9  ? Launch.Block[Which - 6]
          : Which < 12 ? Launch.Grid[Which - 9]
          : Which < 15 ? 0
                       : Gpu.WarpSize;
      break;
    case Op::Base:
      R = Kernel.Arrays[E->value()].SharedOffset;
      break;
    case Op::Counter:
      R = Counters[E->value()];
      break;
    case Op::Phi:
      R = Phis[E->value()];
      break;
    case Op::Load: {
      uint64_t Address = evaluate(Kernel.Accesses[E->value()].Address);
      Address = (Address + 7) * 0x9E3779B97F4A7C15u;
      R = wrapToType((Address >> 40) % 37, E->type());
      break;
    }
    case Op::Select:
      R = evaluate(E->operand(0)) ? evaluate(E->operand(1))
                                  : evaluate(E->operand(2));
      break;
    case Op::Cast:
      R = wrapToType(evaluate(E->operand(0)), E->type());
      break;
    default:
      R = foldInteger(E->op(), E->operand(0)->type(), evaluate(E->operand(0)),
                      E->operands().size() > 1 ? evaluate(E->operand(1)) : 0)
              .value_or(0);
    }
    Memo[E] = R;
    return R;
  }

  void runThread() {
    Phis.assign(Kernel.Phis.size(), 0);
    Counters.assign(Kernel.Loops.size(), 0);
    BlockId At = 0, From = None;
    for (unsigned Steps = 0; Steps != 20000; ++Steps) {
      const BasicBlock &B = Kernel.Blocks[At];
      // Entering a loop or going round.
      Memo.clear();
      if (From != None) {
        unsigned P = 0;
        while (B.Predecessors[P] != From)
          ++P;
        std::vector<std::pair<PhiId, int64_t>> New;
        for (PhiId Phi : B.Phis)
          New.push_back({Phi, evaluate(Kernel.Phis[Phi].Incoming[P])});
        for (auto [Phi, Value] : New)
          Phis[Phi] = Value;
        if (B.Loop != None && Kernel.Loops[B.Loop].Header == At) {
          if (inside(B.Loop, Kernel.Blocks[From].Loop))
            ++Counters[B.Loop];
          else
            Counters[B.Loop] = 0;
        }
        for (LoopId L = Kernel.Blocks[From].Loop; L != None;
             L = Kernel.Loops[L].Parent)
          if (!inside(L, B.Loop))
            leave(L);
      }
      Memo.clear();
      Iterations Key{static_cast<int64_t>(At)};
      for (LoopId L = B.Loop; L != None; L = Kernel.Loops[L].Parent)
        Key.push_back(Counters[L]);
      Visit &V = Visits[Key];
      V.Lanes |= uint64_t(1) << Lane;
      V.Addresses.resize(B.Effects.size());
      for (unsigned I = 0; I != B.Effects.size(); ++I)
        if (B.Effects[I].Access != None)
          V.Addresses[I][Lane] =
              evaluate(Kernel.Accesses[B.Effects[I].Access].Address);
      if (B.Successors.empty()) {
        for (LoopId L = B.Loop; L != None; L = Kernel.Loops[L].Parent)
          leave(L);
        return;
      }
      bool Outcome = B.Successors.size() < 2 || evaluate(B.Condition) != 0;
      (Outcome ? V.True : V.False) |= uint64_t(1) << Lane;
      From = At;
      At = B.Successors[Outcome ? 0 : 1];
    }
    Result.TooLong = true;
  }

  void leave(LoopId L) {
    double Trips = Counters[L] + Kernel.Loops[L].TestAtEnd;
    Result.LoopTrips[L] += Trips;
    Result.LoopEntries[L] += 1;
    Result.LoopMin[L] = std::min(Result.LoopMin[L], Trips);
    Result.LoopMax[L] = std::max(Result.LoopMax[L], Trips);
  }

  void endWarp() {
    for (auto &[Key, V] : Visits) {
      const BasicBlock &B = Kernel.Blocks[Key[0]];
      Result.BlockWarps[B.Id] += 1;
      Result.BlockLanes[B.Id] += llvm::popcount(V.Lanes);
      Result.BranchWarps[B.Id] += 1;
      Result.BranchTrue[B.Id] += V.True != 0;
      Result.BranchFalse[B.Id] += V.False != 0;
      Result.BranchBoth[B.Id] += V.True && V.False;
      for (unsigned I = 0; I != B.Effects.size(); ++I) {
        if (B.Effects[I].Access == None)
          continue;
        const MemoryAccess &A = Kernel.Accesses[B.Effects[I].Access];
        CountedAccess &C = Result.Accesses[B.Effects[I].Access];
        std::vector<int64_t> Addresses(Gpu.WarpSize);
        for (auto [L, Address] : V.Addresses[I])
          Addresses[L] = Address + (int64_t(1) << 40);
        C.Warps += 1;
        C.Lanes += llvm::popcount(V.Lanes);
        if (A.Space == MemorySpace::Shared) {
          C.Banks += bankCost(Addresses, V.Lanes, A.Bytes, Gpu.Banks).Cycles;
        } else {
          WarpTraffic T =
              warpTraffic(Addresses, V.Lanes, A.Bytes, Gpu.Coalescing);
          C.Sectors += T.Sectors;
          C.Lines += T.Lines;
          C.Transactions += T.Transactions;
          if (servesInPasses(Gpu))
            C.L1Passes += l1Passes(Addresses, V.Lanes, A.Bytes);
        }
      }
    }
    Visits.clear();
  }

  const KernelModel &Kernel;
  const LaunchConfiguration &Launch;
  const GpuSpec &Gpu;
  Counted Result;
  std::array<uint64_t, 3> Block{}, Thread{};
  unsigned Lane = 0;
  std::vector<int64_t> Phis, Counters;
  std::map<const Expr *, int64_t> Memo;
  std::map<Iterations, Visit> Visits;
};

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_SPECIALIZE_INTERPRETER_H
