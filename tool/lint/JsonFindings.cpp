//===- JsonFindings.cpp - Findings for programs ---------------------------===//

#include "tool/lint/FindingWriters.h"
#include "tool/lint/ProvedFixes.h"
#include "tool/report/JsonFields.h"

using namespace llvm;
using namespace kernelcast;

namespace {

class FindingJson : JsonFields {
public:
  explicit FindingJson(raw_ostream &OS) : JsonFields(OS) {}

  void result(const LintResult &Result, const Report &Report) {
    Json.object([&] {
      head();
      Json.attributeArray("findings", [&] {
        for (const Finding &F : Result.Findings)
          finding(F);
        for (const Finding &F : Result.Unchanged)
          finding(F);
      });
      Json.attribute("suppressed", Result.Suppressed.size());
      Json.attributeArray("unchecked", [&] {
        for (const UncheckedKernel &Kernel : Result.Unchecked)
          Json.object([&] {
            text("kernel", Kernel.Kernel);
            place("location", Kernel.Location, {});
            text("reason", Kernel.Reason);
          });
      });
      Json.attributeArray("files", [&] {
        for (const FileReport &File : Report.Files)
          file(File);
      });
    });
  }

private:
  void sizes(StringRef Key, const std::array<uint64_t, 3> &Size) {
    Json.attributeArray(Key, [&] {
      for (uint64_t S : Size)
        Json.value(S);
    });
  }

  void place(StringRef Key, const SourceSpot &Spot, const TextRange &Range) {
    if (!Spot.isValid()) {
      Json.attribute(Key, nullptr);
      return;
    }
    Json.attributeObject(Key, [&] {
      text("file", Spot.File);
      Json.attribute("line", Spot.Line);
      Json.attribute("column", Spot.Column);
      if (!Range.isValid())
        return;
      Json.attribute("begin_line", Range.Line);
      Json.attribute("begin_column", Range.Column);
      Json.attribute("end_line", Range.EndLine);
      Json.attribute("end_column", Range.EndColumn);
      if (!Range.Macro.empty())
        text("macro", Range.Macro);
    });
  }

  void finding(const Finding &F) {
    Json.object([&] {
      text("check", info(F.Check).Name);
      text("severity", name(info(F.Check).Level));
      place("location", F.Location, F.Range);
      text("kernel", F.Kernel);
      text("gpu", F.Gpu);
      Json.attributeObject("launch", [&] {
        sizes("grid", F.Grid);
        sizes("block", F.Block);
        text("source", name(F.Source));
        place("location", F.LaunchedAt, {});
      });
      Json.attribute("other_launches", F.Others);
      text("message", F.Message);
      text("text", messageWithGain(F));
      text("known", name(F.Known));
      Json.attributeArray("assumes", [&] {
        for (const AssumedNumber &Number : F.Assumes)
          Json.object([&] {
            text("name", Number.Name);
            Json.attributeArray("values", [&] {
              for (int64_t Value : Number.Values)
                Json.value(Value);
            });
          });
      });
      if (F.Predicted)
        Json.attributeObject("gain", [&] {
          number("time_s", F.Predicted->Seconds);
          number("fixed_s", F.Predicted->FixedSeconds);
        });
      else
        Json.attribute("gain", nullptr);
      if (F.TimesWithheld)
        Json.attribute("times_withheld", true);
      witness(F);
      Json.attributeArray("notes", [&] {
        for (const ReportDiagnostic &Note : F.Notes)
          Json.object([&] {
            place("location", Note.Location, {});
            text("message", Note.Message);
          });
      });
      text("fingerprint", F.Fingerprint);
      if (F.Baseline != BaselineState::None)
        text("baseline", name(F.Baseline));
      fix(F);
    });
  }

  void fix(const Finding &F) {
    if (!F.Remedy) {
      Json.attribute("fix", nullptr);
      return;
    }
    Json.attributeObject("fix", [&] {
      const SourceChange &Change = F.Remedy->Change;
      Json.attribute("proved", F.Remedy->isConfirmed());
      Json.attribute("applied", F.Remedy->Applied);
      text("text", fixText(F));
      if (F.Remedy->Predicted)
        Json.attributeObject("gain", [&] {
          number("time_s", F.Remedy->Predicted->Seconds);
          number("fixed_s", F.Remedy->Predicted->FixedSeconds);
        });
      replacements(Change);
    });
  }

  void replacements(const SourceChange &Change) {
    Json.attributeArray("replacements", [&] {
      for (const Replacement &Each : Change.Replacements)
        Json.object([&] {
          text("file", Change.File);
          Json.attribute("begin_line", Each.Range.Line);
          Json.attribute("begin_column", Each.Range.Column);
          Json.attribute("end_line", Each.Range.EndLine);
          Json.attribute("end_column", Each.Range.EndColumn);
          text("text", Each.Text);
        });
    });
  }

  /// What may be written otherwise, whether a finding is about it or not.
  void change(const KnownChange &Known) {
    Json.object([&] {
      text("kind", name(Known.Kind));
      place("location", Known.Location, {});
      Json.attribute("proved", Known.Change.isProved());
      if (Known.Change.Obstacle != ChangeObstacle::None) {
        text("reason", obstacleText(Known.Change.Obstacle));
        place("reason_location", Known.Change.ObstacleAt, {});
      }
      replacements(Known.Change);
    });
  }

  void witness(const Finding &F) {
    if (F.Shown) {
      text("array", F.Shown->Array);
      sizes("witness_block", F.Shown->Block);
      Json.attribute("witness_warp", F.Shown->Warp);
      Json.attribute("witness_iteration", F.Shown->Iteration);
    }
    Json.attributeArray("witness", [&] {
      if (F.Shown)
        for (const WitnessLane &Lane : F.Shown->Lanes)
          Json.object([&] {
            Json.attribute("lane", Lane.Lane);
            Json.attribute("address", Lane.Address);
          });
    });
  }

  void launch(const LaunchReport &Launch) {
    Json.object([&] {
      sizes("grid", Launch.Profile.Launch.Grid);
      sizes("block", Launch.Profile.Launch.Block);
      text("source", name(Launch.Profile.Launch.Source));
      place("location", Launch.Profile.Launch.Location, {});
      Json.attributeObject("guesses", [&] {
        Json.attribute("count", Launch.Guesses.Count);
        Json.attribute("withheld", Launch.Guesses.Withheld);
      });
      Json.attributeArray("predictions", [&] {
        for (const Prediction &P : Launch.Predictions)
          Json.object([&] { predictionFields(P); });
      });
    });
  }

  void file(const FileReport &File) {
    Json.object([&] {
      text("path", File.Path);
      if (File.Unreadable)
        Json.attribute("unreadable", true);
      Json.attributeArray("kernels", [&] {
        for (const KernelReport &Kernel : File.Kernels)
          Json.object([&] {
            text("qualified_name", Kernel.QualifiedName);
            place("location", Kernel.Location, {});
            text("status", name(Kernel.Status));
            Json.attributeArray("reasons", [&] {
              for (const std::string &Reason : Kernel.Reasons)
                Json.value(json::fixUTF8(Reason));
            });
            Json.attributeArray("changes", [&] {
              for (const KnownChange &Known : Kernel.Changes)
                change(Known);
            });
            Json.attributeArray("launches", [&] {
              for (const LaunchReport &Launch : Kernel.Launches)
                launch(Launch);
            });
          });
      });
    });
  }
};

} // namespace

void kernelcast::writeFindingsJson(const LintResult &Result,
                                   const Report &Report, raw_ostream &OS) {
  FindingJson(OS).result(Result, Report);
  OS << '\n';
}
