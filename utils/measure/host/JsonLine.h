//===- JsonLine.h - One flat JSON object on one line
//------------------------===//
//
// What the measuring program tells the driver: flat objects of strings, numbers
// and arrays of numbers, one a line, flushed at once so that a killed run keeps
// every line that it wrote.
//===----------------------------------------------------------------------===//
#ifndef MEASURE_HOST_JSONLINE_H
#define MEASURE_HOST_JSONLINE_H

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

namespace measure {

class JsonLine {
public:
  JsonLine &add(const char *Key, const std::string &Value) {
    return raw(Key, quoted(Value));
  }
  JsonLine &add(const char *Key, const char *Value) {
    return raw(Key, quoted(Value));
  }
  template <class T>
  std::enable_if_t<std::is_arithmetic_v<T>, JsonLine &> add(const char *Key,
                                                            T Value) {
    if constexpr (std::is_same_v<T, bool>)
      return raw(Key, Value ? "true" : "false");
    else
      return raw(Key, number(double(Value)));
  }
  JsonLine &add(const char *Key, const std::vector<double> &Values) {
    std::string List = "[";
    for (double Value : Values)
      List += (List.size() > 1 ? "," : "") + number(Value);
    return raw(Key, List + "]");
  }
  void print() const {
    std::printf("{%s}\n", Text.c_str());
    std::fflush(stdout);
  }

private:
  JsonLine &raw(const char *Key, const std::string &Value) {
    Text += (Text.empty() ? "" : ",") + quoted(Key) + ":" + Value;
    return *this;
  }
  static std::string number(double Value) {
    if (!std::isfinite(Value))
      return "null";
    char Buffer[40];
    std::snprintf(Buffer, sizeof(Buffer), "%.12g", Value);
    return Buffer;
  }
  static std::string quoted(const std::string &Value) {
    std::string Result = "\"";
    for (unsigned char C : Value)
      if (C == '"' || C == '\\') {
        Result += '\\';
        Result += char(C);
      } else if (C < 0x20 || C >= 0x7f) {
        char Buffer[8];
        std::snprintf(Buffer, sizeof(Buffer), "\\u%04x", C);
        Result += Buffer;
      } else {
        Result += char(C);
      }
    return Result + "\"";
  }
  std::string Text;
};

} // namespace measure

#endif // MEASURE_HOST_JSONLINE_H
