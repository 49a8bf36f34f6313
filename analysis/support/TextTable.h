//===- TextTable.h - Text in columns ----------------------------*- C++ -*-===//
//
// Columns as wide as their widest cell, two blanks apart. The last column is
// never padded.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_TEXTTABLE_H
#define KERNELCAST_ANALYSIS_SUPPORT_TEXTTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <string>
#include <vector>

namespace kernelcast {

class TextTable {
public:
  using Row = std::vector<std::string>;
  /// \p RightAligned has a bit for each column of numbers.
  explicit TextTable(uint64_t RightAligned) : RightAligned(RightAligned) {}
  void add(Row Cells) { Rows.push_back(std::move(Cells)); }

  /// Every row on a line of its own, \p Indent columns in.
  void print(llvm::raw_ostream &Out, unsigned Indent = 0) const {
    std::vector<size_t> Widths;
    for (const Row &Cells : Rows) {
      Widths.resize(std::max(Widths.size(), Cells.size()));
      for (size_t I = 0; I < Cells.size(); ++I)
        Widths[I] = std::max(Widths[I], columns(Cells[I]));
    }
    for (llvm::ArrayRef<std::string> Cells : Rows) {
      while (!Cells.empty() && Cells.back().empty())
        Cells = Cells.drop_back();
      Out.indent(Indent);
      for (size_t I = 0; I < Cells.size(); ++I) {
        size_t Blanks = Widths[I] - columns(Cells[I]);
        bool Right = RightAligned >> I & 1, Last = I + 1 == Cells.size();
        if (I)
          Out << "  ";
        if (Right)
          Out.indent(Blanks);
        Out << Cells[I];
        if (!Right && !Last)
          Out.indent(Blanks);
      }
      Out << '\n';
    }
  }

private:
  uint64_t RightAligned;
  std::vector<Row> Rows;

  /// Characters of UTF-8 text.
  static size_t columns(llvm::StringRef Text) {
    return llvm::count_if(Text, [](char C) { return (C & 0xc0) != 0x80; });
  }
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_TEXTTABLE_H
