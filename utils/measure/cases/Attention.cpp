//===- Attention.cpp - Scores of an attention block -----------------------===//
#include "SampledSums.h"

using namespace measure;

static Problem attentionScores(const Parameters &P) {
  const long Heads = P["heads"], Length = P["length"], Depth = P["depth"];
  const size_t Inputs = size_t(Heads * Length * Depth);
  const size_t Outputs = size_t(Heads * Length * Length);
  const double Scale = float(1 / std::sqrt(double(Depth)));
  Problem Q;
  Q.Block = {unsigned(P["TILE"]), unsigned(P["TILE"])};
  const unsigned Tiles = ceilDivide(Length, P["TILE"]);
  Q.Grid = {Tiles, Tiles, unsigned(Heads)};
  Q.Buffers = {{"queries", Type::F32, Inputs, Contents::random(-1, 1)},
               {"keys", Type::F32, Inputs, Contents::random(-1, 1)},
               {"scores", Type::F32, Outputs, Contents::zero()}};
  Q.Arguments = {Argument::integer("length", Length),
                 Argument::integer("depth", Depth),
                 Argument::real("scale", Scale),
                 Argument::buffer("queries"),
                 Argument::buffer("keys"),
                 Argument::buffer("scores")};
  Q.IsRight = sampledSums(
      "scores", Depth,
      [=](const Results &R, size_t I) {
        const size_t Head = I / (Length * Length) * Length;
        const size_t Query = Head + I / Length % Length;
        const size_t Key = Head + I % Length;
        Sum Right;
        for (long J = 0; J < Depth; ++J)
          Right.add(Scale * R.before("queries", Query * Depth + J) *
                    R.before("keys", Key * Depth + J));
        return Right;
      },
      RandomSigns * FloatRounding);
  Q.Bytes = 4.0 * double(2 * Inputs + Outputs);
  Q.Operations = 2.0 * double(Outputs) * double(Depth);
  return Q;
}

void addAttentionCases(std::vector<Case> &Cases) {
  auto Point = [](long Heads, long Length, long Depth, long Tile,
                  long Padding) -> Parameters {
    return {{"heads", Heads},
            {"length", Length},
            {"depth", Depth},
            {"TILE", Tile},
            {"PADDING", Padding}};
  };
  Case C;
  C.Kernel = C.Source = "attention_scores";
  C.Idea = "a product with a transposed operand: the padding of its tile";
  C.Make = attentionScores;
  C.Small = {Point(2, 35, 20, 16, 1), Point(1, 33, 9, 8, 0)};
  C.Quick = {Point(2, 128, 64, 16, 1), Point(4, 512, 64, 16, 1)};
  C.Full = {Point(1, 128, 64, 16, 1),   Point(8, 1024, 64, 16, 1),
            Point(8, 1000, 64, 16, 1),  Point(8, 1024, 64, 32, 1),
            Point(8, 1024, 64, 32, 0),  Point(8, 1024, 64, 8, 0),
            Point(16, 4096, 64, 16, 1), Point(16, 4096, 128, 32, 1),
            Point(16, 4096, 128, 32, 0)};
  Cases.push_back(C);
}
