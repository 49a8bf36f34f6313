//===- ResolveLaunch.cpp - Every number of a launch, and its origin -------===//
//
// Strongest first: the command line, host code with what is known there,
// attributes of the kernel, documented assumptions. Assumed are
//
//   block    256 threads; 16 x 16 if the kernel uses y coordinates, 8 x 8 x 8
//            if it uses z; halved until launch bounds and device allow it. A
//            number of all threads of a block, or of all blocks, has y and z
//            in it and is the same in one dimension
//   problem  2^20 threads in one dimension, 1024 x 1024 in two, 128^3 in three:
//            the grid has enough blocks for it, and a host variable that the
//            grid depends on is one extent of it
//   integers that nothing tells: the launch's threads in its longest dimension
//            if its grid is known, else the extent of the problem; at most 1024
//            if the kernel multiplies them with a variable (length of a row)
//            and the largest of a smaller type: a bool is 1
//   rounds:  where a loop of the host launches the kernel with several sizes,
//            the given sizes tell which round it is, and with it what the loop
//            changes; the first round without them
//   names:   a host variable that is the whole of a block's size has that size;
//            one that is the whole of a grid's is 1 where the kernel does not
//            look at that dimension
//   dynamic shared memory: four bytes a thread for each array
//
// An assumed number under a constraint is the nearest one that satisfies it.
// Every assumption has an entry in the ledger.
//===----------------------------------------------------------------------===//

#include "analysis/launch/LaunchResolver.h"

using namespace llvm;
using namespace kernelcast;

/// Whether a function of the host has a part in \p E.
static bool callsFunction(const Expr *E) {
  bool Calls = false;
  if (E)
    visitPostOrder(E,
                   [&](const Expr *Part) { Calls |= Part->op() == Op::Call; });
  return Calls;
}

void LaunchResolver::resolveArguments() {
  uint64_t Longest = 1;
  for (unsigned D = 0; D != 3; ++D)
    Longest = std::max(Longest, Launch.Grid[D] * Launch.Block[D]);
  const unsigned Extents = Site ? Symbols.Axes : Symbols.Dimensions;
  int64_t Size =
      GridKnown ? static_cast<int64_t>(std::min<uint64_t>(Longest, INT32_MAX))
                : static_cast<int64_t>(AssumedExtent[Extents - 1]);
  StringMap<const Expr *> Passed;
  if (Site)
    for (auto [P, E] : zip(Kernel.Parameters, Site->Arguments))
      if (E && !P.Pointer)
        Passed[P.Name] = E;
  for (const auto &[Name, Use] : Symbols.Uses) {
    if (!Values.count(Name)) {
      auto It = Passed.find(Name);
      const Expr *Given = It == Passed.end() ? nullptr : It->second;
      const LaunchSource From = Given && restsOnGuess(Given)
                                    ? LaunchSource::Assumed
                                    : LaunchSource::HostCode;
      if (Use.Type.Float) {
        // What nobody gives is not guessed: no loop and no array is as long.
        // Nor are the last digits of the host's powf() known.
        const std::optional<Scalar> S =
            affectedBy(Name).empty() || callsFunction(Given) ? std::nullopt
                                                             : scalar(Given);
        if (!S)
          continue;
        ArgumentValue &V = Values[Name] = integerArgument(Name, 0, From);
        V.IsInteger = false;
        V.Value = S->number(Given->type());
      } else if (std::optional<int64_t> Value = evaluate(Given)) {
        Values[Name] = integerArgument(Name, *Value, From);
      } else {
        int64_t Chosen = fitting(plausible(Name, Size), Use.Type);
        std::string Moved;
        int64_t Own = allowed(Name, Chosen, Moved);
        Values[Name] = integerArgument(Name, Own, LaunchSource::Assumed);
        // Unused arguments need no entry.
        if (AffectedParts Affects = affectedBy(Name); !Affects.empty())
          assume({.Kind = AssumptionKind::Argument,
                  .Reason = Chosen < plausible(Name, Size)
                                ? AssumptionReason::LargestOfType
                            : Chosen != Size ? AssumptionReason::RowLength
                            : GridKnown      ? AssumptionReason::LaunchThreads
                                             : AssumptionReason::ProblemSize,
                  .Affects = Affects,
                  .Whole = {Own},
                  .Name = Name.str(),
                  .Detail = Moved});
      }
    }
    Launch.Arguments.push_back(Values[Name]);
  }
  // A parameter that nothing depends on; other names are not this kernel's.
  for (const auto &[Name, Value] : User.Arguments)
    if (!Symbols.Uses.count(Name) &&
        any_of(Kernel.Parameters, [&Name = Name](const ParameterInfo &P) {
          return P.Name == Name;
        })) {
      ArgumentValue V = Value;
      V.Name = Name;
      V.Source = LaunchSource::Option;
      Launch.Arguments.push_back(V);
    }
}

/// Of memory that rests on host variables nobody knows nothing is said: what it
/// is for, estimates of reuse, is worth no guess.
void LaunchResolver::resolveAllocations() {
  if (!Site)
    return;
  for (const Expr *E : Site->AllocationBytes) {
    const std::optional<int64_t> Bytes = evaluate(E);
    Launch.AllocatedBytes.push_back(Bytes && *Bytes > 0 ? uint64_t(*Bytes) : 0);
  }
}

/// Numbers of the pointer parameters that \p Kernel compares with null.
static SmallVector<unsigned> comparedWithNull(const KernelModel &Kernel) {
  SmallVector<unsigned> Found;
  auto note = [&](const Expr *E) {
    const bool Compares = E->op() == Op::Equal || E->op() == Op::NotEqual;
    if (!Compares || E->operand(0)->op() != Op::Base ||
        !E->operand(1)->isConstant(0))
      return;
    const auto Array = static_cast<uint64_t>(E->operand(0)->value());
    if (Array < Kernel.Arrays.size() && Kernel.Arrays[Array].Parameter != None)
      Found.push_back(Kernel.Arrays[Array].Parameter);
  };
  for (const BasicBlock &B : Kernel.Blocks)
    if (B.Condition)
      visitPostOrder(B.Condition, note);
  llvm::sort(Found);
  Found.erase(llvm::unique(Found), Found.end());
  return Found;
}

void LaunchResolver::resolvePointers() {
  auto given = [&](const ParameterInfo &P) {
    return User.Arguments.find(P.Name) != User.Arguments.end();
  };
  for (auto [Number, P] : enumerate(Kernel.Parameters))
    if (P.Pointer &&
        (given(P) ? User.Arguments.at(P.Name).Integer == 0
                  : Site && Number < Site->Null.size() && Site->Null[Number]))
      Launch.NullPointers.push_back(Number);
  for (unsigned Number : comparedWithNull(Kernel)) {
    const ParameterInfo &P = Kernel.Parameters[Number];
    const bool Allocated = Site && Number < Site->Allocations.size() &&
                           Site->Allocations[Number].has_value();
    if (!given(P) && !Allocated && !is_contained(Launch.NullPointers, Number))
      assume({.Kind = AssumptionKind::Pointer,
              .Affects = AffectedPart::Conditions,
              .Name = P.Name});
  }
}

void LaunchResolver::resolveShared() {
  if (User.DynamicSharedBytes) {
    Launch.DynamicSharedBytes = *User.DynamicSharedBytes;
    return;
  }
  if (Site && Site->DynamicShared)
    if (std::optional<int64_t> Size = evaluate(Site->DynamicShared)) {
      uint64_t Bytes = static_cast<uint64_t>(std::max<int64_t>(*Size, 0));
      // More than there is where a guess is part of it: the guess is wrong.
      bool Fits = !Gpu.SharedBytesPerBlock.isKnown() ||
                  static_cast<double>(Bytes) +
                          static_cast<double>(Kernel.StaticSharedBytes) <=
                      Gpu.SharedBytesPerBlock.Value;
      if (Fits || !restsOnGuess(Site->DynamicShared)) {
        Launch.DynamicSharedBytes = Bytes;
        return;
      }
    }
  if (!Kernel.UsesDynamicShared)
    return;
  uint64_t Bytes = 0, Guessed = 0;
  for (const ArrayInfo &A : Kernel.Arrays) {
    if (!A.DynamicShared)
      continue;
    if (auto It = User.Arguments.find(A.Name); It != User.Arguments.end())
      Bytes += static_cast<uint64_t>(std::max<int64_t>(It->second.Integer, 0));
    else
      Guessed += std::max(A.ElementBytes, 4u) * Launch.threadsPerBlock();
  }
  if (Gpu.SharedBytesPerBlock.isKnown())
    Guessed = std::min<uint64_t>(
        Guessed, static_cast<uint64_t>(Gpu.SharedBytesPerBlock.Value));
  Launch.DynamicSharedBytes = Bytes + Guessed;
  if (Guessed)
    assume({.Kind = AssumptionKind::DynamicShared,
            .Whole = {static_cast<int64_t>(Launch.DynamicSharedBytes)}});
}

Expected<LaunchConfiguration> LaunchResolver::resolve() {
  if (Site)
    Launch.Location = Site->Location;
  knownSymbols();
  askDevice();
  findRound();
  resolveBlock();
  resolveGrid();
  if (User.Grid || User.GlobalSize)
    Launch.Source = RoundFound ? LaunchSource::HostCode : LaunchSource::Option;
  if (Error E = checkGiven())
    return E;
  if (Error E = check())
    return E;
  if (Error E = checkBlock())
    return E;
  resolveArguments();
  resolvePointers();
  resolveAllocations();
  resolveShared();
  askGuards();
  if (Error E = checkConstraints())
    return E;
  return std::move(Launch);
}

Expected<LaunchConfiguration>
kernelcast::resolveLaunch(const KernelSymbols &Symbols, const LaunchSite *Site,
                          const LaunchOverrides &User, const GpuSpec &Gpu,
                          ResidencyOf Residency) {
  return LaunchResolver(Symbols, Site, User, Gpu, Residency).resolve();
}
