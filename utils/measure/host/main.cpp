//===- main.cpp - The measuring program: describe, plan, serve
//--------------===//
//
// utils/measure/run drives this program over a pipe:
//
//   describe                what the device is
//   plan LEVEL              every job of a level, with what must be compiled
//   serve [--quick|--check] runs the jobs that come on standard input, a line
//                           each, "ID<tab>MODULE", and answers with JSON lines;
//                           each job ends with one that holds "done"
//
// The driver starts it again after a crash and goes on behind the job that
// crashed: nothing here has to survive a broken kernel.
//===----------------------------------------------------------------------===//
#include "host/Benchmark.h"
#include "host/Case.h"
#include "host/Device.h"
#include "host/JsonLine.h"
#include "host/Runner.h"

#include <algorithm>
#include <cstdio>
#include <iostream>

using namespace measure;

namespace {

const char *Usage = R"(usage:
  measure-DEVICE describe [--device N]
  measure-DEVICE list
  measure-DEVICE plan small|quick|full|tuning|benchmarks|quick-benchmarks
  measure-DEVICE serve [--device N] [--quick | --check]
utils/measure/run and utils/measure/check drive it.
)";

std::string caseId(const Case &C, const Parameters &P) {
  return "case:" + C.Kernel + ":" + P.text();
}

void describe(const Device &Gpu) {
  const DeviceFacts &F = Gpu.facts();
  JsonLine()
      .add("face", Gpu.face() == Face::Cuda ? "cuda" : "opencl")
      .add("name", F.Name)
      .add("vendor", F.Vendor)
      .add("driver", F.Driver)
      .add("api", F.Api)
      .add("architecture", F.Architecture)
      .add("multiprocessors", F.Multiprocessors)
      .add("warp_size", F.WarpSize)
      .add("max_threads_per_block", F.MaxThreadsPerBlock)
      .add("shared_per_block", F.SharedPerBlock)
      .add("shared_per_multiprocessor", F.SharedPerMultiprocessor)
      .add("registers_per_multiprocessor", F.RegistersPerMultiprocessor)
      .add("memory_bytes", F.MemoryBytes)
      .add("l2_bytes", F.L2Bytes)
      .add("clock_khz", F.ClockKHz)
      .add("memory_clock_khz", F.MemoryClockKHz)
      .add("memory_bus_bits", F.MemoryBusBits)
      .add("double_precision", F.DoublePrecision)
      .add("is_gpu", F.IsGpu)
      .add("times", F.Times)
      .print();
}

void list() {
  for (const Case &C : allCases())
    JsonLine()
        .add("kernel", C.Kernel)
        .add("source", "kernels/" + C.Source)
        .add("cuda", C.Cuda)
        .add("opencl", C.OpenCl)
        .add("double_precision", C.DoublePrecision)
        .add("idea", C.Idea)
        .add("small", C.Small.size())
        .add("quick", C.Quick.size())
        .add("full", C.Full.size())
        .add("tuning", C.Tuning.size())
        .print();
  for (const Benchmark &B : allBenchmarks())
    JsonLine()
        .add("benchmark", B.Name)
        .add("source", B.Source.empty() ? "" : "benchmarks/" + B.Source)
        .add("cuda", B.Cuda)
        .add("opencl", B.OpenCl)
        .add("idea", B.Idea)
        .print();
}

/// Throws Failure if the points of \p C do not all name the same parameters:
/// one that does not is another kernel's, and this one would fail on it,
/// perhaps only on the device and after hours.
void checkPoints(const Case &C) {
  auto Names = [](const Parameters &P) {
    std::vector<std::string> Result;
    for (const auto &[Name, Value] : P.all())
      Result.push_back(Name);
    return Result;
  };
  for (auto Level : {&Case::Small, &Case::Quick, &Case::Full, &Case::Tuning})
    for (const Parameters &P : C.*Level)
      if (Names(P) != Names(C.Small.at(0)))
        throw Failure(C.Kernel + ": the point " + P.text() +
                      " has not the parameters of " + C.Small[0].text());
}

int plan(const std::string &Level) {
  if (Level == "benchmarks" || Level == "quick-benchmarks") {
    for (const Benchmark &B : allBenchmarks()) {
      if (Level[0] == 'q' && !B.Quick)
        continue;
      auto Text = [](const auto &Mnemonics) {
        std::string Result;
        for (const auto &[Name, Count] : Mnemonics)
          Result +=
              (Result.empty() ? "" : ";") + Name + "=" + std::to_string(Count);
        return Result;
      };
      JsonLine()
          .add("id", "benchmark:" + B.Name)
          .add("source", B.Source.empty() ? "" : "benchmarks/" + B.Source)
          .add("options", B.Definitions)
          .add("cuda", B.Cuda)
          .add("opencl", B.OpenCl)
          .add("in_sass", Text(B.InSass))
          .add("in_ptx", Text(B.InPtx))
          .print();
    }
    return 0;
  }
  auto Points = Level == "small"    ? &Case::Small
                : Level == "quick"  ? &Case::Quick
                : Level == "full"   ? &Case::Full
                : Level == "tuning" ? &Case::Tuning
                                    : nullptr;
  if (!Points) {
    std::fputs(Usage, stderr);
    return 2;
  }
  for (const Case &C : allCases())
    checkPoints(C);
  for (const Case &C : allCases())
    for (const Parameters &P : C.*Points)
      JsonLine()
          .add("id", caseId(C, P))
          .add("source", "kernels/" + C.Source)
          .add("options", definitionOptions(definitionsOf(P)))
          .add("cuda", C.Cuda)
          .add("opencl", C.OpenCl)
          .print();
  return 0;
}

//===----------------------------------------------------------------------===//
// serve
//===----------------------------------------------------------------------===//

void answer(const std::string &Id, const std::string &Status,
            const std::string &Message) {
  JsonLine()
      .add("id", Id)
      .add("done", true)
      .add("status", Status)
      .add("message", Message)
      .print();
}

/// "n=1000;a=1.5", pointers left out: what `kernelcast predict --arg` takes.
std::string argumentText(const Problem &Q, bool OpenCl) {
  std::string Text;
  for (const Argument &A : Q.Arguments) {
    if (A.Is == Argument::Kind::Buffer ||
        (A.Is == Argument::Kind::Shared && !OpenCl))
      continue;
    char Value[40];
    std::snprintf(Value, sizeof(Value), "%.17g", A.Value);
    Text += (Text.empty() ? "" : ";") + A.Name + "=" + Value;
  }
  return Text;
}

void serveCase(Device &Gpu, const std::string &Id, const std::string &Module,
               const RunSettings &How) {
  // case:KERNEL:PARAMETERS
  size_t Colon = Id.find(':', 5);
  const std::string Kernel = Id.substr(5, Colon - 5);
  const Parameters P = Parameters::parse(Id.substr(Colon + 1));
  auto It = std::find_if(allCases().begin(), allCases().end(),
                         [&](const Case &C) { return C.Kernel == Kernel; });
  if (It == allCases().end())
    return answer(Id, "failed", "no kernel '" + Kernel + "'");
  const Outcome Result = runCase(Gpu, *It, P, Module, How);
  const Problem &Q = Result.Ran;
  double Shared = 0;
  for (const Argument &A : Q.Arguments)
    if (A.Is == Argument::Kind::Shared)
      Shared += A.Value;
  std::string Sizes;
  for (const Buffer &B : Q.Buffers)
    Sizes += (Sizes.empty() ? "" : ";") + B.Name + "=" +
             std::to_string(B.Elements * bytesOf(B.Of));
  JsonLine()
      .add("id", Id)
      .add("done", true)
      .add("status", Result.Status)
      .add("message", Result.Message)
      .add("kernel", Kernel)
      .add("source", "kernels/" + It->Source)
      .add("parameters", P.text())
      .add("defines", Q.Definitions.text())
      .add("grid", std::vector<double>{double(Q.Grid.X), double(Q.Grid.Y),
                                       double(Q.Grid.Z)})
      .add("block", std::vector<double>{double(Q.Block.X), double(Q.Block.Y),
                                        double(Q.Block.Z)})
      .add("dynamic_shared_bytes", Shared)
      .add("arguments", argumentText(Q, Gpu.face() == Face::OpenCl))
      .add("buffer_bytes", Sizes)
      .add("bytes", Q.Bytes)
      .add("operations", Q.Operations)
      .add("registers", Result.Kernel.RegistersPerThread)
      .add("static_shared_bytes", Result.Kernel.StaticSharedBytes)
      .add("local_bytes", Result.Kernel.LocalBytesPerThread)
      .add("warm_ms", Result.Took.Warm)
      .add("cold_ms", Result.Took.Cold)
      .add("batch_ms", Result.Took.Batch)
      .print();
}

/// What the compiled code lacks of what the benchmark needs in it.
std::string missingInPtx(const Benchmark &B, const std::string &Assembly) {
  if (Assembly.empty())
    return {};
  for (const auto &[Mnemonic, Count] : B.InPtx) {
    unsigned Found = 0;
    for (size_t At = 0; (At = Assembly.find(Mnemonic, At)) != std::string::npos;
         At += Mnemonic.size())
      ++Found;
    if (Found < Count)
      return "only " + std::to_string(Found) + " of " + std::to_string(Count) +
             " " + Mnemonic + " in the compiled code";
  }
  return {};
}

void serveBenchmark(Device &Gpu, const std::string &Id,
                    const std::string &Module, bool Quick) {
  const std::string Name = Id.substr(std::string("benchmark:").size());
  auto It = std::find_if(allBenchmarks().begin(), allBenchmarks().end(),
                         [&](const Benchmark &B) { return B.Name == Name; });
  if (It == allBenchmarks().end())
    return answer(Id, "failed", "no benchmark '" + Name + "'");
  try {
    if (It->DoublePrecision && !Gpu.facts().DoublePrecision)
      throw Unsupported("the device has no double precision");
    std::string Missing;
    if (!It->Source.empty()) {
      Gpu.load(Module, It->Definitions);
      Missing = missingInPtx(*It, Gpu.assembly());
    }
    BenchmarkContext Context{Gpu, Quick, [&](const Reading &R) {
                               JsonLine()
                                   .add("id", Id)
                                   .add("benchmark", Name)
                                   .add("quantity", R.Quantity)
                                   .add("setting", R.Setting)
                                   .add("unit", R.Unit)
                                   .add("samples", R.Samples)
                                   .add("check",
                                        Missing.empty() ? R.Check : Missing)
                                   .print();
                             }};
    It->Run(Context);
    answer(Id, "ok", "");
  } catch (const Unsupported &Error) {
    answer(Id, "unsupported", Error.what());
  } catch (const std::exception &Error) {
    answer(Id, "failed", Error.what());
  }
}

int serve(unsigned DeviceIndex, bool Quick, bool CheckOnly) {
  std::unique_ptr<Device> Gpu = openDevice(DeviceIndex);
  RunSettings How;
  How.Time = !CheckOnly;
  if (Quick) {
    How.SecondsPerPoint = 0.02;
    How.FewestRuns = 3;
    How.MostRuns = 20;
  }
  std::string Line;
  while (std::getline(std::cin, Line)) {
    size_t Tab = Line.find('\t');
    const std::string Id = Line.substr(0, Tab);
    const std::string Module =
        Tab == std::string::npos ? "" : Line.substr(Tab + 1);
    if (Id.rfind("case:", 0) == 0 && Id.find(':', 5) != std::string::npos)
      serveCase(*Gpu, Id, Module, How);
    else if (Id.rfind("benchmark:", 0) == 0)
      serveBenchmark(*Gpu, Id, Module, Quick);
    else
      answer(Id, "failed", "no such job");
  }
  return 0;
}

int run(std::vector<std::string> Words) {
  unsigned DeviceIndex = 0;
  bool Quick = false, CheckOnly = false;
  std::vector<std::string> Rest;
  for (size_t I = 0; I < Words.size(); ++I)
    if (Words[I] == "--device" && I + 1 < Words.size())
      DeviceIndex = unsigned(std::stoul(Words[++I]));
    else if (Words[I] == "--quick")
      Quick = true;
    else if (Words[I] == "--check")
      CheckOnly = true;
    else
      Rest.push_back(Words[I]);
  if (Rest == std::vector<std::string>{"describe"})
    return describe(*openDevice(DeviceIndex)), 0;
  if (Rest == std::vector<std::string>{"list"})
    return list(), 0;
  if (Rest == std::vector<std::string>{"serve"})
    return serve(DeviceIndex, Quick, CheckOnly);
  if (Rest.size() == 2 && Rest[0] == "plan")
    return plan(Rest[1]);
  std::fputs(Usage, stderr);
  return 2;
}

} // namespace

int main(int Count, char **Words) {
  try {
    return run({Words + 1, Words + Count});
  } catch (const std::exception &Error) {
    std::fprintf(stderr, "measure: error: %s\n", Error.what());
    return 2;
  }
}
