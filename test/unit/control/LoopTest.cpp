//===- LoopTest.cpp - Closed forms and trip counts against execution ------===//
//
// One-loop kernels put together by hand, then run step by step: the loop
// variable, the number of latches taken and the value that leaves the loop must
// be what the closed forms say.
//===----------------------------------------------------------------------===//
#include "../symbolic/Evaluate.h"
#include "analysis/control/ClosedForms.h"
#include "test/unit/symbolic/ScalarTypes.h"
#include "gtest/gtest.h"

using namespace kernelcast;

namespace {

/// entry 0 -> header 1 -> body 2 -> 1, header -> end 3; for test-at-end loops
/// the condition sits in 2 instead. One variable, read at the end by access 0.
struct OneLoop {
  KernelModel Kernel;
  ExpressionPool *P;
  const Expr *V;

  explicit OneLoop(ScalarType Type, bool AtEnd = false) {
    Kernel.Pool = std::make_unique<ExpressionPool>();
    P = Kernel.Pool.get();
    Kernel.Blocks.resize(4);
    auto Edge = [&](BlockId A, BlockId B) {
      Kernel.Blocks[A].Successors.push_back(B);
      Kernel.Blocks[B].Predecessors.push_back(A);
    };
    for (BlockId B = 0; B < 4; ++B)
      Kernel.Blocks[B].Id = B;
    Edge(0, 1);
    Edge(1, 2);
    if (!AtEnd)
      Edge(1, 3);
    Edge(2, 1);
    if (AtEnd)
      Edge(2, 3);
    LoopInfo Loop;
    Loop.Id = 0;
    Loop.Header = 1;
    Loop.Latches = {2};
    Loop.Blocks = {1, 2};
    Loop.Exits = {{AtEnd ? 2u : 1u, 3u}};
    Kernel.Loops.push_back(Loop);
    Kernel.Blocks[1].Loop = Kernel.Blocks[2].Loop = 0;
    V = variable(Type);
    MemoryAccess End;
    End.Block = 3;
    End.Address = V;
    Kernel.Accesses.push_back(End);
  }

  const Expr *variable(ScalarType Type) {
    PhiId Number = Kernel.Phis.size();
    PhiNode Phi;
    Phi.Block = 1;
    Phi.Type = Type;
    Phi.Incoming = {nullptr, nullptr};
    Kernel.Phis.push_back(Phi);
    Kernel.Blocks[1].Phis.push_back(Number);
    return P->phi(Number, Type);
  }

  void recurrence(const Expr *Init, const Expr *Next, PhiId Number = 0) {
    Kernel.Phis[Number].Incoming = {Init, Next};
  }

  void stay(const Expr *Condition) {
    BlockId Block = Kernel.Loops[0].Exits[0].first;
    Kernel.Blocks[Block].Condition = P->isTrue(Condition);
  }

  void analyse() {
    findClosedForms(Kernel);
    findTripCounts(Kernel);
  }
};

struct Symbols {
  int64_t N, X, S;
  int64_t operator()(const Expr *L) const {
    return L->name() == "n" ? N : L->name() == "x" ? X : S;
  }
};

/// Runs the loop of \p L with its original recurrence; the number of latches
/// taken, or nothing beyond \p Limit or where a signed value overflows.
struct Run {
  int64_t Latches;
  int64_t Last;
};
std::optional<Run> run(const Expr *V, const Expr *Init, const Expr *Next,
                       const Expr *Stay, Symbols At, int64_t Limit = 300) {
  std::optional<int64_t> Value = evaluate(Init, At);
  for (int64_t K = 0; Value && K <= Limit; ++K) {
    int64_t Now = *Value;
    auto Leaf = [&](const Expr *L) { return L == V ? Now : At(L); };
    std::optional<int64_t> Stays = evaluate(Stay, Leaf);
    if (!Stays)
      break;
    if (!*Stays)
      return Run{K, Now};
    Value = evaluate(Next, Leaf);
  }
  return std::nullopt;
}

// for (v = x; v OP n; v += c) for every comparison, direction and type, tested
// at the start and at the end, over all small x and n. Where a loop never ends,
// or ends only by running over the edge of its type, nothing is promised.
TEST(TripCounts, LinearAgainstExecution) {
  unsigned Checked = 0, Known = 0;
  for (ScalarType T : {I32, U32, I64, U64})
    for (int64_t Step : {1, 2, 3, 7, -1, -2, -5})
      for (Op O : {Op::Less, Op::LessEqual, Op::NotEqual, Op::Equal})
        for (bool Flip : {false, true})
          for (bool AtEnd : {false, true}) {
            OneLoop L(T, AtEnd);
            ExpressionPool &P = *L.P;
            const Expr *N = P.symbol("n", T), *X = P.symbol("x", T);
            const Expr *Next = P.add(L.V, P.constant(Step, T));
            const Expr *Tested = AtEnd ? Next : L.V;
            const Expr *Stay =
                Flip ? P.binary(O, N, Tested) : P.binary(O, Tested, N);
            L.recurrence(X, Next);
            L.stay(Stay);
            L.analyse();
            const Expr *Trips = L.Kernel.Loops[0].TripCount;
            if (!Trips)
              continue;
            ++Known;
            EXPECT_TRUE(L.Kernel.Loops[0].SingleExit);
            EXPECT_EQ(L.Kernel.Loops[0].TestAtEnd, AtEnd);
            for (int64_t XV = T.Signed ? -6 : 10; XV < 24; ++XV)
              for (int64_t NV = T.Signed ? -6 : 10; NV < 24; ++NV) {
                Symbols At{NV, XV, 0};
                auto Real = run(L.V, X, Next, Stay, At);
                if (!Real)
                  continue;
                ++Checked;
                ASSERT_EQ(evaluate(Trips, At), Real->Latches + AtEnd)
                    << toText(Trips) << " for " << toText(Stay) << " x " << XV
                    << " n " << NV;
                ASSERT_EQ(evaluate(L.Kernel.Accesses[0].Address, At),
                          Real->Last);
              }
          }
  EXPECT_GT(Known, 60u);
  EXPECT_GT(Checked, 20000u);
}

// A step that is an argument, up and down, compared in the variable's type and
// after widening to 64 bits.
TEST(TripCounts, SymbolicStepAgainstExecution) {
  unsigned Checked = 0;
  for (ScalarType T : {I32, U32, I64, U64})
    for (bool Up : {true, false})
      for (bool Wide : {true, false}) {
        OneLoop L(T);
        ExpressionPool &P = *L.P;
        ScalarType Compared = Wide ? ScalarType::integer(64, T.Signed) : T;
        const Expr *N = P.symbol("n", Compared), *X = P.symbol("x", T),
                   *S = P.symbol("s", T), *V = P.cast(L.V, Compared);
        const Expr *Next = P.binary(Up ? Op::Add : Op::Sub, L.V, S);
        const Expr *Stay =
            Up ? P.binary(Op::Less, V, N) : P.binary(Op::Less, N, V);
        L.recurrence(X, Next);
        L.stay(Stay);
        L.analyse();
        const Expr *Trips = L.Kernel.Loops[0].TripCount;
        ASSERT_NE(Trips, nullptr) << toText(Next) << ", " << toText(Stay);
        for (int64_t SV = 1; SV < 6; ++SV)
          for (int64_t XV = 10; XV < 40; ++XV)
            for (int64_t NV = 10; NV < 40; ++NV) {
              Symbols At{NV, XV, SV};
              auto Real = run(L.V, X, Next, Stay, At);
              if (!Real)
                FAIL() << "no end: " << toText(Next) << ", " << toText(Stay);
              ++Checked;
              ASSERT_EQ(evaluate(Trips, At), Real->Latches)
                  << toText(Trips) << " for " << toText(Next) << ", "
                  << toText(Stay) << " x " << XV << " n " << NV << " s " << SV;
            }
      }
  EXPECT_EQ(Checked, 4u * 2 * 2 * 5 * 30 * 30);
}

// for (s = x; s > n; s >>= c) and for (s = x; s < n; s <<= c), also written as
// divisions and products.
TEST(TripCounts, GeometricAgainstExecution) {
  unsigned Checked = 0;
  for (ScalarType T : {I32, U32, I64})
    for (unsigned Bits : {1, 2, 3})
      for (unsigned Kind = 0; Kind < 4; ++Kind)
        for (bool Strict : {true, false}) {
          OneLoop L(T);
          ExpressionPool &P = *L.P;
          const Expr *N = P.symbol("n", T), *X = P.symbol("x", T);
          const Expr *Amount = P.constant(Bits),
                     *Factor = P.constant(1 << Bits, T);
          const Expr *Next = Kind == 0   ? P.binary(Op::Shr, L.V, Amount)
                             : Kind == 1 ? P.binary(Op::Div, L.V, Factor)
                             : Kind == 2 ? P.binary(Op::Shl, L.V, Amount)
                                         : P.mul(L.V, Factor);
          Op O = Strict ? Op::Less : Op::LessEqual;
          const Expr *Stay =
              Kind < 2 ? P.binary(O, N, L.V) : P.binary(O, L.V, N);
          L.recurrence(X, Next);
          L.stay(Stay);
          L.analyse();
          const Expr *Trips = L.Kernel.Loops[0].TripCount;
          ASSERT_NE(Trips, nullptr) << toText(Next) << " " << toText(Stay);
          for (int64_t XV = Kind < 2 && T.Signed ? -9 : 1; XV < 140; ++XV)
            for (int64_t NV : {0, 1, 2, 3, 7, 8, 9, 31, 64, 100, 1000}) {
              Symbols At{NV, XV, 0};
              auto Real = run(L.V, X, Next, Stay, At);
              if (!Real)
                continue;
              ++Checked;
              ASSERT_EQ(evaluate(Trips, At), Real->Latches)
                  << toText(Trips) << " for " << toText(Next) << ", "
                  << toText(Stay) << " x " << XV << " n " << NV;
              ASSERT_EQ(evaluate(L.Kernel.Accesses[0].Address, At), Real->Last);
            }
        }
  EXPECT_GT(Checked, 20000u);
}

// The closed form holds modulo 2^n in the variable's own type: every value of
// 300 iterations, across wrap-around, for each kind of recurrence.
TEST(ClosedForms, AgreeWithExecution) {
  for (ScalarType T : {I32, U32, I64, U64, ScalarType::integer(8, false),
                       ScalarType::integer(16, true)})
    for (unsigned Kind = 0; Kind < 10; ++Kind)
      for (int64_t XV : {0ll, 1ll, -1ll, 5ll, -77ll, 1ll << 30, -(1ll << 31)}) {
        OneLoop L(T);
        ExpressionPool &P = *L.P;
        const Expr *X = P.symbol("x", T), *S = P.symbol("s", T);
        const Expr *C = P.constant(4, T), *V = L.V;
        const Expr *Next[] = {
            P.add(V, P.constant(123456789, T)), P.sub(V, S), P.mul(V, C),
            P.binary(Op::Shr, V, P.constant(1)), P.binary(Op::Div, V, C),
            P.sub(S, V), P.binary(Op::Xor, V, S), P.unary(Op::Not, V),
            // i += blockDim.x in C: through unsigned and back.
            P.cast(P.add(P.cast(V, U32), P.symbol("s", U32)), T),
            // unsigned char halves in int.
            P.cast(P.binary(Op::Div, P.cast(V, I64), P.constant(2, I64)), T)};
        const Expr *E = Next[Kind];
        // Through 32 bits only for types that are no wider, through signed 64
        // bits only for those that fit.
        if ((Kind == 8 && T.Bits > 32) || (Kind == 9 && T == U64))
          continue;
        L.recurrence(X, E);
        L.stay(P.binary(Op::NotEqual, P.opaque("data", I32), P.constant(0)));
        L.analyse();
        const Expr *Form = L.Kernel.Phis[0].ClosedForm;
        ASSERT_NE(Form, nullptr) << toText(E);
        EXPECT_EQ(L.Kernel.Accesses[0].Address, Form);
        EXPECT_EQ(L.Kernel.Loops[0].TripCount, nullptr);
        Symbols At{0, XV, 98765};
        std::optional<int64_t> Value = evaluate(X, At);
        for (int64_t K = 0; K < 300; ++K) {
          if (!Value)
            FAIL() << toText(E) << " x " << XV << " k " << K;
          int64_t Now = *Value;
          auto Got = evaluate(Form, [&](const Expr *Leaf) {
            return Leaf->op() == Op::Counter ? K : At(Leaf);
          });
          ASSERT_EQ(Got, Now)
              << toText(E) << " -> " << toText(Form) << " x " << XV << " k "
              << K << " bits " << unsigned(T.Bits);
          Value = evaluate(
              E, [&](const Expr *Leaf) { return Leaf == V ? Now : At(Leaf); });
        }
      }
}

// in = 0, out = 1, then both change places each iteration; and a variable that
// holds the previous value of another.
TEST(ClosedForms, BuffersThatChangePlaces) {
  OneLoop L(I32);
  ExpressionPool &P = *L.P;
  const Expr *Other = L.variable(I32), *Previous = L.variable(I32),
             *I = L.variable(I32);
  L.recurrence(P.symbol("x"), Other, 0);
  L.recurrence(P.symbol("n"), L.V, 1);
  L.recurrence(P.constant(-8), I, 2);
  L.recurrence(P.constant(-4), P.add(I, P.constant(4)), 3);
  L.stay(P.binary(Op::Less, I, P.constant(12)));
  (void)Previous;
  L.analyse();
  // i = -4, 0, 4, 8, then 12 ends: four iterations; x and n are back in place.
  ASSERT_NE(L.Kernel.Loops[0].TripCount, nullptr);
  EXPECT_TRUE(L.Kernel.Loops[0].TripCount->isConstant(4));
  EXPECT_EQ(L.Kernel.Accesses[0].Address, P.symbol("x"));
  // The previous i starts at -8, which is where i would have been.
  EXPECT_EQ(
      L.Kernel.Phis[2].ClosedForm,
      P.add(P.mul(P.cast(P.counter(0), I32), P.constant(4)), P.constant(-8)));
}

// A sum that depends on data, and a step taken only sometimes, stay phis.
TEST(ClosedForms, LeaveWhatIsNotClosed) {
  OneLoop L(I32);
  ExpressionPool &P = *L.P;
  L.recurrence(P.constant(0), P.add(L.V, P.load(0, I32)));
  L.Kernel.Accesses[0].Block = 2; // the load is inside the loop
  L.stay(P.binary(Op::Less, L.V, P.symbol("n")));
  L.analyse();
  EXPECT_EQ(L.Kernel.Phis[0].ClosedForm, nullptr);
  EXPECT_EQ(L.Kernel.Accesses[0].Address, L.V);
  EXPECT_EQ(L.Kernel.Loops[0].TripCount, nullptr);
}

// for (i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x *
// gridDim.x) with int i: the step is an unsigned product, positive for every
// launch. 256 threads in each of 2 blocks, n = 1000, thread 5 of block 1:
// i = 261, 773 and then 1285.
TEST(TripCounts, GridStride) {
  OneLoop L(I32);
  ExpressionPool &P = *L.P;
  const Expr *Start = P.add(P.mul(P.coordinate(Coordinate::BlockX),
                                  P.coordinate(Coordinate::BlockSizeX)),
                            P.coordinate(Coordinate::ThreadX));
  const Expr *Step = P.mul(P.coordinate(Coordinate::BlockSizeX),
                           P.coordinate(Coordinate::GridSizeX));
  L.recurrence(P.cast(Start, I32), P.cast(P.add(P.cast(L.V, U32), Step), I32));
  L.stay(P.binary(Op::Less, L.V, P.symbol("n")));
  L.analyse();
  const Expr *Trips = L.Kernel.Loops[0].TripCount;
  ASSERT_NE(Trips, nullptr);
  auto At = [](const Expr *Leaf) -> int64_t {
    if (Leaf->op() == Op::Symbol)
      return 1000;
    switch (static_cast<Coordinate>(Leaf->value())) {
    case Coordinate::ThreadX:
      return 5;
    case Coordinate::BlockX:
      return 1;
    case Coordinate::BlockSizeX:
      return 256;
    default:
      return 2;
    }
  };
  EXPECT_EQ(evaluate(Trips, At), 2);
  EXPECT_EQ(evaluate(L.Kernel.Accesses[0].Address, At), 1285);
}

// while (p != end) over floats: end - p is 4 n bytes whatever the base is.
TEST(TripCounts, PointerRuns) {
  OneLoop L(ScalarType::pointer());
  ExpressionPool &P = *L.P;
  ScalarType Pointer = ScalarType::pointer();
  const Expr *Base = P.base(0);
  const Expr *End = P.add(
      Base, P.mul(P.cast(P.symbol("n"), Pointer), P.constant(4, Pointer)));
  L.recurrence(Base, P.add(L.V, P.constant(4, Pointer)));
  L.stay(P.binary(Op::Less, L.V, End));
  L.analyse();
  const Expr *Trips = L.Kernel.Loops[0].TripCount;
  ASSERT_NE(Trips, nullptr);
  EXPECT_EQ(evaluate(Trips, Symbols{37, 0, 0}), 37);
  EXPECT_EQ(toText(Trips).find("array"), std::string::npos) << toText(Trips);
}

// i < n && !done: data decides one exit of two, so that n only bounds the trip
// count and the value after the loop is not known from it.
TEST(TripCounts, SecondExitMakesItABound) {
  OneLoop L(I32);
  ExpressionPool &P = *L.P;
  // Split: 1 tests i < n, 2 tests data and goes back or leaves.
  L.Kernel.Blocks[2].Successors.push_back(3);
  L.Kernel.Blocks[3].Predecessors.push_back(2);
  L.Kernel.Loops[0].Exits.push_back({2, 3});
  L.Kernel.Blocks[2].Condition =
      P.binary(Op::NotEqual, P.opaque("data", I32), P.constant(0));
  L.recurrence(P.constant(0), P.add(L.V, P.constant(1)));
  L.stay(P.binary(Op::Less, L.V, P.symbol("n")));
  L.analyse();
  ASSERT_NE(L.Kernel.Loops[0].TripCount, nullptr);
  EXPECT_FALSE(L.Kernel.Loops[0].SingleExit);
  EXPECT_EQ(evaluate(L.Kernel.Loops[0].TripCount, Symbols{12, 0, 0}), 12);
  EXPECT_EQ(L.Kernel.Accesses[0].Address, P.cast(P.counter(0), I32)); // not n
}

} // namespace
