//===- ShardFile.cpp - A part of a ranking, and parts together ------------===//

#include "tool/prune/ShardFile.h"
#include "tool/prune/JsonLine.h"
#include "tool/prune/RankingWriters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace kernelcast;

static std::string hashText(const ContentHash &Hash) {
  return utohexstr(Hash[0], /*LowerCase=*/true, 16) +
         utohexstr(Hash[1], /*LowerCase=*/true, 16);
}

/// A letter for each value: JSON has one kind of number.
static std::string kindsOf(const TuningConfiguration &Values) {
  std::string Result;
  for (const ParameterValue &Each : Values)
    Result += "bids"[Each.index()];
  return Result;
}

void kernelcast::writeShard(const ShardHead &Head, const Ranking &Own,
                            raw_ostream &OS) {
  {
    json::OStream Json(OS);
    Json.object([&] {
      Json.attribute("kernelcast_shard", 1);
      Json.attribute("part", static_cast<int64_t>(Head.Part));
      Json.attribute("parts", static_cast<int64_t>(Head.Parts));
      Json.attribute("kernel", json::fixUTF8(Head.Kernel));
      Json.attribute("gpu", json::fixUTF8(Head.Gpu));
      Json.attribute("run", Head.Run);
      Json.attribute("configurations",
                     static_cast<int64_t>(Own.Configurations.size()));
      Json.attributeArray("parameters", [&] {
        for (const std::string &Name : Own.Parameters)
          Json.value(json::fixUTF8(Name));
      });
    });
  }
  OS << '\n';
  for (const RankedConfiguration &Each : Own.Configurations) {
    {
      json::OStream Json(OS);
      Json.object([&] {
        Json.attribute("place", static_cast<int64_t>(Each.Place));
        Json.attribute("program", hashText(Each.Known.Program));
        Json.attribute("many_registers", Each.Known.ManyRegisters);
        Json.attribute("hindrance", Each.Known.Excluded
                                        ? name(*Each.Known.Excluded)
                                        : StringRef());
        Json.attribute("kinds", kindsOf(Each.Values));
        writeConfiguration(Own, Each, Json);
      });
    }
    OS << '\n';
  }
}

namespace {

/// One file of a part.
class ShardReader {
public:
  explicit ShardReader(const std::string &File) : File(File) {}

  Error read(ShardHead &Head, Ranking &Into);

private:
  Error fail(const Twine &Why) const {
    return createStringError(inconvertibleErrorCode(),
                             File + ":" + Twine(Line) + ":1: error: " + Why);
  }
  Expected<json::Value> parse(StringRef Text) const;
  Error readHead(const json::Object &Fields, ShardHead &Head,
                 std::vector<std::string> &Parameters) const;
  Error readLine(const json::Object &Fields, ArrayRef<std::string> Parameters,
                 RankedConfiguration &Into) const;

  const std::string &File;
  uint64_t Line = 1;
};

} // namespace

Expected<json::Value> ShardReader::parse(StringRef Text) const {
  auto Value = parseJsonLine(Text);
  if (!Value)
    return fail(toString(Value.takeError()));
  if (!Value->getAsObject())
    return fail("must be an object");
  return Value;
}

Error ShardReader::readHead(const json::Object &Fields, ShardHead &Head,
                            std::vector<std::string> &Parameters) const {
  if (Fields.getInteger("kernelcast_shard") != 1)
    return fail("not a part of a ranking, which kernelcast prune --shard "
                "writes");
  auto Part = Fields.getInteger("part"), Parts = Fields.getInteger("parts"),
       Count = Fields.getInteger("configurations");
  auto Kernel = Fields.getString("kernel"), Gpu = Fields.getString("gpu"),
       Run = Fields.getString("run");
  const json::Array *Names = Fields.getArray("parameters");
  if (!Part || !Parts || !Count || !Kernel || !Gpu || !Run || !Names ||
      *Part < 0 || *Part >= *Parts || *Parts > 1000000 || *Count < 0)
    return fail("the head of this part is damaged");
  Head = {static_cast<uint64_t>(*Part),
          static_cast<uint64_t>(*Parts),
          Kernel->str(),
          Gpu->str(),
          Run->str(),
          static_cast<uint64_t>(*Count)};
  for (const json::Value &Each : *Names) {
    auto Name = Each.getAsString();
    if (!Name)
      return fail("the head of this part is damaged");
    Parameters.push_back(Name->str());
  }
  return Error::success();
}

/// \p Value of the kind that \p Kind, a letter of kindsOf(), names.
static std::optional<ParameterValue> valueOfKind(const json::Value &Value,
                                                 char Kind) {
  switch (Kind) {
  case 'b':
    if (auto Truth = Value.getAsBoolean())
      return ParameterValue(*Truth);
    return std::nullopt;
  case 'i':
    if (auto Whole = Value.getAsInteger())
      return ParameterValue(*Whole);
    return std::nullopt;
  case 'd':
    if (auto Real = Value.getAsNumber())
      return ParameterValue(*Real);
    return std::nullopt;
  case 's':
    if (auto Text = Value.getAsString())
      return ParameterValue(Text->str());
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

static std::optional<Hindrance> hindranceCalled(StringRef Name) {
  for (size_t I = 0; I != HindranceCount; ++I)
    if (name(static_cast<Hindrance>(I)) == Name)
      return static_cast<Hindrance>(I);
  return std::nullopt;
}

static std::optional<ContentHash> hashOf(StringRef Text) {
  ContentHash Result;
  if (Text.size() != 32 || Text.take_front(16).getAsInteger(16, Result[0]) ||
      Text.drop_front(16).getAsInteger(16, Result[1]))
    return std::nullopt;
  return Result;
}

Error ShardReader::readLine(const json::Object &Fields,
                            ArrayRef<std::string> Parameters,
                            RankedConfiguration &Into) const {
  auto Place = Fields.getInteger("place");
  auto Program = Fields.getString("program");
  auto Why = Fields.getString("hindrance"), Kinds = Fields.getString("kinds"),
       Reason = Fields.getString("reason"),
       Bottleneck = Fields.getString("bottleneck"),
       Counts = Fields.getString("counts");
  auto ManyRegisters = Fields.getBoolean("many_registers");
  const json::Object *Values = Fields.getObject("configuration");
  auto Hash = Program ? hashOf(*Program) : std::nullopt;
  if (!Place || *Place < 0 || !Hash || !Why || !Kinds || !Reason ||
      !Bottleneck || !Counts || !ManyRegisters || !Values ||
      Kinds->size() != Parameters.size())
    return fail("this line of a part is damaged");
  Into.Place = static_cast<uint64_t>(*Place);
  for (auto [Name, Kind] : zip(Parameters, *Kinds)) {
    const json::Value *Value = Values->get(Name);
    auto Known = Value ? valueOfKind(*Value, Kind) : std::nullopt;
    if (!Known)
      return fail("parameter '" + Name + "' is damaged");
    Into.Values.push_back(std::move(*Known));
  }
  Into.Known.Program = *Hash;
  Into.Known.Excluded = hindranceCalled(*Why);
  Into.Known.Reason = Reason->str();
  Into.Known.ManyRegisters = *ManyRegisters;
  Into.Known.Counts = *Counts == name(InstructionSource::Ir)
                          ? InstructionSource::Ir
                          : InstructionSource::Ast;
  const auto Time = Fields.getNumber("time_s");
  if (!Time)
    return Error::success();
  const json::Array *Interval = Fields.getArray("interval_s");
  auto End = [&](size_t I) {
    return Interval && Interval->size() == 2 ? (*Interval)[I].getAsNumber()
                                             : std::nullopt;
  };
  const std::optional<double> Low = End(0), High = End(1);
  if (!Low || !High)
    return fail("the interval is damaged");
  Into.Known.Time = ForecastTime{*Time, *Low, *High, Bottleneck->str()};
  return Error::success();
}

Error ShardReader::read(ShardHead &Head, Ranking &Into) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             "cannot read '" + File +
                                 "': " + Buffer.getError().message());
  bool HasHead = false;
  for (line_iterator I(**Buffer, /*SkipBlanks=*/false); !I.is_at_eof(); ++I) {
    Line = static_cast<uint64_t>(I.line_number());
    auto Value = parse(*I);
    if (!Value)
      return Value.takeError();
    const json::Object &Fields = *Value->getAsObject();
    if (!HasHead) {
      if (Error E = readHead(Fields, Head, Into.Parameters))
        return E;
      HasHead = true;
      continue;
    }
    RankedConfiguration &New = Into.Configurations.emplace_back();
    if (Error E = readLine(Fields, Into.Parameters, New))
      return E;
  }
  if (!HasHead)
    return fail("the file is empty");
  if (Into.Configurations.size() != Head.Configurations) {
    ++Line;
    return fail("this part has " + Twine(Head.Configurations) +
                " configurations, and the file " +
                Twine(Into.Configurations.size()) + "; was it cut off?");
  }
  return Error::success();
}

Expected<MergedShards> kernelcast::mergeShards(ArrayRef<std::string> Files) {
  MergedShards Result;
  std::vector<StringRef> FileOf; // by part
  std::vector<RankedConfiguration> All;
  for (const std::string &File : Files) {
    ShardHead Head;
    Ranking Own;
    if (Error E = ShardReader(File).read(Head, Own))
      return E;
    auto Fail = [&](const Twine &Why) {
      return createStringError(inconvertibleErrorCode(),
                               File + ":1:1: error: " + Why);
    };
    if (FileOf.empty()) {
      Result.Head = Head;
      Result.Whole.Parameters = Own.Parameters;
      FileOf.resize(Head.Parts);
    }
    if (Head.Run != Result.Head.Run || Head.Parts != Result.Head.Parts ||
        Own.Parameters != Result.Whole.Parameters)
      return Fail("a part of another run than '" + Files.front() +
                  "': the space, its source, an option or the program differs");
    if (!FileOf[Head.Part].empty())
      return Fail("part " + Twine(Head.Part) + " is in '" + FileOf[Head.Part] +
                  "', too");
    FileOf[Head.Part] = File;
    std::move(Own.Configurations.begin(), Own.Configurations.end(),
              std::back_inserter(All));
  }
  for (auto [Part, File] : enumerate(FileOf))
    if (File.empty())
      return createStringError("part " + Twine(Part) + " of " +
                               Twine(FileOf.size()) + " is missing");
  Result.Whole = ranked(std::move(Result.Whole.Parameters), std::move(All));
  return Result;
}
