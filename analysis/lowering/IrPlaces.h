//===- IrPlaces.h - Where in the source an instruction stands ---*- C++ -*-===//
//
// An instruction of an inlined function stands in that function; the calls that
// lead there are named apart, as for the syntax tree's reading. What stands in
// a header of our own stands where that was called.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_LOWERING_IRPLACES_H
#define KERNELCAST_ANALYSIS_LOWERING_IRPLACES_H

#include "analysis/KernelModel.h"
#include "analysis/instructions/PlaceNumbers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Instruction.h"
#include <map>
#include <set>

namespace kernelcast {

/// A place, and what the source says there where the source's model tells.
struct IrPlace {
  SourceSpot Location;
  TextRange Range;
  std::string Text;
  std::string Callees; ///< "f() at 12:3" of each inlined call, or ""
};

class IrPlaces {
public:
  explicit IrPlaces(const KernelModel &Source);

  IrPlace of(const llvm::Instruction &I) const;
  /// The line that \p At is on; what comes from headers of the tool and of
  /// Clang is on the line of the call. Without a line where that is not known.
  CodePlace codePlace(const llvm::DILocation *At) const;
  /// Of a branch: where the source has the condition that it stands for, or
  /// else where what it tests is calculated, if that has a place.
  IrPlace ofCondition(const llvm::Instruction &Branch,
                      const llvm::Value &Condition) const;

private:
  struct Said {
    SourceSpot Location;
    TextRange Range;
    std::string Text;
  };

  std::string fileOf(const llvm::DILocation &At) const;
  const llvm::DILocation *userPlace(const llvm::DILocation *At) const;
  const Said *assignedBefore(const SourceSpot &Operator) const;
  const Said *conditionAt(const SourceSpot &Branch) const;

  const KernelModel &Source;
  std::map<SourceSpot, Said> Accesses, Conditions;
  std::map<SourceSpot, Said> Assigned; ///< by where the text ends
  std::set<SourceSpot> Loaded;         ///< by where the text begins
  std::map<SourceSpot, Said> Begun;    ///< conditions by where the text begins
};

/// Numbers the lines of a model's instructions.
class IrLines {
public:
  IrLines(KernelModel &Model, const IrPlaces &Places)
      : Places(Places), Numbers(Model.Places) {}

  /// The number of the place of \p At in KernelModel::Places, or None.
  unsigned of(const llvm::DILocation *At);

private:
  const IrPlaces &Places;
  PlaceNumbers Numbers;
  llvm::DenseMap<const llvm::DILocation *, unsigned> Known;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_LOWERING_IRPLACES_H
