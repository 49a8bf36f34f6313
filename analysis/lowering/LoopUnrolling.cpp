//===- LoopUnrolling.cpp - Which loops nvcc unrolls -----------------------===//

#include "analysis/lowering/LoopUnrolling.h"
#include "analysis/lowering/AssemblerUnrolling.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CodeMetrics.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"
#include <map>

using namespace llvm;

namespace {

using kernelcast::LeftOverNote;
using kernelcast::MakesNote;

/// Instructions of all copies together. Each is where nvcc 13.0 stops.
constexpr uint64_t FullSize = 400, ///< all iterations
    FullSizeOfArrays = 2400,       ///< all, where a thread's array is indexed
    SizeIfAsked = 32768,           ///< all or so many, by #pragma unroll
    PartialSize = 200,             ///< some iterations
    TwoOfUnknown = 186;            ///< two of nobody knows how many
/// Where the number of iterations does not settle it.
constexpr unsigned UsualCount = 4;
/// A loop that makes so many iterations at most, and not always as many, stays.
constexpr unsigned FewIterations = 20;
/// The comparison and the branch at the end, of which one is left.
constexpr unsigned EndSize = 2;

constexpr char MustProgress[] = "llvm.loop.mustprogress";
/// Of a loop that had one inside of which all iterations have become copies.
constexpr char HadLoopNote[] = "kernelcast.loop.had_loop";

/// What the source says about a loop.
struct Request {
  bool Leave = false; ///< #pragma unroll 1, or done already
  bool All = false;   ///< #pragma unroll
  unsigned Count = 0; ///< #pragma unroll 4
};

Request requestFor(const Loop &L) {
  Request Result;
  MDNode *Id = L.getLoopID();
  if (!Id)
    return Result;
  Result.Leave = GetUnrollMetadata(Id, "llvm.loop.unroll.disable") != nullptr;
  Result.All = GetUnrollMetadata(Id, "llvm.loop.unroll.enable") ||
               GetUnrollMetadata(Id, "llvm.loop.unroll.full");
  if (MDNode *Count = GetUnrollMetadata(Id, "llvm.loop.unroll.count"))
    if (Count->getNumOperands() == 2)
      if (auto *Number =
              mdconst::dyn_extract<ConstantInt>(Count->getOperand(1)))
        Result.Count = static_cast<unsigned>(Number->getLimitedValue(1u << 16));
  Result.Leave |= Result.Count == 1;
  return Result;
}

void forgetRequest(Loop &L) {
  if (MDNode *Id = L.getLoopID())
    L.setLoopID(makePostTransformationMetadata(L.getHeader()->getContext(), Id,
                                               {"llvm.loop.unroll."}, {}));
}

/// Whether \p L itself picks elements of an array of the thread's own that are
/// others in each iteration.
bool indexesLocalArray(const Loop &L, const LoopInfo &Loops) {
  for (const BasicBlock *Block : L.blocks()) {
    if (Loops.getLoopFor(Block) != &L)
      continue;
    for (const Instruction &I : *Block) {
      const auto *Address = dyn_cast<GetElementPtrInst>(&I);
      if (Address &&
          any_of(Address->indices(),
                 [&](const Use &Index) { return !L.isLoopInvariant(Index); }) &&
          isa<AllocaInst>(getUnderlyingObject(Address->getPointerOperand())))
        return true;
    }
  }
  return false;
}

/// Instructions of \p L that are none once the copies in it are simplified:
/// values that an earlier one has computed, and elements at known places of
/// arrays of the thread, which become registers. Counted is what LLVM's measure
/// counts.
uint64_t superfluous(const Loop &L, const TargetTransformInfo &Target) {
  using Key = std::pair<unsigned, SmallVector<const void *, 4>>;
  std::map<Key, const Value *> First;
  DenseMap<const Value *, const Value *> Same;
  uint64_t Result = 0;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      bool Removed = false;
      if (const Value *Address = getLoadStorePointerOperand(&I)) {
        int64_t Offset = 0;
        Removed = !I.isVolatile() &&
                  isa<AllocaInst>(GetPointerBaseWithConstantOffset(
                      Address, Offset, L.getHeader()->getDataLayout()));
      } else if (isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst>(I)) {
        Key Operation{I.getOpcode(), {I.getType()}};
        if (const auto *Comparison = dyn_cast<CmpInst>(&I))
          Operation.first += 256 * unsigned(Comparison->getPredicate());
        if (const auto *Place = dyn_cast<GetElementPtrInst>(&I))
          Operation.second.push_back(Place->getSourceElementType());
        for (const Value *Operand : I.operands()) {
          const Value *Known = Same.lookup(Operand);
          Operation.second.push_back(Known ? Known : Operand);
        }
        auto [Earlier, New] = First.insert({std::move(Operation), &I});
        Removed = !New;
        Same[&I] = Earlier->second;
      }
      if (Removed)
        if (auto Cost =
                Target.getInstructionCost(&I, TargetTransformInfo::TCK_CodeSize)
                    .getValue())
          Result += static_cast<uint64_t>(*Cost);
    }
  return Result;
}

/// Elements that \p L picks at places that do not change in it. nvcc computes
/// their addresses in the copies of a loop that was inside \p L; here they are
/// in front of it.
uint64_t addressesAround(const Loop &L) {
  SmallPtrSet<const Value *, 32> Found;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block)
      if (const auto *Address = dyn_cast_or_null<GetElementPtrInst>(
              getLoadStorePointerOperand(&I));
          Address && !Address->hasAllConstantIndices() && !L.contains(Address))
        Found.insert(Address);
  return Found.size();
}

/// A loop that may be unrolled, measured.
struct Measured {
  uint64_t Body = 0;  ///< instructions of an iteration
  unsigned Trips = 0; ///< iterations; 0 if that is not a constant
};

/// \p Simplified: as if the copies in it had been simplified already.
std::optional<Measured> measure(Loop &L, ScalarEvolution &SE,
                                const TargetTransformInfo &Target,
                                AssumptionCache &Assumed, const Request &Asked,
                                bool Simplified) {
  SmallPtrSet<const Value *, 32> Free;
  CodeMetrics::collectEphemeralValues(&L, &Assumed, Free);
  UnrollCostEstimator Size(&L, Target, Free, EndSize);
  if (!Size.canUnroll() || !L.isLoopSimplifyForm() ||
      !L.isLoopExiting(L.getLoopLatch()))
    return std::nullopt;
  Measured Result;
  Result.Trips = SE.getSmallConstantTripCount(&L, L.getLoopLatch());
  // With a break, the number at the end of the body must be a constant.
  if (!L.getExitingBlock() && Result.Trips == 0 && !Asked.Count)
    return std::nullopt;
  uint64_t All = Size.getRolledLoopSize(),
           None = Simplified ? superfluous(L, Target) : 0;
  if (findOptionMDForLoop(&L, HadLoopNote))
    All += addressesAround(L);
  Result.Body =
      std::max<uint64_t>(All - std::min(All, None), EndSize + 1) - EndSize;
  return Result;
}

/// The largest power of two that divides \p Trips and whose copies are within
/// \p Most.
unsigned dividingCount(unsigned Trips, uint64_t Body, uint64_t Most) {
  unsigned Count = 1;
  while (Trips % (2 * Count) == 0 && 2 * Body * Count <= Most)
    Count *= 2;
  return Count;
}

/// Whether all iterations of \p M become copies.
bool unrollsCompletely(const Measured &M, uint64_t Most) {
  if (M.Trips == 0)
    return false;
  if (M.Trips * M.Body <= Most)
    return true;
  // Unrolled in part first, without the counter that each iteration had, and
  // then completely.
  unsigned Count = dividingCount(M.Trips, M.Body, PartialSize);
  return Count > 1 && M.Trips * (M.Body - 1) + M.Trips / Count <= Most;
}

/// Tells LLVM's complete unrolling, which comes next, what to do.
class ChooseCompleteUnrolling : public PassInfoMixin<ChooseCompleteUnrolling> {
public:
  PreservedAnalyses run(Loop &L, LoopAnalysisManager &,
                        LoopStandardAnalysisResults &Known, LPMUpdater &) {
    const Request Asked = requestFor(L);
    if (Asked.Leave || Asked.Count)
      return PreservedAnalyses::all();
    std::optional<Measured> M = measure(L, Known.SE, Known.TTI, Known.AC, Asked,
                                        /*Simplified=*/true);
    forgetRequest(L); // what is not for LLVM to decide
    if (!M)
      return PreservedAnalyses::all();
    uint64_t Most = Asked.All                        ? SizeIfAsked
                    : indexesLocalArray(L, Known.LI) ? FullSizeOfArrays
                                                     : FullSize;
    if (unrollsCompletely(*M, Most)) {
      addStringMetadataToLoop(&L, "llvm.loop.unroll.full", 1);
      if (Loop *Around = L.getParentLoop())
        addStringMetadataToLoop(Around, HadLoopNote, 1);
    } else if (Asked.All && M->Trips)
      addStringMetadataToLoop(&L, "llvm.loop.unroll.count",
                              dividingCount(M->Trips, M->Body, Most));
    return PreservedAnalyses::all();
  }
};

/// Whether the number of iterations of \p L can be computed, from a constant
/// step.
bool hasConstantStep(const Loop &L, ScalarEvolution &SE) {
  const SCEV *Taken = SE.getBackedgeTakenCount(&L);
  return !isa<SCEVCouldNotCompute>(Taken) &&
         !SCEVExprContains(Taken, [](const SCEV *Part) {
           const auto *Quotient = dyn_cast<SCEVUDivExpr>(Part);
           return Quotient && !isa<SCEVConstant>(Quotient->getRHS());
         });
}

/// Whether \p I is inline assembly, of which nvcc believes that it may do
/// anything. So are all conversions and arithmetic of 16-bit numbers in its
/// headers.
bool isAssembly(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return Call->isInlineAsm();
  auto IsShort = [](const Type *T) {
    return T->getScalarType()->isHalfTy() || T->getScalarType()->isBFloatTy();
  };
  return (I.isBinaryOp() || I.isUnaryOp() || I.isCast() || isa<CmpInst>(I)) &&
         !isa<BitCastInst>(I) &&
         (IsShort(I.getType()) || any_of(I.operands(), [&](const Use &Operand) {
            return IsShort(Operand->getType());
          }));
}

bool hasSideEffects(const Loop &L) {
  return any_of(L.blocks(), [](const BasicBlock *Block) {
    return any_of(*Block, [](const Instruction &I) {
      if (const auto *Store = dyn_cast<StoreInst>(&I))
        return !Store->isSimple();
      return I.mayHaveSideEffects() || isAssembly(I);
    });
  });
}

/// The comparison at the end of \p L of a counter with something that \p L does
/// not change, and the counter; none if it ends by another.
struct LoopEnd {
  const ICmpInst *Test = nullptr;
  const SCEVAddRecExpr *Counter = nullptr;
};

std::optional<LoopEnd> endOf(const Loop &L, ScalarEvolution &SE) {
  const auto *Branch = dyn_cast<BranchInst>(L.getLoopLatch()->getTerminator());
  if (!Branch || !Branch->isConditional())
    return std::nullopt;
  const auto *Test = dyn_cast<ICmpInst>(Branch->getCondition());
  if (!Test || !SE.isSCEVable(Test->getOperand(0)->getType()))
    return std::nullopt;
  for (unsigned Side : {0, 1}) {
    const auto *Counter =
        dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Test->getOperand(Side)));
    if (Counter && Counter->getLoop() == &L && Counter->isAffine() &&
        SE.isLoopInvariant(SE.getSCEV(Test->getOperand(1 - Side)), &L))
      return LoopEnd{Test, Counter};
  }
  return std::nullopt;
}

/// A loop without side effects ends: so nvcc takes for (...; i += step), of
/// whose step it does not know that it is positive, to end before i overflows.
/// Of a step that it knows it asks whether i can overflow. LLVM would take any
/// loop of C++ to end, whence its notes are removed first (forgetProgress).
void noteThatItEnds(Loop &L, ScalarEvolution &SE) {
  if (!isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)) ||
      hasSideEffects(L))
    return;
  std::optional<LoopEnd> End = endOf(L, SE);
  if (!End || isa<SCEVConstant>(End->Counter->getStepRecurrence(SE)) ||
      !End->Counter->getNoWrapFlags(End->Test->isSigned() ? SCEV::FlagNSW
                                                          : SCEV::FlagNUW))
    return;
  addStringMetadataToLoop(&L, MustProgress, 1);
  SE.forgetLoop(&L);
}

/// Whether the step of \p L may be zero, for all that nvcc sees: in
/// for (...; i < n; i += gridDim.x * blockDim.x), a sum of unsigned numbers.
/// LLVM goes on with a step of one then.
bool mayStandStill(const Loop &L, ScalarEvolution &SE) {
  std::optional<LoopEnd> End = endOf(L, SE);
  if (!End || End->Test->isSigned())
    return false;
  const SCEV *Step = End->Counter->getStepRecurrence(SE);
  return !isa<SCEVConstant>(Step) && !SE.isKnownPositive(Step);
}

/// Whether ptxas may copy a loop of which nvcc has left one copy.
bool endsBySteps(const Loop &L, ScalarEvolution &SE) {
  std::optional<LoopEnd> End = endOf(L, SE);
  return L.getExitingBlock() && End &&
         isa<SCEVConstant>(End->Counter->getStepRecurrence(SE));
}

/// Unrolls the other loops, in part.
class UnrollInPart : public PassInfoMixin<UnrollInPart> {
public:
  PreservedAnalyses run(Function &F, FunctionAnalysisManager &Analyses) {
    auto &Loops = Analyses.getResult<LoopAnalysis>(F);
    if (Loops.empty())
      return PreservedAnalyses::all();
    auto &SE = Analyses.getResult<ScalarEvolutionAnalysis>(F);
    auto &Before = Analyses.getResult<DominatorTreeAnalysis>(F);
    auto &Assumed = Analyses.getResult<AssumptionAnalysis>(F);
    auto &Target = Analyses.getResult<TargetIRAnalysis>(F);
    auto &Remarks = Analyses.getResult<OptimizationRemarkEmitterAnalysis>(F);
    for (Loop *L : Loops) {
      simplifyLoop(L, &Before, &Loops, &SE, &Assumed, nullptr, false);
      formLCSSARecursively(*L, Before, &Loops, &SE);
    }
    SmallVector<Loop *, 8> Outside = Loops.getLoopsInPreorder();
    for (Loop *L : reverse(Outside)) { // inner loops first
      Request Asked = requestFor(*L);
      // What is around a loop that is left has one copy.
      if (Asked.Leave || (!L->isInnermost() && !Asked.Count))
        continue;
      std::optional<Measured> M = measure(*L, SE, Target, Assumed, Asked,
                                          /*Simplified=*/false);
      if (!M)
        continue;
      if (!M->Trips && L->getExitingBlock())
        noteThatItEnds(*L, SE);
      if (!M->Trips && !Asked.Count && staysForItsCount(*L, SE)) {
        if (endsBySteps(*L, SE))
          addStringMetadataToLoop(L, kernelcast::ShortLoopNote, 1);
        continue;
      }
      unsigned Count = countOf(*M, Asked.Count);
      if (Count < 2)
        continue;
      UnrollLoopOptions Options{};
      Options.Count = M->Trips ? std::min(Count, M->Trips) : Count;
      Options.Force = true;
      Options.Runtime = M->Trips == 0;
      Options.AllowExpensiveTripCount = true;
      Options.UnrollRemainder = L->getLoopDepth() > 1;
      const bool MayGoOn =
          Options.Runtime && !Asked.Count && hasConstantStep(*L, SE);
      Loop *Remainder = nullptr;
      auto Outcome =
          UnrollLoop(L, Options, &Loops, &SE, &Before, &Assumed, &Target,
                     &Remarks, /*PreserveLCSSA=*/true, &Remainder);
      if (Remainder) {
        Remainder->setLoopAlreadyUnrolled();
        if (Options.Runtime)
          addStringMetadataToLoop(Remainder, LeftOverNote, Options.Count);
      }
      if (Outcome == LoopUnrollResult::PartiallyUnrolled) {
        L->setLoopAlreadyUnrolled();
        if (Options.Runtime)
          addStringMetadataToLoop(L, MakesNote, Options.Count);
        if (MayGoOn && Options.Count == UsualCount)
          addStringMetadataToLoop(L, kernelcast::ShortLoopNote, 1);
      }
    }
    return PreservedAnalyses::none();
  }

private:
  /// Whether nobody can say before how many iterations \p L makes, or they are
  /// too few.
  static bool staysForItsCount(Loop &L, ScalarEvolution &SE) {
    if (isa<SCEVCouldNotCompute>(SE.getBackedgeTakenCount(&L)) ||
        mayStandStill(L, SE))
      return true;
    unsigned Most = SE.getSmallConstantMaxTripCount(&L);
    return Most && Most <= FewIterations;
  }

  /// Copies of \p M, of which the source asks for \p Asked, or 0.
  static unsigned countOf(const Measured &M, unsigned Asked) {
    if (Asked && Asked * M.Body <= SizeIfAsked)
      return Asked;
    if (Asked && M.Trips) // more than there may be
      return dividingCount(M.Trips, M.Body, SizeIfAsked);
    unsigned Count = M.Trips ? dividingCount(M.Trips, M.Body, PartialSize) : 1;
    if (M.Trips && M.Trips % 2 == 0)
      return Count;
    for (Count = UsualCount; Count > 1 && Count * M.Body > PartialSize;)
      Count /= 2;
    if (Count == 2 && M.Trips == 0 && 2 * M.Body > TwoOfUnknown)
      Count = 1;
    return Count;
  }
};

} // namespace

void kernelcast::forgetProgress(llvm::Module &Code) {
  for (llvm::Function &F : Code) {
    F.removeFnAttr(Attribute::MustProgress);
    for (llvm::Instruction &I : instructions(F)) {
      if (MDNode *Id = I.getMetadata(LLVMContext::MD_loop))
        I.setMetadata(LLVMContext::MD_loop,
                      makePostTransformationMetadata(F.getContext(), Id,
                                                     {MustProgress}, {}));
      auto *Call = dyn_cast<CallBase>(&I);
      if (Call && (Call->isInlineAsm() || isa<IntrinsicInst>(Call))) {
        Call->addFnAttr(Attribute::WillReturn);
        Call->addFnAttr(Attribute::NoUnwind);
      }
    }
  }
}

void kernelcast::unrollLikeNvcc(PassBuilder &Builder) {
  Builder.registerLateLoopOptimizationsEPCallback(
      [](LoopPassManager &Passes, OptimizationLevel) {
        Passes.addPass(ChooseCompleteUnrolling());
      });
  Builder.registerVectorizerStartEPCallback(
      [](FunctionPassManager &Passes, OptimizationLevel) {
        Passes.addPass(UnrollInPart());
      });
}
