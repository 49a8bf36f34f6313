//===- Explainer.cpp - Every equation with where its numbers come from ----===//

#include "cost_models/common/Explainer.h"
#include "cost_models/common/CommonInputs.h"
#include "cost_models/common/LaunchShape.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

void Explainer::input(StringRef Name, double Value, StringRef Unit, Origin From,
                      std::string Note) {
  Eq.input(Name, Value, Unit, From, Note);
}

void Explainer::hardware(StringRef Name, HardwareNumber GpuSpec::*Member,
                         double Otherwise) {
  Eq.hardware(Name, Member, Otherwise);
}

void Explainer::calibrated(StringRef Name, StringRef Key,
                           const HardwareNumber &Number, std::string Note) {
  Eq.calibrated(Name, Key, Number, Note);
}

void Explainer::stated(StringRef Name, double Value,
                       HardwareNumber GpuSpec::*Member) {
  Eq.stated(Name, Value, Member);
}

void Explainer::lanes() { listLanes(Eq, Profile); }

void Explainer::latencies() { listLatencies(Eq, Profile); }

void Explainer::equation(StringRef Name, double Value, StringRef Unit,
                         StringRef Equation, std::string Formula,
                         std::string Note) {
  Quantity Q;
  Q.Name = Name.str();
  Q.Value = Value;
  Q.Unit = Unit.str();
  Q.Equation = Equation.str();
  Q.Formula = std::move(Formula);
  Q.Note = std::move(Note);
  List.add(std::move(Q));
}

void Explainer::result(double Cycles, std::string Formula) {
  equation("cycles", Cycles, "cycles", "sum", std::move(Formula));
  equation("time", Cycles / Gpu.Clock, "s", "cycles / clock",
           formatted("%g / %g", Cycles, Gpu.Clock.Value));
}
