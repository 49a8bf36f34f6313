//===- WrittenRelation.h - ==, <= and so on, as users write them -*- C++ -*-==//
#ifndef KERNELCAST_ANALYSIS_LAUNCH_WRITTENRELATION_H
#define KERNELCAST_ANALYSIS_LAUNCH_WRITTENRELATION_H

#include "analysis/launch/ArgumentConstraint.h"
#include "llvm/ADT/STLExtras.h"

namespace kernelcast {

/// Takes the relation that \p Text begins with off it; nothing if it begins
/// with none.
inline std::optional<ArgumentConstraint::Relation>
consumeRelation(llvm::StringRef &Text) {
  using Relation = ArgumentConstraint::Relation;
  static constexpr std::pair<llvm::StringLiteral, Relation> Relations[] = {
      {"==", Relation::Equal},     {"!=", Relation::NotEqual},
      {"<=", Relation::LessEqual}, {">=", Relation::GreaterEqual},
      {"<", Relation::Less},       {">", Relation::Greater}};
  for (const auto &[Symbol, Meaning] : Relations)
    if (Text.consume_front(Symbol))
      return Meaning;
  return std::nullopt;
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LAUNCH_WRITTENRELATION_H
