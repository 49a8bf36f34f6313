//===- JsonReport.cpp - The report for programs ---------------------------===//

#include "tool/report/JsonReport.h"
#include "tool/report/Numbers.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// A number that may not be exact.
struct Field {
  StringLiteral Key;
  const Known<double> &Value;
};

/// A thin layer over json::OStream: the field types that the schema uses.
class Writer {
public:
  Writer(raw_ostream &OS, const JsonOptions &Options)
      : Json(OS, /*IndentSize=*/2), Options(Options) {}

  void report(const Report &Result);

private:
  void text(StringRef Key, StringRef Value) {
    Json.attribute(Key, json::fixUTF8(Value));
  }
  void number(StringRef Key, double Value) {
    Json.attributeBegin(Key);
    rawNumber(Value);
    Json.attributeEnd();
  }
  void rawNumber(double Value) { Json.rawValue(exactNumber(Value)); }
  void texts(StringRef Key, ArrayRef<std::string> Values) {
    Json.attributeArray(Key, [&] {
      for (const std::string &Value : Values)
        Json.value(json::fixUTF8(Value));
    });
  }
  void numbers(StringRef Key, ArrayRef<uint64_t> Values) {
    Json.attributeArray(Key, [&] {
      for (uint64_t Value : Values)
        Json.value(Value);
    });
  }
  void interval(StringRef Key, double Low, double High) {
    Json.attributeArray(Key, [&] {
      rawNumber(Low);
      rawNumber(High);
    });
  }
  /// The intervals of those that are not exact.
  void bounds(ArrayRef<Field> Fields) {
    Json.attributeObject("bounds", [&] {
      for (const Field &F : Fields)
        if (!F.Value.isExact())
          interval(F.Key, F.Value.Low, F.Value.High);
    });
  }
  void place(StringRef Key, const SourceSpot &Spot);
  void placeFields(const SourceSpot &Spot);

  void file(const FileReport &File);
  void kernel(const KernelReport &Kernel);
  void launch(const LaunchReport &Launch);
  void configuration(const LaunchConfiguration &Shape);
  void residency(const WarpProfile &Profile);
  void access(const MemoryAccess &Access, const AccessFacts &Facts,
              const KernelModel &Model);
  void loop(const LoopInfo &Loop, const LoopFacts &Facts);
  void branch(const BasicBlock &Block, const BranchFacts &Facts);
  void instructions(const WarpProfile &Profile);
  void prediction(const Prediction &P);
  void diagnostics(ArrayRef<ReportDiagnostic> Messages);

  json::OStream Json;
  JsonOptions Options;
};

} // namespace

void Writer::placeFields(const SourceSpot &Spot) {
  text("file", Spot.File);
  Json.attribute("line", Spot.Line);
  Json.attribute("column", Spot.Column);
}

void Writer::place(StringRef Key, const SourceSpot &Spot) {
  if (!Spot.isValid()) {
    Json.attribute(Key, nullptr);
    return;
  }
  Json.attributeObject(Key, [&] { placeFields(Spot); });
}

void Writer::report(const Report &Result) {
  Json.object([&] {
    Json.attribute("schema", 1);
    Json.attributeObject("tool", [&] {
      text("name", "kernelcast");
      text("version", version());
    });
    Json.attributeArray("files", [&] {
      for (const FileReport &File : Result.Files)
        file(File);
    });
    diagnostics(Result.Diagnostics);
  });
}

void Writer::diagnostics(ArrayRef<ReportDiagnostic> Messages) {
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

void Writer::file(const FileReport &File) {
  Json.object([&] {
    text("path", File.Path);
    if (File.Unreadable)
      Json.attribute("unreadable", true);
    Json.attributeArray("kernels", [&] {
      for (const KernelReport &Kernel : File.Kernels)
        kernel(Kernel);
    });
    diagnostics(File.Diagnostics);
    if (Options.Timing)
      Json.attributeObject("timing",
                           [&] { number("parse_s", File.ParseSeconds); });
  });
}

void Writer::kernel(const KernelReport &Kernel) {
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
        launch(Launch);
    });
    if (Options.Timing)
      Json.attributeObject(
          "timing", [&] { number("analysis_s", Kernel.AnalysisSeconds); });
  });
}

void Writer::configuration(const LaunchConfiguration &Shape) {
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
  Json.attributeArray("assumptions", [&] {
    for (const Assumption &Entry : Shape.Assumptions)
      Json.object([&] {
        text("what", Entry.What);
        text("value", Entry.Value);
        text("why", Entry.Why);
        texts("affects", Entry.Affects);
      });
  });
}

void Writer::residency(const WarpProfile &Profile) {
  const OccupancyResult &Residency = Profile.Residency;
  Json.attributeObject("occupancy", [&] {
    Json.attribute("blocks_per_sm", Residency.BlocksPerSM);
    Json.attribute("warps_per_sm", Residency.WarpsPerSM);
    number("fraction", Residency.fraction());
    text("limiter", name(Residency.Limiter));
    Json.attribute("registers_per_thread", Profile.RegistersPerThread);
    text("registers_source", Profile.RegistersSource);
    Json.attribute("static_shared_bytes",
                   Profile.Kernel ? Profile.Kernel->StaticSharedBytes : 0);
    Json.attribute("max_warps_per_sm", Residency.MaxWarpsPerSM);
  });
}

void Writer::launch(const LaunchReport &Launch) {
  const WarpProfile &Profile = Launch.Profile;
  const KernelModel &Model = *Launch.Model;
  Json.object([&] {
    configuration(Profile.Launch);
    if (Launch.Gpu)
      text("gpu", Launch.Gpu->Name);
    Json.attributeArray("also_at", [&] {
      for (const SourceSpot &Spot : Launch.AlsoAt)
        Json.object([&] { placeFields(Spot); });
    });
    texts("problems", Launch.Problems);
    residency(Profile);
    Json.attributeArray("accesses", [&] {
      size_t Count = std::min(Model.Accesses.size(), Profile.Accesses.size());
      for (size_t I = 0; I != Count; ++I)
        access(Model.Accesses[I], Profile.Accesses[I], Model);
    });
    Json.attributeArray("loops", [&] {
      size_t Count = std::min(Model.Loops.size(), Profile.Loops.size());
      for (size_t I = 0; I != Count; ++I)
        loop(Model.Loops[I], Profile.Loops[I]);
    });
    Json.attributeArray("branches", [&] {
      for (const BranchFacts &Facts : Profile.Branches)
        if (Facts.Block < Model.Blocks.size())
          branch(Model.Blocks[Facts.Block], Facts);
    });
    instructions(Profile);
    Json.attributeObject("traffic", [&] {
      number("l1_bytes", Profile.L1Bytes);
      number("l2_bytes", Profile.L2Bytes);
      number("dram_bytes", Profile.DramBytes);
      number("flops_fp32", Profile.FlopsFp32);
      number("flops_fp64", Profile.FlopsFp64);
    });
    Json.attributeArray("predictions", [&] {
      for (const Prediction &P : Launch.Predictions)
        prediction(P);
    });
  });
}

void Writer::access(const MemoryAccess &Access, const AccessFacts &Facts,
                    const KernelModel &Model) {
  Json.object([&] {
    place("location", Access.Location);
    text("space", name(Access.Space));
    text("kind", name(Access.Kind));
    Json.attribute("bytes", Access.Bytes);
    text("array", Access.Array < Model.Arrays.size()
                      ? StringRef(Model.Arrays[Access.Array].Name)
                      : "");
    text("expression", Access.Text);
    text("class", name(Facts.Class));
    const Field Fields[] = {{"warp_executions", Facts.WarpExecutions},
                            {"lane_executions", Facts.LaneExecutions},
                            {"sectors", Facts.Sectors},
                            {"lines", Facts.Lines},
                            {"transactions", Facts.Transactions},
                            {"bank_cycles", Facts.BankCycles}};
    for (const Field &F : Fields)
      number(F.Key, F.Value.Value);
    number("transaction_bytes", Facts.TransactionBytes.Value);
    Json.attribute("max_bank_degree", Facts.MaxBankDegree);
    if (Facts.LaneStride)
      Json.attribute("lane_stride_bytes", *Facts.LaneStride);
    text("known", name(Facts.Source));
    bounds(Fields);
    if (!Facts.Reason.empty())
      text("reason", Facts.Reason);
    if (!Access.Callees.empty())
      text("inlined", Access.Callees);
    if (!Facts.Formulas.WarpExecutions.empty())
      Json.attributeObject("formulas", [&] {
        text("warp_executions", Facts.Formulas.WarpExecutions);
        text("lane_executions", Facts.Formulas.LaneExecutions);
        text("sectors", Facts.Formulas.Sectors);
        text("holds", Facts.Formulas.Holds);
      });
  });
}

void Writer::loop(const LoopInfo &Loop, const LoopFacts &Facts) {
  Json.object([&] {
    place("location", Loop.Location);
    Json.attributeObject("trip_count", [&] {
      text("formula", Facts.Formula);
      if (!Facts.Formula.empty())
        text("formula_known",
             name(Facts.FormulaIsBound ? How::Bounded : How::Exact));
      if (!Facts.FormulaHolds.empty())
        text("formula_holds", Facts.FormulaHolds);
      number("mean", Facts.Mean.Value);
      number("min", Facts.Min);
      number("max", Facts.Max);
    });
    number("warp_mean", Facts.WarpMean.Value);
    text("known", name(Facts.Mean.Source));
    bounds({{"mean", Facts.Mean}, {"warp_mean", Facts.WarpMean}});
    text("condition", Loop.Text);
    Json.attribute("depth", Loop.Depth);
    if (!Facts.Reason.empty())
      text("reason", Facts.Reason);
  });
}

void Writer::branch(const BasicBlock &Block, const BranchFacts &Facts) {
  Json.object([&] {
    place("location", Block.ConditionLocation);
    text("condition", Block.ConditionText);
    number("warps_true", Facts.True.Value);
    number("warps_false", Facts.False.Value);
    number("warps_diverged", Facts.Diverged.Value);
    text("known", name(weaker(Facts.Diverged.Source,
                              weaker(Facts.True.Source, Facts.False.Source))));
    bounds({{"warp_executions", Facts.WarpExecutions},
            {"warps_true", Facts.True},
            {"warps_false", Facts.False},
            {"warps_diverged", Facts.Diverged}});
    number("warp_executions", Facts.WarpExecutions.Value);
    Json.attribute("loop_condition", Block.FromLoopCondition);
    if (Facts.WeightEq12)
      Json.attributeObject("execution_weight", [&] {
        number("eq12", *Facts.WeightEq12);
        number("corrected", *Facts.WeightCorrected);
      });
    if (!Facts.Reason.empty())
      text("reason", Facts.Reason);
  });
}

void Writer::instructions(const WarpProfile &Profile) {
  Json.attributeObject("instructions", [&] {
    text("source", Profile.InstructionSource);
    Json.attributeObject("per_warp", [&] {
      double Total = 0;
      for (double Count : Profile.PerWarp)
        Total += Count;
      number("total", Total);
      for (unsigned I = 0; I != NumInstructionClasses; ++I)
        number(name(static_cast<InstructionClass>(I)), Profile.PerWarp[I]);
      number("shuffle", Profile.Shuffles);
      number("vote", Profile.Votes);
    });
    number("warps", Profile.Warps);
  });
}

void Writer::prediction(const Prediction &P) {
  Json.object([&] {
    text("model", P.Model);
    text("mode", name(P.Mode));
    text("gpu", P.Gpu);
    number("cycles", P.Cycles);
    number("time_s", P.Seconds);
    text("bottleneck", P.Bottleneck);
    Json.attributeArray("breakdown", [&] {
      for (const BreakdownItem &Item : P.Breakdown)
        Json.object([&] {
          text("name", Item.Name);
          number("cycles", Item.Cycles);
        });
    });
    interval("interval_s", P.SecondsLow, P.SecondsHigh);
    if (!P.Formula.empty())
      text("formula", P.Formula);
    // A quantity that is named twice keeps its last value: keys are unique.
    Json.attributeObject("quantities", [&] {
      for (size_t I = 0; I != P.Quantities.size(); ++I) {
        bool Again = std::any_of(
            P.Quantities.begin() + I + 1, P.Quantities.end(),
            [&](const Quantity &Q) { return Q.Name == P.Quantities[I].Name; });
        if (!Again)
          number(P.Quantities[I].Name, P.Quantities[I].Value);
      }
    });
    if (!Options.Explain)
      return;
    Json.attributeArray("explanation", [&] {
      for (const Quantity &Q : P.Quantities)
        Json.object([&] {
          text("name", Q.Name);
          number("value", Q.Value);
          text("unit", Q.Unit);
          text("equation", Q.Equation);
          text("formula", Q.Formula);
        });
    });
  });
}

void kernelcast::writeJson(const Report &Result, raw_ostream &OS,
                           const JsonOptions &Options) {
  Writer(OS, Options).report(Result);
  OS << '\n';
}
