//===- HostRun.h - A host program run with numbers --------------*- C++ -*-===//
//
// Internal to tool: HostRun.cpp runs the steps (loops, branches, calls),
// HostRunActions.cpp puts what they ask for on the timeline, Application.cpp
// times the launches.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_HOSTRUN_H
#define KERNELCAST_TOOL_HOSTRUN_H

#include "cost_models/common/Transfer.h"
#include "tool/CommandLine.h"
#include "tool/report/ApplicationReport.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <set>

namespace kernelcast {

/// A launch on the timeline.
struct TimedLaunch {
  std::optional<double> Seconds; ///< on the device, without launch overhead
  double Share = 1;              ///< of the device that it fills
  LaunchConfiguration Shape;
  std::string Missing;            ///< why there are no Seconds
  const void *Identity = nullptr; ///< the same for equal launches
};

/// Times a launch whose site has constants, or null where nothing is known.
using LaunchTimer = llvm::function_ref<const TimedLaunch &(const HostAction &,
                                                           const LaunchSite &)>;

class HostRun {
public:
  /// \p Guesses: values that launches took for host variables, by name.
  HostRun(const HostProgram &Program, const CommandLine &Command,
          const HostLink &Link, double DramBandwidth,
          const std::map<std::string, std::optional<int64_t>> &Guesses,
          LaunchTimer Timer, ApplicationReport &Result)
      : Program(Program), Command(Command), Link(Link),
        DramBandwidth(DramBandwidth), Guesses(Guesses), Timer(Timer),
        Result(Result) {}

  void run(const HostEntry &Entry);

private:
  enum class Flow : uint8_t { On, Break, Continue, Return, Exit };
  struct Value {
    int64_t Number = 0;
    bool Assumed = false;
  };

  // HostRun.cpp
  Flow steps(const std::vector<HostStep> &Steps, double Weight);
  Flow branch(const HostStep &Branch, double Weight);
  Flow loop(const HostStep &Loop, double Weight);
  std::optional<uint64_t> countTrips(const HostStep &Loop, bool &Assumed);
  llvm::SmallVector<std::pair<uint64_t, uint64_t>, 8>
  plan(uint64_t Trips) const;
  void start(const HostStep &Loop);
  void advance(const HostStep &Loop);
  std::optional<Value> evaluate(const Expr *E);
  void bindSymbols();
  std::string optionName(const HostSymbolInfo &Info) const;
  std::string unknownIn(const Expr *E) const;
  void assume(llvm::StringRef What, const llvm::Twine &Value,
              const llvm::Twine &Why, llvm::StringRef Affects);

  // HostRunActions.cpp
  void action(const HostStep &Step, double Weight);
  void copy(const HostAction &A, ApplicationEvent &Event, double Weight);
  void fill(const HostAction &A, ApplicationEvent &Event, double Weight);
  void launch(const HostAction &A, ApplicationEvent &Event, double Weight);
  std::optional<double> size(const HostAction &A, ApplicationEvent &Event,
                             double Weight);
  void place(ApplicationTimeline::Engine Engine, unsigned Stream,
             double Seconds, ApplicationEvent &Event, double Weight,
             double Share = 1);
  void missing(ApplicationEvent &Event, llvm::StringRef What,
               const llvm::Twine &Why);
  unsigned stream(const HandleName &Name, bool NonBlocking = false);
  std::string key(const HandleName &Name);
  ApplicationEvent &event(const HostStep &Step);

  static constexpr uint64_t MostStates = 100000; ///< of a loop's variables
  static constexpr unsigned MostActions = 40000;

  const HostProgram &Program;
  const CommandLine &Command;
  const HostLink &Link;
  double DramBandwidth;
  const std::map<std::string, std::optional<int64_t>> &Guesses;
  LaunchTimer Timer;
  ApplicationReport &Result;

  ApplicationTimeline Timeline;
  llvm::DenseMap<const Expr *, Value> Values;
  llvm::DenseMap<const Expr *, std::pair<const char *, int64_t>> Sources;
  std::map<const HostStep *, size_t> EventOf, LoopOf;
  std::vector<unsigned> OpenLoops;
  std::vector<std::string> OpenCalls;
  llvm::StringMap<unsigned> StreamOf;
  llvm::StringMap<double> EventTime;
  std::set<std::string> Told; ///< entries of the ledger
  std::set<const void *> ToldLaunches;
  unsigned Actions = 0;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_HOSTRUN_H
