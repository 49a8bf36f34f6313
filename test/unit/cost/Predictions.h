//===- Predictions.h - For the tests of cost models -------------*- C++ -*-===//
#ifndef KERNELCAST_TEST_UNIT_COST_PREDICTIONS_H
#define KERNELCAST_TEST_UNIT_COST_PREDICTIONS_H

#include "analysis/pdg/KernelGraphs.h"
#include "cost_models/CostModel.h"
#include "gtest/gtest.h"
#include <cmath>

namespace kernelcast {

inline HardwareNumber number(double Value) {
  HardwareNumber N;
  N.Value = Value;
  N.Source = "test";
  N.Confidence = 'A';
  return N;
}

/// 10 SMs at 1 GHz; a byte of DRAM and four of L2 per nanosecond and SM.
inline GpuSpec smallGpu() {
  GpuSpec Gpu;
  Gpu.Name = "simple";
  Gpu.Multiprocessors = number(10);
  Gpu.Clock = number(1e9);
  Gpu.Fp32Lanes = number(32);
  Gpu.Fp64Lanes = number(4);
  Gpu.Schedulers = number(2);
  Gpu.DramBandwidth = number(10e9);
  Gpu.L2Bandwidth = number(40e9);
  return Gpu;
}

/// What \p Model says, after the checks that hold for every prediction.
inline Prediction predict(llvm::StringRef Model, const WarpProfile &Profile,
                          const GpuSpec &Gpu, ModelMode Mode) {
  auto P =
      makeCostModel(Model)->predict(Profile, Gpu, Mode, Detail::Explanation);
  if (!P) {
    ADD_FAILURE() << llvm::toString(P.takeError());
    return {};
  }
  EXPECT_EQ(name(P->Model), Model);
  EXPECT_EQ(P->Mode, Mode);
  EXPECT_TRUE(std::isfinite(P->Cycles) && P->Cycles >= 0);
  double Sum = 0;
  for (const BreakdownItem &Item : P->Breakdown) {
    EXPECT_GE(Item.Cycles, 0) << name(Item.What).str();
    Sum += Item.Cycles;
  }
  EXPECT_NEAR(Sum, P->Cycles, 1e-9 * P->Cycles);
  EXPECT_NEAR(P->Seconds, P->Cycles / Gpu.Clock, 1e-9 * P->Seconds);
  EXPECT_LE(P->SecondsLow, P->Seconds);
  EXPECT_GE(P->SecondsHigh, P->Seconds);
  for (const Quantity &Q : P->Quantities)
    EXPECT_TRUE(std::isfinite(Q.Value)) << Q.Name;
  return std::move(*P);
}

/// Whether \p Model has no answer, and says why.
inline bool isRefused(llvm::StringRef Model, const WarpProfile &Profile,
                      const GpuSpec &Gpu, ModelMode Mode) {
  auto P = makeCostModel(Model)->predict(Profile, Gpu, Mode);
  if (P)
    return false;
  std::string Why = llvm::toString(P.takeError());
  EXPECT_TRUE(llvm::StringRef(Why).starts_with(Model.str() + ": ")) << Why;
  return true;
}

inline double quantity(const Prediction &P, llvm::StringRef Name) {
  for (const Quantity &Q : P.Quantities)
    if (Q.Name == Name)
      return Q.Value;
  ADD_FAILURE() << "no quantity " << Name.str();
  return 0;
}

inline double item(const Prediction &P, Cost What) {
  for (const BreakdownItem &Item : P.Breakdown)
    if (Item.What == What)
      return Item.Cycles;
  ADD_FAILURE() << "no item " << name(What).str();
  return 0;
}

/// y[i] = a * x[stride * i] + y[i] of 4-byte words as Wang and Lou count it: 15
/// instructions, 10 of them before the load of x; the load of y and the store
/// are coalesced. Blocks of 256 threads.
struct SaxpyProfile {
  KernelModel Kernel;
  KernelGraphs Graphs{Kernel};
  WarpProfile Profile;

  explicit SaxpyProfile(unsigned Stride = 1, unsigned BlocksPerSM = 8,
                        uint64_t Blocks = 16384) {
    Kernel.Pool = std::make_unique<ExpressionPool>();
    Kernel.Blocks.resize(1);
    Kernel.Accesses.resize(3);
    BasicBlock &Block = Kernel.Blocks[0];
    double Warps = 8.0 * double(Blocks);
    auto Instructions = [&](InstructionClass Class, float Count) {
      Instruction I;
      I.Class = Class;
      I.Count = Count;
      Block.Instructions.push_back(I);
      Profile.PerWarp[static_cast<unsigned>(Class)] += Count;
    };
    auto Access = [&](AccessKind Kind, double Lines) {
      AccessId Id = Block.Effects.size();
      Kernel.Accesses[Id].Kind = Kind;
      Kernel.Accesses[Id].Address = Kernel.Pool->base(Id);
      Effect E;
      E.Access = Id;
      Block.Effects.push_back(E);
      Instructions(Kind == AccessKind::Load ? InstructionClass::LoadGlobal
                                            : InstructionClass::StoreGlobal,
                   1);
      Block.Instructions.back().Effect = Id;
      AccessFacts Facts;
      Facts.WarpExecutions = Warps;
      Facts.LaneExecutions = 32 * Warps;
      Facts.Lines = Lines * Warps;
      Facts.Sectors = Facts.Transactions = std::min(4 * Lines, 32.0) * Warps;
      Facts.TransactionBytes = 32 * Facts.Sectors.Value;
      Facts.Class = Lines > 1 ? AccessClass::Complex : AccessClass::Continuous;
      Profile.Accesses.push_back(Facts);
      Profile.L2Bytes += Facts.TransactionBytes.Value;
    };
    Instructions(InstructionClass::Int, 10);
    Access(AccessKind::Load, Stride);
    Instructions(InstructionClass::Int, 1);
    Access(AccessKind::Load, 1);
    Instructions(InstructionClass::Fp32, 1);
    Access(AccessKind::Store, 1);

    Profile.Kernel = &Kernel;
    Profile.Graphs = &Graphs;
    Profile.Launch.Grid = {Blocks, 1, 1};
    Profile.Launch.Block = {256, 1, 1};
    Profile.Warps = Warps;
    Profile.Residency.BlocksPerSM = BlocksPerSM;
    Profile.Residency.WarpsPerSM = 8 * BlocksPerSM;
    Profile.Blocks = {{Warps, 32 * Warps}};
    Profile.DramBytes = Profile.BehindL2Bytes = Profile.L2Bytes;
  }
};

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_COST_PREDICTIONS_H
