//===- Builtins.h - Functions that the hardware implements ------*- C++ -*-===//
//
// What is known by name: index functions, barriers, shuffles, atomics, cached
// and vector accesses, textures, and the cost of mathematical functions. The
// table is Builtins.def; here is what its columns mean.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_BUILTINS_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_BUILTINS_H

#include "analysis/KernelModel.h"
#include <optional>
#include <variant>

namespace kernelcast {

/// An index function's value, in terms of launch coordinates.
struct IndexFunction {
  enum Form : uint8_t {
    Fixed,           ///< First itself
    AlongDimension,  ///< First or one of the next two, by the argument
    GlobalId,        ///< block * size + thread + offset along the argument
    GlobalSize,      ///< threads of the launch along the argument
    GlobalLinearId,  ///< number of the thread in the launch
    LinearThread,    ///< number of the thread in its block
    Lane,            ///< LinearThread modulo the warp size
    Warp,            ///< LinearThread divided by the warp size
    Dimensions,      ///< how many the launch has: unknown
    UnknownRegister, ///< a special register that nobody models
  };
  Form Is;
  Coordinate First;
};

/// How a function reads or writes memory.
enum class MemoryForm : uint8_t {
  Atomic,               ///< (address, operands...)
  AtomicInitialisation, ///< (address, value): before anyone else looks
  Load,                 ///< (address)
  ReadOnlyLoad,         ///< (address), of what nobody writes
  VolatileLoad,         ///< (address), each time anew
  Store,                ///< (address, value)
  VectorLoad,           ///< (offset, address) of as many as the name says
  VectorStore,          ///< (value, offset, address)
  TextureRead,          ///< from coordinates that say nothing of an address
  TextureFetch,         ///< of a numbered element
  TextureWrite,
  Copy,             ///< (to, from, bytes)
  Fill,             ///< (to, byte, bytes)
  AsynchronousCopy, ///< not modelled
};

/// What is left of a function that takes no time.
enum class FreeForm : uint8_t { Nothing, FirstArgument };

/// Conversions by the name as called.
enum class ConversionForm : uint8_t {
  Plain,
  Saturating, ///< to the nearest value that the type has
  Bits,       ///< the same bits as another type
};

/// A line of the table: what a function is, by its name as called.
using Builtin = std::variant<IndexFunction, EffectKind, MemoryForm, FreeForm,
                             ConversionForm>;

/// What \p Name is in \p Lang, or null.
const Builtin *findBuiltin(llvm::StringRef Name, Language Lang);

/// What "%laneid" and its kin stand for, and an asm statement that does nothing
/// but move one of them.
std::optional<IndexFunction> specialRegisterNamed(llvm::StringRef Name);
std::optional<IndexFunction> specialRegister(llvm::StringRef Assembly);

/// The coordinate that threadIdx.x and its kin are along x.
std::optional<Coordinate> indexVariable(llvm::StringRef Name);

/// What a mathematical function is where all its numbers are integers, and
/// else.
enum class Meaning : uint8_t {
  Opaque,   ///< just itself
  Rounding, ///< itself; a conversion to the hardware
  Splits,   ///< itself; two results, one or both of them through pointers
  Min,
  Max,
  Abs,
  Mul24,  ///< the product of the low 24 bits
  Mad24,  ///< the same, and a third number added
  Clamp,  ///< (value, low, high)
  Choice, ///< OpenCL's select(otherwise, value, condition)
};

/// Instructions of a function in one precision.
struct PrecisionCost {
  float All = 0;        ///< of the precision's arithmetic unit
  float Operations = 0; ///< additions and multiplications, multiply-adds two
  float Sfu = 0;        ///< of the special function unit, beside them
  float Int = 0;        ///< with integers, beside them
  float SingleOperations = 0; ///< of a function of doubles, in single precision
};
struct FunctionCost {
  PrecisionCost Single, Double;
};

/// That of a function that the table does not name.
inline constexpr FunctionCost UnknownFunctionCost{{10, 10, 0, 0, 0},
                                                  {20, 20, 0, 0, 0}};

struct MathFunction {
  Meaning Is = Meaning::Opaque;
  FunctionCost Cost = UnknownFunctionCost;
};

/// The line of \p Name, a plainName(); UnknownFunctionCost and no meaning for
/// any other name.
MathFunction mathFunction(llvm::StringRef Name);

/// Whether \p Name, a plainName(), has a line.
bool isMathFunction(llvm::StringRef Name);

/// \p Name without what says only whose spelling it is: "__nv_sinf" and
/// "__builtin_sinf" are "sinf".
llvm::StringRef withoutVendor(llvm::StringRef Name);

/// One name for all spellings of a function, as the table has it: "__sinf",
/// "fast_sin" and "native_sin" are "native_sin"; "sqrtf" and "__nv_sqrtf" are
/// "sqrt"; "sincosf.2", the second result of a function that splits, is
/// "sincos".
std::string plainName(llvm::StringRef Name);

/// What stands for \p Name where single precision may be approximate
/// (-use_fast_math): its fast form, as a plainName(), or \p Name itself where
/// the table has none.
std::string approximateName(llvm::StringRef Name);

/// "float2int_rn", "__uint2double" and the like.
bool isNumberConversion(llvm::StringRef Name);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_BUILTINS_H
