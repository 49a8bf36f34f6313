//===- FloorTest.cpp - No model is faster than the hardware ---------------===//
//
// The ceilings of the model roofline are what a launch cannot beat. Modern
// modes know all of them; corrected ones charge at least the DRAM's traffic
// (that of wfg, its default, the units too); faithful ones say what their
// papers say.
//===----------------------------------------------------------------------===//

#include "Predictions.h"
#include "cost_models/common/MemoryInstructions.h"
#include "cost_models/roofline/RooflineModel.h"
#include <random>

using namespace kernelcast;

namespace {

/// saxpy with more or less of everything: instructions of every class, a shared
/// access with conflicts, hits, few or many blocks.
struct RandomSaxpy : SaxpyProfile {
  RandomSaxpy(std::mt19937 &Random, const GpuSpec &Gpu)
      : SaxpyProfile(1u << Random() % 6, 1 + Random() % 8,
                     1 + Random() % (Random() % 2 ? 100 : 100000)) {
    auto Unit = [&] { return std::uniform_real_distribution<>()(Random); };
    for (InstructionClass Class :
         {InstructionClass::Fp32, InstructionClass::Int, InstructionClass::Fp64,
          InstructionClass::Sfu, InstructionClass::Branch}) {
      Instruction Step;
      Step.Class = Class;
      Step.Count = float(Random() % 3 ? 0 : 1000 * Unit());
      Kernel.Blocks[0].Instructions.push_back(Step);
      Profile.PerWarp[unsigned(Class)] += Step.Count;
    }
    addShared(Profile.Warps * double(Random() % 100));
    if (Random() % 2) // x is a private array that registers cannot hold
      Kernel.Accesses[0].Space = MemorySpace::Local;
    if (movesTransactions(Gpu)) {
      // A transaction of 64 bytes for each lane that is not side by side.
      for (AccessFacts &Facts : Profile.Accesses)
        if (Facts.Class == AccessClass::Complex)
          Facts.TransactionBytes = 64 * Facts.LaneExecutions.Value;
      Profile.L2Bytes = 0;
      for (const AccessFacts &Facts : Profile.Accesses)
        Profile.L2Bytes += Facts.TransactionBytes.Value;
      Profile.DramBytes = Profile.BehindL2Bytes = Profile.L2Bytes;
      return;
    }
    CacheEstimate &Caches = Profile.Caches;
    double L1 = Random() % 2 ? Unit() : 0, L2 = Random() % 2 ? Unit() : 0;
    Caches.L1Hits.assign(Profile.Accesses.size(), L1);
    Caches.L2Hits.assign(Profile.Accesses.size(), L2);
    Caches.Sectors = Profile.L2Bytes / 32;
    Profile.L2Bytes *= 1 - L1;
    Caches.L2Sectors = Profile.L2Bytes / 32;
    Profile.DramBytes = Profile.L2Bytes * (1 - L2);
  }

  void addShared(double BankCycles) {
    AccessId Id = Kernel.Accesses.size();
    Kernel.Accesses.emplace_back();
    Kernel.Accesses.back().Space = MemorySpace::Shared;
    Kernel.Accesses.back().Kind = AccessKind::Load;
    Kernel.Accesses.back().Address = Kernel.Pool->base(Id);
    BasicBlock &Block = Kernel.Blocks[0];
    Instruction Step;
    Step.Class = InstructionClass::LoadShared;
    Step.Effect = Block.Effects.size();
    Block.Instructions.push_back(Step);
    Effect E;
    E.Access = Id;
    Block.Effects.push_back(E);
    AccessFacts Facts;
    Facts.Class = AccessClass::Continuous;
    Facts.WarpExecutions = Profile.Warps;
    Facts.LaneExecutions = 32 * Profile.Warps;
    Facts.BankCycles = std::max(BankCycles, Profile.Warps);
    Profile.Accesses.push_back(Facts);
    Profile.PerWarp[unsigned(InstructionClass::LoadShared)] += 1;
  }
};

TEST(Floor, EveryModelAndGpu) {
  std::mt19937 Random(1);
  for (const std::string &Name : gpuNames()) {
    GpuSpec Gpu = llvm::cantFail(findGpu(Name));
    for (unsigned I = 0; I < 20; ++I) {
      SCOPED_TRACE(Name + ", launch " + std::to_string(I));
      RandomSaxpy Saxpy(Random, Gpu);
      Prediction Roofline =
          predict("roofline", Saxpy.Profile, Gpu, ModelMode::Modern);
      const BreakdownItem *Most = &Roofline.Breakdown[0];
      if (Most->What == Cost::KernelLaunch)
        Most = &Roofline.Breakdown[1];
      // How fast blocks start is not for models to know that stop at the warps
      // of an SM.
      GpuSpec Bare = Gpu;
      Bare.BlockRate = HardwareNumber();
      double WithoutStarts = 0;
      for (const BreakdownItem &Item :
           predict("roofline", Saxpy.Profile, Bare, ModelMode::Modern)
               .Breakdown)
        if (Item.What != Cost::KernelLaunch)
          WithoutStarts = Item.Cycles;
      for (const std::string &Model : costModelNames())
        for (ModelMode Mode : makeCostModel(Model)->modes()) {
          if (Mode == ModelMode::Faithful ||
              (Model == "cache-aware" && Mode == ModelMode::Corrected))
            continue; // the latter needs a calibration
          double Floor = Mode != ModelMode::Modern
                             ? quantity(Roofline, "DRAM bandwidth")
                         : Model == "cache-aware" ? WithoutStarts
                                                  : Most->Cycles;
          if (Model == "wfg") // every access is DRAM's, so no L2
            for (const Quantity &Q : Roofline.Quantities)
              if (Q.Equation == "ceiling, modern" && Q.Name != "L2 bandwidth" &&
                  Q.Name != "block starts")
                Floor = std::max(Floor, Q.Value);
          Prediction P = predict(Model, Saxpy.Profile, Gpu, Mode);
          EXPECT_GE(P.Cycles, Floor * (1 - 1e-9)) << Model;
        }
    }
  }
}

// 800 warps of 1000 double-precision instructions on 4 lanes of 10 SMs: no
// stack of intervals is below 800 * 8000 / 10 cycles, and the rest is named.
TEST(Floor, UnitsThatIntervalsDoNotKnow) {
  GpuSpec Gpu = llvm::cantFail(findGpu("titan-x-maxwell"));
  Gpu.Multiprocessors = number(10);
  Gpu.Fp64Lanes = number(4);
  SaxpyProfile Saxpy(1, 8, 100);
  Instruction Step;
  Step.Class = InstructionClass::Fp64;
  Step.Count = 1000;
  Saxpy.Kernel.Blocks[0].Instructions.push_back(Step);
  Saxpy.Profile.PerWarp[unsigned(InstructionClass::Fp64)] = 1000;
  for (const char *Model : {"gpumech", "mdm"}) {
    Prediction P = predict(Model, Saxpy.Profile, Gpu, ModelMode::Modern);
    EXPECT_NEAR(P.Cycles - item(P, Cost::KernelLaunch), 640000, 1e-6);
    EXPECT_GT(item(P, Cost::Fp64), 0);
    EXPECT_LT(predict(Model, Saxpy.Profile, Gpu, ModelMode::Faithful).Cycles,
              320000);
  }
}

// Traffic is that of sectors behind the caches; without caches, that of the
// transactions. A bound changes it as it changes what lanes ask for.
TEST(Floor, Traffic) {
  GpuSpec Gpu;
  SaxpyProfile Saxpy(1, 8, 100); // 800 warps, 3 accesses of 4 sectors
  Saxpy.Profile.Caches.L1Hits = {0.5, 0, 0};
  Saxpy.Profile.Caches.L2Hits = {0.75, 0, 0};
  MemoryTraffic First = accessTraffic(Saxpy.Profile, Gpu, 0);
  EXPECT_NEAR(First.L2, 800 * 128 / 2.0, 1e-9);
  EXPECT_NEAR(First.Dram, 800 * 128 / 8.0, 1e-9);
  EXPECT_NEAR(accessTraffic(Saxpy.Profile, Gpu, 1).Dram, 800 * 128, 1e-9);
  Gpu.Coalescing = CoalescingRule::HalfWarpStrict;
  Saxpy.Profile.Accesses[0].TransactionBytes = 800 * 2048;
  EXPECT_NEAR(accessTraffic(Saxpy.Profile, Gpu, 0).Dram, 800 * 2048, 1e-9);

  SaxpyProfile Bounded(1, 8, 100);
  for (AccessFacts &Facts : Bounded.Profile.Accesses) {
    Facts.Sectors.Low = Facts.Sectors.Value / 2;
    Facts.Sectors.High = 2 * Facts.Sectors.Value;
  }
  double Dram = Bounded.Profile.DramBytes;
  for (auto [Bound, Share] :
       {std::pair(FactBound::Low, 0.5), std::pair(FactBound::Value, 1.0),
        std::pair(FactBound::High, 2.0)})
    EXPECT_NEAR(memoryTraffic(Bounded.Profile, GpuSpec(), Bound).Dram,
                Share * Dram, 1e-6);
}

// A kernel without instructions still ends, on a GPU whose launches are free.
TEST(Floor, EmptyKernel) {
  GpuSpec Gpu = llvm::cantFail(findGpu("titan-x-maxwell"));
  Gpu.StartAndDrain = HardwareNumber();
  SaxpyProfile Empty;
  Empty.Kernel.Blocks[0].Instructions.clear();
  Empty.Kernel.Blocks[0].Effects.clear();
  Empty.Profile.PerWarp = {};
  Empty.Profile.Accesses.clear();
  Empty.Kernel.Accesses.clear();
  Empty.Profile.L2Bytes = Empty.Profile.DramBytes = 0;
  for (const std::string &Model : costModelNames())
    EXPECT_GT(predict(Model, Empty.Profile, Gpu,
                      makeCostModel(Model)->modes().front())
                  .Cycles,
              0)
        << Model;
}

} // namespace
