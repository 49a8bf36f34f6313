//===- Particles.cpp - Structures of arrays against arrays of structures --===//
#include "cases/Points.h"

using namespace measure;

namespace {

const double Dt = 0.0625, Drag = 0.5, G = 9.75;

/// The members of a particle after the step, by the definition.
struct Particle {
  double Position[3], Velocity[3], Mass;

  void step() {
    const double Slowing = 1 - Dt * Drag / Mass;
    for (int D = 0; D < 3; ++D) {
      Velocity[D] = Slowing * Velocity[D] - (D == 2 ? Dt * G : 0);
      Position[D] += Dt * Velocity[D];
    }
  }
};

/// Some ten roundings of values below 2, one of them a quotient, which OpenCL
/// allows to be off by 2.5 units.
const double Tolerance = 16 * 0x1p-24;

const char *const Members[] = {"x", "y", "z", "vx", "vy", "vz", "mass"};

/// Positions and velocities in [0.5, 1), which is a mass too.
Contents start() { return Contents::random(0.5, 1); }

Problem withScalars(const Parameters &P) {
  const long N = P["n"];
  Problem Q;
  Q.Block = {unsigned(P["block"])};
  Q.Grid = {ceilDivide(N, P["block"])};
  Q.Arguments = {Argument::integer("n", N), Argument::real("dt", Dt),
                 Argument::real("drag", Drag), Argument::real("g", G)};
  Q.Bytes = 13 * 4.0 * N; // 7 floats in, 6 out
  Q.Operations = 16.0 * N;
  Q.Restore = true;
  return Q;
}

Problem arrayOfStructures(const Parameters &P) {
  Problem Q = withScalars(P);
  Q.Buffers = {{"particles", Type::F32, size_t(P["n"]) * 7, start()}};
  Q.Arguments.push_back(Argument::buffer("particles"));
  Q.IsRight = eachElement(
      "particles",
      [](const Results &R, size_t I) {
        auto In = [&](int Member) {
          return R.before("particles", I / 7 * 7 + Member);
        };
        Particle One = {{In(0), In(1), In(2)}, {In(3), In(4), In(5)}, In(6)};
        One.step();
        const size_t Member = I % 7;
        return Member < 3   ? One.Position[Member]
               : Member < 6 ? One.Velocity[Member - 3]
                            : One.Mass;
      },
      Tolerance);
  return Q;
}

Problem structureOfArrays(const Parameters &P) {
  Problem Q = withScalars(P);
  for (const char *Member : Members) {
    Q.Buffers.push_back({Member, Type::F32, size_t(P["n"]), start()});
    Q.Arguments.push_back(Argument::buffer(Member));
  }
  std::vector<Check> Checks;
  for (int Member = 0; Member < 7; ++Member)
    Checks.push_back(eachElement(
        Members[Member],
        [=](const Results &R, size_t I) {
          auto In = [&](int M) { return R.before(Members[M], I); };
          Particle One = {{In(0), In(1), In(2)}, {In(3), In(4), In(5)}, In(6)};
          One.step();
          return Member < 3   ? One.Position[Member]
                 : Member < 6 ? One.Velocity[Member - 3]
                              : One.Mass;
        },
        Tolerance));
  Q.IsRight = allOf(Checks);
  return Q;
}

Problem twoVectors(const Parameters &P) {
  Problem Q = withScalars(P);
  std::vector<Check> Checks;
  for (const char *Name : {"position", "velocity"}) {
    Q.Buffers.push_back({Name, Type::F32, size_t(P["n"]) * 4, start()});
    Q.Arguments.push_back(Argument::buffer(Name));
    const bool IsPosition = Name[0] == 'p';
    Checks.push_back(eachElement(
        Name,
        [=](const Results &R, size_t I) {
          const size_t Member = I % 4;
          if (Member == 3)
            return R.before(IsPosition ? "position" : "velocity", I);
          auto In = [&](const char *From, int M) {
            return R.before(From, I / 4 * 4 + M);
          };
          Particle One = {
              {In("position", 0), In("position", 1), In("position", 2)},
              {In("velocity", 0), In("velocity", 1), In("velocity", 2)},
              In("position", 3)};
          One.step();
          return IsPosition ? One.Position[Member] : One.Velocity[Member];
        },
        Tolerance));
  }
  Q.IsRight = allOf(Checks);
  return Q;
}

} // namespace

void addParticlesCases(std::vector<Case> &Cases) {
  auto Add = [&](const std::string &Kernel, const std::string &Idea,
                 Problem (*Make)(const Parameters &)) {
    Case C;
    C.Kernel = Kernel;
    C.Source = "particles";
    C.Idea = Idea;
    C.Make = Make;
    C.Small = combinations({{"n", {500, 1024}}, {"block", {64, 96}}});
    C.Quick = combinations({{"n", {1 << 16, 1 << 20}}, {"block", {256}}});
    C.Full =
        together({combinations({{"n", {1 << 10, 1 << 16, 1 << 20, 1 << 25}},
                                {"block", {256}}}),
                  combinations({{"n", {1 << 22}},
                                {"block", {32, 64, 128, 256, 1024}}})});
    Cases.push_back(C);
  };
  Add("particles_aos", "members of 28-byte structures", arrayOfStructures);
  Add("particles_soa", "an array a member", structureOfArrays);
  Add("particles_float4", "structures of one 16-byte access", twoVectors);
}
