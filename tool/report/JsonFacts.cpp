//===- JsonFacts.cpp - The facts of a launch for programs -----------------===//

#include "tool/report/CostliestAccesses.h"
#include "tool/report/JsonWriter.h"
#include "tool/report/OriginText.h"

using namespace llvm;
using namespace kernelcast;

void JsonWriter::access(const MemoryAccess &Access, const AccessFacts &Facts,
                        const AccessFormulas &Totals,
                        const KernelModel &Model) {
  Json.object([&] {
    place("location", Access.Location);
    range(Access.Range);
    text("space", name(Access.Space));
    text("kind", name(Access.Kind));
    Json.attribute("bytes", Access.Bytes);
    text("array", Access.Array < Model.Arrays.size()
                      ? StringRef(Model.Arrays[Access.Array].Name)
                      : "");
    text("expression", Access.Text);
    text("class", name(Facts.Class));
    const JsonField Fields[] = {{"warp_executions", Facts.WarpExecutions},
                                {"lane_executions", Facts.LaneExecutions},
                                {"sectors", Facts.Sectors},
                                {"lines", Facts.Lines},
                                {"transactions", Facts.Transactions},
                                {"bank_cycles", Facts.BankCycles},
                                {"l1_passes", Facts.L1Passes}};
    for (const JsonField &F : Fields)
      number(F.Key, F.Value.Value);
    number("least_sectors", leastSectors(Access, Facts).Value);
    number("transaction_bytes", Facts.TransactionBytes.Value);
    Json.attribute("max_bank_degree", Facts.MaxBankDegree);
    if (Facts.LaneStride)
      Json.attribute("lane_stride_bytes", *Facts.LaneStride);
    text("known", name(Facts.Source));
    bounds(Fields);
    if (!Facts.Reason.empty())
      text("reason", Facts.Reason);
    if (Access.Repeats != None)
      Json.attribute("repeats", Access.Repeats);
    if (Access.WideBytes)
      Json.attribute("wide_bytes", Access.WideBytes);
    if (!Access.Callees.empty())
      text("inlined", Access.Callees);
    if (Totals.WarpExecutions)
      Json.attributeObject("formulas", [&] {
        text("warp_executions", toText(Totals.WarpExecutions));
        text("lane_executions", toText(Totals.LaneExecutions));
        text("sectors", toText(Totals.Sectors));
        text("holds", toText(Totals.Holds));
      });
  });
}

void JsonWriter::loop(const LoopInfo &Loop, const LoopFacts &Facts,
                      const TripFormula &Trips) {
  Json.object([&] {
    place("location", Loop.Location);
    range(Loop.Range);
    Json.attributeObject("trip_count", [&] {
      text("formula", toText(Trips.Count));
      if (Trips.Count)
        text("formula_known",
             name(Loop.SingleExit ? How::Exact : How::Bounded));
      if (!Trips.Holds.empty())
        text("formula_holds", toText(Trips.Holds));
      number("mean", Facts.Mean.Value);
      number("min", Facts.Min);
      if (std::isfinite(Facts.Max))
        number("max", Facts.Max);
      else
        Json.attribute("max", nullptr);
    });
    number("warp_mean", Facts.WarpMean.Value);
    text("known", name(Facts.Mean.Source));
    bounds({{"mean", Facts.Mean}, {"warp_mean", Facts.WarpMean}});
    text("condition", Loop.Text);
    if (!Loop.Callees.empty())
      text("inlined", Loop.Callees);
    Json.attribute("depth", Loop.Depth);
    if (!Facts.Reason.empty())
      text("reason", Facts.Reason);
  });
}

void JsonWriter::branch(const BasicBlock &Block, const BranchFacts &Facts) {
  Json.object([&] {
    place("location", Block.ConditionLocation);
    range(Block.ConditionRange);
    text("condition", Block.ConditionText);
    if (!Block.Callees.empty())
      text("inlined", Block.Callees);
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
    if (Block.Predicated)
      Json.attribute("predicated", true);
    if (Facts.WeightEq12)
      Json.attributeObject("execution_weight", [&] {
        number("eq12", *Facts.WeightEq12);
        number("corrected", *Facts.WeightCorrected);
      });
    if (!Facts.Reason.empty())
      text("reason", Facts.Reason);
  });
}

void JsonWriter::instructions(const LaunchReport &Launch) {
  const WarpProfile &Profile = Launch.Profile;
  Json.attributeObject("instructions", [&] {
    text("source", name(Profile.CountedIn));
    Json.attributeObject("per_warp", [&] {
      double Total = 0;
      for (double Count : Profile.PerWarp)
        Total += Count;
      number("total", Total);
      for (unsigned I = 0; I != NumInstructionClasses; ++I)
        number(name(static_cast<InstructionClass>(I)), Profile.PerWarp[I]);
      number("shuffle", Profile.Shuffles);
      number("vote", Profile.Votes);
      number("matrix_product", Profile.MatrixProducts);
    });
    if (std::optional<ThreadExecutions> Threads = Launch.threadExecutions()) {
      Json.attributeObject("threads", [&] {
        for (unsigned I = 0; I != NumInstructionClasses; ++I)
          number(name(static_cast<InstructionClass>(I)), Threads->Total[I]);
      });
      text("threads_known", name(Threads->Source));
    }
    number("warps", Profile.Warps);
    text("executions_known", name(Profile.CountsSource));
    if (Profile.CodeBytes)
      Json.attribute("code_bytes", *Profile.CodeBytes);
    if (Launch.Gpu)
      lines(Launch.instructionLines());
  });
}

/// Of classes, those that a line executes.
void JsonWriter::lines(const InstructionLines &All) {
  if (All.Bytes)
    text("line_bytes_known", name(*All.Bytes));
  Json.attributeArray("lines", [&] {
    for (const LineInstructions &Line : All.Lines)
      Json.object([&] {
        if (Line.Place.Line) {
          text("file", Line.Place.File);
          Json.attribute("line", Line.Place.Line);
        } else {
          Json.attribute("file", nullptr);
          Json.attribute("line", nullptr);
        }
        if (!Line.Place.Callees.empty())
          text("inlined", Line.Place.Callees);
        Json.attributeObject("per_warp", [&] {
          number("total", Line.total());
          for (unsigned I = 0; I != NumInstructionClasses; ++I)
            if (Line.PerWarp[I] > 0)
              number(name(static_cast<InstructionClass>(I)), Line.PerWarp[I]);
        });
        if (All.Bytes)
          number("code_bytes", Line.CodeBytes);
        if (Line.Registers)
          Json.attribute("registers", Line.Registers);
      });
  });
}

/// What part of the time each resource is busy; null where that is not known.
void JsonWriter::utilisation(const std::optional<Utilisation> &Busy) {
  if (!Busy) {
    Json.attribute("utilisation", nullptr);
    return;
  }
  Json.attributeObject("utilisation", [&] {
    for (unsigned I = 0; I != NumBusyResources; ++I) {
      const StringRef Key = name(static_cast<ProfiledResource>(I));
      if (Busy->Share[I])
        number(Key, *Busy->Share[I]);
      else
        Json.attribute(Key, nullptr);
    }
  });
}

void JsonWriter::memory(const LaunchReport &Launch) {
  const WarpProfile &Profile = Launch.counted();
  double Requests = 0, Loads = 0, Stores = 0, Local = 0;
  for (const auto &[Access, Facts] :
       zip(Profile.Kernel->Accesses, Profile.Accesses)) {
    if (Access.Repeats != kernelcast::None) // a register still holds it
      continue;
    if (Access.Space == MemorySpace::Global && Access.Kind == AccessKind::Load)
      Requests += Facts.WarpExecutions.Value;
    if (Access.Space == MemorySpace::Shared && Access.Kind == AccessKind::Load)
      Loads += Facts.BankCycles.Value;
    if (Access.Space == MemorySpace::Shared && Access.Kind == AccessKind::Store)
      Stores += Facts.BankCycles.Value;
    if (Access.Space == MemorySpace::Local)
      Local += Facts.Sectors.Value;
  }
  Json.attributeObject("memory", [&] {
    number("global_load_requests", Requests);
    number("shared_load_wavefronts", Loads);
    number("shared_store_wavefronts", Stores);
    number("local_sectors", Local);
    number("l1_hit", Launch.Hits.L1);
    number("l2_hit", Launch.Hits.L2);
    number("l1_sectors", Launch.Sectors.L1);
    number("l2_read_sectors", Launch.Sectors.L2Read);
    number("l2_write_sectors", Launch.Sectors.L2Write);
    number("dram_read_sectors", Launch.Sectors.DramRead);
    number("dram_write_sectors", Launch.Sectors.DramWrite);
  });
}

void JsonWriter::caches(const CacheEstimate &Caches) {
  auto Share = [](double Below, double All) {
    return All > 0 ? 1 - Below / All : 0;
  };
  Json.attributeObject("caches", [&] {
    text("known", name(How::Assumed));
    number("l1_hit", Share(Caches.L2Sectors, Caches.Sectors));
    text("l1_keeps", Caches.L1Keeps);
    number("l2_hit", Share(Caches.BehindL2Sectors, Caches.L2Sectors));
    text("l2_keeps", Caches.L2Keeps);
    if (Caches.MemoryShare < 1)
      number("l3_hit", 1 - Caches.MemoryShare);
  });
}

void JsonWriter::prediction(const Prediction &P, const WarpProfile &Profile,
                            KernelFormulas &Formulas) {
  Json.object([&] {
    predictionFields(P);
    text("bound_by", P.BoundBy ? name(*P.BoundBy) : "");
    Json.attribute("default", P.Model == DefaultModel && P.Without.empty());
    if (!P.Without.empty())
      texts("without", P.Without);
    domain(P);
    interval("interval_s", P.SecondsLow, P.SecondsHigh);
    if (std::string Time = timeInTripsText(P, Formulas); !Time.empty())
      text("formula", Time);
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
    explanation("explanation", P.Quantities, Profile);
  });
}

/// What the model takes for granted, and what of that does not hold here.
void JsonWriter::domain(const Prediction &P) {
  Json.attributeObject("domain", [&] {
    Json.attribute("valid", P.Broken.empty());
    Json.attributeArray("premises", [&] {
      for (Premise What : P.Premises)
        Json.value(name(What));
    });
    Json.attributeArray("broken", [&] {
      for (const BrokenPremise &Broken : P.Broken)
        Json.object([&] {
          text("premise", name(Broken.What));
          text("why", Broken.Why);
        });
    });
  });
}

void JsonWriter::explanation(StringRef Key, ArrayRef<Quantity> Quantities,
                             const WarpProfile &Profile) {
  Json.attributeArray(Key, [&] {
    for (const Quantity &Q : Quantities)
      Json.object([&] {
        text("name", Q.Name);
        number("value", Q.Value);
        text("unit", Q.Unit);
        text("origin", originText(Q, Profile));
        text("equation", Q.Equation);
        text("formula", Q.Formula);
        text("note", Q.Note);
      });
  });
}
