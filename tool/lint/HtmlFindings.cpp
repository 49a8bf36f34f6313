//===- HtmlFindings.cpp - Findings as a page ------------------------------===//

#include "tool/lint/FindingWriters.h"
#include "tool/report/html/HtmlPage.h"
#include "tool/report/html/PageBanks.h"
#include "tool/report/html/PageSources.h"

using namespace llvm;
using namespace kernelcast;

void kernelcast::writeFindingsHtml(const LintResult &Result,
                                   const Report &Report, raw_ostream &OS) {
  PageFiles Files;
  for (const auto *Findings : {&Result.Findings, &Result.Unchanged})
    for (const Finding &F : *Findings) {
      Files.add(F.Location.File);
      if (F.Remedy)
        Files.add(F.Remedy->Change.File);
    }
  std::string Json, Sources, Banks;
  {
    raw_string_ostream To(Json);
    writeFindingsJson(Result, Report, To);
  }
  {
    raw_string_ostream To(Sources);
    writeSources(Files, Report, To);
  }
  {
    raw_string_ostream To(Banks);
    writeBanks(Report, To);
  }
  std::string Title = "kernelcast lint";
  if (!Report.Files.empty())
    Title += ": " + Report.Files.front().Path;
  const PageData Data[] = {
      {"report", Json}, {"sources", Sources}, {"banks", Banks}};
  writeHtmlPage(PageView::Lint, Title, Data, OS);
}
