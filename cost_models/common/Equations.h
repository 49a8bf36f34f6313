//===- Equations.h - How a cost model is written ----------------*- C++ -*-===//
//
// A cost model writes each of its equations once, as an expression in a type
// Number, and hands it to an Equations object with its name, its unit and its
// place in the paper:
//
//   template <typename Number>
//   Expected<Number> MyModel::cyclesOf(Equations<Number> &Eq,
//                                      const Question &Q, Prediction *P) {
//     Number Clock = Eq.hardware("clock", &GpuSpec::Clock);
//     Number SMs = Eq.hardware("SMs", &GpuSpec::Multiprocessors);
//     Number Blocks = Eq.input("blocks", Q.Shape.Blocks, "", Origin::Launch);
//     Number Active = Eq.equation("active_SMs", "", "HK table 1",
//                                 minimum<Number>(SMs, Blocks));
//     return Eq.equation("Rep", "rounds", "HK [21]", Blocks / Active);
//   }
//
// What comes of it depends on who asks (EquationModel.h):
//
//   Number   recorder  gives
//   double   none      the number; no string, no allocation
//   double   a list    the number, and its name and value on the list
//   Traced   a list    also the formula, printed from the operations that made
//                      the number: "16384 / 68". The number that comes back is
//                      a leaf, so that later formulas show its value
//   Traced   none      the number with all of its operations, from which
//                      emit-cost writes a program (support/Traced.h)
//
// Rules of the trade:
//
//   * Arithmetic is + - * /, minimum, maximum, roundedUp of support/Traced.h.
//   * A number in a formula is an input, the result of an equation or a plain
//     constant of the paper, or else the reader cannot tell where it is from.
//   * What is an algorithm and no formula (the walk over a graph, a clustering)
//     computes in double and is recorded with outcome() and a note in words.
//   * What is shown for comparison only is computed where isRecorded().
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_COST_MODELS_COMMON_EQUATIONS_H
#define KERNELCAST_COST_MODELS_COMMON_EQUATIONS_H

#include "analysis/hardware/GpuSpec.h"
#include "analysis/support/Traced.h"
#include "cost_models/common/Quantity.h"
#include "llvm/ADT/Twine.h"

namespace kernelcast {

/// The operations behind \p Value as arithmetic with the values of its leaves
/// in it and no more brackets than it needs: "max(0, 350 - (8 - 1) * 12)".
/// "" for double, which has forgotten them.
std::string formula(const Traced &Value);
inline std::string formula(double) { return ""; }

template <typename Number> class Equations {
public:
  /// \p Out, null for silent ones, gets the quantities. In Traced with \p Out,
  /// a Trace::Run must be going on.
  explicit Equations(const GpuSpec &Gpu, QuantityList *Out = nullptr)
      : Gpu(Gpu), Out(Out) {}

  bool isRecorded() const { return Out; }
  const GpuSpec &gpu() const { return Gpu; }

  /// A number that comes from the analysis, the launch or an assumption.
  Number input(const llvm::Twine &Name, Plain<Number> Value,
               llvm::StringRef Unit, Origin From,
               const llvm::Twine &Note = "") {
    return Out ? record(Name, Value, Unit, From, Note) : Value;
  }

  /// A number of the GPU file under the name that the equations use; where the
  /// file has none (or 0), the model takes \p Otherwise.
  Number hardware(const llvm::Twine &Name, HardwareNumber GpuSpec::*Member,
                  double Otherwise = 0) {
    const HardwareNumber &N = Gpu.*Member;
    bool Given = N.isKnown() && (N.Value > 0 || Otherwise == 0);
    return stated(Name, Given ? N.Value : Otherwise, Member);
  }

  /// \p Value, which the model has instead of that number of the GPU file or
  /// made of it beforehand.
  Number stated(const llvm::Twine &Name, double Value,
                HardwareNumber GpuSpec::*Member) {
    return Out ? recordHardware(Name, Value, Member) : Number(Value);
  }

  /// A number of the GPU file's calibration.
  Number calibrated(const llvm::Twine &Name, const llvm::Twine &Key,
                    const HardwareNumber &N, const llvm::Twine &Note = "") {
    return Out ? recordCalibrated(Name, Key, N, Note) : Number(N.Value);
  }

  /// The result of the equation \p Source ("BG (3)", "modern").
  Number equation(const llvm::Twine &Name, llvm::StringRef Unit,
                  const llvm::Twine &Source, Plain<Number> Value,
                  const llvm::Twine &Note = "") {
    return Out ? record(Name, Value, Unit, Origin::Equation, Note, Source,
                        formula(Value))
               : Value;
  }

  /// The result of an algorithm: no formula gives it.
  Number outcome(const llvm::Twine &Name, llvm::StringRef Unit,
                 const llvm::Twine &Source, Plain<Number> Value,
                 const llvm::Twine &Note = "") {
    return Out ? record(Name, Value, Unit, Origin::Equation, Note, Source)
               : Value;
  }

private:
  Number record(const llvm::Twine &Name, const Number &Value,
                llvm::StringRef Unit, Origin From, const llvm::Twine &Note,
                const llvm::Twine &Source = "", std::string Formula = "");
  Number recordHardware(const llvm::Twine &Name, double Value,
                        HardwareNumber GpuSpec::*Member);
  Number recordCalibrated(const llvm::Twine &Name, const llvm::Twine &Key,
                          const HardwareNumber &N, const llvm::Twine &Note);

  const GpuSpec &Gpu;
  QuantityList *Out;
};

extern template class Equations<double>;
extern template class Equations<Traced>;

} // namespace kernelcast

#endif // KERNELCAST_COST_MODELS_COMMON_EQUATIONS_H
