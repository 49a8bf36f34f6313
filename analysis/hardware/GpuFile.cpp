//===- GpuFile.cpp - Reading a GPU file -----------------------------------===//
//
// A GPU file is one YAML mapping. Descriptive keys have a plain value, every
// number is a mapping of value, unit, source and confidence:
//
//   name: gtx-970
//   clock: {value: 1253e6, unit: Hz, source: "...", confidence: A}
//===----------------------------------------------------------------------===//
#include "analysis/hardware/GpuSpec.h"
#include "analysis/hardware/YamlReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

namespace kernelcast {
namespace {

namespace yaml = llvm::yaml;
using llvm::StringRef;
using llvm::Twine;

/// The key of \p Known that \p Word is a likely slip for, or "".
StringRef nearest(StringRef Word, llvm::ArrayRef<StringRef> Known) {
  StringRef Best;
  unsigned Least = std::max<unsigned>(2, Word.size() / 3) + 1;
  for (StringRef Candidate : Known) {
    unsigned Distance =
        Word.take_front(64).edit_distance(Candidate, true, Least);
    if (Distance < Least) {
      Least = Distance;
      Best = Candidate;
    }
  }
  return Best;
}

class Reader : YamlReader {
public:
  using YamlReader::YamlReader;
  llvm::Expected<GpuSpec> read();

private:
  GpuSpec Gpu;
  llvm::StringMap<Place> Seen; ///< top-level keys

  void readRoot(yaml::MappingNode *Map) override;
  void readEntry(StringRef Key, Place At, yaml::Node *Value);
  void readWord(StringRef Key, yaml::Node *Value);
  void readNumber(const GpuSpec::Field &Field, Place At, yaml::Node *Value);
  bool readPart(const GpuSpec::Field &Field, StringRef Part, yaml::Node *Value,
                HardwareNumber &Number);
  void readAliases(yaml::Node *Value);
  bool readText(StringRef Key, yaml::Node *Value, std::string &Into);
  void checkWhole();
};

bool Reader::readText(StringRef Key, yaml::Node *Value, std::string &Into) {
  Place At = placeOf(Value);
  std::string Found;
  if (!scalar(Value, "'" + Key + "'", Found))
    return false;
  if (StringRef(Found).trim().empty()) {
    mistake(At, "'" + Key + "' is empty");
    return false;
  }
  Into = std::move(Found);
  return true;
}

bool isFileName(StringRef Name) {
  return !Name.empty() && llvm::all_of(Name, [](char C) {
    return (C >= 'a' && C <= 'z') || (C >= '0' && C <= '9') || C == '-';
  });
}

void Reader::readAliases(yaml::Node *Value) {
  auto *List = llvm::dyn_cast_or_null<yaml::SequenceNode>(Value);
  if (!List) {
    mistake(placeOf(Value), "'aliases' must be a list: [first, second]");
    pass(Value, 1);
    return;
  }
  for (auto It = List->begin(); It != List->end(); ++It) {
    std::string Alias;
    Place At = placeOf(&*It);
    if (scalar(&*It, "an alias", Alias)) {
      if (isFileName(Alias))
        Gpu.Aliases.push_back(Alias);
      else
        mistake(At, "alias '" + Twine(Alias) +
                        "' may have lower-case letters, digits and '-' only");
    }
    if (stopped())
      return;
  }
}

/// One of value, unit, source and confidence. \returns whether it is right.
bool Reader::readPart(const GpuSpec::Field &Field, StringRef Part,
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

void Reader::readNumber(const GpuSpec::Field &Field, Place At,
                        yaml::Node *Value) {
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
    if (!llvm::is_contained(Parts, Part)) {
      mistake(PartAt, llvm::formatv("unknown key '{0}' in '{1}'; it has value, "
                                    "unit, source and confidence",
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
    Right &= readPart(Field, Part, PartValue, Number);
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
  if (Right)
    Gpu.*Field.Member = std::move(Number);
}

/// The enumerator of \p Values whose name is \p Text.
template <typename Enum>
bool enumerator(StringRef Text, llvm::ArrayRef<Enum> Values, Enum &Into,
                std::string &Choices) {
  for (Enum Value : Values) {
    if (name(Value) == Text) {
      Into = Value;
      return true;
    }
    Choices += (Choices.empty() ? "" : ", ") + name(Value).str();
  }
  return false;
}

void Reader::readEntry(StringRef Key, Place At, yaml::Node *Value) {
  static constexpr StringRef Words[] = {"name",
                                        "marketing_name",
                                        "architecture",
                                        "vendor",
                                        "compute_capability",
                                        "aliases",
                                        "warp_size",
                                        "coalescing",
                                        "banks",
                                        "register_allocation"};
  auto [First, New] = Seen.try_emplace(Key, At);
  if (!New) {
    mistake(At, llvm::formatv("repeated key '{0}'; first at {1}:{2}",
                              Key.take_front(40), First->second.Line,
                              First->second.Column));
    pass(Value, 1);
    return;
  }
  for (const GpuSpec::Field &Field : GpuSpec::fields())
    if (Key == Field.Key)
      return readNumber(Field, At, Value);
  if (Key == "aliases")
    return readAliases(Value);
  if (!llvm::is_contained(Words, Key)) {
    std::vector<StringRef> Known(std::begin(Words), std::end(Words));
    for (const GpuSpec::Field &Field : GpuSpec::fields())
      Known.push_back(Field.Key);
    StringRef Near = nearest(Key, Known);
    mistake(At, llvm::formatv("unknown key '{0}'{1}", Key.take_front(40),
                              Near.empty()
                                  ? std::string()
                                  : "; did you mean '" + Near.str() + "'?"));
    pass(Value, 1);
    return;
  }

  readWord(Key, Value);
}

/// One of the keys with a plain value.
void Reader::readWord(StringRef Key, yaml::Node *Value) {
  Place ValueAt = placeOf(Value);
  std::string Text;
  if (!readText(Key, Value, Text))
    return;
  std::string Choices;
  auto Wrong = [&](const Twine &Allowed) {
    mistake(ValueAt, "'" + Key + "' is '" + StringRef(Text).take_front(40) +
                         "', must be " + Allowed);
  };
  if (Key == "name") {
    if (!isFileName(Text))
      Wrong("lower-case letters, digits and '-'");
    Gpu.Name = Text;
  } else if (Key == "marketing_name") {
    Gpu.MarketingName = Text;
  } else if (Key == "architecture") {
    Gpu.Architecture = Text;
  } else if (Key == "vendor") {
    if (Text != "nvidia" && Text != "amd" && Text != "intel")
      Wrong("nvidia, amd or intel");
    Gpu.Vendor = Text;
  } else if (Key == "compute_capability") {
    Gpu.ComputeCapability = Text;
  } else if (Key == "warp_size") {
    unsigned Lanes = 0;
    if (StringRef(Text).getAsInteger(10, Lanes) ||
        (Lanes != 8 && Lanes != 16 && Lanes != 32 && Lanes != 64))
      Wrong("8, 16, 32 or 64");
    else
      Gpu.WarpSize = Lanes;
  } else if (Key == "coalescing") {
    if (!enumerator<CoalescingRule>(
            Text,
            {CoalescingRule::HalfWarpStrict, CoalescingRule::HalfWarpSegments,
             CoalescingRule::CacheLines, CoalescingRule::Sectors,
             CoalescingRule::Wave64Lines, CoalescingRule::Wave32Lines},
            Gpu.Coalescing, Choices))
      Wrong("one of " + Choices);
  } else if (Key == "banks") {
    if (!enumerator<BankRule>(Text, {BankRule::HalfWarp16, BankRule::Warp32},
                              Gpu.Banks, Choices))
      Wrong("one of " + Choices);
  } else if (!enumerator<RegisterAllocation>(
                 Text,
                 {RegisterAllocation::PerBlock, RegisterAllocation::PerWarp,
                  RegisterAllocation::PerSimd},
                 Gpu.RegisterGranularity, Choices)) {
    Wrong("one of " + Choices);
  }
}

/// What only the file as a whole can be wrong about.
void Reader::checkWhole() {
  Place End{1, 1};
  for (StringRef Key : {"name", "marketing_name", "architecture", "vendor",
                        "compute_capability", "warp_size", "coalescing",
                        "banks", "register_allocation"})
    if (!Seen.count(Key))
      mistake(End, llvm::formatv("required key '{0}' is missing", Key));
  for (const GpuSpec::Field &Field : GpuSpec::fields())
    if (Field.Required && !Seen.count(Field.Key))
      mistake(End, llvm::formatv("required key '{0}' is missing ({1}, in {2})",
                                 Field.Key, Field.Meaning, Field.Unit));

  auto NotAbove = [&](StringRef Key, const HardwareNumber &Small,
                      StringRef OtherKey, const HardwareNumber &Large) {
    if (Small.isKnown() && Large.isKnown() && Small.Value > Large.Value)
      mistake(Seen.lookup(Key),
              llvm::formatv("'{0}' is {1:f0}, more than '{2}', which is {3:f0}",
                            Key, Small.Value, OtherKey, Large.Value));
  };
  NotAbove("shared_per_block", Gpu.SharedBytesPerBlock, "shared_size",
           Gpu.SharedBytes);
  NotAbove("registers_per_block", Gpu.RegistersPerBlock, "registers",
           Gpu.Registers);
  NotAbove("schedulers", Gpu.Schedulers, "max_warps", Gpu.MaxWarps);
}

void Reader::readRoot(yaml::MappingNode *Map) {
  forEachPair(Map, [&](StringRef Key, Place At, yaml::Node *Value) {
    readEntry(Key, At, Value);
  });
  if (!stopped())
    checkWhole();
}

llvm::Expected<GpuSpec> Reader::read() {
  if (llvm::Error Mistakes = parse())
    return Mistakes;
  return std::move(Gpu);
}

} // namespace

llvm::Expected<GpuSpec> loadGpuText(StringRef Text, StringRef FileName) {
  return Reader(Text, FileName).read();
}

llvm::Expected<GpuSpec> loadGpuFile(StringRef Path) {
  auto Refuse = [&](const Twine &Why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   Twine(Path) + ": error: " + Why);
  };
  llvm::sys::fs::file_status Status;
  if (std::error_code EC = llvm::sys::fs::status(Path, Status))
    return Refuse("cannot read the GPU file: " + EC.message());
  if (Status.type() != llvm::sys::fs::file_type::regular_file)
    return Refuse("cannot read the GPU file: not a regular file");
  if (Status.getSize() > MaxGpuFileBytes)
    return Refuse("a GPU file has at most " + Twine(MaxGpuFileBytes) +
                  " bytes, this one has " + Twine(Status.getSize()));
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return Refuse("cannot read the GPU file: " + Buffer.getError().message());
  return loadGpuText((*Buffer)->getBuffer(), Path);
}

} // namespace kernelcast
