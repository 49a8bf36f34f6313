//===- Equations.cpp - Quantities with their formulas ---------------------===//

#include "cost_models/common/Equations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <cstdio>

using namespace llvm;
using namespace kernelcast;

//===- The list -----------------------------------------------------------===//

void QuantityList::add(Quantity Q) {
  if (!std::isfinite(Q.Value))
    return;
  // As many as most models have, since quantities are costly to move.
  if (Inputs.empty() && Results.empty()) {
    Inputs.reserve(32);
    Results.reserve(64);
  }
  if (!Q.isInput())
    return Results.push_back(std::move(Q));
  if (none_of(Inputs, [&](const Quantity &I) { return I.Name == Q.Name; }))
    Inputs.push_back(std::move(Q));
}

std::vector<Quantity> QuantityList::take() {
  std::vector<Quantity> All = std::move(Inputs);
  All.insert(All.end(), std::make_move_iterator(Results.begin()),
             std::make_move_iterator(Results.end()));
  return All;
}

//===- Formulas -----------------------------------------------------------===//

namespace {

/// How tightly the operation at the top of a text binds.
enum class Binding : uint8_t { Sum, Product, Atom };

class FormulaPrinter {
public:
  explicit FormulaPrinter(const Trace &Operations) : Operations(Operations) {}

  std::string print(TraceId Id) const {
    const TraceNode &N = Operations[Id];
    switch (N.Op) {
    case TraceOp::Constant:
    case TraceOp::Input:
      return number(N.Value);
    case TraceOp::Unknown:
      return N.Name;
    case TraceOp::Add:
      return operand(N.A, Binding::Sum) + " + " + operand(N.B, Binding::Sum);
    case TraceOp::Sub:
      if (const std::optional<TraceId> Whole = floored(Id))
        return "floor(" + print(*Whole) + ")";
      return operand(N.A, Binding::Sum) + " - " +
             operand(N.B, Binding::Product);
    case TraceOp::Mul:
      return operand(N.A, Binding::Product) + " * " +
             operand(N.B, Binding::Product);
    case TraceOp::Div:
      return operand(N.A, Binding::Product) + " / " +
             operand(N.B, Binding::Atom);
    case TraceOp::Min:
      return "min(" + arguments(Id, N.Op) + ")";
    case TraceOp::Max:
      return "max(" + arguments(Id, N.Op) + ")";
    case TraceOp::Abs:
      return "abs(" + print(N.A) + ")";
    case TraceOp::Ceil:
      return "ceil(" + print(N.A) + ")";
    }
    return "";
  }

  /// Six digits: enough to redo the sum by hand.
  static std::string number(double Value) {
    char Buffer[32];
    std::snprintf(Buffer, sizeof(Buffer), "%g", Value);
    return Buffer;
  }

private:
  /// Of 0 - ceil(0 - x), which is how floor(x) is computed, the x.
  std::optional<TraceId> floored(TraceId Id) const {
    auto NegatedBy = [&](TraceId Of) -> std::optional<TraceId> {
      const TraceNode &N = Operations[Of];
      if (N.Op != TraceOp::Sub || Operations[N.A].Op != TraceOp::Constant ||
          Operations[N.A].Value != 0)
        return std::nullopt;
      return N.B;
    };
    const std::optional<TraceId> Ceiling = NegatedBy(Id);
    if (!Ceiling || Operations[*Ceiling].Op != TraceOp::Ceil)
      return std::nullopt;
    return NegatedBy(Operations[*Ceiling].A);
  }

  Binding binding(TraceId Id) const {
    if (floored(Id))
      return Binding::Atom;
    switch (Operations[Id].Op) {
    case TraceOp::Add:
    case TraceOp::Sub:
      return Binding::Sum;
    case TraceOp::Mul:
    case TraceOp::Div:
      return Binding::Product;
    default:
      return Binding::Atom;
    }
  }

  /// In brackets where it binds less tightly than \p Least.
  std::string operand(TraceId Id, Binding Least) const {
    std::string Text = print(Id);
    return binding(Id) < Least ? "(" + Text + ")" : Text;
  }

  /// min(a, min(b, c)) is min(a, b, c).
  std::string arguments(TraceId Id, TraceOp Op) const {
    const TraceNode &N = Operations[Id];
    if (N.Op != Op)
      return print(Id);
    return arguments(N.A, Op) + ", " + arguments(N.B, Op);
  }

  const Trace &Operations;
};

} // namespace

std::string kernelcast::formula(const Traced &Value) {
  const Trace *Operations = Trace::running();
  if (Value.isConstant() || !Operations)
    return FormulaPrinter::number(Value.value());
  return FormulaPrinter(*Operations).print(Value.id());
}

//===- Equations ----------------------------------------------------------===//

/// What later equations see of a recorded number.
static double leaf(const std::string &, double Value) { return Value; }
static Traced leaf(const std::string &Name, const Traced &Value) {
  return Traced::leaf(Name, Value.value());
}

template <typename Number>
Number Equations<Number>::record(const Twine &Name, const Number &Value,
                                 StringRef Unit, Origin From, const Twine &Note,
                                 const Twine &Source, std::string Formula) {
  Quantity Q;
  Q.Name = Name.str();
  Q.Value = valueOf(Value);
  Q.Unit = Unit.str();
  Q.Equation = Source.str();
  Q.Formula = std::move(Formula);
  Q.From = From;
  Q.Note = Note.str();
  Number Leaf = leaf(Q.Name, Value);
  Out->add(std::move(Q));
  return Leaf;
}

template <typename Number>
Number Equations<Number>::recordHardware(const Twine &Name, double Value,
                                         HardwareNumber GpuSpec::*Member) {
  const GpuSpec::Field *Field =
      find_if(GpuSpec::fields(), [&](const GpuSpec::Field &Field) {
        return Field.Member == Member;
      });
  assert(Field != GpuSpec::fields().end() && "a number that no file can give");
  Quantity Q;
  Q.Name = Name.str();
  Q.Value = Value;
  Q.Unit = Field->Unit;
  if (Q.Unit == "count" || Q.Unit == "ratio")
    Q.Unit.clear();
  Q.From = Origin::GpuFile;
  Q.Key = Field->Key;
  if ((Gpu.*Member).isKnown())
    Q.Confidence = (Gpu.*Member).Confidence;
  Number Leaf = leaf(Q.Name, Number(Value));
  Out->add(std::move(Q));
  return Leaf;
}

template <typename Number>
Number Equations<Number>::recordCalibrated(const Twine &Name, const Twine &Key,
                                           const HardwareNumber &N,
                                           const Twine &Note) {
  Quantity Q;
  Q.Name = Name.str();
  Q.Value = N.Value;
  Q.Unit = N.Unit;
  Q.From = Origin::Calibration;
  Q.Note = Note.str();
  Q.Key = ("calibration." + Key).str();
  if (N.isKnown())
    Q.Confidence = N.Confidence;
  Number Leaf = leaf(Q.Name, Number(N.Value));
  Out->add(std::move(Q));
  return Leaf;
}

template class kernelcast::Equations<double>;
template class kernelcast::Equations<Traced>;
