//===- AmdCode.cpp - Prints what AMD's machine code takes -----------------===//
//
//   amd-code PROCESSOR SOURCE [IR]
//
// Compiles the kernels of SOURCE for PROCESSOR ("gfx90a"). One line for each:
//
//   name vgprs agprs sgprs scratch lds waves bytes instructions bounded
//
// or "name ! why there is none". IR gets the module that the back end was
// given, from which llc makes the same: test/predict/amd_machine_code.test.
//===----------------------------------------------------------------------===//
#include "analysis/lowering/DeviceCode.h"
#include "analysis/lowering/MachineJoin.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace kernelcast;

static void print(StringRef Name, const DeviceKernel &Kernel) {
  if (!Kernel.Function || !Kernel.Machine) {
    outs() << Name << " ! " << Kernel.WhyNot << '\n';
    return;
  }
  const MachineFunctionCode &Code = *Kernel.Machine;
  const JoinedCode Joined =
      joinMachineCode(Code, Kernel.Function->getEntryBlock());
  outs() << Kernel.Function->getName() << ' ' << Code.Vgprs << ' '
         << Code.AccumulationVgprs << ' ' << Code.Sgprs << ' '
         << Code.ScratchBytes << ' ' << Code.LdsBytes << ' '
         << Code.WavesPerSimd << ' ' << Code.CodeBytes << ' '
         << Code.Instructions << ' ' << Joined.Bounded << '\n';
}

int main(int Count, char **Arguments) {
  if (Count < 3) {
    errs() << "usage: amd-code PROCESSOR SOURCE [IR]\n";
    return 2;
  }
  std::string Text;
  DeviceCodeOptions Options;
  Options.Target = {0, Arguments[1]};
  Options.Text = &Text;
  CompileJob Job;
  Job.File = Arguments[2];
  for (int I = 4; I < Count; ++I)
    Job.Arguments.push_back(Arguments[I]);
  Error Problem = parse(Job, [&](TranslationUnit &Unit) {
    std::vector<const KernelDeclaration *> Wanted;
    Wanted.reserve(Unit.Kernels.size());
    for (const KernelDeclaration &Kernel : Unit.Kernels)
      Wanted.push_back(&Kernel);
    const DeviceCode Made = DeviceCode::compile(Unit, Wanted, Options);
    for (size_t I = 0; I != Wanted.size(); ++I)
      print(Wanted[I]->QualifiedName, Made.kernels()[I]);
  });
  if (Problem) {
    errs() << "amd-code: " << toString(std::move(Problem)) << '\n';
    return 1;
  }
  if (Count > 3) {
    std::error_code Failed;
    raw_fd_ostream File(Arguments[3], Failed);
    if (Failed) {
      errs() << "amd-code: " << Arguments[3] << ": " << Failed.message()
             << '\n';
      return 1;
    }
    File << Text;
  }
  return 0;
}
