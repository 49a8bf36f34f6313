//===- ApplicationPrediction.h - A host program's time ----------*- C++ -*-===//
//
// What one host function (main, or one that nobody calls) asks of one GPU, call
// by call, and how long that takes with one cost model:
//
//   copy to or from the device   start-up and bytes over bandwidth (4.8); the
//                                host waits, but for asynchronous copies of
//                                pinned memory
//   copy within the device       2 bytes / DRAM bandwidth
//   fill                         bytes / DRAM bandwidth, and a launch
//   pass of a library            its bytes / DRAM bandwidth, and its launches
//                                (common/LibraryPasses.h)
//   launch                       the cost model's time without its launch
//                                overhead, which the host spends
//   free                         waits for the device
//
// ApplicationTimeline.h says when each of them runs. Where something has no
// time, the total is a lower bound and Missing says of what.
//
// Source of (4.8): Gajger 2017, with common/Transfer.h.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_APPLICATION_APPLICATIONPREDICTION_H
#define KERNELCAST_COST_MODELS_APPLICATION_APPLICATIONPREDICTION_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include "analysis/host/program/HostInterpreter.h"
#include "cost_models/CostModel.h"
#include "cost_models/application/ApplicationTimeline.h"
#include "cost_models/common/Transfer.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace kernelcast {

/// A loop of host code with calls in it.
struct ApplicationLoop {
  SourceSpot Location;
  std::string Condition; ///< "i < repeat"
  std::string Formula;   ///< of the trips, "" where there is none
  double Trips = 0;      ///< each time that it is entered, on average
  double Entered = 0;
  bool Assumed = false; ///< the trips rest on an assumption
};

/// A call in one chain of calls, over all its executions.
struct ApplicationEvent {
  HostAction::Kind What = HostAction::Kind::Unmodelled;
  SourceSpot Location;
  std::string Callee, Operands;
  std::vector<std::string> CalledThrough; ///< functions, outermost first
  std::vector<unsigned> Loops;            ///< indexes, outermost first
  CopyKind Direction = CopyKind::Unknown;
  MemoryKind Memory = MemoryKind::Unknown;         ///< as taken
  MemoryKind MemoryInSource = MemoryKind::Unknown; ///< as the source tells
  bool Asynchronous = false;
  bool HostWaits = false; ///< whether the host waited for it after all
  std::string Stream;     ///< "" is the default stream; of the first execution

  bool HasBytes = false;
  std::string BytesText, BytesFormula; ///< source text; over host variables
  std::optional<uint64_t> Bytes;       ///< of the first execution
  uint64_t BytesLow = 0, BytesHigh = 0;
  double TotalBytes = 0;
  bool BytesAssumed = false; ///< rests on a value that is assumed

  // Of a library's pass; Bytes are what it moves through DRAM.
  PassAlgorithm Algorithm = PassAlgorithm::Map;
  std::string ElementsFormula;
  std::optional<uint64_t> Elements; ///< of the first execution
  bool ElementsAssumed = false;     ///< rest on a value that is assumed
  double PassLaunches = 0;          ///< of the first execution

  std::string Kernel;                      ///< qualified name, of a launch
  std::array<uint64_t, 3> Grid{}, Block{}; ///< of the first execution

  double Times = 0;
  double Seconds = 0;  ///< together
  TimeSpan First;      ///< of the first execution
  std::string Missing; ///< why (some of) it has no time
};

/// Something that the total lacks.
struct MissingTime {
  SourceSpot Location;
  std::string What, Why;
};

struct StreamUse {
  std::string Name;
  double Seconds = 0; ///< of the work in it
};

/// All that a host function asks of a GPU, with one cost model's times.
struct ApplicationPrediction {
  std::string Entry;
  SourceSpot Location;
  std::shared_ptr<const GpuSpec> Gpu;
  ModelId Model = ModelId::Wfg;
  ModelMode Mode = ModelMode::Corrected;
  std::vector<ApplicationEvent> Events; ///< by first execution
  std::vector<ApplicationLoop> Loops;
  std::vector<Assumption> Assumptions;
  std::vector<MissingTime> Missing; ///< not empty: the total is a lower bound
  std::vector<StreamUse> Streams;

  double Seconds = 0;          ///< from the first call to the end of all work
  TimeComposition Composition; ///< adds up to Seconds
  double SecondsToDevice = 0, SecondsFromDevice = 0; ///< sums of copies
  double BytesToDevice = 0, BytesFromDevice = 0;
  double SecondsOfKernels = 0, SecondsOfFills = 0; ///< also copies within
  double Launches = 0;
  double SecondsOfLibraries = 0, LibraryLaunches = 0; ///< of passes
};

/// A launch as a cost model sees it.
struct TimedLaunch {
  std::optional<double> Seconds; ///< on the device, without launch overhead
  double Share = 1;              ///< of the device that it fills
  double OverheadShare = 1;      ///< of the launch overhead, on the host
  std::array<uint64_t, 3> Grid{1, 1, 1}, Block{1, 1, 1};
  std::vector<Assumption> Assumptions; ///< the ledger's entries for it
  /// Why there are no Seconds, or what they leave out; "" where they are whole.
  std::string Missing;
};

/// Times the launch of an event. Equal launches are one object, which lives as
/// long as the prediction is made.
using LaunchTimer = llvm::function_ref<const TimedLaunch &(const HostEvent &)>;

/// Runs \p Entry of \p Program with \p Inputs and puts what it asks for on a
/// timeline; the names of GPU and model are the caller's to set. \p Link is the
/// GPU's, without launch overhead where the model has it in its times.
ApplicationPrediction
predictApplication(const HostProgram &Program, const HostEntry &Entry,
                   const HostInputs &Inputs, const GpuSpec &Gpu,
                   const HostLink &Link, LaunchTimer Timer);

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_APPLICATION_APPLICATIONPREDICTION_H
