//===- HostWalk.h - How the host program is built ---------------*- C++ -*-===//
//
// Internal to analysis/frontend: HostTimeline.cpp walks statements and calls,
// HostLoops.cpp follows loops, HostActions.cpp reads the calls of the runtime,
// HostReferences.cpp what runs without being called, HostOpenCL.cpp those of
// OpenCL, HostOrigins.cpp finds out what pointers and handles stand for.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_HOST_HOSTWALK_H
#define KERNELCAST_ANALYSIS_HOST_HOSTWALK_H

#include "analysis/host/HostProgram.h"
#include "analysis/host/HostValues.h"
#include <set>

namespace kernelcast::host {

/// Which memory variables and members point to, by the calls that allocate it.
class HostOrigins {
public:
  explicit HostOrigins(HostFacts &Facts);

  /// What the pointer \p E points to where it stands in \p F.
  MemoryKind memory(const clang::Expr *E, const Frame *F, unsigned Depth = 0);

private:
  void note(const clang::Expr *Target, MemoryKind Kind, unsigned Depth);
  MemoryKind ofVariable(const clang::VarDecl *V, const Frame *F,
                        unsigned Depth);

  HostFacts &Facts;
  llvm::DenseMap<const clang::ValueDecl *, MemoryKind> Kinds;
};

class HostWalk {
public:
  HostWalk(HostFacts &Facts, HostProgram &Program)
      : Facts(Facts), Program(Program), Values(Facts, *Program.Pool),
        Origins(Facts) {}

  void run();

private:
  using Steps = std::vector<HostStep>;

  // HostTimeline.cpp: statements.
  void enter(const clang::FunctionDecl *Function);
  void statement(const clang::Stmt *S, const Frame *F, Steps &To);
  void expression(const clang::Stmt *E, const Frame *F, Steps &To);
  void branch(const clang::Expr *Condition, const clang::Stmt *Then,
              const clang::Stmt *Else, const clang::Stmt *Whole, const Frame *F,
              Steps &To);
  void cases(const clang::SwitchStmt *Switch, const Frame *F, Steps &To);
  void call(const clang::Expr *Call, const Frame *F, Steps &To);
  void nameSymbols();
  SourceSpot spot(const clang::Stmt *S) const;
  bool full() const { return Count > MaximumSteps; }
  /// Whether something under \p S concerns the device.
  bool concerns(const clang::Stmt *S, const FunctionFacts &Body);
  bool concerns(const FunctionFacts &Body);

  // HostReferences.cpp
  std::vector<const FunctionFacts *>
  overriders(const clang::FunctionDecl *Callee);
  bool isCalled(const clang::LambdaExpr *Lambda) const;
  void handedOn(Steps &To);
  void elsewhere();

  // HostLoops.cpp
  void loop(const clang::Stmt *S, const Frame *F, Steps &To);
  void loopValues(HostStep &Loop, const clang::Stmt *S, const Frame *F);
  const Expr *next(const Place &P, const clang::Stmt *Loop, const Frame *F);
  const Expr *trips(const HostStep &Loop);

  // HostActions.cpp
  /// Whether \p Call is of the runtime or of a library on the device.
  static bool isAction(const clang::Expr *Call);
  void action(const clang::CallExpr *Call, const Frame *F, Steps &To);
  void launch(const Launch &L, const Frame *F, Steps &To);
  void unmodelled(const clang::Stmt *Where, llvm::StringRef Callee,
                  llvm::StringRef Why, Steps &To);
  const Expr *bytes(const clang::Expr *E, const Frame *F);
  const clang::FunctionDecl *kernel(const clang::Expr *Callee, const Frame *F,
                                    unsigned Depth = 0);
  HandleName handle(const clang::Expr *E, const Frame *F, unsigned Depth = 0);
  std::string uniqueName(const clang::ValueDecl *D);

  // HostOpenCL.cpp
  struct OpenCLArgument {
    const Expr *Value = nullptr; ///< or bytes of Local memory
    bool Local = false;
  };
  struct OpenCLKernel {
    std::string Name;
    std::map<unsigned, OpenCLArgument> Arguments;
  };
  static bool isOpenCL(llvm::StringRef Name);
  void openCL(const clang::CallExpr *C, const Frame *F, Steps &To);
  void describeOpenCL(const clang::CallExpr *C, const Frame *F);
  void launchOpenCL(const clang::CallExpr *C, const Frame *F, Steps &To);
  std::array<const Expr *, 3> workSize(const clang::Expr *E,
                                       uint64_t Dimensions, const Frame *F);

  static constexpr unsigned MaximumSteps = 20000;
  static constexpr unsigned MaximumCalls = 24;    // on top of each other
  static constexpr unsigned MaximumNesting = 200; // of statements

  HostFacts &Facts;
  HostProgram &Program;
  HostValues Values;
  HostOrigins Origins;
  unsigned Count = 0, Nesting = 0;
  std::vector<const FunctionFacts *> Active;
  llvm::DenseSet<const FunctionFacts *> Entered;
  std::vector<const FunctionFacts *> HandedOn;
  /// Pre-order numbers of what concerns the device, ascending.
  llvm::DenseMap<const FunctionFacts *, std::vector<unsigned>> Concerns;
  std::set<const FunctionFacts *> Visiting;
  llvm::DenseMap<const clang::ValueDecl *, std::string> Names;
  std::set<std::string> TakenNames;
  std::map<std::string, OpenCLKernel> OpenCLKernels; ///< by variable
};

/// Calls \p Visit for every expression of \p Step and the steps inside it.
void forEachExpression(const HostStep &Step,
                       llvm::function_ref<void(const Expr *)> Visit);

} // namespace kernelcast::host

#endif // KERNELCAST_ANALYSIS_HOST_HOSTWALK_H
