//===- Numbers.h - Quantities as people read them ---------------*- C++ -*-===//
//
// Measured and predicted numbers carry three digits on the screen, no more:
// the models are not better than that. Numbers that the source or the user
// fixed (sizes of grids, distances in bytes) are printed whole.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_TOOL_REPORT_NUMBERS_H
#define KERNELCAST_TOOL_REPORT_NUMBERS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace kernelcast {

/// \p Value with three significant digits: "0.412", "32.0", "4.1 million".
/// Whole numbers below 1000 have no fraction.
std::string threeDigits(double Value);

/// As threeDigits, but a fraction is always shown: "32.0".
std::string threeDigitsFraction(double Value);

/// A unit of time and the number of seconds that it stands for.
struct TimeUnit {
  llvm::StringRef Name; ///< "ms"
  double Seconds;
};

/// The unit in which \p Seconds has one to three digits before the point.
/// "µs" is spelt "us" unless \p Unicode.
TimeUnit timeUnit(double Seconds, bool Unicode);

/// \p Seconds in \p Unit without the unit's name: "0.412".
std::string inUnit(double Seconds, TimeUnit Unit);

/// A part of \p Whole seconds with as many digits after the point as the whole
/// has in inUnit(): "0.371" and "0.012" of "0.412".
std::string partInUnit(double Seconds, double Whole, TimeUnit Unit);

/// "0 B", "48 KiB", "1000 B": whole KiB and MiB only where nothing is lost.
std::string bytesText(uint64_t Bytes);

/// "1 kernel", "12 kernels".
std::string counted(uint64_t Count, llvm::StringRef What);

/// Share of a whole as "67 %", "<1 %" for what is positive but rounds to 0.
std::string percent(double Fraction);

/// The shortest text that reads back as \p Value; valid in JSON. "null" for
/// what is not finite.
std::string exactNumber(double Value);

/// A horizontal bar, \p Fraction of \p Cells wide: eighths of a block, or '#'
/// where there is no Unicode. Something positive always shows.
std::string bar(double Fraction, unsigned Cells, bool Unicode);

/// How many columns \p Text (UTF-8) takes on a terminal.
unsigned columns(llvm::StringRef Text);

/// \p Text shortened to \p Width columns with an ellipsis at its end.
std::string shorten(llvm::StringRef Text, unsigned Width, bool Unicode);

} // namespace kernelcast

#endif // KERNELCAST_TOOL_REPORT_NUMBERS_H
