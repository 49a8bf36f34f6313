//===- TransferTest.cpp - Copies and whole applications -------------------===//

#include "cost_models/common/Transfer.h"
#include "../golden/GoldenCases.h"
#include "cost_models/latency-throughput/LatencyThroughputEquations.h"

using namespace kernelcast;

namespace {

bool isTitan(const GoldenCase &Case) {
  return llvm::StringRef(Case.Key).contains("TITANX");
}

/// The line of a case's input, as the thesis gives it.
TransferLine line(const GoldenValue &In, TransferDirection Direction) {
  bool To = Direction == TransferDirection::ToDevice;
  return {In[To ? "tsH" : "tsD"].number(), In["bw"].number(),
          In[To ? "lH" : "lD"].number()};
}

double seconds(const TransferLine &Line, double Bytes) {
  return llvm::cantFail(transferSeconds(Line, Bytes));
}

TEST(Transfer, Seconds) {
  for (const GoldenCase &Case : goldenCases("VG.xfer_*")) {
    SCOPED_TRACE(Case.Key);
    double Bytes = Case.In["bytes"].number();
    EXPECT_GOLDEN(seconds(line(Case.In, TransferDirection::ToDevice), Bytes),
                  Case.Out["HtD_s"]);
    EXPECT_GOLDEN(seconds(line(Case.In, TransferDirection::FromDevice), Bytes),
                  Case.Out["DtH_s"]);
  }
}

// The GPU files hold the thesis' links: the same times from them.
TEST(Transfer, LinksOfTheGpuFiles) {
  for (const GoldenCase &Case : goldenCases("VG.xfer_*")) {
    SCOPED_TRACE(Case.Key);
    const char *File = isTitan(Case) ? "titan-x-maxwell" : "gtx-970";
    HostLink Link = llvm::cantFail(hostLink(llvm::cantFail(findGpu(File))));
    double Bytes = Case.In["bytes"].number();
    EXPECT_GOLDEN(
        seconds(Link.line(TransferDirection::ToDevice, HostMemory::Pageable),
                Bytes),
        Case.Out["HtD_s"]);
    EXPECT_GOLDEN(
        seconds(Link.line(TransferDirection::FromDevice, HostMemory::Pageable),
                Bytes),
        Case.Out["DtH_s"]);
    EXPECT_LE(
        seconds(Link.line(TransferDirection::ToDevice, HostMemory::Pinned),
                Bytes),
        Case.Out["HtD_s"].number());
  }
}

// The start-ups of the GPU file are the means of the small copies in table 5.1
// (VG.startup_means_us), to the five digits of (5.6) and (5.7).
TEST(Transfer, StartupsOfTheGpuFile) {
  GoldenCase Case = golden("VG.startup_means_us");
  HostLink Link = llvm::cantFail(hostLink(llvm::cantFail(findGpu("gtx-970"))));
  EXPECT_NEAR(Link.Lines[0][0].Startup * 1e6, Case.Out["HtD"].number(), 5e-5);
  EXPECT_NEAR(Link.Lines[1][0].Startup * 1e6, Case.Out["DtH"].number(), 5e-5);
}

TEST(Transfer, Throughput) {
  GoldenCase Case = golden("VG.eq5.4");
  SCOPED_TRACE(Case.Key);
  double Throughput = llvm::cantFail(transferThroughput(
      Case.In["n"].number(), Case.In["T"].number(), Case.In["ts"].number()));
  EXPECT_GOLDEN(Throughput, Case.Out["corrected_Bps"]);
  EXPECT_GOLDEN(1 / Throughput, Case.Out["as_printed"]);
}

/// saxpy2's kernel on a device of the thesis.
double kernelSeconds(const GoldenCase &Device, double Blocks, double A,
                     IssueCount Rule, double BytesPerCycle) {
  GoldenValue In = Device.In;
  LatencyThroughputInput<> Input;
  Input.Warps = launchedWarps(Blocks, 256, 32);
  Input.Occupancy = 64;
  Input.Latency = 942 + 24 * A;
  Input.LatencyLambda = 0.703787;
  Input.Multiprocessors = In["SMs"].number();
  Input.Clock = In["clk"].number();
  Input.Units = {{Cost::ArithmeticThroughput, 32 * (23 + 4 * A), 128, 0.703787},
                 {Cost::IssueSlots,
                  issuedInstructions(Rule, 26 + 4 * A, 3, 2 + A), 4, 0.703787},
                 {Cost::DramBandwidth, 384, BytesPerCycle, 0.703787}};
  GpuSpec None;
  Equations<double> Silent(None);
  return llvm::cantFail(latencyThroughput(Silent, Input)).Seconds;
}

// Two arrays to the device, the kernel, one array back; nothing overlaps.
TEST(Transfer, Application) {
  for (const GoldenCase &Case : goldenCases("VG.app_*_N1e8_a128")) {
    SCOPED_TRACE(Case.Key);
    GoldenValue Link = golden(isTitan(Case) ? "VG.xfer_TITANX_400000000"
                                            : "VG.xfer_GTX970_400000000")
                           .In;
    GoldenCase Device =
        golden(isTitan(Case) ? "VG.gmem_bw_TITANX" : "VG.gmem_bw_GTX970");
    double N = Case.In["N"].number();
    double To = 2 * seconds(line(Link, TransferDirection::ToDevice), 4 * N);
    double From = seconds(line(Link, TransferDirection::FromDevice), 4 * N);
    double Kernel =
        kernelSeconds(Device, N / 256, Case.In["a"].number(), IssueCount::Text,
                      Device.Out["bytes_per_cycle_SM"].number());
    EXPECT_GOLDEN(To, Case.Out["HtD2_s"]);
    EXPECT_GOLDEN(From, Case.Out["DtH_s"]);
    EXPECT_GOLDEN(Kernel, Case.Out["kernel_s"]);
    EXPECT_GOLDEN(To + Kernel + From, Case.Out["total_s"]);
  }
}

// The thesis' result screen: its formulas, and the digits that it shows, which
// come out where start-ups are taken a thousand times too long and every event
// is cut to whole microseconds. The implied energies are not a model's output.
TEST(Transfer, ResultScreen) {
  GoldenCase Case = golden("VG.merpsys_screen");
  SCOPED_TRACE(Case.Key);
  GoldenValue In = golden("VG.xfer_GTX970_1600000000").In;
  GoldenCase Device = golden("VG.gmem_bw_GTX970");
  double N = Case.In["N"].number(), A = Case.In["a"].number();
  for (auto [Name, Rule] : {std::pair("text", IssueCount::Text),
                            std::pair("code", IssueCount::Code),
                            std::pair("corrected", IssueCount::Corrected)})
    EXPECT_GOLDEN(
        1e3 * kernelSeconds(Device, N / 256, A, Rule, Case.In["gbw"].number()),
        Case.Out["kernel_ms"][Name]);
  double Kernel = kernelSeconds(Device, N / 256, A, IssueCount::Code,
                                Case.In["gbw"].number());
  TransferLine To = line(In, TransferDirection::ToDevice);
  TransferLine From = line(In, TransferDirection::FromDevice);
  double HtD = seconds(To, 4 * N), DtH = seconds(From, 4 * N);
  EXPECT_GOLDEN(1e3 * HtD, Case.Out["HtD_ms"]);
  EXPECT_GOLDEN(1e3 * DtH, Case.Out["DtH_ms"]);
  EXPECT_GOLDEN(1e3 * (2 * HtD + Kernel), Case.Out["formulas_gpu_finish_ms"]);
  EXPECT_GOLDEN(1e3 * (2 * HtD + Kernel + DtH),
                Case.Out["formulas_overall_ms"]);
  EXPECT_GOLDEN(Kernel, Case.Out["screen_energy_implied_kernel_s"]);

  auto Microseconds = [](double Seconds) { return std::floor(Seconds * 1e6); };
  To.Startup *= 1e3;
  From.Startup *= 1e3;
  double ShownTo = Microseconds(seconds(To, 4 * N));
  double ShownFrom = Microseconds(seconds(From, 4 * N));
  double ShownKernel = Microseconds(Kernel);
  EXPECT_GOLDEN(ShownTo, Case.Out["unit_bug_HtD_us"]);
  EXPECT_GOLDEN(ShownFrom, Case.Out["unit_bug_DtH_us"]);
  EXPECT_GOLDEN(ShownKernel, Case.Out["kernel_us"]);
  EXPECT_GOLDEN(2 * ShownTo + ShownKernel,
                Case.Out["reproduced_gpu_finish_us"]);
  EXPECT_GOLDEN(2 * ShownTo + ShownKernel + ShownFrom,
                Case.Out["reproduced_overall_us"]);
}

TEST(Transfer, NeverSilentAboutWhatAFileLacks) {
  GpuSpec Gpu = llvm::cantFail(findGpu("rtx-2080-ti"));
  Gpu.TransferStartupToDevice = Gpu.TransferStartupFromDevice =
      Gpu.PageableEfficiencyToDevice = Gpu.PageableEfficiencyFromDevice =
          Gpu.PinnedEfficiency = Gpu.LaunchOverhead = HardwareNumber();
  HostLink Link = llvm::cantFail(hostLink(Gpu));
  EXPECT_EQ(Link.Assumptions.size(), 6u);
  Gpu.PcieBandwidth = HardwareNumber();
  auto None = hostLink(Gpu);
  EXPECT_FALSE(bool(None));
  llvm::consumeError(None.takeError());
}

TEST(Transfer, RefusesDegenerateInput) {
  auto Fails = [](TransferLine Line, double Bytes) {
    auto Seconds = transferSeconds(Line, Bytes);
    bool Failed = !Seconds;
    llvm::consumeError(Seconds.takeError());
    return Failed;
  };
  EXPECT_FALSE(Fails({0, 1, 1}, 0));
  EXPECT_TRUE(Fails({0, 0, 1}, 1));
  EXPECT_TRUE(Fails({0, 1, 0}, 1));
  EXPECT_TRUE(Fails({0, 1, 1}, -1));
  EXPECT_TRUE(Fails({0, 1e-300, 1}, 1e300));
  EXPECT_TRUE(Fails({std::nan(""), 1, 1}, 1));
}

} // namespace
