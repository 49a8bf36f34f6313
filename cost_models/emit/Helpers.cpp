//===- Helpers.cpp - Functions that emitted C rests on --------------------===//

#include "cost_models/emit/Helpers.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;
using namespace kernelcast;

namespace {
struct Helper {
  StringLiteral Name;
  StringLiteral Definition;
};
} // namespace

static constexpr Helper Helpers[] = {
    {"lower", R"(static double lower(double a, double b)
{
  return b < a ? b : a;
}
)"},
    {"higher", R"(static double higher(double a, double b)
{
  return a < b ? b : a;
}
)"},
    {"absolute", R"(static double absolute(double a)
{
  return a < 0 ? -a : a;
}
)"},
    {"round_up", R"(static double round_up(double a)
{
  double whole;
  if (!(a < 9e15)) return a; /* whole numbers only, from here on */
  whole = (double)(int64_t)a;
  return whole < a ? whole + 1 : whole;
}
)"},
    {"power_of_two", R"(static double power_of_two(double a)
{
  double power = 1;
  while (a >= 1 && power < 1e19) { power *= 2; a -= 1; }
  return power;
}
)"},
    {"least", R"(static int64_t least(int64_t a, int64_t b)
{
  return b < a ? b : a;
}
)"},
    {"most", R"(static int64_t most(int64_t a, int64_t b)
{
  return a < b ? b : a;
}
)"},
    {"add_new",
     R"(static int64_t add_new(int64_t *seen, int64_t count, int64_t value)
{
  int64_t i;
  for (i = count; i > 0; --i)
    if (seen[i - 1] == value) return count;
  seen[count] = value;
  return count + 1;
}
)"},
    {"add_range",
     R"(static int64_t add_range(int64_t *seen, int64_t count, int64_t first, int64_t last)
{
  /* An element is no longer than a sector, and so in two at most. */
  count = add_new(seen, count, first);
  return last == first ? count : add_new(seen, count, last);
}
)"},
    {"busiest_bank",
     R"(static int64_t busiest_bank(const int64_t *words, int64_t count, int64_t banks)
{
  int64_t i, k, busiest = 0;
  for (i = 0; i < count; ++i) {
    int64_t served = 0;
    for (k = 0; k < count; ++k)
      served += (words[i] - words[k]) % banks == 0;
    if (served > busiest) busiest = served;
  }
  return busiest;
}
)"},
    {"distance", R"(static int64_t distance(int64_t a)
{
  return a < 0 ? -a : a;
}
)"},
    {"floor_log2", R"(static int64_t floor_log2(int64_t a)
{
  int64_t log = -1;
  while (a > 0) { a /= 2; ++log; }
  return log;
}
)"},
    {"quotient",
     R"(static int64_t quotient(int64_t a, int64_t b, int *undefined)
{
  if (b == 0) { *undefined = 1; return 0; }
  return a / b;
}
)"},
    {"remainder_of",
     R"(static int64_t remainder_of(int64_t a, int64_t b, int *undefined)
{
  if (b == 0) { *undefined = 1; return 0; }
  return a % b;
}
)"},
    {"shift_left",
     R"(static int64_t shift_left(int64_t a, int64_t b, int *undefined)
{
  if (b < 0 || b > 62) { *undefined = 1; return 0; }
  return a * ((int64_t)1 << b);
}
)"},
    {"shift_right",
     R"(static int64_t shift_right(int64_t a, int64_t b, int *undefined)
{
  int64_t unit;
  if (b < 0 || b > 62) { *undefined = 1; return 0; }
  unit = (int64_t)1 << b;
  return a < 0 ? -((-a + unit - 1) / unit) : a / unit;
}
)"}};

static constexpr StringLiteral Keywords[] = {"auto",
                                             "break",
                                             "case",
                                             "char",
                                             "const",
                                             "continue",
                                             "default",
                                             "do",
                                             "double",
                                             "else",
                                             "enum",
                                             "extern",
                                             "float",
                                             "for",
                                             "goto",
                                             "if",
                                             "inline",
                                             "int",
                                             "long",
                                             "register",
                                             "restrict",
                                             "return",
                                             "short",
                                             "signed",
                                             "sizeof",
                                             "static",
                                             "struct",
                                             "switch",
                                             "typedef",
                                             "union",
                                             "unsigned",
                                             "void",
                                             "volatile",
                                             "while",
                                             "int64_t",
                                             "warps",
                                             "resident_blocks",
                                             "resident_warps"};

std::string kernelcast::helpersFor(StringRef Code) {
  // Backwards, as helpers call those before them.
  std::string Text;
  for (const Helper &H : reverse(Helpers)) {
    std::string Call = (Twine(H.Name) + "(").str();
    if (Code.contains(Call) || StringRef(Text).contains(Call))
      Text = (Twine(H.Definition) + "\n" + Text).str();
  }
  return Text;
}

bool kernelcast::isHelper(StringRef Name) {
  return any_of(Helpers, [&](const Helper &H) { return H.Name == Name; });
}

bool kernelcast::isKeyword(StringRef Name) {
  return is_contained(Keywords, Name);
}
