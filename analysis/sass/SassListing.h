//===- SassListing.h - Machine code as text ---------------------*- C++ -*-===//
//
// What `cuobjdump -sass` and `nvdisasm` print of a compiled program:
//
//   code for sm_75                                  .section
//   .text._Z4axpyfPf,...
//     Function : _Z4axpyfPf                         .sectioninfo
//     @"SHI_REGISTERS=12"
//   /*0000*/   MOV R1, c[0x0][0x28] ;   /* 0x... */  .text._Z4axpyfPf:
//                                       /* 0x... */    //## File "a.cu", line 4
//   /*0010*/   @!P0 BRA 0x90 ;          /* 0x... */    /*0010*/ @!P0 BRA
//   `(.L_x_0) ;
//                                       /* 0x... */  .L_x_0:
//
// The numbers in comments at the end are the encoding. From there come control
// codes (ControlCode.h); a listing without them is read, too. On Maxwell and
// Pascal, braces stand around two instructions that are issued together.
//
// Text of other programs in between is skipped, as in a build's log. A line
// that begins as an instruction does, and is none, is an error.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SASS_SASSLISTING_H
#define KERNELCAST_ANALYSIS_SASS_SASSLISTING_H

#include "analysis/hardware/CompiledName.h"
#include "analysis/sass/ControlCode.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <vector>

namespace kernelcast {

/// One instruction. Texts are parts of the listing's.
struct SassInstruction {
  uint64_t Address = 0;     ///< bytes from the function's begin
  unsigned Line = 0;        ///< of the listing, from 1
  unsigned Column = 0;      ///< of the opcode, from 1
  llvm::StringRef Guard;    ///< "P0", "!P0", "UP1"; "": none
  llvm::StringRef Opcode;   ///< with modifiers: "LDG.E.128"
  llvm::StringRef Operands; ///< as they stand
  std::optional<ControlCode> Control;
  bool WithNext = false; ///< issued together with the next one
  // By -lineinfo; line 0: not known.
  llvm::StringRef SourceFile; ///< as the listing names it
  unsigned SourceLine = 0;
  /// Of the innermost call that it was inlined through: `"a.cu", line 9`; "".
  llvm::StringRef InlinedAt;

  /// The opcode without modifiers.
  llvm::StringRef mnemonic() const { return Opcode.split('.').first; }
  /// Whether ".\p Modifier" is among the modifiers.
  bool hasModifier(llvm::StringRef Modifier) const;
  /// The operands one by one, without blanks around them.
  llvm::SmallVector<llvm::StringRef, 6> operands() const;
  /// What the guard says is always or never so: @PT, @!PT.
  bool isAlways() const {
    return Guard.empty() || Guard == "PT" || Guard == "UPT";
  }
  bool isNever() const { return Guard == "!PT" || Guard == "!UPT"; }
};

/// A label and the instruction that it stands in front of.
struct SassLabel {
  llvm::StringRef Name;
  unsigned Instruction = 0;
};

struct SassFunction {
  CompiledName Name;
  unsigned Architecture = 0; ///< 75 for sm_75; 0: the listing does not say
  unsigned Line = 0;         ///< of its header
  std::vector<SassInstruction> Instructions; ///< by address, at least one
  std::vector<SassLabel> Labels;             ///< by name
  std::optional<unsigned> StatedRegisters;   ///< SHI_REGISTERS
  std::optional<unsigned> StatedBarriers;    ///< SHF_BARRIERS

  /// The registers of a thread: as the header states them, else one more than
  /// the highest that an instruction names.
  unsigned registers() const;
  /// Bytes of code, with control words and padding.
  uint64_t codeBytes() const;
  /// Bytes of one instruction, without control words: 8 or 16.
  unsigned instructionBytes() const;
  /// Bytes of the instruction \p Number with the control word or the gap in
  /// front of it; of all together, codeBytes().
  uint64_t bytesOf(unsigned Number) const;
  /// The number of the instruction at \p Address, or nothing.
  std::optional<unsigned> at(uint64_t Address) const;
  /// The number of the instruction that \p Target, an operand, means: an
  /// address "0x90" or a label "`(.L_x_0)".
  std::optional<unsigned> target(llvm::StringRef Target) const;
};

class SassListing {
public:
  const std::vector<SassFunction> &functions() const { return Functions; }
  const std::string &fileName() const { return File; }

  /// The code of the kernel that is called \p Name (CompiledName.h) which a GPU
  /// of \p Architecture (75 for 7.5) runs: that of the same one; else of the
  /// nearest lower one with the same first digit, which it runs as it is; else
  /// of none that the listing names. Errors name why there is none.
  llvm::Expected<const SassFunction *> find(llvm::StringRef Name,
                                            unsigned Architecture) const;

  /// The instruction at \p Line of the listing, with its function, or null.
  std::pair<const SassFunction *, const SassInstruction *>
  atLine(unsigned Line) const;

private:
  friend class ListingReader;
  std::string File;
  std::unique_ptr<std::string> Text; ///< that the parts point into
  std::vector<SassFunction> Functions;
};

/// Larger listings are refused unread, and those with more instructions.
inline constexpr uint64_t MaxListingBytes = 256u << 20;
inline constexpr uint64_t MaxListingInstructions = 4000000;

/// The functions in \p Text. A listing without any is an error that says how to
/// make one; \p FileName is for messages, "FILE:LINE:COLUMN: error: ...".
llvm::Expected<SassListing> parseSassListing(llvm::StringRef Text,
                                             llvm::StringRef FileName);

/// The same for a file.
llvm::Expected<SassListing> loadSassListing(llvm::StringRef Path);

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SASS_SASSLISTING_H
