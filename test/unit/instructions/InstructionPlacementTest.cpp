//===- InstructionPlacementTest.cpp ---------------------------------------===//

#include "analysis/instructions/InstructionPlacement.h"
#include "analysis/instructions/RegisterPressure.h"
#include "analysis/pdg/KernelGraphs.h"
#include "test/unit/pdg/Graphs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace kernelcast;
using testing::IsEmpty;

namespace {

const ScalarType Int = ScalarType::integer(32, true);
const ScalarType Float = ScalarType::floating(32);
const ScalarType Wide = ScalarType::pointer();

/// A kernel with expressions; arrays 0, 1, 2 are global pointers, 3 is shared.
struct Kernel {
  KernelModel Model;
  ExpressionPool &Pool;

  explicit Kernel(KernelModel Graph)
      : Model(std::move(Graph)),
        Pool(*(Model.Pool = std::make_unique<ExpressionPool>())) {
    Model.Arrays.resize(4);
    Model.Arrays[3].Space = MemorySpace::Shared;
    findLoops(Model);
  }

  /// Start of the array plus 4 * (long)Index.
  const Expr *element(ArrayId Array, const Expr *Index) {
    return Pool.add(Pool.base(Array),
                    Pool.mul(Pool.cast(Index, Wide), Pool.constant(4, Wide)));
  }
  const Expr *load(BlockId Block, ArrayId Array, const Expr *Index,
                   ScalarType Type = Float) {
    return Pool.load(access(Block, Array, Index, AccessKind::Load), Type);
  }
  void store(BlockId Block, ArrayId Array, const Expr *Index,
             const Expr *Stored) {
    AccessId Id = access(Block, Array, Index, AccessKind::Store);
    Model.Accesses[Id].Stored = Stored;
  }
  const Expr *thread() {
    return Pool.cast(Pool.coordinate(Coordinate::ThreadX), Int);
  }
  const Expr *symbol(const char *Name) { return Pool.symbol(Name, Int); }
  const Expr *counter(LoopId Loop) {
    return Pool.cast(Pool.counter(Loop), Int);
  }

  /// Instructions of one class in a block.
  double count(BlockId Block, InstructionClass Class) const {
    double Sum = 0;
    for (const Instruction &I : Model.Blocks[Block].Instructions)
      if (I.Class == Class)
        Sum += I.Count;
    return Sum;
  }
  double ints(BlockId Block) const {
    return count(Block, InstructionClass::Int);
  }

private:
  AccessId access(BlockId Block, ArrayId Array, const Expr *Index,
                  AccessKind Kind) {
    MemoryAccess Access;
    Access.Kind = Kind;
    Access.Array = Array;
    Access.Space = Model.Arrays[Array].Space;
    Access.Block = Block;
    Access.Address = element(Array, Index);
    Model.Accesses.push_back(Access);
    Effect Step;
    Step.Access = Model.Accesses.size() - 1;
    Model.Blocks[Block].Effects.push_back(Step);
    return Step.Access;
  }
};

KernelModel straight() { return graph(1, {}); }
/// 0 -> 1 (head) -> 2 (body) -> 1, 1 -> 3.
KernelModel loop() { return graph(4, {{0, 1}, {1, 2}, {1, 3}, {2, 1}}); }

} // namespace

// c[t] = a[t] * 2 + b[t]. One read of threadIdx.x, three wide multiply-adds for
// the addresses (the scaled index is part of each), one fused multiply-add.
TEST(InstructionPlacement, StraightLine) {
  Kernel K(straight());
  const Expr *T = K.thread();
  const Expr *A = K.load(0, 0, T), *B = K.load(0, 1, T);
  K.store(0, 2, T, K.Pool.add(K.Pool.mul(A, K.Pool.floatConstant(2)), B));
  placeInstructions(K.Model);
  EXPECT_EQ(K.count(0, InstructionClass::Other), 1);
  EXPECT_EQ(K.ints(0), 3);
  EXPECT_EQ(K.count(0, InstructionClass::LoadGlobal), 2);
  EXPECT_EQ(K.count(0, InstructionClass::Fp32), 1);
  EXPECT_EQ(K.count(0, InstructionClass::StoreGlobal), 1);
  EXPECT_EQ(K.count(0, InstructionClass::Branch), 0);
  // Two loaded values and the index, and 6 of overhead, rounded up.
  EXPECT_EQ(estimatedRegisters(K.Model), 10u);
}

// a[t - 1] + a[t] + a[t + 1]: one address, offsets are part of the loads.
TEST(InstructionPlacement, NeighboursShareTheAddress) {
  Kernel K(straight());
  const Expr *T = K.thread();
  const Expr *One = K.Pool.constant(1, Int);
  const Expr *L = K.load(0, 0, K.Pool.sub(T, One));
  const Expr *M = K.load(0, 0, T);
  const Expr *R = K.load(0, 0, K.Pool.add(T, One));
  K.store(0, 0, T, K.Pool.add(K.Pool.add(L, M), R));
  placeInstructions(K.Model);
  EXPECT_EQ(K.ints(0), 1);
  EXPECT_EQ(K.count(0, InstructionClass::Fp32), 2);
}

// for (k = 0; k < n; ++k) s += a[i * n + k] * b[k * n + j];
//   before the loop   i * n, a + 4 * that, b + 4 * j         3 Int
//   head              k < n and its branch; k lives in a register
//   body              two addresses advance, one more for k  3 Int, one fma
// A loop with so small a body is copied four times: the comparison, the branch,
// k and the address in a, which moves by 4 bytes, are needed once for four
// iterations; the address in b moves by n, and each copy adds.
TEST(InstructionPlacement, MatrixProduct) {
  Kernel K(loop());
  const Expr *I = K.Pool.cast(K.Pool.coordinate(Coordinate::ThreadY), Int);
  const Expr *J = K.thread(), *N = K.symbol("n"), *Counter = K.counter(0);
  K.Model.Phis.push_back({1, Float, "s", {}, nullptr});
  K.Model.Blocks[1].Phis.push_back(0);
  const Expr *S = K.Pool.phi(0, Float);
  const Expr *A = K.load(2, 0, K.Pool.add(K.Pool.mul(I, N), Counter));
  const Expr *B = K.load(2, 1, K.Pool.add(K.Pool.mul(Counter, N), J));
  K.Model.Phis[0].Incoming = {K.Pool.floatConstant(0),
                              K.Pool.add(S, K.Pool.mul(A, B))};
  K.Model.Blocks[1].Condition = K.Pool.binary(Op::Less, Counter, N);
  K.store(3, 2, J, S);
  placeInstructions(K.Model);
  EXPECT_EQ(K.count(0, InstructionClass::Other), 2);
  EXPECT_EQ(K.ints(0), 3);
  EXPECT_EQ(K.ints(1) + K.ints(2), 1 + 3 * 0.25);
  EXPECT_EQ(K.count(1, InstructionClass::Branch), 0.25);
  EXPECT_EQ(K.count(2, InstructionClass::Branch), 0); // rotated
  EXPECT_EQ(K.count(2, InstructionClass::Fp32), 1);
  EXPECT_EQ(K.count(2, InstructionClass::LoadGlobal), 2);
  EXPECT_EQ(K.ints(3), 1);

  // The sum depends on itself through the phi.
  ProgramDependenceGraph G = KernelGraphs(K.Model).dependences();
  auto IsFma = [&](BlockId Block, unsigned Index) {
    return K.Model.Blocks[Block].Instructions[Index].Class ==
           InstructionClass::Fp32;
  };
  bool Carried = false, Stored = false;
  for (const DataDependence &D : G.Data)
    if (IsFma(D.FromBlock, D.From)) {
      Carried |= IsFma(D.ToBlock, D.To) && D.Carried == 0;
      Stored |= D.ToBlock == 3;
    }
  EXPECT_TRUE(Carried);
  EXPECT_TRUE(Stored);
}

// An invariant quotient leaves both loops; one that varies in the outer loop
// only leaves the inner one.
TEST(InstructionPlacement, HoistsAsFarAsItDoesNotVary) {
  // 0 -> 1 (outer) -> 2 (inner) -> 3 -> 2, 2 -> 4 -> 1, 1 -> 5
  Kernel K(graph(6, {{0, 1}, {1, 2}, {1, 5}, {2, 3}, {2, 4}, {3, 2}, {4, 1}}));
  const Expr *N = K.symbol("n"), *M = K.symbol("m");
  const Expr *Quotient = K.Pool.binary(Op::Div, N, M);
  const Expr *Outer = K.Pool.binary(Op::Rem, K.counter(0), M);
  K.store(3, 0, K.Pool.binary(Op::Xor, Quotient, Outer),
          K.Pool.floatConstant(1));
  placeInstructions(K.Model);
  EXPECT_EQ(K.ints(0), 20); // n / m
  // k0 advances, the remainder, xor and the address.
  EXPECT_EQ(K.ints(1), 1 + 20 + 1 + 1);
  EXPECT_EQ(K.ints(3), 0);
}

// Used in both arms of an if: computed once above it.
TEST(InstructionPlacement, CommonDominatorOfTheUses) {
  Kernel K(graph(4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}));
  const Expr *X = K.Pool.binary(Op::Xor, K.thread(), K.symbol("n"));
  const Expr *OnlyLeft = K.Pool.binary(Op::And, X, K.symbol("m"));
  K.Model.Blocks[0].Condition =
      K.Pool.binary(Op::Less, K.thread(), K.symbol("n"));
  K.store(1, 0, OnlyLeft, K.Pool.floatConstant(1));
  K.store(2, 0, X, K.Pool.floatConstant(2));
  placeInstructions(K.Model);
  EXPECT_EQ(K.ints(0), 2); // xor, comparison
  EXPECT_EQ(K.count(0, InstructionClass::Branch), 1);
  EXPECT_EQ(K.ints(1), 2); // and, address
  EXPECT_EQ(K.ints(2), 1); // address
}

// A product with a second use is computed for itself.
TEST(InstructionPlacement, FusesOnlyASingleUse) {
  Kernel K(straight());
  const Expr *A = K.load(0, 0, K.thread());
  const Expr *Product = K.Pool.mul(A, A);
  K.store(0, 1, K.thread(), K.Pool.add(Product, A));
  K.store(0, 2, K.thread(), Product);
  placeInstructions(K.Model);
  EXPECT_EQ(K.count(0, InstructionClass::Fp32), 2);
}

// Square root: one special function, five helpers and two of integers; a shared
// address is an index scaled once, its start is an immediate.
TEST(InstructionPlacement, SpecialFunctionsAndSharedMemory) {
  Kernel K(straight());
  const Expr *A = K.load(0, 3, K.thread());
  K.store(0, 3, K.thread(), K.Pool.call("sqrtf", {A}, Float));
  placeInstructions(K.Model);
  EXPECT_EQ(K.count(0, InstructionClass::Sfu), 1);
  EXPECT_EQ(K.count(0, InstructionClass::Fp32), 5);
  EXPECT_EQ(K.ints(0), 3);
  EXPECT_EQ(K.count(0, InstructionClass::LoadShared), 1);
  EXPECT_EQ(K.count(0, InstructionClass::StoreShared), 1);
}

// Names as compilers and languages spell them.
TEST(InstructionPlacement, FunctionsHaveManySpellings) {
  struct Case {
    const char *Name;
    double Sfu, Fp32, Conversion;
  };
  for (Case C :
       {Case{"native_sin", 1, 1, 0}, Case{"__sinf", 1, 1, 0},
        Case{"fast_sin", 1, 1, 0}, Case{"sin", 0, 11, 0},
        Case{"fsqrt_rn", 1, 5, 0}, Case{"fmul_rn", 0, 1, 0},
        Case{"fmaf", 0, 1, 0}, Case{"fabs", 0, 0, 0}, Case{"floor", 0, 0, 1},
        Case{"int2float_rn", 0, 0, 1}, Case{"unheard_of", 0, 10, 0}}) {
    Kernel K(straight());
    const Expr *A = K.load(0, 3, K.thread());
    K.store(0, 3, K.thread(), K.Pool.call(C.Name, {A}, Float));
    placeInstructions(K.Model);
    EXPECT_EQ(K.count(0, InstructionClass::Sfu), C.Sfu) << C.Name;
    EXPECT_EQ(K.count(0, InstructionClass::Fp32), C.Fp32) << C.Name;
    EXPECT_EQ(K.count(0, InstructionClass::Conversion), C.Conversion) << C.Name;
  }
}

TEST(InstructionPlacement, Divisions) {
  struct Case {
    int64_t Divisor;
    ScalarType Type;
    double Expected;
  };
  // Signed by a power of two: rounding towards 0 takes the bits of the sign, an
  // addition of some of them and what an unsigned number takes.
  for (Case C : {Case{8, Int, 3}, Case{8, ScalarType::integer(32, false), 1},
                 Case{7, Int, 4}}) {
    Kernel K(straight());
    const Expr *N = K.Pool.cast(K.Pool.symbol("n", C.Type), C.Type);
    const Expr *E =
        K.Pool.binary(Op::Rem, N, K.Pool.constant(C.Divisor, C.Type));
    K.Model.Accesses.push_back({});
    K.Model.Accesses[0].Kind = AccessKind::Store;
    K.Model.Accesses[0].Stored = E;
    K.Model.Accesses[0].Address = K.Pool.base(0);
    K.Model.Accesses[0].Array = 0;
    Effect Step;
    Step.Access = 0;
    K.Model.Blocks[0].Effects.push_back(Step);
    placeInstructions(K.Model);
    EXPECT_EQ(K.ints(0), C.Expected) << C.Divisor;
  }
}

// while (true) with the exit in the middle: the latch jumps. A barrier and a
// vote are instructions.
TEST(InstructionPlacement, JumpsAndSteps) {
  // 0 -> 1 -> 2 -> {3 exit, 4}, 4 -> 1
  Kernel K(graph(5, {{0, 1}, {1, 2}, {2, 4}, {2, 3}, {4, 1}}));
  orderBlocks(K.Model);
  findLoops(K.Model);
  BlockId Latch = K.Model.Loops[0].Latches[0];
  K.Model.Blocks[2].Condition =
      K.Pool.binary(Op::Less, K.counter(0), K.symbol("n"));
  Effect Barrier, Vote;
  Barrier.Kind = EffectKind::Barrier;
  Vote.Kind = EffectKind::Vote;
  K.Model.Blocks[Latch].Effects = {Barrier, Vote};
  placeInstructions(K.Model);
  EXPECT_EQ(K.count(2, InstructionClass::Branch), 1);
  EXPECT_EQ(K.count(Latch, InstructionClass::Branch), 1);
  EXPECT_EQ(K.count(Latch, InstructionClass::Barrier), 1);
  EXPECT_EQ(K.count(Latch, InstructionClass::Other), 1);
}

// Forty loaded floats that are all needed at the end are alive at once, and 6
// registers of overhead.
TEST(InstructionPlacement, RegistersFromValuesAliveAtOnce) {
  Kernel K(straight());
  std::vector<const Expr *> Loads;
  for (int I = 0; I != 40; ++I)
    Loads.push_back(K.load(0, 3, K.Pool.constant(I, Int)));
  for (int I = 40; I-- != 0;)
    K.store(0, 3, K.Pool.constant(I + 64, Int), Loads[I]);
  placeInstructions(K.Model);
  EXPECT_EQ(estimatedRegisters(K.Model), 46u);
}

// A chain of a hundred thousand additions must not use the machine's stack.
TEST(InstructionPlacement, DeepExpressions) {
  Kernel K(straight());
  const Expr *E = K.load(0, 0, K.thread());
  const Expr *X = K.load(0, 1, K.thread());
  for (int I = 0; I != 100000; ++I)
    E = K.Pool.add(K.Pool.mul(E, X), X);
  K.store(0, 2, K.thread(), E);
  placeInstructions(K.Model);
  EXPECT_EQ(K.count(0, InstructionClass::Fp32), 100000);
  EXPECT_FALSE(KernelGraphs(K.Model).dependences().Data.empty());
}

TEST(InstructionPlacement, NothingToDo) {
  Kernel K(straight());
  placeInstructions(K.Model);
  EXPECT_THAT(K.Model.Blocks[0].Instructions, IsEmpty());
}
