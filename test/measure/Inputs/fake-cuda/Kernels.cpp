//===- Kernels.cpp - Modules and kernels of the fake library --------------===//
#include "State.h"

#include <cstdio>

using namespace measure;
using namespace measure::cuda;

/// The same handle however often it is asked for.
static Function functionIn(EmulatedModule *In,
                           const emulation::KernelEntry *Entry) {
  for (auto &[Handle, Known] : Fake.Functions)
    if (Known.In == In && Known.Entry == Entry)
      return Handle;
  auto Handle = newHandle<Function>();
  Fake.Functions[Handle] = {In, Entry};
  return Handle;
}

EXPORT cuModuleLoad(Module *Loaded, const char *Path) {
  READY();
  auto New = std::make_unique<EmulatedModule>();
  const std::string Error = New->load(Path);
  if (!Error.empty()) {
    std::fprintf(stderr, "%s\n", Error.c_str());
    return FileNotFound;
  }
  *Loaded = newHandle<Module>();
  Fake.Modules[*Loaded] = std::move(New);
  return Success;
}

EXPORT cuModuleUnload(Module Loaded) {
  READY();
  auto It = Fake.Modules.find(Loaded);
  if (It == Fake.Modules.end())
    return InvalidHandle;
  for (auto F = Fake.Functions.begin(); F != Fake.Functions.end();)
    F = F->second.In == It->second.get() ? Fake.Functions.erase(F)
                                         : std::next(F);
  Fake.Modules.erase(It);
  return Success;
}

EXPORT cuModuleGetFunction(Function *Found, Module In, const char *Name) {
  READY();
  auto It = Fake.Modules.find(In);
  if (It == Fake.Modules.end())
    return InvalidHandle;
  const auto *Entry = It->second->find(Name);
  if (!Entry)
    return NotFound;
  *Found = functionIn(It->second.get(), Entry);
  return Success;
}

EXPORT cuFuncGetAttribute(int *Value, FunctionAttribute Which, Function Of) {
  READY();
  auto It = Fake.Functions.find(Of);
  if (It == Fake.Functions.end())
    return InvalidHandle;
  const unsigned Bound = It->second.Entry->MaxThreads;
  switch (Which) {
  case FunctionAttribute::MaxThreadsPerBlock:
    *Value = Bound ? int(Bound) : 1024;
    return Success;
  case FunctionAttribute::SharedSizeBytes:
  case FunctionAttribute::LocalSizeBytes:
    *Value = 0;
    return Success;
  case FunctionAttribute::NumRegs:
    *Value = 32;
    return Success;
  case FunctionAttribute::MaxDynamicSharedSizeBytes:
    *Value = It->second.DynamicShared;
    return Success;
  }
  return InvalidValue;
}

EXPORT cuFuncSetAttribute(Function Of, FunctionAttribute Which, int Value) {
  READY();
  auto It = Fake.Functions.find(Of);
  if (It == Fake.Functions.end())
    return InvalidHandle;
  if (Which != FunctionAttribute::MaxDynamicSharedSizeBytes || Value < 0 ||
      Value > SharedOptin)
    return InvalidValue;
  It->second.DynamicShared = Value;
  return Success;
}

EXPORT cuFuncGetParamInfo(Function Of, size_t Index, size_t *Offset,
                          size_t *Bytes) {
  READY();
  auto It = Fake.Functions.find(Of);
  if (It == Fake.Functions.end())
    return InvalidHandle;
  if (Index >= It->second.Entry->Parameters)
    return InvalidValue;
  *Offset = 0; // nobody asks
  *Bytes = It->second.Entry->ParameterBytes[Index];
  return Success;
}

EXPORT cuLaunchKernel(Function What, unsigned GridX, unsigned GridY,
                      unsigned GridZ, unsigned BlockX, unsigned BlockY,
                      unsigned BlockZ, unsigned SharedBytes, Stream On,
                      void **Parameters, void **Extra) {
  READY();
  auto It = Fake.Functions.find(What);
  if (It == Fake.Functions.end() || On)
    return InvalidHandle;
  FakeFunction &Callee = It->second;
  const unsigned Threads = BlockX * BlockY * BlockZ;
  if (!GridX || !GridY || !GridZ || GridY > 65535 || GridZ > 65535 || Extra ||
      SharedBytes > unsigned(Callee.DynamicShared) || BlockZ > 64 ||
      Threads == 0 || Threads > 1024)
    return InvalidValue;
  const unsigned Bound = Callee.Entry->MaxThreads;
  if (Bound && Threads > Bound)
    return LaunchOutOfResources;
  std::string Error = Callee.In->launch(*Callee.Entry, {GridX, GridY, GridZ},
                                        {BlockX, BlockY, BlockZ}, Parameters,
                                        SharedBytes, Fake.Memory);
  if (Error.empty())
    Error = Fake.Memory.strayWrites();
  if (!Error.empty()) {
    // Shows in the next call, as from a device that runs on its own.
    std::fprintf(stderr, "fake CUDA: %s\n", Error.c_str());
    Fake.Broken = true;
  }
  return Success;
}
