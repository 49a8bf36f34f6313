//===- GpuFileTarget.cpp - Fuzzing GPU files ------------------------------===//
//
// The input is a GPU file. One that is accepted must carry a prediction: two
// small kernels are evaluated on it by every model, and the report written.
//===----------------------------------------------------------------------===//

#include "FuzzInput.h"
#include "analysis/hardware/GpuListing.h"
#include "tool/FileAnalysis.h"
#include "tool/report/JsonReport.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace kernelcast;

namespace {

constexpr char Source[] = R"(
__global__ void tile(float *out, const float *in, int n) {
  __shared__ float t[32][33];
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  t[threadIdx.x % 32][threadIdx.x / 32] = in[x * n];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    if (i % 3 == threadIdx.x % 2)
      sum += sqrtf(t[i % 32][threadIdx.x % 33]);
  out[x] = sum;
}
__global__ void add(int *p) { atomicAdd(&p[threadIdx.x / 4], 1); }
)";

struct Kernels {
  std::vector<std::shared_ptr<const KernelAnalysis>> Models;
  CommandLine Command;

  Kernels() {
    FuzzFile File("kernels.cu");
    File.write(Source);
    CompileJob Job;
    Job.File = File.path();
    AnalysisContext Source = cantFail(AnalysisContext::open(Job));
    for (const SourceKernel &Kernel : Source.kernels())
      Models.push_back(Kernel.Analysis);
    const char *Arguments[] = {"predict", "kernels.cu", "--arg",
                               "n=20",    "--model",    "all"};
    Command = cantFail(parseCommandLine(Arguments));
  }
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const Kernels Known;
  auto Gpu = loadGpuText(fuzzText(Data, Size), "input.yaml");
  if (!Gpu) {
    consumeError(Gpu.takeError());
    return 0;
  }
  std::string Text;
  raw_string_ostream OS(Text);
  printGpu(*Gpu, OS);
  Text.clear();
  PipelineSetup Setup =
      cantFail(preparePipeline(Known.Command, /*WithModels=*/true));
  Setup.Gpus = {std::make_shared<GpuSpec>(std::move(*Gpu))};
  Report Result;
  FileReport &File = Result.Files.emplace_back();
  for (const auto &Model : Known.Models) {
    KernelResult Each;
    Each.Kernel.Analysis = Model;
    analyseLaunches(Setup, "kernels.cu", Each);
    File.Kernels.push_back(std::move(Each.Kernel));
  }
  writeJson(Result, OS, {.Explain = true, .Timing = {}});
  cantFail(json::parse(Text));
  return 0;
}
