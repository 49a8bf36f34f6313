//===- PtxTable.cpp - What an instruction of PTX does and costs -----------===//

#include "analysis/instructions/PtxTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace kernelcast {
namespace {

/// Beside the classes of instructions, what the table has in its column.
enum class PtxUnit : uint8_t {
  Int,
  Sfu,
  Conversion,
  Barrier,
  Branch,
  Other,
  ByType,
  Access,
};

struct PtxLine {
  PtxForm Form = PtxForm::Unknown;
  PtxUnit Unit = PtxUnit::Other;
  float Count = 1;
  float Operations = 0;
};

} // namespace

/// The line with the longest name that \p Opcode begins with.
static PtxLine lineOf(StringRef Opcode) {
  static const StringMap<PtxLine> Lines = {
#define PTX(NAME, FORM, UNIT, COUNT, OPERATIONS)                               \
  {NAME, {PtxForm::FORM, PtxUnit::UNIT, COUNT, OPERATIONS}},
#include "analysis/instructions/Ptx.def"
  };
  for (StringRef Name = Opcode; !Name.empty();) {
    if (auto It = Lines.find(Name); It != Lines.end())
      return It->second;
    const size_t Dot = Name.rfind('.');
    Name = Dot == StringRef::npos ? StringRef() : Name.take_front(Dot);
  }
  return {};
}

PtxForm formOf(const PtxInstruction &I) { return lineOf(I.Opcode).Form; }

/// A type's bits and kind, by its name behind a dot; 0 bits for anything else.
static ScalarType namedType(StringRef Name) {
  const unsigned Bits = StringSwitch<unsigned>(Name)
                            .Case("pred", 1)
                            .Case("b1", 1)
                            .Cases("u4", "s4", "e2m1", 4)
                            .Cases("u8", "s8", "b8", "e4m3", "e5m2", 8)
                            .Cases("e2m3", "e3m2", 8) // as fast as those of 8
                            .Cases("u16", "s16", "b16", "f16", "bf16", 16)
                            .Cases("u32", "s32", "b32", "f32", "tf32", 32)
                            .Cases("f16x2", "bf16x2", "u16x2", "s16x2", 32)
                            .Cases("e4m3x2", "e5m2x2", 16)
                            .Cases("u64", "s64", "b64", "f64", 64)
                            .Case("f32x2", 64)
                            .Case("b128", 128)
                            .Default(0);
  if (Name.starts_with("f") && !Name.contains('x') && Bits >= 32)
    return ScalarType::floating(Bits);
  if (Name == "f16" || Name == "bf16")
    return ScalarType::floating(16);
  return ScalarType::integer(Bits, Name.starts_with("s"));
}

std::optional<ScalarType> typeOf(const PtxInstruction &I) {
  const auto Parts = I.parts();
  for (StringRef Part : reverse(Parts))
    if (ScalarType Type = namedType(Part); Type.Bits)
      return Type;
  return std::nullopt;
}

unsigned vectorOf(const PtxInstruction &I) {
  return I.hasPart("v8") ? 8 : I.hasPart("v4") ? 4 : I.hasPart("v2") ? 2 : 1;
}

/// The memory that the modifier \p Part names.
static std::optional<MemorySpace> spaceNamed(StringRef Part) {
  return StringSwitch<std::optional<MemorySpace>>(Part.split("::").first)
      .Case("global", MemorySpace::Global)
      .Case("shared", MemorySpace::Shared)
      .Cases("const", "param", MemorySpace::Constant)
      .Case("local", MemorySpace::Local)
      .Default(std::nullopt);
}

std::optional<MemorySpace> spaceOf(const PtxInstruction &I) {
  for (StringRef Part : I.parts())
    if (auto Space = spaceNamed(Part))
      return Space;
  return std::nullopt;
}

PtxCopySpaces copySpacesOf(const PtxInstruction &I) {
  SmallVector<MemorySpace, 2> Named;
  for (StringRef Part : I.parts())
    if (auto Space = spaceNamed(Part))
      Named.push_back(*Space);
  return Named.size() == 2 ? PtxCopySpaces{Named[0], Named[1]}
                           : PtxCopySpaces();
}

std::optional<MatrixProduct> productOf(const PtxInstruction &I) {
  uint64_t M = 0, N = 0, K = 0;
  SmallVector<unsigned, 4> Types; // D, A, B, C; of wmma with halves D and C
  for (StringRef Part : I.parts()) {
    if (StringRef Rest = Part;
        Rest.consume_front("m") && !Rest.consumeInteger(10, M) &&
        Rest.consume_front("n") && !Rest.consumeInteger(10, N) &&
        Rest.consume_front("k") && !Rest.consumeInteger(10, K) && Rest.empty())
      continue;
    if (const unsigned Bits = namedType(Part).Bits; Bits && Part != "pred")
      Types.push_back(Bits);
  }
  if (M == 0 || N == 0 || K == 0 || Types.empty() || M > 1024 || N > 1024 ||
      K > 1024)
    return std::nullopt;
  const bool IsSparse = I.hasPart("sp") || I.hasPart("sp::ordered_metadata");
  MatrixProduct Product;
  Product.MultiplyAdds = static_cast<double>(M * N * K);
  Product.OperandBits = Types.size() >= 3 ? Types[1] : 16;
  // Of these kinds what has fewer bits is no faster.
  if (I.hasPart("kind::f8f6f4") || I.hasPart("kind::mxf8f6f4"))
    Product.OperandBits = std::max(Product.OperandBits, 8u);
  if (I.hasPart("wgmma")) { // of a group of four warps
    Product.MultiplyAdds /= 4;
    // B is there for all four once; A is a descriptor, too, or in registers.
    const bool ReadsA = I.Operands.size() > 1 && !I.Operands[1].IsVector;
    const double OfA = !ReadsA ? 0 : IsSparse ? M * K / 2.0 : M * K;
    const double Elements = OfA + static_cast<double>(N * K);
    Product.SharedBytes = Elements * Product.OperandBits / 8 / 4;
  }
  // Each group of eight lanes multiplies matrices of its own, but of doubles.
  if (I.hasPart("mma") && M == 8 && N == 8 && K == 4 && !I.hasPart("f64"))
    Product.MultiplyAdds *= 4;
  if (IsSparse)
    Product.MultiplyAdds /= 2; // half of A's elements are there
  return Product;
}

std::optional<MatrixProduct> describedProduct(const PtxInstruction &I,
                                              uint32_t Descriptor) {
  // PTX ISA 8.7, instruction descriptor: N / 8 in bits 17 to 22, M / 16 in bits
  // 24 to 28; of products of 4 bits bit 31 tells a K of 96 from one of 64.
  struct Kind {
    StringLiteral Name;
    unsigned Bits, K;
  };
  static constexpr Kind Kinds[] = {
      {"kind::f16", 16, 16},     {"kind::tf32", 32, 8},
      {"kind::f8f6f4", 8, 32},   {"kind::i8", 8, 32},
      {"kind::mxf8f6f4", 8, 32}, {"kind::mxf4", 4, 64},
      {"kind::mxf4nvf4", 4, 64},
  };
  const auto *Of =
      find_if(Kinds, [&](const Kind &Each) { return I.hasPart(Each.Name); });
  const unsigned N = (Descriptor >> 17 & 63) * 8;
  const unsigned M = (Descriptor >> 24 & 31) * 16;
  if (Of == std::end(Kinds) || M == 0 || N == 0)
    return std::nullopt;
  const bool IsSparse = I.hasPart("sp");
  double K = Of->Bits == 4 && Descriptor >> 31 ? 96 : Of->K;
  // Of a sparse A half of the elements are there, and K is twice as many.
  const double OfA = M * K;
  K *= IsSparse ? 2 : 1;
  MatrixProduct Product;
  Product.OperandBits = Of->Bits;
  Product.MultiplyAdds = OfA * N;
  // A is a descriptor of shared memory, too, or in tensor memory.
  const bool ReadsA = I.Operands.size() > 1 && !I.Operands[1].IsAddress;
  Product.SharedBytes = ((ReadsA ? OfA : 0) + K * N) * Of->Bits / 8;
  return Product;
}

std::optional<unsigned> tensorFillBytes(const PtxInstruction &I) {
  for (StringRef Part : I.parts()) {
    const unsigned Bytes = StringSwitch<unsigned>(Part)
                               .Case("128x256b", 4096)
                               .Case("4x256b", 128)
                               .Case("128x128b", 2048)
                               .Case("64x128b", 1024)
                               .Case("32x128b", 512)
                               .Default(0);
    if (Bytes)
      return Bytes;
  }
  return std::nullopt;
}

std::optional<unsigned> matrixRowsOf(const PtxInstruction &I) {
  const unsigned Matrices = I.hasPart("x4") ? 4 : I.hasPart("x2") ? 2 : 1;
  const bool Loads = I.hasPart("ldmatrix");
  const unsigned Rows = I.hasPart("m8n8")              ? 8
                        : Loads && I.hasPart("m16n16") ? 16
                                                       : 0;
  if (Rows == 0 || Rows * Matrices > 32)
    return std::nullopt;
  return Rows * Matrices;
}

unsigned bytesOf(const PtxInstruction &I) {
  const unsigned Bits = typeOf(I).value_or(ScalarType::integer(32, false)).Bits;
  return std::max(1u, Bits / 8) * vectorOf(I);
}

bool hasThreadCount(const PtxInstruction &I) {
  // bar.sync number, threads; bar.red result, number, threads, predicate
  return I.hasPart("red") ? I.Operands.size() > 3 : I.Operands.size() > 1;
}

bool isOfHalves(const PtxInstruction &I) {
  return any_of(I.parts(), [](StringRef Part) {
    return Part.starts_with("f16") || Part.starts_with("bf16");
  });
}

/// The arithmetic unit for numbers of the type of \p I.
static InstructionClass classByType(const PtxInstruction &I) {
  const ScalarType Type = typeOf(I).value_or(ScalarType::integer(32, false));
  if (isOfHalves(I))
    return InstructionClass::Fp32;
  return !Type.Float       ? InstructionClass::Int
         : Type.Bits == 64 ? InstructionClass::Fp64
                           : InstructionClass::Fp32;
}

OperationCost ptxCost(const PtxInstruction &I) {
  const PtxLine Line = lineOf(I.Opcode);
  OperationCost Cost;
  Cost.Count = Line.Count;
  switch (Line.Unit) {
  case PtxUnit::Int:
    Cost.Class = InstructionClass::Int;
    break;
  case PtxUnit::Sfu:
    Cost.Class = InstructionClass::Sfu;
    break;
  case PtxUnit::Conversion: {
    // Between integers it is a matter of which bits are looked at.
    const bool OfFloats = any_of(I.parts(), [](StringRef Part) {
      return Part.starts_with("f") || Part.starts_with("bf") ||
             Part.starts_with("e4m3") || Part.starts_with("e5m2") ||
             Part.starts_with("tf32");
    });
    Cost.Class =
        OfFloats ? InstructionClass::Conversion : InstructionClass::Int;
    Cost.Count = OfFloats ? Line.Count : 0;
    break;
  }
  case PtxUnit::Barrier:
    Cost.Class = InstructionClass::Barrier;
    break;
  case PtxUnit::Branch:
    Cost.Class = InstructionClass::Branch;
    break;
  case PtxUnit::Other:
    Cost.Class = InstructionClass::Other;
    break;
  case PtxUnit::ByType:
    Cost.Class = classByType(I);
    if (Cost.Class != InstructionClass::Int)
      Cost.Operations = Line.Operations;
    else if (const auto Type = typeOf(I); Type && Type->Bits == 64)
      Cost.Count *= 2;
    break;
  case PtxUnit::Access:
    Cost.Count = 0;
    break;
  }
  // A special register is read, which takes an instruction.
  if (Line.Form == PtxForm::Move && I.Operands.size() == 2 &&
      !I.Operands[1].Elements.empty() &&
      StringRef(I.Operands[1].Elements.front()).starts_with("%"))
    Cost = {InstructionClass::Other, 1};
  return Cost;
}

static constexpr StringLiteral CallPrefix = "ptx.";

std::string ptxCallName(StringRef Opcode) {
  return (CallPrefix + Opcode).str();
}

std::optional<OperationCost> ptxCallCost(StringRef Name) {
  if (!Name.consume_front(CallPrefix))
    return std::nullopt;
  PtxInstruction I;
  I.Opcode = Name.str();
  return ptxCost(I);
}

bool isPtxCallOfHalves(StringRef Name) {
  PtxInstruction I;
  I.Opcode = Name.str();
  return Name.starts_with(CallPrefix) && isOfHalves(I);
}

} // namespace kernelcast
