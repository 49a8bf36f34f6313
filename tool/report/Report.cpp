//===- Report.cpp - Kernels of several translation units made one ---------===//

#include "tool/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <map>

using namespace llvm;
using namespace kernelcast;

#ifndef KERNELCAST_VERSION
#define KERNELCAST_VERSION "0.1.0"
#endif

StringRef kernelcast::name(FixKind Kind) {
  constexpr StringLiteral Names[] = {"padding", "float-literal",
                                     "pointer-promise", "hoisting"};
  return Names[static_cast<unsigned>(Kind)];
}

InstructionLines LaunchReport::instructionLines() const {
  return kernelcast::instructionLines(counted(), *Gpu);
}

std::optional<ThreadExecutions> LaunchReport::threadExecutions() const {
  return kernelcast::threadExecutions(counted());
}

const Prediction *LaunchReport::leading() const {
  for (const Prediction &P : Predictions)
    if (P.Model == DefaultModel)
      return &P;
  return Predictions.empty() ? nullptr : &Predictions.front();
}

StringRef kernelcast::version() { return KERNELCAST_VERSION; }

bool kernelcast::sameLaunch(const LaunchConfiguration &A,
                            const LaunchConfiguration &B) {
  if (A.Grid != B.Grid || A.Block != B.Block || A.Made != B.Made ||
      A.DynamicSharedBytes != B.DynamicSharedBytes ||
      A.NullPointers != B.NullPointers ||
      A.Arguments.size() != B.Arguments.size())
    return false;
  return std::equal(A.Arguments.begin(), A.Arguments.end(), B.Arguments.begin(),
                    [](const ArgumentValue &X, const ArgumentValue &Y) {
                      return X.Name == Y.Name && X.Value == Y.Value &&
                             X.Integer == Y.Integer;
                    });
}

/// Whether the launch is what the program does rather than our guess.
static bool isKnownLaunch(const LaunchReport &Launch) {
  return Launch.Profile.Launch.Source != LaunchSource::Assumed;
}

/// Adds the launches of \p From to those of \p Into, equal ones once.
static void uniteLaunches(KernelReport &Into, KernelReport &From) {
  for (LaunchReport &New : From.Launches) {
    auto Same = find_if(Into.Launches, [&](const LaunchReport &Old) {
      return Old.Gpu == New.Gpu &&
             sameLaunch(Old.Profile.Launch, New.Profile.Launch);
    });
    if (Same == Into.Launches.end()) {
      Into.Launches.push_back(std::move(New));
      continue;
    }
    const SourceSpot &Spot = New.Profile.Launch.Location;
    if (Spot.isValid() && !(Spot == Same->Profile.Launch.Location) &&
        !is_contained(Same->AlsoAt, Spot))
      Same->AlsoAt.push_back(Spot);
  }
  std::move(From.Refused.begin(), From.Refused.end(),
            std::back_inserter(Into.Refused));
  if (any_of(Into.Launches, isKnownLaunch))
    erase_if(Into.Launches,
             [](const LaunchReport &L) { return !isKnownLaunch(L); });
}

void kernelcast::mergeKernels(Report &Result) {
  using Place = std::tuple<std::string, unsigned, unsigned>;
  std::map<std::pair<Place, std::string>, KernelReport *> First;
  std::map<Place, unsigned> Modelled;
  std::vector<const KernelReport *> Gone;
  // Two files may spell the path of a third differently.
  std::map<std::string, std::string> Canonical;
  auto placeOf = [&](const KernelReport &K) {
    auto [It, IsNew] = Canonical.try_emplace(K.Location.File, K.Location.File);
    SmallString<256> Path;
    if (IsNew && !sys::fs::real_path(K.Location.File, Path))
      It->second = Path.str().str();
    return Place(It->second, K.Location.Line, K.Location.Column);
  };
  for (FileReport &File : Result.Files) {
    for (KernelReport &Kernel : File.Kernels) {
      if (Kernel.Status != ModelStatus::NotModelled)
        ++Modelled[placeOf(Kernel)];
      auto [It, IsNew] =
          First.try_emplace({placeOf(Kernel), Kernel.QualifiedName}, &Kernel);
      if (IsNew)
        continue;
      KernelReport &Kept = *It->second;
      if (Kernel.Status < Kept.Status)
        std::swap(Kept, Kernel);
      if (Kernel.Status == Kept.Status)
        uniteLaunches(Kept, Kernel);
      Gone.push_back(&Kernel);
    }
  }
  for (FileReport &File : Result.Files) {
    std::vector<KernelReport> Kept;
    for (KernelReport &Kernel : File.Kernels) {
      bool OtherInstantiation = Kernel.Status == ModelStatus::NotModelled &&
                                Kernel.TemplateArguments.empty() &&
                                Kernel.Location.isValid() &&
                                Modelled.count(placeOf(Kernel));
      if (!is_contained(Gone, &Kernel) && !OtherInstantiation)
        Kept.push_back(std::move(Kernel));
    }
    File.Kernels = std::move(Kept);
  }
}

unsigned kernelcast::countNotModelled(const Report &Result) {
  unsigned Count = 0;
  for (const FileReport &File : Result.Files)
    Count += count_if(File.Kernels, [](const KernelReport &Kernel) {
      return Kernel.Status == ModelStatus::NotModelled;
    });
  return Count;
}
