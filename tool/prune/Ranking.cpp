//===- Ranking.cpp - Configurations in the order to try them --------------===//

#include "tool/prune/Ranking.h"
#include "tool/prune/ParameterText.h"
#include "tool/prune/SpaceForecast.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>

using namespace llvm;
using namespace kernelcast;

Ranking kernelcast::ranked(std::vector<std::string> Parameters,
                           std::vector<RankedConfiguration> Configurations) {
  Ranking Result{std::move(Parameters), std::move(Configurations)};
  llvm::sort(Result.Configurations,
             [](const RankedConfiguration &A, const RankedConfiguration &B) {
               if (isBetter(A.Known, B.Known))
                 return true;
               return !isBetter(B.Known, A.Known) && A.Place < B.Place;
             });
  std::map<ContentHash, uint64_t> First;
  for (auto [I, Each] : enumerate(Result.Configurations)) {
    Each.Rank = I + 1;
    auto [Known, IsNew] = First.try_emplace(Each.Known.Program, Each.Rank);
    Each.SameAs = IsNew ? std::nullopt : std::optional<uint64_t>(Known->second);
  }
  return Result;
}

Error kernelcast::cut(Ranking &All, const RankingCut &Cut) {
  std::vector<RankedConfiguration> &List = All.Configurations;
  if (List.empty())
    return createStringError("the space has no configuration");
  if (!Cut.any())
    return Error::success();
  const size_t Runnable = count_if(List, [](const RankedConfiguration &Each) {
    return Each.Known.canRun();
  });
  if (!Runnable)
    return createStringError(
        "nothing is left: none of the " + Twine(List.size()) +
        " configurations can run; the first one: " + List.front().Known.Reason);
  size_t Left = Runnable;
  if (Cut.Keep)
    Left = std::min(
        Left, std::max<size_t>(
                  1, static_cast<size_t>(std::ceil(
                         *Cut.Keep * static_cast<double>(Runnable) - 1e-9))));
  if (Cut.Top)
    Left = std::min<size_t>(Left, *Cut.Top);
  List.resize(Left);
  if (!Cut.Within)
    return Error::success();
  const std::optional<ForecastTime> Best = List.front().Known.Time;
  if (!Best)
    return createStringError("--within: no configuration has a time; the first "
                             "one: " +
                             List.front().Known.Reason);
  // The best one takes no longer than this, whichever it is.
  double Longest = Best->High;
  for (const RankedConfiguration &Each : List)
    if (Each.Known.Time)
      Longest = std::min(Longest, Each.Known.Time->High);
  const double Limit = Longest * (1 + *Cut.Within);
  erase_if(List, [&](const RankedConfiguration &Each) {
    return !Each.Known.Time || Each.Known.Time->Low > Limit;
  });
  return Error::success();
}

std::vector<size_t> kernelcast::parametersWithoutEffect(const Ranking &All) {
  std::vector<size_t> Result;
  for (size_t P = 0; P != All.Parameters.size(); ++P) {
    // By the values of all others: the program.
    std::unordered_map<std::string, ContentHash> Programs;
    bool IsCompared = false, HasEffect = false;
    for (const RankedConfiguration &Each : All.Configurations) {
      std::string Others;
      for (auto [I, Value] : enumerate(Each.Values))
        if (I != P)
          Others += exactText(Value) + '\n';
      auto [Known, IsNew] =
          Programs.try_emplace(std::move(Others), Each.Known.Program);
      IsCompared |= !IsNew;
      HasEffect |= Known->second != Each.Known.Program;
      if (HasEffect)
        break;
    }
    if (IsCompared && !HasEffect)
      Result.push_back(P);
  }
  return Result;
}

size_t kernelcast::distinctPrograms(const Ranking &All) {
  std::set<ContentHash> Seen;
  for (const RankedConfiguration &Each : All.Configurations)
    Seen.insert(Each.Known.Program);
  return Seen.size();
}

std::array<size_t, HindranceCount> kernelcast::excludedBy(const Ranking &All) {
  std::array<size_t, HindranceCount> Result{};
  for (const RankedConfiguration &Each : All.Configurations)
    if (Each.Known.Excluded)
      ++Result[static_cast<size_t>(*Each.Known.Excluded)];
  return Result;
}
