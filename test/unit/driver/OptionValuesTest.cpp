//===- OptionValuesTest.cpp - Values of options ---------------------------===//

#include "tool/OptionValues.h"
#include "analysis/support/NearestName.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using namespace llvm;

template <typename T> static std::string message(Expected<T> Result) {
  if (Result)
    return "";
  return toString(Result.takeError());
}

static int64_t whole(StringRef Text) {
  Expected<OptionNumber> Number = parseNumber("--arg n", Text);
  if (!Number) {
    ADD_FAILURE() << toString(Number.takeError());
    return -1;
  }
  EXPECT_TRUE(Number->IsInteger) << Text.str();
  EXPECT_EQ(Number->Value, static_cast<double>(Number->Integer));
  return Number->Integer;
}

TEST(OptionValues, ReadWholeNumbersInEverySpelling) {
  EXPECT_EQ(whole("1000"), 1000);
  EXPECT_EQ(whole("1e6"), 1000000);
  EXPECT_EQ(whole("0x10"), 16);
  EXPECT_EQ(whole("0XfF"), 255);
  EXPECT_EQ(whole("2^20"), 1048576);
  EXPECT_EQ(whole("1^1000000000000"), 1);
  EXPECT_EQ(whole("2^0"), 1);
  EXPECT_EQ(whole("-3"), -3);
  EXPECT_EQ(whole("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(whole("-9223372036854775808"), INT64_MIN);
}

TEST(OptionValues, KeepFractions) {
  Expected<OptionNumber> Number = parseNumber("--arg a", "0.5");
  ASSERT_TRUE(bool(Number));
  EXPECT_FALSE(Number->IsInteger);
  EXPECT_EQ(Number->Value, 0.5);
  Number = parseNumber("--arg a", "-1e-3");
  ASSERT_TRUE(bool(Number));
  EXPECT_FALSE(Number->IsInteger);
  EXPECT_EQ(Number->Value, -1e-3);
}

TEST(OptionValues, RefuseWhatIsNoNumber) {
  for (const char *Text : {"", "abc", "1x", "0x", "0x1p3", "nan", "inf", "2^",
                           "^3", "2^-1", "1e", "--3", "1,2", " "})
    EXPECT_EQ(message(parseNumber("--arg n", Text)),
              "--arg n '" + std::string(Text) +
                  "': not a number; write 1000, 0x10, 1e6, 2^20 or 0.5");
  for (const char *Text : {"9223372036854775808", "2^63", "10^300",
                           "0xffffffffffffffffff", "1e999"})
    EXPECT_EQ(message(parseNumber("--arg n", Text)),
              "--arg n '" + std::string(Text) + "': does not fit 64 bits");
}

TEST(OptionValues, ReadSizes) {
  Expected<std::array<uint64_t, 3>> Sizes = parseSizes("--block", "32,8");
  ASSERT_TRUE(bool(Sizes));
  EXPECT_EQ(*Sizes, (std::array<uint64_t, 3>{32, 8, 1}));
  Sizes = parseSizes("--grid", "2^31,1,1");
  EXPECT_EQ(message(std::move(Sizes)),
            "--grid '2^31': must be at most 2147483647");
}

TEST(OptionValues, RefuseSizesThatCannotBe) {
  EXPECT_EQ(message(parseSizes("--grid", "0")),
            "--grid '0': must be at least 1");
  EXPECT_EQ(message(parseSizes("--grid", "-4")),
            "--grid '-4': must be at least 1");
  EXPECT_EQ(message(parseSizes("--grid", "1.5")),
            "--grid '1.5': must be a whole number");
  EXPECT_EQ(message(parseSizes("--block", "1,2,3,4")),
            "--block '1,2,3,4': at most three sizes: X[,Y[,Z]]");
  EXPECT_EQ(message(parseSizes("--block", "32,")),
            "--block '32,': a size is missing: X[,Y[,Z]]");
  // (2^31 - 1)^3 is nearly 2^93.
  EXPECT_EQ(message(parseSizes("--grid", "2147483647,2147483647,2147483647")),
            "--grid '2147483647,2147483647,2147483647': the product of the "
            "sizes overflows");
}

TEST(OptionValues, ReadArguments) {
  Expected<ArgumentValue> Value = parseArgument("p.size=2^10");
  ASSERT_TRUE(bool(Value));
  EXPECT_EQ(Value->Name, "p.size");
  EXPECT_EQ(Value->Integer, 1024);
  EXPECT_EQ(Value->Source, LaunchSource::Option);
  EXPECT_EQ(message(parseArgument("n")), "--arg 'n': expected NAME=VALUE");
  EXPECT_EQ(message(parseArgument("=3")), "--arg '=3': expected NAME=VALUE");
  EXPECT_EQ(message(parseArgument("3=n")), "--arg '3=n': expected NAME=VALUE");
}

TEST(OptionValues, ReadAssumptions) {
  Expected<UserAssumption> Fact = parseAssumption("12:7 p=0.3");
  ASSERT_TRUE(bool(Fact));
  EXPECT_EQ(Fact->What, UserAssumption::Kind::Probability);
  EXPECT_EQ(Fact->Line, 12u);
  EXPECT_EQ(Fact->Column, 7u);
  EXPECT_EQ(Fact->Value, 0.3);
  Fact = parseAssumption("12 trips = 1e3");
  ASSERT_TRUE(bool(Fact));
  EXPECT_EQ(Fact->What, UserAssumption::Kind::Trips);
  EXPECT_EQ(Fact->Column, 0u);
  EXPECT_EQ(Fact->Value, 1000);
  Fact = parseAssumption(" N % 1024 == 0 ");
  ASSERT_TRUE(bool(Fact));
  EXPECT_EQ(Fact->What, UserAssumption::Kind::Constraint);
  EXPECT_EQ(Fact->Constraint.Text, "N % 1024 == 0");
  EXPECT_EQ(Fact->Constraint.Name, "N");
  EXPECT_EQ(Fact->Constraint.Modulus, 1024);
  EXPECT_EQ(Fact->Constraint.Compare, ArgumentConstraint::Relation::Equal);
  EXPECT_EQ(Fact->Constraint.Value, 0);
  Fact = parseAssumption("main::rows>=2^10");
  ASSERT_TRUE(bool(Fact));
  EXPECT_EQ(Fact->Constraint.Name, "main::rows");
  EXPECT_EQ(Fact->Constraint.Modulus, 0);
  EXPECT_EQ(Fact->Constraint.Compare,
            ArgumentConstraint::Relation::GreaterEqual);
  EXPECT_EQ(Fact->Constraint.Value, 1024);

  Fact = parseAssumption("sass:80 trips=12");
  ASSERT_TRUE(bool(Fact));
  EXPECT_EQ(Fact->What, UserAssumption::Kind::ListingTrips);
  EXPECT_EQ(Fact->Line, 80u);
  EXPECT_EQ(Fact->Value, 12);
  Fact = parseAssumption("sass:7 p=0.5");
  ASSERT_TRUE(bool(Fact));
  EXPECT_EQ(Fact->What, UserAssumption::Kind::ListingTaken);
}

TEST(OptionValues, RefuseConstraintsThatNothingChecks) {
  for (const char *Text : {"N * 2 == 4", "(N) == 4", "N % M == 0", "N == M",
                           "N == 0.5", "N == 4 && M == 4", "N <> 4"})
    EXPECT_NE(message(parseAssumption(Text)).find("compares one argument"),
              std::string::npos)
        << Text;
  EXPECT_EQ(message(parseAssumption("N % 8 < 4")),
            "--assume 'N % 8 < 4': a remainder is compared by == or != alone");
  EXPECT_EQ(message(parseAssumption("N % 8 == 8")),
            "--assume 'N % 8 == 8': the remainder lies between 0 and 7");
  EXPECT_EQ(message(parseAssumption("N % 0 == 0")),
            "--assume 'N % 0 == 0': a number is divided by at least 1");
}

TEST(OptionValues, RefuseAssumptionsThatSayNothing) {
  for (const char *Text : {"", "12", "12:7", "12:7 q=1", "0:1 p=0.5", "N",
                           "N %", "N = 4", "12:0 p=0.5", "12:7p=0.5", "== 0"})
    EXPECT_NE(message(parseAssumption(Text)).find("expected 'LINE:COL"),
              std::string::npos)
        << Text;
  EXPECT_EQ(message(parseAssumption("12:7 p=1.5")),
            "--assume '12:7 p=1.5': a probability lies between 0 and 1");
  EXPECT_EQ(message(parseAssumption("12:7 trips=-1")),
            "--assume '12:7 trips=-1': trips must be between 0 and 1e15");
}

TEST(OptionValues, FindTheNearestName) {
  std::vector<std::string> Known = {"transpose", "reduce", "scan"};
  EXPECT_EQ(nearestName("transpos", Known), "transpose");
  EXPECT_EQ(nearestName("Scan", Known), "scan");
  EXPECT_EQ(nearestName("completely_different", Known), "");
}
