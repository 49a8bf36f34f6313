//===- HostInterpreter.h - A host program run with numbers ------*- C++ -*-===//
//
// Runs the steps of a host program: a symbol that the user, the source or a
// launch gives a value has it, and a loop's variables step from iteration to
// iteration by their own formulas. Every call that concerns the device is
// handed, with its sizes as numbers, to a HostObserver, which knows what it
// costs; nothing here knows a device.
//
// A value that nobody gives is never guessed in silence: a condition takes a
// documented side, a loop without trips runs once, and the observer is told.
//
// Loops of many rounds are run in stretches. The first and the last rounds run
// one by one; between them a few stretches stand for all the others, and the
// observer repeats what it saw in them.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_PROGRAM_HOSTINTERPRETER_H
#define KERNELCAST_ANALYSIS_HOST_PROGRAM_HOSTINTERPRETER_H

#include "analysis/host/program/HostProgram.h"
#include <map>

namespace kernelcast {

/// What is known of a run besides the source.
struct HostInputs {
  /// Line and column in the source; column 0 is any column of the line.
  using Place = std::pair<unsigned, unsigned>;

  /// The user's values, by a symbol's full name or by its variable's.
  std::map<std::string, int64_t> Variables;
  /// The user's probability that a condition is true; 0.5 and more is true.
  std::map<Place, double> BranchProbability;
  /// The user's trips of a loop.
  std::map<Place, double> LoopTrips;
  /// What launches have been analysed with, by a symbol's full name.
  std::map<std::string, int64_t> FromLaunches;
};

/// Something that a run takes for granted.
struct HostAssumption {
  enum class Kind : uint8_t {
    Variable,      ///< Name has Value, from Source
    Condition,     ///< Step's condition is Value, 0 or 1
    NeverLeaves,   ///< Step's condition never ends the loop around it
    Rounds,        ///< Step, a loop, runs Value rounds; Name would tell
    UnknownHandle, ///< Name, a stream or an event, is none of the others
  };
  enum class Origin : uint8_t { DefaultInSource, NoCommandLine, Launch };

  Kind What = Kind::Variable;
  const HostStep *Step = nullptr;
  std::string Name; ///< as --arg takes it; of a handle: "streams[?]"
  int64_t Value = 0;
  Origin Source = Origin::DefaultInSource;
};

/// One execution of an action, or one that stands for several.
struct HostEvent {
  const HostStep &Step;
  double Times = 1; ///< how many executions it stands for
  /// Bytes of copies, fills and allocations, elements of a library's pass;
  /// nothing where the size is not known.
  std::optional<uint64_t> Size = {};
  bool SizeAssumed = false; ///< Size rests on an assumption
  /// The variable that Size waits for, as --arg takes it; "" if none would do.
  std::string SizeLack = {};
  /// "streams[2]"; "" is the default stream.
  std::string Stream = {};
  std::string Event = {};
  /// Of a launch: the action's site with constants for all that is known, null
  /// for the rest.
  LaunchSite Site = {};
};

/// Watches a run. Loops and calls nest.
class HostObserver {
public:
  virtual ~HostObserver();

  virtual void event(const HostEvent &Event) = 0;
  virtual void assumed(const HostAssumption &Assumption) = 0;

  virtual void enterCall(llvm::StringRef Callee) = 0;
  virtual void leaveCall() = 0;

  virtual void enterLoop(const HostStep &Loop) = 0;
  /// \p Loop has run \p Rounds rounds, for each of \p Times entries.
  /// \p Assumed: their number rests on an assumption.
  virtual void leaveLoop(const HostStep &Loop, double Rounds, double Times,
                         bool Assumed) = 0;
  /// What happens until endStretch() is repeated \p More times.
  virtual void beginStretch() = 0;
  virtual void endStretch(double More) = 0;
};

/// Runs \p Entry of \p Program before the eyes of \p Observer.
void runHostProgram(const HostProgram &Program, const HostEntry &Entry,
                    const HostInputs &Inputs, HostObserver &Observer);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HOST_PROGRAM_HOSTINTERPRETER_H
