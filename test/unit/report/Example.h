//===- Example.h - A hand-made report for the writers' tests --------------===//
#ifndef KERNELCAST_TEST_UNIT_REPORT_EXAMPLE_H
#define KERNELCAST_TEST_UNIT_REPORT_EXAMPLE_H

#include "analysis/AnalysisContext.h"
#include "tool/report/Report.h"

/// A naive transpose of 4096 x 4096 floats in blocks of 32 x 8, as in the
/// style guide: a load that is coalesced and a store that is not.
inline kernelcast::Report exampleReport() {
  using namespace kernelcast;
  KernelModel Model;
  Model.Name = "transpose";
  Model.QualifiedName = "transpose";
  Model.Location = {"transpose.cu", 12, 17};
  Model.Pool = std::make_unique<ExpressionPool>();
  ArrayInfo Out;
  Out.Name = "out";
  Model.Arrays.push_back(Out);
  Model.Arrays.push_back(Out);
  Model.Arrays[1].Name = "in";
  Model.Arrays[1].Space = MemorySpace::Global;
  MemoryAccess Load;
  Load.Location = {"transpose.cu", 17, 20};
  Load.Text = "in[y * n + x]";
  Load.Array = 1;
  MemoryAccess Store = Load;
  Store.Location.Column = 3;
  Store.Kind = AccessKind::Store;
  Store.Text = "out[x * n + y]";
  Store.Array = 0;
  Model.Accesses = {Load, Store};
  BasicBlock Entry;
  Entry.ConditionText = "x < n";
  Entry.ConditionLocation = {"transpose.cu", 16, 7};
  Model.Blocks.push_back(Entry);
  LoopInfo Loop;
  Loop.Location = {"transpose.cu", 15, 3};
  Loop.Text = "i < k";
  Model.Loops.push_back(Loop);

  LaunchReport Launch;
  auto Analysis = std::make_shared<KernelAnalysis>(std::move(Model));
  Launch.Model = {Analysis, &Analysis->model()};
  auto Gpu = std::make_shared<GpuSpec>();
  Gpu->Name = "rtx-2080-ti";
  Gpu->MarketingName = "RTX 2080 Ti";
  Launch.Gpu = Gpu;
  WarpProfile &Profile = Launch.Profile;
  Profile.Kernel = Launch.Model.get();
  Profile.Launch.Grid = {128, 512, 1};
  Profile.Launch.Block = {32, 8, 1};
  Profile.Launch.Source = LaunchSource::HostCode;
  Profile.Launch.Location = {"transpose.cu", 41, 3};
  ArgumentValue N;
  N.Name = "n";
  N.Integer = 4096;
  N.Value = 4096;
  N.Source = LaunchSource::HostCode;
  Profile.Launch.Arguments.push_back(N);
  Profile.Launch.Assumptions.push_back({.Kind = AssumptionKind::Argument,
                                        .Reason = AssumptionReason::ProblemSize,
                                        .Affects = AffectedPart::TripCounts,
                                        .Whole = {16},
                                        .Name = "k"});
  Profile.Warps = 524288;
  Profile.Residency.BlocksPerSM = 4;
  Profile.Residency.WarpsPerSM = 32;
  Profile.Residency.MaxWarpsPerSM = 32;
  Profile.RegistersPerThread = 16;
  // 524288 warps of 32 lanes; the load touches 4 sectors, the store 32.
  AccessFacts Facts;
  Facts.WarpExecutions = 524288;
  Facts.LaneExecutions = 524288 * 32.0;
  Facts.FewestSectors = 524288 * 4.0;
  Facts.Sectors = 524288 * 4.0;
  Facts.Lines = 524288;
  Facts.Transactions = 524288 * 4.0;
  Facts.TransactionBytes = 524288 * 128.0;
  Facts.BankCycles = 0.0;
  Facts.Class = AccessClass::Continuous;
  Facts.LaneStride = 4;
  Profile.Accesses.push_back(Facts);
  Facts.Sectors = 524288 * 32.0;
  Facts.Lines = 524288 * 32.0;
  Facts.Transactions = 524288 * 32.0;
  Facts.TransactionBytes = 524288 * 1024.0;
  Facts.LaneStride = 16384;
  Profile.Accesses.push_back(Facts);
  LoopFacts Trips;
  Trips.Mean = Known<double>(16, 0, std::numeric_limits<double>::infinity(),
                             How::Assumed);
  Trips.Min = Trips.Max = 16;
  Trips.WarpMean = 16;
  Profile.Loops.push_back(Trips);
  BranchFacts Branch;
  Branch.WarpExecutions = 524288;
  Branch.True = 0.75;
  Branch.False = 0.5;
  Branch.Diverged = 0.25;
  Profile.Branches.push_back(Branch);
  Profile.Blocks.push_back({524288, 524288 * 32.0});
  Profile.PerWarp[0] = 2;
  Profile.PerWarp[2] = 10.5;

  Prediction P;
  P.Model = ModelId::Wfg;
  P.Mode = ModelMode::Corrected;
  P.Gpu = "rtx-2080-ti";
  P.Cycles = 1000;
  P.Seconds = 0.412e-3;
  P.SecondsLow = 0.36e-3;
  P.SecondsHigh = 0.49e-3;
  P.Bottleneck = Cost::DramBandwidth;
  P.Breakdown = {
      {Cost::Divergence, 901}, {Cost::Latency, 70}, {Cost::IssueSlots, 29}};
  P.Quantities = {{"CYC_compute", 16, "cycles", "BG (3)", "2 * 8"}};
  Launch.Predictions.push_back(P);

  KernelReport Kernel;
  Kernel.Name = Kernel.QualifiedName = "transpose";
  Kernel.Location = Analysis->model().Location;
  Kernel.Analysis = Analysis;
  Kernel.Status = ModelStatus::Modelled;
  Kernel.Launches.push_back(std::move(Launch));
  FileReport File;
  File.Path = "transpose.cu";
  File.Kernels.push_back(std::move(Kernel));
  Report Result;
  Result.Files.push_back(std::move(File));
  return Result;
}

#endif // KERNELCAST_TEST_UNIT_REPORT_EXAMPLE_H
