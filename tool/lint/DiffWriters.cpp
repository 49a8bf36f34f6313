//===- DiffWriters.cpp - What has changed, as text and JSON ---------------===//

#include "tool/lint/FindingWriters.h"
#include "tool/lint/RunDiff.h"
#include "tool/report/JsonFields.h"
#include "tool/report/Numbers.h"
#include "tool/report/SourceLines.h"
#include "llvm/ADT/STLExtras.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

namespace {

class DiffText {
public:
  DiffText(raw_ostream &OS, bool Unicode) : OS(OS), Unicode(Unicode) {}

  void write(const RunDiff &Diff) {
    for (const RecordedFinding *Each : Diff.New)
      finding(*Each, "new: ");
    for (const RecordedFinding *Each : Diff.Gone)
      finding(*Each, "gone: ");
    for (const ChangedGain &Each : Diff.Changed) {
      finding(*Each.New, "other gain: ");
      OS << "  " << gain(*Each.Old) << " before, " << gain(*Each.New)
         << " now\n";
    }
    size_t Equal = 0;
    for (const TimeChange &Each : Diff.Times) {
      Equal += Each.Old && Each.New && !Each.Noticeable;
      time(Each);
    }
    OS << fmt::format("{} new, {} gone, {} with another gain; {} of {} times "
                      "unchanged\n",
                      Diff.New.size(), Diff.Gone.size(), Diff.Changed.size(),
                      Equal, Diff.Times.size());
  }

private:
  std::string seconds(double Value) const {
    const TimeUnit Unit = timeUnit(Value, Unicode);
    return inUnit(Value, Unit) + " " + Unit.Name.str();
  }

  void finding(const RecordedFinding &F, StringRef State) {
    const SourceSpot &At = F.Location;
    if (At.isValid())
      OS << printable(fmt::format("{}:{}:{}: ", At.File, At.Line, At.Column));
    OS << name(F.Level) << ": " << State << printable(F.Text) << " ["
       << printable(F.Check) << "] in " << printable(F.Kernel) << " on "
       << printable(F.Gpu) << '\n';
  }

  std::string gain(const RecordedFinding &F) const {
    if (!F.Predicted)
      return "none";
    return F.TimesWithheld
               ? percent(F.Predicted->share())
               : fmt::format("{} of {}", seconds(F.Predicted->saved()),
                             seconds(F.Predicted->Seconds));
  }

  static std::string shape(const RecordedTime &T) {
    return fmt::format("grid {} block {}", fmt::join(T.Grid, "x"),
                       fmt::join(T.Block, "x"));
  }

  void time(const TimeChange &Change) {
    if (Change.Old && Change.New && !Change.Noticeable)
      return;
    const RecordedTime &Some = Change.New ? *Change.New : *Change.Old;
    std::string Head =
        fmt::format("{} on {} by {}", Some.Kernel, Some.Gpu, Some.Model);
    OS << printable(Head) << ": ";
    if (!Change.Old || !Change.New) {
      OS << fmt::format("{}, {}{}\n",
                        Some.Withheld ? "a time that rests on guesses"
                                      : seconds(Some.Seconds),
                        shape(Some), Change.New ? ", is new" : ", is gone");
      return;
    }
    const double Old = Change.Old->Seconds, New = Change.New->Seconds;
    const bool Withheld = Change.Old->Withheld || Change.New->Withheld;
    if (Withheld)
      OS << "times that rest on guesses, ";
    else
      OS << seconds(Old) << " before, " << seconds(New) << " now, ";
    if (Old > 0)
      OS << fmt::format("{}{}", New > Old ? "+" : "-",
                        percent(std::fabs(New - Old) / Old));
    else
      OS << "from nothing";
    const std::string Before = shape(*Change.Old), Now = shape(*Change.New);
    OS << (Before == Now ? ", " + Now
                         : ", " + Before + " before, " + Now + " now");
    if (Change.Moved && !Withheld)
      OS << printable(
          fmt::format("; {} moved most, {} before, {} now", Change.Moved->Name,
                      seconds(Change.Moved->Old), seconds(Change.Moved->New)));
    OS << '\n';
  }

  raw_ostream &OS;
  bool Unicode;
};

class DiffJson : JsonFields {
public:
  explicit DiffJson(raw_ostream &OS) : JsonFields(OS) {}

  void write(const RunDiff &Diff) {
    Json.object([&] {
      head();
      findings("new", Diff.New);
      findings("gone", Diff.Gone);
      Json.attributeArray("changed", [&] {
        for (const ChangedGain &Each : Diff.Changed)
          Json.object([&] {
            Json.attribute("finding", Each.New->Whole);
            gain("gain_before", *Each.Old);
          });
      });
      Json.attributeArray("times", [&] {
        for (const TimeChange &Each : Diff.Times)
          time(Each);
      });
    });
  }

private:
  void findings(StringRef Key, ArrayRef<const RecordedFinding *> Findings) {
    Json.attributeArray(Key, [&] {
      for (const RecordedFinding *Each : Findings)
        Json.value(Each->Whole);
    });
  }

  void gain(StringRef Key, const RecordedFinding &F) {
    if (!F.Predicted) {
      Json.attribute(Key, nullptr);
      return;
    }
    Json.attributeObject(Key, [&] {
      number("time_s", F.Predicted->Seconds);
      number("fixed_s", F.Predicted->FixedSeconds);
    });
  }

  void launch(StringRef Key, const RecordedTime *T) {
    if (!T) {
      Json.attribute(Key, nullptr);
      return;
    }
    Json.attributeObject(Key, [&] {
      Json.attribute("grid", json::Array(T->Grid));
      Json.attribute("block", json::Array(T->Block));
      number("time_s", T->Seconds);
      Json.attribute("times_withheld", T->Withheld);
    });
  }

  void time(const TimeChange &Change) {
    const RecordedTime &Some = Change.New ? *Change.New : *Change.Old;
    Json.object([&] {
      text("kernel", Some.Kernel);
      text("gpu", Some.Gpu);
      text("model", Some.Model);
      text("mode", Some.Mode);
      launch("before", Change.Old);
      launch("now", Change.New);
      Json.attribute("changed", Change.Noticeable);
      if (!Change.Moved) {
        Json.attribute("moved", nullptr);
        return;
      }
      Json.attributeObject("moved", [&] {
        text("name", Change.Moved->Name);
        number("before_s", Change.Moved->Old);
        number("now_s", Change.Moved->New);
      });
    });
  }
};

} // namespace

void kernelcast::writeDiff(const RunDiff &Diff, raw_ostream &OS, bool Unicode) {
  DiffText(OS, Unicode).write(Diff);
}

void kernelcast::writeDiffJson(const RunDiff &Diff, raw_ostream &OS) {
  DiffJson(OS).write(Diff);
  OS << '\n';
}
