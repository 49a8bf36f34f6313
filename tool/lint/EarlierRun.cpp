//===- EarlierRun.cpp - What an earlier run has written -------------------===//

#include "tool/lint/EarlierRun.h"
#include "analysis/support/BoundedJson.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace kernelcast;

// Found by llvm::json where it reads a vector or an optional of these.
namespace kernelcast {

static bool fromJSON(const json::Value &From, Severity &To, json::Path At) {
  for (const Severity Each : {Severity::Warning, Severity::Error})
    if (From.getAsString() == name(Each)) {
      To = Each;
      return true;
    }
  At.report("expected warning or error");
  return false;
}

static bool fromJSON(const json::Value &From, SourceSpot &To, json::Path At) {
  json::ObjectMapper Object(From, At);
  int Line = 0, Column = 0;
  if (!Object || !Object.map("file", To.File) || !Object.map("line", Line) ||
      !Object.map("column", Column))
    return false;
  To.Line = static_cast<unsigned>(std::max(0, Line));
  To.Column = static_cast<unsigned>(std::max(0, Column));
  return true;
}

static bool fromJSON(const json::Value &From, Gain &To, json::Path At) {
  json::ObjectMapper Object(From, At);
  return Object && Object.map("time_s", To.Seconds) &&
         Object.map("fixed_s", To.FixedSeconds);
}

static bool fromJSON(const json::Value &From, RecordedFinding &To,
                     json::Path At) {
  json::ObjectMapper Object(From, At);
  std::optional<SourceSpot> Location;
  const bool Read =
      Object && Object.map("check", To.Check) &&
      Object.map("severity", To.Level) && Object.map("kernel", To.Kernel) &&
      Object.map("gpu", To.Gpu) && Object.map("text", To.Text) &&
      Object.map("fingerprint", To.Fingerprint) &&
      Object.map("location", Location) && Object.map("gain", To.Predicted) &&
      Object.mapOptional("times_withheld", To.TimesWithheld);
  if (Location)
    To.Location = *Location;
  To.Whole = From;
  return Read;
}

} // namespace kernelcast

namespace {

/// One of the parts of a time, in cycles.
struct PartJson {
  std::string Name;
  double Cycles = 0;
};
struct PredictionJson {
  RecordedTime Time;
  double Cycles = 0;
  std::vector<PartJson> Parts;
};
struct GuessesJson {
  bool Withheld = false;
};
struct LaunchJson {
  std::vector<uint64_t> Grid, Block;
  std::optional<GuessesJson> Guesses;
  std::vector<PredictionJson> Predictions;
};
struct KernelJson {
  std::string Name;
  std::optional<SourceSpot> Location;
  std::vector<LaunchJson> Launches;
};
struct FileJson {
  std::vector<KernelJson> Kernels;
};

bool fromJSON(const json::Value &From, PartJson &To, json::Path At) {
  json::ObjectMapper Object(From, At);
  return Object && Object.map("name", To.Name) &&
         Object.map("cycles", To.Cycles);
}

bool fromJSON(const json::Value &From, PredictionJson &To, json::Path At) {
  json::ObjectMapper Object(From, At);
  return Object && Object.map("gpu", To.Time.Gpu) &&
         Object.map("model", To.Time.Model) &&
         Object.map("mode", To.Time.Mode) &&
         Object.map("time_s", To.Time.Seconds) &&
         Object.map("cycles", To.Cycles) && Object.map("breakdown", To.Parts);
}

bool fromJSON(const json::Value &From, GuessesJson &To, json::Path At) {
  json::ObjectMapper Object(From, At);
  return Object && Object.map("withheld", To.Withheld);
}

bool fromJSON(const json::Value &From, LaunchJson &To, json::Path At) {
  json::ObjectMapper Object(From, At);
  return Object && Object.map("grid", To.Grid) &&
         Object.map("block", To.Block) && Object.map("guesses", To.Guesses) &&
         Object.map("predictions", To.Predictions);
}

bool fromJSON(const json::Value &From, KernelJson &To, json::Path At) {
  json::ObjectMapper Object(From, At);
  // Before there were times in the findings' output, there were no launches.
  return Object && Object.map("qualified_name", To.Name) &&
         Object.map("location", To.Location) &&
         Object.mapOptional("launches", To.Launches);
}

bool fromJSON(const json::Value &From, FileJson &To, json::Path At) {
  json::ObjectMapper Object(From, At);
  return Object && Object.map("kernels", To.Kernels);
}

} // namespace

/// All times of \p File, with what its kernels and launches say of them.
static void addTimes(const FileJson &File, std::vector<RecordedTime> &To) {
  for (const KernelJson &Kernel : File.Kernels)
    for (const LaunchJson &Launch : Kernel.Launches)
      for (const PredictionJson &Prediction : Launch.Predictions) {
        RecordedTime &New = To.emplace_back(Prediction.Time);
        New.Kernel = Kernel.Name;
        if (Kernel.Location)
          New.File = sys::path::filename(Kernel.Location->File).str();
        New.Grid = Launch.Grid;
        New.Block = Launch.Block;
        New.Withheld = Launch.Guesses && Launch.Guesses->Withheld;
        for (const PartJson &Part : Prediction.Parts)
          if (Prediction.Cycles > 0)
            New.Parts.emplace_back(Part.Name, New.Seconds * Part.Cycles /
                                                  Prediction.Cycles);
      }
}

static Error unusable(StringRef Path, const Twine &Why) {
  return createStringError("cannot use '" + Path + "': " + Why);
}

static Expected<json::Value> readJsonFile(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError("cannot read '" + Path +
                             "': " + Buffer.getError().message());
  auto Json = parseJson((*Buffer)->getBuffer());
  if (!Json)
    return unusable(Path, toString(Json.takeError()));
  return Json;
}

Expected<EarlierRun> kernelcast::readRun(StringRef Path) {
  auto Json = readJsonFile(Path);
  if (!Json)
    return Json.takeError();
  const json::Object *Whole = Json->getAsObject();
  if (!Whole || !Whole->getArray("files"))
    return unusable(Path, "it has no files; lint and predict write them with "
                          "--format json");
  EarlierRun Result;
  Result.HasFindings = Whole->get("findings");
  std::vector<FileJson> Files;
  json::Path::Root Root("the output");
  json::ObjectMapper Object(*Json, Root);
  if (!Object || !Object.map("files", Files) ||
      !Object.mapOptional("findings", Result.Findings))
    return unusable(Path, toString(Root.getError()));
  for (const FileJson &File : Files)
    addTimes(File, Result.Times);
  return Result;
}

Expected<std::set<std::string>> kernelcast::readBaseline(StringRef Path) {
  auto Json = readJsonFile(Path);
  if (!Json)
    return Json.takeError();
  const json::Object *Whole = Json->getAsObject();
  const json::Array *Findings = Whole ? Whole->getArray("findings") : nullptr;
  if (!Findings)
    return unusable(Path, "it has no findings; lint --format json writes them");
  std::set<std::string> Result;
  for (const json::Value &Each : *Findings)
    if (const json::Object *F = Each.getAsObject())
      if (auto Fingerprint = F->getString("fingerprint"))
        Result.insert(Fingerprint->str());
  return Result;
}
