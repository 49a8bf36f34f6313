//===- ParameterEffects.cpp - How much each parameter matters -------------===//

#include "tool/prune/ParameterEffects.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace kernelcast;

std::vector<ParameterEffect> kernelcast::parameterEffects(const Ranking &All) {
  std::vector<std::pair<const RankedConfiguration *, double>> Timed;
  double Sum = 0;
  for (const RankedConfiguration &Each : All.Configurations)
    if (Each.Known.Time && Each.Known.Time->Seconds > 0) {
      Timed.push_back({&Each, std::log(Each.Known.Time->Seconds)});
      Sum += Timed.back().second;
    }
  const double Mean = Sum / static_cast<double>(Timed.size());
  double Whole = 0;
  for (const auto &[Each, Time] : Timed)
    Whole += (Time - Mean) * (Time - Mean);
  // Equal times have a mean that is a rounding error away from them.
  constexpr double Rounding = 1e-24;
  if (!(Whole > Rounding * static_cast<double>(Timed.size())))
    return {};
  std::vector<ParameterEffect> Result;
  for (size_t P = 0; P != All.Parameters.size(); ++P) {
    struct Group {
      double Count = 0, Sum = 0;
    };
    std::map<ParameterValue, Group> Groups;
    for (const auto &[Each, Time] : Timed) {
      Group &Own = Groups[Each->Values[P]];
      Own.Count += 1;
      Own.Sum += Time - Mean;
    }
    double Between = 0;
    for (const auto &[Value, Own] : Groups)
      Between += Own.Sum * Own.Sum / Own.Count;
    Result.push_back({P, Groups.size(), std::min(1.0, Between / Whole)});
  }
  stable_sort(Result, [](const ParameterEffect &A, const ParameterEffect &B) {
    return A.Explains > B.Explains;
  });
  return Result;
}
