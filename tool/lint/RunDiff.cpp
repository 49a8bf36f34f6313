//===- RunDiff.cpp - What has changed between two runs --------------------===//

#include "tool/lint/RunDiff.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>

using namespace llvm;
using namespace kernelcast;

static bool differ(double A, double B) {
  return std::fabs(A - B) >
         NoticeableChange * std::max(std::fabs(A), std::fabs(B));
}

static bool gainsDiffer(const RecordedFinding &A, const RecordedFinding &B) {
  if (!A.Predicted || !B.Predicted)
    return A.Predicted.has_value() != B.Predicted.has_value();
  return differ(A.Predicted->saved(), B.Predicted->saved());
}

static void compareFindings(const EarlierRun &Old, const EarlierRun &New,
                            RunDiff &Result) {
  std::map<StringRef, const RecordedFinding *> Known;
  for (const RecordedFinding &Each : Old.Findings)
    Known.try_emplace(Each.Fingerprint, &Each);
  std::set<StringRef> Kept;
  for (const RecordedFinding &Each : New.Findings) {
    auto Before = Known.find(Each.Fingerprint);
    if (Before == Known.end()) {
      Result.New.push_back(&Each);
      continue;
    }
    Kept.insert(Each.Fingerprint);
    if (gainsDiffer(*Before->second, Each))
      Result.Changed.push_back({Before->second, &Each});
  }
  for (const RecordedFinding &Each : Old.Findings)
    if (!Kept.count(Each.Fingerprint))
      Result.Gone.push_back(&Each);
}

/// The part that differs most between two times.
static std::optional<MovedPart> movedPart(const RecordedTime &Old,
                                          const RecordedTime &New) {
  std::vector<MovedPart> Parts;
  auto part = [&](const std::string &Name) -> MovedPart & {
    auto Known = find_if(
        Parts, [&](const MovedPart &Part) { return Part.Name == Name; });
    return Known == Parts.end() ? Parts.emplace_back(MovedPart{Name}) : *Known;
  };
  for (const auto &[Name, Seconds] : Old.Parts)
    part(Name).Old += Seconds;
  for (const auto &[Name, Seconds] : New.Parts)
    part(Name).New += Seconds;
  auto Most = max_element(Parts, [](const MovedPart &A, const MovedPart &B) {
    return std::fabs(A.New - A.Old) < std::fabs(B.New - B.Old);
  });
  if (Most == Parts.end())
    return std::nullopt;
  return *Most;
}

static void compareTimes(const EarlierRun &Old, const EarlierRun &New,
                         RunDiff &Result) {
  auto key = [](const RecordedTime &T) {
    return std::tie(T.File, T.Kernel, T.Gpu, T.Model, T.Mode);
  };
  using Key = decltype(key(std::declval<const RecordedTime &>()));
  std::map<Key, std::vector<const RecordedTime *>> Left;
  for (const RecordedTime &Each : Old.Times)
    Left[key(Each)].push_back(&Each);
  for (const RecordedTime &Each : New.Times)
    Result.Times.push_back({nullptr, &Each, false, std::nullopt});
  auto match = [&](auto Fits) {
    for (TimeChange &Change : Result.Times) {
      std::vector<const RecordedTime *> &Candidates = Left[key(*Change.New)];
      auto Found = find_if(Candidates, [&](const RecordedTime *Each) {
        return Fits(*Each, *Change.New);
      });
      if (Change.Old || Found == Candidates.end())
        continue;
      Change.Old = *Found;
      Candidates.erase(Found);
    }
  };
  match([](const RecordedTime &A, const RecordedTime &B) {
    return A.Grid == B.Grid && A.Block == B.Block;
  });
  match([](const RecordedTime &, const RecordedTime &) { return true; });
  for (TimeChange &Change : Result.Times) {
    Change.Noticeable =
        Change.Old && differ(Change.Old->Seconds, Change.New->Seconds);
    if (Change.Noticeable)
      Change.Moved = movedPart(*Change.Old, *Change.New);
  }
  for (const RecordedTime &Each : Old.Times)
    if (is_contained(Left[key(Each)], &Each))
      Result.Times.push_back({&Each, nullptr, false, std::nullopt});
}

Expected<RunDiff> kernelcast::runDiff(const EarlierRun &Old,
                                      const EarlierRun &New) {
  if (Old.HasFindings != New.HasFindings)
    return createStringError(
        "--diff: one of the files is of lint and the other "
        "of predict; their findings cannot be compared");
  RunDiff Result;
  compareFindings(Old, New, Result);
  compareTimes(Old, New, Result);
  return Result;
}
