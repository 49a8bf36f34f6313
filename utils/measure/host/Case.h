//===- Case.h - One validation kernel: its data, launch and right answer
//----===//
//
// A case says everything about one kernel that is not in the kernel's source:
// at which sizes and block shapes to run it, which definitions it is compiled
// with, what lies in its buffers, its arguments, and what the result must be.
// Nothing here knows CUDA from OpenCL: both faces of a kernel share the case.
//
// A kernel's inputs are pseudo-random but a pure function of (buffer, index),
// so that the check recomputes any input element without keeping a copy.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_HOST_CASE_H
#define MEASURE_HOST_CASE_H

#include "Device.h"

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace measure {

/// A point of a case's sizes and shapes: n=1048576, block=256, TILE=16, ...
class Parameters {
public:
  Parameters() = default;
  Parameters(std::initializer_list<std::pair<const std::string, long>> Values)
      : Values(Values) {}
  /// The value of \p Name; throws Failure when the case did not list it.
  long operator[](const std::string &Name) const;
  long get(const std::string &Name, long Otherwise) const;
  bool has(const std::string &Name) const { return Values.count(Name); }
  /// These with others added or replaced.
  Parameters with(const Parameters &Others) const;
  /// "n=1048576;block=256", names in alphabetical order; part of a row's key.
  std::string text() const;
  static Parameters parse(const std::string &Text);
  const std::map<std::string, long> &all() const { return Values; }

private:
  std::map<std::string, long> Values;
};

enum class Type { F32, F64, I32, U32, I64, U64, U8 };
size_t bytesOf(Type T);

/// What a buffer holds before the launch.
struct Contents {
  enum class Kind { Zero, Random, Given };
  Kind Is = Kind::Zero;
  double Low = 0, High = 0;         ///< Random: floats in [Low, High), integers
                                    ///< in [Low, High) rounded down
  std::vector<unsigned char> Given; ///< Given: the bytes themselves

  static Contents zero() { return {}; }
  static Contents random(double Low, double High) {
    Contents C;
    C.Is = Kind::Random;
    C.Low = Low;
    C.High = High;
    return C;
  }
  template <class T> static Contents given(const std::vector<T> &Values) {
    Contents C;
    C.Is = Kind::Given;
    C.Given.resize(Values.size() * sizeof(T));
    std::memcpy(C.Given.data(), Values.data(), C.Given.size());
    return C;
  }
};

struct Buffer {
  std::string Name; ///< the kernel's parameter
  Type Of;
  size_t Elements;
  Contents Holds;
};

/// Element \p Index of a random buffer called \p Name, as the launch sees it:
/// for F32 rounded to float, for integers rounded down.
double randomElement(const std::string &Name, const Contents &Holds, Type Of,
                     size_t Index);

/// A scalar or buffer argument, in the order of the kernel's parameters.
struct Argument {
  enum class Kind { Buffer, Int, Unsigned, Long, Float, Double, Shared };
  Kind Is;
  std::string Name; ///< the kernel's parameter; Buffer: that buffer's name
  double Value = 0; ///< scalars; Shared: bytes

  static Argument buffer(std::string Name) {
    return {Kind::Buffer, std::move(Name)};
  }
  static Argument integer(std::string Name, long Value) {
    return {Kind::Int, std::move(Name), double(Value)};
  }
  static Argument unsignedInteger(std::string Name, long Value) {
    return {Kind::Unsigned, std::move(Name), double(Value)};
  }
  static Argument longInteger(std::string Name,
                              long Value) { // 64 bits, up to 2^53
    return {Kind::Long, std::move(Name), double(Value)};
  }
  static Argument real(std::string Name, double Value) { // float
    return {Kind::Float, std::move(Name), Value};
  }
  static Argument doubleReal(std::string Name, double Value) {
    return {Kind::Double, std::move(Name), Value};
  }
  /// Dynamic shared memory: OpenCL's __local pointer parameter called \p Name;
  /// in CUDA no parameter, its bytes go to the `extern __shared__` array.
  static Argument shared(std::string Name, size_t Bytes) {
    return {Kind::Shared, std::move(Name), double(Bytes)};
  }
};

/// The buffers after one launch, for a case's check. Elements come back as
/// double (exact for everything but 64-bit integers above 2^53).
class Results {
public:
  virtual ~Results() = default;
  /// Element \p Index of buffer \p Name after the launch.
  virtual double after(const std::string &Name, size_t Index) const = 0;
  /// Element \p Index of buffer \p Name before the launch.
  virtual double before(const std::string &Name, size_t Index) const = 0;
  virtual size_t elements(const std::string &Name) const = 0;
};

/// Returns an empty string if right, else what is wrong with the first wrong
/// element ("out[17] is 3.5, expected 4.25").
using Check = std::function<std::string(const Results &)>;

/// A check of every element of \p Output (when there are at most 1 << 14) or
/// of the first and last 64 and 4096 random ones: |actual - expected| must be
/// at most Tolerance * max(1, |expected|). \p Elements limits the check to the
/// first so many (default: all).
Check eachElement(std::string Output,
                  std::function<double(const Results &, size_t)> Expected,
                  double Tolerance, size_t Elements = 0);

/// A check of all elements against one whole array computed at once (scans,
/// histograms, sorts).
Check wholeArray(std::string Output,
                 std::function<std::vector<double>(const Results &)> Expected,
                 double Tolerance);

/// All checks, in turn.
Check allOf(std::vector<Check> Checks);

/// One launch, ready to run.
struct Problem {
  /// Definitions the source is compiled with: {{"TILE", 16}}. Filled by
  /// makeProblem with the parameters whose names are in capitals, so that the
  /// sources can be compiled before any data is made; a case that adds others
  /// is refused.
  Parameters Definitions;
  Size3 Grid, Block;
  std::vector<Buffer> Buffers;
  std::vector<Argument> Arguments;
  Check IsRight;
  /// The work that the kernel cannot avoid, for the table: bytes that must move
  /// between the device's memory and the chip (each input and output once), and
  /// floating-point operations.
  double Bytes = 0, Operations = 0;
  /// The kernel changes what it reads, so that every run must start afresh.
  bool Restore = false;
};

/// One validation kernel.
struct Case {
  std::string Kernel; ///< the function's name in both faces, and the case's
  std::string Source; ///< kernels/SOURCE.cu and kernels/SOURCE.cl
  std::string Idea;   ///< what it is there to show, in a few words
  bool Cuda = true, OpenCl = true; ///< the faces that exist
  bool DoublePrecision = false;    ///< needs double
  /// Small and quick: runs under an emulator. At least one.
  std::vector<Parameters> Small;
  /// For a quick look on any device: two or three points, up to 2^20 elements
  /// or some 10^8 operations.
  std::vector<Parameters> Quick;
  /// Everything: from launch-bound to gigabytes of traffic, several shapes.
  std::vector<Parameters> Full;
  /// For six cases: a tuning space of 200 to 2,000 configurations.
  std::vector<Parameters> Tuning;
  std::function<Problem(const Parameters &)> Make;
};

/// The parameters in capitals: what the case's source is compiled with.
Parameters definitionsOf(const Parameters &P);

/// The case's launch at \p P, checked to be well-formed: every buffer has its
/// argument, every definition its parameter, the check is there. Throws
/// Failure.
Problem makeProblem(const Case &C, const Parameters &P);

/// Every combination of the values given: grid({{"n", {1, 2}}, {"b", {3}}}).
std::vector<Parameters> combinations(
    const std::vector<std::pair<std::string, std::vector<long>>> &Axes);

inline unsigned ceilDivide(uint64_t A, uint64_t B) {
  return unsigned((A + B - 1) / B);
}

/// All cases. Each file in cases/ defines one function
/// `void addNAMECases(std::vector<Case> &)`, which AllCases.cpp calls; CMake
/// writes that file from the names in the folder.
const std::vector<Case> &allCases();

} // namespace measure

#endif // MEASURE_HOST_CASE_H
