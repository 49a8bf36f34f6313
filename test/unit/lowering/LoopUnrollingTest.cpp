//===- LoopUnrollingTest.cpp ----------------------------------------------===//
//
// The expected copies are those that nvcc 13.0 has in the PTX of the same loop
// in CUDA (docs/compiled-counts.md). An iteration is a sine, Sums multiply-adds
// and two instructions that count: Sums + 2 in all, since one comparison or
// branch of the three is part of the loop and of no copy.
//
//===----------------------------------------------------------------------===//

#include "analysis/lowering/DevicePipeline.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace {

class LoopUnrollingTest : public testing::Test {
protected:
  /// Copies of the sine in the optimised code of \p Text.
  unsigned copies(const std::string &Text) {
    SMDiagnostic Problem;
    std::unique_ptr<Module> M = parseAssemblyString(
        "target triple = \"nvptx64-nvidia-cuda\"\n"
        "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
        "declare float @llvm.nvvm.sin.approx.f(float)\n"
        "declare void @llvm.nvvm.barrier0()\n"
        "declare float @llvm.fma.f32(float, float, float)\n"
        "define ptx_kernel void @k(ptr addrspace(1) %p, float %x, float %y, "
        "i32 %n) {\n" +
            Text +
            "}\n!0 = distinct !{!0, !1}\n"
            "!1 = !{!\"llvm.loop.unroll.enable\"}\n"
            "!2 = distinct !{!2, !3}\n"
            "!3 = !{!\"llvm.loop.unroll.disable\"}\n"
            "!4 = distinct !{!4, !5}\n"
            "!5 = !{!\"llvm.loop.unroll.count\", i32 2048}\n"
            "!6 = distinct !{!6, !7}\n"
            "!7 = !{!\"llvm.loop.unroll.count\", i32 4096}\n",
        Problem, Context);
    EXPECT_TRUE(M) << Problem.getMessage().str();
    if (!M)
      return 0;
    auto Machine = cantFail(kernelcast::deviceMachine({75, ""}));
    kernelcast::CompileBudget Budget(60, 1000000);
    Budget.start();
    EXPECT_TRUE(kernelcast::optimiseDeviceCode(*M, *Machine, Budget));
    HasArray = false;
    unsigned Count = 0;
    for (const llvm::Instruction &I : instructions(*M->getFunction("k"))) {
      const auto *Call = dyn_cast<IntrinsicInst>(&I);
      Count += Call && Call->getIntrinsicID() == Intrinsic::nvvm_sin_approx_f;
      HasArray |= isa<AllocaInst>(I);
    }
    return Count;
  }

  static std::string sums(unsigned Sums) {
    std::string Result;
    for (unsigned I = 0; I < Sums; ++I)
      Result += "  %s" + std::to_string(I + 1) +
                " = call float @llvm.fma.f32(float %s" + std::to_string(I) +
                ", float %y, float %x)\n";
    return Result;
  }

  /// for (i = 0; i < Trips; ++i) { s = sin(s); s = s * y + x; ... }
  static std::string loop(const std::string &Trips, unsigned Sums,
                          const char *Note = "") {
    return "entry:\n  %some = icmp sgt i32 " + Trips +
           ", 0\n  br i1 %some, label %body, label %end\nbody:\n"
           "  %i = phi i32 [ 0, %entry ], [ %next, %body ]\n"
           "  %s = phi float [ %x, %entry ], [ %s" +
           std::to_string(Sums) +
           ", %body ]\n"
           "  %s0 = call float @llvm.nvvm.sin.approx.f(float %s)\n" +
           sums(Sums) +
           "  %next = add nuw nsw i32 %i, 1\n"
           "  %more = icmp slt i32 %next, " +
           Trips + "\n  br i1 %more, label %body, label %end" + Note +
           "\nend:\n  %r = phi float [ %x, %entry ], [ %s" +
           std::to_string(Sums) +
           ", %body ]\n  store float %r, ptr addrspace(1) %p\n  ret void\n";
  }

  /// float e[Elements], read; for (i...) e[i] = the sums of sin(e[i]); written.
  static std::string arrayLoop(unsigned Elements, unsigned Sums) {
    std::string N = std::to_string(Elements);
    return "entry:\n  %e = alloca [" + N +
           " x float]\n  call void @llvm.memcpy.p0.p1.i64(ptr %e, "
           "ptr addrspace(1) %p, i64 " +
           std::to_string(4 * Elements) +
           ", i1 false)\n  br label %body\nbody:\n"
           "  %i = phi i32 [ 0, %entry ], [ %next, %body ]\n"
           "  %w = zext i32 %i to i64\n"
           "  %a = getelementptr [" +
           N +
           " x float], ptr %e, i64 0, i64 %w\n"
           "  %v = load float, ptr %a\n"
           "  %s0 = call float @llvm.nvvm.sin.approx.f(float %v)\n" +
           sums(Sums) + "  store float %s" + std::to_string(Sums) +
           ", ptr %a\n"
           "  %next = add nuw nsw i32 %i, 1\n"
           "  %more = icmp slt i32 %next, " +
           N +
           "\n  br i1 %more, label %body, label %end\nend:\n"
           "  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %p, ptr %e, "
           "i64 " +
           std::to_string(4 * Elements) + ", i1 false)\n  ret void\n";
  }

  LLVMContext Context;
  bool HasArray = false;
};

} // namespace

// 11 * 36 = 396 and 13 * 30 = 390 are within 400; 11 * 37 = 407 and 13 * 31 =
// 403 are not. Odd numbers get four copies, whose exit stays in one of them.
TEST_F(LoopUnrollingTest, AllIterationsUpTo400Instructions) {
  EXPECT_EQ(copies(loop("11", 34)), 11u);
  EXPECT_EQ(copies(loop("11", 35)), 4u);
  EXPECT_EQ(copies(loop("13", 28)), 13u);
  EXPECT_EQ(copies(loop("13", 29)), 4u);
}

// 1024 iterations: the largest power of two with at most 200 instructions.
TEST_F(LoopUnrollingTest, PartOfThemUpTo200Instructions) {
  EXPECT_EQ(copies(loop("1024", 1)), 64u);  // 64 * 3 = 192
  EXPECT_EQ(copies(loop("1024", 4)), 32u);  // 32 * 6 = 192
  EXPECT_EQ(copies(loop("1024", 23)), 8u);  // 8 * 25 = 200
  EXPECT_EQ(copies(loop("1024", 24)), 4u);  // 8 * 26 = 208
  EXPECT_EQ(copies(loop("1024", 48)), 4u);  // 4 * 50 = 200
  EXPECT_EQ(copies(loop("1024", 49)), 2u);  // 4 * 51 = 204
  EXPECT_EQ(copies(loop("1024", 110)), 1u); // 2 * 112 = 224
}

// Four or two copies, and a loop for what is left over.
TEST_F(LoopUnrollingTest, UnknownNumberOfIterations) {
  EXPECT_EQ(copies(loop("%n", 1)), 5u);
  EXPECT_EQ(copies(loop("%n", 60)), 3u);
  EXPECT_EQ(copies(loop("%n", 110)), 1u);
}

// for (i = threadIdx.x; i < 142; i += 64): nvcc makes no use of the fact that i
// begins at 0 to 1023, so that three iterations are the most. That is told by
// counters of such a loop, which nobody has looked at in PTX; the copies are
// those of a loop with unknown trips, above.
TEST_F(LoopUnrollingTest, IndicesOfThreadsAreAnyNumber) {
  EXPECT_EQ(copies("entry:\n"
                   "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                   "  %some = icmp slt i32 %t, 142\n"
                   "  br i1 %some, label %body, label %end\nbody:\n"
                   "  %i = phi i32 [ %t, %entry ], [ %next, %body ]\n"
                   "  %s = phi float [ %x, %entry ], [ %s0, %body ]\n"
                   "  %s0 = call float @llvm.nvvm.sin.approx.f(float %s)\n"
                   "  %next = add nsw i32 %i, 64\n"
                   "  %more = icmp slt i32 %next, 142\n"
                   "  br i1 %more, label %body, label %end\nend:\n"
                   "  %r = phi float [ %x, %entry ], [ %s0, %body ]\n"
                   "  store float %r, ptr addrspace(1) %p\n  ret void\n"),
            5u);
}

namespace {

/// for (i = 0; i < Bound; i += Step) { s = sin(s); Body }, with a break at some
/// value of p[i] if it Breaks.
std::string counted(const std::string &Bound, const std::string &Step,
                    const char *Flags, const char *Order, const char *Body = "",
                    bool Breaks = false) {
  return std::string("entry:\n  %q = load volatile i32, ptr addrspace(1) %p\n"
                     "  %z = icmp ") +
         Order + " i32 0, " + Bound +
         "\n  br i1 %z, label %body, label %end\nbody:\n"
         "  %i = phi i32 [ 0, %entry ], [ %next, %latch ]\n"
         "  %s = phi float [ %x, %entry ], [ %s0, %latch ]\n" +
         (Breaks ? "  %e = getelementptr float, ptr addrspace(1) %p, i32 %i\n"
                   "  %v = load float, ptr addrspace(1) %e\n"
                   "  %b = fcmp ogt float %v, %y\n"
                   "  br i1 %b, label %end, label %latch\n"
                 : "  br label %latch\n") +
         "latch:\n  %s0 = call float @llvm.nvvm.sin.approx.f(float %s)\n" +
         Body + "  %next = add " + Flags + " i32 %i, " + Step +
         "\n  %more = icmp " + Order + " i32 %next, " + Bound +
         "\n  br i1 %more, label %body, label %end\nend:\n"
         "  %r = phi float [ %x, %entry ], [ %s0, %latch ]" +
         (Breaks ? ", [ %s, %body ]" : "") +
         "\n  store float %r, ptr addrspace(1) %p\n  ret void\n";
}

} // namespace

// int i; i += 32 is a number that nvcc computes, since i does not overflow; of
// an unsigned i, and of i += blockDim.x, which is an unsigned sum, it is none.
TEST_F(LoopUnrollingTest, CountersThatMayOverflow) {
  EXPECT_EQ(copies(counted("%n", "32", "nsw", "slt")), 5u);
  EXPECT_EQ(copies(counted("%n", "32", "", "slt")), 1u);
  EXPECT_EQ(copies(counted("%n", "32", "", "ult")), 1u);
  EXPECT_EQ(copies(counted("%n", "1", "", "ult")), 5u);
  // Up to 4096 there is no overflow.
  EXPECT_EQ(copies(counted("4096", "3", "", "ult")), 2u);
}

// int step: the loop ends if nothing else happens in it. A store is nothing
// else, assembly is.
TEST_F(LoopUnrollingTest, StepsThatMayBeNegative) {
  EXPECT_EQ(copies(counted("%n", "%q", "nsw", "slt")), 5u);
  EXPECT_EQ(copies(counted("%n", "%q", "nsw", "slt",
                           "  store float %s0, ptr addrspace(1) %p\n")),
            5u);
  EXPECT_EQ(copies(counted("%n", "%q", "nsw", "slt",
                           "  call void asm sideeffect \"\", \"\"()\n")),
            1u);
  EXPECT_EQ(copies(counted("%n", "%q", "nsw", "slt",
                           "  %h = fptrunc float %s0 to half\n"
                           "  %a = getelementptr half, ptr addrspace(1) %p, "
                           "i32 %i\n"
                           "  store half %h, ptr addrspace(1) %a\n")),
            1u);
}

TEST_F(LoopUnrollingTest, BarriersAndBreaks) {
  EXPECT_EQ(copies(counted("%n", "1", "nsw", "slt",
                           "  call void @llvm.nvvm.barrier0()\n")),
            5u);
  EXPECT_EQ(copies(counted("8", "1", "nsw", "slt", "", true)), 8u);
  EXPECT_EQ(copies(counted("%n", "1", "nsw", "slt", "", true)), 1u);
}

// for (i = threadIdx.x & 31; i < 142; i += 32): four or five iterations. With
// 639 there are 20 at most, with 641 there may be 21.
TEST_F(LoopUnrollingTest, FewIterations) {
  const std::string Lanes =
      "entry:\n  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
      "  %l = and i32 %t, 31\n  br label %body\nbody:\n"
      "  %i = phi i32 [ %l, %entry ], [ %next, %body ]\n"
      "  %s = phi float [ %x, %entry ], [ %s0, %body ]\n"
      "  %s0 = call float @llvm.nvvm.sin.approx.f(float %s)\n"
      "  %next = add nsw i32 %i, 32\n  %more = icmp slt i32 %next, ";
  const std::string End =
      "\n  br i1 %more, label %body, label %end\nend:\n"
      "  store float %s0, ptr addrspace(1) %p\n  ret void\n";
  EXPECT_EQ(copies(Lanes + "142" + End), 1u);
  EXPECT_EQ(copies(Lanes + "639" + End), 1u);
  EXPECT_EQ(copies(Lanes + "641" + End), 5u);
}

// for (i = 0; i < n; ++i) for (j = 0; j < n; ++j): four copies of the inner
// loop and three for what is left over. The outer one is left.
TEST_F(LoopUnrollingTest, LoopsAroundLoops) {
  EXPECT_EQ(copies("entry:\n  %some = icmp sgt i32 %n, 0\n"
                   "  br i1 %some, label %outer, label %end\nouter:\n"
                   "  %i = phi i32 [ 0, %entry ], [ %ni, %rest ]\n"
                   "  %so = phi float [ %x, %entry ], [ %s0, %rest ]\n"
                   "  br label %body\nbody:\n"
                   "  %j = phi i32 [ 0, %outer ], [ %nj, %body ]\n"
                   "  %s = phi float [ %so, %outer ], [ %s0, %body ]\n"
                   "  %s0 = call float @llvm.nvvm.sin.approx.f(float %s)\n"
                   "  %nj = add nuw nsw i32 %j, 1\n"
                   "  %mj = icmp slt i32 %nj, %n\n"
                   "  br i1 %mj, label %body, label %rest\nrest:\n"
                   "  %ni = add nuw nsw i32 %i, 1\n"
                   "  %mi = icmp slt i32 %ni, %n\n"
                   "  br i1 %mi, label %outer, label %end\nend:\n"
                   "  %r = phi float [ %x, %entry ], [ %s0, %rest ]\n"
                   "  store float %r, ptr addrspace(1) %p\n  ret void\n"),
            7u);
}

TEST_F(LoopUnrollingTest, AsTheSourceAsks) {
  EXPECT_EQ(copies(loop("1024", 1, ", !llvm.loop !0")), 1024u);
  // 512 * 50 = 25600 are within 32768, twice that is not.
  EXPECT_EQ(copies(loop("1024", 48, ", !llvm.loop !0")), 512u);
  EXPECT_EQ(copies(loop("%n", 1, ", !llvm.loop !0")), 5u);
  EXPECT_EQ(copies(loop("16", 1, ", !llvm.loop !2")), 1u);
}

// 2048 * 10 = 20480 are within 32768, 4096 * 10 = 40960 are not: then a number
// of iterations that is known is divided by as much as may be, and one that is
// not gets the usual four copies.
TEST_F(LoopUnrollingTest, CountsThatTheSourceAsksFor) {
  EXPECT_EQ(copies(loop("%n", 8, ", !llvm.loop !4")), 2049u);
  EXPECT_EQ(copies(loop("%n", 8, ", !llvm.loop !6")), 5u);
  EXPECT_EQ(copies(loop("131072", 8, ", !llvm.loop !6")), 2048u);
}

// An array that is indexed by the loop's variable may have six times as many:
// an iteration loads and stores, too. 96 * 20 = 1920, but 128 * 20 = 2560.
TEST_F(LoopUnrollingTest, ArraysBecomeRegisters) {
  EXPECT_EQ(copies("entry:\n  ret void\n"), 0u);
  EXPECT_EQ(copies(arrayLoop(96, 16)), 96u);
  EXPECT_EQ(copies(arrayLoop(128, 16)), 8u);
  EXPECT_TRUE(HasArray);
  EXPECT_EQ(copies(arrayLoop(32, 64)), 32u);
  EXPECT_EQ(copies(arrayLoop(48, 64)), 2u);
}
