//===- Numbers.cpp - Quantities as people read them -----------------------===//

#include "tool/report/Numbers.h"
#include "llvm/Support/Unicode.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// Rounds to three significant digits, so that the number of digits before
/// the point is judged after rounding (999.6 is "1000").
static double roundThree(double Value) {
  if (Value == 0 || !std::isfinite(Value))
    return Value;
  double Scale = std::pow(10, 2 - std::floor(std::log10(std::fabs(Value))));
  if (!std::isfinite(Scale) || Scale == 0)
    return Value;
  return std::round(Value * Scale) / Scale;
}

std::string kernelcast::threeDigitsFraction(double Value) {
  if (std::isnan(Value))
    return "?";
  if (std::isinf(Value))
    return Value < 0 ? "-infinity" : "infinity";
  Value = roundThree(Value);
  double Size = std::fabs(Value);
  if (Size == 0)
    return "0";
  if (Size >= 1e15 || Size < 1e-3)
    return fmt::format("{:.2e}", Value);
  struct Scale {
    double From;
    const char *Name;
  };
  static constexpr Scale Scales[] = {
      {1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}};
  for (Scale S : Scales)
    if (Size >= S.From)
      return threeDigitsFraction(Value / S.From) + S.Name;
  if (Size >= 100)
    return fmt::format("{:.0f}", Value);
  if (Size >= 10)
    return fmt::format("{:.1f}", Value);
  if (Size >= 1)
    return fmt::format("{:.2f}", Value);
  int Leading = static_cast<int>(-std::floor(std::log10(Size)));
  return fmt::format("{:.{}f}", Value, Leading + 2);
}

std::string kernelcast::threeDigits(double Value) {
  if (std::fabs(Value) < 1000 && Value == std::floor(Value))
    return fmt::format("{:.0f}", Value);
  return threeDigitsFraction(Value);
}

TimeUnit kernelcast::timeUnit(double Seconds, bool Unicode) {
  Seconds = roundThree(std::fabs(Seconds));
  if (Seconds >= 1 || Seconds == 0 || !std::isfinite(Seconds))
    return {"s", 1};
  if (Seconds >= 1e-4) // 0.412 ms reads better than 412 us
    return {"ms", 1e-3};
  if (Seconds >= 1e-7)
    return {Unicode ? "µs" : "us", 1e-6};
  return {"ns", 1e-9};
}

std::string kernelcast::inUnit(double Seconds, TimeUnit Unit) {
  return threeDigitsFraction(Seconds / Unit.Seconds);
}

std::string kernelcast::partInUnit(double Seconds, double Whole,
                                   TimeUnit Unit) {
  double Size = roundThree(std::fabs(Whole / Unit.Seconds));
  if (!(Size >= 1e-3) || !(Size < 1000))
    return inUnit(Seconds, Unit);
  int Decimals =
      std::max(0, 2 - static_cast<int>(std::floor(std::log10(Size))));
  return fmt::format("{:.{}f}", Seconds / Unit.Seconds, Decimals);
}

std::string kernelcast::bytesText(uint64_t Bytes) {
  if (Bytes && Bytes % (1u << 20) == 0)
    return fmt::format("{} MiB", Bytes >> 20);
  if (Bytes && Bytes % (1u << 10) == 0)
    return fmt::format("{} KiB", Bytes >> 10);
  return fmt::format("{} B", Bytes);
}

std::string kernelcast::counted(uint64_t Count, StringRef What) {
  return fmt::format("{} {}{}", Count, What.str(), Count == 1 ? "" : "s");
}

std::string kernelcast::percent(double Fraction) {
  double Percent = Fraction * 100;
  if (Percent > 0 && Percent < 0.5)
    return "<1 %";
  return fmt::format("{:.0f} %", Percent);
}

std::string kernelcast::exactNumber(double Value) {
  if (!std::isfinite(Value))
    return "null";
  if (Value == std::floor(Value) && std::fabs(Value) < 9007199254740992.0)
    return fmt::format("{}", static_cast<int64_t>(Value));
  return fmt::format("{}", Value);
}

std::string kernelcast::bar(double Fraction, unsigned Cells, bool Unicode) {
  if (!(Fraction > 0))
    return "";
  Fraction = std::min(Fraction, 1.0);
  if (!Unicode)
    return std::string(std::max(1.0, std::round(Fraction * Cells)), '#');
  static constexpr const char *Eighths[] = {"",  "▏", "▎", "▍",
                                            "▌", "▋", "▊", "▉"};
  unsigned Units =
      static_cast<unsigned>(std::max(1.0, std::round(Fraction * Cells * 8)));
  std::string Text;
  for (unsigned I = 0; I != Units / 8; ++I)
    Text += "█";
  return Text + Eighths[Units % 8];
}

unsigned kernelcast::columns(StringRef Text) {
  int Width = sys::unicode::columnWidthUTF8(Text);
  return Width < 0 ? Text.size() : Width;
}

std::string kernelcast::shorten(StringRef Text, unsigned Width, bool Unicode) {
  if (columns(Text) <= Width)
    return Text.str();
  unsigned Mark = Unicode ? 1 : 3;
  unsigned Room = Width > Mark ? Width - Mark : 0;
  while (!Text.empty() && columns(Text) > Room) {
    size_t End = Text.size() - 1; // back over one whole UTF-8 sequence
    while (End && (static_cast<unsigned char>(Text[End]) & 0xC0) == 0x80)
      --End;
    Text = Text.substr(0, End);
  }
  return Text.str() + (Unicode ? "…" : "...");
}
