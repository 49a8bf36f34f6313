//===- Nbody.cpp - All pairs of bodies, and of atoms and grid points ------===//
#include "cases/Samples.h"

using namespace measure;

/// Positions and masses in [0, 1), accelerations divided by the number of
/// bodies, so that they are of the order of one.
static Problem nbody(const Parameters &P) {
  const long N = P["n"], Block = P.get("TILE", P.get("block", 0));
  const double Softening = 0.0625;
  Problem Q;
  Q.Block = {unsigned(Block)};
  Q.Grid = {ceilDivide(N, Block)};
  Q.Buffers = {{"position", Type::F32, size_t(4 * N), Contents::random(0, 1)},
               {"acceleration", Type::F32, size_t(4 * N), Contents::zero()}};
  Q.Arguments = {Argument::integer("n", N),
                 Argument::real("softening", Softening),
                 Argument::real("scale", 1.0 / N), Argument::buffer("position"),
                 Argument::buffer("acceleration")};
  // Contributions of both signs, each below 40 / n: the error is that of n
  // additions to a sum of the order of one, which goes with the root of n.
  Q.IsRight = spreadElements(
      "acceleration", N <= 4096 ? 256 : 61,
      [=](const Results &R) -> Reference {
        return [=, Position = allBefore(R, "position")](size_t Index) {
          const size_t I = Index / 4, Axis = Index % 4;
          double Sum = 0;
          for (long J = 0; Axis < 3 && J < N; ++J) {
            const double *Own = &Position[4 * I], *Other = &Position[4 * J];
            double Square = Softening;
            for (int A = 0; A < 3; ++A)
              Square += (Other[A] - Own[A]) * (Other[A] - Own[A]);
            Sum += Other[3] * (Other[Axis] - Own[Axis]) /
                   (Square * std::sqrt(Square));
          }
          return Sum / N;
        };
      },
      1e-5 + 1e-6 * std::sqrt(double(N)));
  Q.Bytes = 32.0 * N;
  Q.Operations = 20.0 * N * N;
  return Q;
}

/// Atoms in the unit cube, the plane a quarter above it, all charges positive:
/// no cancellation, so that the tolerance is that of adding up to 2^13 terms.
static Problem coulomb(const Parameters &P) {
  const long Width = P["width"], Height = P["height"], Atoms = P["atoms"];
  const double Spacing = 1.0 / 1024, Plane = 1.25;
  const unsigned X = unsigned(P.get("BLOCK_X", P.get("block_x", 0))),
                 Y = unsigned(P.get("BLOCK_Y", P.get("block_y", 0)));
  const bool Arrays = P.get("ARRAYS", 0);
  Problem Q;
  Q.Block = {X, Y};
  Q.Grid = {ceilDivide(Width, X * P.get("WORK_X", 1)),
            ceilDivide(Height, Y * P.get("WORK_Y", 1))};
  Q.Buffers = {
      {"atom", Type::F32, size_t(4 * Atoms), Contents::random(0, 1)},
      {"potential", Type::F32, size_t(Width * Height), Contents::zero()}};
  Q.Arguments = {
      Argument::integer("width", Width), Argument::integer("height", Height),
      Argument::integer("atoms", Atoms), Argument::real("spacing", Spacing),
      Argument::real("plane", Plane),    Argument::buffer("atom"),
      Argument::buffer("potential")};
  Q.IsRight = spreadElements(
      "potential", 1021,
      [=](const Results &R) -> Reference {
        return [=, Atom = allBefore(R, "atom")](size_t I) {
          const double X = Spacing * double(I % Width),
                       Y = Spacing * double(I / Width);
          auto At = [&](long J, long Component) {
            return Atom[Arrays ? Component * Atoms + J : 4 * J + Component];
          };
          double Sum = 0;
          for (long J = 0; J < Atoms; ++J)
            Sum +=
                At(J, 3) / std::sqrt((X - At(J, 0)) * (X - At(J, 0)) +
                                     (Y - At(J, 1)) * (Y - At(J, 1)) +
                                     (Plane - At(J, 2)) * (Plane - At(J, 2)));
          return Sum;
        };
      },
      5e-5);
  Q.Bytes = 4.0 * Width * Height + 16.0 * Atoms;
  Q.Operations = 10.0 * Width * Height * Atoms;
  return Q;
}

void addNbodyCases(std::vector<Case> &Cases) {
  Case C;
  C.Kernel = "nbody_naive";
  C.Source = "nbody";
  C.Idea = "all pairs, the other body read by all lanes at once";
  C.Make = nbody;
  C.Small = combinations({{"n", {300}}, {"block", {64}}});
  C.Quick = combinations({{"n", {1024, 4096}}, {"block", {128}}});
  C.Full =
      combinations({{"n", {1024, 5000, 16384, 65536}}, {"block", {64, 256}}});
  C.Full.push_back({{"n", 1 << 18}, {"block", 256}});
  Cases.push_back(C);

  C.Kernel = "nbody_tiled";
  C.Idea = "all pairs, a tile of bodies in shared memory at a time";
  C.Small = combinations({{"n", {300}}, {"TILE", {64}}});
  C.Quick = combinations({{"n", {1024, 4096}}, {"TILE", {128}}});
  C.Full =
      combinations({{"n", {1024, 5000, 16384, 65536}}, {"TILE", {64, 256}}});
  C.Full.push_back({{"n", 1 << 18}, {"TILE", 256}});
  Cases.push_back(C);

  C.Kernel = "coulomb_slice";
  C.Source = "coulomb";
  C.Idea = "direct sum over a small table that all threads read";
  C.Make = coulomb;
  C.Small = {{{"width", 50},
              {"height", 23},
              {"atoms", 37},
              {"block_x", 16},
              {"block_y", 4}}};
  C.Quick = combinations({{"width", {256}},
                          {"height", {256}},
                          {"atoms", {100, 1000}},
                          {"block_x", {32}},
                          {"block_y", {8}}});
  C.Full = combinations({{"width", {512, 2048}},
                         {"height", {512}},
                         {"atoms", {16, 500, 4000}},
                         {"block_x", {16, 64}},
                         {"block_y", {4}}});
  C.Full.push_back({{"width", 4096},
                    {"height", 4096},
                    {"atoms", 8000},
                    {"block_x", 32},
                    {"block_y", 8}});
  Cases.push_back(C);

  C.Kernel = "coulomb_tuned";
  C.Source = "coulomb_tuned";
  C.Idea = "block, work of a thread, unrolling, shared memory and layout";
  const Parameters Odd = {{"width", 70}, {"height", 19}, {"atoms", 512}};
  const Parameters Square = {{"width", 512}, {"height", 512}, {"atoms", 1024}};
  const Parameters Large = {{"width", 2048}, {"height", 2048}, {"atoms", 4096}};
  auto Configuration = [](long X, long Y, long WorkX, long WorkY, long Unroll,
                          long Shared, long Arrays) -> Parameters {
    return {{"BLOCK_X", X},    {"BLOCK_Y", Y},     {"WORK_X", WorkX},
            {"WORK_Y", WorkY}, {"UNROLL", Unroll}, {"SHARED", Shared},
            {"ARRAYS", Arrays}};
  };
  C.Small = {Odd.with(Configuration(16, 4, 1, 1, 1, 0, 0)),
             Odd.with(Configuration(16, 2, 2, 2, 4, 1, 0)),
             Odd.with(Configuration(32, 2, 4, 1, 2, 0, 1)),
             Odd.with(Configuration(32, 4, 1, 4, 1, 1, 1))};
  C.Quick = {Square.with(Configuration(32, 4, 1, 1, 1, 0, 0)),
             Square.with(Configuration(32, 4, 4, 1, 4, 0, 0))};
  C.Full = {Large.with(Configuration(32, 4, 1, 1, 1, 0, 0)),
            Large.with(Configuration(32, 4, 1, 1, 1, 1, 0)),
            Large.with(Configuration(32, 4, 1, 1, 1, 0, 1)),
            Large.with(Configuration(32, 4, 1, 1, 8, 0, 0)),
            Large.with(Configuration(32, 4, 8, 1, 1, 0, 0)),
            Large.with(Configuration(32, 4, 4, 2, 4, 1, 0))};
  for (const Parameters &P : combinations({{"BLOCK_X", {16, 32, 64}},
                                           {"BLOCK_Y", {2, 4, 8}},
                                           {"WORK_X", {1, 2, 4, 8}},
                                           {"WORK_Y", {1, 2}},
                                           {"UNROLL", {1, 4}},
                                           {"SHARED", {0, 1}},
                                           {"ARRAYS", {0, 1}}}))
    C.Tuning.push_back(Large.with(P));
  Cases.push_back(C);
}
