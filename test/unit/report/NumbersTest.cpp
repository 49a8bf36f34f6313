//===- NumbersTest.cpp - Quantities as people read them -------------------===//

#include "tool/report/Numbers.h"
#include "gtest/gtest.h"
#include <limits>

using namespace kernelcast;

TEST(Numbers, KeepThreeDigits) {
  EXPECT_EQ(threeDigits(0), "0");
  EXPECT_EQ(threeDigits(4), "4");
  EXPECT_EQ(threeDigitsFraction(32), "32.0");
  EXPECT_EQ(threeDigits(0.41249), "0.412");
  EXPECT_EQ(threeDigits(15.55), "15.6");
  EXPECT_EQ(threeDigits(123.4), "123");
  EXPECT_EQ(threeDigits(4096), "4100");
  EXPECT_EQ(threeDigits(4.1e6), "4.10 million");
  EXPECT_EQ(threeDigits(-2.345), "-2.35");
  EXPECT_EQ(threeDigits(0.0123456), "0.0123");
}

// 999.6 has three digits only until it is rounded.
TEST(Numbers, RoundBeforeCountingDigits) {
  EXPECT_EQ(threeDigits(999.6), "1000");
  EXPECT_EQ(threeDigits(9.996), "10.0");
  EXPECT_EQ(threeDigits(0.9996), "1.00");
  EXPECT_EQ(timeUnit(0.99996e-3 * 1000, true).Name, "s");
}

TEST(Numbers, ChooseTheUnitOfTime) {
  EXPECT_EQ(inUnit(0.412e-3, timeUnit(0.412e-3, true)), "0.412");
  EXPECT_EQ(timeUnit(0.412e-3, true).Name, "ms");
  EXPECT_EQ(timeUnit(41.2e-6, true).Name, "µs");
  EXPECT_EQ(timeUnit(41.2e-6, false).Name, "us");
  EXPECT_EQ(timeUnit(3.1, true).Name, "s");
  EXPECT_EQ(timeUnit(4e-9, true).Name, "ns");
}

// The whole is 0.412 ms, three digits after the point; so are its parts.
TEST(Numbers, GivePartsTheDigitsOfTheWhole) {
  TimeUnit Unit = timeUnit(0.412e-3, true);
  EXPECT_EQ(partInUnit(0.0119e-3, 0.412e-3, Unit), "0.012");
  EXPECT_EQ(partInUnit(0.412e-3, 0.412e-3, Unit), "0.412");
  Unit = timeUnit(30.9e-6, true);
  EXPECT_EQ(partInUnit(1.824e-6, 30.9e-6, Unit), "1.8");
}

TEST(Numbers, AreExactInJson) {
  EXPECT_EQ(exactNumber(9), "9");
  EXPECT_EQ(exactNumber(1e15), "1000000000000000");
  EXPECT_EQ(exactNumber(0.1), "0.1");
  EXPECT_EQ(exactNumber(-0.5), "-0.5");
  EXPECT_EQ(exactNumber(std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(exactNumber(std::numeric_limits<double>::quiet_NaN()), "null");
}

// A bar of 4 cells has 32 eighths: a half is 2 cells, 5/8 is 2 and a half.
TEST(Numbers, DrawBarsInEighths) {
  EXPECT_EQ(bar(0.5, 4, true), "██");
  EXPECT_EQ(bar(0.625, 4, true), "██▌");
  EXPECT_EQ(bar(1, 4, true), "████");
  EXPECT_EQ(bar(7, 4, true), "████");
  EXPECT_EQ(bar(1e-9, 4, true), "▏");
  EXPECT_EQ(bar(0, 4, true), "");
  EXPECT_EQ(bar(std::numeric_limits<double>::quiet_NaN(), 4, true), "");
  EXPECT_EQ(bar(0.5, 4, false), "##");
}

TEST(Numbers, ShortenByColumnsNotBytes) {
  EXPECT_EQ(shorten("abcdef", 6, true), "abcdef");
  EXPECT_EQ(shorten("abcdefg", 6, true), "abcde…");
  EXPECT_EQ(shorten("abcdefg", 6, false), "abc...");
  EXPECT_EQ(shorten("ääääää", 4, true), "äää…");
}

TEST(Numbers, SayBytesAndPercent) {
  EXPECT_EQ(bytesText(0), "0 B");
  EXPECT_EQ(bytesText(49152), "48 KiB");
  EXPECT_EQ(bytesText(1000), "1000 B");
  EXPECT_EQ(percent(0.666), "67 %");
  EXPECT_EQ(percent(0.001), "<1 %");
  EXPECT_EQ(percent(0), "0 %");
}
