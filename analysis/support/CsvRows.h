//===- CsvRows.h - Comma-separated values row by row -----------*- C++ -*-===//
//
// RFC 4180, as spreadsheets and Python's csv write it: fields are divided by
// commas; one in quotes may hold commas, line ends and, doubled, quotes.
//===----------------------------------------------------------------------===//
#ifndef KERNELCAST_ANALYSIS_SUPPORT_CSVROWS_H
#define KERNELCAST_ANALYSIS_SUPPORT_CSVROWS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace kernelcast {

/// One line of CSV, or several if a field in quotes goes over line ends.
class CsvRows {
public:
  explicit CsvRows(llvm::StringRef Text) : Rest(Text) {}

  struct Field {
    std::string Text;
    bool IsQuoted = false;
    unsigned Column = 1;
  };
  unsigned Line = 0; ///< where the row begins
  std::vector<Field> Fields;
  std::string Mistake;

  /// The next row that is not empty; false at the end, or with a mistake.
  bool next() {
    while (!Rest.empty()) {
      Line = NextLine;
      Fields.clear();
      const size_t Before = Rest.size();
      do {
        if (!field(Before))
          return false;
      } while (Rest.consume_front(","));
      if (!Rest.consume_front("\r\n") && !Rest.consume_front("\n"))
        Rest.consume_front("\r");
      ++NextLine;
      if (Fields.size() > 1 || Fields[0].IsQuoted || !Fields[0].Text.empty())
        return true;
    }
    return false;
  }

private:
  bool field(size_t Before) {
    Field Made;
    Made.Column = static_cast<unsigned>(Before - Rest.size() + 1);
    const llvm::StringRef Start = Rest.ltrim(" \t");
    if (!Start.starts_with("\"")) {
      const llvm::StringRef Plain = Rest.take_until(
          [](char C) { return C == ',' || C == '\n' || C == '\r'; });
      Rest = Rest.drop_front(Plain.size());
      Made.Text = Plain.trim(" \t").str();
      Fields.push_back(std::move(Made));
      return true;
    }
    Made.IsQuoted = true;
    Rest = Start.drop_front();
    while (true) {
      const size_t End = Rest.find('"');
      if (End == llvm::StringRef::npos) {
        Mistake = "a field in quotes has no end";
        return false;
      }
      NextLine += static_cast<unsigned>(Rest.take_front(End).count('\n'));
      Made.Text += Rest.take_front(End);
      Rest = Rest.drop_front(End + 1);
      if (!Rest.consume_front("\"")) // two stand for one
        break;
      Made.Text += '"';
    }
    Rest = Rest.ltrim(" \t");
    Fields.push_back(std::move(Made));
    if (Rest.empty() || llvm::StringRef(",\r\n").contains(Rest[0]))
      return true;
    Mistake = "text follows a field in quotes";
    return false;
  }

  llvm::StringRef Rest;
  unsigned NextLine = 1;
};

} // namespace kernelcast

#endif // KERNELCAST_ANALYSIS_SUPPORT_CSVROWS_H
