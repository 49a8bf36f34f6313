//===- KernelModel.h - A kernel, free of Clang and of hardware --*- C++ -*-===//
//
// The first hand-over: all that the source says about a kernel, in terms of
// threads, blocks and arguments that are not known yet. The frontend and the
// program dependence graph produce it; specialize/ evaluates it for a launch.
//
// Control flow is a graph of blocks after inlining, in reverse post order
// (block 0 is the entry; a predecessor with a higher or equal number is a
// loop's latch). Values are expressions (symbolic/Expression.h); only memory
// accesses, barriers and the like are effects with an order.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_KERNELMODEL_H
#define KERNELCAST_ANALYSIS_KERNELMODEL_H

#include "analysis/DeviceQuery.h"
#include "analysis/support/MachineFacts.h"
#include "analysis/support/SourceChange.h"
#include "analysis/symbolic/Expression.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace kernelcast {

using BlockId = unsigned;
using LoopId = unsigned;
using PhiId = unsigned;
using AccessId = unsigned;
using ArrayId = unsigned;
inline constexpr unsigned None = ~0u;

enum class Language : uint8_t { Cuda, OpenCL };
enum class MemorySpace : uint8_t { Global, Shared, Constant, Texture, Local };
enum class AccessKind : uint8_t { Load, Store, Atomic };

/// "global", "shared", "constant", "texture", "local".
llvm::StringRef name(MemorySpace Space);
/// "load", "store", "atomic".
llvm::StringRef name(AccessKind Kind);

/// A memory object: a pointer argument, a global, shared or local variable.
struct ArrayInfo {
  std::string Name;
  MemorySpace Space = MemorySpace::Global;
  uint64_t Bytes = 0;         ///< size where it is static, else 0
  unsigned ElementBytes = 0;  ///< of the declared innermost element
  unsigned Parameter = None;  ///< number of the pointer parameter, if it is one
  bool DynamicShared = false; ///< extern __shared__ or a __local parameter
  uint64_t SharedOffset = 0;  ///< bytes from the start of shared memory
  unsigned SourceLoop = None; ///< innermost loop statement around a local one
  bool InRegisters = false;   ///< local, and every index a constant in the end
  /// Nothing in the kernel writes to it by its own name, to a place that nobody
  /// knows, or in a call that cannot be looked into. Another pointer may lead
  /// to the same memory.
  bool ReadOnly = false;
  SourceSpot Location;
  TextRange Range; ///< of the declaration
};

/// A scalar or pointer that a parameter holds: itself, a member of a structure
/// or an element of a vector.
struct ParameterLeaf {
  uint64_t Offset = 0; ///< in bytes
  ScalarType Type;
  std::string Name;      ///< of its symbol, "view.stride"
  unsigned Array = None; ///< of a pointer
};

struct ParameterInfo {
  std::string Name;
  std::string Type; ///< as written
  bool Pointer = false;
  bool LocalPointer = false; ///< OpenCL __local pointer: size set by the host
  bool Restrict = false;     ///< a restrict pointer
  bool Aggregate = false;    ///< struct or vector: its members are symbols
  ScalarType Scalar;         ///< of a scalar parameter
  unsigned Array = None;     ///< of a pointer parameter
  std::vector<ParameterLeaf> Leaves; ///< in memory order
};

/// Who tells of what a bulk copy moves (BulkCopies.h).
enum class BulkSource : uint8_t {
  None,    ///< it is no bulk copy: lanes access, at most 16 bytes at a time
  Copy,    ///< itself, which brings it to shared memory
  Barrier, ///< where the bytes that come to shared memory are announced
  Other,   ///< itself, which moves it elsewhere
};

/// One memory access in the source, after inlining (each inlined copy is one).
struct MemoryAccess {
  SourceSpot Location;
  TextRange Range; ///< of Text
  AccessKind Kind = AccessKind::Load;
  MemorySpace Space = MemorySpace::Global;
  unsigned Bytes = 4; ///< per lane
  /// What the address is certain to be a multiple of, in bytes, if Bytes is
  /// one as well: 1 for a member of a packed structure, 4 for a vload4 of ints.
  unsigned Alignment = 16;
  unsigned Array = None;         ///< None: cannot be told
  const Expr *Address = nullptr; ///< 64-bit bytes, with its Base leaf
  std::string Text;              ///< the source expression, e.g. "a[i * n + j]"
  std::string Callees;           ///< "f() at 12:3" of each inlined call, or ""
  BlockId Block = 0;
  const Expr *Stored = nullptr; ///< value that a store or atomic writes
  bool FloatingPoint = false;
  bool Volatile = false;
  /// A load of what nobody writes while the kernel runs, as __ldg() says or a
  /// restrict pointer promises. NVIDIA's compilers make it one by way of the
  /// read-only cache.
  bool ReadOnly = false;
  /// An atomic whose operation lanes can do among themselves first, so that one
  /// of them goes to memory for all.
  bool CanGather = false;
  /// And the compiler does so where it sees that all have one address.
  bool Combines = false;
  /// An atomic that adds one: those who come find 0, 1, 2 and so on, if it
  /// begins at 0.
  bool CountsUp = false;
  BulkSource Bulk = BulkSource::None;
  /// The earlier load that has left the value in a register (RepeatedLoads.h,
  /// VectorLoads.h): the source loads here, the compiled code does not. None:
  /// it does.
  unsigned Repeats = None;
  /// The access is part of a piece of memory that is aligned to its size by its
  /// type, of at most 16 bytes: the piece's bytes, and how many of them come
  /// before Address; 0 where types say nothing of what is around it.
  unsigned PieceBytes = 0, PieceOffset = 0;
  /// Per lane, of the instruction that this load is: more than Bytes where it
  /// brings the neighbours along (VectorLoads.h); 0: as many as Bytes.
  unsigned WideBytes = 0;
  /// In compiled code: the number of its instruction in its block of the IR,
  /// where those for debuggers do not count.
  unsigned CodeInstruction = None;
  /// An element at a constant index of a variable whose elements are values:
  /// no access. Kept with the others only until instructions are placed.
  bool Silent = false;

  /// The address that each lane computes, of which those of the first lanes of
  /// the warp are used (MatrixRows.h), where no expression says what they are
  /// in another lane: Address is unknown then. Null: Address it is.
  const Expr *OwnAddress = nullptr;
  unsigned RowLanes = 0; ///< how many are used, where there is an OwnAddress

  /// The address that each lane computes.
  const Expr *computedAddress() const {
    return OwnAddress ? OwnAddress : Address;
  }
  /// Bytes per lane of the instruction.
  unsigned instructionBytes() const { return WideBytes ? WideBytes : Bytes; }
};

/// An access in which lanes share the addresses of the warp's first ones
/// (MatrixRows.h).
struct MatrixRows {
  AccessId Access = None;
  unsigned Lanes = 32; ///< whose addresses count
};

/// An index into a row of an array of several dimensions, not the first one.
struct RowIndex {
  ArrayId Array = None;
  const Expr *Index = nullptr;
  uint64_t Elements = 0; ///< of the row
  BlockId Block = 0;
  SourceSpot Location;
};

/// How the innermost rows of a shared array of several dimensions become
/// longer. The obstacles are those of the text; whether all indices stay within
/// their rows, RowIndex tells for a launch.
struct ArrayPadding {
  ArrayId Array = None;
  std::string File;
  /// Where the innermost dimension begins and ends, behind "[" and before "]".
  TextRange Begin, End;
  bool Parenthesize = false; ///< it is no primary expression, sum or product
  ChangeObstacle Obstacle = ChangeObstacle::None;
  SourceSpot ObstacleAt;

  /// The change that adds \p Elements to each row.
  SourceChange by(unsigned Elements) const;
};

/// What makes an operation of floats one of double precision.
enum class DoubleCause : uint8_t {
  Literal,  ///< a number without the suffix f
  Function, ///< a function of doubles
};

/// An operation in double precision whose operands are floats, or literals, and
/// whose result becomes a float, or is compared.
struct DoubleOperation {
  SourceSpot Location; ///< of the operator or the function's name
  TextRange Range;     ///< of the whole operation
  std::string Text;    ///< as written
  DoubleCause Cause = DoubleCause::Literal;
  /// In single precision. Proved: bit for bit the same.
  SourceChange Change;

  bool isBitIdentical() const { return Change.isProved(); }
};

/// A pointer parameter that is only read through, and how it becomes one to
/// const memory that nothing else leads to.
struct PointerPromise {
  unsigned Parameter = None;
  SourceChange Change;
};

/// A load in a loop that has the same value in every iteration, and how it
/// comes before the loop.
struct LoadHoisting {
  SourceSpot Location; ///< of the load
  TextRange Range;     ///< of the load
  SourceChange Change;
};

/// Where the data of an access come from.
enum class AccessPath : uint8_t {
  Memory,  ///< L1, L2 or DRAM
  OnChip,  ///< shared memory or the constant cache: steps of an SM's own memory
  Operand, ///< an instruction's operand: a constant at a known place, or what
           ///< an earlier load has left in a register
};
AccessPath pathOf(const MemoryAccess &Access);

/// What a warp instruction keeps busy; the names of the JSON report.
enum class InstructionClass : uint8_t {
  Fp32,
  Fp64,
  Int,
  Sfu,
  LoadGlobal,
  StoreGlobal,
  LoadShared,
  StoreShared,
  Atomic,
  Barrier,
  Branch,
  Conversion,
  Other,
};
inline constexpr unsigned NumInstructionClasses = 13;
/// "fp32", "load_global", ... as in the JSON report.
llvm::StringRef name(InstructionClass Class);

enum class EffectKind : uint8_t {
  Access,
  Barrier,
  WarpBarrier,
  Shuffle,
  Vote,
  Fence,          ///< for memory
  Wait,           ///< for other threads, of the block or not: it may order them
  PartialBarrier, ///< of some threads of the block
  Call,
  MatrixProduct, ///< by the tensor cores, for the whole warp
};

/// Whether an instruction of \p Kind is a barrier, of a block or of some of its
/// threads.
inline bool isBarrier(EffectKind Kind) {
  return Kind == EffectKind::Barrier || Kind == EffectKind::PartialBarrier;
}

/// A product of matrices that a warp, or a group of warps, gives to the tensor
/// cores with one instruction: D = A * B + C.
struct MatrixProduct {
  /// What one warp's share of it has of them, the shape's M * N * K over the
  /// warps that take part.
  double MultiplyAdds = 0;
  unsigned OperandBits = 16; ///< of an element of A and B: 64 for double
  /// Bytes of A and B that the cores read in shared memory by themselves, as
  /// wgmma's do; one warp's share. B is taken to be read once for the warps
  /// that take part. Descriptors say where they lie: rows of 16 bytes, of which
  /// eight follow one another or are permuted, so none in another's bank.
  double SharedBytes = 0;

  /// Multiply-adds of 16-bit operands that keep the tensor cores busy for as
  /// long. On every architecture so far the rate doubles where operands are
  /// half as wide, 8 bits on Volta apart, and that of doubles is a sixteenth.
  /// Source: the tables of peak rates in the vendor's architecture papers
  /// (Volta, Turing, Ampere, Ada, Hopper); a multiply-add of tf32, which is
  /// stored in 32 bits, has half the rate of one of halves.
  double work() const {
    return MultiplyAdds * (OperandBits == 64 ? 16 : OperandBits / 16.0);
  }
};

/// A step whose place in the program order matters.
struct Effect {
  EffectKind Kind = EffectKind::Access;
  AccessId Access = None; ///< for EffectKind::Access, one of the kernel's
  SourceSpot Location;
  TextRange Range;       ///< of Text
  std::string Text;      ///< e.g. "__syncthreads()"
  MatrixProduct Product; ///< of EffectKind::MatrixProduct
};

/// What the pipelines are that execute integers and conversions, whose class
/// does not tell (PipeDemands.cpp). Counts, or shares of them.
struct PipelineShares {
  /// Of integers, from Volta on, those that no pipeline but that of
  /// single-precision multiply-adds executes: IMAD; all others are the ALU's.
  double Products = 0;
  double Either = 0; ///< sums, moves and the like, which both execute
  /// Of conversions, those from or to numbers of 64 bits.
  double Wide = 0;
  /// Of conversions, from integers to floats of up to 32 bits, and from these
  /// to shorter ones: from sm_80 on an ALU's affair (I2FP, F2FP).
  double Plain = 0;

  /// Takes in \p More of so many \p Times.
  void add(const PipelineShares &More, double Times) {
    Products += More.Products * Times;
    Either += More.Either * Times;
    Wide += More.Wide * Times;
    Plain += More.Plain * Times;
  }
};
/// Of what a division of integers becomes: products and sums among comparisons,
/// selections and corrections, as in the machine code of nvcc 13 for sm_90.
inline constexpr PipelineShares QuotientPipes{0.35, 0.25};

/// One instruction after redundant ones are removed: a value that is computed
/// here, or an effect. Made by placeInstructions().
struct Instruction {
  InstructionClass Class = InstructionClass::Int;
  const Expr *Value = nullptr; ///< null for effects without a result
  unsigned Effect = None;      ///< index into BasicBlock::Effects
  float Count = 1;             ///< machine instructions that it stands for
  /// Of an access: the address as it is computed, without the constant offset
  /// that the instruction adds itself. Null if nothing is left to compute.
  const Expr *Address = nullptr;
  unsigned Place = None; ///< in KernelModel::Places; None: not known
  float Rare = 0; ///< beside Count, in the code for unusual operands alone
  PipelineShares Pipes = {}; ///< of Count, the shares
};

/// Where code comes from: a line of the source, and the calls on the way there.
struct CodePlace {
  std::string File;
  unsigned Line = 0;
  std::string Callees; ///< as of an access

  friend bool operator==(const CodePlace &A, const CodePlace &B) {
    return std::tie(A.File, A.Line, A.Callees) ==
           std::tie(B.File, B.Line, B.Callees);
  }
  friend bool operator<(const CodePlace &A, const CodePlace &B) {
    return std::tie(A.File, A.Line, A.Callees) <
           std::tie(B.File, B.Line, B.Callees);
  }
};

/// What one place has become of the machine code that runs with a block.
struct PlacedCode {
  unsigned Place = None; ///< as of an instruction
  std::array<unsigned, NumInstructionClasses> Issued{};
  unsigned Bytes = 0;
};

/// Floating-point additions and multiplications, a multiply-add being two: what
/// profilers count as operations (of NVIDIA's, the threads' FADD, FMUL and FFMA
/// whose predicate is true, and those that begin with D and H).
struct FloatOperations {
  double Fp16 = 0; ///< half and bfloat16, of each element
  double Fp32 = 0, Fp64 = 0;

  FloatOperations &operator+=(const FloatOperations &More) {
    Fp16 += More.Fp16;
    Fp32 += More.Fp32;
    Fp64 += More.Fp64;
    return *this;
  }
};

/// What one thread executes of a block of compiled code.
struct ThreadInstructions {
  /// By class, of the instructions without an effect.
  std::array<float, NumInstructionClasses> Counts{};
  /// Of the branches among them, those that its predicate switches off, by what
  /// the block's condition is for the thread.
  float OffIfTrue = 0, OffIfFalse = 0;
};

struct BasicBlock {
  BasicBlock() = default;
  BasicBlock(const BasicBlock &) = default;
  BasicBlock &operator=(const BasicBlock &) = default;
  /// So that a vector of them grows without copies: the members' own moves do
  /// not say that they throw nothing.
  BasicBlock(BasicBlock &&) noexcept = default;
  BasicBlock &operator=(BasicBlock &&) noexcept = default;

  BlockId Id = 0;
  llvm::SmallVector<BlockId, 2> Predecessors;
  /// None: the kernel ends. Two: [0] is taken when Condition is true.
  llvm::SmallVector<BlockId, 2> Successors;
  const Expr *Condition = nullptr; ///< truth value; set iff two successors
  SourceSpot ConditionLocation;
  TextRange ConditionRange;
  std::string ConditionText;
  std::string Callees;            ///< of the condition, as of an access
  bool FromLoopCondition = false; ///< the branch decides about an iteration
  bool TestsAtEnd = false;        ///< at its end is a do-while's condition
  /// The compiled code selects instead of branching (PredicatedBranches.h).
  bool Predicated = false;
  /// And repeated loads stand on its sides: how often these are reached, their
  /// facts tell.
  bool SidesLoad = false;
  LoopId Loop = None;         ///< innermost loop around it
  unsigned SourceLoop = None; ///< innermost loop statement, by lowering
  /// In compiled code: the number of its block of the IR in reverse post order.
  /// Of a switch, which is several blocks here, only the first one has it.
  unsigned CodeBlock = None;
  /// Of compiled code: a short side of a branch, which is issued in line with
  /// what is around it, with lanes switched off.
  bool InLine = false;
  bool OnWayOut = false;       ///< in Loop, but never back to its header
  std::vector<Effect> Effects; ///< in program order
  llvm::SmallVector<PhiId, 4> Phis;
  std::vector<Instruction> Instructions;
  /// Of machine code that was made here: where it comes from, which is not told
  /// instruction by instruction then.
  std::vector<PlacedCode> Machine;
  /// And what each lane moves to memory and back, in one execution, since there
  /// are too few registers, by ascending distance.
  std::vector<SpillReuse> Spills;
  /// And where a wave waits in it, of AMD's code.
  std::vector<MachineStep> Waits;
  /// Of a kernel's compiled code for NVIDIA's GPUs, the block that needs most
  /// registers: if anything is spilled, it is here.
  bool NeedsMostRegisters = false;
  /// The same in the order of the code (CompiledResources::RegistersInOrder).
  bool NeedsMostInOrder = false;
  /// Of one execution by one thread, where the compiled code tells them; else
  /// they follow from Instructions.
  std::optional<FloatOperations> Operations;
  /// Of compiled code. What a predicated side executes stands here in its own
  /// block; Instructions have it in the block of the branch, which issues it.
  std::optional<ThreadInstructions> OfThread;
};

/// A variable's value at a join. Incoming is parallel to the block's
/// Predecessors.
struct PhiNode {
  BlockId Block = 0;
  ScalarType Type;
  std::string Variable;
  llvm::SmallVector<const Expr *, 2> Incoming;
  /// Set when the value has been found in closed form; uses have been
  /// rewritten, the phi is not evaluated.
  const Expr *ClosedForm = nullptr;
};

struct LoopInfo {
  LoopId Id = 0;
  LoopId Parent = None;
  unsigned Depth = 1;
  BlockId Header = 0;
  llvm::SmallVector<BlockId, 2> Latches;
  /// With those of inner loops, ascending; after adoptExitBodies() also blocks
  /// on the way out (the body of an `if` that ends in break or return).
  std::vector<BlockId> Blocks;
  /// (block inside, successor outside), in block order.
  llvm::SmallVector<std::pair<BlockId, BlockId>, 2> Exits;
  /// Iterations of a thread that enters, as an expression over values known
  /// before the loop (64-bit signed, never negative): the number of times that
  /// a latch is taken, plus one for loops that test at the end. Null when
  /// there is no closed form. Exact only if SingleExit.
  const Expr *TripCount = nullptr;
  bool SingleExit = false; ///< the only exit is the one TripCount describes
  bool TestAtEnd = false;  ///< nothing of an iteration comes after that exit
  SourceSpot Location;     ///< of the condition
  TextRange Range;         ///< of the condition
  std::string Text;        ///< the condition as written
  std::string Callees;     ///< of the condition, as of an access
  unsigned UnrollHint = 0; ///< #pragma unroll: 0 none, 1 never, ~0u fully
  /// Taken to be unrolled fully by the compiler: in the code of each iteration
  /// its number is a constant.
  bool Unrolled = false;
  /// Else: iterations that stand one behind the other in the code and share the
  /// loop's control (LoopCopies.h).
  unsigned Copies = 1;
  /// In compiled code: iterations of the source's loop that one of these makes,
  /// and of a loop over what is left over, how many the one in front of it
  /// makes; else 1.
  unsigned Makes = 1, LeftOverOf = 1;

  /// What \p Trips of the source's loop, which nobody can count here, are.
  double tripsFor(double Trips) const {
    return LeftOverOf > 1 ? std::fmod(Trips, LeftOverOf)
                          : std::floor(Trips / Makes);
  }
};

/// Where the launch shape comes from, strongest first.
enum class LaunchSource : uint8_t { Option, HostCode, Attribute, Assumed };
llvm::StringRef name(LaunchSource Source); ///< "option", "host-code", ...

/// A condition on the way to a launch that the device decides, or that excludes
/// the launch: it is made only where the answer is right.
struct LaunchGuard {
  SourceSpot Location;
  const Expr *Condition = nullptr;
  bool Right = true; ///< what Condition has to be
};

/// A host Symbol that a loop around a launch changes. Its default is the value
/// in the first round.
struct VaryingSymbol {
  std::string Name;
  const Expr *Next = nullptr; ///< in the next round; null: not followed
  /// Whether the loop goes on with a round that has the value; null: not known.
  const Expr *GoesOn = nullptr;
  bool EndsEarly = false; ///< the loop's body may leave it
};

/// A launch found in host code; the expressions are over host Symbols.
struct LaunchSite {
  SourceSpot Location;
  std::array<const Expr *, 3> Grid{};  ///< blocks; null: not analysable
  std::array<const Expr *, 3> Block{}; ///< threads
  const Expr *DynamicShared = nullptr; ///< bytes
  /// Parallel to Parameters; null where unknown. Pointers are null.
  std::vector<const Expr *> Arguments;
  /// Parallel to Parameters: the allocation that a pointer leads into. Those
  /// with different numbers are different; nothing: not known.
  std::vector<std::optional<unsigned>> Allocations;
  /// Parallel to Parameters: bytes of that allocation; null where unknown.
  std::vector<const Expr *> AllocationBytes;
  /// Parallel to Parameters: whether a pointer is null.
  std::vector<bool> Null;
  /// Parallel to Parameters: whether host code gives the memory that a pointer
  /// leads to, as far as names tell, to a pointer elsewhere that is written
  /// through, that of another kernel or of another parameter. Empty unless it
  /// was asked for.
  std::vector<bool> WrittenElsewhere;
  /// What host code gives a symbol (by name) where no command line, file or
  /// device query says otherwise: int n = 1024; if (argc > 1) n = atoi(...).
  /// Values from here are assumed, never exact.
  std::vector<std::pair<std::string, int64_t>> Defaults;
  /// What host code asks of the device, by symbol.
  std::vector<std::pair<std::string, DeviceQuery>> Queries;
  /// Those of the branches around it, and of branches in front that leave.
  std::vector<LaunchGuard> Guards;
  /// It is one of several that the value of a variable chooses from: a case of
  /// a switch, or behind an equality. Other values that nobody gave may not go
  /// with it.
  bool Chosen = false;
  /// It goes to a stream other than the default one, as far as the handle's
  /// name tells: other kernels may run beside it.
  bool InStream = false;
  /// What loops of the host around it change from one launch to the next.
  std::vector<VaryingSymbol> Varying;
  std::string Note; ///< why something is null
};

/// What makes an operation slow on a GPU.
enum class SlowKind : uint8_t {
  IntegerDivision, ///< or remainder, by a number that is no constant
  Double,          ///< double precision
};

/// An operation that takes long, with its place.
struct SlowOperation {
  SlowKind Kind = SlowKind::IntegerDivision;
  SourceSpot Location; ///< of the operator, or of a function's name
  TextRange Range;     ///< of Text
  std::string Text;    ///< "i / n"
  std::string Callees; ///< as of an access
  /// The result as it is calculated; instructions that compute it have it as
  /// their Value. One that stands in several places is listed with the first.
  const Expr *Value = nullptr;
};

/// How far the kernel could be modelled.
enum class ModelStatus : uint8_t { Modelled, Partial, NotModelled };
llvm::StringRef name(ModelStatus Status); ///< "modelled", ...

/// What a thread's machine code takes.
struct CompiledResources {
  unsigned Registers = 0;    ///< as they are handed out
  unsigned ScratchBytes = 0; ///< local variables and spilled registers
  unsigned CodeBytes = 0;    ///< of the kernel, 0 if it is not known
  /// More than a thread can have, if the assembler may need as many
  /// (RegisterEstimate::InOrder); else 0.
  unsigned RegistersInOrder = 0;
  unsigned RegisterLimit = 0; ///< the most that the compiler gives a thread
};

struct KernelModel {
  std::string Name;
  std::string QualifiedName; ///< with namespaces and template arguments
  std::vector<std::string> TemplateArguments;
  kernelcast::Language Lang = Language::Cuda;
  SourceSpot Location;
  ModelStatus Status = ModelStatus::Modelled;
  std::vector<std::string> Reasons; ///< for everything that is not modelled
  /// Makes the kernel partial for the reason \p Why at \p Where, if that is
  /// known. A reason is kept once, and of many the first 32 are.
  void lacks(std::string Why, const SourceSpot &Where);

  std::unique_ptr<ExpressionPool> Pool;
  std::vector<ParameterInfo> Parameters;
  std::vector<ArrayInfo> Arrays;
  std::vector<BasicBlock> Blocks;
  std::vector<PhiNode> Phis;
  std::vector<LoopInfo> Loops; ///< outer before inner
  /// The loop statement around each loop statement, by BasicBlock::SourceLoop.
  std::vector<unsigned> SourceLoopParent;
  std::vector<unsigned> SourceLoopUnroll; ///< LoopInfo::UnrollHint of each
  std::vector<MemoryAccess> Accesses;
  /// At most 1,000; in compiled code all, without texts, and of divisions those
  /// by what is no constant.
  std::vector<SlowOperation> SlowOperations;
  std::vector<CodePlace> Places; ///< of instructions, each one once
  /// By place, the most registers in use at its instructions; empty where they
  /// are not estimated from the values that live there.
  std::vector<unsigned> RegistersAt;
  bool Irreducible = false; ///< all conditions true, no loops
  bool FastMath = false;    ///< compiled to approximate (-use_fast_math)
  /// Compiled so that floats are not rounded as IEEE 754 demands (-ftz=true).
  bool InexactFloats = false;
  bool InexactSums = false; ///< and that of more than roots

  uint64_t StaticSharedBytes = 0;
  bool UsesDynamicShared = false;
  unsigned MaxThreadsPerBlock = 0;         ///< __launch_bounds__, 0 if none
  unsigned MinBlocksPerSM = 0;             ///< __launch_bounds__, 0 if none
  std::array<unsigned, 3> RequiredBlock{}; ///< reqd_work_group_size, or zeros
  unsigned EstimatedRegisters = 0;         ///< from the values alive at once
  /// What machine code takes that a compiler has made here; none was made.
  std::optional<CompiledResources> Resources;
  std::vector<LaunchSite> Launches;
  /// Launches that host code makes beyond those, which are as many as are
  /// looked at: places, once for each chain of calls that leads there.
  unsigned LaunchesLeftOut = 0;
  /// Its address goes somewhere, so that there may be others.
  bool MayBeLaunchedUnseen = false;

  std::vector<kernelcast::MatrixRows> MatrixRows;
  /// Bulk copies that do not say how many bytes they move.
  std::vector<AccessId> UnsizedCopies;
  /// Bulk copies bring boxes to shared memory whose size the host knows.
  bool BringsBoxes = false;
  std::vector<RowIndex> RowIndices;
  // What may be written otherwise; proved or not.
  std::vector<ArrayPadding> Paddings;
  std::vector<DoubleOperation> DoubleOperations;
  std::vector<PointerPromise> PointerPromises;
  std::vector<LoadHoisting> LoadHoistings;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_KERNELMODEL_H
