//===- TunerFiles.cpp - A ranking as tuners keep their results ------------===//
//
// Predicted times in place of measured ones: a tuner that replays results
// (simulation mode) then runs on the prediction. What it would have measured
// beside the time is 0.
//===----------------------------------------------------------------------===//

#include "tool/prune/ParameterText.h"
#include "tool/prune/RankingWriters.h"
#include "tool/report/Numbers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

static constexpr double MillisecondsPerSecond = 1e3;

static void writeValues(const Ranking &All, const RankedConfiguration &One,
                        json::OStream &Json) {
  for (size_t I = 0; I != One.Values.size(); ++I) {
    Json.attributeBegin(json::fixUTF8(All.Parameters[I]));
    writeValue(Json, One.Values[I]);
    Json.attributeEnd();
  }
}

/// What T4 calls the reason, as Kernel Tuner sorts them.
static StringRef invalidityOf(const Forecast &Known) {
  if (!Known.Excluded)
    return "correct";
  switch (*Known.Excluded) {
  case Hindrance::Compilation:
  case Hindrance::SharedMemory:
    return "compile";
  case Hindrance::LaunchSizes:
  case Hindrance::Threads:
    return "constraints";
  case Hindrance::Registers:
    return "runtime";
  }
  return "runtime";
}

void kernelcast::writeT4(const Ranking &All, raw_ostream &OS) {
  json::OStream Json(OS, /*IndentSize=*/1);
  Json.object([&] {
    Json.attribute("schema_version", "1.0.0");
    Json.attributeObject("metadata",
                         [&] { Json.attribute("timeunit", "milliseconds"); });
    Json.attributeArray("results", [&] {
      for (const RankedConfiguration &Each : All.Configurations) {
        const std::optional<ForecastTime> &Time = Each.Known.Time;
        auto milliseconds = [&] {
          Json.rawValue(exactNumber(Time->Seconds * MillisecondsPerSecond));
        };
        Json.object([&] {
          Json.attributeObject("configuration",
                               [&] { writeValues(All, Each, Json); });
          Json.attributeArray("objectives", [&] { Json.value("time"); });
          Json.attributeObject("times", [&] {
            for (const char *Part : {"compilation", "benchmark", "framework",
                                     "search_algorithm", "validation"})
              Json.attribute(Part, 0);
            Json.attributeArray("runtimes", [&] {
              if (Time)
                milliseconds();
            });
          });
          Json.attribute("invalidity", invalidityOf(Each.Known));
          Json.attribute("correctness", Each.Known.canRun() ? 1 : 0);
          Json.attributeArray("measurements", [&] {
            if (Time)
              Json.object([&] {
                Json.attribute("name", "time");
                Json.attributeBegin("value");
                milliseconds();
                Json.attributeEnd();
                Json.attribute("unit", "ms");
              });
          });
        });
      }
    });
  });
  Json.flush();
  OS << '\n';
}

/// The time of what has none, as Kernel Tuner's errors are called.
static StringRef failureOf(const Forecast &Known) {
  if (!Known.Excluded)
    return "RuntimeFailedConfig"; // the nearest to "not known"
  switch (*Known.Excluded) {
  case Hindrance::Compilation:
  case Hindrance::SharedMemory:
    return "CompilationFailedConfig";
  case Hindrance::LaunchSizes:
  case Hindrance::Threads:
    return "InvalidConfig";
  case Hindrance::Registers:
    return "RuntimeFailedConfig";
  }
  return "RuntimeFailedConfig";
}

void kernelcast::writeTunerCache(const Ranking &All, const TunedKernel &Kernel,
                                 raw_ostream &OS) {
  json::OStream Json(OS, /*IndentSize=*/1);
  Json.object([&] {
    Json.attribute("device_name", json::fixUTF8(Kernel.Device));
    Json.attribute("kernel_name", json::fixUTF8(Kernel.Name));
    // No problem_size: what is there has to be what the tuning asks for.
    Json.attributeArray("tune_params_keys", [&] {
      for (const std::string &Name : All.Parameters)
        Json.value(json::fixUTF8(Name));
    });
    Json.attributeObject("tune_params", [&] {
      for (size_t I = 0; I != All.Parameters.size(); ++I)
        Json.attributeArray(json::fixUTF8(All.Parameters[I]), [&] {
          // In order of the space, each once.
          std::vector<std::pair<uint64_t, ParameterValue>> Values;
          Values.reserve(All.Configurations.size());
          for (const RankedConfiguration &Each : All.Configurations)
            Values.emplace_back(Each.Place, Each.Values[I]);
          llvm::sort(Values, [](const auto &A, const auto &B) {
            return A.first < B.first;
          });
          std::vector<ParameterValue> Seen;
          for (const auto &[Place, Value] : Values)
            if (!is_contained(Seen, Value)) {
              Seen.push_back(Value);
              writeValue(Json, Value);
            }
        });
    });
    Json.attribute("objective", "time");
    Json.attributeObject("cache", [&] {
      for (const RankedConfiguration &Each : All.Configurations) {
        std::string Key;
        for (const ParameterValue &Value : Each.Values)
          Key += (Key.empty() ? "" : ",") + keyText(Value);
        Json.attributeObject(json::fixUTF8(Key), [&] {
          writeValues(All, Each, Json);
          Json.attributeBegin("time");
          if (const auto &Time = Each.Known.Time)
            Json.rawValue(exactNumber(Time->Seconds * MillisecondsPerSecond));
          else
            Json.value(failureOf(Each.Known));
          Json.attributeEnd();
          Json.attributeArray("times", [&] {
            if (const auto &Time = Each.Known.Time)
              Json.rawValue(exactNumber(Time->Seconds * MillisecondsPerSecond));
          });
          for (const char *Part :
               {"compile_time", "verification_time", "benchmark_time",
                "strategy_time", "framework_time"})
            Json.attribute(Part, 0);
        });
      }
    });
  });
  Json.flush();
  OS << '\n';
}
