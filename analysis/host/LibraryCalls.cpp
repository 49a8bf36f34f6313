//===- LibraryCalls.cpp - thrust and cub, read ----------------------------===//

#include "analysis/host/LibraryCalls.h"
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
using Does = LibraryAlgorithm::Kind;
using InMemory = IteratorPosition::Memory;

namespace {

constexpr StringLiteral PlainLibraries[] = {"cublas",   "cufft",    "curand",
                                            "cusparse", "cusolver", "cudnn",
                                            "nccl",     "cutensor"};

bool isStream(const clang::Expr *E) {
  clang::QualType Type = E->getType().getNonReferenceType();
  const clang::RecordDecl *Record =
      Type->isPointerType() ? Type->getPointeeType()->getAsRecordDecl()
                            : nullptr;
  return Record && Record->getName() == "CUstream_st";
}

} // namespace

/// Whether \p Call, an algorithm or a vector of the standard library, goes over
/// iterators of the device.
static bool goesOverDevice(const clang::Expr *Call, StringRef Name) {
  std::vector<const clang::Expr *> Given;
  if (const auto *Made = dyn_cast<clang::CXXConstructExpr>(Call)) {
    if (containerKind(Made->getType()) == ContainerKind::None)
      return false;
    Given = givenTo(Made);
  } else if (StringSwitch<bool>(Name)
                 .Cases("make_tuple", "make_pair", "tie", "get", false)
                 .Cases("distance", "advance", "next", "prev", "swap", false)
                 .Default(!Name.empty())) {
    Given = givenTo(cast<clang::CallExpr>(Call));
  }
  return Given.size() >= 2 && any_of(Given, [](const clang::Expr *E) {
           return className(E->getType()) == "device_ptr";
         });
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
  StringRef Space = outermostSpace(F);
  if (Space == "cub")
    return M && M->getParent()->getName().starts_with("Device") ? "cub" : "";
  // The host's own algorithms and vectors copy what is on the device element
  // by element.
  if (Space == "std")
    return goesOverDevice(Call, Name) ? "thrust" : "";
  if (Space != "thrust")
    return "";
  // Iterators and pointers are handed around; vectors and algorithms work.
  if (M)
    return DeviceVectors::works(M, Call) ? "thrust" : "";
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
  clang::QualType First;   ///< the type of the first array's elements
  uint64_t FirstValue = 0; ///< bytes of what the first array gives
  bool CallsFunction = false, OwnOperator = false;
  bool OnDevice = false, OnHost = false;
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
      At.Bytes = At.ValueBytes = Write.bytesOf(At.Element);
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
    if (Argument == Given[0]) {
      Found.First = At.Element;
      Found.FirstValue = At.ValueBytes;
      Found.Key = At.Bytes;
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
  if (From->CallsFunction)
    return false; // it runs on the device first
  Write.addCopy(Call, ToDevice ? CopyKind::ToDevice : CopyKind::FromDevice,
                Elements, From->ValueBytes,
                sourceText(Given[2], Facts.Context) + " <- " +
                    sourceText(Given[0], Facts.Context),
                To);
  return true;
}

/// The pass of \p Row over the arrays of \p Found.
HostStep LibraryCalls::pass(const clang::CallExpr *Call,
                            const LibraryAlgorithm &Row,
                            const clang::Expr *First, const Roles &Found) {
  HostStep Step = Write.step(Call, Kind::Pass);
  Step.Action.Operands = sourceText(First, Facts.Context);
  LibraryPass &Pass = Step.Action.Pass;
  Pass.Algorithm = Row.passes();
  Pass.Elements = Found.Elements;
  Pass.BytesRead = Found.Read;
  Pass.BytesWritten = Found.Written;
  Pass.KeyBytes = Found.Key;
  Pass.CallsFunction = Found.CallsFunction;
  return Step;
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
  const LibraryAlgorithm *Row = thrustAlgorithm(Callee->getName(), Given);
  if (!Row) {
    // Whatever it does, it does it to the host's own arrays.
    std::optional<IteratorPosition> At =
        With.Given || Given.empty() ? std::nullopt : Positions.of(Given[0], F);
    return At && At->In == InMemory::Host;
  }
  if (Row->What == Does::Copy && copyOfRange(Call, Given, With, F, To))
    return true;
  Roles Found;
  if (!readRoles(Row->Letters, Given, F, Found))
    return false;
  if (!With.Given && Found.OnHost && !Found.OnDevice)
    return true; // the host's own
  HostStep Step = pass(Call, *Row, Given[0], Found);
  Step.Action.Stream = With.Stream;
  LibraryPass &Pass = Step.Action.Pass;
  Pass.HostWaits = With.Waits;
  if (Row->What == Does::Sort && !Found.OwnOperator)
    chooseSort(Pass, Found.First, Facts.Context);
  To.push_back(std::move(Step));
  if (Row->What != Does::Reduce && Row->What != Does::Select)
    return true;
  // A sum comes back as a value, everything else as a position or a count.
  bool Sum = Callee->getName() == "reduce" ||
             Callee->getName() == "transform_reduce" ||
             Callee->getName() == "inner_product";
  Write.addCopy(Call, CopyKind::FromDevice, Pool.constant(1),
                Sum && Found.FirstValue
                    ? Found.FirstValue
                    : Write.bytesOf(Facts.Context.getSizeType()),
                "its result", To);
  return true;
}

/// Whether \p Inner, before \p Use in the source, is run only under a condition
/// or in a loop that \p Use is not in.
static bool mayNotRun(const clang::Stmt *Inner, const clang::Stmt *Use,
                      const FunctionFacts &Body) {
  for (const clang::Stmt *S = Inner, *P = Body.parent(S);
       P && !Body.contains(P, Use); S = P, P = Body.parent(P)) {
    const auto *If = dyn_cast<clang::IfStmt>(P);
    const auto *Choice = dyn_cast<clang::AbstractConditionalOperator>(P);
    const auto *Logical = dyn_cast<clang::BinaryOperator>(P);
    if ((If && S != If->getCond()) || (Choice && S != Choice->getCond()) ||
        (Logical && Logical->isLogicalOp() && S == Logical->getRHS()) ||
        isa<clang::ForStmt, clang::WhileStmt, clang::CXXForRangeStmt,
            clang::SwitchStmt, clang::LambdaExpr>(P))
      return true;
  }
  return false;
}

/// Whether \p Call of cub only asks how much temporary storage it needs: the
/// pointer to that is null where the call stands. Nothing where that cannot be
/// followed: members, parameters, globals, storage that is made under a
/// condition, and loops whose later rounds differ.
std::optional<bool> LibraryCalls::isSizeQuery(const clang::CallExpr *Call,
                                              const Frame *F) const {
  const clang::Expr *Storage = stripped(Call->getArg(0))->IgnoreParenCasts();
  const auto isNull = [&](const clang::Expr *E) {
    return E->IgnoreParenCasts()->isNullPointerConstant(
               Facts.Context, clang::Expr::NPC_ValueDependentIsNotNull) !=
           clang::Expr::NPCK_NotNull;
  };
  if (isNull(Storage))
    return true;
  const auto *R = dyn_cast<clang::DeclRefExpr>(Storage);
  const auto *V = R ? dyn_cast<clang::VarDecl>(R->getDecl()) : nullptr;
  const FunctionFacts &Body = *F->Facts;
  auto Changes = V ? Body.Modified.find(V) : Body.Modified.end();
  auto At = Body.Nodes.find(Call);
  if (Changes == Body.Modified.end() || At == Body.Nodes.end() ||
      V->hasGlobalStorage() || Body.isKept(V))
    return std::nullopt;
  const clang::Stmt *Last = nullptr; // change before the call
  unsigned LastNumber = 0;
  for (const Modification &M : Changes->second) {
    auto Node = Body.Nodes.find(M.Where);
    if (!M.Steps.empty() || Node == Body.Nodes.end() ||
        Node->second.First > At->second.First)
      continue;
    if (!Last || Node->second.First > LastNumber) {
      Last = M.Where;
      LastNumber = Node->second.First;
    }
  }
  if (!Last || Body.JumpsBack || mayNotRun(Last, Call, Body))
    return std::nullopt;
  bool Null = false;
  if (isa<clang::DeclStmt>(Last))
    Null = V->getInit() && isNull(V->getInit());
  else if (const auto *Sets = dyn_cast<clang::BinaryOperator>(Last))
    Null = Sets->getOpcode() == clang::BO_Assign && isNull(Sets->getRHS());
  // In later rounds of a loop the changes further down come before.
  const auto isIn = [&](const clang::Stmt *Outer, const clang::Stmt *S) {
    return Body.contains(Outer, S);
  };
  for (const clang::Stmt *S = Body.parent(Call); S; S = Body.parent(S))
    if (isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt,
            clang::CXXForRangeStmt>(S) &&
        !isIn(S, Last) && any_of(Changes->second, [&](const Modification &M) {
          return M.Steps.empty() && isIn(S, M.Where);
        }))
      return std::nullopt;
  return Null;
}

bool LibraryCalls::cubCall(const clang::CallExpr *Call, const Frame *F,
                           Steps &To) {
  const clang::CXXMethodDecl *Method = methodOf(Call);
  if (!Method || !Method->getIdentifier() || Call->getNumArgs() < 3)
    return false;
  std::optional<bool> Query = isSizeQuery(Call, F);
  if (Query && *Query)
    return true;
  std::string Name =
      (Method->getParent()->getName() + "::" + Method->getName()).str();
  std::vector<const clang::Expr *> All = givenTo(Call);
  Arguments Given = Arguments(All).drop_front(2);
  const LibraryAlgorithm *Row = cubAlgorithm(Name, Given);
  Roles Found;
  if (!Row ||
      !readRoles(Row->Letters, Given.take_front(Row->Letters.size()), F, Found))
    return false;
  HostStep Step = pass(Call, *Row, Given[0], Found);
  HostAction &A = Step.Action;
  A.Asynchronous = true;
  LibraryPass &Pass = A.Pass;
  Pass.MayBeQuery = !Query;
  SmallVector<const clang::Expr *, 2> Bits;
  for (const clang::Expr *More : Given.drop_front(Row->Letters.size())) {
    if (isStream(More))
      A.Stream = Handles.of(More, F);
    else if (isNumber(More))
      Bits.push_back(More);
  }
  if (Method->getParent()->getName() == "DeviceRadixSort") {
    Pass.Algorithm = PassAlgorithm::RadixSort;
    Pass.KeyBits = static_cast<unsigned>(8 * Pass.KeyBytes);
    const auto bit = [&](size_t I, int64_t Default) -> int64_t {
      if (I >= Bits.size())
        return Default;
      const k::Expr *Given = Values.integer(Bits[I], F);
      return Given && Given->isIntegerConstant() ? Given->value() : -1;
    };
    int64_t Begin = bit(0, 0), End = bit(1, Pass.KeyBits);
    if (Begin < 0 || End <= Begin || End > int64_t(Pass.KeyBits)) {
      To.push_back(unmodelledStep(Step.Location, A.Callee,
                                  "how many bits it sorts by is not known"));
      return true;
    }
    Pass.KeyBits = static_cast<unsigned>(End - Begin);
  }
  To.push_back(std::move(Step));
  return true;
}

void LibraryCalls::read(const clang::Expr *Call, const Frame *F, Steps &To) {
  Values.refill();
  std::string Library = libraryOf(Call);
  const auto *Function = dyn_cast<clang::CallExpr>(Call);
  bool Done = false;
  if (const auto *Made = dyn_cast<clang::CXXConstructExpr>(Call))
    Done = Vectors.made(Made, F, To);
  else if (Library == "cub")
    Done = cubCall(Function, F, To);
  else if (Library == "thrust")
    Done = methodOf(Call) ? Vectors.changed(Function, F, To)
                          : thrustCall(Function, F, To);
  if (!Done)
    To.push_back(
        unmodelledStep(spotOf(Call, Facts.Context),
                       Write.step(Call, Kind::Unmodelled).Action.Callee,
                       "the time of this library call is not modelled"));
}
