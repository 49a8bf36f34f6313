//===- KttSpace.cpp - T1 as KTT launches it -------------------------------===//
//
// The block is LocalSize, the grid GlobalSize, both expressions for each axis.
// What GlobalSize counts is the language's habit, blocks in CUDA and work-items
// in OpenCL, unless GlobalSizeType names the other.
//===----------------------------------------------------------------------===//

#include "tool/prune/space/SpaceReading.h"

using namespace kernelcast;
using namespace llvm;

std::array<std::optional<SpaceExpression>, 3> kernelcast::readAxes(
    const JsonNode &Kernel, SizeAxes Which, SpaceReading &Reading,
    function_ref<void(const SpaceReading::Unreadable &)> Wrong) {
  std::array<std::optional<SpaceExpression>, 3> Axes;
  const auto Sizes =
      Kernel.field(Which == SizeAxes::Global ? "GlobalSize" : "LocalSize");
  if (!Sizes)
    return Axes;
  constexpr StringLiteral Names[] = {"X", "Y", "Z"};
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    if (const auto Size = Sizes->field(Names[Axis])) {
      SpaceReading::Unreadable Reason;
      Axes[Axis] = Reading.expression(*Size, Reason);
      if (!Axes[Axis])
        Wrong(Reason);
    }
  return Axes;
}

bool kernelcast::globalSizeCountsThreads(const JsonNode &Kernel,
                                         SpaceReading &Reading) {
  if (const auto Type = Kernel.field("GlobalSizeType")) {
    const std::string Name =
        Reading.text(*Type, "'GlobalSizeType'").value_or("");
    if (Name == "OpenCL")
      return true;
    if (Name == "CUDA" || Name == "Vulkan")
      return false;
    Reading.mistake(Type->place(),
                    "'GlobalSizeType' is OpenCL, CUDA or Vulkan");
  }
  return Reading.Space.Language == SpaceLanguage::OpenCl;
}

void kernelcast::readKttLaunch(const JsonNode &Kernel, SpaceReading &Reading) {
  LaunchRecipe &Launch = Reading.Space.Launch;
  auto wrong = [&](StringRef Option) {
    return [&Reading, Option](const SpaceReading::Unreadable &Reason) {
      Reading.launchMistake(Reason.Place,
                            Reason.Message + "; " + Option +
                                " gives this size on the command line");
    };
  };
  if (!Reading.Overrides.LocalSize)
    Launch.Block =
        readAxes(Kernel, SizeAxes::Local, Reading, wrong("--local-size"));
  if (!Reading.Overrides.Grid) {
    auto Sizes = readAxes(Kernel, SizeAxes::Global, Reading, wrong("--grid"));
    const bool CountsThreads = globalSizeCountsThreads(Kernel, Reading);
    for (unsigned Axis = 0; Axis != 3; ++Axis)
      if (auto &Size = Sizes[Axis])
        Launch.Grid[Axis] = GridAxis{std::move(*Size), {}, CountsThreads};
  }
  if (const auto Shared = Kernel.field("SharedMemory")) {
    SpaceReading::Unreadable Reason;
    auto Bytes = Reading.expression(*Shared, Reason);
    if (Bytes)
      Launch.SharedBytes.push_back(std::move(*Bytes));
    else
      Reading.mistake(Reason.Place, Reason.Message);
  }
}
