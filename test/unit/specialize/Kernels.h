//===- Kernels.h - Small kernels, hand-made and random ----------*- C++ -*-===//
#ifndef KERNELCAST_TEST_UNIT_SPECIALIZE_KERNELS_H
#define KERNELCAST_TEST_UNIT_SPECIALIZE_KERNELS_H

#include "analysis/control/ClosedForms.h"
#include "analysis/pdg/FlowGraph.h"
#include "analysis/specialize/Specialize.h"
#include <random>

namespace kernelcast {

/// The profile of one launch of \p Kernel, with 32 registers; it refers to no
/// graphs.
inline WarpProfile profileOf(const KernelModel &Kernel,
                             const LaunchConfiguration &Launch,
                             const GpuSpec &Gpu = {},
                             const EvaluationOptions &Options = {}) {
  KernelGraphs Graphs(Kernel);
  WarpProfile Profile = specialize(SpecializationPlan(Graphs), Launch, Gpu,
                                   {Options, {/*Option=*/32u, nullptr, 0}});
  Profile.Graphs = nullptr;
  return Profile;
}

/// Writes structured code into a KernelModel block by block.
class KernelWriter {
public:
  KernelModel K;
  ExpressionPool &P;
  BlockId At = 0;

  KernelWriter() : P(*(K.Pool = std::make_unique<ExpressionPool>())) {
    K.Arrays.resize(2);
    K.Arrays[1].Space = MemorySpace::Shared;
    At = block();
  }
  static ScalarType i32() { return ScalarType::integer(32, true); }
  static ScalarType i64() { return ScalarType::integer(64, true); }
  const Expr *number(int64_t V) { return P.constant(V, i32()); }
  const Expr *coordinate(Coordinate C) {
    return P.cast(P.coordinate(C), i32());
  }
  const Expr *tid() { return coordinate(Coordinate::ThreadX); }
  /// blockIdx.x * blockDim.x + threadIdx.x
  const Expr *global() {
    return P.add(P.mul(coordinate(Coordinate::BlockX),
                       coordinate(Coordinate::BlockSizeX)),
                 tid());
  }
  BlockId block() {
    K.Blocks.emplace_back().Id = K.Blocks.size() - 1;
    return K.Blocks.size() - 1;
  }
  void edge(BlockId From, BlockId To) {
    K.Blocks[From].Successors.push_back(To);
    K.Blocks[To].Predecessors.push_back(From);
  }
  /// Reads array[Index], 4-byte elements unless told otherwise.
  AccessId access(const Expr *Index, unsigned Bytes = 4, unsigned Array = 0,
                  AccessKind Kind = AccessKind::Load) {
    MemoryAccess A;
    A.Bytes = Bytes;
    A.Array = Array;
    A.Space = K.Arrays[Array].Space;
    A.Kind = Kind;
    A.Block = At;
    A.Address = P.add(P.base(Array),
                      P.mul(P.cast(P.cast(Index, i64()), ScalarType::pointer()),
                            P.constant(Bytes, ScalarType::pointer())));
    K.Accesses.push_back(A);
    Effect E;
    E.Access = K.Accesses.size() - 1;
    K.Blocks[At].Effects.push_back(E);
    return E.Access;
  }
  /// Ends the block with a branch; returns the two new blocks.
  std::pair<BlockId, BlockId> branch(const Expr *Condition) {
    K.Blocks[At].Condition = P.isTrue(Condition);
    K.Blocks[At].ConditionLocation.Line = 100 + At;
    BlockId T = block(), F = block();
    edge(At, T);
    edge(At, F);
    return {T, F};
  }
  void jump(BlockId To) { edge(At, To); }
  const Expr *phi(BlockId B, std::vector<const Expr *> Incoming) {
    PhiNode N;
    N.Block = B;
    N.Type = Incoming[0]->type();
    N.Incoming.assign(Incoming.begin(), Incoming.end());
    K.Phis.push_back(N);
    PhiId Id = K.Phis.size() - 1;
    K.Blocks[B].Phis.push_back(Id);
    return P.phi(Id, N.Type);
  }
  void setIncoming(const Expr *Phi, unsigned I, const Expr *V) {
    K.Phis[Phi->value()].Incoming[I] = V;
  }
  /// Orders blocks and finds loops; \p Closed also finds closed forms.
  KernelModel finish(bool Closed) {
    orderBlocks(K);
    findLoops(K);
    if (Closed) {
      findClosedForms(K);
      findTripCounts(K);
    }
    return std::move(K);
  }
};

/// A random structured kernel; the same for the same seed.
class RandomKernel {
public:
  explicit RandomKernel(unsigned Seed, bool Data) : Random(Seed), Data(Data) {}

  KernelModel make(bool Closed) {
    Values = {W.tid(),
              W.global(),
              W.coordinate(Coordinate::BlockX),
              W.coordinate(Coordinate::ThreadY),
              W.coordinate(Coordinate::BlockY),
              W.P.symbol("n", KernelWriter::i32()),
              W.number(3)};
    statements(0, 2 + pick(3));
    return W.finish(Closed);
  }

private:
  unsigned pick(unsigned N) { return Random() % N; }
  const Expr *value() { return Values[pick(Values.size())]; }

  const Expr *expression(unsigned Depth) {
    if (Depth == 0 || pick(4) == 0)
      return pick(5) == 0 ? W.number(int(pick(70)) - 5) : value();
    auto Sub = [&] { return expression(Depth - 1); };
    static const int64_t Nice[] = {1, 2, 3, 4, 5, 7, 8, 16, 31, 32, 33, 64};
    const Expr *C = W.number(Nice[pick(12)]);
    const Expr *A = Sub();
    switch (pick(14)) {
    case 0:
    case 1:
      return W.P.add(A, Sub());
    case 2:
      return W.P.sub(A, Sub());
    case 3:
    case 4:
      return W.P.mul(A, C);
    case 5:
      return W.P.binary(Op::Div, A, C);
    case 6:
      return W.P.binary(Op::Rem, A, C);
    case 7:
      return W.P.binary(Op::Shr, A, W.number(pick(6)));
    case 8:
      return W.P.binary(Op::And, A, pick(2) ? C : W.number((1 << pick(8)) - 1));
    case 9:
      return W.P.binary(pick(2) ? Op::Xor : Op::Or, A, pick(2) ? C : Sub());
    case 10:
      return W.P.binary(pick(2) ? Op::Min : Op::Max, A, Sub());
    case 11:
      return W.P.select(condition(Depth - 1), A, Sub());
    case 12:
      return W.P.cast(W.P.cast(A, ScalarType::integer(8 << pick(2), pick(2))),
                      KernelWriter::i32());
    default:
      return W.P.mul(A, pick(3) ? C : Sub());
    }
  }
  const Expr *condition(unsigned Depth) {
    static const Op Ops[] = {Op::Less, Op::Less, Op::LessEqual, Op::Equal,
                             Op::NotEqual};
    const Expr *A = expression(Depth), *B = expression(Depth);
    if (pick(3) == 0)
      B = W.number(int(pick(90)) - 10);
    const Expr *C = W.P.binary(Ops[pick(5)], A, B);
    if (pick(5) == 0 && Depth)
      C = W.P.binary(pick(2) ? Op::And : Op::Or, C, condition(Depth - 1));
    return C;
  }

  void statements(unsigned Depth, unsigned Count) {
    for (unsigned I = 0; I != Count && W.K.Blocks.size() < 40; ++I)
      statement(Depth);
  }
  void statement(unsigned Depth) {
    switch (pick(Depth > 3 ? 2 : 6)) {
    case 0:
    case 1:
    case 2: {
      static const unsigned Widths[] = {4, 4, 8, 1, 2, 16};
      AccessId A = W.access(expression(2), Widths[pick(6)], pick(3) == 0);
      if (Data && pick(2))
        Values.push_back(W.P.load(A, KernelWriter::i32()));
      break;
    }
    case 3: {
      auto [T, F] = W.branch(condition(2));
      BlockId End = None;
      size_t Scope = Values.size();
      W.At = T;
      statements(Depth + 1, pick(3));
      const Expr *FromTrue = value();
      Values.resize(Scope);
      BlockId LastTrue = W.At;
      W.At = F;
      statements(Depth + 1, pick(2));
      const Expr *FromFalse = value();
      Values.resize(Scope);
      BlockId LastFalse = W.At;
      End = W.block();
      W.edge(LastTrue, End);
      W.edge(LastFalse, End);
      W.At = End;
      if (pick(2))
        Values.push_back(W.phi(End, {FromTrue, FromFalse}));
      break;
    }
    default:
      loop(Depth);
    }
  }
  /// for (i = start; i < bound; i += step), with a second variable that may
  /// have no closed form, and perhaps a break or a return.
  void loop(unsigned Depth) {
    const Expr *Start = pick(2) ? W.number(pick(4)) : value();
    if (pick(3) == 0)
      Start = W.P.binary(Op::And, expression(1), W.number(31));
    const Expr *Other = value();
    const Expr *Bound =
        W.P.add(pick(2) ? Start : W.number(6),
                W.P.binary(Op::And, expression(1), W.number(pick(2) ? 7 : 15)));
    BlockId Header = W.block();
    W.jump(Header);
    W.At = Header;
    const Expr *I = W.phi(Header, {Start, Start});
    const Expr *J = W.phi(Header, {Other, Other});
    size_t Scope = Values.size();
    Values.push_back(I);
    Values.push_back(J);
    if (pick(4) == 0)
      W.access(expression(1));
    bool AtEnd = pick(5) == 0;
    BlockId Exit = None;
    if (!AtEnd) {
      auto [Body, After] = W.branch(W.P.binary(Op::Less, I, Bound));
      W.At = Body;
      Exit = After;
    }
    statements(Depth + 1, 1 + pick(2));
    std::vector<BlockId> Breaks;
    if (pick(3) == 0) {
      auto [Leave, Stay] = W.branch(condition(1));
      W.At = Stay;
      if (pick(3) == 0)
        W.K.Blocks[Leave].Effects.clear(); // return
      else
        Breaks.push_back(Leave);
    }
    const Expr *NewI = W.P.add(I, W.number(1 + pick(4)));
    const Expr *NewJ = pick(3) == 0   ? W.P.add(J, W.number(pick(9)))
                       : pick(2) == 0 ? expression(1)
                                      : W.P.binary(Op::Shr, J, W.number(1));
    W.setIncoming(I, 1, NewI);
    W.setIncoming(J, 1, NewJ);
    if (AtEnd) {
      auto [Again, After] = W.branch(W.P.binary(Op::Less, NewI, Bound));
      W.At = Again;
      W.jump(Header);
      Exit = After;
    } else {
      W.jump(Header);
    }
    for (BlockId B : Breaks)
      W.edge(B, Exit);
    W.At = Exit;
    Values.resize(Scope);
    if (!AtEnd || Breaks.empty()) {
      if (pick(2))
        Values.push_back(I);
      if (pick(2))
        Values.push_back(J);
    }
  }

  std::mt19937 Random;
  bool Data;
  KernelWriter W;
  std::vector<const Expr *> Values;
};

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_SPECIALIZE_KERNELS_H
