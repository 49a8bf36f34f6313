//===- HtmlFindings.cpp - Findings as a page ------------------------------===//

#include "tool/lint/FindingWriters.h"
#include "tool/report/html/HtmlPage.h"
#include "tool/report/html/HtmlReport.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

void kernelcast::writeFindingsHtml(const LintResult &Result,
                                   const Report &Report, raw_ostream &OS) {
  constexpr size_t MostFiles = 200;
  std::vector<std::string> Files;
  auto Add = [&](const std::string &Path) {
    if (!Path.empty() && Files.size() < MostFiles && !is_contained(Files, Path))
      Files.push_back(Path);
  };
  for (const auto *Findings : {&Result.Findings, &Result.Unchanged})
    for (const Finding &F : *Findings) {
      Add(F.Location.File);
      if (F.Remedy)
        Add(F.Remedy->Change.File);
    }
  std::string Json, Sources;
  {
    raw_string_ostream To(Json);
    writeFindingsJson(Result, Report, To);
  }
  {
    raw_string_ostream To(Sources);
    writeSources(Files, To);
  }
  std::string Title = "kernelcast lint";
  if (!Report.Files.empty())
    Title += ": " + Report.Files.front().Path;
  const PageData Data[] = {{"report", Json}, {"sources", Sources}};
  writeHtmlPage(PageView::Lint, Title, Data, OS);
}
