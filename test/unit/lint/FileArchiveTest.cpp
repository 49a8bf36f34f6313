// What is kept of a file comes back whole, or not at all.
#include "tool/lint/FileArchive.h"
#include "tool/lint/FindingFields.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

std::vector<std::shared_ptr<const GpuSpec>> twoGpus() {
  return {std::make_shared<GpuSpec>(), std::make_shared<GpuSpec>()};
}

/// One kernel with a launch on the second GPU, and a finding that has all.
FileReport exampleOn(GpuList Gpus) {
  Finding F;
  F.Location = {"a.cu", 3, 7};
  F.Range = {3, 7, 3, 12, "M"};
  F.Message = "ä \n\t\x01";
  F.Known = How::Sampled;
  F.Predicted = Gain{0.1, 1e-300};
  F.Shown = Witness{"in", {1, 2, 3}, 4, 5, {{6, -7}, {31, INT64_MIN}}};
  F.Notes = {{ReportDiagnostic::Level::Note, {"b.h", 1, 1}, "too"}};
  F.Others = 9;
  auto Said = std::make_shared<LaunchFindings>();
  Said->Findings = {F, Finding()};
  LaunchReport Launch;
  Launch.Gpu = Gpus[1];
  Launch.Profile.Launch.Grid = {UINT64_MAX, 2, 1};
  Launch.Profile.Launch.Arguments = {
      {"n", -1.5, false, -3, LaunchSource::HostCode}};
  Prediction &Time = Launch.Predictions.emplace_back();
  Time.Gpu = "g";
  Time.Seconds = 0.1;
  Time.Bottleneck = Cost::Latency;
  Time.Breakdown = {{Cost::Latency, 3}, {Cost::Fp32, 0.5}};
  Launch.Guesses.Count = 2;
  Launch.Guesses.Withheld = true;
  Launch.Findings = Said;
  KernelReport Kernel;
  Kernel.QualifiedName = "ns::f<float>";
  Kernel.Status = ModelStatus::Partial;
  Kernel.Launches = {Launch};
  Kernel.Refused = {{{"a.cu", 1, 1}, {1, 1, 1}, {2048, 1, 1}, Gpus[0], "no"}};
  FileReport File;
  File.Kernels = {Kernel};
  File.Diagnostics = {{ReportDiagnostic::Level::Error, {}, "what"}};
  return File;
}

std::string bytesOf(const FileReport &File, GpuList Gpus) {
  std::string Bytes;
  llvm::raw_string_ostream OS(Bytes);
  writeFileReport(File, Gpus, OS);
  return Bytes;
}

TEST(FileArchive, comesBackAsItWas) {
  const auto Gpus = twoGpus();
  const std::string Bytes = bytesOf(exampleOn(Gpus), Gpus);
  FileReport File;
  ASSERT_TRUE(readFileReport(Bytes, Gpus, File));
  ASSERT_EQ(File.Kernels.size(), 1u);
  const LaunchReport &Launch = File.Kernels[0].Launches.at(0);
  EXPECT_EQ(Launch.Gpu, Gpus[1]);
  EXPECT_EQ(Launch.Profile.Launch.Grid[0], UINT64_MAX);
  EXPECT_EQ(Launch.Profile.Launch.Arguments.at(0).Integer, -3);
  EXPECT_EQ(Launch.Profile.Launch.Arguments.at(0).Value, -1.5);
  const Prediction &Time = Launch.Predictions.at(0);
  EXPECT_EQ(Time.Seconds, 0.1);
  EXPECT_EQ(Time.Bottleneck, Cost::Latency);
  ASSERT_EQ(Time.Breakdown.size(), 2u);
  EXPECT_EQ(Time.Breakdown[1].Cycles, 0.5);
  EXPECT_EQ(Launch.Guesses.Count, 2u);
  EXPECT_TRUE(Launch.Guesses.Withheld);
  const Finding &F = Launch.Findings->Findings.at(0);
  EXPECT_EQ(F.Message, "ä \n\t\x01");
  if (!F.Predicted || !F.Shown)
    FAIL() << "a part of the finding is lost";
  EXPECT_EQ(F.Predicted->FixedSeconds, 1e-300);
  EXPECT_EQ(F.Shown->Lanes.at(1).Address, INT64_MIN);
  EXPECT_EQ(F.Notes.at(0).Location, (SourceSpot{"b.h", 1, 1}));
  EXPECT_EQ(File.Kernels[0].Refused.at(0).Gpu, Gpus[0]);
  // And all the rest: it is written as it was.
  EXPECT_EQ(bytesOf(File, Gpus), Bytes);
}

TEST(FileArchive, refusesWhatIsCutOff) {
  const auto Gpus = twoGpus();
  const std::string Bytes = bytesOf(exampleOn(Gpus), Gpus);
  for (size_t Length = 0; Length != Bytes.size(); ++Length) {
    FileReport File;
    EXPECT_FALSE(
        readFileReport(llvm::StringRef(Bytes).take_front(Length), Gpus, File))
        << Length;
  }
}

TEST(FileArchive, survivesEveryWrongByte) {
  const auto Gpus = twoGpus();
  const std::string Bytes = bytesOf(exampleOn(Gpus), Gpus);
  for (size_t At = 0; At != Bytes.size(); ++At)
    for (const int Wrong : {0x00, 0x7f, 0xc0, 0xdd, 0xff}) {
      std::string Damaged = Bytes;
      Damaged[At] = static_cast<char>(Wrong);
      FileReport File;
      if (readFileReport(Damaged, Gpus, File))
        for (const KernelReport &Kernel : File.Kernels)
          for (const LaunchReport &Launch : Kernel.Launches)
            EXPECT_TRUE(Launch.Gpu && Launch.Findings);
    }
}

TEST(FileArchive, knowsNoGpuThatWasNotAskedFor) {
  const auto Gpus = twoGpus();
  const std::string Bytes = bytesOf(exampleOn(Gpus), Gpus);
  FileReport File;
  EXPECT_FALSE(readFileReport(Bytes, GpuList(Gpus).take_front(1), File));
}

} // namespace
