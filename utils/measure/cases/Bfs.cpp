//===- Bfs.cpp - One level of a breadth-first search ----------------------===//
//
// The graph's edges lead anywhere; its degrees are all the same, or Pareto
// distributed with the same mean ("skew" 1): P(degree > x) = (x0 / x)^1.5,
// capped at a tenth of the vertices.
//===----------------------------------------------------------------------===//
#include "Points.h"

#include <algorithm>
#include <cmath>

using namespace measure;

namespace {

constexpr int Level = 3; // of the frontier; any number will do

struct Graph {
  explicit Graph(const Parameters &P) : Vertices(P["n"]) {
    if (Vertices & (Vertices - 1))
      throw Failure("bfs: the number of vertices is no power of two");
    const auto Degree = double(P["degree"]);
    const Contents Uniform = Contents::random(0, 1);
    RowOffsets = {0};
    for (size_t V = 0; V < Vertices; ++V) {
      double Edges = Degree;
      if (P["skew"]) {
        // Rounded at random to keep the mean, x0 * 1.5 / (1.5 - 1).
        const double U = randomElement("degree", Uniform, Type::F64, V);
        Edges = std::min(Degree / 3 * std::pow(1 - U, -1 / 1.5),
                         double(Vertices) / 10);
        Edges = std::floor(Edges +
                           randomElement("rounding", Uniform, Type::F64, V));
      }
      RowOffsets.push_back(RowOffsets.back() + int(Edges));
    }
    // Vertices of the frontier, in an order that has nothing to do with theirs:
    // an odd factor permutes the numbers below a power of two.
    for (size_t I = 0; I < Vertices * size_t(P["frontier"]) / 100; ++I)
      Frontier.push_back(int((I * 2654435761u + 12345) & (Vertices - 1)));
    Distance.assign(Vertices, -1);
    for (int V : Frontier)
      Distance[V] = Level;
  }

  size_t Vertices;
  std::vector<int> RowOffsets, Frontier, Distance;

  std::vector<Buffer> buffers() const {
    const auto Edges = size_t(RowOffsets.back());
    return {
        {"row_offsets", Type::I32, Vertices + 1, Contents::given(RowOffsets)},
        {"columns", Type::I32, Edges, Contents::random(0, double(Vertices))},
        {"distance", Type::I32, Vertices, Contents::given(Distance)}};
  }
};

/// The neighbours of \p Vertex, from first to last, until \p Stop says so.
template <class Function>
void eachNeighbour(const Results &R, size_t Vertex, Function Stop) {
  const auto End = size_t(R.before("row_offsets", Vertex + 1));
  for (auto E = size_t(R.before("row_offsets", Vertex)); E < End; ++E)
    if (Stop(size_t(R.before("columns", E))))
      return;
}

/// All distances, and the next frontier as a set: every vertex that this level
/// reached once.
std::string checkFrontier(const Results &R) {
  const size_t N = R.elements("distance");
  std::vector<bool> Reached(N);
  size_t Count = 0;
  for (size_t I = 0; I < R.elements("frontier"); ++I)
    eachNeighbour(R, size_t(R.before("frontier", I)), [&](size_t V) {
      if (!Reached[V] && R.before("distance", V) == -1) {
        Reached[V] = true;
        ++Count;
      }
      return false;
    });
  for (size_t V = 0; V < N; ++V) {
    const double Right = Reached[V] ? Level + 1 : R.before("distance", V);
    if (R.after("distance", V) != Right)
      return "distance[" + std::to_string(V) + "] is " +
             std::to_string(R.after("distance", V)) + ", expected " +
             std::to_string(Right);
  }
  if (R.after("next_size", 0) != double(Count))
    return "next_size[0] is " + std::to_string(R.after("next_size", 0)) +
           ", expected " + std::to_string(Count);
  for (size_t I = 0; I < Count; ++I) {
    const double V = R.after("next", I);
    if (!(V >= 0 && V < double(N)) || !Reached[size_t(V)])
      return "next[" + std::to_string(I) + "] is " + std::to_string(V) +
             ", which should not be there, or is there twice";
    Reached[size_t(V)] = false;
  }
  return {};
}

Problem frontierStep(const Parameters &P) {
  const Graph Of(P);
  const size_t Size = Of.Frontier.size();
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(Size, P["block"])};
  Q.Buffers = Of.buffers();
  Q.Buffers.push_back(
      {"frontier", Type::I32, Size, Contents::given(Of.Frontier)});
  Q.Buffers.push_back({"next", Type::I32, Of.Vertices, Contents::zero()});
  Q.Buffers.push_back({"next_size", Type::I32, 1, Contents::zero()});
  Q.Arguments = {Argument::integer("frontier_size", long(Size)),
                 Argument::integer("level", Level),
                 Argument::buffer("frontier"),
                 Argument::buffer("row_offsets"),
                 Argument::buffer("columns"),
                 Argument::buffer("distance"),
                 Argument::buffer("next"),
                 Argument::buffer("next_size")};
  Q.IsRight = checkFrontier;
  double Edges = 0;
  for (int V : Of.Frontier)
    Edges += Of.RowOffsets[V + 1] - Of.RowOffsets[V];
  Q.Bytes = 12.0 * double(Size) + 8.0 * Edges;
  Q.Operations = Edges;
  Q.Restore = true;
  return Q;
}

Problem bottomUpStep(const Parameters &P) {
  const Graph Of(P);
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(Of.Vertices, P["block"])};
  Q.Buffers = Of.buffers();
  Q.Buffers.push_back(
      {"next_distance", Type::I32, Of.Vertices, Contents::zero()});
  Q.Arguments = {Argument::integer("n", long(Of.Vertices)),
                 Argument::integer("level", Level),
                 Argument::buffer("row_offsets"),
                 Argument::buffer("columns"),
                 Argument::buffer("distance"),
                 Argument::buffer("next_distance")};
  Q.IsRight = eachElement(
      "next_distance",
      [](const Results &R, size_t Vertex) {
        double Right = R.before("distance", Vertex);
        if (Right == -1)
          eachNeighbour(R, Vertex, [&](size_t V) {
            if (R.before("distance", V) == Level)
              Right = Level + 1;
            return Right != -1;
          });
        return Right;
      },
      0);
  // Expected edges: the first neighbour of the level ends the row, so some
  // (1 - (1 - f)^degree) / f of them where f is the frontier's share.
  const double Share = double(P["frontier"]) / 100;
  const double Edges = double(Of.Vertices) * (1 - Share) *
                       (1 - std::pow(1 - Share, double(P["degree"]))) / Share;
  Q.Bytes = 16.0 * double(Of.Vertices) + 8.0 * Edges;
  Q.Operations = Edges;
  return Q;
}

} // namespace

void addBfsCases(std::vector<Case> &Cases) {
  Case C;
  C.Source = "bfs";
  C.Kernel = "bfs_frontier";
  C.Idea = "a thread a frontier vertex: uneven loops, scattered atomics";
  C.Make = frontierStep;
  C.Small = combinations({{"n", {1024}},
                          {"degree", {4, 9}},
                          {"skew", {0, 1}},
                          {"frontier", {7}},
                          {"block", {64, 96}}});
  C.Quick = combinations({{"n", {1 << 18}},
                          {"degree", {8}},
                          {"skew", {0, 1}},
                          {"frontier", {10}},
                          {"block", {256}}});
  C.Full = together({combinations({{"n", {1 << 14, 1 << 18, 1 << 21}},
                                   {"degree", {4, 32}},
                                   {"skew", {0, 1}},
                                   {"frontier", {10}},
                                   {"block", {256}}}),
                     combinations({{"n", {1 << 20}},
                                   {"degree", {16}},
                                   {"skew", {0, 1}},
                                   {"frontier", {1, 40}},
                                   {"block", {64, 512}}})});
  Cases.push_back(C);

  C.Kernel = "bfs_bottom_up";
  C.Idea = "loops that end at the first neighbour found";
  C.Make = bottomUpStep;
  Cases.push_back(C);
}
