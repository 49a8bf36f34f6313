//===- HostLaunchesShapeTest.cpp - Grids and blocks from host code --------===//

#include "HostLaunchesParse.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using namespace kernelcast::test;

TEST(HostLaunches, IntegersAreX) {
  Launches L = launchAfter("", "4, 256");
  EXPECT_EQ(L.one().Location, (SourceSpot{"input.cu", 5, 3}));
  EXPECT_EQ(L.grid(), "4, 1, 1");
  EXPECT_EQ(L.block(), "256, 1, 1");
  EXPECT_EQ(L.shared(), "0");
  EXPECT_EQ(L.argument(0), "0");
  EXPECT_EQ(L.one().Note, "");
}

TEST(HostLaunches, Dim3InAllItsForms) {
  EXPECT_EQ(launchAfter("dim3 b(16, 8, 2);", "1, b").block(), "16, 8, 2");
  EXPECT_EQ(launchAfter("dim3 b{16, 8};", "1, b").block(), "16, 8, 1");
  EXPECT_EQ(launchAfter("dim3 b = dim3(32, 4);", "1, b").block(), "32, 4, 1");
  EXPECT_EQ(launchAfter("dim3 b = 64;", "1, b").block(), "64, 1, 1");
  EXPECT_EQ(launchAfter("dim3 b; b.x = 16; b.y = b.x / 2;", "1, b").block(),
            "16, 8, 1");
  EXPECT_EQ(launchAfter("dim3 a(7, 3); dim3 b = a; a.x = 9;", "a, b").block(),
            "7, 3, 1");
  EXPECT_EQ(launchAfter("dim3 b(8); b = dim3(4, 4, 4);", "1, b").block(),
            "4, 4, 4");
  EXPECT_EQ(
      launchAfter("uint3 u; u.x = 5; u.y = 6; u.z = 7; dim3 b(u);", "1, b")
          .block(),
      "5, 6, 7");
  EXPECT_EQ(launchAfter("", "1, dim3(2, 3)").block(), "2, 3, 1");
}

TEST(HostLaunches, Dim3FromAFunctionAndFromAChoice) {
  EXPECT_EQ(
      launchAfter("", "1, shape(6)",
                  "dim3 shape(int n) { dim3 d(n); d.y = n + 1; return d; }")
          .block(),
      "6, 7, 1");
  EXPECT_EQ(launchAfter("bool wide = true; dim3 b = wide ? dim3(32, 2) : "
                        "dim3(8, 8);",
                        "1, b")
                .block(),
            "32, 2, 1");
}

TEST(HostLaunches, ConstantsMacrosEnumsAndGlobals) {
  EXPECT_EQ(
      launchAfter("", "N / B, B * 2", "#define N 4096\n#define B 64\n").grid(),
      "64, 1, 1");
  EXPECT_EQ(launchAfter("", "1, Threads", "enum { Threads = 96 };").block(),
            "96, 1, 1");
  EXPECT_EQ(launchAfter("", "1, t", "static int t = 48;").block(), "48, 1, 1");
  EXPECT_EQ(launchAfter("", "1, t[1]", "const int t[2] = {3, 5};").block(),
            "5, 1, 1");
  EXPECT_EQ(launchAfter("int t[2] = {3, 5}; t[0] = 11;", "t[1], t[0]").block(),
            "11, 1, 1");
  EXPECT_EQ(launchAfter("int i = 1; int t[2] = {3, 5};", "1, t[i]").block(),
            "5, 1, 1");
  EXPECT_EQ(launchAfter("", "1, 32, 10 * sizeof(double)").shared(), "80");
}

// A global that another function changes has no one value; its initialiser is
// a default. One that is only ever given one value has it.
TEST(HostLaunches, ChangedGlobals) {
  Launches L = launchAfter("setup();", "1, t",
                           "int t = 48; void setup() { t = atoi(\"7\"); }");
  EXPECT_EQ(L.block(), "t, 1, 1");
  EXPECT_EQ(L.defaults(), "t=48");
  EXPECT_EQ(launchAfter("setup();", "1, t", "int t; void setup() { t = 64; }")
                .block(),
            "64, 1, 1");
}

// 1000 threads of work in blocks of 256 are (1000 + 255) / 256 = 4 blocks.
TEST(HostLaunches, CeilDivision) {
  const char *Helpers =
      "int iDivUp(int a, int b) { return (a % b != 0) ? a / b + 1 : a / b; }\n"
      "int divup(int a, int b) { if (a % b == 0) return a / b; else return a / "
      "b + 1; }\n"
      "#define CEIL(a, b) (((a) + (b) - 1) / (b))\n"
      "template <class T> __host__ __device__ T ceil_div(T a, T b) { return (a "
      "+ b - 1) / b; }\n"
      "int early(int a, int b) { int q = a / b; if (q * b == a) return q; q++; "
      "return q; }\n";
  for (const char *Grid :
       {"(n + 255) / 256", "iDivUp(n, 256)", "divup(n, 256)", "CEIL(n, 256)",
        "ceil_div(n, 256)", "early(n, 256)", "(int)ceil((float)n / 256)",
        "ceil(n / 256.0)", "(unsigned)ceilf(float(n) / float(256))",
        "std::max(1, (n - 1) / 256 + 1)", "ceil(n * 1.0 / 256)"})
    EXPECT_EQ(launchAfter("int n = 1000;", std::string(Grid) + ", 256", Helpers)
                  .grid(),
              "4, 1, 1")
        << Grid;
}

// The quotient in floating point becomes N + D - 1 over D in 64-bit integers.
TEST(HostLaunches, CeilOfAnUnknownIsAnIntegerDivision) {
  Launches L =
      launchAfter("int n = atoi(argv[1]);", "(int)ceil((float)n / 256), 256");
  EXPECT_EQ(L.one().Note, "");
  std::string Text = L.grid();
  EXPECT_NE(Text.find("+ 255) / 256"), std::string::npos) << Text;
  EXPECT_EQ(Text.find("float"), std::string::npos) << Text;
}

TEST(HostLaunches, LocalsAreFollowedBackwards) {
  EXPECT_EQ(
      launchAfter("int n = 8; n = n * 4; n += 2; ++n; n <<= 1;", "n, 1").grid(),
      "70, 1, 1"); // ((8 * 4 + 2) + 1) * 2
  EXPECT_EQ(launchAfter("int a, b; a = b = 12;", "a, b").block(), "12, 1, 1");
  EXPECT_EQ(launchAfter("int a = 4, b = a * 2;", "1, b").block(), "8, 1, 1");
  EXPECT_EQ(launchAfter("struct P { int n; } p; p.n = 20;", "1, p.n").block(),
            "20, 1, 1");
  EXPECT_EQ(launchAfter("int n = 5; int &r = n; r = 6;", "1, n").block(),
            "6, 1, 1");
  // The change comes after the launch.
  EXPECT_EQ(
      launchAfter("int n = 32; { k<<<1, n>>>(1); } n = 64;", "1, n").block(0),
      "32, 1, 1");
}

TEST(HostLaunches, BranchesJoin) {
  EXPECT_EQ(
      launchAfter("int s = 3, b = 64; if (s > 2) b = 128; else b = 32;", "1, b")
          .block(),
      "128, 1, 1");
  // A branch that returns says nothing about what follows.
  EXPECT_EQ(
      launchAfter("int b = 64; if (unknown()) { b = 1; return 1; }", "1, b")
          .block(),
      "64, 1, 1");
  EXPECT_EQ(
      launchAfter("int b = 64; if (unknown()) { b = 1; exit(1); }", "1, b")
          .block(),
      "64, 1, 1");
  // A known choice between unknown sizes is a select.
  Launches L = launchAfter(
      "int n = atoi(argv[1]); int b = 64; if (n > 1000) b = 128;", "1, b");
  EXPECT_EQ(L.block(), "n > 1000 ? 128 : 64, 1, 1");
}

TEST(HostLaunches, CasesOfASwitch) {
  std::string Body = "int b = 8; switch (unknown()) { case 0: b = 16; "
                     "k<<<1, b>>>(0); break; case 1: k<<<2, b>>>(0); break; "
                     "default: b = 32; }";
  Launches L = launchAfter(Body, "3, b");
  EXPECT_EQ(L.block(0), "16, 1, 1");
  EXPECT_EQ(L.block(1), "8, 1, 1");
  EXPECT_EQ(L.block(2), "b, 1, 1");
}
