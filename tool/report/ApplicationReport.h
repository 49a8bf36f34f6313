//===- ApplicationReport.h - A host program on the time line ----*- C++ -*-===//
//
// What one host function (main, or one that nobody calls) asks of one GPU, call
// by call, and how long it takes with one cost model. Where something has no
// time, the total is a lower bound and Missing says of what.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_APPLICATIONREPORT_H
#define KERNELCAST_TOOL_REPORT_APPLICATIONREPORT_H

#include "analysis/WarpProfile.h"
#include "analysis/hardware/GpuSpec.h"
#include "analysis/host/HostProgram.h"
#include "cost_models/CostModel.h"
#include "cost_models/application/ApplicationTimeline.h"

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
  MemoryKind Memory = MemoryKind::Unknown; ///< as taken
  bool Asynchronous = false;
  bool HostWaits = false; ///< whether the host waited for it after all
  std::string Stream;     ///< "" is the default stream; of the first execution

  bool HasBytes = false;
  std::string BytesText, BytesFormula; ///< source text; over host variables
  std::optional<uint64_t> Bytes;       ///< of the first execution
  uint64_t BytesLow = 0, BytesHigh = 0;
  double TotalBytes = 0;
  bool BytesAssumed = false; ///< rests on a value that is assumed

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

struct ApplicationReport {
  std::string Entry;
  SourceSpot Location;
  std::shared_ptr<const GpuSpec> Gpu;
  std::string Model;
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
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_APPLICATIONREPORT_H
