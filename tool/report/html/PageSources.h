//===- PageSources.h - The source that a page carries -----------*- C++ -*-===//
//
// A page travels to other people, so it holds only text that the analysis was
// of: what the command line and its #includes read. A "#line" can name any file
// of the machine, and such a name alone opens nothing.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_HTML_PAGESOURCES_H
#define KERNELCAST_TOOL_REPORT_HTML_PAGESOURCES_H

#include "tool/report/Report.h"

namespace kernelcast {

/// The paths whose source a page shows, each once, and at most 200 of them.
class PageFiles {
public:
  /// Adds \p Path; "" is none.
  void add(const std::string &Path);
  llvm::ArrayRef<std::string> paths() const { return Paths; }

private:
  std::vector<std::string> Paths;
};

/// A JSON object from each path of \p Files to an array of lines, or to a text
/// that says why they are not there and goes on "FILE ...": the files of
/// \p Result that were read, of at most 4 MiB each and 32 MiB together, and of
/// each the first 20,000 lines. Lines are UTF-8 with their tabs; other control
/// characters are '?', so that a column of an ASCII line stays what it was.
void writeSources(const PageFiles &Files, const Report &Result,
                  llvm::raw_ostream &OS);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_HTML_PAGESOURCES_H
