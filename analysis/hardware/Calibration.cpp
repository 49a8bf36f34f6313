//===- Calibration.cpp - Times of operations on one device ----------------===//

#include "analysis/hardware/Calibration.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelcast;
using llvm::StringRef;

llvm::ArrayRef<Calibration::Field> Calibration::fields() {
  using C = Calibration;
  static const Field Fields[] = {
      {"execution_units", "count", &C::ExecutionUnits, 1e6,
       "work-items that run at a time"},
      {"base_per_item", "s", &C::BasePerItem, 1, "empty kernel, per work-item"},
      {"base_fixed", "s", &C::BaseFixed, 1, "empty kernel"},
      {"items_low", "count", &C::ItemsLow, 1e18, "fewest work-items measured"},
      {"items_high", "count", &C::ItemsHigh, 1e18, "most work-items measured"},
  };
  return Fields;
}

bool kernelcast::isCalibratedOperation(StringRef Name) {
  static constexpr StringRef Arithmetic[] = {"add",    "subtract",  "multiply",
                                             "divide", "remainder", "compare",
                                             "logic",  "convert",   "function"};
  static constexpr StringRef Classes[] = {"continuous", "constant", "interval",
                                          "identical", "complex"};
  auto [Group, Rest] = Name.split('_');
  if (Group == "int" || Group == "float" || Group == "double")
    return llvm::is_contained(Arithmetic, Rest);
  auto [Direction, Class] = Rest.split('_');
  return (Group == "global" || Group == "local") &&
         (Direction == "read" || Direction == "write") &&
         llvm::is_contained(Classes, Class);
}
