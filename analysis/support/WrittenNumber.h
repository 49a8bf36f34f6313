//===- WrittenNumber.h - Numbers as people write them -----------*- C++ -*-===//
//
// 1000, -3, 0x10, 1e6, 2^20, 0.5: on the command line, in configuration files
// and in contracts alike. Integers keep full precision; 1e6 is one, 1.5 and
// 1e-3 are not.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_WRITTENNUMBER_H
#define KERNELCAST_ANALYSIS_SUPPORT_WRITTENNUMBER_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include <cmath>
#include <cstdint>

namespace kernelcast {

struct WrittenNumber {
  bool IsInteger = true;
  int64_t Integer = 0;
  double Value = 0;

  static WrittenNumber whole(int64_t Value) {
    return {true, Value, static_cast<double>(Value)};
  }
};

namespace written {

inline llvm::Error garbage() {
  return llvm::createStringError(
      "not a number; write 1000, 0x10, 1e6, 2^20 or 0.5");
}
inline llvm::Error tooLarge() {
  return llvm::createStringError("does not fit 64 bits");
}

/// BASE^EXPONENT
inline llvm::Expected<WrittenNumber> power(llvm::StringRef Digits,
                                           bool Negative) {
  auto [BaseText, ExponentText] = Digits.split('^');
  uint64_t Base = 0, Exponent = 0;
  if (BaseText.getAsInteger(10, Base) ||
      ExponentText.getAsInteger(10, Exponent))
    return garbage();
  uint64_t Power = 1;
  for (uint64_t I = 0; I != Exponent && Base > 1; ++I)
    if (__builtin_mul_overflow(Power, Base, &Power) || Power > INT64_MAX)
      return tooLarge();
  if (Base == 0 && Exponent)
    Power = 0;
  const auto Signed = static_cast<int64_t>(Power);
  return WrittenNumber::whole(Negative ? -Signed : Signed);
}

/// Only what a decimal number may contain: no "nan", "inf" or "0x1p3".
inline llvm::Expected<WrittenNumber> decimal(llvm::StringRef Digits,
                                             bool Negative) {
  double Value = 0;
  if (Digits.find_first_not_of("0123456789.eE+-") != llvm::StringRef::npos ||
      !(llvm::isDigit(Digits.back()) || Digits.back() == '.') ||
      Digits.getAsDouble(Value))
    return garbage();
  if (!std::isfinite(Value))
    return tooLarge();
  if (Negative)
    Value = -Value;
  // 1e6 is a whole number, 1.0 is meant as a floating-point one.
  const bool Whole =
      Digits.contains_insensitive("e") && Value == std::floor(Value);
  if (Whole && std::fabs(Value) < 9.2e18)
    return WrittenNumber::whole(static_cast<int64_t>(Value));
  return WrittenNumber{false, 0, Value};
}

} // namespace written

/// The number that \p Text is; blanks around it do not count. Errors, as the
/// end of a sentence: what is no number, or does not fit 64 bits.
inline llvm::Expected<WrittenNumber> readNumber(llvm::StringRef Text) {
  llvm::StringRef Digits = Text.trim();
  const bool Negative = Digits.consume_front("-");
  if (!Negative)
    Digits.consume_front("+");
  if (Digits.empty() || !(llvm::isDigit(Digits[0]) || Digits[0] == '.'))
    return written::garbage();
  if (Digits.contains('^'))
    return written::power(Digits, Negative);
  const bool Hexadecimal = Digits.starts_with_insensitive("0x");
  const llvm::StringRef Plain = Hexadecimal ? Digits.drop_front(2) : Digits;
  if (!Plain.empty() && llvm::all_of(Plain, [&](char C) {
        return Hexadecimal ? llvm::isHexDigit(C) : llvm::isDigit(C);
      })) {
    uint64_t Magnitude = 0;
    if (Plain.getAsInteger(Hexadecimal ? 16 : 10, Magnitude) ||
        Magnitude > uint64_t(INT64_MAX) + Negative)
      return written::tooLarge();
    return WrittenNumber::whole(
        static_cast<int64_t>(Negative ? 0 - Magnitude : Magnitude));
  }
  return Hexadecimal ? llvm::Expected<WrittenNumber>(written::garbage())
                     : written::decimal(Digits, Negative);
}

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_WRITTENNUMBER_H
