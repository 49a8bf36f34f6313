//===- Contract.h - What a comment above a kernel promises ------*- C++ -*-===//
//
//   // kernelcast: time(a100-pcie-40gb, n=1<<20, block=256) <= 120us
//   // kernelcast: bank_degree <= 1; sectors_per_warp(load in) <= 4
//   __global__ void f(...)
//
// A contract is one comparison of a fact about the kernel with a number.
//
//   contract  := fact relation number
//   fact      := time '(' GPU {',' NAME '=' value} ')'
//              | bank_degree ['(' ARRAY ')']
//              | sectors_per_warp '(' (load | store | atomic) ARRAY ')'
//              | divergence | occupancy | registers
//   relation  := <= | < | >= | > | ==
//   number    := seconds with ns, us, ms or s; per cent with or without '%'; or
//                a number alone
//   value     := a number, or integers with + - * / % << >> and brackets; of
//   grid
//                and block up to three of them with 'x' between
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_LINT_CONTRACT_H
#define KERNELCAST_TOOL_LINT_CONTRACT_H

#include "analysis/launch/ResolveLaunch.h"
#include "analysis/support/ReportDiagnostic.h"
#include <map>

namespace kernelcast {

enum class ContractFact : uint8_t {
  Time,           ///< seconds of a launch
  BankDegree,     ///< cycles of the worst access, as multiples of the fewest
  SectorsPerWarp, ///< of the worst access
  Divergence,     ///< warps that run both sides of the worst branch, as a part
  Occupancy,      ///< resident warps, as a part of those that an SM can hold
  Registers       ///< of a thread
};

struct Contract {
  ContractFact Fact = ContractFact::Time;
  ArgumentConstraint::Relation Compare =
      ArgumentConstraint::Relation::LessEqual; ///< never NotEqual
  double Limit = 0; ///< seconds, parts of a whole or counts
  std::string Text; ///< as it stands there
  SourceSpot Location;
  TextRange Range;

  std::string Array; ///< BankDegree, SectorsPerWarp; "": all
  SourceSpot ArrayAt;
  AccessKind Kind = AccessKind::Load; ///< SectorsPerWarp

  std::string Gpu; ///< Time
  SourceSpot GpuAt;
  LaunchOverrides Launch;                       ///< Time
  std::map<std::string, SourceSpot> ArgumentAt; ///< of Launch.Arguments
};

/// A longer line is no contract, one nested deeper in brackets neither.
inline constexpr size_t MaxContractBytes = 4096;
inline constexpr unsigned MaxContractDepth = 32;

/// The contracts in \p Text, with ';' between them. \p At: where it begins; it
/// is on one line. What is malformed becomes an error in \p Mistakes, and the
/// others are read all the same.
std::vector<Contract> readContracts(llvm::StringRef Text, const SourceSpot &At,
                                    std::vector<ReportDiagnostic> &Mistakes);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_LINT_CONTRACT_H
