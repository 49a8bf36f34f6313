// From text to kernels: what is found, what is judged, what is refused.
#include "analysis/frontend/Frontend.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <thread>

using namespace kernelcast;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

struct Kernel {
  std::string Name;
  std::vector<std::string> TemplateArguments;
  bool Clean, Uninstantiated;
  std::vector<std::string> Reasons;
  SourceSpot Location;
};
struct Outcome {
  std::string Error;
  std::vector<Kernel> Kernels;
  std::vector<std::string> Notes;
  Language Lang = Language::Cuda;
  bool named(llvm::StringRef Name, bool Clean) const {
    for (const Kernel &K : Kernels)
      if (K.Name == Name)
        return K.Clean == Clean;
    return false;
  }
};

/// A folder of its own for each test, also for the precompiled prelude.
class Frontend : public testing::Test {
protected:
  llvm::SmallString<128> Folder;
  void SetUp() override {
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("kernelcast", Folder));
    static llvm::SmallString<128> Cache = [] {
      llvm::SmallString<128> Made;
      EXPECT_FALSE(
          llvm::sys::fs::createUniqueDirectory("kernelcast-cache", Made));
      return Made;
    }();
    setenv("XDG_CACHE_HOME", Cache.c_str(), 1);
  }
  void TearDown() override {
    EXPECT_FALSE(llvm::sys::fs::remove_directories(Folder));
  }

  void write(llvm::StringRef Name, llvm::StringRef Text) {
    std::error_code Error;
    llvm::raw_fd_ostream Out((Folder + "/" + Name).str(), Error);
    ASSERT_FALSE(Error);
    Out << Text;
  }
  Outcome read(llvm::StringRef Name, std::vector<std::string> Arguments = {}) {
    Outcome Result;
    CompileJob Job{Name.str(), std::string(Folder), std::move(Arguments)};
    llvm::Error E = parse(Job, [&](TranslationUnit &Unit) {
      Result.Lang = Unit.Lang;
      for (KernelDeclaration &K : Unit.Kernels)
        Result.Kernels.push_back({K.QualifiedName, K.TemplateArguments, K.Clean,
                                  K.UninstantiatedTemplate, K.Reasons,
                                  K.Location});
      for (ReportDiagnostic &D : Unit.Diagnostics)
        Result.Notes.push_back(D.Message);
    });
    Result.Error = llvm::toString(std::move(E));
    return Result;
  }
  Outcome text(llvm::StringRef Name, llvm::StringRef Text,
               std::vector<std::string> Arguments = {}) {
    write(Name, Text);
    return read(Name, std::move(Arguments));
  }
};

TEST_F(Frontend, CudaWithoutAnSdkParsesCleanly) {
  Outcome O = text("a.cu", R"(#include <cuda_runtime.h>
    __constant__ float table[16];
    __global__ void k(float4 *p, int n) {
      extern __shared__ float s[];
      int i = blockIdx.x * blockDim.x + threadIdx.x;
      s[threadIdx.x] = __ldg(&p[i].x) + table[i & 15];
      __syncthreads();
      if (i < n) atomicAdd(&p[i].y, __shfl_xor_sync(~0u, s[0], 1) + sqrtf(2.0f));
    }
    int main() { float4 *d; cudaMalloc(&d, 64); k<<<1, 32>>>(d, 4); })");
  EXPECT_EQ("", O.Error);
  EXPECT_THAT(O.Notes, IsEmpty());
  ASSERT_EQ(1u, O.Kernels.size());
  EXPECT_TRUE(O.Kernels[0].Clean);
  EXPECT_EQ("k", O.Kernels[0].Name);
  // Found from anywhere, though the job names it from its own folder.
  EXPECT_EQ(std::string(Folder) + "/a.cu", O.Kernels[0].Location.File);
  EXPECT_EQ(3u, O.Kernels[0].Location.Line);
  EXPECT_EQ(21u, O.Kernels[0].Location.Column);
}

TEST_F(Frontend, AKernelIsJudgedByItsOwnErrorsAndThoseItCalls) {
  Outcome O = text("a.cu", R"(
    __device__ int broken(int x) { return x + nobody; }
    __device__ int fine(int x) { return x + 1; }
    __global__ void good(int *p) { p[0] = fine(1); }
    __global__ void bad(int *p) { p[0] = broken(1); }
    __global__ void worse(int *p) { p[0] = missing(1); }
    int main() { also_missing(); })");
  ASSERT_EQ(3u, O.Kernels.size());
  EXPECT_TRUE(O.named("good", true));
  EXPECT_TRUE(O.named("bad", false));
  EXPECT_TRUE(O.named("worse", false));
  EXPECT_THAT(O.Kernels[1].Reasons,
              ElementsAre("2:47: use of undeclared identifier 'nobody'"));
  EXPECT_THAT(O.Kernels[2].Reasons,
              ElementsAre("6:44: use of undeclared identifier 'missing'"));
}

TEST_F(Frontend, EveryInstantiationIsAKernel) {
  Outcome O = text("a.cu", R"(
    namespace ns { template <class T, int N> __global__ void k(T *p) { p[0] = N; } }
    template <class T> __global__ void never(T *p) { p[0] = 0; }
    template <class T> __global__ void picky(T *p) { p->member = 1; }
    struct S { int member; };
    int main() {
      ns::k<float, 16><<<1, 32>>>(0);
      ns::k<int, 3><<<1, 32>>>(0);
      picky<S><<<1, 1>>>(0);
      picky<int><<<1, 1>>>(0);
    })");
  ASSERT_EQ(5u, O.Kernels.size());
  EXPECT_TRUE(O.named("ns::k<float, 16>", true));
  EXPECT_TRUE(O.named("ns::k<int, 3>", true));
  EXPECT_TRUE(O.named("picky<S>", true));
  EXPECT_TRUE(O.named("picky<int>", false));
  EXPECT_THAT(O.Kernels[0].TemplateArguments, ElementsAre("float", "16"));
  bool Told = false;
  for (const Kernel &K : O.Kernels)
    if (K.Name == "never") {
      Told = K.Uninstantiated;
      EXPECT_THAT(K.Reasons, ElementsAre(HasSubstr("not instantiate")));
    }
  EXPECT_TRUE(Told);
}

TEST_F(Frontend, MissingHeadersAreToldOnlyWithKernelsTheyCanAffect) {
  Outcome O = text("a.cu", R"(#include "nowhere.h"
    __global__ void good(int *p) { p[0] = 1; }
    __global__ void bad(thing_t *p) { p[0] = 1; })");
  EXPECT_THAT(O.Notes, testing::Contains("header 'nowhere.h' was not found"));
  ASSERT_EQ(2u, O.Kernels.size());
  EXPECT_THAT(O.Kernels[0].Reasons, IsEmpty());
  EXPECT_THAT(O.Kernels[1].Reasons, testing::Contains(HasSubstr("nowhere.h")));
}

TEST_F(Frontend, KernelsOfIncludedFilesAreLocatedThere) {
  write("kernel.cuh", "__global__ void k(int *p) { p[0] = VALUE; }\n");
  Outcome O = text("a.cu", "#include \"kernel.cuh\"\n", {"-DVALUE=3"});
  ASSERT_EQ(1u, O.Kernels.size());
  EXPECT_TRUE(O.Kernels[0].Clean);
  EXPECT_THAT(O.Kernels[0].Location.File, HasSubstr("kernel.cuh"));
}

TEST_F(Frontend, OpenCLOfEveryVersion) {
  Outcome O = text("a.cl", R"(
    __kernel void add(__global float *a, __local float *b, int n) {
      int i = get_global_id(0);
      if (i < n) { b[get_local_id(0)] = a[i]; barrier(CLK_LOCAL_MEM_FENCE); }
      a[i] = native_sin(b[0]) + dot((float4)(1.0f), vload4(0, a));
    })");
  EXPECT_EQ(Language::OpenCL, O.Lang);
  EXPECT_TRUE(O.named("add", true));
  EXPECT_THAT(O.Notes, IsEmpty());
  // A function of OpenCL 2.0: found without -cl-std, refused where that
  // excludes it.
  const char *Newer = "__kernel void k(__global int *p) {"
                      " p[0] = work_group_reduce_add(p[1]); }";
  EXPECT_TRUE(text("b.cl", Newer).named("k", true));
  EXPECT_TRUE(text("b.cl", Newer, {"-cl-std=CL1.2"}).named("k", false));
}

TEST_F(Frontend, UnreadableInputIsRefusedWithItsReason) {
  EXPECT_THAT(read("none.cu").Error, HasSubstr("No such file"));
  EXPECT_THAT(read(".", {"-x", "cu"}).Error, HasSubstr("directory"));
  std::string Garbage("\x7f"
                      "ELF\0\0\1\2",
                      8);
  EXPECT_THAT(text("x.cu", Garbage).Error, HasSubstr("binary"));
  EXPECT_THAT(text("x.cu", "", {"-x", "fortran"}).Error, HasSubstr("fortran"));
  Outcome Empty = text("empty.cu", "");
  EXPECT_EQ("", Empty.Error);
  EXPECT_THAT(Empty.Kernels, IsEmpty());
}

TEST_F(Frontend, StrangeSourcesDoNotEndTheProcess) {
  const char *Tail = "\n__global__ void k(int *p) { p[0] = 1; }\n";
  // 5000 brackets and 5000 blocks deep.
  std::string Deep =
      "__global__ void d(int *p) { p[0] = " + std::string(5000, '(') + "1" +
      std::string(5000, ')') + "; " + std::string(5000, '{') +
      std::string(5000, '}') + "}";
  EXPECT_TRUE(text("deep.cu", Deep + Tail).named("d", true));
  EXPECT_TRUE(text("bytes.cu", "// \xe9\xff\xfe\n" + std::string(Tail))
                  .named("k", true));
  EXPECT_TRUE(text("n\xe9.cu", Tail).named("k", true));
  std::string Long = "int a[] = {";
  for (int I = 0; I != 200000; ++I)
    Long += "1, ";
  EXPECT_TRUE(text("long.cu", Long + "};" + Tail).named("k", true));
  write("self.h", "#include \"self.h\"\n");
  Outcome Self = text("self.cu", "#include \"self.h\"\n" + std::string(Tail));
  EXPECT_THAT(Self.Error + testing::PrintToString(Self.Notes),
              HasSubstr("nested too deeply"));
}

TEST_F(Frontend, AFolderThatCannotHoldThePreludeIsDoneWithout) {
  setenv("XDG_CACHE_HOME", "/proc/nowhere", 1);
  EXPECT_TRUE(
      text("a.cu", "__global__ void k(int *p) { p[0] = 1; }").named("k", true));
}

TEST_F(Frontend, ParsesInSeveralThreads) {
  write("a.cu", "__global__ void k(int *p) { p[threadIdx.x] = 1; }");
  std::vector<std::thread> Threads;
  std::atomic<int> Clean{0};
  for (int I = 0; I != 4; ++I)
    Threads.emplace_back([&] { Clean += read("a.cu").named("k", true); });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(4, Clean);
}

TEST_F(Frontend, CommandsComeFromADatabase) {
  write("a.cu", "__global__ void k(int *p) { p[0] = N; }");
  write("compile_commands.json",
        "[{\"directory\": \"" + std::string(Folder) +
            "\", \"file\": \"a.cu\", \"arguments\": [\"nvcc\", \"-DN=3\", "
            "\"-arch=sm_80\", \"-c\", \"a.cu\", \"-o\", \"a.o\"]}]");
  std::string File = (Folder + "/a.cu").str();
  auto Jobs = jobsFromDatabase(Folder, File);
  ASSERT_TRUE(bool(Jobs)) << llvm::toString(Jobs.takeError());
  ASSERT_EQ(1u, Jobs->size());
  EXPECT_THAT((*Jobs)[0].Arguments,
              testing::IsSupersetOf({"-DN=3", "-arch=sm_80"}));
  EXPECT_THAT((*Jobs)[0].Arguments, testing::Not(testing::Contains("a.cu")));
  auto None = jobsFromDatabase(Folder, "other.cu");
  EXPECT_THAT(llvm::toString(None.takeError()), HasSubstr("no command"));
  write("compile_commands.json", "[{\"directory\": ");
  auto Broken = jobsFromDatabase(Folder, File);
  EXPECT_THAT(llvm::toString(Broken.takeError()),
              HasSubstr("compile_commands.json"));
}

} // namespace
