//===- OptionValues.h - Values of options, each with one clear error ------===//
//
// Every function takes the text that the user gave for the option called
// \p Option ("--grid") and returns the value or an error that names both and
// says what would have been right.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_OPTIONVALUES_H
#define KERNELCAST_TOOL_OPTIONVALUES_H

#include "analysis/hardware/WhatIf.h"
#include "analysis/launch/ResolveLaunch.h"
#include "analysis/support/WrittenNumber.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"

namespace kernelcast {

using OptionNumber = WrittenNumber;
llvm::Expected<OptionNumber> parseNumber(llvm::StringRef Option,
                                         llvm::StringRef Text);

/// "X[,Y[,Z]]" with every size at least 1 and at most 2^31 - 1 and a product
/// below 2^63; missing ones are 1.
llvm::Expected<std::array<uint64_t, 3>> parseSizes(llvm::StringRef Option,
                                                   llvm::StringRef Text);

/// A whole number in [\p Least, \p Most].
llvm::Expected<uint64_t> parseCount(llvm::StringRef Option,
                                    llvm::StringRef Text, uint64_t Least,
                                    uint64_t Most);

/// The NAME of "NAME=VALUE": that of an argument, a variable or a member.
llvm::Expected<llvm::StringRef> argumentName(llvm::StringRef Text,
                                             llvm::StringRef Option = "--arg");

/// "NAME=VALUE".
llvm::Expected<ArgumentValue> parseArgument(llvm::StringRef Text,
                                            llvm::StringRef Option = "--arg");

/// Bytes of a block's dynamic shared memory.
llvm::Expected<uint64_t> parseDynamicSharedBytes(llvm::StringRef Option,
                                                 llvm::StringRef Text);

/// "5", "5%": from 0 to 100 per cent, as a part of the whole.
llvm::Expected<double> parsePercent(llvm::StringRef Option,
                                    llvm::StringRef Text);

/// The meaning of \p Value among \p Known, names with what they mean.
template <typename T>
llvm::Expected<T>
meaningOf(llvm::StringRef Option, llvm::StringRef Value,
          llvm::ArrayRef<std::pair<llvm::StringLiteral, T>> Known);

/// "NUMBER=VALUE" of --set: a number of GPU files with a value in its range.
llvm::Expected<NumberChange> parseChange(llvm::StringRef Text);

/// "1410MHz", "1.41GHz", "1410e6" of --clock: the clock of GPU files.
llvm::Expected<NumberChange> parseClock(llvm::StringRef Text);

/// What --assume says: a branch's probability, a loop's trips or a constraint.
struct UserAssumption {
  enum class Kind : uint8_t {
    Probability,
    Trips,
    Constraint,
    ListingTaken, ///< of a branch at Line of the listing
    ListingTrips  ///< of the loop around that line
  };
  Kind What = Kind::Constraint;
  unsigned Line = 0, Column = 0; ///< column 0: any column of the line
  double Value = 0;
  ArgumentConstraint Constraint;
};
llvm::Expected<UserAssumption> parseAssumption(llvm::StringRef Text);

/// An error that is a message and nothing else.
llvm::Error usageError(const std::string &Message);

template <typename T>
llvm::Expected<T>
meaningOf(llvm::StringRef Option, llvm::StringRef Value,
          llvm::ArrayRef<std::pair<llvm::StringLiteral, T>> Known) {
  std::vector<llvm::StringRef> Names;
  for (const auto &[Name, Meaning] : Known) {
    if (Name == Value)
      return Meaning;
    Names.push_back(Name);
  }
  return usageError((Option + " '" + Value + "': must be " +
                     llvm::join(llvm::ArrayRef(Names).drop_back(), ", ") +
                     " or " + Names.back())
                        .str());
}

} // namespace kernelcast

#endif // KERNELCAST_TOOL_OPTIONVALUES_H
