//===- Explanation.cpp - Every equation with its numbers ------------------===//

#include "tool/report/Numbers.h"
#include "tool/report/SourceText.h"
#include "tool/report/TextReport.h"
#include <fmt/format.h>

using namespace llvm;
using namespace kernelcast;

/// Six digits: enough to redo the sum by hand.
static std::string sixDigits(double Value) {
  return fmt::format("{:.6g}", Value);
}

void kernelcast::writeExplanation(const Prediction &P, raw_ostream &OS,
                                  const TextOptions &Options) {
  OS << "\n  equations of " << P.Model << " (" << name(P.Mode) << ") on "
     << P.Gpu << '\n';
  unsigned NameWidth = 0, ValueWidth = 0, EquationWidth = 0;
  for (const Quantity &Q : P.Quantities) {
    NameWidth = std::max(NameWidth, columns(Q.Name));
    ValueWidth =
        std::max(ValueWidth, columns(sixDigits(Q.Value)) + 1 + columns(Q.Unit));
    EquationWidth = std::max(EquationWidth, columns(Q.Equation));
  }
  for (const Quantity &Q : P.Quantities) {
    std::string Value = sixDigits(Q.Value) + " " + Q.Unit;
    OS.indent(4) << Q.Name;
    OS.indent(NameWidth - columns(Q.Name) + 2) << Value;
    if (Q.Equation.empty() && Q.Formula.empty()) {
      OS << '\n';
      continue;
    }
    OS.indent(ValueWidth - columns(Value) + 2) << Q.Equation;
    std::string Formula = printable(Q.Formula);
    unsigned Used = 4 + NameWidth + 2 + ValueWidth + 2 + EquationWidth + 2;
    if (Formula.empty()) {
      OS << '\n';
    } else if (Used + columns(Formula) <= Options.Width) {
      OS.indent(EquationWidth - columns(Q.Equation) + 2) << Formula << '\n';
    } else { // never cut: that is what was asked for
      OS << '\n';
      OS.indent(4 + NameWidth + 2) << "= " << Formula << '\n';
    }
  }
  if (!P.Formula.empty())
    OS.indent(4) << "time = " << printable(P.Formula) << '\n';
}
