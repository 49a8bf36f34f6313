//===- PlaceNumbers.h - Places of instructions, each one once ---*- C++ -*-===//
#ifndef KERNELCAST_ANALYSIS_INSTRUCTIONS_PLACENUMBERS_H
#define KERNELCAST_ANALYSIS_INSTRUCTIONS_PLACENUMBERS_H

#include "analysis/KernelModel.h"
#include <map>

namespace kernelcast {

/// Numbers the places of a model's instructions in the order in which they are
/// first asked for.
class PlaceNumbers {
public:
  explicit PlaceNumbers(std::vector<CodePlace> &Places) : Places(Places) {}

  /// The number of \p Place; None where it has no line.
  unsigned of(const CodePlace &Place) {
    if (Place.Line == 0)
      return None;
    auto [Found, IsNew] =
        Numbers.try_emplace(Place, static_cast<unsigned>(Places.size()));
    if (IsNew)
      Places.push_back(Place);
    return Found->second;
  }

private:
  std::vector<CodePlace> &Places;
  std::map<CodePlace, unsigned> Numbers;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_INSTRUCTIONS_PLACENUMBERS_H
