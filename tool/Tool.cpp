//===- Tool.cpp - From the command line to a subcommand -------------------===//

#include "tool/Tool.h"
#include "tool/Inputs.h"
#include "tool/report/TextReport.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace kernelcast;

int kernelcast::complain(Error E) {
  handleAllErrors(std::move(E), [](const ErrorInfoBase &Info) {
    // A message with several lines is a list of complaints (a GPU file with
    // three mistakes); those that name their own place stay as they are.
    SmallVector<StringRef, 4> Lines;
    std::string Message = Info.message();
    StringRef(Message).split(Lines, '\n', -1, /*KeepEmpty=*/false);
    for (StringRef Line : Lines) {
      if (Line.contains(": error: ")) {
        errs() << Line << '\n';
        continue;
      }
      ReportDiagnostic Diagnostic;
      Diagnostic.Severity = ReportDiagnostic::Level::Error;
      Diagnostic.Message = Line.str();
      writeDiagnostic(Diagnostic, errs(), errs().has_colors());
    }
  });
  return Usage;
}

static int run(const CommandLine &Command) {
  switch (Command.Command) {
  case Subcommand::Help:
    outs() << Command.HelpText;
    return Done;
  case Subcommand::Version:
    outs() << "kernelcast " << version() << '\n';
    return Done;
#define SUBCOMMAND(ID, ...)                                                    \
  case Subcommand::ID:                                                         \
    return run##ID(Command);
#include "tool/Subcommands.def"
  }
  return Usage;
}

int kernelcast::runTool(ArrayRef<const char *> Arguments) {
  Expected<CommandLine> Command = parseCommandLine(Arguments);
  if (!Command)
    return complain(Command.takeError());
  if (Command->Command == Subcommand::Predict ||
      Command->Command == Subcommand::Lint)
    if (Error E = findInputs(*Command))
      return complain(std::move(E));
  int Status = run(*Command);
  // A full disk behind a redirection is an error of ours to report.
  outs().flush();
  if (outs().has_error()) {
    std::string Why = outs().error().message();
    outs().clear_error();
    return complain(
        createStringError(inconvertibleErrorCode(),
                          "cannot write to standard output: " + Twine(Why)));
  }
  return Status;
}
