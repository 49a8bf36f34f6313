//===- IrReaderTest.cpp - Small compiled kernels, read back ---------------===//
//
// The texts are what the compiler makes of the kernels in the comments, cut to
// what the test is about. What is expected is derived by hand from the source.
//===----------------------------------------------------------------------===//

#include "KernelInIr.h"
#include "gmock/gmock.h"

using namespace kernelcast;

namespace {

// for (int k = 0; k < n; ++k) s += a[k], unrolled four times, with the rest of
// n % 4 behind: the first loop runs n / 4 times if that is not 0, and takes 16
// bytes a round; the second runs n % 4 times. LSR has the first count from 0 to
// -4 (n / 4) in steps of -4.
TEST(IrReader, UnrolledLoopAndRemainder) {
  KernelInIr C;
  C.scalar("n", I32).pointer("a");
  KernelModel K = C.read(R"(
define void @kernel(i32 %n, ptr %a) {
entry:
  %g = addrspacecast ptr %a to ptr addrspace(1)
  %rest = and i32 %n, 3
  %n1 = add i32 %n, -1
  %few = icmp ult i32 %n1, 3
  br i1 %few, label %join, label %before
before:
  %quarter = lshr i32 %n, 2
  %end = mul i32 %quarter, -4
  %start = getelementptr i8, ptr addrspace(1) %g, i64 8
  br label %four
four:
  %p = phi ptr addrspace(1) [ %start, %before ], [ %p2, %four ]
  %c = phi i32 [ 0, %before ], [ %c2, %four ]
  %q = getelementptr i8, ptr addrspace(1) %p, i64 -8
  %v = load float, ptr addrspace(1) %q, align 4
  %c2 = add i32 %c, -4
  %p2 = getelementptr i8, ptr addrspace(1) %p, i64 16
  %done = icmp eq i32 %end, %c2
  br i1 %done, label %between, label %four
between:
  %so.far = mul i32 %c2, -1
  br label %join
join:
  %first = phi i32 [ 0, %entry ], [ %so.far, %between ]
  %none = icmp eq i32 %rest, 0
  br i1 %none, label %exit, label %one
one:
  %i = phi i32 [ %first, %join ], [ %i2, %one ]
  %r = phi i32 [ 0, %join ], [ %r2, %one ]
  %w = sext i32 %i to i64
  %at = getelementptr inbounds float, ptr addrspace(1) %g, i64 %w
  %v2 = load float, ptr addrspace(1) %at, align 4
  %i2 = add nuw nsw i32 %i, 1
  %r2 = add i32 %r, 1
  %end2 = icmp eq i32 %r2, %rest
  br i1 %end2, label %exit, label %one
exit:
  ret void
})");
  EXPECT_EQ(K.Status, ModelStatus::Modelled);
  ASSERT_EQ(K.Loops.size(), 2u);
  ASSERT_EQ(K.Accesses.size(), 2u);
  for (int64_t N : {4, 5, 23, 4096, 1000003}) {
    EXPECT_TRUE(K.Loops[0].SingleExit);
    EXPECT_EQ(valueOf(K.Loops[0].TripCount, {{"n", N}}), N / 4);
    if (N % 4)
      EXPECT_EQ(valueOf(K.Loops[1].TripCount, {{"n", N}}), N % 4);
  }
  // The array starts at 0: the third round reads a[8], and with n = 23 the
  // second one of the rest reads a[21].
  EXPECT_EQ(valueOf(K.Accesses[0].Address, {{"k0", 2}}), 8 * 4);
  EXPECT_EQ(valueOf(K.Accesses[1].Address, {{"n", 23}, {"k0", 4}, {"k1", 1}}),
            21 * 4);
  EXPECT_EQ(K.Accesses[0].Array, K.Parameters[1].Array);
}

// out[i * n + j] = 1 with i = blockIdx.x, j = threadIdx.x, where the compiler
// knows that nothing is negative.
TEST(IrReader, RowMajorAddress) {
  KernelInIr C;
  C.scalar("n", I32).pointer("out");
  KernelModel K = C.read(R"(
define void @kernel(i32 %n, ptr %out) {
  %g = addrspacecast ptr %out to ptr addrspace(1)
  %i = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %j = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = mul nsw i32 %i, %n
  %at = add nsw i32 %row, %j
  %w = sext i32 %at to i64
  %p = getelementptr inbounds float, ptr addrspace(1) %g, i64 %w
  store float 1.0, ptr addrspace(1) %p, align 4
  ret void
})");
  ASSERT_EQ(K.Accesses.size(), 1u);
  const MemoryAccess &Store = K.Accesses[0];
  EXPECT_EQ(Store.Kind, AccessKind::Store);
  EXPECT_EQ(Store.Space, MemorySpace::Global);
  EXPECT_TRUE(Store.FloatingPoint);
  EXPECT_EQ(Store.Bytes, 4u);
  EXPECT_EQ(Store.Alignment, 4u);
  EXPECT_EQ(valueOf(Store.Address,
                    {{"n", 100}, {"blockIdx.x", 3}, {"threadIdx.x", 7}}),
            4 * 307);
  // With a negative pitch it is sign-extended.
  EXPECT_EQ(valueOf(Store.Address,
                    {{"n", -1}, {"blockIdx.x", 3}, {"threadIdx.x", 1}}),
            4 * -2);
}

// x[t < n ? t : n - 1] without a branch.
TEST(IrReader, Selection) {
  KernelInIr C;
  C.scalar("n", I32).pointer("x");
  KernelModel K = C.read(R"(
define void @kernel(i32 %n, ptr %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %below = icmp slt i32 %t, %n
  %last = add nsw i32 %n, -1
  %i = select i1 %below, i32 %t, i32 %last
  %w = sext i32 %i to i64
  %p = getelementptr inbounds i32, ptr %x, i64 %w
  %v = load i32, ptr %p, align 4
  store volatile i32 %v, ptr %x, align 4
  ret void
})");
  ASSERT_EQ(K.Blocks.size(), 1u);
  ASSERT_EQ(K.Accesses.size(), 2u);
  EXPECT_EQ(valueOf(K.Accesses[0].Address, {{"n", 20}, {"threadIdx.x", 5}}),
            20);
  EXPECT_EQ(valueOf(K.Accesses[0].Address, {{"n", 20}, {"threadIdx.x", 31}}),
            76);
  // A pointer into any memory leads where its array is.
  EXPECT_EQ(K.Accesses[0].Space, MemorySpace::Global);
  EXPECT_FALSE(K.Accesses[0].Volatile);
  EXPECT_TRUE(K.Accesses[1].Volatile);
  ASSERT_TRUE(K.Accesses[1].Stored);
  EXPECT_EQ(K.Accesses[1].Stored->op(), Op::Load);
}

// Four floats at once where the address is aligned to 16 bytes; where it is
// only aligned to 8, two and two.
TEST(IrReader, VectorLoads) {
  KernelInIr C;
  C.pointer("q").pointer("o");
  KernelModel K = C.read(R"(
define void @kernel(ptr %q, ptr %o) {
  %whole = load <4 x float>, ptr %q, align 16
  %halves = load <4 x float>, ptr %q, align 8
  %z = extractelement <4 x float> %whole, i32 2
  %w = extractelement <4 x float> %halves, i32 3
  store float %z, ptr %o, align 4
  store float %w, ptr %o, align 4
  ret void
})");
  ASSERT_EQ(K.Accesses.size(), 5u);
  EXPECT_EQ(K.Accesses[0].Bytes, 16u);
  EXPECT_EQ(K.Accesses[1].Bytes, 8u);
  EXPECT_EQ(K.Accesses[2].Bytes, 8u);
  EXPECT_EQ(valueOf(K.Accesses[2].Address, {}), 8);
  // Lane 2 of the first access; lane 1 of the second half.
  EXPECT_EQ(K.Accesses[3].Stored, K.Pool->load(0, ScalarType::floating(32), 2));
  EXPECT_EQ(K.Accesses[4].Stored, K.Pool->load(2, ScalarType::floating(32), 1));
}

TEST(IrReader, Atomics) {
  KernelInIr C;
  C.pointer("c");
  KernelModel K = C.read(R"(
define void @kernel(ptr %c) {
  %a = atomicrmw add ptr %c, i32 1 monotonic, align 4
  %b = atomicrmw xchg ptr %c, i32 %a monotonic, align 4
  %f = atomicrmw fadd ptr %c, float 1.0 monotonic, align 4
  %x = cmpxchg ptr %c, i32 0, i32 1 monotonic monotonic, align 4
  %same = extractvalue { i32, i1 } %x, 1
  br i1 %same, label %then, label %end
then:
  br label %end
end:
  ret void
})");
  ASSERT_EQ(K.Accesses.size(), 4u);
  for (const MemoryAccess &Access : K.Accesses)
    EXPECT_EQ(Access.Kind, AccessKind::Atomic);
  EXPECT_TRUE(K.Accesses[0].CanGather && K.Accesses[0].Combines);
  EXPECT_FALSE(K.Accesses[1].CanGather);
  EXPECT_TRUE(K.Accesses[2].CanGather && !K.Accesses[2].Combines);
  EXPECT_TRUE(K.Accesses[2].FloatingPoint);
  // It was exchanged if what was there is what was asked for.
  const Expr *Was = K.Pool->load(3, I32);
  EXPECT_EQ(K.Blocks[0].Condition,
            K.Pool->binary(Op::Equal, Was, K.Pool->constant(0)));
}

// A loop of 8 rounds with a barrier, over shared memory that a function has by
// a mangled name.
TEST(IrReader, BarrierInLoop) {
  KernelInIr C;
  const ArrayId Tile = C.array("tile", MemorySpace::Shared, 512);
  KernelModel K = C.read(R"(
@_ZZ6kernelvE4tile = internal addrspace(3) global [128 x i32] undef, align 4
declare void @llvm.nvvm.barrier0()
define void @kernel() {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext nneg i32 %t to i64
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k2, %loop ]
  %p = getelementptr inbounds [128 x i32], ptr addrspace(3) @_ZZ6kernelvE4tile, i64 0, i64 %w
  store i32 %k, ptr addrspace(3) %p, align 4
  call void @llvm.nvvm.barrier0()
  %k2 = add nuw nsw i32 %k, 1
  %done = icmp eq i32 %k2, 8
  br i1 %done, label %exit, label %loop
exit:
  ret void
})");
  ASSERT_EQ(K.Loops.size(), 1u);
  EXPECT_TRUE(K.Loops[0].TestAtEnd);
  EXPECT_EQ(valueOf(K.Loops[0].TripCount, {}), 8);
  ASSERT_EQ(K.Accesses.size(), 1u);
  EXPECT_EQ(K.Accesses[0].Array, Tile);
  EXPECT_EQ(K.Accesses[0].Space, MemorySpace::Shared);
  EXPECT_EQ(K.StaticSharedBytes, 0u); // the source's array, counted there
  const BasicBlock &Body = K.Blocks[K.Loops[0].Header];
  ASSERT_EQ(Body.Effects.size(), 2u);
  EXPECT_EQ(Body.Effects[1].Kind, EffectKind::Barrier);
  EXPECT_TRUE(Body.FromLoopCondition && Body.TestsAtEnd);
}

// struct View { float *p; int stride; } v by value: v.p[t * v.stride], with no
// access to the parameter itself.
TEST(IrReader, ParameterByValue) {
  KernelInIr C;
  ParameterInfo View;
  View.Name = "v";
  View.Aggregate = true;
  const ArrayId Pointed = C.array("v.p");
  View.Leaves = {{0, ScalarType::pointer(), "v.p", Pointed},
                 {8, I32, "v.stride", None}};
  C.Source.Parameters.push_back(View);
  KernelModel K = C.read(R"(
%struct.View = type { ptr, i32 }
define void @kernel(ptr byval(%struct.View) align 8 %v) {
  %c = addrspacecast ptr %v to ptr addrspace(101)
  %p = load ptr, ptr addrspace(101) %c, align 8
  %g = addrspacecast ptr %p to ptr addrspace(1)
  %s = getelementptr inbounds i8, ptr addrspace(101) %c, i64 8
  %stride = load i32, ptr addrspace(101) %s, align 8
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = mul nsw i32 %stride, %t
  %w = sext i32 %i to i64
  %at = getelementptr inbounds float, ptr addrspace(1) %g, i64 %w
  %x = load float, ptr addrspace(1) %at, align 4
  ret void
})");
  ASSERT_EQ(K.Accesses.size(), 1u);
  EXPECT_EQ(K.Accesses[0].Array, Pointed);
  EXPECT_EQ(
      valueOf(K.Accesses[0].Address, {{"v.stride", 3}, {"threadIdx.x", 5}}),
      60);
}

// Cases 1, 2 and 3 go one way, 7 another, 9 back to the first, 20 to a third:
// four ranges, so that the first comparison halves them.
TEST(IrReader, Switch) {
  KernelInIr C;
  C.scalar("n", I32).pointer("o");
  KernelModel K = C.read(R"(
define void @kernel(i32 %n, ptr %o) {
entry:
  switch i32 %n, label %end [ i32 3, label %a
    i32 1, label %a
    i32 2, label %a
    i32 7, label %b
    i32 9, label %a
    i32 20, label %c ]
a:
  br label %end
b:
  br label %end
c:
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ 1, %a ], [ 2, %b ], [ 3, %c ]
  store i32 %r, ptr %o, align 4
  ret void
})");
  auto Outcome = [&](int64_t N) {
    BlockId At = 0;
    for (unsigned Steps = 0; Steps < 20; ++Steps) {
      const BasicBlock &Block = K.Blocks[At];
      if (Block.Successors.empty())
        return int64_t(-1);
      const BlockId From = At;
      At = Block.Successors.size() == 1 ||
                   valueOf(Block.Condition, {{"n", N}}) == 1
               ? Block.Successors[0]
               : Block.Successors[1];
      for (PhiId P : K.Blocks[At].Phis)
        for (auto [I, Before] : llvm::enumerate(K.Blocks[At].Predecessors))
          if (Before == From)
            return K.Phis[P].Incoming[I]->value();
    }
    return int64_t(-1);
  };
  const std::map<int64_t, int64_t> Expected = {
      {-5, 0}, {0, 0}, {1, 1}, {2, 1},  {3, 1},  {4, 0},
      {7, 2},  {8, 0}, {9, 1}, {10, 0}, {20, 3}, {21, 0}};
  for (auto [N, Result] : Expected)
    EXPECT_EQ(Outcome(N), Result) << N;
}

// Bits, by what the operations are: 40 has two ones, 26 zeros in front and 3
// behind; reversed it is 0x14000000, and turned by 28 to the left 0x80000002.
TEST(IrReader, BitFunctions) {
  KernelInIr C;
  C.scalar("n", I32).pointer("o");
  KernelModel K = C.read(R"(
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i32 @llvm.cttz.i32(i32, i1)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.fshl.i32(i32, i32, i32)
define void @kernel(i32 %n, ptr %o) {
  %a = call i32 @llvm.ctpop.i32(i32 %n)
  %b = call i32 @llvm.ctlz.i32(i32 %n, i1 false)
  %c = call i32 @llvm.cttz.i32(i32 %n, i1 false)
  %d = call i32 @llvm.bitreverse.i32(i32 %n)
  %e = call i32 @llvm.fshl.i32(i32 %n, i32 %n, i32 28)
  store i32 %a, ptr %o, align 4
  store i32 %b, ptr %o, align 4
  store i32 %c, ptr %o, align 4
  store i32 %d, ptr %o, align 4
  store i32 %e, ptr %o, align 4
  ret void
})");
  ASSERT_EQ(K.Accesses.size(), 5u);
  auto Stored = [&](unsigned I, int64_t N) {
    return valueOf(K.Accesses[I].Stored, {{"n", N}});
  };
  EXPECT_EQ(Stored(0, 40), 2);
  EXPECT_EQ(Stored(1, 40), 26);
  EXPECT_EQ(Stored(2, 40), 3);
  EXPECT_EQ(Stored(3, 40), 0x14000000);
  EXPECT_EQ(Stored(4, 40), 0x80000002);
  // Of zero, all bits are zeros on either side.
  EXPECT_EQ(Stored(0, 0), 0);
  EXPECT_EQ(Stored(1, 0), 32);
  EXPECT_EQ(Stored(2, 0), 32);
}

// trunc keeps the lowest bit, a comparison of truth values as signed numbers
// has the true one below the false one, and what is not defined is not guessed.
TEST(IrReader, TruthValues) {
  KernelInIr C;
  C.scalar("n", I32).pointer("o");
  KernelModel K = C.read(R"(
define void @kernel(i32 %n, ptr %o) {
  %low = trunc i32 %n to i1
  %big = icmp sgt i32 %n, 10
  %less = icmp slt i1 %low, %big
  %a = zext i1 %low to i32
  %b = sext i1 %big to i32
  %c = zext i1 %less to i32
  %d = add i32 %n, undef
  store i32 %a, ptr %o, align 4
  store i32 %b, ptr %o, align 4
  store i32 %c, ptr %o, align 4
  store i32 %d, ptr %o, align 4
  ret void
})");
  ASSERT_EQ(K.Accesses.size(), 4u);
  auto Stored = [&](unsigned I, int64_t N) {
    return valueOf(K.Accesses[I].Stored, {{"n", N}});
  };
  EXPECT_EQ(Stored(0, 2), 0);
  EXPECT_EQ(Stored(0, 3), 1);
  EXPECT_EQ(Stored(1, 11), -1);
  EXPECT_EQ(Stored(1, 10), 0);
  EXPECT_EQ(Stored(2, 3), 1);  // -1 < 0
  EXPECT_EQ(Stored(2, 12), 0); // 0 < -1
  EXPECT_EQ(Stored(2, 13), 0); // -1 < -1
  EXPECT_EQ(Stored(3, 1), std::nullopt);
}

// A switch that has become a table: the value at a computed place is one of its
// elements. The load stays.
TEST(IrReader, TableOfConstants) {
  KernelInIr C;
  C.scalar("n", I32).pointer("o");
  KernelModel K = C.read(R"(
@table = private unnamed_addr addrspace(1) constant [3 x i32] [i32 5, i32 -2, i32 9]
define void @kernel(i32 %n, ptr %o) {
  %w = sext i32 %n to i64
  %p = getelementptr inbounds [3 x i32], ptr addrspace(1) @table, i64 0, i64 %w
  %v = load i32, ptr addrspace(1) %p, align 4
  store i32 %v, ptr %o, align 4
  ret void
})");
  ASSERT_EQ(K.Accesses.size(), 2u);
  EXPECT_EQ(K.Accesses[0].Kind, AccessKind::Load);
  const int64_t Table[] = {5, -2, 9};
  for (int64_t N : {0, 1, 2})
    EXPECT_EQ(valueOf(K.Accesses[1].Stored, {{"n", N}}), Table[N]);
}

// A thread's own variable that is volatile is read and written in memory. What
// one place writes before every read is what is read; of what is written in two
// places, or on one of two ways, nothing is known.
TEST(IrReader, VolatileVariables) {
  KernelInIr C;
  C.scalar("n", I32).pointer("o");
  KernelModel K = C.read(R"(
define void @kernel(i32 %n, ptr %o) {
entry:
  %once = alloca i32, align 4
  %twice = alloca i32, align 4
  %seldom = alloca i32, align 4
  store volatile i32 %n, ptr %once, align 4
  store volatile i32 1, ptr %twice, align 4
  store volatile i32 2, ptr %twice, align 4
  %some = icmp sgt i32 %n, 5
  br i1 %some, label %side, label %join
side:
  store volatile i32 %n, ptr %seldom, align 4
  br label %join
join:
  %a = load volatile i32, ptr %once, align 4
  %a7 = add nsw i32 %a, 7
  %b = load volatile i32, ptr %twice, align 4
  %c = load volatile i32, ptr %seldom, align 4
  store i32 %a7, ptr %o, align 4
  store i32 %b, ptr %o, align 4
  store i32 %c, ptr %o, align 4
  ret void
})");
  ASSERT_EQ(K.Accesses.size(), 4u + 3 + 3);
  for (unsigned I : {4, 5, 6})
    EXPECT_EQ(K.Accesses[I].Kind, AccessKind::Load);
  auto Stored = [&](unsigned I) {
    return valueOf(K.Accesses[I].Stored, {{"n", 40}});
  };
  EXPECT_EQ(Stored(7), 47);
  EXPECT_EQ(Stored(8), std::nullopt);
  EXPECT_EQ(Stored(9), std::nullopt);
}

// A variable whose address another function has may be written there.
TEST(IrReader, VolatileVariableThatIsPassedOn) {
  KernelInIr C;
  C.scalar("n", I32).pointer("o");
  KernelModel K = C.read(R"(
declare void @unseen(ptr)
define void @kernel(i32 %n, ptr %o) {
  %v = alloca i32, align 4
  store volatile i32 %n, ptr %v, align 4
  call void @unseen(ptr %v)
  %a = load volatile i32, ptr %v, align 4
  store i32 %a, ptr %o, align 4
  ret void
})");
  EXPECT_EQ(valueOf(K.Accesses.back().Stored, {{"n", 40}}), std::nullopt);
}

// sincosf(x, &s, out): s is a register, out is written.
TEST(IrReader, FunctionOfSeveralResults) {
  KernelInIr C;
  C.pointer("out");
  KernelModel K = C.read(R"(
declare void @__nv_sincosf(float, ptr, ptr)
define void @kernel(ptr %out) {
  %s = alloca float, align 4
  call void @__nv_sincosf(float 2.0, ptr %s, ptr %out)
  %v = load float, ptr %s, align 4
  %at = getelementptr inbounds float, ptr %out, i64 1
  store float %v, ptr %at, align 4
  ret void
})");
  EXPECT_EQ(K.Status, ModelStatus::Modelled);
  ASSERT_EQ(K.Accesses.size(), 2u);
  for (const MemoryAccess &Access : K.Accesses) {
    EXPECT_EQ(Access.Kind, AccessKind::Store);
    EXPECT_EQ(Access.Array, K.Parameters[0].Array);
    EXPECT_EQ(Access.Bytes, 4u);
  }
}

// int i = get_global_id(0) as 64 bits, shifted up and down: sign-extended.
TEST(IrReader, ExtendedLowBits) {
  KernelInIr C;
  C.scalar("n", I64).pointer("o");
  KernelModel K = C.read(R"(
define void @kernel(i64 %n, ptr %o) {
  %up = shl i64 %n, 32
  %more = add i64 %up, 12884901888
  %signed = ashr exact i64 %more, 30
  %plain = lshr exact i64 %up, 32
  store i64 %signed, ptr %o, align 8
  store i64 %plain, ptr %o, align 8
  ret void
})");
  auto Stored = [&](unsigned I, int64_t N) {
    return valueOf(K.Accesses[I].Stored, {{"n", N}});
  };
  EXPECT_EQ(Stored(0, 7), 4 * (7 + 3));
  EXPECT_EQ(Stored(0, -7), 4 * (-7 + 3));
  EXPECT_EQ(Stored(0, 0x7FFFFFFF), 4 * (-0x80000000ll + 2)); // wraps around
  EXPECT_EQ(Stored(1, -1), 0xFFFFFFFFll);
}

// The names say which numbers are signed; the uses here say the opposite. With
// n = -3, abs is 3; of unsigned numbers -3 is the larger one, also as elements.
TEST(IrReader, SignsInTheNamesOfFunctions) {
  KernelInIr C;
  C.scalar("n", I32).pointer("o");
  KernelModel K = C.read(R"(
declare i32 @_Z3absi(i32) #0
declare i32 @_Z3maxii(i32, i32) #0
declare i32 @_Z3maxjj(i32, i32) #0
declare <2 x i32> @_Z3maxDv2_jS_(<2 x i32>, <2 x i32>) #0
define void @kernel(i32 %n, ptr %o) {
  %unsigned = udiv i32 %n, 1
  %a = call i32 @_Z3absi(i32 %unsigned)
  %b = call i32 @_Z3maxii(i32 %unsigned, i32 2)
  %b2 = udiv i32 %b, 2
  %signed = sdiv i32 %n, 1
  %c = call i32 @_Z3maxjj(i32 %signed, i32 2)
  %c2 = sdiv i32 %c, 3
  %v = insertelement <2 x i32> poison, i32 %signed, i32 0
  %v2 = insertelement <2 x i32> %v, i32 7, i32 1
  %d = call <2 x i32> @_Z3maxDv2_jS_(<2 x i32> %v2, <2 x i32> <i32 2, i32 2>)
  %d0 = extractelement <2 x i32> %d, i32 0
  %d1 = extractelement <2 x i32> %d, i32 1
  store i32 %a, ptr %o, align 4
  store i32 %b2, ptr %o, align 4
  store i32 %c2, ptr %o, align 4
  store i32 %d0, ptr %o, align 4
  store i32 %d1, ptr %o, align 4
  ret void
}
attributes #0 = { nounwind memory(none) })");
  ASSERT_EQ(K.Accesses.size(), 5u);
  auto Stored = [&](unsigned I) {
    const auto V = valueOf(K.Accesses[I].Stored, {{"n", -3}});
    return V ? std::optional(static_cast<int32_t>(*V)) : std::nullopt;
  };
  EXPECT_EQ(Stored(0), 3);
  EXPECT_EQ(Stored(1), 1);
  EXPECT_EQ(Stored(2), -1);
  EXPECT_EQ(Stored(3), -3);
  EXPECT_EQ(Stored(4), 7);
}

TEST(IrReader, UnseenFunctionIsNamed) {
  KernelInIr C;
  C.pointer("o");
  KernelModel K = C.read(R"(
declare i32 @_Z6unseenPi(ptr)
define void @kernel(ptr %o) {
  %v = call i32 @_Z6unseenPi(ptr %o)
  store i32 %v, ptr %o, align 4
  ret void
})");
  EXPECT_EQ(K.Status, ModelStatus::Partial);
  EXPECT_THAT(K.Reasons,
              testing::ElementsAre("call of unseen, which has no body"));
  ASSERT_EQ(K.Blocks[0].Effects.size(), 2u);
  EXPECT_EQ(K.Blocks[0].Effects[0].Kind, EffectKind::Call);
  EXPECT_EQ(K.Accesses[0].Stored->op(), Op::Opaque);
}

TEST(IrReader, LimitsAndOtherParameters) {
  static constexpr llvm::StringLiteral Text = R"(
define void @kernel(i32 %n) {
entry:
  br label %next
next:
  %k = phi i32 [ 0, %entry ], [ %k2, %next ]
  %k2 = add i32 %k, %n
  %stay = icmp ult i32 %k2, 100
  br i1 %stay, label %next, label %end
end:
  ret void
})";
  KernelInIr Missing;
  EXPECT_EQ(Missing.read(Text).Status, ModelStatus::NotModelled);
  KernelInIr Small;
  Small.scalar("n", I32);
  IrReaderOptions Options;
  Options.MaxBlocks = 2;
  EXPECT_EQ(Small.read(Text, Options).Status, ModelStatus::NotModelled);
  Options.MaxBlocks = 3;
  EXPECT_EQ(Small.read(Text, Options).Status, ModelStatus::Modelled);
}

} // namespace
