//===- Stencil3D.cpp - A Jacobi step in three dimensions ------------------===//
#include "cases/Points.h"

using namespace measure;

/// Everything but the launch and the argument that only one kernel has.
static Problem stencil3D(const Parameters &P) {
  const long Nx = P["nx"], Ny = P["ny"], Nz = P["nz"];
  const double Center = 0.25, Side = 0.125;
  const size_t Points = size_t(Nx) * Ny * Nz;
  Problem Q;
  Q.Buffers = {{"in", Type::F32, Points, Contents::random(-1, 1)},
               {"out", Type::F32, Points, Contents::zero()}};
  Q.Arguments = {Argument::integer("nx", Nx), Argument::integer("ny", Ny),
                 Argument::integer("nz", Nz)};
  if (P.has("planes"))
    Q.Arguments.push_back(Argument::integer("planes", P["planes"]));
  Q.Arguments.insert(Q.Arguments.end(),
                     {Argument::real("center", Center),
                      Argument::real("side", Side), Argument::buffer("in"),
                      Argument::buffer("out")});
  Q.IsRight = eachElement(
      "out",
      [=](const Results &R, size_t At) {
        const long I = long(At), Plane = Nx * Ny;
        const long X = I % Nx, Y = I / Nx % Ny, Z = I / Plane;
        if (X == 0 || X == Nx - 1 || Y == 0 || Y == Ny - 1 || Z == 0 ||
            Z == Nz - 1)
          return 0.0;
        auto In = [&](long Index) { return R.before("in", size_t(Index)); };
        return Center * In(I) +
               Side * (In(I - 1) + In(I + 1) + In(I - Nx) + In(I + Nx) +
                       In(I - Plane) + In(I + Plane));
      },
      sumTolerance(7, 0.25));
  Q.Bytes = 8.0 * Points;
  Q.Operations = 8.0 * Points;
  return Q;
}

static Problem onePoint(const Parameters &P) {
  Problem Q = stencil3D(P);
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"]),
             unsigned(P["block_z"])};
  Q.Grid = {ceilDivide(P["nx"], P["block_x"]),
            ceilDivide(P["ny"], P["block_y"]),
            ceilDivide(P["nz"], P["block_z"])};
  return Q;
}

static Problem marching(const Parameters &P) {
  Problem Q = stencil3D(P);
  Q.Block = {unsigned(P["block_x"]), unsigned(P["block_y"])};
  Q.Grid = {ceilDivide(P["nx"], P["block_x"]),
            ceilDivide(P["ny"], P["block_y"]),
            ceilDivide(P["nz"] - 2, P["planes"])};
  return Q;
}

static Problem tuned(const Parameters &P) {
  Problem Q = stencil3D(P);
  Q.Block = {unsigned(P["BLOCK_X"]), unsigned(P["BLOCK_Y"])};
  Q.Grid = {ceilDivide(P["nx"], P["BLOCK_X"] * P["WORK_X"]),
            ceilDivide(P["ny"], P["BLOCK_Y"] * P["WORK_Y"]),
            ceilDivide(P["nz"] - 2, P["PLANES"])};
  return Q;
}

static Parameters cube(long Nx, long Ny, long Nz) {
  return {{"nx", Nx}, {"ny", Ny}, {"nz", Nz}};
}

/// Blocks of 128 to 512 threads, at most 4 points a thread; a tile's padding is
/// only a choice where there is a tile.
static std::vector<Parameters> tuningSpace(const Parameters &Cube) {
  std::vector<Parameters> Space;
  for (const Parameters &P : combinations({{"BLOCK_X", {16, 32, 64, 128}},
                                           {"BLOCK_Y", {1, 2, 4, 8, 16}},
                                           {"WORK_X", {1, 2}},
                                           {"WORK_Y", {1, 2, 4}},
                                           {"PLANES", {16, 126}},
                                           {"SHARED", {0, 1}},
                                           {"PADDING", {0, 1}},
                                           {"UNROLL", {1, 2}}})) {
    const long Threads = P["BLOCK_X"] * P["BLOCK_Y"];
    if (Threads >= 128 && Threads <= 512 && P["WORK_X"] * P["WORK_Y"] <= 4 &&
        (P["SHARED"] || !P["PADDING"]))
      Space.push_back(Cube.with(P));
  }
  return Space;
}

void addStencil3DCases(std::vector<Case> &Cases) {
  Case C;
  C.Kernel = "stencil_3d";
  C.Source = "stencil_3d";
  C.Idea = "three planes in reach: how much of them the caches keep";
  C.Make = onePoint;
  auto Shape = [](const Parameters &Cube, long X, long Y, long Z) {
    return Cube.with({{"block_x", X}, {"block_y", Y}, {"block_z", Z}});
  };
  C.Small = {Shape(cube(20, 17, 9), 8, 4, 2),
             Shape(cube(33, 10, 12), 32, 2, 1)};
  C.Quick = {Shape(cube(64, 64, 64), 32, 4, 2),
             Shape(cube(128, 128, 64), 32, 8, 1)};
  C.Full = {Shape(cube(32, 32, 32), 32, 8, 1)};
  for (const Parameters &Cube : {cube(128, 128, 128), cube(256, 256, 256)})
    for (const auto &S :
         {Size3{32, 8, 1}, Size3{32, 4, 4}, Size3{8, 8, 8}, Size3{128, 2, 1}})
      C.Full.push_back(Shape(Cube, S.X, S.Y, S.Z));
  C.Full.push_back(Shape(cube(512, 512, 512), 32, 8, 1));
  C.Full.push_back(Shape(cube(512, 512, 512), 8, 8, 8));
  C.Full.push_back(Shape(cube(500, 300, 200), 32, 8, 1));
  Cases.push_back(C);

  C.Kernel = "stencil_3d_marching";
  C.Idea = "a column's points kept in registers while the block moves";
  C.Make = marching;
  auto March = [](const Parameters &Cube, long X, long Y, long Planes) {
    return Cube.with({{"block_x", X}, {"block_y", Y}, {"planes", Planes}});
  };
  C.Small = {March(cube(20, 17, 9), 8, 4, 3),
             March(cube(33, 10, 12), 32, 2, 10)};
  C.Quick = {March(cube(64, 64, 64), 32, 8, 16),
             March(cube(128, 128, 64), 32, 8, 62)};
  C.Full = {March(cube(32, 32, 32), 32, 8, 30)};
  for (long Planes : {8, 32, 254})
    for (const auto &S : {Size3{32, 8}, Size3{64, 4}, Size3{128, 1}})
      C.Full.push_back(March(cube(256, 256, 256), S.X, S.Y, Planes));
  for (long Planes : {32, 510})
    C.Full.push_back(March(cube(512, 512, 512), 32, 8, Planes));
  Cases.push_back(C);

  C.Kernel = "stencil_3d_tuned";
  C.Source = "stencil_3d_tuned";
  C.Idea = "block, work per thread, march, tile: a space to search";
  C.Make = tuned;
  const Parameters Start = {{"BLOCK_X", 32}, {"BLOCK_Y", 4}, {"WORK_X", 1},
                            {"WORK_Y", 2},   {"PLANES", 16}, {"SHARED", 1},
                            {"PADDING", 0},  {"UNROLL", 1}};
  C.Small = {};
  for (const Parameters &Choice :
       {Parameters{{"PLANES", 4}},
        Parameters{{"PLANES", 3}, {"PADDING", 1}, {"UNROLL", 2}},
        Parameters{{"BLOCK_X", 16}, {"WORK_X", 2}, {"SHARED", 0}}})
    C.Small.push_back(cube(37, 19, 9).with(Start).with(Choice));
  C.Quick = {cube(128, 128, 64).with(Start),
             cube(128, 128, 64).with(Start).with({{"SHARED", 0}})};
  C.Full = {};
  for (const Parameters &Cube :
       {cube(128, 128, 128), cube(256, 256, 256), cube(512, 512, 512)})
    for (long Shared : {0, 1})
      C.Full.push_back(Cube.with(Start).with({{"SHARED", Shared}}));
  C.Tuning = tuningSpace(cube(512, 512, 128));
  Cases.push_back(C);
}
