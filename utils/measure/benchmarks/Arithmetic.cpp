//===- Arithmetic.cpp - Latency and throughput of single operations -------===//
#include "host/Timing.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>

using namespace measure;

namespace {

/// What a kernel of arithmetic.cu leaves, by the same steps on the host.
using HostChain =
    std::function<double(double First, double Y, double Z, int Steps)>;

struct Operation {
  std::string Name;  ///< of the benchmark
  std::string Macro; ///< -DOPERATION_...
  std::string Note;  ///< what goes with it: "with=add"
  int Steps;         ///< in one iteration, two operations each
  /// The operands, such that values neither vanish nor overflow.
  double First, Increment, Y, Z;
  std::function<LaunchArgument(double)> Scalar;
  size_t ValueBytes;
  HostChain Host;
  double Tolerance;
  /// The mnemonics that must be found in PTX and in SASS, and how many of them
  /// a step of two operations becomes at least.
  std::string InPtx, InSass;
  unsigned PtxAStep = 2, SassAStep = 2;
  /// The keys of the GPU file that it fills.
  std::string LatencyKey, LanesKey;
  bool Quick = true;
};

template <class T> HostChain chain(void (*Step)(T &A, T &B, T Y, T Z)) {
  return [=](double First, double Y, double Z, int Steps) {
    T A = T(First), B = T(Y);
    for (int I = 0; I < Steps; ++I)
      Step(A, B, T(Y), T(Z));
    return double(T(A + B));
  };
}

template <class T>
Operation operation(std::string Name, std::string Macro, int Steps,
                    void (*Step)(T &, T &, T, T), double First,
                    double Increment, double Y, double Z, double Tolerance) {
  Operation O;
  O.Name = std::move(Name);
  O.Macro = std::move(Macro);
  O.Steps = Steps;
  O.First = First;
  O.Increment = Increment;
  O.Y = Y;
  O.Z = Z;
  O.Scalar = [](double Value) { return scalarArgument(T(Value)); };
  O.ValueBytes = sizeof(T);
  O.Host = chain<T>(Step);
  O.Tolerance = Tolerance;
  return O;
}

Operation code(Operation O, std::string InPtx, std::string InSass,
               unsigned PtxAStep = 2, unsigned SassAStep = 2) {
  O.PtxAStep = PtxAStep;
  O.SassAStep = SassAStep;
  O.InPtx = std::move(InPtx);
  O.InSass = std::move(InSass);
  return O;
}
Operation keys(Operation O, std::string Latency, std::string Lanes) {
  O.LatencyKey = std::move(Latency);
  O.LanesKey = std::move(Lanes);
  return O;
}
Operation note(Operation O, std::string Note) {
  O.Note = std::move(Note);
  return O;
}
Operation fullOnly(Operation O) {
  O.Quick = false;
  return O;
}

//===----------------------------------------------------------------------===//
// Running one
//===----------------------------------------------------------------------===//

/// Whether the compiler lets the multiply-add unit do every other integer
/// addition (IMAD.IADD), as it does from compute capability 7.0 on: more are
/// done in a cycle then than there are integer lanes. Shifts by an argument
/// have one unit, but before 7.0 only a part of its lanes.
bool dividesAdditions(const BenchmarkContext &Context) {
  const std::string &Name = Context.Gpu.facts().Architecture;
  return Name.rfind("sm_", 0) == 0 && std::atoi(Name.c_str() + 3) >= 70;
}

double readValue(const Operation &O, const std::vector<unsigned char> &Bytes,
                 size_t Index, bool Real) {
  const unsigned char *At = Bytes.data() + Index * O.ValueBytes;
  auto As = [&](auto Value) {
    std::memcpy(&Value, At, sizeof(Value));
    return double(Value);
  };
  if (Real)
    return O.ValueBytes == 4 ? As(float()) : As(double());
  return O.ValueBytes == 4 ? As(uint32_t()) : As(uint64_t());
}

std::string wrongValue(const Operation &O, BenchmarkContext &Context,
                       const DeviceArray &Out, unsigned Threads) {
  const bool Real = O.Macro.rfind("INT", 0) != 0 && O.Macro != "CONVERT" &&
                    O.Macro != "SHUFFLE" && O.Macro != "VOTE";
  Stopwatch Watch(Context);
  Watch.time("dependent", {1}, {Threads},
             {Out, scalarArgument(1), O.Scalar(O.First), O.Scalar(O.Increment),
              O.Scalar(O.Y), O.Scalar(O.Z)});
  const auto Bytes = Out.download<unsigned char>(Threads * O.ValueBytes);
  for (unsigned Thread = 0; Thread < Threads; ++Thread) {
    double Expected = O.Host(O.First + O.Increment * Thread, O.Y, O.Z, O.Steps);
    if (!Real && Expected < 0) // read back as unsigned
      Expected += 4294967296.0;
    const double Actual = readValue(O, Bytes, Thread, Real);
    // Written so that a NaN fails.
    if (!(std::fabs(Actual - Expected) <=
          O.Tolerance * std::max(1.0, std::fabs(Expected))))
      return "thread " + std::to_string(Thread) + " computed " +
             std::to_string(Actual) + ", expected " + std::to_string(Expected);
  }
  return "ok";
}

void run(const Operation &O, BenchmarkContext &Context) {
  const unsigned Warp = warpThreads(Context);
  const Shape Full = fillMultiprocessors(Context, "independent", 1024);
  DeviceArray Out(Context.Gpu,
                  std::max<uint64_t>(Full.threads(), Warp) * O.ValueBytes);
  auto Time = [&](const std::string &Kernel, Size3 Grid, Size3 Block) {
    Stopwatch Watch(Context);
    return slopesOf(Context, [&](int Iterations) {
      return Watch.time(Kernel, Grid, Block,
                        {Out, scalarArgument(Iterations), O.Scalar(O.First),
                         O.Scalar(O.Increment), O.Scalar(O.Y), O.Scalar(O.Z)});
    });
  };
  const std::string Value = wrongValue(O, Context, Out, Warp);
  auto Judge = [&](Slopes &Measured) {
    if (Value != "ok")
      Measured.Check = Value;
  };
  const double Operations = 2.0 * O.Steps;

  Slopes Latency = Time("dependent", {1}, {Warp});
  Judge(Latency);
  reportTime(Context, "latency", O.Note, Latency, Operations);
  if (!O.LatencyKey.empty()) {
    std::vector<double> Cycles = Latency.Cycles;
    for (double &Value : Cycles)
      Value /= Operations;
    reportKey(Context, O.LatencyKey, "cycles",
              Latency.ClockAssumed ? "clock=assumed" : "", Cycles,
              Latency.Check);
  }

  Slopes Throughput = Time("independent", Full.Grid, Full.Block);
  Judge(Throughput);
  const double PerIteration = 4 * Operations * double(Full.threads());
  reportRate(Context, "throughput", O.Note, Throughput, PerIteration);
  if (!O.LanesKey.empty() &&
      (O.Macro != "INT_SHIFT" || dividesAdditions(Context))) {
    std::vector<double> Lanes = Throughput.Cycles;
    for (double &Value : Lanes)
      Value = Value > 0 ? PerIteration / Value /
                              std::max(1u, Context.Gpu.facts().Multiprocessors)
                        : 0;
    std::string Check = Throughput.Check;
    if (Check == "ok" && O.Macro == "INT_ADD" && dividesAdditions(Context))
      Check = "additions are divided among two units";
    reportKey(Context, O.LanesKey, "lanes",
              Throughput.ClockAssumed ? "clock=assumed" : "", Lanes, Check);
  }
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

// In an iteration: enough operations that the loop's own do not count, few
// enough that the instruction cache holds them.
const int Cheap = 64, Costly = 4, Huge = 2;

std::vector<Operation> integerOperations() {
  using U = uint32_t;
  using I = int32_t;
  using L = uint64_t;
  return {
      // Each sum is used twice: two additions merged into one of three operands
      // would show in the count.
      keys(code(operation<U>(
                    "int_add", "INT_ADD", Cheap,
                    [](U &A, U &B, U, U) { B += A += B; }, 1, 2, 3, 0, 0),
                "add.s32", "IADD3|IADD"),
           "", "int_lanes"),
      code(operation<U>(
               "int_multiply", "INT_MULTIPLY", Cheap,
               [](U &A, U &B, U, U) { B *= A *= B; }, 3, 2, 5, 0, 0),
           "mul.lo.s32", ""),
      code(operation<U>(
               "int_mad", "INT_MAD", Cheap,
               [](U &A, U &B, U Y, U Z) {
                 A = A * B + Y;
                 B = B * A + Z;
               },
               3, 2, 5, 7, 0),
           "mad.lo.s32", ""),
      keys(code(operation<U>(
                    "int_shift", "INT_SHIFT", Cheap,
                    [](U &A, U &, U Y, U Z) { A = (A << Y) >> Z; }, 12345, 678,
                    1, 1, 0),
                "shl.b32", "SHF|SHL|SHR", 1),
           "", "int_lanes"),
      fullOnly(
          code(operation<I>(
                   "int_min_max", "INT_MIN_MAX", Cheap,
                   [](I &A, I &, I Y, I Z) { A = std::min(std::max(A, Y), Z); },
                   5, 1, 8, 30, 0),
               "max.s32", "", 1)),
      note(operation<I>(
               "int_predicate", "INT_PREDICATE", Cheap / 2,
               [](I &A, I &B, I Y, I Z) {
                 if (A < B)
                   A += Y;
                 if (B < A)
                   B += Z;
               },
               1, 1, 20, 7, 0),
           "with=compare"),
      code(operation<I>(
               "int_divide", "INT_DIVIDE", Costly,
               [](I &A, I &, I Y, I Z) { A = Z / (Y / A); }, 1009, 1, 1000003,
               1000003, 0),
           "", "MUFU"),
      fullOnly(note(code(operation<I>(
                             "int_remainder", "INT_REMAINDER", Costly,
                             [](I &A, I &, I Y, I Z) {
                               A = Y % A + Z;
                               A = Y % A + Z;
                             },
                             1009, 1, 1000003, 1009, 0),
                         "", "MUFU"),
                    "with=add")),
      note(operation<U>(
               "int_divide_by_argument", "INT_DIVIDE_BY_ARGUMENT", Costly,
               [](U &A, U &, U Y, U Z) { A = (A / Y + Z) / Y + Z; }, 123456789,
               1, 3, 1000000007, 0),
           "with=add"),
      fullOnly(
          note(operation<U>(
                   "int_remainder_by_argument", "INT_REMAINDER_BY_ARGUMENT",
                   Costly, [](U &A, U &, U Y, U Z) { A = (A % Y + Z) % Y + Z; },
                   123456789, 1, 1009, 1000000007, 0),
               "with=add")),
      fullOnly(operation<L>(
          "int64_add", "INT64_ADD", Cheap,
          [](L &A, L &B, L, L) { B += A += B; }, 1, 2, 3, 0, 1e-12)),
      code(operation<I>(
               "convert_int_float", "CONVERT", Cheap,
               [](I &A, I &, I, I) { A = I(float(A)); }, 1234, 1, 0, 0, 0),
           "cvt.rn.f32.s32", "F2I", 1, 1),
  };
}

std::vector<Operation> floatOperations() {
  using F = float;
  auto Add = [](F &A, F &, F Y, F Z) { A = (A + Y) + Z; };
  auto Multiply = [](F &A, F &, F Y, F Z) { A = (A * Y) * Z; };
  auto Fma = [](F &A, F &, F Y, F Z) { A = std::fma(std::fma(A, Y, Z), Y, Z); };
  auto MinMax = [](F &A, F &, F Y, F Z) { A = std::fmin(std::fmax(A, Y), Z); };
  auto Divide = [](F &A, F &, F Y, F Z) { A = Z / (Y / A); };
  auto Sqrt = [](F &A, F &, F, F) { A = std::sqrt(std::sqrt(A)); };
  auto Rsqrt = [](F &A, F &, F, F) { A = std::pow(A, 0.25f); };
  auto Sin = [](F &A, F &, F, F) { A = std::sin(std::sin(A)); };
  auto Exp = [](F &A, F &, F, F) { A = std::exp(-std::exp(-A)); };
  auto Log = [](F &A, F &, F Y, F) { A = std::log(std::log(A + Y) + Y); };
  return {
      code(operation<F>("float_add", "FLOAT_ADD", Cheap, Add, 1, 1, 0.5, -0.5,
                        1e-6),
           "add.f32", "FADD"),
      code(operation<F>("float_multiply", "FLOAT_MULTIPLY", Cheap, Multiply, 1,
                        1, 2, 0.5, 1e-6),
           "mul.f32", "FMUL"),
      keys(code(operation<F>("float_fma", "FLOAT_FMA", Cheap, Fma, 1, 0.125,
                             0.75, 0.25, 1e-5),
                "fma.rn.f32", "FFMA"),
           "latency_alu", "fp32_lanes"),
      fullOnly(code(operation<F>("float_min_max", "FLOAT_MIN_MAX", Cheap,
                                 MinMax, 0.5, 1, 1, 16, 0),
                    "max.f32", "FMNMX", 1)),
      code(operation<F>("float_divide", "FLOAT_DIVIDE", Costly, Divide, 1.5,
                        0.25, 3, 5, 1e-5),
           "", "MUFU"),
      code(operation<F>("float_sqrt", "FLOAT_SQRT", Costly, Sqrt, 2, 1, 0, 0,
                        1e-5),
           "", "MUFU"),
      code(operation<F>("float_rsqrt", "FLOAT_RSQRT", Cheap / 8, Rsqrt, 2, 1, 0,
                        0, 1e-4),
           "rsqrt.approx", "MUFU"),
      operation<F>("float_sin", "FLOAT_SIN", Huge, Sin, 1, 0.01, 0, 0, 1e-5),
      fullOnly(code(operation<F>("float_exp", "FLOAT_EXP", Costly, Exp, 1, 0.01,
                                 0, 0, 1e-5),
                    "", "MUFU")),
      fullOnly(note(operation<F>("float_log", "FLOAT_LOG", Costly, Log, 1, 0.01,
                                 2, 0, 1e-5),
                    "with=add")),
      fullOnly(code(operation<F>("fast_divide", "FAST_DIVIDE", Cheap / 8,
                                 Divide, 1.5, 0.25, 3, 5, 1e-3),
                    "", "MUFU")),
      keys(code(operation<F>("fast_sin", "FAST_SIN", Cheap / 8, Sin, 1, 0.01, 0,
                             0, 1e-3),
                "sin.approx", "MUFU"),
           "latency_sfu", "sfu_lanes"),
      fullOnly(code(operation<F>("fast_exp", "FAST_EXP", Cheap / 8, Exp, 1,
                                 0.01, 0, 0, 1e-3),
                    "", "MUFU")),
      fullOnly(note(code(operation<F>("fast_log", "FAST_LOG", Cheap / 8, Log, 1,
                                      0.01, 2, 0, 1e-3),
                         "", "MUFU"),
                    "with=add")),
  };
}

std::vector<Operation> doubleOperations() {
  using D = double;
  auto Add = [](D &A, D &, D Y, D Z) { A = (A + Y) + Z; };
  auto Multiply = [](D &A, D &, D Y, D Z) { A = (A * Y) * Z; };
  auto Fma = [](D &A, D &, D Y, D Z) { A = std::fma(std::fma(A, Y, Z), Y, Z); };
  auto Divide = [](D &A, D &, D Y, D Z) { A = Z / (Y / A); };
  auto Sqrt = [](D &A, D &, D, D) { A = std::sqrt(std::sqrt(A)); };
  return {
      code(operation<D>("double_add", "DOUBLE_ADD", Cheap, Add, 1, 1, 0.5, -0.5,
                        1e-12),
           "add.f64", "DADD"),
      fullOnly(code(operation<D>("double_multiply", "DOUBLE_MULTIPLY", Cheap,
                                 Multiply, 1, 1, 2, 0.5, 1e-12),
                    "mul.f64", "DMUL")),
      keys(code(operation<D>("double_fma", "DOUBLE_FMA", Cheap, Fma, 1, 0.125,
                             0.75, 0.25, 1e-12),
                "fma.rn.f64", "DFMA"),
           "", "fp64_lanes"),
      code(operation<D>("double_divide", "DOUBLE_DIVIDE", Costly, Divide, 1.5,
                        0.25, 3, 5, 1e-12),
           "", "MUFU"),
      fullOnly(code(operation<D>("double_sqrt", "DOUBLE_SQRT", Costly, Sqrt, 2,
                                 1, 0, 0, 1e-12),
                    "", "MUFU")),
  };
}

/// What only CUDA has. Whole warps: every lane takes part.
std::vector<Operation> warpOperations() {
  using U = uint32_t;
  return {
      code(operation<U>(
               "shuffle", "SHUFFLE", Cheap, [](U &, U &, U, U) {}, 5, 1, 1, 0,
               0),
           "shfl.sync", "SHFL"),
      note(code(operation<U>(
                    "vote", "VOTE", Cheap,
                    [](U &A, U &, U, U) { A = 0xffffffffu; }, 5, 1, 0, 0, 0),
                "vote.sync", ""),
           "with=compare"),
  };
}

Benchmark benchmarkOf(const Operation &O) {
  Benchmark B;
  B.Name = "arithmetic_" + O.Name;
  B.Source = "arithmetic";
  B.Definitions =
      "-DOPERATION_" + O.Macro + " -DSTEPS=" + std::to_string(O.Steps);
  B.Idea = "latency of " + O.Name +
           " from a chain of dependent ones in one warp, throughput from four "
           "independent chains a thread on full multiprocessors";
  if (!O.LatencyKey.empty())
    B.Idea += "; fills " + O.LatencyKey;
  if (!O.LanesKey.empty())
    B.Idea += (O.LatencyKey.empty() ? "; fills " : " and ") + O.LanesKey;
  B.Quick = O.Quick;
  B.DoublePrecision = O.Macro.rfind("DOUBLE", 0) == 0;
  B.OpenCl = O.Macro != "SHUFFLE" && O.Macro != "VOTE";
  // The steps of one chain and of four.
  const unsigned Steps = unsigned(O.Steps) * (1 + 4);
  if (!O.InPtx.empty())
    B.InPtx = {{O.InPtx, Steps * O.PtxAStep}};
  if (!O.InSass.empty())
    B.InSass = {{O.InSass, Steps * O.SassAStep}};
  B.Run = [O](BenchmarkContext &Context) { run(O, Context); };
  return B;
}

} // namespace

void addArithmeticBenchmarks(std::vector<Benchmark> &Benchmarks) {
  for (const auto &Group : {integerOperations(), floatOperations(),
                            doubleOperations(), warpOperations()})
    for (const Operation &O : Group)
      Benchmarks.push_back(benchmarkOf(O));
}
