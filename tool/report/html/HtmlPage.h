//===- HtmlPage.h - A report as one page ------------------------*- C++ -*-===//
//
// One file that opens offline: the page's own style and scripts, and data that
// the scripts draw from. All of a page's numbers are in the JSON that it
// carries, which is that of `--format json`.
//
//   page.html    the frame, with marks where the rest goes
//   page.css     colours, sizes, dark and light, for paper
//   *.js         scripts in the order of the list below; d3-subset.min.js is
//                part of d3 (d3/README.md)
//
// Nothing of the data can become part of the page: "<" is written as an escape,
// scripts put text where it is text alone (textContent), and a content security
// policy names the scripts by their hashes and forbids everything else,
// requests to anywhere included.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_HTML_HTMLPAGE_H
#define KERNELCAST_TOOL_REPORT_HTML_HTMLPAGE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace kernelcast {

/// A file of this folder, as the build has embedded it.
struct PagePart {
  llvm::StringLiteral Name, Text;
};
/// All of them, by name.
llvm::ArrayRef<PagePart> pageParts();

/// JSON that a page carries.
struct PageData {
  llvm::StringRef Name; ///< how scripts ask for it: "report"
  llvm::StringRef Text; ///< valid JSON in UTF-8
};

/// What a page shows; each has a script of its own.
enum class PageView : uint8_t { Predict, Lint, Prune };
/// "predict", "lint", "prune".
llvm::StringRef name(PageView View);

/// Writes the page \p View of \p Data, called \p Title, to \p OS.
void writeHtmlPage(PageView View, llvm::StringRef Title,
                   llvm::ArrayRef<PageData> Data, llvm::raw_ostream &OS);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_HTML_HTMLPAGE_H
