//===- Configuration.cpp - Finding, reading and merging .kernelcast.yml ---===//
//
// The reader stands on YamlReader, which bounds the depth of nesting, finds the
// place of every mistake and goes on after it. Values go through the parsers of
// the command line, so that both take the same.
//===----------------------------------------------------------------------===//

#include "tool/Configuration.h"
#include "analysis/hardware/GpuCollection.h"
#include "analysis/hardware/YamlReader.h"
#include "analysis/support/NearestName.h"
#include "tool/OptionValues.h"
#include "tool/lint/LintRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace kernelcast;

namespace {

class ConfigurationReader : YamlReader {
public:
  ConfigurationReader(StringRef Text, StringRef FileName)
      : YamlReader(Text, FileName,
                   "'min-gain: 5'; see docs/lint/configuration.md"),
        Name(FileName) {
    Result.Files.push_back(FileName.str());
  }

  Expected<Configuration> read() {
    if (Error Mistakes = parse())
      return Mistakes;
    return std::move(Result);
  }

private:
  /// Who reads the value of a key.
  struct KeyReader {
    StringLiteral Key;
    void (ConfigurationReader::*Read)(yaml::Node *);
  };

  void readRoot(yaml::MappingNode *Map) override {
    static constexpr KeyReader Known[] = {
        {"inherit", &ConfigurationReader::readInherit},
        {"checks", &ConfigurationReader::readChecks},
        {"min-gain", &ConfigurationReader::readMinGain},
        {"fail-on", &ConfigurationReader::readFailOn},
        {"gpus", &ConfigurationReader::readGpus},
        {"kernels", &ConfigurationReader::readKernels}};
    readKeys(Map, Known);
  }

  void readKernel(yaml::Node *Node) {
    static constexpr KeyReader Known[] = {
        {"name", &ConfigurationReader::readName},
        {"grid", &ConfigurationReader::readGrid},
        {"block", &ConfigurationReader::readBlock},
        {"global", &ConfigurationReader::readGlobal},
        {"dynamic-shared", &ConfigurationReader::readDynamicShared},
        {"args", &ConfigurationReader::readArguments}};
    const Place At = placeOf(Node);
    auto *Map = dyn_cast_or_null<yaml::MappingNode>(Node);
    if (!Map) {
      mistake(At, "a kernel must be a mapping, such as {name: f, block: 256}");
      pass(Node);
      return;
    }
    Kernel = {};
    Kernel.Location = {Name, At.Line, At.Column};
    readKeys(Map, Known);
    if (stopped())
      return;
    if (Kernel.Name.empty())
      mistake(At, "a kernel needs a 'name'");
    if (Kernel.Launch.Grid && Kernel.Launch.GlobalSize)
      mistake(At, "'grid' and 'global' exclude each other: blocks or "
                  "work-items, not both");
    Result.Kernels.push_back(std::move(Kernel));
  }

  /// Hands each value of \p Map to who reads its key, at most once.
  void readKeys(yaml::MappingNode *Map, ArrayRef<KeyReader> Known) {
    std::vector<StringRef> Seen;
    forEachPair(Map, [&](StringRef Key, Place At, yaml::Node *Value) {
      const auto *Found =
          find_if(Known, [&](const auto &Each) { return Each.Key == Key; });
      if (Found == Known.end()) {
        std::vector<StringRef> Names;
        for (const KeyReader &Each : Known)
          Names.push_back(Each.Key);
        const StringRef Near = nearestName(Key, Names);
        mistake(At,
                "unknown key '" + Key.take_front(64) + "'" +
                    (Near.empty() ? "; there are " + join(Names, ", ")
                                  : "; did you mean '" + Near.str() + "'?"));
        pass(Value);
      } else if (is_contained(Seen, Found->Key)) {
        mistake(At, "repeated key '" + Key + "'");
        pass(Value);
      } else {
        Seen.push_back(Found->Key);
        (this->*Found->Read)(Value);
      }
    });
  }

  /// \p Parsed into \p To, or its error as a mistake at \p At.
  template <typename T, typename Into>
  void keep(Place At, Expected<T> Parsed, Into &To) {
    if (Parsed)
      To = std::move(*Parsed);
    else
      mistake(At, toString(Parsed.takeError()));
  }

  /// Every text of the list \p Node; a text alone is a list of one.
  void forEachText(yaml::Node *Node, const Twine &Of,
                   function_ref<void(Place At, StringRef Text)> Visit) {
    auto visit = [&](yaml::Node *Each) {
      const Place At = placeOf(Each);
      std::string Text;
      if (scalar(Each, Of, Text))
        Visit(At, Text);
    };
    auto *List = dyn_cast_or_null<yaml::SequenceNode>(Node);
    if (!List)
      return visit(Node);
    for (auto It = List->begin(); It != List->end() && !stopped(); ++It)
      visit(&*It);
  }

  void readInherit(yaml::Node *Node) {
    static constexpr std::pair<StringLiteral, bool> Words[] = {
        {"true", true}, {"false", false}};
    const Place At = placeOf(Node);
    std::string Text;
    if (scalar(Node, "'inherit'", Text))
      keep(At, meaningOf<bool>("inherit", Text, Words), Result.Inherit);
  }

  void readChecks(yaml::Node *Node) {
    const Place At = placeOf(Node);
    std::string Text;
    if (!scalar(Node, "'checks'", Text))
      return;
    if (auto Chosen = chosenChecks(Text); !Chosen)
      mistake(At, "checks: " + toString(Chosen.takeError()));
    Result.Checks = std::move(Text);
  }

  void readMinGain(yaml::Node *Node) {
    const Place At = placeOf(Node);
    std::string Text;
    if (scalar(Node, "'min-gain'", Text))
      keep(At, parsePercent("min-gain", Text), Result.MinGain);
  }

  void readFailOn(yaml::Node *Node) {
    const Place At = placeOf(Node);
    std::string Text;
    if (scalar(Node, "'fail-on'", Text))
      keep(At, meaningOf<FailOn>("fail-on", Text, FailOns), Result.Fails);
  }

  void readGpus(yaml::Node *Node) {
    forEachText(Node, "a GPU", [&](Place At, StringRef Text) {
      SmallString<128> Gpu(Text.trim());
      if (isGpuPath(Gpu) && sys::path::is_relative(Gpu)) {
        Gpu = sys::path::parent_path(Name);
        sys::path::append(Gpu, Text.trim());
      }
      if (auto Found = findGpu(Gpu); !Found)
        mistake(At, toString(Found.takeError()));
      Result.Gpus.push_back(Gpu.str().str());
    });
  }

  void readKernels(yaml::Node *Node) {
    auto *List = dyn_cast_or_null<yaml::SequenceNode>(Node);
    if (!List) {
      mistake(placeOf(Node), "'kernels' must be a list of mappings, each with "
                             "a name");
      pass(Node);
      return;
    }
    for (auto It = List->begin(); It != List->end() && !stopped(); ++It)
      readKernel(&*It);
  }

  void readName(yaml::Node *Node) {
    const Place At = placeOf(Node);
    if (!scalar(Node, "'name'", Kernel.Name))
      return;
    if (auto Glob = GlobPattern::create(Kernel.Name); !Glob)
      mistake(At, "'" + Kernel.Name + "': " + toString(Glob.takeError()));
  }

  void readSizes(yaml::Node *Node, StringRef Key,
                 std::optional<std::array<uint64_t, 3>> &To) {
    const Place At = placeOf(Node);
    std::string Text;
    size_t Count = 0;
    forEachText(Node, "a size", [&](Place, StringRef Each) {
      Text += (Count++ ? "," : "") + Each.str();
    });
    if (!stopped())
      keep(At, parseSizes(Key, Text), To);
  }
  void readGrid(yaml::Node *Node) {
    readSizes(Node, "grid", Kernel.Launch.Grid);
  }
  void readBlock(yaml::Node *Node) {
    readSizes(Node, "block", Kernel.Launch.Block);
  }
  void readGlobal(yaml::Node *Node) {
    readSizes(Node, "global", Kernel.Launch.GlobalSize);
  }

  void readDynamicShared(yaml::Node *Node) {
    const Place At = placeOf(Node);
    std::string Text;
    if (scalar(Node, "'dynamic-shared'", Text))
      keep(At, parseDynamicSharedBytes("dynamic-shared", Text),
           Kernel.Launch.DynamicSharedBytes);
  }

  void readArguments(yaml::Node *Node) {
    auto *Map = dyn_cast_or_null<yaml::MappingNode>(Node);
    if (!Map) {
      mistake(placeOf(Node), "'args' must be a mapping, such as {n: 4096}");
      pass(Node);
      return;
    }
    forEachPair(Map, [&](StringRef Key, Place At, yaml::Node *Value) {
      std::string Text;
      if (!scalar(Value, "an argument", Text))
        return;
      ArgumentValue Given;
      keep(At, parseArgument((Key + "=" + Text).str(), "args"), Given);
      if (!Given.Name.empty() &&
          !Kernel.Launch.Arguments.try_emplace(Given.Name, Given).second)
        mistake(At, "repeated argument '" + Given.Name + "'");
    });
  }

  std::string Name;
  Configuration Result;
  KernelSettings Kernel; ///< the one that is being read
};

} // namespace

Expected<Configuration> kernelcast::readConfiguration(StringRef Text,
                                                      StringRef FileName) {
  return ConfigurationReader(Text, FileName).read();
}

Configuration kernelcast::inherited(const Configuration &Weaker,
                                    const Configuration &Stronger) {
  Configuration Whole = Weaker;
  if (Stronger.Checks)
    Whole.Checks = Weaker.Checks ? *Weaker.Checks + "," + *Stronger.Checks
                                 : Stronger.Checks;
  if (Stronger.MinGain)
    Whole.MinGain = Stronger.MinGain;
  if (Stronger.Fails)
    Whole.Fails = Stronger.Fails;
  if (!Stronger.Gpus.empty())
    Whole.Gpus = Stronger.Gpus;
  append_range(Whole.Kernels, Stronger.Kernels);
  append_range(Whole.Files, Stronger.Files);
  Whole.Inherit = false;
  return Whole;
}

Expected<const Configuration *>
ConfigurationFinder::read(const std::string &Path) {
  auto [It, IsNew] = ByFile.try_emplace(Path);
  if (IsNew) {
    auto Text = readYamlText(Path, "configuration file", MaxConfigurationBytes);
    if (!Text)
      return Text.takeError();
    auto Own = readConfiguration((*Text)->getBuffer(), Path);
    if (!Own)
      return Own.takeError();
    It->second = std::move(*Own);
  }
  return &It->second;
}

Expected<std::shared_ptr<const Configuration>>
ConfigurationFinder::find(StringRef Path) {
  SmallString<256> Folder(Path);
  if (std::error_code Why = sys::fs::make_absolute(Folder))
    return createStringError(Why,
                             "cannot use '" + Path + "': " + Why.message());
  sys::path::remove_dots(Folder, /*remove_dot_dot=*/true);
  if (!sys::fs::is_directory(Folder))
    sys::path::remove_filename(Folder);
  auto [Known, IsNew] = ByFolder.try_emplace(Folder.str().str());
  if (!IsNew)
    return Known->second;
  Configuration Whole;
  bool More = true;
  for (StringRef Up = Folder; More && !Up.empty();
       Up = sys::path::parent_path(Up)) {
    SmallString<256> File(Up);
    sys::path::append(File, ConfigurationFileName);
    if (!sys::fs::exists(File))
      continue;
    Expected<const Configuration *> Found = read(File.str().str());
    if (!Found)
      return Found.takeError();
    More = (*Found)->Inherit;
    Whole = inherited(**Found, Whole);
  }
  Known->second = std::make_shared<const Configuration>(std::move(Whole));
  return Known->second;
}
