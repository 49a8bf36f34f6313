//===- FindingFields.h - Findings and what they hold, in bytes --*- C++ -*-===//
//
// For Archive.h: every structure that is kept, with all that it has.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_FINDINGFIELDS_H
#define KERNELCAST_TOOL_LINT_FINDINGFIELDS_H

#include "tool/lint/Archive.h"
#include "tool/lint/LaunchFindings.h"

namespace kernelcast {

template <typename A> void fields(A &Archive, SourceSpot &V) {
  auto &[File, Line, Column] = V;
  Archive(File, Line, Column);
}

template <typename A> void fields(A &Archive, TextRange &V) {
  auto &[Line, Column, EndLine, EndColumn, Macro] = V;
  Archive(Line, Column, EndLine, EndColumn, Macro);
}

template <typename A> void fields(A &Archive, ReportDiagnostic &V) {
  auto &[Severity, Location, Message] = V;
  Archive(Severity, Location, Message);
}

template <typename A> void fields(A &Archive, Gain &V) {
  auto &[Seconds, FixedSeconds] = V;
  Archive(Seconds, FixedSeconds);
}

template <typename A> void fields(A &Archive, WitnessLane &V) {
  auto &[Lane, Address] = V;
  Archive(Lane, Address);
}

template <typename A> void fields(A &Archive, Witness &V) {
  auto &[Array, Block, Warp, Iteration, Lanes] = V;
  Archive(Array, Block, Warp, Iteration, Lanes);
}

template <typename A> void fields(A &Archive, Replacement &V) {
  auto &[Range, Text] = V;
  Archive(Range, Text);
}

template <typename A> void fields(A &Archive, SourceChange &V) {
  auto &[File, Replacements, Obstacle, ObstacleAt] = V;
  Archive(File, Replacements, Obstacle, ObstacleAt);
}

template <typename A> void fields(A &Archive, KnownChange &V) {
  auto &[Kind, Location, Change] = V;
  Archive(Kind, Location, Change);
}

template <typename A> void fields(A &Archive, Fix &V) {
  auto &[What, Change, Others, Verdict, Predicted, Companions, Applied] = V;
  Archive(What, Change, Others, Verdict, Predicted, Companions, Applied);
}

template <typename A> void fields(A &Archive, AssumedNumber &V) {
  auto &[Name, Values, OfHost] = V;
  Archive(Name, Values, OfHost);
}

template <typename A> void fields(A &Archive, Finding &V) {
  auto &[Location, Range, Message, Known, Assumes, Predicted, Shown, Notes,
         Remedy, About, Check, Kernel, Gpu, Grid, Block, Source, LaunchedAt,
         TimesWithheld, Others, Fails, Fingerprint, Baseline] = V;
  Archive(Location, Range, Message, Known, Assumes, Predicted, Shown, Notes,
          Remedy, About, Check, Kernel, Gpu, Grid, Block, Source, LaunchedAt,
          TimesWithheld, Others, Fails, Fingerprint, Baseline);
}

template <typename A> void fields(A &Archive, LaunchFindings &V) {
  auto &[State, Findings] = V;
  Archive(State, Findings);
}

template <typename A> void fields(A &Archive, ArgumentValue &V) {
  auto &[Name, Value, IsInteger, Integer, Source] = V;
  Archive(Name, Value, IsInteger, Integer, Source);
}

template <typename A> void fields(A &Archive, BreakdownItem &V) {
  auto &[What, Cycles] = V;
  Archive(What, Cycles);
}

/// As checkLaunches() leaves it.
template <typename A> void fields(A &Archive, Prediction &V) {
  Archive(V.Model, V.Mode, V.Gpu, V.Cycles, V.Seconds, V.SecondsLow,
          V.SecondsHigh, V.Bottleneck, V.Breakdown);
}

template <typename A> void fields(A &Archive, InputFile &V) {
  auto &[Path, Hash, Sought] = V;
  Archive(Path, Hash, Sought);
}

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_FINDINGFIELDS_H
