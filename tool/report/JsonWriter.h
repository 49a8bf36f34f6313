//===- JsonWriter.h - How the JSON report is written ------------*- C++ -*-===//
//
// For JsonReport.cpp (files, kernels, launches) and JsonFacts.cpp (what is
// known of a launch, and predictions) alone.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_JSONWRITER_H
#define KERNELCAST_TOOL_REPORT_JSONWRITER_H

#include "analysis/formulas/KernelFormulas.h"
#include "tool/report/JsonFields.h"
#include "tool/report/JsonReport.h"

namespace kernelcast {

/// A number that may not be exact.
struct JsonField {
  llvm::StringLiteral Key;
  const Known<double> &Value;
};

/// A thin layer over llvm::json::OStream: the field types that the schema uses.
class JsonWriter : JsonFields {
public:
  JsonWriter(llvm::raw_ostream &OS, const JsonOptions &Options)
      : JsonFields(OS), Options(Options) {}

  void report(const Report &Result);

private:
  void texts(llvm::StringRef Key, llvm::ArrayRef<std::string> Values) {
    Json.attributeArray(Key, [&] {
      for (const std::string &Value : Values)
        Json.value(llvm::json::fixUTF8(Value));
    });
  }
  void numbers(llvm::StringRef Key, llvm::ArrayRef<uint64_t> Values) {
    Json.attributeArray(Key, [&] {
      for (uint64_t Value : Values)
        Json.value(Value);
    });
  }
  void interval(llvm::StringRef Key, double Low, double High) {
    Json.attributeArray(Key, [&] {
      rawNumber(Low);
      rawNumber(High);
    });
  }
  /// The intervals of those that are not exact.
  void bounds(llvm::ArrayRef<JsonField> Fields) {
    Json.attributeObject("bounds", [&] {
      for (const JsonField &F : Fields)
        if (!F.Value.isExact())
          interval(F.Key, F.Value.Low, F.Value.High);
    });
  }
  void place(llvm::StringRef Key, const SourceSpot &Spot);
  void range(const TextRange &Range);
  void placeFields(const SourceSpot &Spot);

  // JsonReport.cpp
  void file(const FileReport &File);
  void kernel(const KernelReport &Kernel);
  /// \p OfCounted: of the kernel that the models were asked about.
  void launch(const LaunchReport &Launch, KernelFormulas &Formulas,
              KernelFormulas &OfCounted);
  void configuration(const LaunchConfiguration &Shape);
  void guesses(const GuessReport &Guesses);
  void residency(const WarpProfile &Profile);
  void timing(const RunTiming &Run);
  void diagnostics(llvm::ArrayRef<ReportDiagnostic> Messages);
  void gpu(const GpuSpec &Gpu);
  void agreementOf(llvm::ArrayRef<Prediction> Predictions);
  void factors(llvm::ArrayRef<FactorGain> Gains);

  void assumptions(llvm::ArrayRef<Assumption> Entries);

  // JsonCurves.cpp
  void curves(const LaunchCurves &Curves);
  void timeByLine(const TimeByLine &Time);

  // JsonApplication.cpp
  void application(const ApplicationPrediction &R);
  void applicationEvent(const ApplicationEvent &Event);

  // JsonFacts.cpp
  void access(const MemoryAccess &Access, const AccessFacts &Facts,
              const AccessFormulas &Totals, const KernelModel &Model);
  void loop(const LoopInfo &Loop, const LoopFacts &Facts,
            const TripFormula &Trips);
  void branch(const BasicBlock &Block, const BranchFacts &Facts);
  void instructions(const LaunchReport &Launch);
  void lines(const InstructionLines &Lines);
  void memory(const LaunchReport &Launch);
  void utilisation(const std::optional<Utilisation> &Busy);
  void caches(const CacheEstimate &Caches);
  void prediction(const Prediction &P, const WarpProfile &Profile,
                  KernelFormulas &Formulas);
  void domain(const Prediction &P);
  void explanation(llvm::StringRef Key, llvm::ArrayRef<Quantity> Quantities,
                   const WarpProfile &Profile);

  JsonOptions Options;
};

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_JSONWRITER_H
