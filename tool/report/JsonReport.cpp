//===- JsonReport.cpp - The report for programs ---------------------------===//

#include "tool/report/JsonReport.h"
#include "analysis/hardware/PeakRates.h"
#include "analysis/hardware/WhatIf.h"
#include "tool/report/Comparison.h"
#include "tool/report/JsonWriter.h"

using namespace llvm;
using namespace kernelcast;

void JsonWriter::placeFields(const SourceSpot &Spot) {
  text("file", Spot.File);
  Json.attribute("line", Spot.Line);
  Json.attribute("column", Spot.Column);
}

void JsonWriter::place(StringRef Key, const SourceSpot &Spot) {
  if (!Spot.isValid()) {
    Json.attribute(Key, nullptr);
    return;
  }
  Json.attributeObject(Key, [&] { placeFields(Spot); });
}

void JsonWriter::range(const TextRange &Range) {
  if (!Range.isValid()) {
    Json.attribute("range", nullptr);
    return;
  }
  Json.attributeObject("range", [&] {
    Json.attribute("line", Range.Line);
    Json.attribute("column", Range.Column);
    Json.attribute("end_line", Range.EndLine);
    Json.attribute("end_column", Range.EndColumn);
    if (!Range.Macro.empty())
      text("macro", Range.Macro);
  });
}

void JsonWriter::report(const Report &Result) {
  Json.object([&] {
    head();
    Json.attributeArray("gpus", [&] {
      for (const std::shared_ptr<const GpuSpec> &Gpu : Result.Gpus)
        gpu(*Gpu);
    });
    Json.attributeArray("files", [&] {
      for (const FileReport &File : Result.Files)
        file(File);
    });
    diagnostics(Result.Diagnostics);
    if (Options.Timing)
      timing(Options.Timing());
  });
}

void JsonWriter::diagnostics(ArrayRef<ReportDiagnostic> Messages) {
  static constexpr StringLiteral Levels[] = {"note", "warning", "error"};
  Json.attributeArray("diagnostics", [&] {
    for (const ReportDiagnostic &Message : Messages)
      Json.object([&] {
        text("level", Levels[static_cast<unsigned>(Message.Severity)]);
        place("location", Message.Location);
        text("message", Message.Message);
      });
  });
}

void JsonWriter::timing(const RunTiming &Run) {
  Json.attributeObject("timing", [&] {
    number("wall_s", Run.WallSeconds);
    Json.attributeObject("phases", [&] {
      for (Phase P : phases())
        number((name(P) + "_s").str(), Run.Phases[P]);
    });
  });
}

void JsonWriter::file(const FileReport &File) {
  Json.object([&] {
    text("path", File.Path);
    if (File.Unreadable)
      Json.attribute("unreadable", true);
    Json.attributeArray("kernels", [&] {
      for (const KernelReport &Kernel : File.Kernels)
        kernel(Kernel);
    });
    if (!File.Programs.empty())
      Json.attributeObject("application", [&] {
        Json.attributeArray("timelines", [&] {
          for (const ApplicationPrediction &R : File.Applications)
            application(R);
        });
      });
    diagnostics(File.Diagnostics);
    if (Options.Timing)
      Json.attributeObject("timing",
                           [&] { number("parse_s", File.ParseSeconds); });
  });
}

void JsonWriter::kernel(const KernelReport &Kernel) {
  Json.object([&] {
    text("name", Kernel.Name);
    text("qualified_name", Kernel.QualifiedName);
    texts("template_arguments", Kernel.TemplateArguments);
    text("language", Kernel.Lang == Language::Cuda ? "cuda" : "opencl");
    place("location", Kernel.Location);
    Json.attribute("clean", Kernel.Clean);
    if (Kernel.UninstantiatedTemplate)
      Json.attribute("uninstantiated_template", true);
    text("status", name(Kernel.Status));
    texts("reasons", Kernel.Reasons);
    Json.attributeArray("launches", [&] {
      for (const LaunchReport &Launch : Kernel.Launches)
        Kernel.Analysis->withFormulas(
            Launch.Profile.WarpSize, [&](KernelFormulas &OfSource) {
              if (!Launch.Compiled)
                return launch(Launch, OfSource, OfSource);
              Launch.Compiled->withFormulas(
                  Launch.Profile.WarpSize, [&](KernelFormulas &OfCompiled) {
                    launch(Launch, OfSource, OfCompiled);
                  });
            });
    });
    if (unsigned More = launchesLeftOut(Kernel))
      Json.attribute("launches_left_out", More);
    if (Options.Timing)
      Json.attributeObject(
          "timing", [&] { number("analysis_s", Kernel.AnalysisSeconds); });
  });
}

void JsonWriter::configuration(const LaunchConfiguration &Shape) {
  numbers("grid", Shape.Grid);
  numbers("block", Shape.Block);
  Json.attribute("dynamic_shared_bytes", Shape.DynamicSharedBytes);
  text("source", name(Shape.Source));
  place("location", Shape.Location);
  Json.attributeArray("arguments", [&] {
    for (const ArgumentValue &Argument : Shape.Arguments)
      Json.object([&] {
        text("name", Argument.Name);
        if (Argument.IsInteger)
          Json.attribute("value", Argument.Integer);
        else
          number("value", Argument.Value);
        text("source", name(Argument.Source));
      });
  });
  assumptions(Shape.Assumptions);
}

void JsonWriter::assumptions(ArrayRef<Assumption> Entries) {
  Json.attributeArray("assumptions", [&] {
    for (const Assumption &Entry : Entries) {
      AssumptionWording Words = wording(Entry);
      Json.object([&] {
        text("what", Words.What);
        text("value", Words.Value);
        text("why", Words.Why);
        texts("affects", Words.Affects);
      });
    }
  });
}

void JsonWriter::residency(const WarpProfile &Profile) {
  const OccupancyResult &Residency = Profile.Residency;
  Json.attributeObject("occupancy", [&] {
    Json.attribute("blocks_per_sm", Residency.BlocksPerSM);
    Json.attribute("warps_per_sm", Residency.WarpsPerSM);
    number("fraction", Residency.fraction());
    text("limiter", name(Residency.Limiter));
    Json.attribute("registers_per_thread", Profile.RegistersPerThread);
    text("registers_source", name(Profile.RegistersSource));
    Json.attribute("static_shared_bytes",
                   Profile.Kernel ? Profile.Kernel->StaticSharedBytes : 0);
    Json.attribute("max_warps_per_sm", Residency.MaxWarpsPerSM);
    if (Profile.Resources)
      Json.attribute("spill_bytes_per_thread", Profile.Resources->ScratchBytes);
  });
}

/// What the first prediction owes to guesses; nothing if that is nothing.
void JsonWriter::guesses(const GuessReport &Guesses) {
  if (!Guesses.Most)
    return;
  const Guess &Most = *Guesses.Most;
  AssumptionWording Words = wording(Most.Entry);
  Json.attributeObject("guesses", [&] {
    Json.attribute("count", Guesses.Count);
    Json.attribute("withheld", Guesses.Withheld);
    Json.attributeObject(Guesses.Weighed ? "matters_most" : "first", [&] {
      text("what", Words.What);
      text("value", Words.Value);
      text("option", givingOption(Most.Entry));
      if (Most.IfHalved)
        number("halved_s", *Most.IfHalved);
      if (Most.IfDoubled)
        number("doubled_s", *Most.IfDoubled);
    });
  });
}

void JsonWriter::launch(const LaunchReport &Launch, KernelFormulas &Formulas,
                        KernelFormulas &OfCounted) {
  const WarpProfile &Profile = Launch.Profile;
  const KernelModel &Model = *Launch.Model;
  Json.object([&] {
    configuration(Profile.Launch);
    if (Launch.Gpu) {
      text("gpu", Launch.Gpu->Name);
      Json.attribute("what_if", !Launch.Gpu->Changes.empty());
    }
    Json.attributeArray("also_at", [&] {
      for (const SourceSpot &Spot : Launch.AlsoAt)
        Json.object([&] { placeFields(Spot); });
    });
    const std::string &Problem = Profile.WhyNotResident;
    Json.attribute("can_launch", Problem.empty());
    text("launch_problem", Problem);
    texts("problems", Launch.Problems);
    guesses(Launch.Guesses);
    residency(Profile);
    Json.attributeArray("accesses", [&] {
      size_t Count = std::min(Model.Accesses.size(), Profile.Accesses.size());
      for (size_t I = 0; I != Count; ++I)
        access(Model.Accesses[I], Profile.Accesses[I], Formulas.access(I),
               Model);
    });
    Json.attributeArray("loops", [&] {
      size_t Count = std::min(Model.Loops.size(), Profile.Loops.size());
      for (size_t I = 0; I != Count; ++I)
        loop(Model.Loops[I], Profile.Loops[I], Formulas.trips(I));
    });
    Json.attributeArray("branches", [&] {
      for (const BranchFacts &Facts : Profile.Branches)
        if (Facts.Block < Model.Blocks.size())
          branch(Model.Blocks[Facts.Block], Facts);
    });
    instructions(Launch);
    Json.attributeObject("traffic", [&] {
      number("l1_bytes", Profile.L1Bytes);
      number("l2_bytes", Profile.L2Bytes);
      number("dram_bytes", Profile.DramBytes);
      if (Launch.Gpu)
        number("shared_bytes",
               sharedMemoryBytes(Launch.counted(), *Launch.Gpu));
      number("flops_fp16", Profile.Flops.Fp16);
      number("flops_fp32", Profile.Flops.Fp32);
      number("flops_fp64", Profile.Flops.Fp64);
      number("tensor_operations",
             2 * Profile.TensorMultiplyAdds * Profile.Warps);
    });
    memory(Launch);
    utilisation(Launch.Busy);
    caches(Launch.counted().Caches);
    if (Options.Explain && Launch.Gpu)
      explanation("inputs", Launch.CommonInputs, Launch.counted());
    Json.attributeArray("predictions", [&] {
      for (const Prediction &P : Launch.Predictions)
        prediction(P, Launch.counted(), OfCounted);
    });
    if (const auto &Slower = Launch.AtBaseClock)
      Json.attributeObject("at_base_clock", [&] {
        number("clock_hz", Slower->Hertz);
        Json.attribute("verified", Slower->IsVerified);
        number("time_s", Slower->Seconds);
      });
    Json.attributeArray("refusals", [&] {
      for (const ModelRefusal &Refusal : Launch.Refusals)
        Json.object([&] {
          text("model", name(Refusal.Model));
          text("reason", Refusal.Reason);
        });
    });
    agreementOf(Launch.Predictions);
    factors(Launch.IfPerfect);
    if (Launch.Curves)
      curves(*Launch.Curves);
  });
}

/// How far the models are apart; nothing for a single one.
void JsonWriter::agreementOf(ArrayRef<Prediction> Predictions) {
  std::optional<Agreement> All = agreement(Predictions);
  if (!All)
    return;
  Json.attributeObject("agreement", [&] {
    text("fastest", name(Predictions[All->Fastest].Model));
    text("slowest", name(Predictions[All->Slowest].Model));
    number("ratio", All->Ratio);
    number("median_s", All->Median);
    Json.attributeArray("stand_out", [&] {
      for (size_t I : All->StandOut)
        Json.value(name(Predictions[I].Model));
    });
  });
}

/// What each factor of --what-if is worth; nothing where none was asked for.
void JsonWriter::factors(ArrayRef<FactorGain> Gains) {
  if (Gains.empty())
    return;
  Json.attributeArray("if_perfect", [&] {
    for (const FactorGain &G : Gains)
      Json.object([&] {
        text("factor", name(G.Factor));
        if (!G.Predicted) {
          Json.attribute("time_s", nullptr);
          Json.attribute("gain", nullptr);
          return;
        }
        number("time_s", G.Predicted->FixedSeconds);
        number("gain", G.Predicted->share());
      });
  });
}

/// A GPU that was asked for, and what --set has made of it.
void JsonWriter::gpu(const GpuSpec &Gpu) {
  Json.object([&] {
    text("name", Gpu.Name);
    text("marketing_name", Gpu.MarketingName);
    Json.attributeArray("set", [&] {
      for (const GpuSpec::Change &Change : Gpu.Changes)
        Json.object([&] {
          const GpuSpec::Field &Field = *Change.Number;
          text("name", Field.Key);
          number("value", (Gpu.*Field.Member).Value);
          if (Change.Before.isKnown())
            number("file_value", Change.Before.Value);
          else
            Json.attribute("file_value", nullptr);
          text("unit", Field.Unit);
        });
    });
    const PeakRates Peaks = peakRates(Gpu);
    Json.attributeObject("peaks", [&] {
      const std::pair<StringLiteral, std::optional<double>> Rates[] = {
          {"dram_bytes_per_s", Peaks.DramBytes},
          {"l2_bytes_per_s", Peaks.L2Bytes},
          {"l1_bytes_per_s", Peaks.L1Bytes},
          {"shared_bytes_per_s", Peaks.SharedBytes},
          {"fp32_per_s", Peaks.Fp32Operations},
          {"fp64_per_s", Peaks.Fp64Operations}};
      for (const auto &[Key, Rate] : Rates)
        if (Rate)
          number(Key, *Rate);
        else
          Json.attribute(Key, nullptr);
    });
    if (Gpu.Changes.empty())
      return;
    texts("kept", keptNumbers(Gpu));
    Json.attribute("calibration_dropped", Gpu.DroppedCalibration);
  });
}

void kernelcast::writeJson(const Report &Result, raw_ostream &OS,
                           const JsonOptions &Options) {
  JsonWriter(OS, Options).report(Result);
  OS << '\n';
}
