//===- SarifFindings.cpp - Findings for editors and code hosts ------------===//
//
// SARIF 2.1.0: a run for each GPU, the checks as rules, a finding as a result.
//
//   witness lanes          a code flow, so that a viewer steps through them
//   other accesses, notes  related locations
//   NOLINT                 results that are suppressed in the source
//   kernels not looked at  notifications of the run: they are no results
//   the gain               rank, 0 to 100, the per cent of the time saved
//
// Paths below the working directory are relative to SRCROOT, so that a code
// host finds the files. Columns count code points, where Clang counts bytes.
// What a host takes of one run (GitHub: 5,000 results) is not exceeded; what is
// left out is a notification, too.
//===----------------------------------------------------------------------===//

#include "tool/lint/FindingWriters.h"
#include "tool/report/JsonFields.h"
#include "tool/report/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// \p Path with all that a URI may not hold as it stands in per cents.
static std::string asUri(StringRef Path) {
  std::string Uri;
  for (char C : Path)
    if (isAlnum(C) || StringRef("/-._~").contains(C))
      Uri += C;
    else
      Uri += fmt::format("%{:02X}", static_cast<unsigned char>(C));
  return Uri;
}

/// The code points of \p Line in front of byte \p Column (from 1), from 1.
static unsigned codePointColumn(StringRef Line, unsigned Column) {
  const size_t Bytes = Column == 0 ? 0 : Column - 1;
  const StringRef Before = Line.take_front(Bytes);
  const auto Points = static_cast<size_t>(count_if(Before, [](char C) {
    return (static_cast<unsigned char>(C) & 0xC0) != 0x80;
  }));
  return static_cast<unsigned>(Points + (Bytes - Before.size()) + 1);
}

namespace {

class SarifWriter : JsonFields {
public:
  explicit SarifWriter(raw_ostream &OS) : JsonFields(OS) {
    SmallString<256> Folder;
    if (!sys::fs::current_path(Folder))
      Root = Folder.str().str() + "/";
  }

  void log(const LintResult &Result, const Report &Report) {
    Json.object([&] {
      text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
      text("version", "2.1.0");
      Json.attributeArray("runs", [&] {
        std::vector<std::string> Gpus;
        Gpus.reserve(Report.Gpus.size());
        for (const std::shared_ptr<const GpuSpec> &Gpu : Report.Gpus)
          Gpus.push_back(Gpu->Name);
        // Contracts name GPUs of their own.
        for (const std::vector<Finding> *Findings :
             {&Result.Findings, &Result.Unchanged, &Result.Suppressed})
          for (const Finding &F : *Findings)
            if (!is_contained(Gpus, F.Gpu))
              Gpus.push_back(F.Gpu);
        for (const std::string &Gpu : Gpus)
          run(Result, Gpu);
      });
    });
  }

private:
  static constexpr size_t MostResults = 5000;
  static constexpr size_t MostSteps = 64; ///< of a code flow: all lanes

  void run(const LintResult &Result, StringRef Gpu) {
    std::vector<std::pair<const Finding *, bool>> Shown; // suppressed?
    size_t LeftOut = 0;
    for (const std::vector<Finding> *Findings :
         {&Result.Findings, &Result.Unchanged, &Result.Suppressed})
      for (const Finding &F : *Findings)
        if (F.Gpu == Gpu) {
          LeftOut += Shown.size() == MostResults;
          if (Shown.size() < MostResults)
            Shown.emplace_back(&F, Findings == &Result.Suppressed);
        }
    Json.object([&] {
      Json.attributeObject("tool", [&] {
        Json.attributeObject("driver", [&] {
          text("name", "kernelcast");
          text("version", version());
          Json.attributeArray("rules", [&] {
            for (const CheckInfo &Check : checks())
              rule(Check);
          });
        });
      });
      Json.attributeObject("automationDetails", [&] {
        text("id", ("kernelcast/" + Gpu + "/").str());
      });
      text("columnKind", "unicodeCodePoints");
      if (!Root.empty())
        Json.attributeObject("originalUriBaseIds", [&] {
          Json.attributeObject("SRCROOT",
                               [&] { text("uri", "file://" + asUri(Root)); });
        });
      Json.attributeArray("invocations",
                          [&] { invocation(Result.Unchecked, LeftOut); });
      Json.attributeArray("results", [&] {
        for (const auto &[F, Suppressed] : Shown)
          result(*F, Suppressed);
      });
    });
  }

  void rule(const CheckInfo &Check) {
    Json.object([&] {
      text("id", Check.Name);
      message("shortDescription", Check.Title);
      message("help",
              ("docs/lint/" +
               Check.Name.substr(StringRef("kernelcast-").size()) + ".md")
                  .str());
      Json.attributeObject("defaultConfiguration",
                           [&] { text("level", name(Check.Level)); });
      Json.attributeObject("properties", [&] {
        Json.attributeArray("tags", [&] {
          Json.value("gpu");
          Json.value(Check.Level == Severity::Error ? "correctness"
                                                    : "performance");
        });
      });
    });
  }

  void invocation(ArrayRef<UncheckedKernel> Unchecked, size_t LeftOut) {
    Json.object([&] {
      Json.attribute("executionSuccessful", true);
      Json.attributeArray("toolExecutionNotifications", [&] {
        for (const UncheckedKernel &Kernel : Unchecked)
          Json.object([&] {
            text("level", "note");
            message("message", uncheckedText(Kernel));
            Json.attributeArray("locations", [&] {
              location(Kernel.Location, {}, nullptr, "", 0);
            });
          });
        if (LeftOut)
          Json.object([&] {
            text("level", "warning");
            message("message",
                    fmt::format("{} results beyond the first {}, with smaller "
                                "gains, are left out",
                                LeftOut, MostResults));
          });
      });
    });
  }

  void result(const Finding &F, bool Suppressed) {
    Json.object([&] {
      text("ruleId", info(F.Check).Name);
      Json.attribute("ruleIndex", static_cast<unsigned>(F.Check));
      text("level", name(info(F.Check).Level));
      const double Share = F.Predicted ? F.Predicted->share() : 1;
      Json.attributeBegin("rank");
      Json.rawValue(exactNumber(100 * std::clamp(Share, 0.0, 1.0)));
      Json.attributeEnd();
      const std::vector<ReportDiagnostic> Places = placesOf(F);
      message("message", messageWithGain(F) + links(F, Places.size()));
      Json.attributeArray("locations", [&] {
        location(F.Location, F.Range, &F.Kernel, "", 0);
      });
      related(Places);
      if (F.Shown && !F.Shown->Lanes.empty())
        Json.attributeArray("codeFlows", [&] { codeFlow(F); });
      Json.attributeObject("partialFingerprints",
                           [&] { text("kernelcast/v1", F.Fingerprint); });
      if (F.Baseline != BaselineState::None)
        text("baselineState", name(F.Baseline));
      if (F.Remedy && F.Remedy->isConfirmed())
        fixes(F, F.Remedy->Change);
      if (Suppressed)
        Json.attributeArray("suppressions", [&] {
          Json.object([&] { text("kind", "inSource"); });
        });
      Json.attributeObject("properties", [&] {
        text("gpu", F.Gpu);
        text("known", name(F.Known));
        if (F.Predicted && !F.TimesWithheld) {
          number("time_s", F.Predicted->Seconds);
          number("fixed_s", F.Predicted->FixedSeconds);
        }
      });
    });
  }

  void fixes(const Finding &F, const SourceChange &Change) {
    auto one = [&] {
      message("description", fixText(F));
      Json.attributeArray("artifactChanges", [&] {
        Json.object([&] {
          artifact(Change.File);
          Json.attributeArray("replacements", [&] {
            for (const Replacement &Each : Change.Replacements)
              replacement(Change.File, Each);
          });
        });
      });
    };
    Json.attributeArray("fixes", [&] { Json.object(one); });
  }

  void replacement(const std::string &File, const Replacement &Each) {
    auto column = [&](unsigned Line, unsigned Column) {
      return codePointColumn(Sources.line(File, Line), Column);
    };
    const TextRange &Range = Each.Range;
    Json.object([&] {
      Json.attributeObject("deletedRegion", [&] {
        Json.attribute("startLine", Range.Line);
        Json.attribute("startColumn", column(Range.Line, Range.Column));
        Json.attribute("endLine", Range.EndLine);
        Json.attribute("endColumn", column(Range.EndLine, Range.EndColumn));
      });
      message("insertedContent", Each.Text);
    });
  }

  /// What \p F has beside its own place; the launch comes last.
  static std::vector<ReportDiagnostic> placesOf(const Finding &F) {
    std::vector<ReportDiagnostic> Places = F.Notes;
    if (F.LaunchedAt.isValid())
      Places.push_back(
          {ReportDiagnostic::Level::Note, F.LaunchedAt, launchText(F)});
    return Places;
  }

  /// Viewers show no related location to which no link in the message leads.
  static std::string links(const Finding &F, size_t Places) {
    constexpr size_t Most = 8;
    const size_t Notes = F.Notes.size();
    std::string Text;
    for (size_t I = 0; I != std::min(Notes, Most); ++I)
      Text += fmt::format("{} [{}]({})", I == 0 ? "; see" : ",",
                          Notes == 1 ? "there" : std::to_string(I + 1), I + 1);
    if (Places != Notes)
      Text += fmt::format("; [launched here]({})", Places);
    return Text;
  }

  void related(ArrayRef<ReportDiagnostic> Places) {
    if (Places.empty())
      return;
    Json.attributeArray("relatedLocations", [&] {
      for (const auto &[I, Note] : enumerate(Places))
        location(Note.Location, {}, nullptr, Note.Message,
                 static_cast<unsigned>(I + 1));
    });
  }

  void codeFlow(const Finding &F) {
    Json.object([&] {
      message("message", witnessText(*F.Shown));
      Json.attributeArray("threadFlows", [&] {
        Json.object([&] {
          Json.attributeArray("locations", [&] {
            for (const WitnessLane &Lane :
                 ArrayRef(F.Shown->Lanes).take_front(MostSteps))
              Json.object([&] {
                Json.attributeBegin("location");
                location(F.Location, F.Range, nullptr,
                         fmt::format("lane {} at byte {} of {}", Lane.Lane,
                                     Lane.Address, F.Shown->Array),
                         0);
                Json.attributeEnd();
              });
          });
        });
      });
    });
  }

  /// \p Kernel: the function around, or null. \p Message: "" for none. \p Id: 0
  /// for none.
  void location(const SourceSpot &Spot, const TextRange &Range,
                const std::string *Kernel, StringRef Message, unsigned Id) {
    Json.object([&] {
      if (Id)
        Json.attribute("id", Id);
      if (!Spot.File.empty())
        Json.attributeObject("physicalLocation", [&] {
          artifact(Spot.File);
          region(Spot, Range);
          if (Kernel)
            context(Spot, Range);
        });
      if (Kernel)
        Json.attributeArray("logicalLocations", [&] {
          Json.object([&] {
            text("fullyQualifiedName", *Kernel);
            text("kind", "function");
          });
        });
      if (!Message.empty())
        message("message", Message);
    });
  }

  void artifact(StringRef File) {
    Json.attributeObject("artifactLocation", [&] {
      SmallString<256> Path(File);
      sys::path::remove_dots(Path);
      StringRef Inside = Path;
      if (sys::path::is_absolute(Inside) &&
          !(!Root.empty() && Inside.consume_front(Root))) {
        text("uri", "file://" + asUri(Path));
        return;
      }
      text("uri", asUri(Inside));
      if (!Root.empty())
        text("uriBaseId", "SRCROOT");
    });
  }

  void region(const SourceSpot &Spot, const TextRange &Range) {
    if (!Spot.isValid())
      return;
    const bool Whole = Range.isValid();
    const unsigned Line = Whole ? Range.Line : Spot.Line;
    const unsigned Column = Whole ? Range.Column : Spot.Column;
    const std::string Text = Sources.line(Spot.File, Line);
    Json.attributeObject("region", [&] {
      Json.attribute("startLine", Line);
      Json.attribute("startColumn", codePointColumn(Text, Column));
      if (Whole) {
        Json.attribute("endLine", Range.EndLine);
        Json.attribute("endColumn",
                       codePointColumn(Sources.line(Spot.File, Range.EndLine),
                                       Range.EndColumn));
      }
      // A snippet is the text of its region.
      if (Whole && Range.EndLine == Line && Range.EndColumn > Column)
        message("snippet",
                StringRef(Text).substr(Column - 1, Range.EndColumn - Column));
    });
  }

  /// The lines of the region and one on each side, for viewers without the
  /// source.
  void context(const SourceSpot &Spot, const TextRange &Range) {
    constexpr unsigned Most = 12;
    const unsigned First = Range.isValid() ? Range.Line : Spot.Line;
    const unsigned Last = Range.isValid() ? Range.EndLine : Spot.Line;
    if (!Spot.isValid() || Last - First >= Most)
      return;
    const unsigned From = First > 1 ? First - 1 : First;
    std::string Text;
    for (unsigned Line = From; Line <= Last + 1; ++Line)
      Text += Sources.line(Spot.File, Line) + "\n";
    Json.attributeObject("contextRegion", [&] {
      Json.attribute("startLine", From);
      Json.attribute("endLine", Last + 1);
      message("snippet", Text);
    });
  }

  void message(StringRef Key, StringRef Value) {
    Json.attributeObject(Key, [&] { text("text", Value); });
  }

  SourceLines Sources;
  std::string Root; ///< the working folder, with a slash at its end; or ""
};

} // namespace

void kernelcast::writeFindingsSarif(const LintResult &Result,
                                    const Report &Report, raw_ostream &OS) {
  SarifWriter(OS).log(Result, Report);
  OS << '\n';
}
