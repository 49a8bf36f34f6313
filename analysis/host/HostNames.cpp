//===- HostNames.cpp - Final names of a launch's symbols ------------------===//
//
// A symbol has its variable's name. Where two symbols of one launch share it,
// or a parameter of the kernel has it with another value, the later one is
// function::name, then function::name@line.
//===----------------------------------------------------------------------===//

#include "analysis/KernelModel.h"
#include "analysis/host/HostValues.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

void kernelcast::host::nameSymbols(
    LaunchSite &Site, const DenseMap<const k::Expr *, const k::Expr *> &Fixed,
    const clang::FunctionDecl *Kernel, const HostValues &Values,
    ExpressionPool &Pool) {
  SmallVector<const k::Expr **, 16> Roots;
  for (unsigned I = 0; I < 3; ++I) {
    Roots.push_back(&Site.Grid[I]);
    Roots.push_back(&Site.Block[I]);
  }
  Roots.push_back(&Site.DynamicShared);
  for (const k::Expr *&A : Site.Arguments)
    Roots.push_back(&A);
  DenseMap<const k::Expr *, const k::Expr *> Rewritten;
  for (const k::Expr **Root : Roots)
    if (*Root && !Fixed.empty())
      *Root = Pool.rewrite(
          *Root,
          [&](const k::Expr *Leaf) -> const k::Expr * {
            return Fixed.lookup(Leaf);
          },
          &Rewritten);
  std::vector<const k::Expr *> Order;
  for (const k::Expr **Root : Roots)
    if (*Root)
      visitPostOrder(*Root, [&](const k::Expr *Node) {
        if (Values.symbol(Node) && !is_contained(Order, Node))
          Order.push_back(Node);
      });
  std::set<std::string> Taken;
  DenseMap<const k::Expr *, const k::Expr *> Final;
  for (const k::Expr *Node : Order) {
    const HostSymbol &S = *Values.symbol(Node);
    std::string Name = S.Name;
    bool Clash = Taken.count(Name);
    for (unsigned I = 0; I < Kernel->getNumParams(); ++I)
      if (Kernel->getParamDecl(I)->getName() == Name) {
        const k::Expr *A =
            I < Site.Arguments.size() ? Site.Arguments[I] : nullptr;
        while (A && A->op() == Op::Cast)
          A = A->operand(0);
        Clash |= A != Node;
      }
    if (Clash)
      Name = (S.Function.empty() ? "" : S.Function) + "::" + S.Name;
    if (Taken.count(Name))
      Name += "@" + std::to_string(S.Line);
    for (unsigned I = 2; Taken.count(Name); ++I)
      Name = S.Function + "::" + S.Name + "#" + std::to_string(I);
    Taken.insert(Name);
    Final[Node] = Pool.symbol(Name, Node->type());
    if (S.Default && !S.CommandLine)
      Site.Defaults.push_back({Name, *S.Default});
  }
  DenseMap<const k::Expr *, const k::Expr *> Memo;
  for (const k::Expr **Root : Roots)
    if (*Root)
      *Root = Pool.rewrite(
          *Root,
          [&](const k::Expr *Leaf) -> const k::Expr * {
            return Final.lookup(Leaf);
          },
          &Memo);
}
