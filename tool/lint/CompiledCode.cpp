//===- CompiledCode.cpp - What compilers leave of the source --------------===//

#include "tool/lint/CompiledCode.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

void CompiledCode::add(const MemoryAccess &Access, const AccessFacts &Facts,
                       Sum &To) {
  if (!(Facts.WarpExecutions.Value > 0))
    return;
  To.Warps += Facts.WarpExecutions;
  To.Sectors += Facts.Sectors.Value;
  To.BankCycles += Facts.BankCycles.Value;
  To.Source = weaker(To.Source, Facts.Source);
  To.Widths.insert(Access.instructionBytes());
}

CompiledCode::CompiledCode(const WarpProfile &Source, const WarpProfile &Code)
    : Source(Source), Code(Code) {
  for (const auto &[Access, Facts] :
       zip(Source.Kernel->Accesses, Source.Accesses))
    if (!Access.Silent && Access.Repeats == kernelcast::None)
      add(Access, Facts, Said[{Access.Location, Access.Kind}]);
  for (const auto &[Access, Facts] : zip(Code.Kernel->Accesses, Code.Accesses))
    if (Access.Location.isValid())
      add(Access, Facts, Made[{Access.Location, Access.Kind}]);
  for (const BasicBlock &Block : Code.Kernel->Blocks)
    if (Block.Condition)
      Branches.insert(Block.ConditionLocation);
}

std::optional<CompiledCode::Sum>
CompiledCode::unplaced(const MemoryAccess &Access) const {
  Sum Found;
  for (const auto &[Each, Facts] : zip(Code.Kernel->Accesses, Code.Accesses))
    if (!Said.count({Each.Location, Each.Kind}) && Each.Kind == Access.Kind &&
        Each.Array == Access.Array &&
        Each.instructionBytes() == Access.instructionBytes())
      add(Each, Facts, Found);
  if (Found.Widths.empty())
    return std::nullopt;
  return Found;
}

/// Whether \p Made has the traffic a warp of \p Said, and if \p Often is made
/// no less often, as far as both are known.
bool CompiledCode::agree(const Sum &Said, const Sum &Made, bool Often) {
  // Compilers may skip what lanes do not need at the edges of the data.
  constexpr double Edges = 0.02, Sampling = 0.1;
  const bool Sampled =
      weaker(Said.Source, Made.Source) == How::Sampled ||
      weaker(Said.Warps.Source, Made.Warps.Source) == How::Sampled;
  const double Within = Sampled ? Sampling : Edges;
  // Of copies of a loop some may find the value in a register.
  constexpr double Left = 0.5;
  if (Often && Said.Warps.Source != How::Assumed &&
      Made.Warps.Source != How::Assumed &&
      Made.Warps.High < Said.Warps.Low * Left)
    return false;
  if (Said.Source == How::Assumed || Made.Source == How::Assumed)
    return true;
  auto same = [&](double A, double B) {
    A /= Said.Warps.Value, B /= Made.Warps.Value;
    return std::abs(A - B) <= Within * std::max(A, B);
  };
  return same(Said.Sectors, Made.Sectors) &&
         same(Said.BankCycles, Made.BankCycles);
}

bool CompiledCode::makes(AccessId Id) const {
  const MemoryAccess &Access = Source.Kernel->Accesses[Id];
  auto Here = Made.find({Access.Location, Access.Kind});
  return (Here != Made.end() && !Here->second.Widths.empty()) ||
         unplaced(Access);
}

bool CompiledCode::makesAsOften(AccessId Id) const {
  const MemoryAccess &Access = Source.Kernel->Accesses[Id];
  const auto Expected = Said.find({Access.Location, Access.Kind});
  if (Expected == Said.end() || Expected->second.Widths.empty())
    return true; // nothing is said of it
  const auto Here = Made.find({Access.Location, Access.Kind});
  if (Here != Made.end() && !Here->second.Widths.empty())
    return Here->second.Widths == Expected->second.Widths &&
           agree(Expected->second, Here->second, /*Often=*/true);
  const std::optional<Sum> Elsewhere = unplaced(Access);
  return Elsewhere && agree(Expected->second, *Elsewhere, /*Often=*/false);
}

bool CompiledCode::branches(const SourceSpot &Place) const {
  return Branches.count(Place) != 0;
}

bool CompiledCode::calculates(SlowKind Kind, const SourceSpot &Place) const {
  // A function's name and its call have places of their own in one line; what
  // was inlined has that line in its calls.
  const std::string Called = " at " + std::to_string(Place.Line) + ":";
  return any_of(Code.Kernel->SlowOperations, [&](const SlowOperation &Each) {
    return Each.Kind == Kind && (!Each.Location.isValid() ||
                                 (Each.Location.Line == Place.Line &&
                                  Each.Location.File == Place.File) ||
                                 StringRef(Each.Callees).contains(Called));
  });
}

bool CompiledCode::divides(const Expr *Dividend, const Expr *Divisor) const {
  return any_of(Source.Kernel->SlowOperations, [&](const SlowOperation &Each) {
    return Each.Kind == SlowKind::IntegerDivision &&
           is_contained({Op::Div, Op::Rem}, Each.Value->op()) &&
           Each.Value->operand(0) == Dividend &&
           Each.Value->operand(1) == Divisor &&
           calculates(Each.Kind, Each.Location);
  });
}

/// Compilers add ".i" and the like to names of what they put elsewhere.
static bool isNamed(const ArrayInfo &Made, const ArrayInfo &Said) {
  return Made.Space == MemorySpace::Local && Made.Bytes == Said.Bytes &&
         StringRef(Made.Name).split('.').first == Said.Name;
}

bool CompiledCode::hasInMemory(ArrayId Array) const {
  const KernelModel &Made = *Code.Kernel;
  const ArrayInfo &Wanted = Source.Kernel->Arrays[Array];
  return any_of(zip(Made.Accesses, Code.Accesses), [&](const auto &Each) {
    const auto &[Access, Facts] = Each;
    return Access.Array < Made.Arrays.size() &&
           isNamed(Made.Arrays[Access.Array], Wanted) &&
           Facts.WarpExecutions.Value > 0;
  });
}
