//===- AccessFormulas.cpp - Executions and sectors as formulas ------------===//
//
// ExecutionPath has the guards and loops of an access. Guards and address are
// multiplied out and split along threadIdx.x; the rest is writing down text.
//===----------------------------------------------------------------------===//
#include "analysis/specialize/AccessFormulas.h"
#include "analysis/control/Formulas.h"
#include "analysis/control/SumOfProducts.h"
#include "analysis/specialize/ExecutionPath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelcast;

namespace {

/// Stride * threadIdx.x + Rest.
struct AlongX {
  Sum Stride, Rest;
};

bool dependsOn(const Expr *E, Coordinate Which) {
  bool Found = false;
  visitPostOrder(E, [&](const Expr *N) { Found |= isCoordinate(N, Which); });
  return Found;
}

bool dependsOn(const Sum &S, Coordinate Which) {
  return llvm::any_of(S, [&](const Product &P) {
    return llvm::any_of(P.Factors, [&](const Expr *Factor) {
      return dependsOn(Factor, Which);
    });
  });
}

std::optional<AlongX> alongX(const Sum &All) {
  AlongX Result;
  for (const Product &P : All) {
    Product Left = P;
    auto *At = llvm::find_if(Left.Factors, [](const Expr *F) {
      return isCoordinate(F, Coordinate::ThreadX);
    });
    bool Varies = At != Left.Factors.end();
    if (Varies)
      Left.Factors.erase(At);
    if (dependsOn(Sum{Left}, Coordinate::ThreadX))
      return std::nullopt;
    (Varies ? Result.Stride : Result.Rest).push_back(Left);
  }
  return Result;
}

/// Takes Stride * blockIdx.x * blockDim.x out of Rest, so that what is left is
/// in terms of the global number; false where it is not.
bool takeBlocksAlongX(AlongX &Form) {
  Sum Rest = Form.Rest;
  for (const Product &P : Form.Stride) {
    auto *Partner = llvm::find_if(Rest, [&](const Product &Q) {
      llvm::SmallVector<const Expr *, 4> Left;
      unsigned Blocks = 0, Sizes = 0;
      for (const Expr *F : Q.Factors)
        if (isCoordinate(F, Coordinate::BlockX) && !Blocks)
          ++Blocks;
        else if (isCoordinate(F, Coordinate::BlockSizeX) && !Sizes)
          ++Sizes;
        else
          Left.push_back(F);
      return Q.Number == P.Number && Blocks && Sizes && Left == P.Factors;
    });
    if (Partner == Rest.end())
      return false;
    Rest.erase(Partner);
  }
  if (dependsOn(Rest, Coordinate::BlockX) ||
      dependsOn(Form.Stride, Coordinate::BlockX))
    return false;
  Form.Rest = std::move(Rest);
  return true;
}

/// The first threads of a row, those that pass all guards.
struct RowGuards {
  std::vector<AlongX> Bounds;      ///< Rest > threadIdx.x, that is Stride is -1
  std::vector<std::string> Others; ///< without threadIdx.x: 0 or 1

  bool add(const Expr *Condition, bool Side, unsigned Depth = 0) {
    Op Operation = Condition->op();
    if (Operation == Op::Not)
      return add(Condition->operand(0), !Side, Depth + 1);
    if (!dependsOn(Condition, Coordinate::ThreadX)) {
      std::string Text = formulaText(Condition);
      Others.push_back((Side ? "" : "!") + grouped(Text));
      return !Text.empty();
    }
    if (Depth > 16)
      return false;
    if (Operation == (Side ? Op::And : Op::Or) &&
        Condition->type() == ScalarType::truth())
      return add(Condition->operand(0), Side, Depth + 1) &&
             add(Condition->operand(1), Side, Depth + 1);
    bool Equals = Operation == (Side ? Op::Equal : Op::NotEqual);
    if (Operation != Op::Less && Operation != Op::LessEqual && !Equals)
      return false;
    const Expr *A = Condition->operand(0), *B = Condition->operand(1);
    if (A->type().Float)
      return false;
    if (Equals)
      return addFirst(A, B);
    // A < B or A <= B; the other side is B <= A or B < A.
    if (!Side)
      std::swap(A, B);
    bool Equal = (Operation == Op::LessEqual) == Side;
    std::optional<Sum> Low = sumOfProducts(A), High = sumOfProducts(B);
    if (!Low || !High)
      return false;
    for (Product &P : *Low) {
      P.Number = -P.Number;
      High->push_back(P);
    }
    if (Equal)
      High->push_back({1, {}});
    std::optional<AlongX> Form = alongX(*High);
    if (!Form || Form->Stride.size() != 1 || Form->Stride[0].Number != -1 ||
        !Form->Stride[0].Factors.empty())
      return false;
    Bounds.push_back(std::move(*Form));
    return true;
  }

private:
  /// threadIdx.x + R == 0 with R >= 0: that is threadIdx.x < 1 - R.
  bool addFirst(const Expr *A, const Expr *B) {
    if (B->op() == Op::Coordinate)
      std::swap(A, B);
    std::optional<Sum> All = sumOfProducts(A);
    if (!All || !B->isConstant(0) || llvm::any_of(*All, [](const Product &P) {
          return P.Number < 0 ||
                 !llvm::all_of(
                     P.Factors,
                     [](const Expr *F) { return F->op() == Op::Coordinate; });
        }))
      return false;
    for (Product &P : *All)
      P.Number = -P.Number;
    All->push_back({1, {}});
    std::optional<AlongX> Form = alongX(*All);
    if (!Form || Form->Stride.size() != 1 || Form->Stride[0].Number != -1 ||
        !Form->Stride[0].Factors.empty())
      return false;
    Bounds.push_back(std::move(*Form));
    return true;
  }
};

/// Writes the formulas of one access.
class FormulaWriter {
public:
  FormulaWriter(const KernelModel &Kernel, const ExecutionPath &Path,
                unsigned WarpSize)
      : Kernel(Kernel), Path(Path), W(WarpSize) {}

  AccessFormulas write(const MemoryAccess &Access) {
    std::vector<std::string> Holds;
    auto Around = [&](LoopId L) { return llvm::is_contained(Path.Loops, L); };
    for (const Guard &G : Path.Guards)
      if (!countsOnly(G.Condition, Around) || !staysWhole(G.Condition, Holds) ||
          !Guards.add(G.Condition, G.Side))
        return {};
    for (LoopId L : Path.Loops) {
      TripFormula Trip = tripFormula(Kernel, Kernel.Loops[L]);
      if (!Trip.Holds.empty())
        Holds.push_back(Trip.Holds);
      Trips.push_back(std::move(Trip.Text));
      if (Trips.back().empty() || mentions(Trips.back(), "threadIdx.x"))
        return {};
    }
    std::optional<AlongX> Address;
    bool HasSectors = (Access.Space == MemorySpace::Global ||
                       Access.Space == MemorySpace::Constant) &&
                      Access.Array != None && Access.Bytes <= 32 &&
                      llvm::isPowerOf2_32(Access.Bytes);
    if (HasSectors && countsOnly(Access.Address, Around))
      Address = addressOf(Access);
    joinRows(Address);
    std::optional<std::string> Active = activeLanes();
    if (!Active)
      return {};
    AccessFormulas Result;
    std::string Lanes = std::to_string(W);
    bool All = *Active == Threads;
    Result.LaneExecutions = total(*Active);
    Result.WarpExecutions = total(
        All ? *Active + " / " + Lanes
            : "(" + *Active + " + " + std::to_string(W - 1) + ") / " + Lanes);
    if (Address)
      if (std::optional<std::string> Row =
              sectors(*Address, Access.Bytes, *Active, All))
        Result.Sectors = total(*Row);
    Result.Holds = "blockDim.x % " + Lanes + " == 0";
    for (const std::string &Condition : Holds)
      Result.Holds += " && " + Condition;
    for (const std::string *Text : {&Result.LaneExecutions, &Result.Sectors})
      if (Text->size() > MaxText)
        return {};
    return Result;
  }

private:
  static constexpr size_t MaxText = 1000;
  const KernelModel &Kernel;
  const ExecutionPath &Path;
  unsigned W;
  RowGuards Guards;
  std::vector<std::string> Trips;     ///< parallel to Path.Loops
  std::string Threads = "blockDim.x"; ///< of a row
  bool OneRow = false; ///< the rows of all blocks along x are one

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
    if ((Joined && !takeBlocksAlongX(*Joined)) ||
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
kernelcast::accessFormulas(const KernelModel &Kernel, unsigned WarpSize) {
  std::vector<AccessFormulas> Result(Kernel.Accesses.size());
  if (Kernel.Irreducible)
    return Result;
  std::vector<FlowRegion> Regions = flowRegions(Kernel);
  for (auto [Access, Formulas] : llvm::zip(Kernel.Accesses, Result))
    if (Access.Address && Access.Block < Kernel.Blocks.size() &&
        !Kernel.Blocks[Access.Block].OnWayOut)
      if (auto Path = executionPath(Access.Block, Kernel, Regions))
        Formulas = FormulaWriter(Kernel, *Path, WarpSize).write(Access);
  return Result;
}
