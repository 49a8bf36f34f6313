//===- Builtins.cpp - Functions that the hardware implements --------------===//

#include "analysis/instructions/Builtins.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace kernelcast;

namespace {

/// The languages in which a name is known.
enum class Languages : uint8_t { Any, OpenCL };

struct Line {
  StringLiteral Name;
  Languages In;
  Builtin Is;
};

/// The table by name: full names in a map, families as they stand.
class Table {
public:
  Table();
  const Builtin *find(StringRef Name, Language Lang) const;

private:
  void add(const Line &L);

  std::vector<Line> Lines;
  StringMap<unsigned> Full;
  std::vector<unsigned> Families;
};

} // namespace

/// Whether \p Name is of the family \p Pattern, in which * is any text.
static bool matches(StringRef Name, StringRef Pattern) {
  auto [Start, Rest] = Pattern.split('*');
  if (!Name.consume_front(Start))
    return false;
  while (!Rest.empty()) {
    auto [Part, Next] = Rest.split('*');
    size_t Found = Name.find(Part);
    if (Found == StringRef::npos)
      return false;
    Name = Name.drop_front(Found + Part.size());
    Rest = Next;
  }
  return true;
}

void Table::add(const Line &L) {
  if (L.Name.contains('*'))
    Families.push_back(Lines.size());
  else
    Full[L.Name] = Lines.size();
  Lines.push_back(L);
}

Table::Table() {
#define INDEX(NAME, LANGUAGE, FORM, FIRST)                                     \
  add({NAME, Languages::LANGUAGE,                                              \
       IndexFunction{IndexFunction::FORM, Coordinate::FIRST}});
#define EFFECT(NAME, KIND) add({NAME, Languages::Any, EffectKind::KIND});
#define MEMORY(NAME, FORM) add({NAME, Languages::Any, MemoryForm::FORM});
#define FREE(NAME, FORM) add({NAME, Languages::Any, FreeForm::FORM});
#define CONVERSION(NAME, FORM)                                                 \
  add({NAME, Languages::Any, ConversionForm::FORM});
#include "analysis/instructions/Builtins.def"
}

const Builtin *Table::find(StringRef Name, Language Lang) const {
  auto Known = [&](const Line &L) {
    return L.In == Languages::Any || Lang == Language::OpenCL;
  };
  if (auto It = Full.find(Name); It != Full.end())
    if (const Line &L = Lines[It->second]; Known(L))
      return &L.Is;
  for (unsigned I : Families)
    if (const Line &L = Lines[I]; matches(Name, L.Name) && Known(L))
      return &L.Is;
  return nullptr;
}

const Builtin *kernelcast::findBuiltin(StringRef Name, Language Lang) {
  static const Table Known;
  return Known.find(Name, Lang);
}

/// The operand that \p Assembly moves to its only output, or an empty text if
/// it is no such instruction, or not that alone.
static StringRef movedOperand(StringRef Assembly) {
  Assembly = Assembly.trim();
  Assembly.consume_back(";");
  const size_t Gap = Assembly.find_first_of(" \t");
  const StringRef Instruction = Assembly.take_front(Gap);
  const StringRef Operands = Assembly.drop_front(Instruction.size());
  auto [To, From] = Operands.split(',');
  const bool Moves = Instruction == "mov.u32" || Instruction == "mov.s32" ||
                     Instruction == "mov.b32";
  return Moves && To.trim() == "$0" ? From.trim() : StringRef();
}

std::optional<IndexFunction> kernelcast::specialRegisterNamed(StringRef Name) {
#define SPECIAL_REGISTER(NAME, FORM, FIRST)                                    \
  if (Name == (NAME))                                                          \
    return IndexFunction{IndexFunction::FORM, Coordinate::FIRST};
#include "analysis/instructions/Builtins.def"
  return std::nullopt;
}

std::optional<IndexFunction> kernelcast::specialRegister(StringRef Assembly) {
  return specialRegisterNamed(movedOperand(Assembly));
}

std::optional<Coordinate> kernelcast::indexVariable(StringRef Name) {
#define INDEX_VARIABLE(NAME, FIRST)                                            \
  if (Name == (NAME))                                                          \
    return Coordinate::FIRST;
#include "analysis/instructions/Builtins.def"
  return std::nullopt;
}

/// The lines of mathematical functions.
static const StringMap<MathFunction> &functions() {
  static const StringMap<MathFunction> Known = {
#define INTEGER(NAME, MEANING) {NAME, {Meaning::MEANING, UnknownFunctionCost}},
#define FUNCTION(NAME, MEANING, FP32, OPERATIONS32, SFU32, INT32, FP64,        \
                 OPERATIONS64, SINGLE64, SFU64, INT64)                         \
  {NAME,                                                                       \
   {Meaning::MEANING,                                                          \
    {{FP32, OPERATIONS32, SFU32, INT32, 0},                                    \
     {FP64, OPERATIONS64, SFU64, INT64, SINGLE64}}}},
#include "analysis/instructions/Builtins.def"
  };
  return Known;
}

MathFunction kernelcast::mathFunction(StringRef Name) {
  return functions().lookup(Name);
}

bool kernelcast::isMathFunction(StringRef Name) {
  return functions().contains(Name);
}

StringRef kernelcast::withoutVendor(StringRef Name) {
  if (!Name.consume_front("__nv_"))
    Name.consume_front("__builtin_");
  return Name;
}

std::string kernelcast::plainName(StringRef Name) {
  Name = withoutVendor(Name).split('.').first;
  bool Fast = false;
  while (Name.consume_front("_"))
    Fast = true;
  Name.consume_front("nvvm_");
  for (StringRef Prefix : {"native_", "half_", "fast_"})
    Fast |= Name.consume_front(Prefix);
  for (StringRef Suffix : {"_d", "_f", "_ftz"})
    Name.consume_back(Suffix);
  Fast |= Name.consume_back("_approx");
  for (StringRef Suffix : {"_rn", "_rz", "_ru", "_rd"})
    Name.consume_back(Suffix);
  // modff is modf, and modf itself.
  if (Name.size() > 3 && Name.ends_with("f") && !functions().contains(Name))
    Name = Name.drop_back();
  static const StringMap<StringRef> Spellings = {
#define SPELLING(NAME, PLAIN) {NAME, PLAIN},
#include "analysis/instructions/Builtins.def"
  };
  if (auto It = Spellings.find(Name); It != Spellings.end())
    Name = It->second;
  std::string Native = ("native_" + Name).str();
  return Fast && functions().contains(Native) ? Native : Name.str();
}

std::string kernelcast::approximateName(StringRef Name) {
  const std::string Fast = "native_" + plainName(Name);
  return isMathFunction(Fast) ? Fast : Name.str();
}

bool kernelcast::isNumberConversion(StringRef Name) {
  auto [From, To] = Name.split('2');
  auto IsType = [](StringRef Text) {
#define NUMBER_TYPE(NAME)                                                      \
  if (Text == (NAME))                                                          \
    return true;
#include "analysis/instructions/Builtins.def"
    return false;
  };
  return IsType(From.ltrim('_')) && IsType(To.split('_').first);
}
