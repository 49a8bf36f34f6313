//===- CompileJobs.cpp - How the files are compiled -----------------------===//

#include "tool/CompileJobs.h"
#include "analysis/frontend/CompilerCommand.h"
#include "tool/OutputFile.h"
#include "tool/Tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace kernelcast;

Expected<std::vector<CompileJob>>
kernelcast::jobsOf(const std::string &File, const CommandLine &Command,
                   const CompileDatabase *Database) {
  std::vector<CompileJob> Jobs;
  if (!Command.Database.empty()) {
    auto Found = Database ? Database->jobs(File)
                          : jobsFromDatabase(Command.Database, File);
    if (!Found)
      return Found.takeError();
    Jobs = std::move(*Found);
  } else {
    CompileJob Job;
    Job.File = File;
    Job.Arguments = Command.CompilerArguments;
    Jobs.push_back(std::move(Job));
  }
  for (CompileJob &Job : Jobs)
    append_range(Job.Arguments, Command.ExtraArguments);
  return Jobs;
}

/// The entries of \p File in the database that is printed.
static Error addCommands(const std::string &File, const CommandLine &Command,
                         json::Array &Entries) {
  Expected<std::vector<CompileJob>> Jobs = jobsOf(File, Command);
  if (!Jobs)
    return Jobs.takeError();
  for (const CompileJob &Job : *Jobs) {
    Expected<std::vector<std::string>> Words = compilerCommand(Job);
    if (!Words)
      return Words.takeError();
    SmallString<256> Directory(Job.Directory);
    if (std::error_code Why = sys::fs::make_absolute(Directory))
      return createStringError(Why, "cannot use '" + Twine(Job.File) +
                                        "': " + Why.message());
    Entries.push_back(json::Object{
        {"directory", json::fixUTF8(Directory)},
        {"file", json::fixUTF8(Job.File)},
        {"arguments", json::Array(map_range(*Words, json::fixUTF8))}});
  }
  return Error::success();
}

int kernelcast::printCompilerCommands(const CommandLine &Command) {
  json::Array Entries;
  for (const std::string &File : Command.Files)
    if (Error E = addCommands(File, Command, Entries))
      return complain(std::move(E));
  if (Error E = writeOutput(Command.Output, [&](raw_ostream &OS) {
        OS << formatv("{0:2}", json::Value(std::move(Entries))) << '\n';
      }))
    return complain(std::move(E));
  return Done;
}
