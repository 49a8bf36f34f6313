//===- KernelTunerSpace.cpp - T1 as Kernel Tuner launches it --------------===//
//
// The block is block_size_x, _y, _z, where there are such parameters. The grid
// along an axis is ProblemSize divided by the product of GridDiv, rounded up;
// without GridDiv, by the block's size. GlobalSize and LocalSize are not read
// by Kernel Tuner, and in many files belong to something else: they are only
// compared, and a note tells where they differ.
//===----------------------------------------------------------------------===//

#include "tool/prune/space/SpaceReading.h"

using namespace kernelcast;
using namespace llvm;

namespace {

constexpr StringLiteral BlockNames[] = {"block_size_x", "block_size_y",
                                        "block_size_z"};
constexpr StringLiteral DivisorFields[] = {"GridDivX", "GridDivY", "GridDivZ"};
constexpr char AxisLetters[] = {'x', 'y', 'z'};
/// Threads in x where nobody says.
constexpr int64_t DefaultBlock = 256;

std::optional<SpaceExpression> parameterAsSize(StringRef Name,
                                               SpaceReading &Reading) {
  for (const SpaceParameter &Each : Reading.Space.Parameters)
    if (Each.Name == Name) {
      SpaceReading::Unreadable Reason;
      return Reading.expression(
          Name, [&](unsigned) { return Each.Location; }, Reason);
    }
  return std::nullopt;
}

void readBlock(const JsonNode &Kernel, SpaceReading &Reading) {
  LaunchRecipe &Launch = Reading.Space.Launch;
  Launch.DefinesBlockSize = {true, true, true};
  bool HasNames = false;
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    Launch.Block[Axis] = parameterAsSize(BlockNames[Axis], Reading);
    HasNames |= Launch.Block[Axis].has_value();
  }
  const auto Local = Kernel.field("LocalSize");
  if (!HasNames && Local) {
    bool IsWrong = false;
    Launch.Block =
        readAxes(Kernel, SizeAxes::Local, Reading,
                 [&](const SpaceReading::Unreadable &Reason) {
                   IsWrong = true;
                   Reading.launchMistake(
                       Reason.Place,
                       Reason.Message +
                           ", and no parameter is called block_size_x, _y or "
                           "_z; --local-size gives the block's size");
                 });
    Launch.DefinesBlockSize = {false, false, false};
    if (!IsWrong)
      Reading.warn(Local->placeOfKey(),
                   "no parameter is called block_size_x, _y or _z, so that "
                   "LocalSize is taken; Kernel Tuner needs block_size_names "
                   "for this");
    return;
  }
  if (!Launch.Block[0]) {
    Launch.Block[0] =
        SpaceExpression{std::to_string(DefaultBlock),
                        ParameterExpression::constant(DefaultBlock),
                        {}};
    Reading.warn(Kernel.placeOfKey(),
                 "no parameter is called block_size_x; a block has " +
                     Twine(DefaultBlock) +
                     " threads in x then, as with Kernel Tuner");
  }
}

/// ProblemSize is a number or a list of up to three, or of expressions.
void readProblem(const JsonNode &Kernel, SpaceReading &Reading) {
  const auto Given = Kernel.field("ProblemSize");
  if (!Given)
    return;
  const JsonNode &Problem = *Given;
  std::vector<JsonNode> Sizes = Problem.elements();
  if (!Problem->getAsArray())
    Sizes.push_back(Problem);
  if (Sizes.empty() || Sizes.size() > 3)
    return Reading.mistake(Problem.place(),
                           "'ProblemSize' has one, two or three sizes");
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    GridAxis Grid;
    SpaceReading::Unreadable Reason;
    const auto Divisors = Kernel.field(DivisorFields[Axis]);
    const bool IsSaid = Divisors && !(*Divisors)->getAsNull();
    if (Axis >= Sizes.size()) {
      if (IsSaid && !Divisors->elements().empty())
        Reading.note(Divisors->placeOfKey(),
                     Twine(DivisorFields[Axis]) +
                         " has no ProblemSize to divide, and is ignored");
      continue;
    }
    auto Size = Reading.expression(Sizes[Axis], Reason);
    if (!Size) {
      Reading.launchMistake(Reason.Place, Reason.Message);
      continue;
    }
    Grid.Size = std::move(*Size);
    if (!IsSaid) {
      if (auto Block = parameterAsSize(BlockNames[Axis], Reading))
        Grid.Divisors.push_back(std::move(*Block));
    } else if (!(*Divisors)->getAsArray()) {
      Reading.mistake(Divisors->place(),
                      "'" + Twine(DivisorFields[Axis]) + "' is not a list");
    }
    for (const JsonNode &Each :
         IsSaid ? Divisors->elements() : std::vector<JsonNode>()) {
      auto Divisor = Reading.expression(Each, Reason);
      if (Divisor)
        Grid.Divisors.push_back(std::move(*Divisor));
      else
        Reading.launchMistake(Reason.Place,
                              Reason.Message + "; --grid gives the grid");
    }
    // GEMM's third size is the length of its sums, for example.
    if (Axis && Grid.Divisors.empty() && Grid.Size.Text != "1")
      Reading.warn(Sizes[Axis].place(),
                   "nothing divides this size, so that the grid has as many "
                   "blocks in " +
                       Twine(AxisLetters[Axis]) +
                       ", as with Kernel Tuner; --grid gives another grid");
    Reading.Space.Launch.Grid[Axis] = std::move(Grid);
  }
}

/// The launch of the first configuration, with its own values for the rest.
std::optional<ConfiguredKernel> firstLaunch(const TuningSpace &Space) {
  TuningConfiguration First;
  for (const SpaceParameter &Each : Space.Parameters)
    First.push_back(Each.Values.front());
  Expected<ConfiguredKernel> Kernel = configure(Space, First);
  if (Kernel)
    return std::move(*Kernel);
  consumeError(Kernel.takeError());
  return std::nullopt;
}

/// Notes where GlobalSize and LocalSize say something else than what is taken.
void compareSizes(const JsonNode &Kernel, SpaceReading &Reading) {
  const auto Taken = firstLaunch(Reading.Space);
  if (!Taken || !Reading.Space.LaunchMistakes.empty())
    return;
  auto compare = [&](StringRef Field, SizeAxes Which) {
    const auto Node = Kernel.field(Field);
    if (!Node)
      return;
    TuningSpace Other = Reading.Space;
    bool IsWrong = false;
    auto Axes = readAxes(
        Kernel, Which, Reading, [&](const SpaceReading::Unreadable &Reason) {
          IsWrong = true;
          Reading.note(Reason.Place, Field +
                                         " is ignored, as by Kernel "
                                         "Tuner; it is wrong, too: " +
                                         Reason.Message);
        });
    if (IsWrong)
      return;
    const bool CountsThreads = globalSizeCountsThreads(Kernel, Reading);
    for (unsigned Axis = 0; Axis != 3; ++Axis)
      if (Which == SizeAxes::Local)
        Other.Launch.Block[Axis] = Axes[Axis];
      else if (Axes[Axis])
        Other.Launch.Grid[Axis] = GridAxis{*Axes[Axis], {}, CountsThreads};
      else
        Other.Launch.Grid[Axis].reset();
    const auto Said = firstLaunch(Other);
    const auto sizes = [&](const ConfiguredKernel &Each) {
      const auto &All = Which == SizeAxes::Local ? Each.Block : Each.Grid;
      return std::to_string(All[0]) + " x " + std::to_string(All[1]) + " x " +
             std::to_string(All[2]);
    };
    if (!Said)
      Reading.note(Node->placeOfKey(), Field + " is ignored, as by Kernel "
                                               "Tuner; it gives no launch");
    else if (sizes(*Said) != sizes(*Taken))
      Reading.warn(Node->placeOfKey(),
                   Field +
                       " is ignored, as by Kernel Tuner; for the first "
                       "configuration it says " +
                       sizes(*Said) + " where " + sizes(*Taken) + " is taken");
  };
  compare("GlobalSize", SizeAxes::Global);
  compare("LocalSize", SizeAxes::Local);
}

} // namespace

void kernelcast::readKernelTunerLaunch(const JsonNode &Kernel,
                                       SpaceReading &Reading) {
  if (!Reading.Overrides.LocalSize)
    readBlock(Kernel, Reading);
  if (!Reading.Overrides.Grid)
    readProblem(Kernel, Reading);
  if (const auto Shared = Kernel.field("SharedMemory");
      Shared && (*Shared)->getAsInteger().value_or(0) != 0)
    Reading.note(Shared->placeOfKey(),
                 "'SharedMemory' is ignored, as by Kernel Tuner; "
                 "--dynamic-shared gives it");
  if (!Reading.Overrides.LocalSize && !Reading.Overrides.Grid)
    compareSizes(Kernel, Reading);
}
