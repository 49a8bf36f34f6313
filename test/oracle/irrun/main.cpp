//===- main.cpp - Compiled code, executed and held against its profile ----===//
//
//   ir-run FILE [--seen] [--code] [--traffic] [-v] [compiler options]
//          < launches
//
// Reads the file once, compiles its kernels for an NVIDIA GPU as kernelcast
// does, reads the optimised code back as a model, and runs the code on the
// host for each launch. A launch is a list of lines (../compiled writes them):
//
//   launch TEXT          begins one
//   kernel NAME
//   warp LANES
//   grid X Y Z           blocks
//   block X Y Z          threads
//   value TYPE COUNT     an argument's bytes; its numbers are the next line
//   buffer TYPE COUNT    a pointer to numbers, the next line
//   local BYTES          a pointer into shared memory
//   run
//
// Printed are differences (-v: all of them), launches that are left out with
// the reason, and how many facts were compared; with --seen also what the run
// counted, by memory and kind, with --code the compiled code, and with
// --traffic what an L2 that holds all of the launch, a half, a fourth or an
// eighth of it lets through, by the estimate of the caches and by the run.
//===----------------------------------------------------------------------===//

#include "Comparison.h"
#include "analysis/AnalysisContext.h"
#include "analysis/ast/KernelBuilder.h"
#include "analysis/lowering/DeviceCode.h"
#include "analysis/lowering/IrReader.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstring>
#include <iostream>
#include <sstream>

using namespace llvm;
using namespace irrun;
using namespace kernelcast;

namespace {

constexpr unsigned Capability = 75;

struct ArgumentMemory {
  enum Form { Value, Buffer, Local } Is = Value;
  std::vector<char> Bytes;
};

struct LaunchText {
  std::string Title, Kernel;
  LaunchSize Size;
  std::vector<ArgumentMemory> Arguments;
};

template <typename T>
void readNumbers(std::istream &In, size_t Count, std::vector<char> &Bytes) {
  Bytes.resize(Count * sizeof(T));
  for (size_t I = 0; I < Count; ++I) {
    std::string Word;
    In >> Word;
    T Number = T();
    if constexpr (std::is_floating_point_v<T>)
      Number = static_cast<T>(std::strtod(Word.c_str(), nullptr));
    else if (Word[0] == '-')
      Number = static_cast<T>(std::strtoll(Word.c_str(), nullptr, 0));
    else
      Number = static_cast<T>(std::strtoull(Word.c_str(), nullptr, 0));
    std::memcpy(&Bytes[I * sizeof(T)], &Number, sizeof(T));
  }
}

void readMemory(std::istream &In, const std::string &Type, size_t Count,
                std::vector<char> &Bytes) {
  if (Type == "float")
    return readNumbers<float>(In, Count, Bytes);
  if (Type == "double")
    return readNumbers<double>(In, Count, Bytes);
  if (Type == "char" || Type == "uchar") {
    std::vector<char> Wide;
    readNumbers<int32_t>(In, Count, Wide);
    for (size_t I = 0; I < Count; ++I)
      Bytes.push_back(Wide[4 * I]);
    return;
  }
  if (Type == "short" || Type == "ushort")
    return readNumbers<int16_t>(In, Count, Bytes);
  if (Type == "long" || Type == "ulong")
    return readNumbers<int64_t>(In, Count, Bytes);
  return readNumbers<int32_t>(In, Count, Bytes);
}

std::vector<LaunchText> readLaunches(std::istream &In) {
  std::vector<LaunchText> All;
  for (std::string Line; std::getline(In, Line);) {
    std::istringstream Words(Line);
    std::string Word, Type;
    Words >> Word;
    if (Word == "launch") {
      All.emplace_back().Title = Line.substr(7);
      continue;
    }
    if (All.empty())
      continue;
    LaunchText &Now = All.back();
    size_t Count = 0;
    if (Word == "kernel")
      Words >> Now.Kernel;
    else if (Word == "warp")
      Words >> Now.Size.Warp;
    else if (Word == "grid")
      Words >> Now.Size.Grid[0] >> Now.Size.Grid[1] >> Now.Size.Grid[2];
    else if (Word == "block")
      Words >> Now.Size.Block[0] >> Now.Size.Block[1] >> Now.Size.Block[2];
    if (Word == "local") {
      Words >> Count;
      Now.Arguments.push_back(
          {ArgumentMemory::Local, std::vector<char>(Count)});
    } else if (Word == "value" || Word == "buffer") {
      Words >> Type >> Count;
      ArgumentMemory &Made = Now.Arguments.emplace_back();
      Made.Is =
          Word == "value" ? ArgumentMemory::Value : ArgumentMemory::Buffer;
      readMemory(In, Type, Count, Made.Bytes);
      In.ignore();
    }
  }
  return All;
}

/// What the parameters are told about their values, as options would.
LaunchOverrides overridesOf(const LaunchText &Text, const KernelModel &Model) {
  LaunchOverrides User;
  User.Grid.emplace();
  User.Block.emplace();
  for (unsigned I = 0; I < 3; ++I) {
    (*User.Grid)[I] = Text.Size.Grid[I];
    (*User.Block)[I] = Text.Size.Block[I];
  }
  for (auto [Parameter, Argument] : zip(Model.Parameters, Text.Arguments)) {
    if (Argument.Is == ArgumentMemory::Local)
      User.give(Parameter.Name, Argument.Bytes.size());
    if (Argument.Is != ArgumentMemory::Value)
      continue;
    for (const ParameterLeaf &Leaf : Parameter.Leaves) {
      const size_t Bytes = std::max(8u, unsigned(Leaf.Type.Bits)) / 8;
      if (Leaf.Offset + Bytes > Argument.Bytes.size())
        continue;
      const char *At = &Argument.Bytes[Leaf.Offset];
      if (Leaf.Type.Float) {
        double Number = 0;
        float Short = 0;
        std::memcpy(&Number, At, std::min<size_t>(8, Bytes));
        std::memcpy(&Short, At, std::min<size_t>(4, Bytes));
        if (Bytes == 4)
          Number = Short;
        User.Arguments[Leaf.Name] = {Leaf.Name, Number, /*IsInteger=*/false, 0,
                                     LaunchSource::Option};
        continue;
      }
      uint64_t Number = 0;
      std::memcpy(&Number, At, Bytes);
      if (Bytes < 8 && Leaf.Type.Signed)
        Number = SignExtend64(Number, Bytes * 8);
      User.give(Leaf.Name, static_cast<int64_t>(Number));
    }
  }
  return User;
}

/// A launch's memory, aligned as drivers align it.
class LaunchMemory {
public:
  explicit LaunchMemory(const LaunchText &Text) {
    for (const ArgumentMemory &Argument : Text.Arguments) {
      // A vector of three elements is read as four.
      const size_t Bytes = alignTo(Argument.Bytes.size() + 64, 256);
      char *At = static_cast<char *>(std::aligned_alloc(256, Bytes));
      std::memset(At, 0, Bytes);
      std::memcpy(At, Argument.Bytes.data(), Argument.Bytes.size());
      Blocks.push_back(At);
    }
    for (auto [Argument, At] : zip(Text.Arguments, Blocks))
      Places.push_back(
          Argument.Is == ArgumentMemory::Value ? At : static_cast<void *>(&At));
  }
  LaunchMemory(const LaunchMemory &) = delete;
  ~LaunchMemory() {
    for (void *At : Blocks)
      std::free(At);
  }
  void *const *arguments() const { return Places.data(); }

private:
  std::vector<void *> Blocks, Places;
};

/// A kernel, compiled and read.
struct Compiled {
  const Function *Code = nullptr;
  std::shared_ptr<KernelAnalysis> Analysis;
  std::string WhyNot;
};

class Judge {
public:
  Judge(bool Verbose, bool Seen, bool Traffic)
      : Verbose(Verbose), ShowSeen(Seen), ShowTraffic(Traffic) {}
  void judge(const LaunchText &Text, const Compiled &Kernel);
  int report() const;

private:
  bool Verbose, ShowSeen, ShowTraffic;
  size_t Launches = 0, LeftOut = 0, Differences = 0;
  std::map<std::string, uint64_t> Counts;

  Error tryLaunch(const LaunchText &Text, const Compiled &Kernel,
                  Comparison &Result);
};

/// What the run counted of the accesses of each memory and kind.
void showSeen(const KernelModel &Model, const Totals &Seen,
              const GlobalTraffic &Traffic) {
  std::map<std::string, AccessTotal> Sums;
  std::map<Step, size_t> Next;
  for (const MemoryAccess &Access : Model.Accesses) {
    const Step At{Model.Blocks[Access.Block].CodeBlock, Access.CodeInstruction};
    const auto Found = Seen.Accesses.find(At);
    if (Found == Seen.Accesses.end())
      continue;
    const AccessTotal &One = Found->second[Next[At]++];
    AccessTotal &Sum =
        Sums[(name(Access.Space) + " " + name(Access.Kind)).str()];
    Sum.Warps += One.Warps;
    Sum.Lanes += One.Lanes;
    Sum.Sectors += One.Sectors;
    Sum.Lines += One.Lines;
    Sum.BankCycles += One.BankCycles;
  }
  for (const auto &[What, Sum] : Sums)
    outs() << "seen " << What << ": warps " << Sum.Warps << ", lanes "
           << Sum.Lanes << ", sectors " << Sum.Sectors << ", lines "
           << Sum.Lines << ", bank cycles " << Sum.BankCycles << '\n';
  const MemoryTraffic Touched = Traffic.touched();
  outs() << "seen global memory: " << Touched.Loaded << " sectors loaded, "
         << Touched.Written << " stored\n";
}

/// What the L2 of \p Profile misses of loads and stores to global memory, by
/// the estimate. Nothing where data decide an address, or atomics or local
/// memory come in between.
std::optional<std::array<double, 2>>
estimatedMisses(const KernelModel &Model, const WarpProfile &Profile) {
  std::array<double, 2> Sums = {0, 0};
  for (auto [Access, Facts, L1, L2] :
       zip(Model.Accesses, Profile.Accesses, Profile.Caches.L1Hits,
           Profile.Caches.L2Hits)) {
    if (Access.Space == MemorySpace::Local)
      return std::nullopt;
    if (Access.Space != MemorySpace::Global)
      continue;
    if (Access.Kind == AccessKind::Atomic || !Facts.Sectors.isExact())
      return std::nullopt;
    Sums[Access.Kind == AccessKind::Store] +=
        Facts.Sectors.Value * (1 - L1) * (1 - L2);
  }
  return Sums;
}

/// What comes from memory and goes there behind L2s that hold all of the
/// launch, and parts of it: by the estimate, on a GPU whose multiprocessors run
/// a block each and have no L1, and by the run.
void showTraffic(const KernelAnalysis &Kernel,
                 const LaunchConfiguration &Launch, GpuSpec Gpu,
                 const GlobalTraffic &Seen) {
  const MemoryTraffic Touched = Seen.touched();
  Gpu.L1Bytes.Value = 0;
  Gpu.Multiprocessors.Value = GlobalTraffic::Together;
  Gpu.MaxBlocks.Value = 1;
  for (const unsigned Part : {1, 2, 4, 8}) {
    const uint64_t Capacity = (Touched.Loaded + Touched.Written) / Part + 1;
    constexpr double Enough = 2; // sectors may be counted twice in the estimate
    Gpu.L2Bytes.Value = double(Capacity) * GlobalTraffic::SectorBytes *
                        (Part == 1 ? Enough : 1);
    const auto Said =
        estimatedMisses(Kernel.model(), Kernel.profile(Launch, Gpu));
    if (!Said)
      return;
    const MemoryTraffic Behind = Seen.behind(Capacity);
    outs() << formatv("traffic {0} {1:f1} {2} {3:f1} {4}\n", Part, (*Said)[0],
                      Behind.Loaded, (*Said)[1], Behind.Written);
  }
}

Error Judge::tryLaunch(const LaunchText &Text, const Compiled &Kernel,
                       Comparison &Result) {
  auto Fail = [](const Twine &Why) {
    return createStringError(inconvertibleErrorCode(), Why);
  };
  if (!Kernel.Analysis)
    return Fail(Kernel.WhyNot);
  const KernelModel &Model = Kernel.Analysis->model();
  if (Model.Status != ModelStatus::Modelled)
    return Fail(Model.Reasons.empty() ? "partly modelled"
                                      : Model.Reasons.front());
  if (Model.Parameters.size() != Text.Arguments.size())
    return Fail("other parameters");
  auto Gpu = findGpu(Text.Size.Warp == 64 ? "mi250x-gcd" : "rtx-2080-ti");
  if (!Gpu)
    return Gpu.takeError();
  auto Launch = Kernel.Analysis->launch(overridesOf(Text, Model), *Gpu);
  if (!Launch)
    return Launch.takeError();
  auto Copy = copyOf(*Kernel.Code);
  if (!Copy)
    return Copy.takeError();
  // The code is looked at before it is translated.
  auto Plain = copyOf(*Kernel.Code);
  if (!Plain)
    return Plain.takeError();
  auto Code = HostCode::make(std::move(*Copy), Launch->DynamicSharedBytes,
                             TellExecution);
  if (!Code)
    return Code.takeError();
  Function &Looked = *Plain->Kernel;
  const CodeLoops Loops(Looked);
  const auto Parts = partsOf(Model, Looked, Result.Differences);
  const LaunchMemory Memory(Text);
  GlobalTraffic Traffic;
  const Totals Seen =
      execute(*Code, Text.Size, Loops, successorsOf(Looked), Parts,
              Memory.arguments(), ShowSeen || ShowTraffic ? &Traffic : nullptr);
  if (!Seen.Problem.empty())
    return Fail(Seen.Problem);
  if (ShowSeen)
    showSeen(Model, Seen, Traffic);
  if (ShowTraffic)
    showTraffic(*Kernel.Analysis, *Launch, *Gpu, Traffic);
  const WarpProfile Profile = Kernel.Analysis->profile(*Launch, *Gpu);
  Result.compare(Profile, Seen, Loops, Looked);
  return Error::success();
}

void Judge::judge(const LaunchText &Text, const Compiled &Kernel) {
  ++Launches;
  Comparison Result;
  if (Error E = tryLaunch(Text, Kernel, Result)) {
    ++LeftOut;
    outs() << "left out: " << toString(std::move(E)) << '\n';
    return;
  }
  for (const auto &[What, Count] : Result.Counts)
    Counts[What] += Count;
  Differences += Result.Differences.size();
  constexpr size_t Shown = 8;
  for (auto [I, Each] : enumerate(Result.Differences))
    if (I < Shown || Verbose)
      outs() << "difference: " << Text.Title << ": " << Each << '\n';
}

int Judge::report() const {
  outs() << "count launches " << Launches << "\ncount left out " << LeftOut
         << "\ncount differences " << Differences << '\n';
  for (const auto &[What, Count] : Counts)
    outs() << "count " << What << ' ' << Count << '\n';
  return Differences ? 1 : 0;
}

} // namespace

int main(int Count, const char **Words) {
  if (Count < 2)
    return 2;
  CompileJob Job;
  Job.File = Words[1];
  bool Show = false, Verbose = false, Seen = false, Traffic = false;
  for (int I = 2; I < Count; ++I)
    if (StringRef(Words[I]) == "--code")
      Show = true;
    else if (StringRef(Words[I]) == "--seen")
      Seen = true;
    else if (StringRef(Words[I]) == "--traffic")
      Traffic = true;
    else if (StringRef(Words[I]) == "-v")
      Verbose = true;
    else
      Job.Arguments.push_back(Words[I]);
  const std::vector<LaunchText> Launches = readLaunches(std::cin);
  Judge Judging(Verbose, Seen, Traffic);
  Error E = parse(Job, [&](TranslationUnit &Unit) {
    std::map<std::string, Compiled> Kernels;
    std::vector<const KernelDeclaration *> Wanted;
    Wanted.reserve(Unit.Kernels.size());
    for (const KernelDeclaration &Kernel : Unit.Kernels)
      Wanted.push_back(&Kernel);
    DeviceCodeOptions Options;
    Options.Target.ComputeCapability = Capability;
    const DeviceCode Code = DeviceCode::compile(Unit, Wanted, Options);
    for (auto [Kernel, Made] : zip(Wanted, Code.kernels())) {
      Compiled &Here = Kernels[Kernel->QualifiedName];
      Here.WhyNot = Made.WhyNot;
      if (!Made.Function)
        continue;
      Here.Code = Made.Function;
      if (Show)
        outs() << *Made.Function;
      KernelModel Source =
          buildKernelModel(Kernel->Function, *Unit.Context, Unit.Lang);
      Source.InexactFloats = Unit.InexactFloats;
      Source.InexactSums = Unit.InexactSums;
      KernelModel Model =
          readKernel(*Made.Function, Source, {.Architecture = Capability});
      if (Model.Status == ModelStatus::NotModelled)
        Here.WhyNot =
            Model.Reasons.empty() ? "not modelled" : Model.Reasons.front();
      else
        Here.Analysis = std::make_shared<KernelAnalysis>(std::move(Model),
                                                         Unit.MaxRegisters);
    }
    for (const LaunchText &Text : Launches)
      Judging.judge(Text, Kernels[Text.Kernel]);
  });
  if (E) {
    errs() << toString(std::move(E)) << '\n';
    return 2;
  }
  return Judging.report();
}
