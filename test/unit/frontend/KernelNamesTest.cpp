//===- KernelNamesTest.cpp - Names of kernels as users write them ---------===//

#include "analysis/frontend/KernelNames.h"
#include "gtest/gtest.h"

using namespace kernelcast;

TEST(KernelNames, MatchPlainQualifiedAndInstantiated) {
  std::string Arguments[] = {"int", "4"};
  for (const char *Wanted :
       {"f", "ns::f", "::ns::f", "f<int, 4>", "f<int,4>", "ns::f<int,4>"})
    EXPECT_TRUE(matchesKernel(Wanted, "ns::f<int, 4>", Arguments)) << Wanted;
  for (const char *Wanted : {"g", "other::f", "f<int, 5>", "f<>", "s::f", ""})
    EXPECT_FALSE(matchesKernel(Wanted, "ns::f<int, 4>", Arguments)) << Wanted;
}

TEST(KernelNames, SelectByPattern) {
  std::string Arguments[] = {"int", "4"};
  for (const char *Wanted :
       {"f", "?", "*", "ns::*", "n*f", "ns::f<int, *>", "[ef]", "ns::f<int,4>"})
    EXPECT_TRUE(selectsKernel(Wanted, "ns::f<int, 4>", Arguments)) << Wanted;
  for (const char *Wanted : {"g*", "??", "other::*", "[", "f[", ""})
    EXPECT_FALSE(selectsKernel(Wanted, "ns::f<int, 4>", Arguments)) << Wanted;
}

// The frontend may leave the arguments out of the qualified name.
TEST(KernelNames, AcceptNamesWithoutArguments) {
  std::string Arguments[] = {"16u"};
  EXPECT_TRUE(matchesKernel("f<16>", "f", Arguments));
  EXPECT_TRUE(matchesKernel("f", "f", Arguments));
}

TEST(KernelNames, CompareAcrossWriters) {
  EXPECT_EQ(comparableName("f<int, (int)16>"), comparableName("f<int,16>"));
  EXPECT_EQ(comparableName("f<16u, a1ul>"), "f<16,a1ul>");
  EXPECT_EQ(withoutTemplateArguments("a<b<c>>::d<1>"), "a::d");
}
