//===- HostProgram.h - What host code asks of the device --------*- C++ -*-===//
//
// The device's side of a host program as a tree in source order: copies, fills,
// launches, streams, events and waits, inside the loops and branches of the
// host code that decide about them. Sizes are expressions over what the source
// does not give. Free of Clang and of hardware, as KernelModel.h is.
//
// A variable that a loop changes is a symbol inside the loop, with its value in
// the first iteration and the value that one iteration leaves for the next:
//
//   for (int i = 0; i < n; i += 2)      First 0, Next i + 2, Condition i < n
//
// so that whoever knows the symbols can run the loop.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_PROGRAM_HOSTPROGRAM_H
#define KERNELCAST_ANALYSIS_HOST_PROGRAM_HOSTPROGRAM_H

#include "analysis/KernelModel.h"
#include "analysis/host/program/LibraryPass.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace kernelcast {

/// What a pointer of host code points to, by how it was allocated.
enum class MemoryKind : uint8_t {
  Unknown,
  Pageable, ///< malloc, new, std::vector, a local variable
  Pinned,   ///< cudaMallocHost, cudaHostAlloc, cudaHostRegister
  Device,
  Managed, ///< cudaMallocManaged
};

enum class CopyKind : uint8_t {
  ToDevice,
  FromDevice,
  WithinDevice,
  WithinHost,
  Unknown,
};

/// A stream or an event: the variable that holds it, and the indexes that
/// choose one of several.
struct HandleName {
  std::string Name; ///< "" is the default stream
  std::vector<const Expr *> Indexes;
  bool Certain = true; ///< false: named by its text alone
};

/// One call that concerns the device.
struct HostAction {
  enum class Kind : uint8_t {
    Allocate, ///< device or pinned memory; takes no time here
    Free,     ///< waits for the device
    Copy,
    Fill, ///< cudaMemset
    Launch,
    Pass, ///< an algorithm of a library
    CreateStream,
    RecordEvent, ///< Event in Stream
    StreamWaits, ///< Stream for Event
    WaitForDevice,
    WaitForStream,
    WaitForEvent,
    Unmodelled, ///< may take time on the device; Note says why it is not known
  } What = Kind::Unmodelled;
  std::string Callee; ///< "cudaMemcpy", the kernel's name
  /// Of a copy: "d_x <- x"; of a fill or an allocation: the pointer.
  std::string Operands;
  CopyKind Direction = CopyKind::Unknown;
  MemoryKind Memory = MemoryKind::Unknown; ///< the host's side of a copy
  const Expr *Bytes = nullptr;             ///< null: cannot be followed
  std::string BytesText;                   ///< as the source has it
  HandleName Stream, Event;
  bool Asynchronous = false; ///< the host may go on at once
  bool NonBlocking = false;  ///< CreateStream: apart from the default stream

  // Of a launch.
  std::string Kernel; ///< qualified, with template arguments; "": not known
  SourceSpot KernelLocation;
  LaunchSite Site; ///< null where it cannot be followed; no defaults
  std::vector<std::string> Parameters; ///< names, parallel to Site.Arguments

  LibraryPass Pass;

  std::string Note; ///< why something above is missing
};

/// A variable that a loop changes.
struct LoopValue {
  const Expr *Symbol = nullptr;
  const Expr *First = nullptr; ///< null: not known
  const Expr *Next = nullptr;  ///< over the loop's symbols; null: not known
};

struct HostStep {
  enum class Kind : uint8_t {
    Action,
    Block,  ///< Body once; a called function, if Callee is not ""
    Loop,   ///< Body while Condition
    Branch, ///< Body if Condition, else Otherwise
    Return, ///< leaves the innermost function
    Break,  ///< leaves the innermost loop
    Continue,
    Exit, ///< ends the program
  } What = Kind::Block;
  SourceSpot Location;
  HostAction Action;
  std::string Callee;

  std::vector<HostStep> Body, Otherwise;
  const Expr *Condition = nullptr; ///< null: not known
  std::string ConditionText;       ///< "i < repeat"
  bool TestedAtEnd = false;        ///< do-while
  std::vector<LoopValue> Values;
  /// Trips of a counted loop over values outside it, or null.
  const Expr *Trips = nullptr;
};

/// A step that may take time on the device, which is not known for the reason
/// \p Why.
HostStep unmodelledStep(SourceSpot Location, llvm::StringRef Callee,
                        llvm::StringRef Why);

/// Calls \p Visit for every expression of \p Step and the steps inside it.
void forEachExpression(const HostStep &Step,
                       llvm::function_ref<void(const Expr *)> Visit);

/// What a symbol of the expressions above stands for.
struct HostSymbolInfo {
  std::string Name;  ///< "n", "run::n"; unique unless InLoop
  std::string Plain; ///< the variable's own: "n"
  std::optional<int64_t>
      Default;              ///< what the source gives without a command line
  bool CommandLine = false; ///< main's argc
  bool InLoop = false;      ///< has LoopValues
};

/// A function that starts on the host: main, or one that nobody here calls.
struct HostEntry {
  std::string Name;
  SourceSpot Location;
  std::vector<HostStep> Steps;
};

struct HostProgram {
  std::unique_ptr<ExpressionPool> Pool;
  std::vector<HostEntry> Entries;
  llvm::DenseMap<const Expr *, HostSymbolInfo> Symbols;
  /// Functions of other files that the host code calls.
  std::vector<std::string> Elsewhere;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_HOST_PROGRAM_HOSTPROGRAM_H
