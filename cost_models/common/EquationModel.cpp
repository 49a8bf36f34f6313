//===- EquationModel.cpp - What every cost model does alike ---------------===//

#include "cost_models/common/EquationModel.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace kernelcast;

/// \p Cycles, or that they are beyond what a double holds.
static Expected<double> checked(double Cycles) {
  if (std::isfinite(Cycles) && Cycles >= 0)
    return Cycles;
  return createStringError("the numbers of this launch are too large");
}

/// The last two quantities of every model.
template <typename Number>
static double total(Equations<Number> &Eq, const Number &Cycles) {
  Number Sum = Eq.equation("cycles", "cycles", "sum", Cycles);
  Eq.equation("time", "s", "cycles / clock", Sum / Eq.gpu().Clock.Value);
  return valueOf(Cycles);
}

/// The largest first; it bounds unless the model has said what does.
static void arrange(Prediction &P) {
  stable_sort(P.Breakdown, [](const BreakdownItem &A, const BreakdownItem &B) {
    return A.Cycles > B.Cycles;
  });
  if (!P.Bottleneck && !P.Breakdown.empty())
    P.Bottleneck = P.Breakdown.front().What;
  if (!P.BoundBy && P.Bottleneck)
    P.BoundBy = resourceOf(*P.Bottleneck);
}

Expected<Prediction> EquationModel::predict(const WarpProfile &Profile,
                                            const GpuSpec &Gpu, ModelMode Mode,
                                            Detail Asked) const {
  auto Refuse = [&](Error E) {
    return createStringError(name() + ": " + toString(std::move(E)));
  };
  if (!is_contained(modes(), Mode))
    return createStringError(name() + ": there is no mode '" +
                             kernelcast::name(Mode) + "'");
  if (Error E = requireNumbers(name(), Gpu, needed()))
    return E;
  auto Shape = launchShape(name(), Profile);
  if (!Shape)
    return Shape.takeError();
  const Question Q{Profile, Gpu, Mode, FactBound::Value, *Shape};
  Prediction P;
  P.Model = id();
  P.Mode = Mode;
  P.Gpu = Gpu.Name;

  QuantityList List;
  auto Evaluate = [&](auto Eq) -> Expected<double> {
    auto Sum = cycles(Eq, Q, &P);
    if (!Sum)
      return Sum.takeError();
    return checked(total(Eq, *Sum));
  };
  auto Cycles = [&]() -> Expected<double> {
    if (Asked != Detail::Explanation)
      return Evaluate(Equations<double>(
          Gpu, Asked == Detail::Quantities ? &List : nullptr));
    Trace Operations;
    Trace::Run Run(Operations);
    return Evaluate(Equations<Traced>(Gpu, &List));
  }();
  if (!Cycles)
    return Refuse(Cycles.takeError());
  P.Quantities = List.take();
  P.Cycles = *Cycles;
  P.Seconds = P.SecondsLow = P.SecondsHigh = *Cycles / Gpu.Clock;
  arrange(P);
  if (Asked >= Detail::Quantities) {
    P.Premises = premises();
    P.Broken = brokenPremises(P.Premises, Profile, Gpu);
  }
  if (Asked != Detail::Seconds && hasBounds(Profile))
    widen(P, Gpu.Clock, [&](FactBound Bound) -> Expected<double> {
      const std::optional<WarpProfile> Moved = Profile.atEnd(Bound);
      const WarpProfile &There = Moved ? *Moved : Profile;
      auto ShapeThere = launchShape(name(), There);
      if (!ShapeThere)
        return ShapeThere.takeError();
      const Question AtEnd{There, Gpu, Mode, Bound, *ShapeThere};
      Equations<double> Silent(Gpu);
      auto End = cycles(Silent, AtEnd, nullptr);
      if (!End)
        return End.takeError();
      return checked(*End);
    });
  return P;
}
