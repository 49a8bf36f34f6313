//===- NumberReader.cpp - A number with its unit and source ---------------===//

#include "analysis/hardware/NumberReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace kernelcast;
namespace yaml = llvm::yaml;
using llvm::StringRef;

/// Two numbers, the smaller first. \returns whether they are right.
bool NumberReader::readInterval(const GpuSpec::Field &Field, yaml::Node *Value,
                                HardwareNumber &Number) {
  Place At = placeOf(Value);
  auto *List = llvm::dyn_cast_or_null<yaml::SequenceNode>(Value);
  std::vector<double> Ends;
  if (!List) {
    pass(Value, 1);
  } else {
    for (auto It = List->begin(); It != List->end() && !stopped(); ++It) {
      std::string Text;
      double End = 0;
      if (scalar(&*It, "an end of an interval", Text) &&
          !StringRef(Text).getAsDouble(End) && std::isfinite(End))
        Ends.push_back(End);
    }
  }
  if (stopped())
    return false;
  if (Ends.size() != 2 || Ends[0] > Ends[1]) {
    mistake(At, llvm::formatv("interval of '{0}' must be two numbers, the "
                              "smaller first: [4.05, 4.1]",
                              Field.Key));
    return false;
  }
  Number.Interval = {Ends[0], Ends[1]};
  return true;
}

/// One of value, unit, source and confidence. \returns whether it is right.
bool NumberReader::readPart(const GpuSpec::Field &Field, StringRef Part,
                            yaml::Node *Value, HardwareNumber &Number) {
  Place At = placeOf(Value);
  std::string Found;
  bool Quoted = false;
  std::string Of = llvm::formatv("'{0}' of '{1}'", Part, Field.Key);
  if (!scalar(Value, Of, Found, &Quoted))
    return false;
  if (Part == "source") {
    Number.Source = StringRef(Found).trim().str();
    if (Number.Source.empty())
      mistake(At, Of + " is empty; say where the number comes from");
    return !Number.Source.empty();
  }
  if (Part == "unit") {
    Number.Unit = Found;
    if (Found != Field.Unit)
      mistake(At,
              llvm::formatv("unit of '{0}' is '{1}', must be '{2}'", Field.Key,
                            StringRef(Found).take_front(40), Field.Unit));
    return Found == Field.Unit;
  }
  if (Part == "confidence") {
    bool Right = Found.size() == 1 && StringRef("ABCMN").contains(Found[0]);
    if (Right)
      Number.Confidence = Found[0];
    else
      mistake(At, llvm::formatv("confidence of '{0}' is '{1}', must be A "
                                "(publication), B (vendor), C (unverified), "
                                "M (measured) or N (reported by the device)",
                                Field.Key, StringRef(Found).take_front(40)));
    return Right;
  }
  double Parsed = 0;
  if (Quoted || Found.size() > 64 || StringRef(Found).getAsDouble(Parsed) ||
      !std::isfinite(Parsed)) {
    mistake(At, llvm::formatv("value of '{0}' is not a number: '{1}'{2}",
                              Field.Key, StringRef(Found).take_front(40),
                              Quoted ? " (remove the quotes)" : ""));
    return false;
  }
  Number.Value = Parsed;
  if (Parsed < Field.Low || Parsed > Field.High) {
    std::string Range;
    llvm::raw_string_ostream(Range)
        << llvm::format("%g to %g ", Field.Low, Field.High);
    mistake(At, llvm::formatv("value of '{0}' is {1}, must be from {2}{3}",
                              Field.Key, Found, Range, Field.Unit));
    return false;
  }
  if (Field.Whole && Parsed != std::floor(Parsed)) {
    mistake(At, llvm::formatv("value of '{0}' is {1}, must be a whole number",
                              Field.Key, Found));
    return false;
  }
  return true;
}

void NumberReader::readNumber(const GpuSpec::Field &Field, Place At,
                              yaml::Node *Value, HardwareNumber &Into) {
  static constexpr StringRef Parts[] = {"value", "unit", "source",
                                        "confidence"};
  auto *Map = llvm::dyn_cast_or_null<yaml::MappingNode>(Value);
  if (!Map) {
    mistake(At, llvm::formatv("'{0}' must be {{value: …, unit: {1}, source: "
                              "\"…\", confidence: A|B|C|N}",
                              Field.Key, Field.Unit));
    pass(Value, 1);
    return;
  }
  HardwareNumber Number;
  llvm::StringMap<Place> Given;
  bool Right = true;
  forEachPair(Map, [&](StringRef Part, Place PartAt, yaml::Node *PartValue) {
    if (!llvm::is_contained(Parts, Part) && Part != "interval") {
      mistake(PartAt, llvm::formatv("unknown key '{0}' in '{1}'; it has value, "
                                    "unit, source, confidence and, where it "
                                    "was measured, interval",
                                    Part.take_front(40), Field.Key));
      pass(PartValue, 1);
      Right = false;
      return;
    }
    auto [First, New] = Given.try_emplace(Part, PartAt);
    if (!New) {
      mistake(PartAt, llvm::formatv("repeated key '{0}' in '{1}'; first at "
                                    "{2}:{3}",
                                    Part, Field.Key, First->second.Line,
                                    First->second.Column));
      pass(PartValue, 1);
      Right = false;
      return;
    }
    Right &= Part == "interval" ? readInterval(Field, PartValue, Number)
                                : readPart(Field, Part, PartValue, Number);
  });
  if (stopped())
    return;
  for (StringRef Part : Parts)
    if (!Given.count(Part)) {
      mistake(At, llvm::formatv("'{0}' has no {1}{2}", Field.Key, Part,
                                Part == "unit"
                                    ? "; it is in " + std::string(Field.Unit)
                                    : std::string()));
      Right = false;
    }
  if (Right && Number.Interval &&
      (Number.Value < Number.Interval->first ||
       Number.Value > Number.Interval->second)) {
    mistake(At,
            llvm::formatv("value of '{0}' is not in its interval", Field.Key));
    Right = false;
  }
  if (Right)
    Into = std::move(Number);
}
