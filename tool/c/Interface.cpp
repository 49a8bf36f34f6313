//===- Interface.cpp - The C interface over ForecastSession ---------------===//
//
//   C or ctypes ──▶ kernelcast_ask() ──▶ ForecastServer ◀── prune --serve
//
// Here C++ becomes C: errors become a status and a message, texts get an end,
// and no exception leaves (the standard library throws where there is no
// memory). All that is known is put into the answer before it is handed out, so
// that readers of one answer need no lock.
//===----------------------------------------------------------------------===//

#include "tool/ForecastSession.h"
#include "tool/c/kernelcast.h"
#include "tool/report/TextReport.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace llvm;
using namespace kernelcast;

struct kernelcast_space {
  std::unique_ptr<ForecastSession> Session;
  std::vector<std::string> Parameters, Notes;
};

struct kernelcast_answer {
  ForecastAnswer Known;
  std::vector<kernelcast_forecast> Forecasts; ///< their texts are Known's
  std::string Json;
};

/// Hands \p Text to C. Where there is no memory for it, there is no message.
static void say(char **Message, StringRef Text) {
  if (!Message)
    return;
  char *Copy = static_cast<char *>(std::malloc(Text.size() + 1));
  if (Copy) {
    std::memcpy(Copy, Text.data(), Text.size());
    Copy[Text.size()] = 0;
  }
  *Message = Copy;
}

static int badCall(char **Message, StringRef What) {
  SmallString<64> Text(What); // takes no memory, and so cannot throw
  Text += " must not be null";
  say(Message, Text);
  return KERNELCAST_BAD_CALL;
}

/// Runs \p Work, which returns an Error, and makes a status of what becomes of
/// it.
template <typename Function>
static int statusOf(char **Message, Function Work) {
  try {
    if (Error Failed = Work()) {
      say(Message, toString(std::move(Failed)));
      return KERNELCAST_BAD_INPUT;
    }
    return KERNELCAST_OK;
  } catch (const std::bad_alloc &) {
    say(Message, "out of memory");
    return KERNELCAST_NO_MEMORY;
  } catch (...) { // std::system_error: there is no thread to be had
    say(Message, "out of threads");
    return KERNELCAST_NO_MEMORY;
  }
}

const char *kernelcast_version() {
  // Short enough for std::string to take no memory.
  static const std::string Version(version());
  return Version.c_str();
}

int kernelcast_interface() { return KERNELCAST_INTERFACE; }

static std::string textOf(const ReportDiagnostic &Note) {
  std::string Text;
  raw_string_ostream OS(Text);
  writeDiagnostic(Note, OS, /*Colours=*/false);
  return StringRef(Text).rtrim().str();
}

/// The command line that these options would make.
static Expected<CommandLine> commandOf(const std::string &SpaceFile,
                                       ArrayRef<const char *> Options) {
  // --serve stands for one who asks, and refuses what such a one cannot have.
  std::vector<const char *> Words = {"prune", SpaceFile.c_str(), "--serve"};
  Words.insert(Words.end(), Options.begin(), Options.end());
  auto Command = parseCommandLine(Words);
  if (Command && Command->Command != Subcommand::Prune)
    return createStringError("--help and --version are no options here");
  if (Command && Command->CacheStatistics)
    return createStringError("--cache-statistics is no option here: nothing is "
                             "printed");
  return Command;
}

int kernelcast_open(const char *SpaceFile, const char *const *Options,
                    size_t OptionCount, kernelcast_space **Space,
                    char **Message) {
  if (!SpaceFile)
    return badCall(Message, "space_file");
  if (!Options && OptionCount)
    return badCall(Message, "options");
  if (!Space)
    return badCall(Message, "space");
  const ArrayRef<const char *> Given(Options, OptionCount);
  if (is_contained(Given, nullptr))
    return badCall(Message, "an option");
  return statusOf(Message, [&]() -> Error {
    // A name alone could be an option or a word of prune's.
    std::string Path = SpaceFile;
    if (Path.empty())
      return createStringError("the name of the space is empty");
    if (!StringRef(Path).contains('/'))
      Path = "./" + Path;
    auto Command = commandOf(Path, Given);
    if (!Command)
      return Command.takeError();
    auto Result = std::make_unique<kernelcast_space>();
    auto Loaded = spaceOf(*Command);
    if (!Loaded)
      return Loaded.takeError();
    for (const ReportDiagnostic &Note : Loaded->Notes)
      Result->Notes.push_back(textOf(Note));
    Result->Parameters = Loaded->parameterNames();
    auto Session = ForecastSession::open(std::move(*Loaded), *Command);
    if (!Session)
      return Session.takeError();
    Result->Session = std::move(*Session);
    ForecastCache *Cache = Result->Session->cache();
    if (const std::string Why = Cache ? Cache->failure() : ""; !Why.empty()) {
      ReportDiagnostic Note;
      Note.Severity = ReportDiagnostic::Level::Warning;
      Note.Message = "predictions are not kept: " + Why;
      Result->Notes.push_back(textOf(Note));
    }
    *Space = Result.release();
    return Error::success();
  });
}

void kernelcast_close(kernelcast_space *Space) {
  if (Space && Space->Session->cache())
    statusOf(nullptr, [&] {
      Space->Session->cache()->finish();
      return Error::success();
    });
  delete Space;
}

void kernelcast_free(char *Message) { std::free(Message); }

size_t kernelcast_parameter_count(const kernelcast_space *Space) {
  return Space ? Space->Parameters.size() : 0;
}

const char *kernelcast_parameter_name(const kernelcast_space *Space,
                                      size_t Parameter) {
  return Parameter < kernelcast_parameter_count(Space)
             ? Space->Parameters[Parameter].c_str()
             : nullptr;
}

size_t kernelcast_note_count(const kernelcast_space *Space) {
  return Space ? Space->Notes.size() : 0;
}

const char *kernelcast_note(const kernelcast_space *Space, size_t Note) {
  return Note < kernelcast_note_count(Space) ? Space->Notes[Note].c_str()
                                             : nullptr;
}

static const char *countsOf(const Forecast &Known) {
  static const std::string Ir = name(InstructionSource::Ir).str(),
                           Ast = name(InstructionSource::Ast).str();
  return (Known.Counts == InstructionSource::Ir ? Ir : Ast).c_str();
}

/// \p Known as C reads it.
static std::unique_ptr<kernelcast_answer> answerOf(ForecastAnswer Known) {
  auto Result = std::make_unique<kernelcast_answer>();
  Result->Known = std::move(Known);
  raw_string_ostream OS(Result->Json);
  ForecastServer::write(Result->Known, OS);
  for (const RankedConfiguration &Each :
       Result->Known.Forecasts.Configurations) {
    const std::optional<ForecastTime> &Time = Each.Known.Time;
    Result->Forecasts.push_back(
        {.rank = Each.Rank,
         .same_as = Each.SameAs.value_or(0),
         .can_run = Each.Known.canRun(),
         .time_s = Time ? Time->Seconds : NAN,
         .low_s = Time ? Time->Low : NAN,
         .high_s = Time ? Time->High : NAN,
         .reason = Each.Known.Reason.c_str(),
         .bottleneck = Time ? Time->Bottleneck.c_str() : "",
         .counts = countsOf(Each.Known)});
  }
  return Result;
}

/// Makes an answer of what \p Question gets.
static int answer(kernelcast_answer **Answer, char **Message,
                  function_ref<Expected<ForecastAnswer>()> Question) {
  return statusOf(Message, [&]() -> Error {
    auto Known = Question();
    if (!Known)
      return Known.takeError();
    *Answer = answerOf(std::move(*Known)).release();
    return Error::success();
  });
}

int kernelcast_ask(const kernelcast_space *Space, const char *const *Names,
                   size_t NameCount, const char *const *Values,
                   size_t ConfigurationCount, kernelcast_answer **Answer,
                   char **Message) {
  if (!Space)
    return badCall(Message, "space");
  if (!Names && NameCount)
    return badCall(Message, "names");
  if (!Values && NameCount && ConfigurationCount)
    return badCall(Message, "values");
  if (!Answer)
    return badCall(Message, "answer");
  const ArrayRef<const char *> AllNames(Names, NameCount);
  if (is_contained(AllNames, nullptr))
    return badCall(Message, "a name");
  return answer(Answer, Message, [&]() -> Expected<ForecastAnswer> {
    if (ConfigurationCount > ForecastServer::MaxAsked)
      return ForecastServer::tooMany(ConfigurationCount);
    const std::vector<StringRef> Columns(AllNames.begin(), AllNames.end());
    std::vector<StringRef> Cells;
    Cells.reserve(NameCount * ConfigurationCount);
    for (const char *Each : ArrayRef(Values, NameCount * ConfigurationCount)) {
      if (!Each)
        return createStringError("value " + Twine(Cells.size() + 1) +
                                 " is null");
      Cells.emplace_back(Each);
    }
    return Space->Session->server().ask(Columns, Cells);
  });
}

int kernelcast_ask_json(const kernelcast_space *Space,
                        const char *Configurations, kernelcast_answer **Answer,
                        char **Message) {
  if (!Space)
    return badCall(Message, "space");
  if (!Configurations)
    return badCall(Message, "configurations");
  if (!Answer)
    return badCall(Message, "answer");
  return answer(Answer, Message, [&] {
    return Space->Session->server().ask(StringRef(Configurations));
  });
}

size_t kernelcast_answer_count(const kernelcast_answer *Answer) {
  return Answer ? Answer->Forecasts.size() : 0;
}

const kernelcast_forecast *
kernelcast_forecast_at(const kernelcast_answer *Answer, size_t Configuration) {
  return Configuration < kernelcast_answer_count(Answer)
             ? &Answer->Forecasts[Configuration]
             : nullptr;
}

const char *kernelcast_answer_json(const kernelcast_answer *Answer) {
  return Answer ? Answer->Json.c_str() : nullptr;
}

void kernelcast_release(kernelcast_answer *Answer) { delete Answer; }
