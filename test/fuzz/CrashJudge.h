//===- CrashJudge.h - Whose crash is it? ------------------------*- C++ -*-===//
//
// The tool runs Clang and its own analysis under one guard (CrashGuard.h), so
// that a crash costs one file. A fuzzer that trusted the guard would never see
// a crash of ours. The stack tells them apart. From the signal outwards:
//
//   Clang ... ours                   Clang, parsing: the guard's business
//   ours ... Clang ... ours          our analysis, called back with the tree
//   Clang ... ours ... Clang ... ours  Clang, asked by our analysis
//
// Only the first is contained; every other crash is a finding.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_FUZZ_CRASHJUDGE_H
#define KERNELCAST_TEST_FUZZ_CRASHJUDGE_H

namespace kernelcast {

/// Puts the judge before the guard's signal handlers; call it once, after the
/// fuzzer has set its own. Each crash of Clang's that is contained prints a
/// line on the standard error.
void judgeCrashes();

} // namespace kernelcast

#endif // KERNELCAST_TEST_FUZZ_CRASHJUDGE_H
