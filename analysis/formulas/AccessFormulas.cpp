//===- AccessFormulas.cpp - Executions and sectors as formulas ------------===//
//
// ExecutionPath has the guards and loops of an access. Guards and address are
// multiplied out and split along threadIdx.x; the rest is writing down text.
//===----------------------------------------------------------------------===//
#include "analysis/formulas/AccessFormulas.h"
#include "analysis/access/BankConflicts.h"
#include "analysis/formulas/ExecutionPath.h"
#include "analysis/formulas/Formulas.h"
#include "analysis/formulas/RowGuards.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelcast;

namespace {

/// Writes the formulas of one access, or of whatever else lies on a path.
class FormulaWriter {
public:
  FormulaWriter(const KernelModel &Kernel, const ExecutionPath &Path,
                unsigned WarpSize, const GpuSpec *Gpu = nullptr,
                bool MayJoin = true)
      : Kernel(Kernel), Path(Path), W(WarpSize), Gpu(Gpu), MayJoin(MayJoin) {
    HasFormulas = readPath();
  }

  /// Without \p Access only executions.
  AccessFormulas write(const MemoryAccess *Access) {
    if (!HasFormulas)
      return {};
    std::optional<AlongX> Address, SharedAddress;
    if (Access && Access->Array != None && Access->Bytes <= 32 &&
        llvm::isPowerOf2_32(Access->Bytes) && isAround(Access->Address)) {
      if (Access->Space == MemorySpace::Shared)
        SharedAddress = addressOf(*Access);
      else if (Access->Space == MemorySpace::Global ||
               Access->Space == MemorySpace::Constant)
        Address = addressOf(*Access);
    }
    joinRows(Address);
    std::optional<std::string> Active = activeLanes();
    if (!Active)
      return {};
    RowLanes = *Active;
    AccessFormulas Result;
    std::string Lanes = std::to_string(W);
    bool All = *Active == Threads;
    Result.LaneExecutions = total(*Active);
    Result.WarpExecutions = total(
        All ? *Active + " / " + Lanes
            : "(" + *Active + " + " + std::to_string(W - 1) + ") / " + Lanes);
    if (Address)
      if (std::optional<std::string> Row =
              sectors(*Address, Access->Bytes, *Active, All))
        Result.Sectors = total(*Row);
    if (SharedAddress && Gpu)
      if (std::optional<std::string> Row =
              bankCycles(*SharedAddress, *Access, *Active, All))
        Result.BankCycles = total(*Row);
    Result.Holds = "blockDim.x % " + Lanes + " == 0";
    for (const std::string &Condition : Holds)
      Result.Holds += " && " + Condition;
    for (const std::string *Text :
         {&Result.LaneExecutions, &Result.Sectors, &Result.BankCycles})
      if (Text->size() > MaxText)
        return {};
    return Result;
  }

  /// After write() of both: the warps with lanes on this path that are not on
  /// \p Inner, which starts as this one does. In a row those are its threads
  /// from the Inner ones' number on.
  std::string withoutInner(const FormulaWriter &Inner) const {
    if (RowLanes.empty() || Inner.RowLanes.empty() || OneRow != Inner.OneRow)
      return "";
    std::string Less = Inner.RowLanes;
    for (const std::string &Other : Inner.Guards.Others)
      Less = "(" + Other + " ? " + Less + " : 0)";
    std::string Lanes = std::to_string(W);
    std::string Text =
        total(grouped(Less) + " < " + grouped(RowLanes) + " ? (" + RowLanes +
              " + " + std::to_string(W - 1) + ") / " + Lanes + " - " +
              grouped(Less) + " / " + Lanes + " : 0");
    return Text.size() > MaxText ? "" : Text;
  }
  bool isOneRow() const { return OneRow; }

private:
  static constexpr size_t MaxText = 1000;
  const KernelModel &Kernel;
  const ExecutionPath &Path;
  unsigned W;
  const GpuSpec *Gpu; ///< for bank cycles
  bool MayJoin;       ///< rows of blocks along x
  bool HasFormulas;   ///< what is on the path has
  std::vector<std::string> Holds;
  std::string RowLanes; ///< that execute it, of one row
  RowGuards Guards;
  std::vector<std::string> Trips;     ///< parallel to Path.Loops
  std::string Threads = "blockDim.x"; ///< of a row
  bool OneRow = false; ///< the rows of all blocks along x are one

  bool isAround(const Expr *E) const {
    return countsOnly(
        E, [&](LoopId L) { return llvm::is_contained(Path.Loops, L); });
  }

  /// Guards and trip counts of the path; false where one has no formula.
  bool readPath() {
    for (const Guard &G : Path.Guards)
      if (!isAround(G.Condition) || !staysWhole(G.Condition, Holds) ||
          !Guards.add(G.Condition, G.Side))
        return false;
    for (LoopId L : Path.Loops) {
      TripFormula Trip = tripFormula(Kernel, Kernel.Loops[L]);
      if (!Trip.Holds.empty())
        Holds.push_back(Trip.Holds);
      Trips.push_back(std::move(Trip.Text));
      if (Trips.back().empty() || mentions(Trips.back(), "threadIdx.x"))
        return false;
    }
    if (Path.TestsAgain)
      Trips.front() = grouped(Trips.front()) + " + 1";
    return true;
  }

  std::optional<AlongX> addressOf(const MemoryAccess &Access) {
    std::optional<Sum> All = sumOfProducts(Access.Address);
    if (!All)
      return std::nullopt;
    // Arrays begin at whole lines, elements at multiples of their size.
    llvm::erase_if(*All, [](const Product &P) {
      return P.Number == 1 && P.Factors.size() == 1 &&
             P.Factors[0]->op() == Op::Base;
    });
    if (llvm::any_of(*All, [&](const Product &P) {
          return P.Number % int64_t(Access.Bytes) != 0;
        }))
      return std::nullopt;
    std::optional<AlongX> Form = alongX(*All);
    if (!Form || !sumText(Form->Stride) || !sumText(Form->Rest))
      return std::nullopt;
    return Form;
  }

  void joinRows(std::optional<AlongX> &Address) {
    std::optional<AlongX> Joined = Address;
    std::vector<AlongX> Bounds = Guards.Bounds;
    auto Mentions = [](const std::string &Text) {
      return mentions(Text, "blockIdx.x");
    };
    if (!MayJoin || (Joined && !takeBlocksAlongX(*Joined)) ||
        !llvm::all_of(Bounds, takeBlocksAlongX) ||
        llvm::any_of(Guards.Others, Mentions) || llvm::any_of(Trips, Mentions))
      return;
    OneRow = true;
    Threads = "gridDim.x * blockDim.x";
    Address = Joined;
    Guards.Bounds = Bounds;
  }

  /// How many threads of a row execute the access: its first ones.
  std::optional<std::string> activeLanes() const {
    std::string Least = Threads;
    for (const AlongX &Bound : Guards.Bounds) {
      std::optional<std::string> Text = sumText(Bound.Rest);
      if (!Text)
        return std::nullopt;
      Least = "min(" + *Text + ", " + Least + ")";
    }
    return Guards.Bounds.empty() ? Least : "max(" + Least + ", 0)";
  }

  /// Distinct sectors of one row.
  std::optional<std::string> sectors(const AlongX &Address, unsigned Bytes,
                                     const std::string &Active, bool All) {
    bool Fixed = llvm::all_of(
        Address.Stride, [](const Product &P) { return P.Factors.empty(); });
    int64_t Stride = 0;
    for (const Product &P : Address.Stride)
      Stride += P.Number;
    std::string Offset = *sumText(Address.Rest, 32);
    std::string Lanes = std::to_string(W);
    if (Fixed && (Stride >= 32 || Stride <= -32))
      return Active;
    if (Fixed && Stride == 0) // one element
      return "(" + Active + " + " + std::to_string(W - 1) + ") / " + Lanes;
    if (Fixed && Stride == Bytes && Offset == "0") // no gaps
      return All ? Active + " / " + Lanes + " * " +
                       std::to_string(W * Bytes / 32)
                 : "(" + Active + " * " + std::to_string(Bytes) + " + 31) / 32";
    auto Of = [&](const std::string &Count) {
      return Fixed ? touched(Stride, Offset, Bytes, Count)
                   : touched(Address, Offset, Bytes, Count);
    };
    std::string Whole = Active + " / " + Lanes + " * " + grouped(Of(Lanes));
    if (All)
      return Whole;
    std::string Rest = Active + " % " + Lanes;
    return Whole + " + (" + Rest + " > 0 ? " + Of("(" + Rest + ")") + " : 0)";
  }

  /// Cycles of the banks for one row. With a fixed stride of whole words they
  /// depend on how many lanes there are, not on where these begin: other words,
  /// but the same distances from bank to bank.
  std::optional<std::string> bankCycles(const AlongX &Address,
                                        const MemoryAccess &Access,
                                        const std::string &Active, bool All) {
    int64_t Stride = 0;
    for (const Product &P : Address.Stride) {
      if (!P.Factors.empty())
        return std::nullopt;
      Stride += P.Number;
    }
    if (Access.Bytes % 4 != 0 || Stride % 4 != 0 || W > 64 ||
        std::abs(Stride) > (1 << 20) ||
        Kernel.Arrays[Access.Array].SharedOffset % Access.Bytes != 0)
      return std::nullopt;
    std::vector<unsigned> Cycles;
    std::vector<int64_t> Addresses;
    for (unsigned L = 0; L != W; ++L)
      Addresses.push_back(std::abs(Stride) * int64_t(L));
    for (unsigned L = 1; L <= W; ++L)
      Cycles.push_back(bankCost(Addresses, ~uint64_t(0) >> (64 - L),
                                Access.Bytes, Gpu->Banks,
                                static_cast<unsigned>(Gpu->NumBanks.Value))
                           .Cycles);
    std::string Lanes = std::to_string(W);
    std::string Whole =
        Active + " / " + Lanes + " * " + std::to_string(Cycles.back());
    if (All)
      return Whole;
    // One more cycle with every Step lanes.
    auto Step = unsigned(
        llvm::find_if(Cycles, [&](unsigned C) { return C != Cycles.front(); }) -
        Cycles.begin());
    for (unsigned L = 1; L <= W; ++L)
      if (Cycles[L - 1] != Cycles.front() * ((L + Step - 1) / Step))
        return std::nullopt;
    return Whole + " + (" + Active + " % " + Lanes + " + " +
           std::to_string(Step - 1) + ") / " + std::to_string(Step) + " * " +
           std::to_string(Cycles.front());
  }

  /// f(Count) for a stride of less than 32 bytes.
  static std::string touched(int64_t Stride, const std::string &Offset,
                             unsigned Bytes, const std::string &Count) {
    std::string Span =
        std::to_string(std::abs(Stride)) + " * " + grouped(Count + " - 1");
    std::string Lowest = Stride < 0 ? Offset + " - " + Span : Offset;
    if (!llvm::all_of(Lowest, llvm::isDigit))
      Lowest = "((" + Lowest + ") & 31)";
    return "(" + Lowest + " + " + Span + " + " + std::to_string(Bytes - 1) +
           ") / 32 + 1";
  }
  static std::string touched(const AlongX &Address, const std::string &Offset,
                             unsigned Bytes, const std::string &Count) {
    std::string Stride = *sumText(Address.Stride);
    std::string Steps = " * " + grouped(Count + " - 1");
    std::string Lowest = Offset == "0" ? "" : Offset + " + ";
    return "(abs(" + Stride + ") >= 32 ? " + Count + " : (((" + Lowest +
           "min(" + Stride + ", 0)" + Steps + ") & 31) + abs(" + Stride + ")" +
           Steps + " + " + std::to_string(Bytes - 1) + ") / 32 + 1)";
  }

  /// \p Row summed over the iterations of the loops around and over all rows.
  std::string total(std::string Row) const {
    for (const std::string &Other : Guards.Others)
      Row = Other + " ? " + Row + " : 0";
    bool IsSum = !Guards.Others.empty() || llvm::StringRef(Row).contains('?') ||
                 llvm::StringRef(Row).contains('+');
    auto Over = [&](const std::string &Name, const std::string &Count) {
      if (mentions(Row, Name)) {
        Row = "sum(" + Name + " < " + grouped(Count) + ", " + Row + ")";
        IsSum = false;
      } else {
        // A quotient must come first: a * (b / c) is not a * b / c.
        Row = (IsSum ? "(" + Row + ")" : Row) + " * " + grouped(Count);
        IsSum = false;
      }
    };
    for (auto [L, Count] : llvm::zip(Path.Loops, Trips))
      Over("k" + std::to_string(L), Count);
    if (!OneRow)
      Over("blockIdx.x", "gridDim.x");
    for (const char *Axis : {"y", "z"}) {
      Over(std::string("threadIdx.") + Axis, std::string("blockDim.") + Axis);
      Over(std::string("blockIdx.") + Axis, std::string("gridDim.") + Axis);
    }
    return Row;
  }
};

} // namespace

std::vector<AccessFormulas>
kernelcast::accessFormulas(const KernelModel &Kernel, unsigned WarpSize,
                           const GpuSpec *Gpu) {
  std::vector<AccessFormulas> Result(Kernel.Accesses.size());
  if (Kernel.Irreducible)
    return Result;
  ExecutionPaths Paths(Kernel);
  std::map<const ExecutionPath *, FormulaWriter> Writers;
  for (auto [Access, Formulas] : llvm::zip(Kernel.Accesses, Result))
    if (Access.Address && Access.Block < Kernel.Blocks.size())
      if (const ExecutionPath *Path = Paths.to(Access.Block))
        Formulas = FormulaWriter(
                       Writers.try_emplace(Path, Kernel, *Path, WarpSize, Gpu)
                           .first->second)
                       .write(&Access);
  return Result;
}

/// Of the lanes on \p Outer those that \p Inner leaves behind.
static AccessFormulas leftBehind(const KernelModel &Kernel, unsigned WarpSize,
                                 const ExecutionPath &Outer,
                                 const ExecutionPath &Inner) {
  FormulaWriter Fewer(Kernel, Inner, WarpSize);
  AccessFormulas Result = Fewer.write(nullptr);
  FormulaWriter All(Kernel, Outer, WarpSize, nullptr, Fewer.isOneRow());
  All.write(nullptr);
  Result.WarpExecutions = All.withoutInner(Fewer);
  Result.LaneExecutions.clear();
  return Result;
}

/// A block that several conditions in a row lead to, where whoever passes them
/// all goes on elsewhere: `if (x >= n || y >= n) return;`
static AccessFormulas fallenOut(const BasicBlock &Block,
                                const KernelModel &Kernel, unsigned WarpSize,
                                ExecutionPaths &Paths) {
  auto Branches = [&](BlockId P) {
    const BasicBlock &B = Kernel.Blocks[P];
    return P < Block.Id && B.Condition && B.Successors.size() == 2 &&
           B.Successors[0] != B.Successors[1] && B.Loop == Block.Loop;
  };
  if (Block.Predecessors.empty() || !llvm::all_of(Block.Predecessors, Branches))
    return {};
  llvm::SmallVector<BlockId, 2> Order(Block.Predecessors);
  llvm::sort(Order, std::greater<>());
  const BasicBlock &Last = Kernel.Blocks[Order.front()];
  BlockId Next = Last.Successors[Last.Successors[0] == Block.Id ? 1 : 0];
  const ExecutionPath *Inner = Paths.to(Next);
  const ExecutionPath *Outer = Paths.to(Order.back());
  if (!Inner || !Outer || Inner->TestsAgain || Outer->TestsAgain ||
      Inner->Loops != Outer->Loops ||
      Inner->Guards.size() != Outer->Guards.size() + Order.size())
    return {};
  for (auto [G, P] : llvm::zip(Inner->Guards, Order))
    if (G.Condition != Kernel.Blocks[P].Condition ||
        G.Side != (Kernel.Blocks[P].Successors[1] == Block.Id))
      return {};
  return leftBehind(Kernel, WarpSize, *Outer, *Inner);
}

std::vector<ExecutionFormulas>
kernelcast::executionFormulas(const KernelModel &Kernel, unsigned WarpSize) {
  std::vector<ExecutionFormulas> Result(Kernel.Blocks.size());
  if (Kernel.Irreducible)
    return Result;
  ExecutionPaths Paths(Kernel);
  for (auto [Block, Formulas] : llvm::zip(Kernel.Blocks, Result)) {
    if (Block.OnWayOut)
      continue;
    const ExecutionPath *Path = Paths.to(Block.Id);
    if (Path)
      Formulas.Whole = FormulaWriter(Kernel, *Path, WarpSize).write(nullptr);
    if (Formulas.Whole.WarpExecutions.empty())
      Formulas.Whole = fallenOut(Block, Kernel, WarpSize, Paths);
    if (!Path || !Block.Condition || Path->TestsAgain)
      continue;
    ExecutionPath Behind[2] = {*Path, *Path};
    for (unsigned Side : {0u, 1u})
      Behind[Side].Guards.insert(Behind[Side].Guards.begin(),
                                 {Block.Condition, Side == 0});
    for (unsigned Side : {0u, 1u}) {
      AccessFormulas &Text = Formulas.Sides[Side];
      Text = FormulaWriter(Kernel, Behind[Side], WarpSize).write(nullptr);
      if (Text.WarpExecutions.empty())
        Text = leftBehind(Kernel, WarpSize, *Path, Behind[1 - Side]);
    }
  }
  return Result;
}
