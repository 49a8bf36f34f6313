//===- MachineTimeline.cpp - One warp's way through machine code ----------===//

#include "cost_models/common/MachineTimeline.h"
#include "analysis/sass/RegisterUse.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <cmath>

using namespace llvm;
using namespace kernelcast;

namespace {

constexpr unsigned NumBarriers = 6;
/// Iterations of a loop that are walked, and instructions of all together.
constexpr unsigned MostIterations = 64;
constexpr uint64_t MostSteps = 2000000;
constexpr const char *AllAlike =
    "a loop's later iterations are taken to be as the last one walked";

/// When what a warp may wait for is there, and when it may issue.
struct Clock {
  double Last = 0; ///< the last issue
  double Next = 0; ///< the next one, at the earliest
  std::array<double, NumCodeRegisters> Ready{};
  std::array<double, NumBarriers> Released{};
};

/// An instruction with what it waits for, looked up once.
struct Step {
  RegisterUse Use;
  double Latency = 0;
};

class Walk {
public:
  Walk(const CountedCode &Code, const MachineTiming &Timing)
      : Code(Code), Timing(Timing), Steps(Code.Function->Instructions.size()) {
    Result.ByControlCodes = Timing.ByControlCodes;
    for (const CodeBlock &Block : Code.Flow.Blocks)
      for (unsigned I = Block.First; I != Block.End; ++I) {
        const SassInstruction &Each = Code.Function->Instructions[I];
        const OpcodeFacts Facts =
            opcodeFacts(Each.mnemonic(), Code.Function->Architecture);
        Steps[I] = {registerUse(Each, Facts), latency(Facts.Latency)};
        Result.ByControlCodes &= Each.Control.has_value();
      }
    // What stands directly in a loop: its blocks, and inner loops in the place
    // of their headers.
    Members.resize(Code.Flow.Loops.size() + 1);
    for (CodeBlockId Id : Code.Flow.Order) {
      const unsigned Loop = Code.Flow.Blocks[Id].Loop;
      Members[level(Loop)].push_back({Id, NoCode});
      if (Loop != NoCode && Code.Flow.Loops[Loop].Header == Id)
        Members[level(Code.Flow.Loops[Loop].Parent)].push_back({Id, Loop});
    }
  }

  MachineTimeline run() {
    Clock Now;
    walk(NoCode, 1, Now);
    Result.Cycles = Now.Last;
    return std::move(Result);
  }

private:
  struct Member {
    CodeBlockId Block;
    unsigned Loop; ///< NoCode: the block alone
  };

  static unsigned level(unsigned Loop) { return Loop == NoCode ? 0 : Loop + 1; }

  double latency(CodeLatency Of) const {
    switch (Of) {
    case CodeLatency::Zero:
      return 0;
    case CodeLatency::Alu:
      return Timing.Alu;
    case CodeLatency::Multiply:
      return Timing.Multiply;
    case CodeLatency::Sfu:
      return Timing.Sfu;
    case CodeLatency::Fp64:
      return Timing.Fp64;
    case CodeLatency::Shared:
      return Timing.Shared;
    case CodeLatency::Global:
      return Timing.Global;
    }
    return 0;
  }

  void note(const char *Text) {
    if (!is_contained(Result.Notes, Text))
      Result.Notes.push_back(Text);
  }

  /// How often control comes into \p Loop.
  double entered(unsigned Loop) const {
    const CodeLoop &L = Code.Flow.Loops[Loop];
    double Times = Code.Executions[L.Header];
    // Less what jumps back, which is each latch that does not leave.
    for (CodeBlockId Latch : L.Latches)
      if (Latch != L.Header && Code.Flow.Blocks[Latch].Successors.size() == 1)
        Times -= Code.Executions[Latch];
    if (Times < Code.Executions[L.Header])
      return std::max(Times, 0.0);
    // A test at the end: what comes in stands in front.
    double Sum = 0;
    for (CodeBlockId From : Code.Flow.Blocks[L.Header].Predecessors)
      if (!is_contained(L.Latches, From))
        Sum += Code.Executions[From];
    return std::min(Sum, Code.Executions[L.Header]);
  }

  /// A branch's latency once the way behind it is known.
  void arrive(CodeBlockId Block, Clock &Now) {
    if (Branch == NoCode)
      return;
    const CodeBlock &From = Code.Flow.Blocks[Branch];
    const bool Taken = From.FallThrough != Block;
    Now.Next = std::max(Now.Next, Now.Last + (Taken ? Timing.BranchTaken
                                                    : Timing.BranchNotTaken));
    Branch = NoCode;
  }

  void block(CodeBlockId Id, Clock &Now) {
    const CodeBlock &Block = Code.Flow.Blocks[Id];
    arrive(Id, Now);
    for (unsigned I = Block.First; I != Block.End; ++I)
      issue(I, Now);
    const StringRef Name =
        Code.Function->Instructions[Block.End - 1].mnemonic();
    const bool Jumps = Block.Successors.size() != 1 || Block.MayExit ||
                       Block.FallThrough != Block.Successors[0];
    if (Jumps && opcodeFacts(Name, Code.Function->Architecture).Class ==
                     InstructionClass::Branch)
      Branch = Id;
  }

  void issue(unsigned I, Clock &Now) {
    ++Taken;
    const SassInstruction &Each = Code.Function->Instructions[I];
    const Step &What = Steps[I];
    double At = Now.Next;
    if (Result.ByControlCodes && Each.Control) { // all have one then
      const ControlCode &Control = *Each.Control;
      for (unsigned B = 0; B != NumBarriers; ++B)
        if (Control.WaitMask >> B & 1)
          At = std::max(At, Now.Released[B]);
      if (Control.WriteBarrier < NumBarriers)
        Now.Released[Control.WriteBarrier] = At + What.Latency;
      if (Control.ReadBarrier < NumBarriers)
        Now.Released[Control.ReadBarrier] =
            std::max(Now.Released[Control.ReadBarrier], At + Timing.Alu);
      Now.Next = At + (Each.WithNext ? 0.0 : std::max(1u, Control.Stall));
    } else {
      for (CodeRegister R : What.Use.Reads)
        At = std::max(At, Now.Ready[R]);
      for (CodeRegister R : What.Use.Writes)
        Now.Ready[R] = At + What.Latency;
      Now.Next = At + (Each.WithNext ? 0.0 : Timing.IssueInterval);
    }
    Now.Last = At;
  }

  /// \p Behind is \p Share of the way from \p Before to it.
  static void blend(const Clock &Before, Clock &Behind, double Share) {
    auto Part = [&](double From, double To) {
      return From + Share * (To - From);
    };
    for (auto [From, To] : zip(Before.Ready, Behind.Ready))
      To = Part(From, To);
    for (auto [From, To] : zip(Before.Released, Behind.Released))
      To = Part(From, To);
    Behind.Last = Part(Before.Last, Behind.Last);
    Behind.Next = Part(Before.Next, Behind.Next);
  }

  /// Moves all of \p Now on by \p Cycles.
  static void shift(Clock &Now, double Cycles) {
    for (double &Time : Now.Ready)
      Time += Cycles;
    for (double &Time : Now.Released)
      Time += Cycles;
    Now.Last += Cycles;
    Now.Next += Cycles;
  }

  /// What of \p Now a later instruction can still see, from its next issue.
  static std::vector<double> waits(const Clock &Now) {
    std::vector<double> Result{Now.Next - Now.Last};
    for (double Time : Now.Ready)
      Result.push_back(std::max(0.0, Time - Now.Next));
    for (double Time : Now.Released)
      Result.push_back(std::max(0.0, Time - Now.Next));
    return Result;
  }

  /// The blocks directly in \p Loop once; \p Around: how often that is done.
  void walk(unsigned Loop, double Around, Clock &Now) {
    for (const Member &Each : Members[level(Loop)]) {
      // The loop's own header is listed in the level around it, too.
      const bool IsLoop = Each.Loop != NoCode;
      const double Times =
          IsLoop ? entered(Each.Loop) : Code.Executions[Each.Block];
      const double Share = Around > 0 ? std::min(1.0, Times / Around) : 0;
      if (!(Share > 0))
        continue;
      if (Share > 1 - 1e-9) {
        member(Each, Now);
        continue;
      }
      note("blocks that some warps leave out add their part of the time");
      const Clock Before = Now;
      const CodeBlockId From = Branch;
      member(Each, Now);
      blend(Before, Now, Share);
      if (Share < 0.5)
        Branch = From;
    }
  }

  void member(const Member &Each, Clock &Now) {
    if (Each.Loop == NoCode)
      block(Each.Block, Now);
    else
      iterate(Each.Loop, Now);
  }

  void iterate(unsigned Loop, Clock &Now) {
    const CodeLoop &L = Code.Flow.Loops[Loop];
    const double Enters = entered(Loop);
    double Back = 0;
    for (CodeBlockId Latch : L.Latches)
      Back += Code.Executions[Latch];
    if (!(Enters > 0))
      return;
    const double Trips = Back / Enters;
    // What is walked is one iteration: the blocks as often as those that jump
    // back.
    double Done = 0, Before = -1;
    std::vector<double> Left;
    while (Done + 1 <= Trips + 1e-9) {
      const double Start = Now.Last;
      walk(Loop, Back, Now);
      ++Done;
      const double Took = Now.Last - Start;
      std::vector<double> After = waits(Now);
      const bool Steady = Took == Before && After == Left;
      const bool Enough = Done >= MostIterations || Taken > MostSteps;
      if (Taken > MostSteps && Done < Trips) {
        note(AllAlike);
        shift(Now, (Trips - Done) * Took);
        return;
      }
      if (Enough && !Steady)
        note(AllAlike);
      if ((Steady || Enough) && Done + 2 <= Trips + 1e-9) {
        // The last one is walked, since it leaves the loop.
        const double Whole = std::floor(Trips - Done - 1 + 1e-9);
        shift(Now, Whole * Took);
        Done += Whole;
        Before = -1;
        continue;
      }
      Before = Took;
      Left = std::move(After);
    }
    if (const double Part = Trips - Done; Part > 1e-9) {
      const Clock From = Now;
      walk(Loop, Back, Now);
      blend(From, Now, Part);
      note("a mean number of iterations adds a part of one");
    }
    // A test at the top is asked once more.
    if (Code.Executions[L.Header] > Back * (1 + 1e-9) + 1e-9)
      block(L.Header, Now);
  }

  const CountedCode &Code;
  const MachineTiming &Timing;
  std::vector<Step> Steps;
  std::vector<std::vector<Member>> Members; ///< by level
  MachineTimeline Result;
  CodeBlockId Branch = NoCode; ///< that has been issued last, as a block's end
  uint64_t Taken = 0;
};

} // namespace

MachineTimeline kernelcast::machineTimeline(const CountedCode &Code,
                                            const MachineTiming &Timing) {
  return Walk(Code, Timing).run();
}
