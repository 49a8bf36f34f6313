//===- ActionReader.cpp - Calls of the runtime, read ----------------------===//

#include "analysis/host/ActionReader.h"
#include "analysis/frontend/KernelDiscovery.h"
#include "analysis/host/LaunchSite.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

using Kind = HostAction::Kind;

/// Where the arguments are; -1: there is none.
struct ActionReader::Signature {
  StringLiteral Name;
  HostAction::Kind What;
  int Pointer = -1, Source = -1; ///< of a copy: destination and source
  int Bytes = -1, Rows = -1;     ///< bytes, of each of Rows rows
  int Direction = -1, Stream = -1, Event = -1;
  CopyKind Copies = CopyKind::Unknown; ///< without a Direction
  MemoryKind Memory = MemoryKind::Unknown;
  bool Asynchronous = false;
};

namespace {

constexpr CopyKind AnyWay = CopyKind::Unknown;

// clang-format off
constexpr ActionReader::Signature Signatures[] = {
  {"cudaMemcpy", Kind::Copy, 0, 1, 2, -1, 3},
  {"cudaMemcpyAsync", Kind::Copy, 0, 1, 2, -1, 3, 4, -1, AnyWay, {}, true},
  {"cudaMemcpy2D", Kind::Copy, 0, 2, 4, 5, 6},
  {"cudaMemcpy2DAsync", Kind::Copy, 0, 2, 4, 5, 6, 7, -1, AnyWay, {}, true},
  {"cudaMemcpyToSymbol", Kind::Copy, 0, 1, 2, -1, 4, -1, -1, CopyKind::ToDevice},
  {"cudaMemcpyToSymbolAsync", Kind::Copy, 0, 1, 2, -1, 4, 5, -1, CopyKind::ToDevice, {}, true},
  {"cudaMemcpyFromSymbol", Kind::Copy, 0, 1, 2, -1, 4, -1, -1, CopyKind::FromDevice},
  {"cudaMemcpyFromSymbolAsync", Kind::Copy, 0, 1, 2, -1, 4, 5, -1, CopyKind::FromDevice, {}, true},
  {"cudaMemcpyToArray", Kind::Copy, 0, 3, 4, -1, 5},
  {"cudaMemcpyFromArray", Kind::Copy, 0, 1, 4, -1, 5},
  {"cudaMemcpy2DToArray", Kind::Copy, 0, 3, 5, 6, 7},
  {"cudaMemcpy2DFromArray", Kind::Copy, 0, 2, 5, 6, 7},
  {"cudaMemset", Kind::Fill, 0, -1, 2},
  {"cudaMemsetAsync", Kind::Fill, 0, -1, 2, -1, -1, 3},
  {"cudaMemset2D", Kind::Fill, 0, -1, 3, 4},
  {"cudaMemset2DAsync", Kind::Fill, 0, -1, 3, 4, -1, 5},
  {"cudaMalloc", Kind::Allocate, 0, -1, 1, -1, -1, -1, -1, AnyWay, MemoryKind::Device},
  {"cudaMallocAsync", Kind::Allocate, 0, -1, 1, -1, -1, -1, -1, AnyWay, MemoryKind::Device},
  {"cudaMallocPitch", Kind::Allocate, 0, -1, 2, 3, -1, -1, -1, AnyWay, MemoryKind::Device},
  {"cudaMallocHost", Kind::Allocate, 0, -1, 1, -1, -1, -1, -1, AnyWay, MemoryKind::Pinned},
  {"cudaHostAlloc", Kind::Allocate, 0, -1, 1, -1, -1, -1, -1, AnyWay, MemoryKind::Pinned},
  {"cudaMallocManaged", Kind::Allocate, 0, -1, 1, -1, -1, -1, -1, AnyWay, MemoryKind::Managed},
  {"cudaFree", Kind::Free, 0},
  {"cudaFreeHost", Kind::Free, 0},
  {"cudaFreeArray", Kind::Free, 0},
  {"cudaDeviceSynchronize", Kind::WaitForDevice},
  {"cudaThreadSynchronize", Kind::WaitForDevice},
  {"cudaDeviceReset", Kind::WaitForDevice},
  {"cudaStreamSynchronize", Kind::WaitForStream, -1, -1, -1, -1, -1, 0},
  {"cudaEventSynchronize", Kind::WaitForEvent, -1, -1, -1, -1, -1, -1, 0},
  {"cudaEventRecord", Kind::RecordEvent, -1, -1, -1, -1, -1, 1, 0},
  {"cudaStreamWaitEvent", Kind::StreamWaits, -1, -1, -1, -1, -1, 0, 1},
  {"cudaStreamCreate", Kind::CreateStream, -1, -1, -1, -1, -1, 0},
  {"cudaStreamCreateWithFlags", Kind::CreateStream, -1, -1, -1, -1, -1, 0},
  {"cudaStreamCreateWithPriority", Kind::CreateStream, -1, -1, -1, -1, -1, 0},
};

/// Calls whose work on the device is not followed.
constexpr std::pair<StringLiteral, StringLiteral> Others[] = {
  {"cudaGraphLaunch", "what a graph runs is not followed"},
  {"cudaStreamBeginCapture", "work that a graph captures is taken as run at once"},
  {"cudaMemcpy3D", "its size is in a structure that is not followed"},
  {"cudaMemcpy3DAsync", "its size is in a structure that is not followed"},
  {"cudaMemcpyPeer", "copies between devices are not modelled"},
  {"cudaMemcpyPeerAsync", "copies between devices are not modelled"},
  {"cudaMemcpy2DArrayToArray", "copies between arrays are not modelled"},
  {"cudaMemcpyArrayToArray", "copies between arrays are not modelled"},
  {"cudaMemcpyToArrayAsync", "copies of arrays in streams are not modelled"},
  {"cudaMemcpy2DToArrayAsync", "copies of arrays in streams are not modelled"},
  {"cudaMemcpy2DFromArrayAsync", "copies of arrays in streams are not modelled"},
  {"cudaMemset3D", "its size is in a structure that is not followed"},
  {"cudaLaunchHostFunc", "the host's work in a stream is not modelled"},
  {"cudaStreamAddCallback", "the host's work in a stream is not modelled"},
  {"cudaMemPrefetchAsync", "the migration of pages is not modelled"},
};
// clang-format on

/// The name of a plain function or of a template's instance.
StringRef nameOf(const clang::Expr *Call) {
  const auto *C = dyn_cast<clang::CallExpr>(Call);
  const clang::FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
  return F && F->getIdentifier() && !isa<clang::CXXMethodDecl>(F) ? F->getName()
                                                                  : StringRef();
}

const ActionReader::Signature *signatureOf(StringRef Name) {
  const auto *It =
      find_if(Signatures, [&](const auto &S) { return S.Name == Name; });
  return It == std::end(Signatures) ? nullptr : It;
}

} // namespace

bool kernelcast::host::isDeviceCall(const clang::Expr *Call) {
  if (const auto *C = dyn_cast<clang::CallExpr>(Call); C && launchFormOf(C))
    return true;
  StringRef Name = nameOf(Call);
  if (Name.starts_with("cuda"))
    return signatureOf(Name) ||
           any_of(Others, [&](const auto &O) { return O.first == Name; });
  if (isOpenCLCall(Name))
    return true;
  return !libraryOf(Call).empty();
}

void kernelcast::host::choose(
    ArrayRef<FunctionChoice> Choices, const clang::Expr *Callee,
    const clang::ASTContext &Context, std::vector<HostStep> &To,
    function_ref<void(const FunctionChoice &, std::vector<HostStep> &)> Run) {
  const FunctionChoice &First = Choices.front();
  if (!First.Condition || Choices.size() == 1)
    return Run(First, To);
  HostStep Branch;
  Branch.What = HostStep::Kind::Branch;
  Branch.Location = spotOf(Callee, Context);
  Branch.Condition = First.Condition;
  Branch.ConditionText =
      sourceText(Callee, Context) + " is " + First.Function->getNameAsString();
  Run(First, Branch.Body);
  choose(Choices.drop_front(), Callee, Context, Branch.Otherwise, Run);
  To.push_back(std::move(Branch));
}

void ActionReader::launch(const Launch &L, const Frame *F, Steps &To) {
  LaunchParts Parts = launchParts(L);
  FunctionChoices Kernels = functionsOf(Parts.Kernel, F, Values, Pool);
  if (Kernels.empty())
    return To.push_back(unmodelledStep(
        spotOf(L.Call, Facts.Context), sourceText(Parts.Kernel, Facts.Context),
        "which kernel this launches is not known"));
  choose(Kernels, Parts.Kernel, Facts.Context, To,
         [&](const FunctionChoice &Choice, Steps &Way) {
           launch(L, Parts, Choice.Function, F, Way);
         });
}

/// Whether \p Inner, before \p Use in the source, runs whenever that does.
static bool runsBefore(const clang::Stmt *Inner, const clang::Stmt *Use,
                       const FunctionFacts &Body) {
  for (const clang::Stmt *S = Body.parent(Inner); S; S = Body.parent(S))
    if (!isa<clang::CompoundStmt, clang::FullExpr>(S))
      return Body.contains(S, Use);
  return true;
}

/// The stream of the cudaLaunchConfig_t behind \p Pointer where \p Call uses
/// it: what its initialiser says, or the one assignment before the call.
/// Anything else is a stream of its own, and uncertain.
HandleName ActionReader::streamIn(const clang::Expr *Pointer,
                                  const clang::CallExpr *Call, const Frame *F) {
  const FunctionFacts &Body = *F->Facts;
  HandleName Unknown;
  Unknown.Name = "stream of " + sourceText(Pointer, Facts.Context);
  Unknown.Certain = false;
  const auto *Address = dyn_cast<clang::UnaryOperator>(stripped(Pointer));
  if (!Address || Address->getOpcode() != clang::UO_AddrOf)
    return Unknown;
  std::optional<Place> P = placeOf(Address->getSubExpr(), Facts.Context);
  auto Changes = P ? Body.Modified.find(P->Variable) : Body.Modified.end();
  auto At = Body.Nodes.find(Call);
  if (!P || !P->Variable || !P->Steps.empty() ||
      Changes == Body.Modified.end() || At == Body.Nodes.end())
    return Unknown;
  const clang::BinaryOperator *Set = nullptr;
  for (const Modification &M : Changes->second) {
    if (isa<clang::DeclStmt>(M.Where) ||
        (!M.Steps.empty() && M.Steps[0].Field &&
         M.Steps[0].Field->getName() != "stream"))
      continue;
    auto Node = Body.Nodes.find(M.Where);
    const auto *Assigns = dyn_cast<clang::BinaryOperator>(M.Where);
    if (Set || !Assigns || M.Steps.empty() || Node == Body.Nodes.end() ||
        Node->second.First > At->second.First ||
        !runsBefore(Assigns, Call, Body))
      return Unknown;
    Set = Assigns;
  }
  if (Set)
    return Handles.of(Set->getRHS(), F);
  const clang::Expr *Init = P->Variable->getAnyInitializer();
  const auto *List =
      dyn_cast_or_null<clang::InitListExpr>(Init ? stripped(Init) : nullptr);
  if (!List)
    return Unknown;
  if (List->getSemanticForm())
    List = List->getSemanticForm();
  const clang::RecordDecl *Record = List->getType()->getAsRecordDecl();
  for (const clang::FieldDecl *Field : Record->fields())
    if (Field->getName() == "stream" &&
        Field->getFieldIndex() < List->getNumInits()) {
      const clang::Expr *Given = List->getInit(Field->getFieldIndex());
      if (isa<clang::ImplicitValueInitExpr>(Given))
        return {};
      return Handles.of(Given, F);
    }
  return Unknown;
}

void ActionReader::launch(const Launch &L, const LaunchParts &Parts,
                          const clang::FunctionDecl *Function, const Frame *F,
                          Steps &To) {
  HostStep Step;
  Step.What = HostStep::Kind::Action;
  Step.Location = spotOf(L.Call, Facts.Context);
  HostAction &A = Step.Action;
  A.What = Kind::Launch;
  A.Asynchronous = true;
  Values.refill();
  const clang::FunctionDecl *Definition = nullptr;
  if (Function->hasBody(Definition))
    Function = Definition;
  clang::PrintingPolicy Policy = Facts.Context.getPrintingPolicy();
  Policy.SuppressTagKeyword = true;
  raw_string_ostream Name(A.Kernel);
  Function->getNameForDiagnostic(Name, Policy, /*Qualified=*/true);
  A.Callee = Function->getNameAsString();
  A.KernelLocation =
      sourceSpot(Function->getLocation(), Facts.Context.getSourceManager());
  Allocations Memory(Facts);
  A.Site = launchSite(L, Function, F, Values, Facts, Memory, Pool);
  for (const clang::ParmVarDecl *P : Function->parameters())
    A.Parameters.push_back(P->getNameAsString());
  A.Stream = Parts.Configuration ? streamIn(Parts.Configuration, L.Call, F)
                                 : Handles.of(Parts.Stream, F);
  A.Note = A.Site.Note;
  To.push_back(std::move(Step));
}

static const clang::Expr *argumentAt(const clang::CallExpr *Call, int I) {
  return I >= 0 && I < static_cast<int>(Call->getNumArgs()) ? Call->getArg(I)
                                                            : nullptr;
}

std::string ActionReader::textAt(const clang::CallExpr *Call, int I) const {
  const clang::Expr *E = argumentAt(Call, I);
  return E ? sourceText(E->IgnoreParenCasts(), Facts.Context) : std::string();
}

/// The size of \p A, by the arguments that \p S says.
void ActionReader::size(HostAction &A, const Signature &S,
                        const clang::CallExpr *Call, const Frame *F) {
  A.Bytes = Values.integer(argumentAt(Call, S.Bytes), F);
  A.BytesText = textAt(Call, S.Bytes);
  if (S.Rows >= 0) {
    const k::Expr *Rows = Values.integer(argumentAt(Call, S.Rows), F);
    ScalarType Wide = ScalarType::integer(64, false);
    A.Bytes = A.Bytes && Rows
                  ? Pool.mul(Pool.cast(A.Bytes, Wide), Pool.cast(Rows, Wide))
                  : nullptr;
    A.BytesText += " * " + textAt(Call, S.Rows);
  }
  if (!A.Bytes)
    A.Note = "its size cannot be followed: " + A.BytesText;
}

/// cudaMemcpyDefault: by where the pointers point.
static CopyKind directionOf(MemoryKind Into, MemoryKind From) {
  auto OnHost = [](MemoryKind M) {
    return M == MemoryKind::Pageable || M == MemoryKind::Pinned;
  };
  bool ToDevice = Into == MemoryKind::Device,
       FromDevice = From == MemoryKind::Device;
  if (ToDevice && FromDevice)
    return CopyKind::WithinDevice;
  if (ToDevice && OnHost(From))
    return CopyKind::ToDevice;
  if (FromDevice && OnHost(Into))
    return CopyKind::FromDevice;
  return CopyKind::Unknown;
}

/// Where \p A copies from and to.
void ActionReader::direction(HostAction &A, const Signature &S,
                             const clang::CallExpr *Call, const Frame *F) {
  A.Operands += " <- " + textAt(Call, S.Source);
  constexpr CopyKind Ways[] = {CopyKind::WithinHost, CopyKind::ToDevice,
                               CopyKind::FromDevice, CopyKind::WithinDevice};
  const k::Expr *Way = Values.integer(argumentAt(Call, S.Direction), F);
  A.Direction = S.Copies;
  if (Way && Way->isIntegerConstant() && Way->value() >= 0 && Way->value() < 4)
    A.Direction = Ways[Way->value()];
  MemoryKind Into = Origins.memory(argumentAt(Call, S.Pointer), F);
  MemoryKind From = Origins.memory(argumentAt(Call, S.Source), F);
  if (A.Direction == CopyKind::Unknown) {
    A.Direction = directionOf(Into, From);
    if (A.Direction == CopyKind::Unknown)
      A.Note = "its direction is not known";
  }
  if (A.Direction == CopyKind::ToDevice)
    A.Memory = From;
  else if (A.Direction == CopyKind::FromDevice)
    A.Memory = Into;
}

void ActionReader::read(const clang::CallExpr *Call, const Frame *F,
                        Steps &To) {
  StringRef Name = nameOf(Call);
  if (std::optional<LaunchForm> Form = launchFormOf(Call))
    return launch({F->Facts, Call, *Form}, F, To);
  if (isOpenCLCall(Name))
    return OpenCL.read(Call, F, To);
  SourceSpot Location = spotOf(Call, Facts.Context);
  for (const auto &[Other, Why] : Others)
    if (Other == Name)
      return To.push_back(unmodelledStep(Location, Name, Why));
  const Signature *S = signatureOf(Name);
  if (!S)
    return Libraries.read(Call, F, To);
  HostStep Step;
  Step.What = HostStep::Kind::Action;
  Step.Location = Location;
  HostAction &A = Step.Action;
  A.What = S->What;
  A.Callee = Name.str();
  A.Operands = textAt(Call, S->Pointer);
  A.Asynchronous = S->Asynchronous;
  A.Memory = S->Memory;
  Values.refill();
  A.Stream = Handles.of(argumentAt(Call, S->Stream), F);
  if (S->Event >= 0)
    A.Event = Handles.of(argumentAt(Call, S->Event), F);
  if (S->Bytes >= 0)
    size(A, *S, Call, F);
  if (A.What == Kind::CreateStream) {
    const k::Expr *Flags = Values.value(argumentAt(Call, 1), F);
    A.NonBlocking = Flags && Flags->isConstant(1);
  }
  if (A.What == Kind::Copy)
    direction(A, *S, Call, F);
  To.push_back(std::move(Step));
}
