//===- HostLaunchesSymbolTest.cpp - What host code does not say -----------===//

#include "HostLaunchesParse.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using namespace kernelcast::test;

TEST(HostLaunchSymbols, UnknownVariablesKeepTheirNames) {
  Launches L = launchAfter("int n = atoi(argv[1]); int b = n / 4;", "n, b");
  EXPECT_EQ(L.grid(), "n, 1, 1");
  EXPECT_EQ(L.block(), "n / 4, 1, 1");
  EXPECT_EQ(L.defaults(), "");
  EXPECT_EQ(launchAfter("int n = 5; scanf(\"%d\", &n);", "n, 1").grid(),
            "n, 1, 1");
  EXPECT_EQ(launchAfter("struct P { int n; } p; scanf(\"%d\", &p.n);", "p.n, 1")
                .grid(),
            "p.n, 1, 1");
}

// Without a command line argc is 1, so that n stays 1024.
TEST(HostLaunchSymbols, CommandLineOverridesADefault) {
  for (const char *Body :
       {"int n = 1024; if (argc > 1) n = atoi(argv[1]);",
        "int n = argc > 1 ? atoi(argv[1]) : 1024;",
        "int n; if (argc == 2) { n = atoi(argv[1]); } else n = 1024;",
        "int n = 1024; if (argc > 1) n = 2048;",
        "int n = 512 * (argc > 1 ? atoi(argv[1]) : 2);",
        R"(int n = 1024;
           for (int i = 1; i < argc; ++i)
             if (unknown()) n = atoi(argv[i]);)"}) {
    Launches L = launchAfter(Body, "n, 64");
    EXPECT_EQ(L.grid(), "n, 1, 1") << Body;
    EXPECT_EQ(L.defaults(), "n=1024") << Body;
  }
}

TEST(HostLaunchSymbols, ChangesInALoopAreUnknown) {
  Launches L =
      launchAfter("int n = 1; for (int i = 0; i < 10; ++i) n *= 2;", "n, 64");
  EXPECT_EQ(L.grid(), "n, 1, 1");
  EXPECT_EQ(L.defaults(), ""); // 1 would be wrong
  L = launchAfter("for (int i = 0; i < 10; ++i) k<<<i + 1, 32>>>(i);", "1, 1");
  EXPECT_EQ(L.grid(0), "i + 1, 1, 1");
  EXPECT_EQ(L.argument(0, 0), "i");
  // What an iteration sets before its launch is known.
  L = launchAfter("int b = 4; while (unknown()) { b = 16; k<<<1, b>>>(0); b = "
                  "2; }",
                  "1, 1");
  EXPECT_EQ(L.block(0), "16, 1, 1");
}

// p of the kernel is 2 * p of the host: the host's is main::p.
TEST(HostLaunchSymbols, NamesOfKernelParametersAreNotReused) {
  Launches L = launchesOf("__global__ void k(int p) {}\n"
                          "int main(int argc, char **argv) {\n"
                          "  int p = atoi(argv[1]); k<<<p, 32>>>(2 * p); }");
  EXPECT_EQ(L.grid(), "main::p, 1, 1");
  EXPECT_EQ(L.argument(0), "main::p * 2");
  L = launchesOf("__global__ void k(int p) {}\n"
                 "int main(int argc, char **argv) {\n"
                 "  int p = atoi(argv[1]); k<<<p, 32>>>(p); }");
  EXPECT_EQ(L.grid(), "p, 1, 1");
  EXPECT_EQ(L.argument(0), "p");
}

TEST(HostLaunchSymbols, ParametersComeFromTheCalls) {
  const char *Run = "__global__ void k(int p) {}\n"
                    "void run(int n, int t) { int g = (n + t - 1) / t; "
                    "k<<<g, t>>>(n); }\n";
  Launches L = launchesOf(std::string(Run) + "int main() { run(1000, 256); }");
  EXPECT_EQ(L.grid(), "4, 1, 1");
  EXPECT_EQ(L.block(), "256, 1, 1");
  EXPECT_EQ(L.argument(0), "1000");
  // Equal calls are one launch, different ones are two.
  L = launchesOf(std::string(Run) +
                 "int main() { run(1000, 256); run(1000, 256); run(64, 32); }");
  ASSERT_EQ(L.Model.Launches.size(), 2u);
  EXPECT_EQ(L.block(0), "256, 1, 1");
  EXPECT_EQ(L.grid(1), "2, 1, 1");
  // Nobody calls it.
  L = launchesOf(Run);
  EXPECT_EQ(L.block(), "t, 1, 1");
  EXPECT_EQ(L.argument(0), "n");
}

TEST(HostLaunchSymbols, MembersOfTheObject) {
  const char *Solver =
      "__global__ void k(int p) {}\n"
      "struct Solver { int n; int t = 128; Solver(int m) : n(m) {} "
      "void run() { k<<<n, t>>>(n); } };\n";
  Launches L =
      launchesOf(std::string(Solver) + "int main() { Solver s(12); s.run(); }");
  EXPECT_EQ(L.grid(), "12, 1, 1");
  EXPECT_EQ(L.block(), "128, 1, 1");
}

TEST(HostLaunchSymbols, DeepAndRecursiveCodeEnds) {
  std::string Chain = "int n = 1;\n";
  for (unsigned I = 0; I < 400; ++I)
    Chain += "if (unknown() > " + std::to_string(I) + ") n = n * 2 + 1;\n";
  EXPECT_EQ(launchAfter(Chain, "1, 32, n").block(), "32, 1, 1");
  Launches L = launchesOf("__global__ void k(int p) {}\n"
                          "int f(int n); int g(int n) { return f(n) + f(n); }\n"
                          "int f(int n) { if (n == 0) return 1; return g(n - "
                          "1) + g(n - 2); }\n"
                          "void run(int n) { if (n) run(n - 1); k<<<n, "
                          "f(unsigned(n))>>>(f(9)); }\n"
                          "int main() { run(3); }");
  EXPECT_EQ(L.grid(), "n, 1, 1");
}

TEST(HostLaunchSymbols, ValuesLeftByCalls) {
  const char *Helper =
      "void sizes(int n, int &threads, int *blocks) {\n"
      "  threads = n < 64 ? 32 : 128; *blocks = (n + threads - 1) / threads; "
      "}\n"
      "struct Config { dim3 b; void set(int t) { b.x = t; b.y = 2; } };\n";
  Launches L = launchAfter("int t, b; sizes(1000, t, &b);", "b, t", Helper);
  EXPECT_EQ(L.block(), "128, 1, 1");
  EXPECT_EQ(L.grid(), "8, 1, 1"); // 1000 / 128 = 7.8
  EXPECT_EQ(launchAfter("Config c; c.set(24);", "1, c.b", Helper).block(),
            "24, 2, 1");
  // A callee that may return early leaves one of two values.
  L = launchAfter("int t = 1; early(argc, t);", "1, t",
                  "void early(int n, int &t) { if (n) return; t = 7; }");
  EXPECT_EQ(L.block(), "t, 1, 1");
}

TEST(HostLaunchSymbols, LoopsThatAreNone) {
  EXPECT_EQ(launchAfter("int t = 1; do { t = 64; } while (0);", "1, t").block(),
            "64, 1, 1");
  // A loop made of a goto.
  EXPECT_EQ(launchAfter("int t = 1; again: t *= 2; if (unknown()) goto again;",
                        "1, t")
                .block(),
            "t, 1, 1");
}

// The first of the launches has the loop's first value.
TEST(HostLaunchSymbols, FirstIterationIsTheDefault) {
  Launches L =
      launchAfter("for (int b = 32; b <= 512; b *= 2) k<<<1, b>>>(0);", "1, 1");
  EXPECT_EQ(L.block(0), "b, 1, 1");
  EXPECT_EQ(L.defaults(0), "b=32");
}

TEST(HostLaunchSymbols, GlobalsThatACalleeChanges) {
  Launches L = launchAfter("t = 64; change();", "1, t",
                           "int t; void change() { t = unknown(); }");
  EXPECT_EQ(L.block(), "t, 1, 1");
  EXPECT_EQ(launchAfter("change(); t = 64;", "1, t",
                        "int t; void change() { t = unknown(); }")
                .block(),
            "64, 1, 1");
}

// A type that comes from a missing header costs its variables, not the launch.
TEST(HostLaunchSymbols, BrokenCodeAroundALaunch) {
  Launches L = launchesOf("__global__ void k(int p) {}\n"
                          "int main() { Image i(\"a\"); int w = i.width();\n"
                          "  const int h = i.height();\n"
                          "  dim3 g((w + 15) / 16, (h + 15) / 16);\n"
                          "  k<<<g, 16>>>(w); }");
  EXPECT_FALSE(L.Parsed);
  EXPECT_EQ(L.grid(), "(w + 15) / 16, (h + 15) / 16, 1");
  EXPECT_EQ(L.block(), "16, 1, 1");
}

// Dispatch by value fixes the value: case 64 runs with t = 64.
TEST(HostLaunchSymbols, LabelsAndEqualitiesFixValues) {
  const char *Body = "int t = atoi(argv[1]); switch (t) {\n"
                     "case 32: k<<<1, t>>>(0); break;\n"
                     "case 64: k<<<2, t>>>(0); break;\n"
                     "case 1: case 2: k<<<3, t>>>(0);\n"
                     "case 128: k<<<4, t>>>(0); }\n"
                     "if (t == 256) k<<<5, t * 2>>>(0);";
  Launches L = launchAfter(Body, "6, t");
  ASSERT_EQ(L.Model.Launches.size(), 6u);
  EXPECT_EQ(L.block(0), "32, 1, 1");
  EXPECT_EQ(L.block(1), "64, 1, 1");
  EXPECT_EQ(L.block(2), "t, 1, 1"); // 1 or 2
  EXPECT_EQ(L.block(3), "t, 1, 1"); // case 1 and 2 fall through
  EXPECT_EQ(L.block(4), "512, 1, 1");
  EXPECT_EQ(L.block(5), "t, 1, 1");
}

TEST(HostLaunchSymbols, BranchesExcludeLaunches) {
  const char *Run = "__global__ void k(int p) {}\n"
                    "void run(int t) { if (t > 64) k<<<1, t>>>(0);\n"
                    "  switch (t) { case 8: k<<<2, t>>>(1); } }\n";
  Launches L = launchesOf(std::string(Run) + "int main() { run(128); }");
  EXPECT_EQ(L.one().Location.Line, 2u);
  EXPECT_EQ(L.block(), "128, 1, 1");
  // All are excluded here: another file may call it.
  L = launchesOf(std::string(Run) + "int main() { run(16); }");
  EXPECT_EQ(L.Model.Launches.size(), 2u);
}

// Thirty doublings that each read the value twice: 2^30 ways, one answer.
TEST(HostLaunchSymbols, SharedValuesAreFollowedOnce) {
  std::string Locals = "int n = 1;\n";
  for (unsigned I = 0; I < 30; ++I)
    Locals += "n = n + n;\n";
  EXPECT_EQ(launchAfter(Locals, "n, 1").grid(), "1073741824, 1, 1");
  std::string Helper = "int twice(int a) { return a + a; }\nint g0 = 1;\n";
  std::string Last = "1";
  for (unsigned I = 0; I < 7; ++I)
    Last = llvm::formatv("twice({0})", Last).str();
  for (unsigned I = 1; I <= 30; ++I)
    Helper += llvm::formatv("int g{0} = g{1} + g{1};\n", I, I - 1).str();
  Launches L = launchAfter("", "g30, " + Last, Helper);
  EXPECT_EQ(L.grid(), "1073741824, 1, 1");
  EXPECT_EQ(L.block(), "128, 1, 1"); // 2^7
}
