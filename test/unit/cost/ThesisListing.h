//===- ThesisListing.h - The machine code of the thesis' kernel -*- C++ -*-===//
//
// Gajger 2017, figure 5.2: saxpy2 for compute capability 5.2, lines 1 to 30,
// with the registers, predicates and carries that each instruction writes and
// reads. Lines 15/16, 17/18 and 22/23 are issued together; 20 to 23 are the
// loop. Latencies are those of its tables 4.1 and 4.2 (GM107).
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TEST_UNIT_COST_THESISLISTING_H
#define KERNELCAST_TEST_UNIT_COST_THESISLISTING_H

#include "cost_models/common/ExecutionTime.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

namespace kernelcast {

struct ListingLine {
  llvm::StringRef Operation;
  llvm::SmallVector<llvm::StringRef, 2> Writes;
  llvm::SmallVector<llvm::StringRef, 3> Reads;
  bool WithNext = false; ///< issued together with the next line
};

inline const std::vector<ListingLine> &thesisListing() {
  static const std::vector<ListingLine> Lines = {
      {"MOV", {"R1"}, {}},
      {"S2R", {"R0"}, {}},
      {"S2R", {"R2"}, {}},
      {"XMAD", {"R3"}, {"R0"}},
      {"XMAD", {"R2"}, {"R0", "R2"}},
      {"XMAD", {"R0"}, {"R0", "R3", "R2"}},
      {"ISETP", {"P0"}, {"R0"}},
      {"EXIT", {}, {"P0"}},
      {"MOV", {"R3"}, {}},
      {"SHL", {"R6"}, {"R0"}},
      {"ISETP", {"P0"}, {"R3"}},
      {"SHR", {"R7"}, {"R0"}},
      {"IADD", {"R2", "CC"}, {"R6"}},
      {"MOV", {"R0"}, {}},
      {"IADD.X", {"R3"}, {"R7", "CC"}, true},
      {"BRA", {}, {"P0"}},
      {"MOV", {"R5"}, {}, true},
      {"LDG", {"R0"}, {"R2", "R3"}},
      {"MOV", {"R4"}, {}},
      {"IADD32I", {"R4"}, {"R4"}},
      {"ISETP", {"P0"}, {"R4"}},
      {"FADD", {"R5"}, {"R0", "R5"}, true},
      {"BRA", {}, {"P0"}},
      {"MOV", {"R0"}, {"R5"}},
      {"IADD", {"R2", "CC"}, {"R6"}},
      {"IADD.X", {"R3"}, {"R7", "CC"}},
      {"LDG", {"R5"}, {"R2", "R3"}},
      {"FADD", {"R0"}, {"R0", "R5"}},
      {"STG", {}, {"R0", "R2", "R3"}},
      {"EXIT", {}, {}},
  };
  return Lines;
}
inline constexpr size_t LoopBegin = 19, LoopEnd = 23;

struct ListingLatencies {
  double Alu = 0, Xmad = 0, Load = 0, Ilp = 0, Taken = 0, NotTaken = 0;
};

/// The lines that a warp executes with \p Trips iterations.
inline std::vector<size_t> executedLines(unsigned Trips) {
  std::vector<size_t> Lines;
  for (size_t Line = 0; Line < LoopBegin; ++Line)
    Lines.push_back(Line);
  for (unsigned Trip = 0; Trip < Trips; ++Trip)
    for (size_t Line = LoopBegin; Line < LoopEnd; ++Line)
      Lines.push_back(Line);
  for (size_t Line = LoopEnd; Line < thesisListing().size(); ++Line)
    Lines.push_back(Line);
  return Lines;
}

/// The executed instructions, each with the last writers of what it reads.
inline std::vector<IssuedInstruction>
executedInstructions(unsigned Trips, const ListingLatencies &Cycles) {
  std::vector<size_t> Lines = executedLines(Trips);
  std::vector<IssuedInstruction> Executed;
  llvm::StringMap<unsigned> Writer;
  for (size_t I = 0; I < Lines.size(); ++I) {
    const ListingLine &Line = thesisListing()[Lines[I]];
    IssuedInstruction Step;
    Step.Latency = Line.Operation == "LDG"    ? Cycles.Load
                   : Line.Operation == "XMAD" ? Cycles.Xmad
                                              : Cycles.Alu;
    bool Branches = Line.Operation == "BRA" || Line.Operation == "EXIT";
    bool Back = I + 1 < Lines.size() && Lines[I + 1] == LoopBegin &&
                Lines[I] == LoopEnd - 1;
    Step.Gap = Line.WithNext ? 0
               : !Branches   ? Cycles.Ilp
               : Back        ? Cycles.Taken
                             : Cycles.NotTaken;
    for (llvm::StringRef Register : Line.Reads)
      if (auto Last = Writer.find(Register); Last != Writer.end())
        Step.Sources.push_back(Last->second);
    for (llvm::StringRef Register : Line.Writes)
      Writer[Register] = I;
    Executed.push_back(Step);
  }
  return Executed;
}

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_COST_THESISLISTING_H
