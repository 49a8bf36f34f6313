//===- HtmlPage.cpp - A report as one page --------------------------------===//
//
// The frame has marks, a line each: @TITLE@, @POLICY@, @STYLE@, @DATA@ and
// @SCRIPTS@. utils/validation/html_page.py fills in the same ones.
//===----------------------------------------------------------------------===//

#include "tool/report/html/HtmlPage.h"
#include "tool/report/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;
using namespace kernelcast;

StringRef kernelcast::name(PageView View) {
  switch (View) {
  case PageView::Predict:
    return "predict";
  case PageView::Lint:
    return "lint";
  case PageView::Prune:
    return "prune";
  }
  llvm_unreachable("every view has a name");
}

static StringRef part(StringRef Name) {
  const PagePart *Found = find_if(
      pageParts(), [&](const PagePart &Each) { return Each.Name == Name; });
  assert(Found != pageParts().end() && "not embedded");
  return Found->Text;
}

/// The scripts of \p View, in the order in which they run.
static SmallVector<StringRef> scriptsOf(PageView View) {
  SmallVector<StringRef> Result = {part("d3-subset.min.js"), part("common.js")};
  switch (View) {
  case PageView::Predict:
    for (StringRef Name :
         {"source.js", "charts.js", "graph.js", "application.js", "predict.js"})
      Result.push_back(part(Name));
    break;
  case PageView::Lint:
    Result.push_back(part("source.js"));
    Result.push_back(part("lint.js"));
    break;
  case PageView::Prune:
    Result.push_back(part("prune.js"));
    break;
  }
  return Result;
}

/// As a content security policy names a script or a style.
static std::string hashOf(StringRef Text) {
  return "'sha256-" + encodeBase64(SHA256::hash(arrayRefFromStringRef(Text))) +
         "'";
}

static void writeEscaped(StringRef Text, raw_ostream &OS) {
  for (char C : Text)
    if (C == '<')
      OS << "&lt;";
    else if (C == '&')
      OS << "&amp;";
    else
      OS << C;
}

/// A "<" can only be in a string of JSON, where an escape means the same.
static void writeData(const PageData &Data, raw_ostream &OS) {
  OS << "<script type=\"application/json\" id=\"" << Data.Name << "\">";
  for (char C : Data.Text)
    if (C == '<')
      OS << "\\u003c";
    else
      OS << C;
  OS << "</script>\n";
}

void kernelcast::writeHtmlPage(PageView View, StringRef Title,
                               ArrayRef<PageData> Data, raw_ostream &OS) {
  const SmallVector<StringRef> Scripts = scriptsOf(View);
  const StringRef Style = part("page.css");
  SmallVector<StringRef> Lines;
  part("page.html").split(Lines, '\n');
  for (StringRef Line : Lines) {
    if (Line == "@TITLE@") {
      OS << "<title>";
      writeEscaped(printable(Title), OS);
      OS << "</title>\n";
    } else if (Line == "@POLICY@") {
      OS << "<meta http-equiv=\"Content-Security-Policy\" "
            "content=\"default-src 'none'; base-uri 'none'; form-action "
            "'none'; style-src "
         << hashOf(Style) << "; script-src";
      for (StringRef Script : Scripts)
        OS << ' ' << hashOf(Script);
      OS << "\">\n";
    } else if (Line == "@STYLE@") {
      OS << "<style>" << Style << "</style>\n";
    } else if (Line == "@DATA@") {
      for (const PageData &Each : Data)
        writeData(Each, OS);
    } else if (Line == "@SCRIPTS@") {
      for (StringRef Script : Scripts)
        OS << "<script>" << Script << "</script>\n";
    } else {
      OS << Line << '\n';
    }
  }
}
