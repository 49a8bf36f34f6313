//===- LibraryCalls.cpp - thrust and cub, read ----------------------------===//
//
// A row of the table has a letter for each argument, after thrust's policy or
// cub's temporary storage:
//
//   f l n   the first and last position, or the first and how many elements
//   F W     a first position whose range is also written, or only written
//   r w u   another array that is read, written, or both
//   x       an array of one or a few elements
//   p       a function that runs for every element
//   o       an operator or comparison; without cost if the library has it
//   -       a number or a value
//===----------------------------------------------------------------------===//

#include "analysis/host/LibraryCalls.h"
#include "analysis/host/ContainerSizes.h"
#include "analysis/host/Containers.h"
#include "analysis/host/LaunchSite.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

using Kind = HostAction::Kind;
using InMemory = IteratorPosition::Memory;

namespace {

constexpr StringLiteral PlainLibraries[] = {"cublas",   "cufft",    "curand",
                                            "cusparse", "cusolver", "cudnn",
                                            "nccl",     "cutensor"};

enum class Does : uint8_t { Map, Copy, Reduce, Scan, Select, Sort };

struct Row {
  StringLiteral Name, Letters;
  Does What;
};

// clang-format off
constexpr Row Thrust[] = {
  {"sort", "Fl", Does::Sort}, {"sort", "Flo", Does::Sort},
  {"stable_sort", "Fl", Does::Sort}, {"stable_sort", "Flo", Does::Sort},
  {"sort_by_key", "Flu", Does::Sort}, {"sort_by_key", "Fluo", Does::Sort},
  {"stable_sort_by_key", "Flu", Does::Sort},
  {"stable_sort_by_key", "Fluo", Does::Sort},
  {"fill", "Wl-", Does::Map}, {"fill_n", "Wn-", Does::Map},
  {"uninitialized_fill", "Wl-", Does::Map},
  {"sequence", "Wl", Does::Map}, {"sequence", "Wl-", Does::Map},
  {"sequence", "Wl--", Does::Map},
  {"generate", "Wlp", Does::Map}, {"tabulate", "Wlp", Does::Map},
  {"copy", "flw", Does::Copy}, {"copy_n", "fnw", Does::Copy},
  {"copy_if", "flwp", Does::Select}, {"copy_if", "flrwp", Does::Select},
  {"transform", "flwo", Does::Map}, {"transform", "flrwo", Does::Map},
  {"for_each", "Flp", Does::Map}, {"for_each_n", "Fnp", Does::Map},
  {"gather", "flrw", Does::Map}, {"scatter", "flrw", Does::Map},
  {"replace", "Fl--", Does::Map}, {"replace_if", "Flp-", Does::Map},
  {"replace_if", "Flrp-", Does::Map},
  {"reverse", "Fl", Does::Map}, {"swap_ranges", "Flu", Does::Map},
  {"adjacent_difference", "flw", Does::Map},
  {"adjacent_difference", "flwo", Does::Map},
  {"reduce", "fl", Does::Reduce}, {"reduce", "fl-", Does::Reduce},
  {"reduce", "fl-o", Does::Reduce},
  {"transform_reduce", "flo-o", Does::Reduce},
  {"inner_product", "flr-", Does::Reduce},
  {"inner_product", "flr-oo", Does::Reduce},
  {"count", "fl-", Does::Reduce}, {"count_if", "flp", Does::Reduce},
  {"min_element", "fl", Does::Reduce}, {"min_element", "flo", Does::Reduce},
  {"max_element", "fl", Does::Reduce}, {"max_element", "flo", Does::Reduce},
  {"minmax_element", "fl", Does::Reduce},
  {"minmax_element", "flo", Does::Reduce},
  {"equal", "flr", Does::Reduce}, {"all_of", "flp", Does::Reduce},
  {"any_of", "flp", Does::Reduce}, {"none_of", "flp", Does::Reduce},
  {"find", "fl-", Does::Reduce}, {"find_if", "flp", Does::Reduce},
  {"is_sorted", "fl", Does::Reduce}, {"is_sorted", "flo", Does::Reduce},
  {"inclusive_scan", "flw", Does::Scan}, {"inclusive_scan", "flwo", Does::Scan},
  {"exclusive_scan", "flw", Does::Scan}, {"exclusive_scan", "flw-", Does::Scan},
  {"exclusive_scan", "flw-o", Does::Scan},
  {"inclusive_scan_by_key", "flrw", Does::Scan},
  {"inclusive_scan_by_key", "flrwo", Does::Scan},
  {"inclusive_scan_by_key", "flrwoo", Does::Scan},
  {"exclusive_scan_by_key", "flrw", Does::Scan},
  {"exclusive_scan_by_key", "flrw-", Does::Scan},
  {"exclusive_scan_by_key", "flrw-o", Does::Scan},
  {"exclusive_scan_by_key", "flrw-oo", Does::Scan},
  {"reduce_by_key", "flrww", Does::Select},
  {"reduce_by_key", "flrwwo", Does::Select},
  {"reduce_by_key", "flrwwoo", Does::Select},
  {"unique", "Fl", Does::Select}, {"unique", "Flo", Does::Select},
  {"unique_by_key", "Flu", Does::Select},
  {"unique_by_key", "Fluo", Does::Select},
  {"unique_copy", "flw", Does::Select},
  {"unique_by_key_copy", "flrww", Does::Select},
  {"remove", "Fl-", Does::Select}, {"remove_if", "Flp", Does::Select},
  {"remove_if", "Flrp", Does::Select},
  {"remove_copy_if", "flwp", Does::Select},
  {"partition", "Flp", Does::Select},
  {"stable_partition", "Flp", Does::Select},
};

/// Further arguments are bits of a sort, and a stream.
constexpr Row Cub[] = {
  {"DeviceReduce::Sum", "rxn", Does::Reduce},
  {"DeviceReduce::Min", "rxn", Does::Reduce},
  {"DeviceReduce::Max", "rxn", Does::Reduce},
  {"DeviceReduce::ArgMin", "rxn", Does::Reduce},
  {"DeviceReduce::ArgMax", "rxn", Does::Reduce},
  {"DeviceReduce::Reduce", "rxno-", Does::Reduce},
  {"DeviceScan::ExclusiveSum", "rwn", Does::Scan},
  {"DeviceScan::ExclusiveSum", "un", Does::Scan},
  {"DeviceScan::InclusiveSum", "rwn", Does::Scan},
  {"DeviceScan::InclusiveSum", "un", Does::Scan},
  {"DeviceScan::ExclusiveScan", "rwo-n", Does::Scan},
  {"DeviceScan::InclusiveScan", "rwon", Does::Scan},
  {"DeviceRadixSort::SortKeys", "rwn", Does::Sort},
  {"DeviceRadixSort::SortKeys", "un", Does::Sort},
  {"DeviceRadixSort::SortKeysDescending", "rwn", Does::Sort},
  {"DeviceRadixSort::SortKeysDescending", "un", Does::Sort},
  {"DeviceRadixSort::SortPairs", "rwrwn", Does::Sort},
  {"DeviceRadixSort::SortPairs", "uun", Does::Sort},
  {"DeviceRadixSort::SortPairsDescending", "rwrwn", Does::Sort},
  {"DeviceRadixSort::SortPairsDescending", "uun", Does::Sort},
  {"DeviceMergeSort::SortKeys", "uno", Does::Sort},
  {"DeviceMergeSort::SortPairs", "uuno", Does::Sort},
  {"DeviceSelect::Flagged", "rrwxn", Does::Select},
  {"DeviceSelect::Flagged", "urxn", Does::Select},
  {"DeviceSelect::If", "rwxnp", Does::Select},
  {"DeviceSelect::If", "uxnp", Does::Select},
  {"DeviceSelect::Unique", "rwxn", Does::Select},
  {"DevicePartition::Flagged", "rrwxn", Does::Select},
  {"DevicePartition::If", "rwxnp", Does::Select},
  {"DeviceRunLengthEncode::Encode", "rwwxn", Does::Select},
  {"DeviceHistogram::HistogramEven", "rx---n", Does::Map},
};
// clang-format on

/// The class of \p Type, by its own name, or "".
StringRef className(clang::QualType Type) {
  const clang::CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() ? Record->getName() : StringRef();
}

bool isNumber(const clang::Expr *E) {
  return E->getType().getNonReferenceType()->isIntegralOrEnumerationType();
}

/// Whether \p E can be what \p Letter stands for.
bool fits(char Letter, const clang::Expr *E) {
  switch (Letter) {
  case 'n':
    return isNumber(E);
  case 'p':
  case 'o':
    return !isNumber(E) && !E->getType()->isFloatingType();
  case '-':
    return true;
  default:
    return !isNumber(E);
  }
}

bool fits(StringRef Letters, ArrayRef<const clang::Expr *> Given) {
  return all_of(zip(Letters, Given), [](const auto &Pair) {
    return fits(std::get<0>(Pair), std::get<1>(Pair));
  });
}

std::vector<const clang::Expr *> givenTo(const clang::CallExpr *Call) {
  std::vector<const clang::Expr *> Given;
  for (const clang::Expr *A : Call->arguments())
    if (!isa<clang::CXXDefaultArgExpr>(A))
      Given.push_back(A);
  return Given;
}

bool isStream(const clang::Expr *E) {
  clang::QualType Type = E->getType().getNonReferenceType();
  const clang::RecordDecl *Record =
      Type->isPointerType() ? Type->getPointeeType()->getAsRecordDecl()
                            : nullptr;
  return Record && Record->getName() == "CUstream_st";
}

PassAlgorithm algorithmOf(Does What) {
  switch (What) {
  case Does::Map:
  case Does::Copy:
    return PassAlgorithm::Map;
  case Does::Reduce:
    return PassAlgorithm::Reduction;
  case Does::Scan:
    return PassAlgorithm::Scan;
  case Does::Select:
    return PassAlgorithm::Selection;
  case Does::Sort:
    return PassAlgorithm::MergeSort;
  }
  llvm_unreachable("every row does something");
}

const clang::CXXMethodDecl *methodOf(const clang::Expr *Call) {
  if (const auto *K = dyn_cast<clang::CXXConstructExpr>(Call))
    return K->getConstructor();
  const auto *C = dyn_cast<clang::CallExpr>(Call);
  return C ? dyn_cast_or_null<clang::CXXMethodDecl>(C->getDirectCallee())
           : nullptr;
}

} // namespace

/// Whether \p Method, of one of thrust's vectors, works on the device: all of a
/// device_vector's but those that only tell where and how much; a host_vector's
/// where they take one from the device.
static bool vectorWorks(const clang::CXXMethodDecl *Method,
                        const clang::Expr *Call) {
  clang::QualType Own(Method->getParent()->getTypeForDecl(), 0);
  StringRef Name = Method->getIdentifier() ? Method->getName() : StringRef();
  if (containerKind(Own) == ContainerKind::OnDevice)
    return !StringSwitch<bool>(Name)
                .Cases("begin", "end", "cbegin", "cend", "data", true)
                .Cases("size", "empty", "capacity", "reserve", true)
                .Cases("clear", "swap", "shrink_to_fit", true)
                .Default(false) &&
           !isa<clang::CXXDestructorDecl, clang::CXXConversionDecl>(Method);
  const auto ofDevice = [](const clang::Expr *E) {
    return containerKind(E->getType()) == ContainerKind::OnDevice ||
           className(E->getType()) == "device_ptr";
  };
  if (const auto *K = dyn_cast<clang::CXXConstructExpr>(Call))
    return any_of(K->arguments(), ofDevice);
  return any_of(cast<clang::CallExpr>(Call)->arguments(), ofDevice);
}

std::string kernelcast::host::libraryOf(const clang::Expr *Call) {
  const clang::FunctionDecl *F = methodOf(Call);
  if (const auto *C = dyn_cast<clang::CallExpr>(Call); C && !F)
    F = C->getDirectCallee();
  if (!F)
    return "";
  const auto *M = dyn_cast<clang::CXXMethodDecl>(F);
  StringRef Name = F->getIdentifier() ? F->getName() : StringRef();
  for (StringRef Library : PlainLibraries)
    if (!M && Name.starts_with(Library)) {
      for (StringRef Quiet : {"Create", "Destroy", "Set", "Get", "Init", "Plan",
                              "Size", "Version"})
        if (Name.contains(Quiet))
          return "";
      return Library.str();
    }
  const clang::NamespaceDecl *Outermost = nullptr;
  for (const clang::DeclContext *D = F->getDeclContext(); D; D = D->getParent())
    if (const auto *N = dyn_cast<clang::NamespaceDecl>(D))
      Outermost = N;
  StringRef Space = Outermost ? Outermost->getName() : StringRef();
  if (Space == "cub")
    return M && M->getParent()->getName().starts_with("Device") ? "cub" : "";
  if (Space != "thrust")
    return "";
  // Iterators and pointers are handed around; vectors and algorithms work.
  if (M) {
    clang::QualType Own(M->getParent()->getTypeForDecl(), 0);
    return containerKind(Own) != ContainerKind::None && vectorWorks(M, Call)
               ? "thrust"
               : "";
  }
  bool Quiet = Name.empty() || Name.starts_with("raw_") ||
               Name.starts_with("make_") || Name.starts_with("device_") ||
               StringSwitch<bool>(Name)
                   .Cases("get", "tie", "distance", "advance", "next", true)
                   .Cases("norm", "abs", "conj", "exp", "polar", true)
                   .Default(false);
  return Quiet ? "" : "thrust";
}

/// Where an algorithm runs, as its first argument says.
struct LibraryCalls::Policy {
  bool Given = false;
  bool OnHost = false, Known = true, Waits = true;
  HandleName Stream;
};

/// What the arguments of an algorithm are.
struct LibraryCalls::Roles {
  const k::Expr *Elements = nullptr;
  uint64_t Read = 0, Written = 0, Key = 0;
  clang::QualType First; ///< the type of the first array's elements
  bool CallsFunction = false, OwnOperator = false;
  bool OnDevice = false, OnHost = false;
  InMemory From = InMemory::None, To = InMemory::None;
};

LibraryCalls::Policy LibraryCalls::policyOf(const clang::Expr *E,
                                            const Frame *F, unsigned Depth) {
  Policy Found;
  E = stripped(E);
  if (Depth > 8 || !StringRef(className(E->getType())).contains("policy"))
    return Found;
  Found.Given = true;
  if (const auto *K = dyn_cast<clang::CXXConstructExpr>(E);
      K && K->getNumArgs() == 1)
    return policyOf(K->getArg(0), F, Depth + 1);
  if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(E);
      O && O->getOperator() == clang::OO_Call && O->getNumArgs() > 0)
    return policyOf(O->getArg(0), F, Depth + 1); // with an allocator
  if (const auto *M = dyn_cast<clang::CXXMemberCallExpr>(E);
      M && M->getMethodDecl() && M->getMethodDecl()->getIdentifier() &&
      M->getMethodDecl()->getName() == "on" && M->getNumArgs() == 1) {
    Found = policyOf(M->getImplicitObjectArgument(), F, Depth + 1);
    Found.Stream = Handles.of(M->getArg(0), F);
    return Found;
  }
  const auto *R = dyn_cast<clang::DeclRefExpr>(E);
  const auto *V = R ? dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
  if (V && isa<clang::NamespaceDecl>(V->getDeclContext())) {
    StringRef Name = V->getName();
    Found.OnHost = Name == "host" || Name == "seq";
    Found.Waits = Name != "par_nosync";
    Found.Known = Found.OnHost || Name == "device" || Name.starts_with("par");
    return Found;
  }
  if (V && V->getInit())
    return policyOf(V->getInit(), F, Depth + 1);
  Found.Known = false;
  return Found;
}

HostStep LibraryCalls::step(const clang::Expr *Call, Kind What) const {
  HostStep Step;
  Step.What = HostStep::Kind::Action;
  Step.Location = spotOf(Call, Facts.Context);
  Step.Action.What = What;
  if (const auto *C = dyn_cast<clang::CallExpr>(Call);
      C && !isa<clang::CXXOperatorCallExpr>(C))
    Step.Action.Callee = sourceText(C->getCallee(), Facts.Context);
  else
    Step.Action.Callee =
        Call->getType().getNonReferenceType().getUnqualifiedType().getAsString(
            Facts.Context.getPrintingPolicy());
  return Step;
}

const k::Expr *LibraryCalls::bytes(const k::Expr *Elements,
                                   clang::QualType Element) {
  if (!Elements || Element.isNull() || Element->isIncompleteType())
    return nullptr;
  ScalarType Wide = ScalarType::integer(64, false);
  return Pool.mul(
      Pool.cast(Elements, Wide),
      Pool.constant(Facts.Context.getTypeSizeInChars(Element).getQuantity(),
                    Wide));
}

void LibraryCalls::addCopy(const clang::Expr *Call, CopyKind Direction,
                           const k::Expr *Elements, clang::QualType Element,
                           std::string Operands, Steps &To) {
  HostStep Step = step(Call, Kind::Copy);
  HostAction &A = Step.Action;
  A.Direction = Direction;
  A.Memory = MemoryKind::Pageable;
  A.Bytes = bytes(Elements, Element);
  A.Operands = std::move(Operands);
  if (!A.Bytes)
    A.Note = "its size cannot be followed";
  To.push_back(std::move(Step));
}

void LibraryCalls::addFill(const clang::Expr *Call, const k::Expr *Elements,
                           clang::QualType Element, std::string Operands,
                           Steps &To) {
  HostStep Step = step(Call, Kind::Pass);
  HostAction &A = Step.Action;
  A.Operands = std::move(Operands);
  A.Pass.Elements = Elements;
  if (!Element.isNull() && !Element->isIncompleteType())
    A.Pass.BytesWritten =
        Facts.Context.getTypeSizeInChars(Element).getQuantity();
  A.Pass.HostWaits = true;
  To.push_back(std::move(Step));
}

/// Adds up what \p Given are by \p Letters; false where an array is not
/// understood.
bool LibraryCalls::readRoles(StringRef Letters, Arguments Given, const Frame *F,
                             Roles &Found) {
  for (auto [Letter, Argument] : zip(Letters, Given)) {
    switch (Letter) {
    case 'n':
      Found.Elements = Values.integer(Argument, F);
      continue;
    case 'l':
      Found.Elements = Positions.distance(Given[0], Argument, F);
      continue;
    case 'p':
      Found.CallsFunction |= isOfUser(Argument);
      continue;
    case 'o':
      Found.CallsFunction |= isOfUser(Argument);
      Found.OwnOperator |=
          isOfUser(Argument) ||
          !is_contained({"less", "greater"}, className(Argument->getType()));
      continue;
    case 'x':
    case '-':
      continue;
    default:
      break;
    }
    IteratorPosition At;
    clang::QualType Type = Argument->getType().getNonReferenceType();
    if (const auto *Buffers =
            dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
                Type->getAsCXXRecordDecl());
        Buffers && Buffers->getName() == "DoubleBuffer") {
      At.In = InMemory::Device;
      At.Element = Buffers->getTemplateArgs()[0].getAsType();
      At.Bytes = Facts.Context.getTypeSizeInChars(At.Element).getQuantity();
    } else if (std::optional<IteratorPosition> Known =
                   Positions.of(Argument, F)) {
      At = *Known;
    } else {
      return false;
    }
    Found.CallsFunction |= At.CallsFunction;
    Found.OnDevice |= At.In == InMemory::Device;
    Found.OnHost |= At.In == InMemory::Host || At.In == InMemory::Pointer;
    bool Writes = StringRef("FWwu").contains(Letter);
    if (Letter != 'W' && Letter != 'w')
      Found.Read += At.Bytes;
    if (Writes)
      Found.Written += At.Bytes;
    if (Letter == 'w')
      Found.To = At.In;
    if (Argument == Given[0]) {
      Found.First = At.Element;
      Found.Key = At.Bytes;
      Found.From = At.In;
    }
  }
  return true;
}

/// Lets \p Pass be a radix sort if the library sorts such keys by their digits.
static void chooseSort(LibraryPass &Pass, clang::QualType Key,
                       const clang::ASTContext &Context) {
  if (Key.isNull() || !Key->isArithmeticType() ||
      Context.getTypeSizeInChars(Key).getQuantity() !=
          static_cast<int64_t>(Pass.KeyBytes))
    return;
  Pass.Algorithm = PassAlgorithm::RadixSort;
  Pass.KeyBits = static_cast<unsigned>(8 * Pass.KeyBytes);
}

/// A copy between host and device; false where it stays on one side.
bool LibraryCalls::copyOfRange(const clang::CallExpr *Call, Arguments Given,
                               const Policy &With, const Frame *F, Steps &To) {
  if (With.Given)
    return false;
  std::optional<IteratorPosition> From = Positions.of(Given[0], F),
                                  Into = Positions.of(Given[2], F);
  if (!From || !Into)
    return false;
  bool FromDevice = From->In == InMemory::Device,
       ToDevice = Into->In == InMemory::Device;
  if (FromDevice == ToDevice || From->In == InMemory::None)
    return false;
  const k::Expr *Elements = isNumber(Given[1])
                                ? Values.integer(Given[1], F)
                                : Positions.distance(Given[0], Given[1], F);
  addCopy(Call, ToDevice ? CopyKind::ToDevice : CopyKind::FromDevice, Elements,
          From->Element,
          sourceText(Given[2], Facts.Context) + " <- " +
              sourceText(Given[0], Facts.Context),
          To);
  return true;
}

bool LibraryCalls::thrustCall(const clang::CallExpr *Call, const Frame *F,
                              Steps &To) {
  const clang::FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return false;
  std::vector<const clang::Expr *> All = givenTo(Call);
  Arguments Given = All;
  Policy With;
  if (!Given.empty())
    With = policyOf(Given[0], F);
  if (With.Given)
    Given = Given.drop_front();
  if (With.OnHost)
    return true;
  if (!With.Known)
    return false;
  const auto *It = find_if(Thrust, [&](const Row &R) {
    return R.Name == Callee->getName() && R.Letters.size() == Given.size() &&
           fits(R.Letters, Given);
  });
  if (It == std::end(Thrust)) {
    // Whatever it does, it does it to the host's own arrays.
    std::optional<IteratorPosition> At =
        With.Given || Given.empty() ? std::nullopt : Positions.of(Given[0], F);
    return At && At->In == InMemory::Host;
  }
  if (It->What == Does::Copy && copyOfRange(Call, Given, With, F, To))
    return true;
  Roles Found;
  if (!readRoles(It->Letters, Given, F, Found))
    return false;
  if (!With.Given && Found.OnHost && !Found.OnDevice)
    return true; // the host's own
  HostStep Step = step(Call, Kind::Pass);
  HostAction &A = Step.Action;
  A.Operands = sourceText(Given[0], Facts.Context);
  A.Stream = With.Stream;
  LibraryPass &Pass = A.Pass;
  Pass.Algorithm = algorithmOf(It->What);
  Pass.Elements = Found.Elements;
  Pass.BytesRead = Found.Read;
  Pass.BytesWritten = Found.Written;
  Pass.KeyBytes = Found.Key;
  Pass.CallsFunction = Found.CallsFunction;
  Pass.HostWaits = With.Waits;
  if (It->What == Does::Sort && !Found.OwnOperator)
    chooseSort(Pass, Found.First, Facts.Context);
  To.push_back(std::move(Step));
  if (It->What != Does::Reduce && It->What != Does::Select)
    return true;
  // A sum comes back as a value, everything else as a position or a count.
  bool Sum = Callee->getName() == "reduce" ||
             Callee->getName() == "transform_reduce" ||
             Callee->getName() == "inner_product";
  addCopy(Call, CopyKind::FromDevice, Pool.constant(1),
          Sum && !Found.First.isNull() ? Found.First
                                       : Facts.Context.getSizeType(),
          "its result", To);
  return true;
}

/// Whether \p Call of cub only asks how much temporary storage it needs: the
/// pointer to that is null where the call stands.
bool LibraryCalls::isSizeQuery(const clang::CallExpr *Call,
                               const Frame *F) const {
  const clang::Expr *Storage = Call->getArg(0)->IgnoreParenCasts();
  const auto isNull = [&](const clang::Expr *E) {
    return E->IgnoreParenCasts()->isNullPointerConstant(
               Facts.Context, clang::Expr::NPC_ValueDependentIsNotNull) !=
           clang::Expr::NPCK_NotNull;
  };
  if (isNull(Storage) || isNull(stripped(Storage)))
    return true;
  const auto *R = dyn_cast<clang::DeclRefExpr>(stripped(Storage));
  const auto *V = R ? dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
  const FunctionFacts &Body = *F->Facts;
  auto Changes = V ? Body.Modified.find(V) : Body.Modified.end();
  auto At = Body.Nodes.find(Call);
  if (Changes == Body.Modified.end() || At == Body.Nodes.end())
    return false;
  // The last change before the call, other than by cub itself, to which it is
  // passed by reference.
  const clang::Stmt *Last = nullptr;
  unsigned LastNumber = 0;
  for (const Modification &M : Changes->second) {
    auto Node = Body.Nodes.find(M.Where);
    const auto *Other = dyn_cast<clang::Expr>(M.Where);
    if (!M.Steps.empty() || Node == Body.Nodes.end() ||
        Node->second.First > At->second.First ||
        (Other && libraryOf(Other) == "cub"))
      continue;
    if (!Last || Node->second.First > LastNumber) {
      Last = M.Where;
      LastNumber = Node->second.First;
    }
  }
  const clang::Stmt *Loop = Body.parent(Call);
  while (Loop && !isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
                      clang::CXXForRangeStmt>(Loop))
    Loop = Body.parent(Loop);
  if (!Last || (Loop && !Body.contains(Loop, Last)))
    return false; // a later round may have storage
  if (isa<clang::DeclStmt>(Last))
    return V->getInit() && isNull(V->getInit());
  const auto *Sets = dyn_cast<clang::BinaryOperator>(Last);
  return Sets && Sets->getOpcode() == clang::BO_Assign &&
         isNull(Sets->getRHS());
}

bool LibraryCalls::cubCall(const clang::CallExpr *Call, const Frame *F,
                           Steps &To) {
  const clang::CXXMethodDecl *Method = methodOf(Call);
  if (!Method || !Method->getIdentifier() || Call->getNumArgs() < 3)
    return false;
  if (isSizeQuery(Call, F))
    return true;
  std::string Name =
      (Method->getParent()->getName() + "::" + Method->getName()).str();
  std::vector<const clang::Expr *> All = givenTo(Call);
  Arguments Given = Arguments(All).drop_front(2);
  const auto *It = find_if(Cub, [&](const Row &R) {
    return R.Name == Name && R.Letters.size() <= Given.size() &&
           fits(R.Letters, Given);
  });
  Roles Found;
  if (It == std::end(Cub) ||
      !readRoles(It->Letters, Given.take_front(It->Letters.size()), F, Found))
    return false;
  HostStep Step = step(Call, Kind::Pass);
  HostAction &A = Step.Action;
  A.Operands = sourceText(Given[0], Facts.Context);
  A.Asynchronous = true;
  LibraryPass &Pass = A.Pass;
  Pass.Algorithm = algorithmOf(It->What);
  Pass.Elements = Found.Elements;
  Pass.BytesRead = Found.Read;
  Pass.BytesWritten = Found.Written;
  Pass.KeyBytes = Found.Key;
  Pass.CallsFunction = Found.CallsFunction;
  SmallVector<const clang::Expr *, 2> Bits;
  for (const clang::Expr *More : Given.drop_front(It->Letters.size())) {
    if (isStream(More))
      A.Stream = Handles.of(More, F);
    else if (isNumber(More))
      Bits.push_back(More);
  }
  if (Method->getParent()->getName() == "DeviceRadixSort") {
    Pass.Algorithm = PassAlgorithm::RadixSort;
    Pass.KeyBits = static_cast<unsigned>(8 * Pass.KeyBytes);
    if (Bits.size() >= 2) {
      const k::Expr *Begin = Values.integer(Bits[0], F),
                    *End = Values.integer(Bits[1], F);
      if (Begin && End && Begin->isIntegerConstant() &&
          End->isIntegerConstant() && Begin->value() >= 0 &&
          End->value() > Begin->value() && End->value() <= Pass.KeyBits)
        Pass.KeyBits = static_cast<unsigned>(End->value() - Begin->value());
    }
  }
  To.push_back(std::move(Step));
  return true;
}

/// What the construction of one of thrust's vectors copies or fills.
bool LibraryCalls::vectorMade(const clang::CXXConstructExpr *Made,
                              const Frame *F, Steps &To) {
  const clang::CXXConstructorDecl *Constructor = Made->getConstructor();
  bool OnDevice = containerKind(Made->getType()) == ContainerKind::OnDevice;
  if (Constructor->isMoveConstructor() || Made->getNumArgs() == 0 ||
      isa<clang::CXXDefaultArgExpr>(Made->getArg(0)))
    return true;
  clang::QualType Element = elementOf(Made->getType());
  const k::Expr *Elements =
      Values.part(Made, PathStep{nullptr, PathStep::Size}, F);
  const clang::Expr *From = Made->getArg(0);
  std::string Text = sourceText(From, Facts.Context);
  bool FromDevice = containerKind(From->getType()) == ContainerKind::OnDevice;
  if (isNumber(From)) {
    if (OnDevice)
      addFill(Made, Elements, Element, "", To);
    return true;
  }
  if (containerKind(From->getType()) == ContainerKind::None &&
      !isa<clang::CXXStdInitializerListExpr>(stripped(From))) {
    std::optional<IteratorPosition> At = Positions.of(From, F);
    if (!At)
      return false;
    FromDevice = At->In == InMemory::Device;
    if (At->In == InMemory::None && OnDevice) {
      addFill(Made, Elements, Element, Text, To);
      return true;
    }
  }
  if (!OnDevice && !FromDevice)
    return true;
  addCopy(Made,
          !FromDevice ? CopyKind::ToDevice
          : OnDevice  ? CopyKind::WithinDevice
                      : CopyKind::FromDevice,
          Elements, Element, Text, To);
  return true;
}

/// What a member function of one of thrust's vectors copies or fills.
bool LibraryCalls::vectorChanged(const clang::CallExpr *Call, const Frame *F,
                                 Steps &To) {
  const clang::CXXMethodDecl *Method = methodOf(Call);
  if (const auto *O = dyn_cast<clang::CXXOperatorCallExpr>(Call)) {
    if (O->getNumArgs() != 2)
      return false;
    clang::QualType Own = O->getArg(0)->getType(),
                    Other = O->getArg(1)->getType();
    std::string Text = sourceText(O->getArg(0), Facts.Context);
    if (O->getOperator() == clang::OO_Equal) {
      bool Into = containerKind(Own) == ContainerKind::OnDevice,
           From = containerKind(Other) == ContainerKind::OnDevice;
      if (containerKind(Other) == ContainerKind::None || (!Into && !From))
        return false;
      addCopy(Call,
              !From  ? CopyKind::ToDevice
              : Into ? CopyKind::WithinDevice
                     : CopyKind::FromDevice,
              Values.sizeOf(O->getArg(1), F), elementOf(Other),
              Text + " <- " + sourceText(O->getArg(1), Facts.Context), To);
      return true;
    }
    if (O->getOperator() != clang::OO_Subscript)
      return false;
    // One element, read or written; its address alone moves nothing.
    const clang::Stmt *Use = F->Facts->parent(Call);
    while (isa_and_nonnull<clang::ParenExpr>(Use))
      Use = F->Facts->parent(Use);
    if (const auto *U = dyn_cast_or_null<clang::UnaryOperator>(Use);
        U && U->getOpcode() == clang::UO_AddrOf)
      return true;
    const auto *Sets = dyn_cast_or_null<clang::BinaryOperator>(Use);
    bool Writes =
        Sets && Sets->isAssignmentOp() && stripped(Sets->getLHS()) == Call;
    std::string Place = sourceText(Call, Facts.Context);
    if (!Writes || Sets->isCompoundAssignmentOp())
      addCopy(Call, CopyKind::FromDevice, Pool.constant(1), elementOf(Own),
              Place, To);
    if (Writes)
      addCopy(Call, CopyKind::ToDevice, Pool.constant(1), elementOf(Own), Place,
              To);
    return true;
  }
  const auto *M = dyn_cast<clang::CXXMemberCallExpr>(Call);
  if (!M || !Method || !Method->getIdentifier() || M->getNumArgs() == 0 ||
      M->getImplicitObjectArgument()->getType()->isPointerType())
    return false;
  const clang::Expr *Object = M->getImplicitObjectArgument();
  clang::QualType Element = elementOf(Object->getType());
  std::string Text = sourceText(Object, Facts.Context);
  const k::Expr *Before = Values.sizeOf(Object, F);
  const k::Expr *Size = sizeLeft(M, F, Values, Pool);
  if (Method->getName() == "resize") {
    if (Before && Before == Size)
      return true;
    if (!Before || !Before->isConstant(0))
      return false; // what it keeps is copied
    addFill(Call, Size, Element, Text, To);
    return true;
  }
  if (Method->getName() != "assign")
    return false;
  if (isNumber(M->getArg(0))) {
    addFill(Call, Size, Element, Text, To);
    return true;
  }
  std::optional<IteratorPosition> At = Positions.of(M->getArg(0), F);
  if (!At || At->In == InMemory::None)
    return false;
  addCopy(Call,
          At->In == InMemory::Device ? CopyKind::WithinDevice
                                     : CopyKind::ToDevice,
          Size, Element, Text, To);
  return true;
}

void LibraryCalls::read(const clang::Expr *Call, const Frame *F, Steps &To) {
  Values.refill();
  std::string Library = libraryOf(Call);
  const auto *Function = dyn_cast<clang::CallExpr>(Call);
  bool Done = false;
  if (const auto *Made = dyn_cast<clang::CXXConstructExpr>(Call))
    Done = vectorMade(Made, F, To);
  else if (Library == "cub")
    Done = cubCall(Function, F, To);
  else if (Library == "thrust")
    Done = methodOf(Call) ? vectorChanged(Function, F, To)
                          : thrustCall(Function, F, To);
  if (!Done)
    To.push_back(unmodelledStep(spotOf(Call, Facts.Context),
                                step(Call, Kind::Unmodelled).Action.Callee,
                                "the time of this library call is not "
                                "modelled"));
}
