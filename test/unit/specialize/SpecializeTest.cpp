//===- SpecializeTest.cpp - Kernels whose facts are known by hand ---------===//

#include "Kernels.h"
#include "analysis/evaluator/LaunchEvaluation.h"
#include "analysis/specialize/CacheEstimate.h"
#include "analysis/specialize/IdealProfile.h"
#include <gtest/gtest.h>
#include <thread>

using namespace kernelcast;

namespace {

LaunchConfiguration launch(std::array<uint64_t, 3> Grid,
                           std::array<uint64_t, 3> Block, int64_t N = 0) {
  LaunchConfiguration L;
  L.Grid = Grid;
  L.Block = Block;
  ArgumentValue V;
  V.Name = "n";
  V.Integer = N;
  V.Value = static_cast<double>(N);
  L.Arguments.push_back(V);
  return L;
}

/// if (i < n) y[i] = x[i]
KernelModel guardedCopy() {
  KernelWriter W;
  const Expr *I = W.global();
  auto [Then, End] =
      W.branch(W.P.binary(Op::Less, I, W.P.symbol("n", W.i32())));
  W.At = Then;
  W.access(I);
  W.access(I, 4, 0, AccessKind::Store);
  W.jump(End);
  return W.finish(true);
}

/// for (k = Start; k < Bound; k += Step) access(index(k))
template <typename Function>
const Expr *loop(KernelWriter &W, const Expr *Start, const Expr *Bound,
                 int64_t Step, Function Body) {
  BlockId Header = W.block();
  W.jump(Header);
  W.At = Header;
  const Expr *K = W.phi(Header, {Start, Start});
  auto [Inside, After] = W.branch(W.P.binary(Op::Less, K, Bound));
  W.At = Inside;
  Body(K);
  W.setIncoming(K, 1, W.P.add(K, W.number(Step)));
  W.jump(Header);
  W.At = After;
  return K;
}

} // namespace

// 1000000 elements in blocks of 256: 3907 blocks of 8 warps are launched, the
// last 64 of 3907 * 256 = 1000192 + ... threads past the end make
// 1000000 / 32 = 31250 warps with an active lane, all of them full. Each reads
// 128 aligned bytes: 4 sectors in 1 line.
TEST(Specialize, GuardOverManyBlocks) {
  KernelModel K = guardedCopy();
  WarpProfile P =
      profileOf(K, launch({3907, 1, 1}, {256, 1, 1}, 1000000), GpuSpec());
  EXPECT_EQ(P.Warps, 3907 * 8);
  const AccessFacts &Load = P.Accesses[0];
  EXPECT_EQ(Load.Source, How::Exact);
  EXPECT_EQ(Load.WarpExecutions.Value, 31250);
  EXPECT_EQ(Load.LaneExecutions.Value, 1000000);
  EXPECT_EQ(Load.Sectors.Value, 125000);
  EXPECT_EQ(Load.Lines.Value, 31250);
  EXPECT_EQ(Load.LaneStride, 4);
  EXPECT_EQ(Load.Class, AccessClass::Continuous);
  ASSERT_EQ(P.Branches.size(), 1u);
  EXPECT_DOUBLE_EQ(P.Branches[0].True.Value, 31250.0 / 31256);
  EXPECT_EQ(P.Branches[0].Diverged.Value, 0);
  EXPECT_EQ(P.branchAt(0), &P.Branches[0]); // the guard ends the first block
  EXPECT_EQ(P.branchAt(1), nullptr);
}

// The same with one element more: one warp has a single active lane, which
// reads one sector and leaves 31 lanes on the other side.
TEST(Specialize, GuardInsideAWarp) {
  KernelModel K = guardedCopy();
  WarpProfile P =
      profileOf(K, launch({3907, 1, 1}, {256, 1, 1}, 1000001), GpuSpec());
  EXPECT_EQ(P.Accesses[0].WarpExecutions.Value, 31251);
  EXPECT_EQ(P.Accesses[0].Sectors.Value, 125001);
  EXPECT_DOUBLE_EQ(P.Branches[0].Diverged.Value, 1.0 / 31256);
}

// One plan serves any number of launches and GPUs at once. n guarded elements
// of 4 bytes touch ceil(n / 8) sectors; under CC 1.3's rule a full warp makes
// two transactions of 64 bytes, and n = 32 k of them make 2 k.
TEST(Specialize, OnePlanForManyLaunches) {
  KernelModel K = guardedCopy();
  const KernelGraphs Graphs(K);
  const EvaluationPlan Plan(Graphs);
  GpuSpec Old;
  Old.Coalescing = CoalescingRule::HalfWarpSegments;
  std::vector<WarpProfile> Here(64), There(64);
  auto Evaluate = [&](const GpuSpec &Gpu, std::vector<WarpProfile> &To) {
    for (int64_t I = 0; I != 64; ++I)
      evaluateLaunch(Plan, launch({17, 1, 1}, {128, 1, 1}, 32 * I), Gpu, {},
                     To[I]);
  };
  std::thread Other([&] { Evaluate(Old, There); });
  Evaluate(GpuSpec(), Here);
  Other.join();
  for (unsigned I = 0; I != 64; ++I) {
    EXPECT_EQ(Here[I].Accesses[0].Sectors.Value, 4.0 * I);
    EXPECT_EQ(There[I].Accesses[0].Sectors.Value, 4.0 * I);
    EXPECT_EQ(There[I].Accesses[0].Transactions.Value, 2.0 * I);
  }
}

// A grid of 2^31 - 1 blocks is no more work than one of two.
TEST(Specialize, CostDoesNotDependOnTheGrid) {
  KernelWriter W;
  W.access(W.P.cast(W.global(), W.i64()));
  KernelModel K = W.finish(true);
  EvaluationOptions Options;
  Options.StepBudget = 100;
  WarpProfile P = profileOf(K, launch({65535, 65535, 65535}, {32, 1, 1}),
                            GpuSpec(), Options);
  EXPECT_EQ(P.Accesses[0].Source, How::Exact);
  EXPECT_EQ(P.Accesses[0].WarpExecutions.Value, 65535.0 * 65535 * 65535);
}

// Sixteen lanes read one row of 17 doubles, the next sixteen the row below it,
// 136 bytes later: bytes 0..127 are 4 sectors, bytes 136..263 are 5.
TEST(Specialize, RowsOfSeventeenDoubles) {
  KernelWriter W;
  W.access(W.P.add(W.P.mul(W.coordinate(Coordinate::ThreadY), W.number(17)),
                   W.tid()),
           8);
  KernelModel K = W.finish(true);
  WarpProfile P = profileOf(K, launch({1, 1, 1}, {16, 2, 1}), GpuSpec());
  EXPECT_EQ(P.Accesses[0].Sectors.Value, 9);
}

// Column of a 32 x 32 tile of floats: all 32 lanes on one bank; with rows of 33
// each on its own.
TEST(Specialize, PaddingRemovesBankConflicts) {
  for (auto [Row, Degree] : {std::pair(32, 32u), std::pair(33, 1u)}) {
    KernelWriter W;
    W.access(W.P.mul(W.tid(), W.number(Row)), 4, 1);
    KernelModel K = W.finish(true);
    WarpProfile P = profileOf(K, launch({10, 1, 1}, {64, 1, 1}), GpuSpec());
    EXPECT_EQ(P.Accesses[0].BankCycles.Value, 20.0 * Degree);
    EXPECT_EQ(P.Accesses[0].MaxBankDegree, Degree);
    EXPECT_EQ(P.Accesses[0].Sectors.Value, 0);
  }
}

// for (k = 0; k < tid; k++) in one warp: lane t goes round t times, 15.5 on
// average; the warp goes round 31 times. The access in the body is executed by
// the warp 31 times and by 31 + 30 + ... + 1 = 496 lanes.
TEST(Specialize, TripsThatDifferFromLaneToLane) {
  KernelWriter W;
  loop(W, W.number(0), W.tid(), 1, [&](const Expr *K) { W.access(K); });
  KernelModel K = W.finish(true);
  WarpProfile P = profileOf(K, launch({5, 1, 1}, {32, 1, 1}), GpuSpec());
  EXPECT_EQ(P.Accesses[0].WarpExecutions.Value, 5 * 31);
  EXPECT_EQ(P.Accesses[0].LaneExecutions.Value, 5 * 496);
  EXPECT_EQ(P.Accesses[0].Sectors.Value, 5 * 31); // all lanes on one word
  EXPECT_DOUBLE_EQ(P.Loops[0].Mean.Value, 15.5);
  EXPECT_EQ(P.Loops[0].Min, 0);
  EXPECT_EQ(P.Loops[0].Max, 31);
  EXPECT_EQ(P.Loops[0].WarpMean.Value, 31);
  EXPECT_EQ(P.Loops[0].Mean.Source, How::Exact);
}

// A loop of a billion iterations whose address walks through the residues of
// 128: 4 bytes further each time, so in 32 iterations a full warp of 128 bytes
// touches 4 sectors when aligned (k % 8 == 0) and 5 otherwise.
TEST(Specialize, LongLoopsAreCounted) {
  KernelWriter W;
  loop(W, W.number(0), W.number(1 << 28), 1,
       [&](const Expr *K) { W.access(W.P.add(W.tid(), K)); });
  KernelModel K = W.finish(true);
  WarpProfile P = profileOf(K, launch({1, 1, 1}, {32, 1, 1}), GpuSpec());
  EXPECT_EQ(P.Accesses[0].Source, How::Exact);
  EXPECT_EQ(P.Accesses[0].Sectors.Value, (1 << 25) * (4.0 + 7 * 5));
}

// if (data[i]) x[i]: between no warp and all of them, half of the lanes in the
// estimate; what comes after the branch is not touched by the doubt.
TEST(Specialize, DataDependentBranchIsBounded) {
  KernelWriter W;
  const Expr *I = W.global();
  AccessId Read = W.access(I);
  auto [Then, End] = W.branch(W.P.load(Read, W.i32()));
  W.At = Then;
  W.access(I);
  W.jump(End);
  W.At = End;
  W.access(I);
  KernelModel K = W.finish(true);
  WarpProfile P = profileOf(K, launch({4, 1, 1}, {64, 1, 1}), GpuSpec());
  const AccessFacts &F = P.Accesses[1];
  EXPECT_EQ(F.Source, How::Bounded);
  EXPECT_EQ(F.LaneExecutions.Low, 0);
  EXPECT_EQ(F.LaneExecutions.Value, 128);
  EXPECT_EQ(F.LaneExecutions.High, 256);
  EXPECT_EQ(F.Sectors.High, 32);
  EXPECT_NE(F.Reason.find("depends on data: condition at 1"),
            std::string::npos);
  EXPECT_EQ(P.Accesses[2].Source, How::Exact);
  EXPECT_EQ(P.Accesses[2].LaneExecutions.Value, 256);
  ASSERT_EQ(P.Launch.Assumptions.size(), 1u);
}

// x[data[i]]: each lane its own sector at worst, one sector at best.
TEST(Specialize, UnknownAddressIsBounded) {
  KernelWriter W;
  AccessId Read = W.access(W.global());
  W.access(W.P.load(Read, W.i32()));
  KernelModel K = W.finish(true);
  WarpProfile P = profileOf(K, launch({4, 1, 1}, {64, 1, 1}), GpuSpec());
  const AccessFacts &F = P.Accesses[1];
  EXPECT_EQ(F.WarpExecutions.Source, How::Exact);
  EXPECT_EQ(F.Sectors.Low, 8);
  EXPECT_EQ(F.Sectors.Value, 256);
  EXPECT_EQ(F.Sectors.High, 256);
  EXPECT_EQ(F.Sectors.Source, How::Bounded);
}

// Of 8 warps each lane touches a sector that nobody knows: all of them one that
// is there already, or each another one.
TEST(Specialize, UnknownAddressesHaveTwoEnds) {
  KernelWriter W;
  AccessId Read = W.access(W.global());
  W.access(W.P.load(Read, W.i32()));
  KernelModel K = W.finish(true);
  const auto Gpu = findGpu("rtx-2080-ti");
  WarpProfile P = profileOf(K, launch({4, 1, 1}, {64, 1, 1}), *Gpu);
  const std::optional<WarpProfile> Low = P.atEnd(FactBound::Low),
                                   High = P.atEnd(FactBound::High);
  ASSERT_TRUE(Low && High);
  EXPECT_EQ(High->DramBytes - Low->DramBytes, 256 * 32);
  EXPECT_EQ(High->DramBytes, P.DramBytes);
  EXPECT_FALSE(P.atEnd(FactBound::Value));
}

// for (k = 0; k < data; k++) x[k]: assumed trips, and --assume changes them.
TEST(Specialize, DataDependentTripsAreAssumed) {
  KernelWriter W;
  AccessId Read = W.access(W.tid());
  loop(W, W.number(0), W.P.load(Read, W.i32()), 1,
       [&](const Expr *K) { W.access(K); });
  KernelModel K = W.finish(true);
  EvaluationOptions Options;
  K.Loops[0].Location.Line = 7;
  WarpProfile P = profileOf(K, launch({1, 1, 1}, {32, 1, 1}), GpuSpec());
  EXPECT_EQ(P.Accesses[1].WarpExecutions.Source, How::Assumed);
  EXPECT_EQ(P.Accesses[1].WarpExecutions.Value, 16);
  EXPECT_EQ(P.Accesses[1].WarpExecutions.Low, 0);
  EXPECT_EQ(P.Loops[0].Mean.Value, 16);
  Options.Control.LoopTrips[{7, 0}] = 100;
  P = profileOf(K, launch({1, 1, 1}, {32, 1, 1}), GpuSpec(), Options);
  EXPECT_EQ(P.Accesses[1].WarpExecutions.Value, 100);
}

// A launch that cannot be divided within the budget is sampled, and says so.
TEST(Specialize, BudgetLeadsToSamples) {
  KernelWriter W;
  const Expr *I = W.global();
  // A different remainder in every block: i * (i + 32000) % 7919 < 4000. Before
  // the first block it would be below 0, and the condition always true.
  const Expr *Product = W.P.mul(I, W.P.add(I, W.number(32000)));
  auto [Then, End] = W.branch(W.P.binary(
      Op::Less, W.P.binary(Op::Rem, Product, W.number(7919)), W.number(4000)));
  W.At = Then;
  W.access(I);
  W.jump(End);
  KernelModel K = W.finish(true);
  EvaluationOptions Options;
  Options.StepBudget = 300;
  WarpProfile P =
      profileOf(K, launch({500, 1, 1}, {64, 1, 1}), GpuSpec(), Options);
  const AccessFacts &F = P.Accesses[0];
  EXPECT_EQ(F.Source, How::Sampled);
  EXPECT_NE(F.Reason.find("sampled 32 of"), std::string::npos) << F.Reason;
  // About half of the 32000 lanes.
  EXPECT_NEAR(F.LaneExecutions.Value, 16000, 4000);
  EvaluationOptions Plenty;
  Plenty.StepBudget = 1000000;
  P = profileOf(K, launch({500, 1, 1}, {64, 1, 1}), GpuSpec(), Plenty);
  EXPECT_EQ(P.Accesses[0].Source, How::Exact);
}

// y[i] = x[8 * i] by 32 full warps. Each reads 32 sectors; side by side they
// were 4. Nothing is read twice: 32 * (32 + 4) sectors move, then 32 * (4 + 4).
TEST(Specialize, ACoalescedAccessChangesAllThatFollows) {
  KernelWriter W;
  const Expr *I = W.global();
  AccessId Load = W.access(W.P.mul(I, W.number(8)));
  W.access(I, 4, 0, AccessKind::Store);
  KernelModel K = W.finish(true);
  const KernelGraphs Graphs(K);
  const SpecializationPlan Plan(Graphs);
  GpuSpec Gpu = *findGpu("rtx-2080-ti");
  WarpProfile P = specialize(Plan, launch({8, 1, 1}, {128, 1, 1}), Gpu,
                             {{}, {/*Option=*/32u, nullptr, nullptr}});
  EXPECT_EQ(P.DramBytes, 32 * 32 * 36);

  WarpProfile Same = P;
  rederive(Plan, Gpu, Same);
  EXPECT_EQ(Same.DramBytes, P.DramBytes);
  EXPECT_EQ(Same.L2Bytes, P.L2Bytes);
  EXPECT_EQ(Same.L1Bytes, P.L1Bytes);
  EXPECT_EQ(Same.PerWarp, P.PerWarp);
  EXPECT_EQ(Same.Caches.L1Hits, P.Caches.L1Hits);
  EXPECT_EQ(Same.Residency.WarpsPerSM, P.Residency.WarpsPerSM);

  AccessFacts &Facts = P.Accesses[Load];
  EXPECT_EQ(Facts.Class, AccessClass::Complex);
  coalesce(P, Load, Gpu);
  EXPECT_EQ(Facts.Sectors.Value, 32 * 4);
  EXPECT_EQ(Facts.Lines.Value, 32);
  EXPECT_EQ(Facts.Transactions.Value, 32 * 4);
  EXPECT_EQ(Facts.TransactionBytes.Value, 32 * 128);
  EXPECT_EQ(Facts.Class, AccessClass::Continuous);
  EXPECT_EQ(Facts.LaneStride, 4);
  EXPECT_EQ(P.DramBytes, 32 * 32 * 36); // not yet
  rederive(Plan, Gpu, P);
  EXPECT_EQ(P.L2Bytes, 32 * 32 * 8);
  EXPECT_EQ(P.DramBytes, 32 * 32 * 8);
  EXPECT_EQ(P.Caches.Sectors, 32 * 8);
}

/// What the only access of a kernel hits and waits for: 64 iterations k of a
/// loop in one block of 256 threads, at \p Index of k, on a GPU whose L1 keeps
/// all of it.
static std::pair<double, double> hitsAndWaits(
    llvm::function_ref<const Expr *(KernelWriter &, const Expr *)> Index) {
  KernelWriter W;
  loop(W, W.number(0), W.number(64), 1,
       [&](const Expr *K) { W.access(Index(W, K)); });
  KernelModel K = W.finish(true);
  const WarpProfile P =
      profileOf(K, launch({1, 1, 1}, {256, 1, 1}), *findGpu("rtx-2080-ti"));
  return {P.Caches.L1Hits[0], P.Caches.L1Waits[0]};
}

// Eight warps ask for the same 4 sectors, other ones in each iteration. Seven
// of eight hit what the first has asked for, and all wait for it.
TEST(Specialize, WarpsWaitForWhatOthersHaveAskedFor) {
  auto [Hits, Waits] = hitsAndWaits([](KernelWriter &W, const Expr *K) {
    return W.P.add(W.P.mul(K, W.number(32)),
                   W.P.binary(Op::And, W.tid(), W.number(31)));
  });
  EXPECT_DOUBLE_EQ(Hits, 7.0 / 8);
  EXPECT_DOUBLE_EQ(Waits, 1);
}

// All read element k: 8 sectors for 64 * 8 requests. Each eighth iteration
// comes to a new one, for all warps at once.
TEST(Specialize, WarpsWaitOnlyForWhatIsNew) {
  auto [Hits, Waits] =
      hitsAndWaits([](KernelWriter &, const Expr *K) { return K; });
  EXPECT_DOUBLE_EQ(Hits, 1 - 8.0 / (64 * 8));
  EXPECT_DOUBLE_EQ(Waits, 1.0 / 8);
}

// Element k + thread: only the last warp comes to what no other has had before,
// and it in each eighth iteration. The estimate may say more, but less than if
// all warps came to something new then.
TEST(Specialize, WarpsDoNotWaitForWhatOthersHadBefore) {
  auto [Hits, Waits] = hitsAndWaits(
      [](KernelWriter &W, const Expr *K) { return W.P.add(K, W.tid()); });
  EXPECT_GT(Hits, 0.98);
  EXPECT_GE(Waits, 1.0 / 8 / 8);
  EXPECT_LT(Waits, 1.0 / 8);
}

// Rows of 1001 floats begin at all eight places of a sector, so that in each
// iteration some lanes of every warp come to a sector that nobody has touched.
// Rows of 1024 do so together, in each eighth. The first row is counted as if
// it began with a sector, so that the estimate of the former is a little low.
TEST(Specialize, RowsComeToNewSectorsInTurn) {
  auto RowsOf = [](unsigned Length) {
    return hitsAndWaits([=](KernelWriter &W, const Expr *K) {
      return W.P.add(W.P.mul(W.tid(), W.number(Length)), K);
    });
  };
  EXPECT_DOUBLE_EQ(RowsOf(1024).second, 1.0 / 8);
  EXPECT_GT(RowsOf(1001).second, 0.85);
}

/// The share of sectors that is no longer there where a cache's contents are
/// replaced at random: it solves Lost = 1 - exp(-Lost * Fill).
static double lostAtRandom(double Fill) {
  double Low = 1e-9, High = 1;
  while (High - Low > 1e-12) {
    const double Middle = (Low + High) / 2;
    (1 - std::exp(-Middle * Fill) > Middle ? Low : High) = Middle;
  }
  return Low;
}

// A block reads an array three times. If the L1 holds it, two of three sectors
// hit; if it holds the eighth part, none; in between it is a matter of what has
// been replaced since the round before.
TEST(Specialize, AnL1LosesOnlyAPartOfWhatIsSomewhatLargerThanItself) {
  const GpuSpec Gpu = *findGpu("rtx-2080-ti");
  auto HitsOf = [&](double Fill) {
    KernelWriter W;
    const int64_t Steps = std::lround(Fill * Gpu.L1Bytes / 1024);
    loop(W, W.number(0), W.number(3), 1, [&](const Expr *) {
      loop(W, W.number(0), W.number(Steps), 1, [&](const Expr *K) {
        W.access(W.P.add(W.P.mul(K, W.number(256)), W.tid()));
      });
    });
    KernelModel K = W.finish(true);
    const WarpProfile P = profileOf(K, launch({1, 1, 1}, {256, 1, 1}), Gpu);
    EXPECT_NEAR(P.Caches.L1Waits[0], 1 - P.Caches.L1Hits[0], 1e-9);
    return P.Caches.L1Hits[0];
  };
  EXPECT_NEAR(HitsOf(1), 2.0 / 3, 1e-9);
  EXPECT_NEAR(HitsOf(1.25), 2.0 / 3 * (1 - lostAtRandom(1.25)), 1e-6);
  EXPECT_NEAR(HitsOf(2), 2.0 / 3 * (1 - lostAtRandom(2)), 1e-6);
  EXPECT_NEAR(HitsOf(8), 0, 1e-9);
}

// All blocks read the same 256 elements, once. The blocks of the first round
// run together and wait; of 16 rounds those of the others find all there.
TEST(Specialize, TheFirstRoundWaitsForWhatAllBlocksTouch) {
  const GpuSpec Gpu = *findGpu("rtx-2080-ti");
  auto WaitsOf = [&](unsigned Rounds) {
    KernelWriter W;
    W.access(W.tid());
    KernelModel K = W.finish(true);
    const unsigned Round = 4 * unsigned(Gpu.Multiprocessors.Value);
    return profileOf(K, launch({uint64_t(Rounds) * Round, 1, 1}, {256, 1, 1}),
                     Gpu)
        .Caches.L1Waits[0];
  };
  EXPECT_DOUBLE_EQ(WaitsOf(1), 1);
  EXPECT_DOUBLE_EQ(WaitsOf(16), 1.0 / 16);
}

/// Bytes from memory of \p Grid blocks of one warp, each of which reads 32
/// elements of \p Rows rows, from its own row down, on a GPU whose loads go to
/// the L2 (1.75 MB) directly. With \p MovesWithRows a block's own row is that
/// of its number along y, else all blocks read the same rows. If \p Kept is not
/// 0, only so many of the blocks run.
static double bytesOfRows(std::array<uint64_t, 3> Grid, unsigned Rows,
                          bool MovesWithRows, uint64_t Kept = 0) {
  KernelWriter W;
  const Expr *Row =
      W.P.mul(W.coordinate(Coordinate::BlockY),
              W.P.mul(W.coordinate(Coordinate::GridSizeX), W.number(32)));
  for (unsigned R = 0; R < Rows; ++R) {
    const Expr *Below =
        W.P.mul(W.number(R),
                W.P.mul(W.coordinate(Coordinate::GridSizeX), W.number(32)));
    W.access(
        W.P.add(W.global(), MovesWithRows ? W.P.add(Row, Below) : W.number(0)));
  }
  KernelModel K = W.finish(true);
  const auto Found = findGpu("gtx-970");
  const GpuSpec &Gpu = *Found;
  WarpProfile Profile = profileOf(K, launch(Grid, {32, 1, 1}), Gpu);
  if (Kept) {
    keepBlocks(Profile, Kept);
    estimateCaches(Profile, Gpu);
  }
  return Profile.DramBytes;
}

// A row of the grid reads 3 rows of 100 * 128 bytes, of which the next one
// reads 2 again; the L2 holds 136. So that each comes from memory once, the two
// below the last among them, although the launch touches 12.8 MB.
TEST(Specialize, AnL2KeepsTheRowsThatTheNextBlocksRead) {
  EXPECT_NEAR(bytesOfRows({100, 1000, 1}, 3, true), 1002 * 100 * 128, 1);
}

// The first half of the blocks are the first 500 rows of the grid. They stand
// in rows as before: these and the two below are read once, where the estimate
// takes half of all that the launch reads.
TEST(Specialize, BlocksThatAreKeptStandInTheirRows) {
  EXPECT_NEAR(bytesOfRows({100, 1000, 1}, 3, true, 50000), 502 * 100 * 128,
              1 * 100 * 128);
}

// Where a row is 2.56 MB, none is there for the next row of the grid: each
// block brings its three rows anew.
TEST(Specialize, AnL2LosesRowsThatAreLongerThanItself) {
  EXPECT_NEAR(bytesOfRows({20000, 8, 1}, 3, true), 8 * 3 * 20000 * 128,
              0.001 * 8 * 3 * 20000 * 128);
}

// The same row for every row of the grid: from memory once where it is shorter
// than the L2, of 1.75 * 2^20 bytes; of a somewhat longer one a part again for
// each of the others; once for each if it is much longer.
TEST(Specialize, AnL2KeepsOneRowIfItIsShortEnough) {
  EXPECT_DOUBLE_EQ(bytesOfRows({10000, 8, 1}, 1, false), 10000 * 128);
  const double Row = 20000 * 128;
  const double Lost = lostAtRandom(Row / (1.75 * 1024 * 1024));
  EXPECT_NEAR(bytesOfRows({20000, 8, 1}, 1, false), Row + 7 * Lost * Row,
              0.001 * 8 * Row);
  EXPECT_NEAR(bytesOfRows({80000, 8, 1}, 1, false), 8 * 80000 * 128,
              0.001 * 8 * 80000 * 128);
}

// Batches of matrices: what moves with the columns and the batch, as the second
// factor of a product does, is read once by the rows of each batch, where these
// fit, and each batch has its own: 16 * 32 * 128 bytes.
TEST(Specialize, AnL2BringsWhatEachPlaneOfTheGridHasOfItsOwn) {
  KernelWriter W;
  const Expr *Batch =
      W.P.mul(W.coordinate(Coordinate::BlockZ),
              W.P.mul(W.coordinate(Coordinate::GridSizeX), W.number(32)));
  W.access(W.P.add(W.global(), Batch));
  // Streams that make the whole too large to stay.
  const Expr *Row =
      W.P.add(W.coordinate(Coordinate::BlockY),
              W.P.mul(W.coordinate(Coordinate::BlockZ), W.number(4096)));
  W.access(W.P.add(W.global(), W.P.mul(Row, W.number(1024))), 4, 0,
           AccessKind::Store);
  KernelModel K = W.finish(true);
  const WarpProfile P =
      profileOf(K, launch({32, 4096, 16}, {32, 1, 1}), *findGpu("gtx-970"));
  const double Stored = 32.0 * 4096 * 16 * 128, Own = 16 * 32 * 128;
  EXPECT_GE(P.DramBytes, Stored + Own);
  EXPECT_LE(P.DramBytes, Stored + 1.5 * Own);
}

// Whatever moves with which coordinate: all that is touched comes from memory
// at least once, no more than is asked for does, and a larger L2 lets no more
// through.
TEST(Specialize, TrafficIsBetweenWhatIsTouchedAndWhatIsAskedFor) {
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round < 300; ++Round) {
    const std::array<uint64_t, 3> Grid = {1 + Random() % 300,
                                          1 + Random() % 200, 1 + Random() % 4};
    KernelWriter W;
    // Rows of the array in y, planes in z, some of which an access ignores.
    const unsigned Moves = 1 + Random() % 7, Steps = 1 + Random() % 9;
    const Expr *Index = W.tid();
    const int64_t Row = 9600, Plane = Row * 220;
    if (Moves & 1)
      Index = W.P.add(Index,
                      W.P.mul(W.coordinate(Coordinate::BlockX), W.number(32)));
    if (Moves & 2)
      Index = W.P.add(Index,
                      W.P.mul(W.coordinate(Coordinate::BlockY), W.number(Row)));
    if (Moves & 4)
      Index = W.P.add(
          Index, W.P.mul(W.coordinate(Coordinate::BlockZ), W.number(Plane)));
    const unsigned Share = 1 + Random() % 3;
    auto [Then, End] = W.branch(
        W.P.binary(Op::Less, W.coordinate(Coordinate::BlockX),
                   W.number(std::max<int64_t>(1, int64_t(Grid[0] / Share)))));
    W.At = Then;
    for (unsigned Step = 0; Step < Steps; ++Step)
      W.access(W.P.add(Index, W.number(Row * Step)));
    W.jump(End);
    KernelModel K = W.finish(true);
    // By hand: coordinates that are in play, each with one row of four sectors.
    const double X = Moves & 1 ? std::max<uint64_t>(1, Grid[0] / Share) : 1;
    const double Y = (Moves & 2 ? double(Grid[1]) : 1) + Steps - 1;
    const double Z = Moves & 4 ? double(Grid[2]) : 1;
    const double Touched = 128 * X * Y * Z;
    double Before = INFINITY;
    for (double Bytes : {0.25e6, 1e6, 4e6, 16e6, 64e6}) {
      GpuSpec Gpu = *findGpu("gtx-970");
      Gpu.L2Bytes.Value = Bytes;
      const WarpProfile P = profileOf(K, launch(Grid, {32, 1, 1}), Gpu);
      EXPECT_GE(P.DramBytes * 1.0001, Touched)
          << Round << ", L2 of " << Bytes << ", moves " << Moves;
      EXPECT_LE(P.DramBytes, P.L2Bytes * 1.0001) << Round;
      // The window's beginning is a mean, and may be a row too many.
      EXPECT_LE(P.DramBytes, 1.02 * Before + 128 * X * 2)
          << Round << ", L2 of " << Bytes << ", moves " << Moves;
      Before = P.DramBytes;
    }
  }
}

// One address for all lanes, or lanes side by side, cannot be better.
TEST(Specialize, WhatIsCoalescedStaysAsItIs) {
  KernelWriter W;
  W.access(W.number(5));
  W.access(W.tid());
  KernelModel K = W.finish(true);
  WarpProfile P = profileOf(K, launch({1, 1, 1}, {32, 1, 1}));
  for (AccessId Id : {0, 1}) {
    const AccessClass Class = P.Accesses[Id].Class;
    coalesce(P, Id, GpuSpec());
    EXPECT_EQ(P.Accesses[Id].Sectors.Value, Id == 0 ? 1 : 4);
    EXPECT_EQ(P.Accesses[Id].Class, Class);
  }
}

// Four groups of eight lanes, 64 words apart: each reads one whole sector, in a
// line of its own. Side by side they would read as many sectors, of one line.
TEST(Specialize, WholeSectorsInSeveralLinesAreCoalesced) {
  KernelWriter W;
  const Expr *Group = W.P.binary(Op::Div, W.tid(), W.number(8));
  const Expr *Place = W.P.binary(Op::Rem, W.tid(), W.number(8));
  AccessId Load = W.access(W.P.add(W.P.mul(Group, W.number(64)), Place));
  KernelModel K = W.finish(true);
  WarpProfile P = profileOf(K, launch({1, 1, 1}, {32, 1, 1}));
  EXPECT_EQ(P.Accesses[Load].Sectors.Value, 4);
  EXPECT_EQ(P.Accesses[Load].Lines.Value, 4);
  coalesce(P, Load, GpuSpec());
  EXPECT_EQ(P.Accesses[Load].Sectors.Value, 4);
  EXPECT_EQ(P.Accesses[Load].Lines.Value, 1);
  EXPECT_EQ(P.Accesses[Load].Class, AccessClass::Continuous);
}

// Two lanes share each word: a warp reads two sectors, fewer than 32 words side
// by side would.
TEST(Specialize, LanesThatShareWordsAreNotCoalesced) {
  KernelWriter W;
  W.access(W.P.binary(Op::Div, W.tid(), W.number(2)));
  KernelModel K = W.finish(true);
  WarpProfile P = profileOf(K, launch({1, 1, 1}, {32, 1, 1}));
  const AccessClass Class = P.Accesses[0].Class;
  EXPECT_NE(Class, AccessClass::Continuous);
  coalesce(P, 0, GpuSpec());
  EXPECT_EQ(P.Accesses[0].Class, Class);
  EXPECT_EQ(P.Accesses[0].Sectors.Value, 2);
  EXPECT_EQ(P.Accesses[0].TransactionBytes.Value, 2 * 32);
}

// x[31 - t] reads the sectors and the line that x[t] reads. By the rule of CC
// 1.0, lanes in another order than their words' take a transaction of 32 bytes
// each; in order, each half-warp takes one of 64.
TEST(Specialize, LanesInAnotherOrderAreCoalescedByTheStrictRule) {
  KernelWriter W;
  W.access(W.P.sub(W.number(31), W.tid()));
  KernelModel K = W.finish(true);
  GpuSpec Gpu;
  Gpu.Coalescing = CoalescingRule::HalfWarpStrict;
  WarpProfile P = profileOf(K, launch({1, 1, 1}, {32, 1, 1}), Gpu);
  const AccessFacts &Facts = P.Accesses[0];
  EXPECT_EQ(Facts.Sectors.Value, 4);
  EXPECT_EQ(Facts.Lines.Value, 1);
  EXPECT_EQ(Facts.TransactionBytes.Value, 32 * 32);
  coalesce(P, 0, Gpu);
  EXPECT_EQ(Facts.Transactions.Value, 2);
  EXPECT_EQ(Facts.TransactionBytes.Value, 2 * 64);
  EXPECT_EQ(Facts.Class, AccessClass::Continuous);
}

// Trips that are known now are no assumption any more; with more registers
// fewer blocks fit.
TEST(Specialize, TheLedgerAndTheResidencyFollow) {
  KernelWriter W;
  AccessId Read = W.access(W.tid());
  loop(W, W.number(0), W.P.load(Read, W.i32()), 1,
       [&](const Expr *K) { W.access(K); });
  KernelModel K = W.finish(true);
  const KernelGraphs Graphs(K);
  const SpecializationPlan Plan(Graphs);
  GpuSpec Gpu = *findGpu("rtx-2080-ti");
  WarpProfile P = specialize(Plan, launch({1, 1, 1}, {128, 1, 1}), Gpu,
                             {{}, {/*Option=*/32u, nullptr, nullptr}});
  auto Trips = [&] {
    std::vector<double> Found;
    for (const Assumption &A : P.Launch.Assumptions)
      if (A.Kind == AssumptionKind::TripCount)
        Found.push_back(A.Real[0]);
    return Found;
  };
  EXPECT_EQ(Trips(), std::vector<double>{16});
  P.Loops[0].Mean.Value = 20;
  rederive(Plan, Gpu, P);
  EXPECT_EQ(Trips(), std::vector<double>{20});
  P.Loops[0].Mean = 24;
  P.RegistersPerThread = 255;
  rederive(Plan, Gpu, P);
  EXPECT_EQ(Trips(), std::vector<double>{});
  // 255 registers of 32 threads are 8192 in units of 256: eight warps.
  EXPECT_EQ(P.Residency.BlocksPerSM, 2u);
}

// A deep chain of operations is evaluated without recursion.
TEST(Specialize, HundredThousandOperations) {
  KernelWriter W;
  const Expr *X = W.global();
  for (unsigned I = 0; I != 100000; ++I)
    X = W.P.binary(Op::Xor, W.P.add(X, W.number(1)), W.tid());
  W.access(W.P.binary(Op::And, X, W.number(1023)));
  KernelModel K = W.finish(true);
  WarpProfile P = profileOf(K, launch({1, 1, 1}, {32, 1, 1}), GpuSpec());
  EXPECT_EQ(P.Accesses[0].WarpExecutions.Value, 1);
}
