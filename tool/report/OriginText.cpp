//===- OriginText.cpp - What stands behind a number, in words -------------===//

#include "tool/report/OriginText.h"
#include "analysis/formulas/KernelFormulas.h"
#include "llvm/ADT/StringRef.h"
#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// What the analysis of \p Profile's kernel counted, as well as it knows
/// \p Facts.
template <typename List, typename Fact>
static std::string analysed(const WarpProfile &Profile, const List &Facts,
                            Fact Of) {
  How Weakest = How::Exact;
  for (const auto &F : Facts)
    Weakest = weaker(Weakest, Of(F));
  const bool IsCompiled = Profile.Kernel->Resources.has_value();
  return ((IsCompiled ? "compiled code, " : "source analysis, ") +
          name(Weakest))
      .str();
}

static std::string instructions(const WarpProfile &Profile) {
  if (Profile.CountedIn == InstructionSource::Sass)
    return "machine code (sass); its blocks run as those of the model that "
           "they are joined with";
  return analysed(Profile, Profile.Blocks, [](const BlockFacts &Facts) {
    return Facts.WarpExecutions.Source;
  });
}

static std::string accesses(const WarpProfile &Profile) {
  return analysed(Profile, Profile.Accesses,
                  [](const AccessFacts &Facts) { return Facts.Source; });
}

static std::string launch(const WarpProfile &Profile) {
  switch (Profile.Launch.Source) {
  case LaunchSource::HostCode:
    return "launch in host code";
  case LaunchSource::Option:
    return "launch as given by options";
  case LaunchSource::Attribute:
    return "launch, block from the kernel's attribute";
  case LaunchSource::Assumed:
    return "launch, assumed";
  }
  return "";
}

static std::string argument(LaunchSource Given) {
  return Given == LaunchSource::Option     ? "--arg"
         : Given == LaunchSource::HostCode ? "host code"
                                           : name(Given).str();
}

/// A number of the GPU file or of its calibration.
static std::string gpuFile(const Quantity &Q) {
  if (!Q.Confidence) {
    StringRef Key = Q.Key;
    bool IsPart = Key.consume_front("calibration.");
    return ("assumed: no " + Key + " in the " +
            (IsPart ? "calibration" : "GPU file"))
        .str();
  }
  if (Q.Confidence == 'S')
    return "--set " + Q.Key;
  return "GPU file " + Q.Key + " (" + Q.Confidence +
         (Q.Confidence == 'C' ? ", unverified)" : ")");
}

std::string kernelcast::originText(const Quantity &Q,
                                   const WarpProfile &Profile) {
  switch (Q.From) {
  case Origin::Equation:
    return "";
  case Origin::Instructions:
    return instructions(Profile);
  case Origin::WarpTiming:
    return instructions(Profile) + "; latencies of the GPU file";
  case Origin::Accesses:
    return accesses(Profile);
  case Origin::Caches:
    return Profile.Caches.L1Keeps.empty() && Profile.Caches.L2Keeps.empty()
               ? accesses(Profile)
               : "accesses and the estimate of reuse, assumed";
  case Origin::Launch:
    return launch(Profile);
  case Origin::Residency:
    return "occupancy, limited by " + limiterText(Profile.Residency);
  case Origin::Argument:
    return argument(Q.Given);
  case Origin::Registers:
    return Profile.RegistersSource == RegisterSource::Option ? "--registers"
           : Profile.RegistersSource == RegisterSource::CompilerLog
               ? "--ptxas-log"
           : Profile.RegistersSource == RegisterSource::Listing ? "--sass"
           : Profile.RegistersSource == RegisterSource::CompiledEstimate
               ? "assumed: estimated from compiled code"
           : Profile.RegistersSource == RegisterSource::Compiled
               ? "compiled code"
               : "assumed: estimated";
  case Origin::SharedMemory:
    return "source and launch";
  case Origin::WarpSize:
    return "GPU file warp_size";
  case Origin::Banks:
    return "GPU file banks";
  case Origin::GpuFile:
  case Origin::Calibration:
    return gpuFile(Q);
  case Origin::Curve:
    return "W(n) of the GPU file's curve";
  case Origin::WholeCount:
    return "1: all n are in c";
  case Origin::Peaks:
    return "peaks of the GPU file: it has no calibration";
  case Origin::AssumedWarpSize:
    return "assumed: the width of a warp";
  case Origin::PaperAssumes:
    return "Wang and Lou: all";
  }
  return "";
}

std::string kernelcast::timeInTripsText(const Prediction &P,
                                        KernelFormulas &Formulas) {
  for (const TimeInTrips &Time : P.InTrips)
    if (Formula Trips = Formulas.trips(Time.Loop).Count;
        Trips && !Trips.isNumber())
      return fmt::format("{:.6g} {} {:.6g} * T cycles, T = {}", Time.Base,
                         Time.PerTrip < 0 ? '-' : '+', std::abs(Time.PerTrip),
                         toText(Trips));
  return "";
}
