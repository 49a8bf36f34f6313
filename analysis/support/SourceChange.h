//===- SourceChange.h - Source text that may be written otherwise -*- C++ -*-=//
//
// A change of the source is proved if the program computes the same with it, in
// every launch that the translation unit makes; else it names what is in the
// way. Only text is changed that stands in the main file as it is written:
// nothing that a macro expands to, and nothing in a header, which others use.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_SOURCECHANGE_H
#define KERNELCAST_ANALYSIS_SUPPORT_SOURCECHANGE_H

#include "analysis/support/SourceSpot.h"
#include <cstdint>
#include <vector>

namespace kernelcast {

/// What keeps a change from being proved.
enum class ChangeObstacle : uint8_t {
  None,             ///< nothing: it is proved
  FromMacro,        ///< a part of the text is what a macro expands to
  NotInMainFile,    ///< the text is in a header, or #line says it is elsewhere
  NotSpelledOut,    ///< a named type has what would change
  UsedAsWhole,      ///< an array, a row or a pointer goes elsewhere
  SizeTaken,        ///< sizeof, alignof or the like of an array
  IndexUnbounded,   ///< a subscript may be outside of its row
  InexactLiteral,   ///< the number is no float
  SeveralRoundings, ///< more than one operation between the roundings to float
  MayFuse,          ///< a product and a sum that may become one operation
  InexactFloats,    ///< float arithmetic does not round as IEEE 754 demands
  OfFunction,       ///< the function of floats has another result
  DeclaredTwice,    ///< the kernel has another declaration
  NoLaunch,         ///< the translation unit has no launch, or not all are seen
  MayOverlap,       ///< a launch may pass one allocation twice
  MayBeWritten,     ///< something may write what is read
  NoRoom,           ///< a declaration does not fit in front of the loop
  MayNotRun,        ///< the load may not be reached
  NotModelled,      ///< an instance of the kernel is not analysed
};

/// The text in \p Range, of one file, becomes \p Text. An empty range inserts.
struct Replacement {
  TextRange Range;
  std::string Text;

  friend bool operator==(const Replacement &A, const Replacement &B) {
    return std::tie(A.Range.Line, A.Range.Column, A.Range.EndLine,
                    A.Range.EndColumn, A.Text) ==
           std::tie(B.Range.Line, B.Range.Column, B.Range.EndLine,
                    B.Range.EndColumn, B.Text);
  }
};

struct SourceChange {
  std::string File;
  std::vector<Replacement> Replacements; ///< none: no change is known
  ChangeObstacle Obstacle = ChangeObstacle::None;
  SourceSpot ObstacleAt; ///< where it is; not valid: nowhere in particular

  bool isProved() const {
    return Obstacle == ChangeObstacle::None && !Replacements.empty();
  }
  /// Keeps the first obstacle.
  void hinder(ChangeObstacle Why, SourceSpot At = {}) {
    if (Obstacle != ChangeObstacle::None)
      return;
    Obstacle = Why;
    ObstacleAt = std::move(At);
  }
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_SOURCECHANGE_H
