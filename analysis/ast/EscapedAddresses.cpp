//===- EscapedAddresses.cpp - Addresses that get out of sight -------------===//

#include "analysis/ast/EscapedAddresses.h"

using namespace llvm;

namespace kernelcast {

void EscapedAddresses::take(ScalarExpr Address) {
  for (ScalarExpr Base : Pointers.basesOf(Address))
    if (Pointers.isVariable(Base->value()))
      Taken.insert(Base->value());
}

/// The variables whose addresses, whole or in pieces, are in what was lost, or
/// in such a variable. An unknown number that is wide enough may be any of the
/// addresses that were taken, unless it is one of those that were lost before.
const EscapedAddresses::Variables &EscapedAddresses::lostVariables() {
  if (Out)
    return *Out;
  Out.emplace();
  SmallVector<ScalarExpr, 32> Work(Lost.begin(), Lost.end());
  DenseSet<ScalarExpr> Seen;
  auto Add = [&](ArrayId Variable) {
    if (Out->insert(Variable))
      append_range(Work, Held[Variable]);
  };
  while (!Work.empty()) {
    ScalarExpr E = Work.pop_back_val();
    if (!E || !Seen.insert(E).second)
      continue;
    if (E->op() == Op::Base && Pointers.isVariable(E->value()))
      Add(E->value());
    else if (E->op() == Op::Opaque && !Pointers.isRelayed(E) &&
             !Pointers.isNeverWritten(E) && !E->type().Float &&
             E->type().Bits == 64)
      for_each(Taken, Add);
    else if (E->op() == Op::Phi)
      append_range(Work, Model.Phis[E->value()].Incoming);
    append_range(Work, E->operands());
  }
  return *Out;
}

/// The variables that a store to \p Address may write without naming them, or
/// null.
const EscapedAddresses::Variables *
EscapedAddresses::writtenThrough(ScalarExpr Address) {
  if (!Address || baseOf(Address))
    return nullptr;
  const PointerOrigins Origins = Pointers.originsOf(Address);
  // A variable that an address is put together from piece by piece is none
  // that the address plainly leads to.
  const bool InPieces = any_of(Origins.Bases, [&](ScalarExpr Base) {
    return Pointers.isVariable(Base->value()) &&
           !is_contained(Origins.Whole, Base);
  });
  const Variables *May = Origins.Untold || InPieces ? &Taken
                         : Origins.Loaded           ? &lostVariables()
                                                    : nullptr;
  return May && !May->empty() ? May : nullptr;
}

void EscapedAddresses::settle() {
  auto Choose = [&](const Variables *May) {
    if (May)
      for (ArrayId Variable : *May)
        Pointers.choose(Variable);
    return May != nullptr;
  };
  for (ScalarExpr Address : Written)
    Choose(writtenThrough(Address));
  for (ScalarExpr Address : Pointers.measured())
    Choose(writtenThrough(Address));
  for (auto [Id, Where] : Accesses) {
    MemoryAccess &Access = Model.Accesses[Id];
    const Variables *May = writtenThrough(Access.Address);
    if (!May)
      continue;
    // It may be no access at all, or one to local memory.
    Access.Space = MemorySpace::Local;
    Access.Address = Model.Pool->opaque("pointer that could not be followed",
                                        ScalarType::pointer());
    if (Access.Kind == AccessKind::Load)
      continue;
    Choose(May);
    Flow.reason("store through a pointer that could not be followed", Where);
  }
  if (RunsUnseen)
    for (ArrayId Variable : lostVariables())
      Pointers.expose(Variable);
}

} // namespace kernelcast
