// From source to the code that instructions are selected from: what is there,
// where it comes from, and what must not become code.
#include "analysis/lowering/DeviceCode.h"
#include "analysis/lowering/DeviceModule.h"
#include "analysis/support/SpareThreads.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
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

/// A text compiled. Lines count from one.
class DeviceCodeOf : public testing::Test {
protected:
  llvm::SmallString<128> Folder;
  DeviceCode Code;
  std::vector<std::string> Names;
  DeviceCodeOptions Options;

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

  void compile(llvm::StringRef Text, llvm::StringRef File = "a.cu") {
    CompileJob Job;
    Job.File = (Folder + "/" + File).str();
    Job.Texts[Job.File] = Text.str();
    std::error_code Error;
    llvm::raw_fd_ostream(Job.File, Error) << Text;
    ASSERT_FALSE(Error);
    llvm::Error Problem = parse(Job, [&](TranslationUnit &Unit) {
      std::vector<const KernelDeclaration *> Wanted;
      for (const KernelDeclaration &Kernel : Unit.Kernels) {
        Wanted.push_back(&Kernel);
        Names.push_back(Kernel.QualifiedName);
      }
      Code = DeviceCode::compile(Unit, Wanted, Options);
    });
    ASSERT_FALSE(Problem) << llvm::toString(std::move(Problem));
  }

  const DeviceKernel &kernel(llvm::StringRef Name) const {
    static const DeviceKernel None;
    for (size_t I = 0; I != Names.size(); ++I)
      if (Names[I] == Name)
        return Code.kernels()[I];
    ADD_FAILURE() << "no kernel " << Name.str();
    return None;
  }

  /// The instructions of one class, in order.
  template <class Kind>
  std::vector<const Kind *> all(llvm::StringRef Name) const {
    std::vector<const Kind *> Found;
    const DeviceKernel &Kernel = kernel(Name);
    EXPECT_TRUE(Kernel.Function) << Kernel.WhyNot;
    if (Kernel.Function)
      for (const llvm::Instruction &I : llvm::instructions(*Kernel.Function))
        if (const auto *One = llvm::dyn_cast<Kind>(&I))
          Found.push_back(One);
    return Found;
  }
  size_t count(llvm::StringRef Name, llvm::Intrinsic::ID Id) const {
    return llvm::count_if(all<llvm::IntrinsicInst>(Name), [&](const auto *I) {
      return I->getIntrinsicID() == Id;
    });
  }
  std::vector<unsigned> lines(llvm::StringRef Name) const {
    std::vector<unsigned> Lines;
    for (const auto *Load : all<llvm::LoadInst>(Name))
      Lines.push_back(Load->getDebugLoc() ? Load->getDebugLoc().getLine() : 0);
    return Lines;
  }
};

// Eight rounds are eight loads in a row, each of which names its line, and no
// branch is left.
TEST_F(DeviceCodeOf, UnrollsAndNamesLines) {
  compile("__global__ void k(const float *in, float *out) {\n"
          "  float sum = 0;\n"
          "  for (int j = 0; j < 8; ++j)\n"
          "    sum += in[j * blockDim.x + threadIdx.x];\n"
          "  out[threadIdx.x] = sum;\n"
          "}\n");
  EXPECT_THAT(lines("k"), ElementsAre(4, 4, 4, 4, 4, 4, 4, 4));
  EXPECT_THAT(all<llvm::BranchInst>("k"), IsEmpty());
  EXPECT_EQ(count("k", llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x), 1u);
  // Global memory, because a kernel's pointers lead there.
  for (const auto *Load : all<llvm::LoadInst>("k"))
    EXPECT_EQ(Load->getPointerAddressSpace(), 1u);
}

// The two members of a float2, which is aligned to its size, are one access.
TEST_F(DeviceCodeOf, JoinsNeighbouringLoads) {
  compile("__global__ void k(const float2 *in, float *out) {\n"
          "  out[threadIdx.x] = in[threadIdx.x].x * in[threadIdx.x].y;\n"
          "}\n");
  auto Loads = all<llvm::LoadInst>("k");
  ASSERT_EQ(Loads.size(), 1u);
  EXPECT_EQ(Loads[0]->getType()->getPrimitiveSizeInBits(), 64u);
}

// Two loads of one element are one, but not those by __ldg(), which is volatile
// inline PTX.
TEST_F(DeviceCodeOf, MergesNoReadOnlyLoads) {
  compile("__global__ void k(const float *in, float *out) {\n"
          "  out[threadIdx.x] = __ldg(in + threadIdx.x) *\n"
          "                     (__ldg(in + threadIdx.x) + 1);\n"
          "}\n"
          "__global__ void any(const float *in, float *out) {\n"
          "  out[threadIdx.x] = in[threadIdx.x] * (in[threadIdx.x] + 1);\n"
          "}\n");
  EXPECT_EQ(all<llvm::LoadInst>("k").size(), 2u);
  EXPECT_EQ(all<llvm::LoadInst>("any").size(), 1u);
  for (const auto *Load : all<llvm::LoadInst>("k"))
    EXPECT_TRUE(Load->hasMetadata(llvm::LLVMContext::MD_invariant_load));
}

TEST_F(DeviceCodeOf, InlinesAllButRecursion) {
  compile("template <class T> __device__ T twice(T x) { return x + x; }\n"
          "struct S { __device__ float f(float x) { return twice(x) * 3; } };\n"
          "__device__ int depth(int n) {\n"
          "  return n % 7 < 2 ? n : depth(n - 1) * depth(n - 2);\n"
          "}\n"
          "__global__ void flat(float *p) { S s; *p = s.f(*p); }\n"
          "__global__ void deep(int *p) { *p = depth(*p); }\n");
  EXPECT_THAT(all<llvm::CallInst>("flat"), IsEmpty());
  EXPECT_THAT(all<llvm::CallInst>("deep"), testing::Not(IsEmpty()));
  EXPECT_THAT(kernel("deep").Elsewhere, IsEmpty());
}

// A minimum is an instruction, a sine a function of the library. The latter
// reads no memory, so that the second load is the first.
TEST_F(DeviceCodeOf, KnowsTheLibrary) {
  compile("__global__ void k(float *p, const int *q, int n) {\n"
          "  float a = sinf(*p) + min(n, *q);\n"
          "  p[threadIdx.x + 1] = a + *q;\n"
          "}\n");
  EXPECT_EQ(count("k", llvm::Intrinsic::smin), 1u);
  EXPECT_EQ(all<llvm::LoadInst>("k").size(), 2u);
  ASSERT_EQ(kernel("k").Elsewhere.size(), 1u);
  EXPECT_EQ(sourceName(*kernel("k").Elsewhere[0]), "__nv_sinf");
}

// The host may write what the device code only reads, if it can name it: the
// second static variable is the constant 5 to all.
TEST_F(DeviceCodeOf, KeepsVariablesOfTheHost) {
  compile("__constant__ int scale = 3;\n"
          "static __device__ int offset = 4;\n"
          "static __device__ int fixed = 5;\n"
          "__global__ void k(int *p) { *p = scale + offset + fixed; }\n"
          "void host(int n) { cudaMemcpyToSymbol(offset, &n, sizeof n); }\n");
  EXPECT_EQ(all<llvm::LoadInst>("k").size(), 2u);
}

TEST_F(DeviceCodeOf, LeavesOutWhatIsInError) {
  compile("__device__ int broken(int x) { return missing(x); }\n"
          "__device__ int right(int x) { return x + 1; }\n"
          "__global__ void bad(int *p) { *p = broken(*p); }\n"
          "__global__ void good(int *p) { *p = right(*p); }\n"
          "template <class T> __global__ void never(T *p) { *p = 1; }\n");
  EXPECT_FALSE(kernel("bad").Function);
  EXPECT_EQ(kernel("bad").WhyNot, "it is in error");
  EXPECT_TRUE(kernel("good").Function) << kernel("good").WhyNot;
  EXPECT_FALSE(kernel("never").Function);
}

// The error is in the instance that a kernel makes of a library's template:
// what it is to combine them with cannot be called.
TEST_F(DeviceCodeOf, LeavesOutWhatIsInErrorInTheLibrary) {
  compile("#include <cooperative_groups.h>\n"
          "#include <cooperative_groups/reduce.h>\n"
          "namespace cg = cooperative_groups;\n"
          "struct Nothing {};\n"
          "__global__ void bad(float *p) {\n"
          "  auto warp = cg::tiled_partition<32>(cg::this_thread_block());\n"
          "  *p = cg::reduce(warp, *p, Nothing{});\n"
          "}\n"
          "__global__ void good(float *p) { *p = 1; }\n");
  EXPECT_FALSE(kernel("bad").Function);
  EXPECT_THAT(kernel("bad").WhyNot, HasSubstr("errors in what it calls"));
  EXPECT_TRUE(kernel("good").Function) << kernel("good").WhyNot;
}

// Clang parses it, and its generator wants a newer GPU than the unit is for.
// That costs the kernel which calls the function, and no other.
TEST_F(DeviceCodeOf, NamesWhatTheGeneratorRefuses) {
  compile("__device__ int odd(int x) {\n"
          "  return __nvvm_redux_sync_add(x, ~0u);\n"
          "}\n"
          "__global__ void k(int *p) { *p = odd(*p); }\n"
          "__global__ void good(int *p) { *p = 1; }\n");
  EXPECT_FALSE(kernel("k").Function);
  EXPECT_THAT(kernel("k").WhyNot, HasSubstr("needs target feature"));
  EXPECT_TRUE(kernel("good").Function) << kernel("good").WhyNot;
}

TEST_F(DeviceCodeOf, StopsWhenTheTimeIsUp) {
  Options.UnitSeconds = Options.KernelSeconds = 0;
  compile("__global__ void a(int *p) { *p = 1; }\n"
          "__global__ void b(int *p) { *p = 2; }\n");
  for (const char *Name : {"a", "b"}) {
    EXPECT_FALSE(kernel(Name).Function);
    EXPECT_THAT(kernel(Name).WhyNot, HasSubstr("takes more than 0.0 seconds"));
  }
}

// Each kernel alone is small enough: twenty stores with their addresses are
// more than 20 instructions and less than 100.
TEST_F(DeviceCodeOf, CompilesAloneWhatIsTooMuchTogether) {
  std::string Text;
  for (const char *Name : {"a", "b", "c", "d"}) {
    Text += "__global__ void " + std::string(Name) + "(volatile int *p) {\n";
    for (int I = 0; I != 20; ++I)
      Text += "  p[" + std::to_string(I) + "] = 1;\n";
    Text += "}\n";
  }
  Options.Instructions = 100;
  compile(Text);
  for (const char *Name : {"a", "b", "c", "d"})
    EXPECT_EQ(all<llvm::StoreInst>(Name).size(), 20u);
  Options.Instructions = 20;
  compile(Text);
  EXPECT_THAT(Code.kernels()[0].WhyNot, HasSubstr("20 instructions"));
}

// Kernels with that many stores each, and one function that all of them call.
std::string largeKernels(unsigned Count, unsigned Stores) {
  std::string Text = "__device__ __noinline__ void note(volatile int *p) {\n"
                     "  p[-1] = 2;\n"
                     "}\n";
  for (unsigned Kernel = 0; Kernel != Count; ++Kernel) {
    Text += "__global__ void k" + std::to_string(Kernel) +
            "(volatile int *p) {\n"
            "  note(p);\n";
    for (unsigned I = 0; I != Stores; ++I)
      Text += "  p[" + std::to_string(I) + "] = 1;\n";
    Text += "}\n";
  }
  return Text;
}

// A store is three instructions as it is generated (load the pointer, find the
// element, store), so that 2500 of them are more than a part takes.
TEST_F(DeviceCodeOf, SplitsLargeFiles) {
  compile(largeKernels(3, 2500));
  for (const char *Name : {"k0", "k1", "k2"}) {
    ASSERT_TRUE(kernel(Name).Function) << kernel(Name).WhyNot;
    EXPECT_EQ(all<llvm::StoreInst>(Name).size(), 2500u) << Name;
    // Each part has the function that all of them call.
    EXPECT_TRUE(kernel(Name).Function->getParent()->getFunction("_Z4notePVi"));
  }
  EXPECT_EQ(kernel("k0").Part, 0u);
  EXPECT_EQ(kernel("k1").Part, 1u);
  EXPECT_EQ(kernel("k2").Part, 2u);
  EXPECT_NE(&kernel("k0").Function->getContext(),
            &kernel("k1").Function->getContext());
  EXPECT_FALSE(kernel("k0").Function->getParent()->getFunction("_Z2k1PVi"));
}

TEST_F(DeviceCodeOf, IsTheSameWithSpareThreads) {
  const std::string Text = largeKernels(4, 2500);
  auto printed = [&] {
    std::string All;
    llvm::raw_string_ostream Out(All);
    for (const DeviceKernel &Each : Code.kernels())
      if (Each.Function)
        Each.Function->print(Out);
    return All;
  };
  compile(Text);
  const std::string Alone = printed();
  EXPECT_FALSE(Alone.empty());
  Options.Spare = std::make_shared<SpareThreads>(3);
  compile(Text);
  EXPECT_EQ(printed(), Alone);
}

// Inlining makes 27,000 stores of one kernel; the parts of the others are done.
TEST_F(DeviceCodeOf, LosesThePartThatIsTooLarge) {
  std::string Text = largeKernels(2, 2500);
  Text += "__device__ void f0(volatile int *p) { *p = 1; }\n";
  for (const char *Name : {"f1", "f2", "f3"}) {
    Text += "__device__ void " + std::string(Name) + "(volatile int *p) {\n";
    for (int I = 0; I != 30; ++I)
      Text += "  f" + std::string(1, char(Name[1] - 1)) + "(p);\n";
    Text += "}\n";
  }
  Options.Instructions = 20000;
  compile(Text + "__global__ void grows(volatile int *p) { f3(p); }\n");
  EXPECT_TRUE(kernel("k0").Function) << kernel("k0").WhyNot;
  EXPECT_TRUE(kernel("k1").Function) << kernel("k1").WhyNot;
  EXPECT_THAT(kernel("grows").WhyNot,
              HasSubstr("more than 20000 instructions"));
}

// nvcc 13.0 leaves no call of such a function (-ptx).
TEST_F(DeviceCodeOf, InlinesLargeFunctions) {
  std::string Text = "__device__ void large(volatile int *p) {\n";
  for (int I = 0; I != 6000; ++I)
    Text += "  p[" + std::to_string(I) + "] = 1;\n";
  compile(Text + "}\n"
                 "__global__ void k(volatile int *p) {\n"
                 "  large(p);\n"
                 "  large(p + 1);\n"
                 "}\n");
  EXPECT_TRUE(all<llvm::CallInst>("k").empty());
  EXPECT_EQ(all<llvm::StoreInst>("k").size(), 12000u);
}

// The tree belongs to others, too.
TEST_F(DeviceCodeOf, LeavesCastsAsTheyWere) {
  struct Casts : clang::RecursiveASTVisitor<Casts> {
    std::vector<const clang::Expr *> Of;
    bool VisitExplicitCastExpr(clang::ExplicitCastExpr *Cast) {
      Of.push_back(Cast->getSubExpr());
      return true;
    }
  };
  CompileJob Job;
  Job.File = "/a.cu";
  Job.Texts[Job.File] = "__global__ void k(float *p, short *q) {\n"
                        "  *(float4 *)p = *reinterpret_cast<float4 *>(q);\n"
                        "}\n";
  ASSERT_FALSE(parse(Job, [&](TranslationUnit &Unit) {
    const KernelDeclaration *Only = &Unit.Kernels[0];
    Casts Before, After;
    Before.TraverseDecl(const_cast<clang::FunctionDecl *>(Only->Function));
    Code = DeviceCode::compile(Unit, Only, Options);
    After.TraverseDecl(const_cast<clang::FunctionDecl *>(Only->Function));
    EXPECT_EQ(Before.Of.size(), 2u);
    EXPECT_EQ(Before.Of, After.Of);
  }));
}

TEST_F(DeviceCodeOf, ReadsEachKernelThatHasCode) {
  compile("__device__ int odd(int x) {\n"
          "  return __nvvm_redux_sync_add(x, ~0u);\n"
          "}\n"
          "__global__ void bad(int *p) { *p = odd(*p); }\n" +
          largeKernels(3, 2500));
  std::vector<std::atomic<int>> Reads(Code.kernels().size());
  Code.forEachKernel(std::make_shared<SpareThreads>(2),
                     [&](size_t I) { ++Reads[I]; });
  for (auto [Kernel, Count] : llvm::zip_equal(Code.kernels(), Reads))
    EXPECT_EQ(Count, Kernel.Function ? 1 : 0);
}

// get_global_id(0) is group * size + place, and an offset that launches give.
TEST_F(DeviceCodeOf, KnowsWorkItems) {
  compile("__kernel void k(__global float *p, __local float *s) {\n"
          "  size_t i = get_global_id(0);\n"
          "  s[get_local_id(0)] = p[i];\n"
          "  barrier(CLK_LOCAL_MEM_FENCE);\n"
          "  vstore4(vload4(i, p), i, p);\n"
          "}\n",
          "a.cl");
  EXPECT_EQ(count("k", llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x), 1u);
  EXPECT_EQ(count("k", llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x), 1u);
  EXPECT_EQ(count("k", llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x), 1u);
  EXPECT_EQ(count("k", llvm::Intrinsic::nvvm_barrier0), 1u);
  ASSERT_EQ(kernel("k").Elsewhere.size(), 1u);
  EXPECT_EQ(sourceName(*kernel("k").Elsewhere[0]), "get_global_offset");
}

// One parse, two architectures: sums of doubles in memory are one instruction
// from 6.0 on, and a loop of comparisons and exchanges before.
TEST_F(DeviceCodeOf, CompilesForAnArchitecture) {
  const char *Text = "__global__ void k(double *p) { atomicAdd(p, 1.0); }\n";
  compile(Text);
  EXPECT_EQ(all<llvm::AtomicRMWInst>("k").size(), 1u);
  Names.clear();
  Options.Target.ComputeCapability = 52;
  compile(Text);
  EXPECT_EQ(all<llvm::AtomicRMWInst>("k").size(), 0u);
  EXPECT_EQ(all<llvm::AtomicCmpXchgInst>("k").size(), 1u);
}

// 150 values that a thread holds across a barrier do not fit into the 128
// registers that a block of 1024 threads leaves each. There is nothing else in
// local memory, so that every access to it brings a value away or back. RDNA's
// loads hang together in clauses, CDNA's do not.
TEST_F(DeviceCodeOf, CountsWhatAmdSpills) {
  for (const char *Processor : {"gfx90a", "gfx1030"}) {
    Names.clear();
    Options.Target = {0, Processor};
    compile(
        "__global__ void __launch_bounds__(1024) k(float *p) {\n"
        "  float v[150];\n"
        "  #pragma unroll\n"
        "  for (int i = 0; i < 150; ++i) v[i] = p[threadIdx.x + i * 1024];\n"
        "  __syncthreads();\n"
        "  #pragma unroll\n"
        "  for (int i = 0; i < 150; ++i)\n"
        "    p[threadIdx.x + i * 1024] = v[i] * v[149 - i] + v[(i * 7) % "
        "150];\n"
        "}\n");
    ASSERT_TRUE(kernel("k").Machine) << Processor;
    unsigned Loads = 0, Stored = 0, Loaded = 0;
    for (const MachineBlock &Block : kernel("k").Machine->Blocks) {
      for (const SpillReuse &Each : Block.Spills) {
        Stored += Each.Moved.Stored;
        Loaded += Each.Moved.Loaded;
      }
      for (const MachineStep &Step : Block.Steps)
        Loads += Step.Kind == MachineStepKind::LoadLocal ? Step.Count : 0;
    }
    EXPECT_GT(Loads, 0u) << Processor;
    EXPECT_EQ(Loaded, 4 * Loads) << Processor;
    EXPECT_LE(Stored, kernel("k").Machine->ScratchBytes) << Processor;
    EXPECT_GT(Stored + 16, kernel("k").Machine->ScratchBytes) << Processor;
  }
}

// Files are compiled side by side, each with a parse of its own.
TEST(DeviceCodeThreads, DoNotMeet) {
  std::vector<std::thread> Threads;
  std::vector<std::string> Texts(4);
  Threads.reserve(Texts.size());
  for (std::string &Text : Texts)
    Threads.emplace_back([&Text] {
      CompileJob Job;
      Job.File = "/a.cu";
      Job.Texts[Job.File] =
          "__global__ void k(float *p, int n) {\n"
          "  for (int i = 0; i < n; ++i) p[i] = sqrtf(p[i] + i);\n"
          "}\n";
      llvm::consumeError(parse(Job, [&](TranslationUnit &Unit) {
        const KernelDeclaration *Only = &Unit.Kernels[0];
        DeviceCode Code = DeviceCode::compile(Unit, Only, {});
        llvm::raw_string_ostream Out(Text);
        if (Code.kernels()[0].Function)
          Code.kernels()[0].Function->print(Out);
      }));
    });
  for (std::thread &Thread : Threads)
    Thread.join();
  EXPECT_NE(Texts[0], "");
  for (const std::string &Text : Texts)
    EXPECT_EQ(Text, Texts[0]);
}

} // namespace
