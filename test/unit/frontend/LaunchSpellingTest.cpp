//===- LaunchSpellingTest.cpp - Launches written with spaces --------------===//
#include "analysis/frontend/LaunchSpelling.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

std::string joined(llvm::StringRef Source) {
  std::optional<std::string> Text = withJoinedLaunches(Source);
  return Text ? *Text : "as it is";
}

TEST(LaunchSpelling, Joins) {
  EXPECT_EQ(joined("k << <g, b >> > (p);"), "k <<< g, b >>>  (p);");
  EXPECT_EQ(joined("k<3> << <g, b>> >(p);"), "k<3> <<< g, b>>> (p);");
  EXPECT_EQ(joined("k << <(n >> 2), dim3(b, c), s >> >(p);"),
            "k <<< (n >> 2), dim3(b, c), s >>> (p);");
  EXPECT_EQ(joined("k << <1, 2 >> >(a); k << <3, 4 >> >(b);"),
            "k <<< 1, 2 >>> (a); k <<< 3, 4 >>> (b);");
}

TEST(LaunchSpelling, LeavesTheRest) {
  for (const char *Source : {"k<<<g, b>>>(p);", "// k << <g, b >> > (p);",
                             "puts(\"k << <g, b >> > (p)\");",
                             "std::operator<< <T>(o, x); A<B<C>> >(y);",
                             "A<B<C>> > x; o << < y;", "k << <g; b >> >(p);"})
    EXPECT_EQ(joined(Source), "as it is") << Source;
}

} // namespace
