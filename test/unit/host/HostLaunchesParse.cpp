//===- HostLaunchesParse.cpp - A prelude of twenty lines ------------------===//

#include "HostLaunchesParse.h"
#include "analysis/frontend/SkippedText.h"
#include "analysis/host/HostLaunches.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using namespace kernelcast::test;

static const char Prelude[] = R"(
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
typedef unsigned long size_t;
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1)
      : x(a), y(b), z(c) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
typedef struct CUstream_st *cudaStream_t;
typedef int cudaError_t;
extern "C" unsigned __cudaPushCallConfiguration(dim3 g, dim3 b, size_t s = 0,
                                                void *stream = 0);
extern "C" int cudaConfigureCall(dim3 g, dim3 b, size_t s = 0,
                                 cudaStream_t stream = 0);
extern "C" cudaError_t cudaLaunchKernel(const void *f, dim3 g, dim3 b,
                                        void **args, size_t s,
                                        cudaStream_t stream);
extern "C" cudaError_t cudaLaunchCooperativeKernel(const void *f, dim3 g,
                                                   dim3 b, void **args,
                                                   size_t s,
                                                   cudaStream_t stream);
extern "C" int atoi(const char *);
extern "C" int scanf(const char *, ...);
extern "C" void exit(int) __attribute__((noreturn));
extern "C" double ceil(double);
extern "C" float ceilf(float);
extern "C" int unknown();
namespace std {
template <class T> const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> const T &max(const T &a, const T &b) { return a < b ? b : a; }
}
#line 1 "input.cu"
)";

Launches kernelcast::test::launchesOf(const std::string &Source) {
  Launches Result;
  Result.Model.Pool = std::make_unique<ExpressionPool>();
  std::unique_ptr<clang::ASTUnit> Unit =
      clang::tooling::buildASTFromCodeWithArgs(
          Prelude + Source,
          {"-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-device-only",
           "--cuda-path=/nonexistent", "--cuda-gpu-arch=sm_70", "-std=c++17",
           "-nostdinc", "-Wno-everything"},
          "input.cu");
  if (!Unit)
    return Result;
  Result.Parsed = !Unit->getDiagnostics().hasErrorOccurred();
  clang::ASTContext &Context = Unit->getASTContext();
  const SkippedText Nothing;
  HostLaunches Found(Context, Nothing);
  Result.Found = Found.size();
  const clang::FunctionDecl *Kernel = nullptr;
  for (const clang::Decl *D : Context.getTranslationUnitDecl()->decls()) {
    if (const auto *T = llvm::dyn_cast<clang::FunctionTemplateDecl>(D);
        T && T->getName() == "k")
      for (const clang::FunctionDecl *S : T->specializations())
        Kernel = S;
    if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
        F && F->getIdentifier() && F->getName() == "k")
      Kernel = F;
  }
  Found.resolve(Kernel, Result.Model);
  return Result;
}

Launches kernelcast::test::launchAfter(const std::string &Body,
                                       const std::string &Config,
                                       const std::string &Before) {
  return launchesOf("__global__ void k(int p) {}\n" + Before +
                    "\nint main(int argc, char **argv) {\n" + Body +
                    "\n  k<<<" + Config + ">>>(0);\n}\n");
}

const LaunchSite &Launches::one() const {
  static const LaunchSite Empty{};
  EXPECT_TRUE(Parsed);
  EXPECT_EQ(Model.Launches.size(), 1u);
  return Model.Launches.empty() ? Empty : Model.Launches[0];
}

std::string Launches::text(const Expr *E) { return E ? toText(E) : "?"; }

static std::string three(const std::array<const Expr *, 3> &Size) {
  return Launches::text(Size[0]) + ", " + Launches::text(Size[1]) + ", " +
         Launches::text(Size[2]);
}

std::string Launches::grid(unsigned I) const {
  return I < Model.Launches.size() ? three(Model.Launches[I].Grid) : "none";
}

std::string Launches::block(unsigned I) const {
  return I < Model.Launches.size() ? three(Model.Launches[I].Block) : "none";
}

std::string Launches::shared(unsigned I) const {
  return I < Model.Launches.size() ? text(Model.Launches[I].DynamicShared)
                                   : "none";
}

std::string Launches::argument(unsigned Number, unsigned I) const {
  return I < Model.Launches.size() &&
                 Number < Model.Launches[I].Arguments.size()
             ? text(Model.Launches[I].Arguments[Number])
             : "none";
}

std::string Launches::defaults(unsigned I) const {
  std::string Text;
  if (I < Model.Launches.size())
    for (const auto &[Name, Value] : Model.Launches[I].Defaults)
      Text += (Text.empty() ? "" : " ") + Name + "=" + std::to_string(Value);
  return Text;
}
