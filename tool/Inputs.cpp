//===- Inputs.cpp - Which files a command line means ----------------------===//

#include "tool/Inputs.h"
#include "analysis/frontend/SourceCheck.h"
#include "tool/CompileJobs.h"
#include "tool/OptionValues.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <array>

using namespace llvm;
using namespace kernelcast;

/// All of standard input, which may never end: no more than a source may have.
static Expected<std::string> readStandardInput() {
  if (sys::Process::StandardInIsUserInput())
    return usageError("'-' is standard input, which is a terminal: give it a "
                      "source by a pipe or '<'");
  std::string Text;
  std::array<char, 1 << 16> Part{};
  while (true) {
    auto Read = sys::fs::readNativeFile(sys::fs::getStdinHandle(), Part);
    if (!Read)
      return usageError("cannot read standard input: " +
                        toString(Read.takeError()));
    if (*Read == 0)
      return Text;
    Text.append(Part.data(), *Read);
    if (Text.size() > MaxSourceBytes)
      return usageError("cannot read standard input: it is larger than 64 MiB");
  }
}

/// The CUDA and OpenCL files of the database of \p Command.
static Error addFilesOfDatabase(CommandLine &Command) {
  auto Entries = allJobsOfDatabase(Command.Database);
  if (!Entries)
    return Entries.takeError();
  for (const DatabaseEntry &Entry : *Entries) {
    if (!hasKernels(Entry.Job))
      continue;
    SmallString<256> Path(Entry.Job.File);
    if (!sys::path::is_absolute(Path)) {
      Path = Entry.Job.Directory;
      sys::path::append(Path, Entry.Job.File);
    }
    std::string Name = Path.str().str();
    if (!is_contained(Command.Files, Name))
      Command.Files.push_back(std::move(Name));
  }
  if (Command.Files.empty())
    return usageError("-p '" + Command.Database +
                      "': the database has no CUDA or OpenCL file");
  return Error::success();
}

Error kernelcast::findInputs(CommandLine &Command) {
  if (Command.Files.empty())
    return Command.Database.empty() ? Error::success()
                                    : addFilesOfDatabase(Command);
  const auto Inputs = count(Command.Files, "-");
  if (Inputs == 0)
    return Error::success();
  if (Inputs > 1)
    return usageError("'-', which is standard input, is given twice");
  if (!Command.Database.empty())
    return usageError("'-', which is standard input, has no command in the "
                      "database of -p: give compiler arguments after --");
  Expected<std::string> Text = readStandardInput();
  if (!Text)
    return Text.takeError();
  Command.StandardInput = std::move(*Text);
  std::replace(Command.Files.begin(), Command.Files.end(), std::string("-"),
               StandardInputName.str());
  return Error::success();
}
