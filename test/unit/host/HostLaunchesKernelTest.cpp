//===- HostLaunchesKernelTest.cpp - Which kernel a launch runs ------------===//

#include "HostLaunchesParse.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using namespace kernelcast::test;

TEST(HostLaunchKernels, OnlyTheKernelsOwnLaunches) {
  Launches L = launchesOf("__global__ void other(int p) {}\n"
                          "__global__ void k(int p) {}\n"
                          "void f() { other<<<1, 2>>>(0); k<<<3, 4>>>(5); }");
  EXPECT_EQ(L.Found, 2u);
  EXPECT_EQ(L.grid(), "3, 1, 1");
  EXPECT_EQ(L.argument(0), "5");
  EXPECT_EQ(L.one().Location.Line, 3u);
}

TEST(HostLaunchKernels, TemplatesAndTheirHelpers) {
  Launches L =
      launchesOf("template <int B, class T> __global__ void k(T *a, int n) {}\n"
                 "template <int B> void run(int n) { dim3 g((n + B - 1) / B);\n"
                 "  k<B, float><<<g, B, B * sizeof(float)>>>(nullptr, n); }\n"
                 "int main() { run<64>(100); }");
  EXPECT_EQ(L.grid(), "2, 1, 1");
  EXPECT_EQ(L.block(), "64, 1, 1");
  EXPECT_EQ(L.shared(), "256");
  EXPECT_EQ(L.argument(0), "?");
  EXPECT_EQ(L.argument(1), "100");
}

TEST(HostLaunchKernels, CudaLaunchKernel) {
  const char *Kernel = "__global__ void k(int *a, int n, float f) {}\n";
  for (const char *Call : {"cudaLaunchKernel((void *)k, g, 64, args, 32, 0)",
                           "cudaLaunchKernel((const void *)&k, g, 64, args, "
                           "32, 0)",
                           "cudaLaunchCooperativeKernel((void *)k, g, 64, "
                           "args, 32, 0)"}) {
    Launches L = launchesOf(
        std::string(Kernel) +
        "void f() { dim3 g(3, 2); int n = 7; int *a = 0; float x = 0.5f;\n"
        "  void *args[] = {&a, &n, &x}; n = 9; " +
        Call + "; }");
    EXPECT_EQ(L.grid(), "3, 2, 1") << Call;
    EXPECT_EQ(L.block(), "64, 1, 1");
    EXPECT_EQ(L.shared(), "32");
    EXPECT_EQ(L.argument(1), "9"); // the pointer is read at the launch
    EXPECT_EQ(L.argument(2).substr(0, 3), "0.5");
  }
}

TEST(HostLaunchKernels, ThroughPointersAndParameters) {
  const char *Kernels = "__global__ void k(int p) {}\n"
                        "__global__ void other(int p) {}\n";
  EXPECT_EQ(launchesOf(std::string(Kernels) +
                       "void f() { void (*run)(int) = k; run<<<1, 8>>>(0); }")
                .block(),
            "8, 1, 1");
  EXPECT_EQ(launchesOf(std::string(Kernels) +
                       "void f(bool b) { auto run = b ? other : k; run<<<1, "
                       "8>>>(0); }")
                .block(),
            "8, 1, 1");
  Launches L = launchesOf(std::string(Kernels) +
                          "template <class F> void launch(F kernel, int b) { "
                          "kernel<<<1, b>>>(0); }\n"
                          "void f() { launch(other, 16); launch(k, 24); }");
  EXPECT_EQ(L.block(), "24, 1, 1");
  EXPECT_EQ(L.Model.Launches.size(), 1u);
}

TEST(HostLaunchKernels, InsideALambda) {
  Launches L = launchesOf(
      "__global__ void k(int p) {}\n"
      "int main() { int n = 40; auto f = [&](int b) { k<<<n, b>>>(n); }; "
      "f(16); }");
  EXPECT_EQ(L.grid(), "40, 1, 1");
  EXPECT_EQ(L.block(), "16, 1, 1");
}

// Device code that launches (dynamic parallelism) is not host code.
TEST(HostLaunchKernels, DeviceCodeIsNotHostCode) {
  Launches L = launchesOf("__global__ void k(int p) {}\n"
                          "void f() { k<<<1, 2>>>(0); }\n");
  EXPECT_EQ(L.Found, 1u);
  EXPECT_EQ(launchesOf("__global__ void k(int p) {}\n").Found, 0u);
}
