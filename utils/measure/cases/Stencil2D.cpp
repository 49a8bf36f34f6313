//===- Stencil2D.cpp - A Jacobi step on a grid ----------------------------===//
#include "cases/Points.h"

using namespace measure;

static Problem stencil2D(const Parameters &P, const std::string &X,
                         const std::string &Y) {
  const long Width = P["width"], Height = P["height"];
  const double Center = 0.5, Side = 0.125;
  Problem Q;
  Q.Block = {unsigned(P[X]), unsigned(P[Y])};
  Q.Grid = {ceilDivide(Width, P[X]), ceilDivide(Height, P[Y])};
  Q.Buffers = {
      {"in", Type::F32, size_t(Width * Height), Contents::random(-1, 1)},
      {"out", Type::F32, size_t(Width * Height), Contents::zero()}};
  Q.Arguments = {Argument::integer("width", Width),
                 Argument::integer("height", Height),
                 Argument::real("center", Center),
                 Argument::real("side", Side),
                 Argument::buffer("in"),
                 Argument::buffer("out")};
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t I) {
        const long Column = long(I) % Width, Row = long(I) / Width;
        if (Column == 0 || Column == Width - 1 || Row == 0 || Row == Height - 1)
          return 0.0;
        auto In = [&](long At) { return R.before("in", size_t(At)); };
        return Center * In(I) +
               Side * (In(I - 1) + In(I + 1) + In(I - Width) + In(I + Width));
      },
      sumTolerance(5, 0.5));
  Q.Bytes = 8.0 * Width * Height;
  Q.Operations = 6.0 * Width * Height;
  return Q;
}

void addStencil2DCases(std::vector<Case> &Cases) {
  auto Add = [&](const std::string &Kernel, const std::string &Idea,
                 const std::string &X, const std::string &Y) {
    auto Points = [&](std::vector<long> Width, std::vector<long> Height,
                      std::vector<std::pair<long, long>> Shapes) {
      std::vector<Parameters> List;
      for (const auto &[BlockX, BlockY] : Shapes)
        for (const Parameters &Image :
             combinations({{"width", Width}, {"height", Height}}))
          List.push_back(Image.with({{X, BlockX}, {Y, BlockY}}));
      return List;
    };
    Case C;
    C.Kernel = Kernel;
    C.Source = "stencil_2d";
    C.Idea = Idea;
    C.Make = [=](const Parameters &P) { return stencil2D(P, X, Y); };
    C.Small = Points({61, 65}, {33}, {{16, 4}, {8, 8}, {32, 2}});
    C.Quick = Points({512, 1024}, {1000}, {{32, 8}});
    C.Full = together(
        {Points({64, 1024}, {1024}, {{32, 8}}),
         Points({4096}, {4096},
                {{32, 4}, {32, 8}, {32, 32}, {16, 16}, {64, 4}, {128, 2}}),
         Points({8191}, {8193}, {{32, 8}, {128, 4}}),
         Points({16384}, {16384}, {{32, 8}})});
    Cases.push_back(C);
  };
  Add("stencil_2d", "rows above and below from the cache", "block_x",
      "block_y");
  Add("stencil_2d_shared", "rows above and below from a tile with a halo",
      "TILE_X", "TILE_Y");
}
