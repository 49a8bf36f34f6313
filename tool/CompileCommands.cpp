//===- CompileCommands.cpp - kernelcast compile-commands ------------------===//
//
// clangd and clang-tidy stop at options of nvcc that they do not know, and at
// the SDK that is not there. The new database has the same entries in the same
// order; those of CUDA and OpenCL are translated, and the prelude lies beside
// them. The others stay as they are.
//===----------------------------------------------------------------------===//

#include "analysis/frontend/CompilerCommand.h"
#include "tool/CompileJobs.h"
#include "tool/OptionValues.h"
#include "tool/OutputFile.h"
#include "tool/Tool.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace kernelcast;

static Expected<json::Array> translated(const CommandLine &Command,
                                        StringRef Prelude) {
  auto Entries = allJobsOfDatabase(Command.Database);
  if (!Entries)
    return Entries.takeError();
  json::Array Result;
  for (const DatabaseEntry &Entry : *Entries) {
    std::vector<std::string> Words = Entry.Words;
    if (hasKernels(Entry.Job)) {
      auto Driver = driverCommand(Entry.Job, Prelude);
      if (!Driver)
        return createStringError("'" + Entry.Job.File +
                                 "': " + toString(Driver.takeError()));
      Words = std::move(*Driver);
    }
    Result.push_back(json::Object{
        {"directory", json::fixUTF8(Entry.Job.Directory)},
        {"file", json::fixUTF8(Entry.Job.File)},
        {"arguments", json::Array(map_range(Words, json::fixUTF8))}});
  }
  return Result;
}

int kernelcast::runCompileCommands(const CommandLine &Command) {
  if (Command.Database.empty() || Command.Output.empty())
    return complain(usageError("compile-commands needs -p, the folder of the "
                               "database, and -o, the folder of the new one"));
  if (!Command.Files.empty())
    return complain(usageError("compile-commands takes no files; all of the "
                               "database are translated"));
  SmallString<256> Folder(Command.Output);
  if (std::error_code Why = sys::fs::make_absolute(Folder))
    return complain(createStringError(Why, "-o: " + Why.message()));
  SmallString<256> Prelude(Folder);
  sys::path::append(Prelude, "prelude");
  auto Entries = translated(Command, Prelude);
  if (!Entries)
    return complain(Entries.takeError());
  bool Same = false;
  SmallString<256> From(Command.Database);
  if (!sys::fs::is_directory(From))
    sys::path::remove_filename(From);
  if (!sys::fs::equivalent(From, Folder, Same) && Same)
    return complain(usageError("-o is the folder of the database itself"));
  if (Error E = writePrelude(Prelude))
    return complain(std::move(E));
  SmallString<256> Database(Folder);
  sys::path::append(Database, "compile_commands.json");
  if (Error E = writeOutput(Database, [&](raw_ostream &OS) {
        OS << formatv("{0:2}", json::Value(std::move(*Entries))) << '\n';
      }))
    return complain(std::move(E));
  return Done;
}
