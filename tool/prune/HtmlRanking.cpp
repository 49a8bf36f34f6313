//===- HtmlRanking.cpp - A ranking as a page ------------------------------===//

#include "tool/prune/ParameterEffects.h"
#include "tool/prune/RankingWriters.h"
#include "tool/report/Numbers.h"
#include "tool/report/Report.h"
#include "tool/report/html/HtmlPage.h"

using namespace llvm;
using namespace kernelcast;

void kernelcast::writeRankingHtml(const Ranking &All, const SummaryFacts &Facts,
                                  raw_ostream &OS) {
  std::string Text;
  raw_string_ostream To(Text);
  {
    json::OStream Json(To);
    Json.object([&] {
      Json.attribute("schema", 1);
      Json.attributeObject("tool", [&] {
        Json.attribute("name", "kernelcast");
        Json.attribute("version", version());
      });
      Json.attribute("kernel", json::fixUTF8(Facts.Kernel));
      Json.attribute("gpu", json::fixUTF8(Facts.Gpu));
      auto Names = [&](StringRef Key, ArrayRef<std::string> List) {
        Json.attributeArray(Key, [&] {
          for (const std::string &Each : List)
            Json.value(json::fixUTF8(Each));
        });
      };
      Names("parameters", All.Parameters);
      Names("without_effect", Facts.WithoutEffect);
      Json.attributeObject("excluded", [&] {
        for (size_t I = 0; I != Facts.Excluded.size(); ++I)
          if (Facts.Excluded[I])
            Json.attribute(name(static_cast<Hindrance>(I)), Facts.Excluded[I]);
      });
      Json.attributeArray("effects", [&] {
        for (const ParameterEffect &Each : parameterEffects(All))
          Json.object([&] {
            Json.attribute("parameter",
                           json::fixUTF8(All.Parameters[Each.Parameter]));
            Json.attribute("values", static_cast<int64_t>(Each.Values));
            Json.attributeBegin("explains");
            Json.rawValue(exactNumber(Each.Explains));
            Json.attributeEnd();
          });
      });
      Json.attributeArray("configurations", [&] {
        for (const RankedConfiguration &Each : All.Configurations)
          Json.object([&] { writeConfiguration(All, Each, Json); });
      });
    });
  }
  const PageData Data[] = {{"report", Text}};
  writeHtmlPage(PageView::Prune, "kernelcast prune: " + Facts.Kernel, Data, OS);
}
