//===- WrittenValue.cpp - What a text says as a parameter's value ---------===//

#include "tool/prune/space/WrittenValue.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace kernelcast;

Expected<ParameterValue> kernelcast::writtenValue(StringRef Text) {
  int64_t Whole = 0;
  if (!Text.getAsInteger(10, Whole))
    return ParameterValue(Whole);
  StringRef Digits = Text;
  Digits.consume_front("-");
  if (!Digits.empty() && all_of(Digits, isDigit))
    return createStringError("the whole number " + Text +
                             " has more than 64 bits");
  double Real = 0;
  if (Text.find_first_not_of("0123456789.eE+-") == StringRef::npos &&
      Text.find_first_of("0123456789") != StringRef::npos &&
      !Text.getAsDouble(Real))
    return ParameterValue(Real);
  if (Text.equals_insensitive("true") || Text.equals_insensitive("false"))
    return ParameterValue(Text.equals_insensitive("true"));
  return ParameterValue(Text.str());
}
