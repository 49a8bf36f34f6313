//===- ConstantDistances.cpp - Places that constants tell apart -----------===//

#include "analysis/dependences/ConstantDistances.h"
#include "analysis/control/SumOfProducts.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;

/// Products by the numbers of their factors, in a fixed order.
using ProductList = std::vector<std::pair<std::vector<unsigned>, int64_t>>;

/// What the address of \p Access is beside constants and the counters of loops
/// that are unrolled.
static std::optional<ProductList> restOf(const KernelModel &Kernel,
                                         const MemoryAccess &Access) {
  std::optional<Sum> Address =
      Access.Address ? sumOfProducts(Access.Address) : std::nullopt;
  if (!Address)
    return std::nullopt;
  ProductList Rest;
  for (const Product &P : *Address) {
    if (all_of(P.Factors, [&](const Expr *Factor) {
          return Factor->op() == Op::Counter &&
                 Kernel.Loops[static_cast<size_t>(Factor->value())].Unrolled;
        }))
      continue;
    std::vector<unsigned> Factors;
    for (const Expr *Factor : P.Factors)
      Factors.push_back(Factor->id());
    Rest.emplace_back(std::move(Factors), P.Number);
  }
  llvm::sort(Rest);
  return Rest;
}

bool kernelcast::differByConstants(const KernelModel &Kernel,
                                   ArrayRef<AccessId> Accesses) {
  if (Accesses.empty())
    return true;
  const auto First = restOf(Kernel, Kernel.Accesses[Accesses[0]]);
  return First && all_of(Accesses, [&](AccessId Id) {
           return restOf(Kernel, Kernel.Accesses[Id]) == First;
         });
}
