//===- SaturationCurve.cpp - n operations against one ---------------------===//

#include "cost_models/cache-aware/SaturationCurve.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <vector>

using namespace llvm;
using namespace kernelcast;

double SaturationCurve::at(double Operations) const {
  if (!(Operations > 0))
    return 0;
  double W = Operations <= Saturation ? A * std::pow(Operations, B) + C
                                      : A2 * Operations + C2;
  return std::max(W, 0.0);
}

namespace {

using Point = std::pair<double, double>;

struct Line {
  double Slope = 0, Offset = 0, Squares = 0;
};

/// Least squares of y = Slope * n^Power + Offset.
Line fitLine(ArrayRef<Point> Points, double Power) {
  double N = Points.size(), X = 0, Y = 0, XX = 0, XY = 0;
  for (auto [Count, Time] : Points) {
    double P = std::pow(Count, Power);
    X += P, Y += Time, XX += P * P, XY += P * Time;
  }
  Line L;
  double Spread = N * XX - X * X;
  if (Spread > 1e-12 * N * XX)
    L.Slope = (N * XY - X * Y) / Spread;
  L.Offset = (Y - L.Slope * X) / N;
  for (auto [Count, Time] : Points) {
    double Off = L.Slope * std::pow(Count, Power) + L.Offset - Time;
    L.Squares += Off * Off;
  }
  return L;
}

/// The best power, to a thousandth: in steps of 1/50, then around the best.
std::pair<Line, double> fitPower(ArrayRef<Point> Points) {
  Line Best = fitLine(Points, 1);
  double BestPower = 1;
  auto Try = [&](double Power) {
    Line L = fitLine(Points, Power);
    if (L.Squares < Best.Squares)
      Best = L, BestPower = Power;
  };
  for (unsigned I = 0; I <= 100; ++I)
    Try(I / 50.0);
  double Around = BestPower;
  for (int I = -20; I <= 20; ++I)
    Try(std::clamp(Around + I / 1000.0, 0.0, 2.0));
  return {Best, BestPower};
}

} // namespace

Expected<SaturationFit>
kernelcast::fitSaturation(ArrayRef<std::pair<double, double>> Given) {
  std::vector<Point> Points(Given.begin(), Given.end());
  llvm::sort(Points);
  unsigned Different = 0;
  for (size_t I = 0; I < Points.size(); ++I) {
    auto [Count, Time] = Points[I];
    if (!(Count >= 1) || !std::isfinite(Count) || !(Time >= 0) ||
        !std::isfinite(Time))
      return createStringError("%g operations in %g cannot be fitted", Count,
                               Time);
    Different += I == 0 || Count != Points[I - 1].first;
  }
  if (Different < 3)
    return createStringError("a curve needs three numbers of operations");

  // Without a split, the straight part goes on from the last two points.
  ArrayRef<Point> All = Points;
  auto [Left, Power] = fitPower(All);
  double Squares = Left.Squares;
  SaturationCurve Curve{Left.Slope, Power, Left.Offset,
                        0,          0,     Points.back().first};
  auto Value = [&](double N) {
    return Left.Slope * std::pow(N, Power) + Left.Offset;
  };
  double End = Points.back().first;
  Curve.A2 = Value(End) - Value(End - 1);
  Curve.C2 = Value(End) - Curve.A2 * End;
  for (size_t Split = 3; Split + 2 <= Points.size(); ++Split) {
    if (Points[Split].first == Points[Split - 1].first)
      continue;
    auto [Low, LowPower] = fitPower(All.take_front(Split));
    Line High = fitLine(All.drop_front(Split), 1);
    // A part more has to be worth it: exact data must not be split by noise.
    if (Low.Squares + High.Squares >= Squares * (1 - 1e-6) ||
        Squares <= 1e-24 * Points.size())
      continue;
    Squares = Low.Squares + High.Squares;
    Curve = {Low.Slope,  LowPower,    Low.Offset,
             High.Slope, High.Offset, Points[Split - 1].first};
  }
  SaturationFit Fit;
  Fit.One = Curve.A + Curve.C;
  if (!(Fit.One > 0))
    return createStringError("the fitted curve gives one operation no time");
  Fit.Residual = std::sqrt(Squares / Points.size()) / Fit.One;
  Fit.Curve = Curve;
  for (double *Part :
       {&Fit.Curve.A, &Fit.Curve.C, &Fit.Curve.A2, &Fit.Curve.C2})
    *Part /= Fit.One;
  return Fit;
}
