//===- GoldenCases.h - The reference cases of the cost models ---*- C++ -*-===//
//
// test/golden/golden.json holds worked examples of every cost model: inputs and
// outputs of the paper's equations, from an independent program. Tests read
// both from the file, so that no number is typed a second time:
//
//   GoldenCase Case = golden("HK.isca09_example");
//   SCOPED_TRACE(Case.Key);
//   ... run the model on Case.In["N"].number() ...
//   EXPECT_GOLDEN(Result.Mwp, Case.Out["MWP"]);
//
// test/golden/complete.test holds that every key occurs in some unit test.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_UNIT_GOLDEN_GOLDENCASES_H
#define KERNELCAST_TEST_UNIT_GOLDEN_GOLDENCASES_H

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace kernelcast {

/// A place in golden.json. What is not there fails the test and reads as NaN,
/// as an empty text or as no elements.
class GoldenValue {
public:
  GoldenValue(const llvm::json::Value *Value, std::string Path)
      : Value(Value), Path(std::move(Path)) {}

  GoldenValue operator[](llvm::StringRef Name) const {
    const llvm::json::Object *Object = Value ? Value->getAsObject() : nullptr;
    return {Object ? Object->get(Name) : nullptr, Path + "/" + Name.str()};
  }
  GoldenValue operator[](size_t Index) const {
    const llvm::json::Array *Array = Value ? Value->getAsArray() : nullptr;
    return {Array && Index < Array->size() ? &(*Array)[Index] : nullptr,
            Path + "/" + std::to_string(Index)};
  }

  bool exists() const { return Value; }
  bool has(llvm::StringRef Name) const { return (*this)[Name].exists(); }

  /// Elements of an array, 0 for anything else.
  size_t size() const {
    const llvm::json::Array *Array = Value ? Value->getAsArray() : nullptr;
    return Array ? Array->size() : 0;
  }
  /// Member names of an object, sorted.
  std::vector<std::string> names() const {
    std::vector<std::string> Names;
    if (const llvm::json::Object *O = Value ? Value->getAsObject() : nullptr)
      for (const auto &Member : *O)
        Names.push_back(Member.first.str());
    std::sort(Names.begin(), Names.end());
    return Names;
  }

  double number() const {
    if (Value)
      if (auto Number = Value->getAsNumber())
        return *Number;
    ADD_FAILURE() << "golden.json has no number at " << Path;
    return std::numeric_limits<double>::quiet_NaN();
  }
  std::string text() const {
    if (Value)
      if (auto Text = Value->getAsString())
        return Text->str();
    ADD_FAILURE() << "golden.json has no text at " << Path;
    return "";
  }
  const std::string &path() const { return Path; }

private:
  const llvm::json::Value *Value;
  std::string Path;
};

struct GoldenCase {
  std::string Key; ///< "HK.isca09_example"
  GoldenValue In, Out;
  GoldenValue Paper; ///< what the paper prints, where that is known
};

inline const llvm::json::Object &goldenFile() {
  static const llvm::json::Value File = [] {
    auto Text = llvm::MemoryBuffer::getFile(KERNELCAST_SOURCE_DIR
                                            "/test/golden/golden.json");
    if (!Text)
      llvm::report_fatal_error("golden.json cannot be read");
    return llvm::cantFail(llvm::json::parse((*Text)->getBuffer()));
  }();
  return *File.getAsObject();
}

/// The case called \p Key.
inline GoldenCase golden(llvm::StringRef Key) {
  GoldenValue Case(goldenFile().get(Key), Key.str());
  if (!Case.exists())
    ADD_FAILURE() << "golden.json has no case " << Key.str();
  return {Key.str(), Case["in"], Case["out"], Case["paper"]};
}

/// All cases whose keys match \p Pattern ("HK.titanx_saxpy_*"), sorted by key;
/// a pattern without a match fails the test.
inline std::vector<GoldenCase> goldenCases(llvm::StringRef Pattern) {
  llvm::GlobPattern Glob = llvm::cantFail(llvm::GlobPattern::create(Pattern));
  std::vector<std::string> Keys;
  for (const auto &Case : goldenFile())
    if (Glob.match(Case.first.str()))
      Keys.push_back(Case.first.str());
  std::sort(Keys.begin(), Keys.end());
  if (Keys.empty())
    ADD_FAILURE() << "golden.json has no case like " << Pattern.str();
  std::vector<GoldenCase> Cases;
  for (const std::string &Key : Keys)
    Cases.push_back(golden(Key));
  return Cases;
}

/// Equal to a relative 1e-9; zero must be zero.
inline testing::AssertionResult matchesGolden(const char *ActualText,
                                              const char *, double Actual,
                                              const GoldenValue &Wanted) {
  double Number = Wanted.number();
  if (std::abs(Actual - Number) <= 1e-9 * std::abs(Number))
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << Wanted.path() << ": " << ActualText << " is "
         << testing::PrintToString(Actual) << ", golden.json has "
         << testing::PrintToString(Number);
}

#define EXPECT_GOLDEN(ACTUAL, WANTED)                                          \
  EXPECT_PRED_FORMAT2(::kernelcast::matchesGolden, ACTUAL, WANTED)

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_GOLDEN_GOLDENCASES_H
