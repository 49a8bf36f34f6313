//===- CompileJobs.h - How the files are compiled ---------------*- C++ -*-===//
#ifndef KERNELCAST_TOOL_COMPILEJOBS_H
#define KERNELCAST_TOOL_COMPILEJOBS_H

#include "analysis/frontend/Frontend.h"
#include "tool/CommandLine.h"

namespace kernelcast {

/// The compile jobs of \p File: of the database, or what was given after --.
/// \p Database is that of \p Command, if it has been read before.
llvm::Expected<std::vector<CompileJob>>
jobsOf(const std::string &File, const CommandLine &Command,
       const CompileDatabase *Database = nullptr);

/// For each of \p Jobs, one for every string of its file that holds a kernel,
/// with the same options. \p Texts, by absolute path, stand in for files, as
/// standard input does. \p LeftOut gets what is to be said of the others. A
/// file that cannot be read keeps its job, which will say so.
std::vector<CompileJob>
jobsOfStrings(llvm::ArrayRef<CompileJob> Jobs,
              const std::map<std::string, std::string> &Texts,
              std::vector<ReportDiagnostic> &LeftOut);

/// Whether \p Job is of a kernel language, by the file's ending or by -x. nvcc
/// compiles other files for the host alone.
bool hasKernels(const CompileJob &Job);

/// predict --print-compiler-command: Clang's own commands for all files, as a
/// compilation database. Nothing is analysed. Returns the exit status.
int printCompilerCommands(const CommandLine &Command);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_COMPILEJOBS_H
