//===- HostOpenCL.cpp - OpenCL's host calls, read -------------------------===//
//
// A kernel is a variable that clCreateKernel gives a name; its arguments are
// those that clSetKernelArg set last. Its source is in another file: whoever
// has all files finds it by its name. Queues are streams that wait for nobody.
//===----------------------------------------------------------------------===//

#include "analysis/host/HostLaunchSite.h"
#include "analysis/host/HostWalk.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace kernelcast;
using namespace kernelcast::host;
namespace k = kernelcast;

using Kind = HostAction::Kind;

namespace {

enum class Call : uint8_t {
  None,
  CreateBuffer,
  Write,
  Read,
  CopyBuffer,
  Fill,
  Launch,
  Task,
  Finish,
  WaitForEvents,
  CreateKernel,
  SetArgument,
  Other, ///< moves data in a way that is not followed
};

Call callOf(StringRef Name) {
  return StringSwitch<Call>(Name)
      .Case("clCreateBuffer", Call::CreateBuffer)
      .Case("clEnqueueWriteBuffer", Call::Write)
      .Case("clEnqueueReadBuffer", Call::Read)
      .Case("clEnqueueCopyBuffer", Call::CopyBuffer)
      .Case("clEnqueueFillBuffer", Call::Fill)
      .Case("clEnqueueNDRangeKernel", Call::Launch)
      .Case("clEnqueueTask", Call::Task)
      .Case("clFinish", Call::Finish)
      .Case("clWaitForEvents", Call::WaitForEvents)
      .Case("clCreateKernel", Call::CreateKernel)
      .Case("clSetKernelArg", Call::SetArgument)
      .Cases("clEnqueueMapBuffer", "clEnqueueWriteImage", "clEnqueueReadImage",
             "clEnqueueCopyImage", "clEnqueueCopyBufferToImage",
             "clEnqueueCopyImageToBuffer", "clEnqueueWriteBufferRect",
             "clEnqueueReadBufferRect", "clEnqueueCopyBufferRect",
             "clEnqueueNativeKernel", Call::Other)
      .Default(Call::None);
}

/// The variable that \p C's result is stored in, or null.
const clang::Expr *assignedTo(const clang::CallExpr *C,
                              const FunctionFacts &Body,
                              const clang::VarDecl *&Declared) {
  const clang::Stmt *S = C;
  for (const clang::Stmt *Parent = Body.parent(S); Parent;
       S = Parent, Parent = Body.parent(S)) {
    if (const auto *B = dyn_cast<clang::BinaryOperator>(Parent))
      return B->getOpcode() == clang::BO_Assign && B->getRHS() == S
                 ? B->getLHS()
                 : nullptr;
    if (const auto *D = dyn_cast<clang::DeclStmt>(Parent)) {
      for (const clang::Decl *One : D->decls())
        if (const auto *V = dyn_cast<clang::VarDecl>(One);
            V && V->getInit() == S)
          Declared = V;
      return nullptr;
    }
    if (!isa<clang::CastExpr, clang::ParenExpr, clang::FullExpr>(Parent))
      return nullptr;
  }
  return nullptr;
}

std::string textOf(const HandleName &Handle) {
  std::string Text = Handle.Name;
  for (const k::Expr *Index : Handle.Indexes)
    Text += "[" + (Index ? toText(Index) : std::string("?")) + "]";
  return Text;
}

} // namespace

bool HostWalk::isOpenCL(StringRef Name) { return callOf(Name) != Call::None; }

/// Elements 0 to 2 of a work size; 1 where there are fewer dimensions.
std::array<const k::Expr *, 3>
HostWalk::workSize(const clang::Expr *E, uint64_t Dimensions, const Frame *F) {
  std::array<const k::Expr *, 3> Size{};
  ScalarType Wide = ScalarType::integer(64, false);
  for (uint64_t I = 0; I != 3; ++I)
    if (I >= Dimensions)
      Size[I] = Program.Pool->constant(1, Wide);
    else if (const k::Expr *V = Values.part(
                 E, {PathStep{nullptr, static_cast<int64_t>(I)}}, F);
             V && !V->type().Float)
      Size[I] = Program.Pool->cast(V, Wide);
  // size_t global = n; ... &global
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E->IgnoreParenCasts());
      U && U->getOpcode() == clang::UO_AddrOf && !Size[0])
    Size[0] = bytes(U->getSubExpr(), F);
  return Size;
}

void HostWalk::launchOpenCL(const clang::CallExpr *C, const Frame *F,
                            Steps &To) {
  HostStep Step;
  Step.What = HostStep::Kind::Action;
  Step.Location = spot(C);
  HostAction &A = Step.Action;
  A.What = Kind::Launch;
  A.Asynchronous = A.NonBlocking = true;
  A.Stream = handle(C->getArg(0), F);
  auto It = OpenCLKernels.find(textOf(handle(C->getArg(1), F)));
  if (It == OpenCLKernels.end() || It->second.Name.empty())
    return unmodelled(C, sourceText(C->getArg(1), Facts.Context),
                      "which kernel this launches is not known", To);
  const OpenCLKernel &Kernel = It->second;
  A.Kernel = A.Callee = Kernel.Name;
  A.Site.Location = Step.Location;
  ExpressionPool &Pool = *Program.Pool;
  ScalarType Wide = ScalarType::integer(64, false);
  const k::Expr *One = Pool.constant(1, Wide);
  A.Site.Grid = A.Site.Block = {One, One, One};
  if (C->getNumArgs() > 5) {
    const k::Expr *Dimensions = Values.value(C->getArg(2), F);
    uint64_t Count = Dimensions && Dimensions->isIntegerConstant()
                         ? static_cast<uint64_t>(Dimensions->value())
                         : 3;
    auto IsNull = [&](const clang::Expr *E) {
      return E->isNullPointerConstant(
                 Facts.Context, clang::Expr::NPC_ValueDependentIsNotNull) !=
             clang::Expr::NPCK_NotNull;
    };
    std::array<const k::Expr *, 3> Items = workSize(C->getArg(4), Count, F);
    if (IsNull(C->getArg(5)))
      A.Site.Block = {}; // the runtime's choice
    else
      A.Site.Block = workSize(C->getArg(5), Count, F);
    for (unsigned I = 0; I != 3; ++I) {
      const k::Expr *Group = A.Site.Block[I];
      A.Site.Grid[I] =
          Items[I] && Group && !Group->isConstant(0)
              ? Pool.binary(Op::Div, Pool.sub(Pool.add(Items[I], Group), One),
                            Group)
              : nullptr;
    }
  }
  A.Site.DynamicShared = Pool.constant(0, Wide);
  for (const auto &[Index, Argument] : Kernel.Arguments) {
    if (Index >= A.Site.Arguments.size())
      A.Site.Arguments.resize(Index + 1);
    if (!Argument.Local)
      A.Site.Arguments[Index] = Argument.Value;
    else if (A.Site.DynamicShared)
      A.Site.DynamicShared =
          Argument.Value
              ? Pool.add(A.Site.DynamicShared, Pool.cast(Argument.Value, Wide))
              : nullptr;
  }
  To.push_back(std::move(Step));
}

/// clCreateKernel and clSetKernelArg: what a later launch is given.
void HostWalk::describeOpenCL(const clang::CallExpr *C, const Frame *F) {
  if (callOf(C->getDirectCallee()->getName()) == Call::CreateKernel) {
    const clang::VarDecl *Declared = nullptr;
    const clang::Expr *To = assignedTo(C, *F->Facts, Declared);
    std::string Handle = Declared ? uniqueName(Declared)
                         : To     ? textOf(handle(To, F))
                                  : "";
    const auto *Name =
        dyn_cast<clang::StringLiteral>(C->getArg(1)->IgnoreParenImpCasts());
    if (!Handle.empty())
      OpenCLKernels[Handle] = {Name ? Name->getString().str() : "", {}};
    return;
  }
  auto It = OpenCLKernels.find(textOf(handle(C->getArg(0), F)));
  const k::Expr *Index = Values.value(C->getArg(1), F);
  if (It == OpenCLKernels.end() || !Index || !Index->isIntegerConstant() ||
      Index->value() < 0 || Index->value() > 200)
    return;
  OpenCLArgument Argument;
  const clang::Expr *Value = C->getArg(3)->IgnoreParenCasts();
  if (Value->isNullPointerConstant(Facts.Context,
                                   clang::Expr::NPC_ValueDependentIsNotNull) !=
      clang::Expr::NPCK_NotNull) {
    Argument.Local = true;
    Argument.Value = bytes(C->getArg(2), F);
  } else if (const auto *U = dyn_cast<clang::UnaryOperator>(Value);
             U && U->getOpcode() == clang::UO_AddrOf &&
             !U->getSubExpr()->getType()->isPointerType()) {
    // The variable's value where the argument is set.
    if (std::optional<Place> P = placeOf(U->getSubExpr(), Facts.Context)) {
      const k::Expr *V = Values.before(*P, C, F);
      Argument.Value = V && (!V->type().Float || V->isConstant()) ? V : nullptr;
    }
  }
  It->second.Arguments[static_cast<unsigned>(Index->value())] = Argument;
}

void HostWalk::openCL(const clang::CallExpr *C, const Frame *F, Steps &To) {
  StringRef Name = C->getDirectCallee()->getName();
  Call What = callOf(Name);
  Values.refill();
  auto Constant = [&](unsigned I) -> std::optional<int64_t> {
    const k::Expr *V = Values.value(C->getArg(I), F);
    if (!V || !V->isIntegerConstant())
      return std::nullopt;
    return V->value();
  };
  auto Text = [&](unsigned I) {
    return sourceText(C->getArg(I)->IgnoreParenCasts(), Facts.Context);
  };
  HostStep Step;
  Step.What = HostStep::Kind::Action;
  Step.Location = spot(C);
  HostAction &A = Step.Action;
  A.Callee = Name.str();
  A.NonBlocking = true;
  auto Size = [&](unsigned I) {
    A.Bytes = bytes(C->getArg(I), F);
    A.BytesText = Text(I);
  };
  switch (What) {
  case Call::None:
    return;
  case Call::Other:
    return unmodelled(C, Name, "images and mapped memory are not modelled", To);
  case Call::CreateKernel:
  case Call::SetArgument:
    return describeOpenCL(C, F);
  case Call::Launch:
  case Call::Task:
    return launchOpenCL(C, F, To);
  case Call::Finish:
    A.What = Kind::WaitForStream;
    A.Stream = handle(C->getArg(0), F);
    break;
  case Call::WaitForEvents:
    A.What = Kind::WaitForDevice;
    break;
  case Call::CreateBuffer: {
    constexpr int64_t UseHost = 1 << 3, CopyHost = 1 << 5;
    std::optional<int64_t> Flags = Constant(1);
    A.What = Kind::Allocate;
    A.Memory = MemoryKind::Device;
    Size(2);
    const clang::VarDecl *Declared = nullptr;
    if (const clang::Expr *Into = assignedTo(C, *F->Facts, Declared))
      A.Operands = sourceText(Into, Facts.Context);
    else if (Declared)
      A.Operands = Declared->getNameAsString();
    if (Flags && (*Flags & UseHost))
      unmodelled(C, Name, "buffers that use the host's memory are not modelled",
                 To);
    if (!Flags || !(*Flags & CopyHost))
      break;
    HostStep Filled = Step;
    Filled.Action.What = Kind::Copy;
    Filled.Action.Direction = CopyKind::ToDevice;
    Filled.Action.Operands += " <- " + Text(3);
    Filled.Action.Memory = Origins.memory(C->getArg(3), F);
    To.push_back(std::move(Step));
    To.push_back(std::move(Filled));
    return;
  }
  case Call::Write:
  case Call::Read: {
    bool Writes = What == Call::Write;
    A.What = Kind::Copy;
    A.Direction = Writes ? CopyKind::ToDevice : CopyKind::FromDevice;
    A.Stream = handle(C->getArg(0), F);
    std::optional<int64_t> Blocking = Constant(2);
    A.Asynchronous = Blocking && !*Blocking;
    Size(4);
    A.Memory = Origins.memory(C->getArg(5), F);
    A.Operands =
        Writes ? Text(1) + " <- " + Text(5) : Text(5) + " <- " + Text(1);
    break;
  }
  case Call::CopyBuffer:
    A.What = Kind::Copy;
    A.Direction = CopyKind::WithinDevice;
    A.Stream = handle(C->getArg(0), F);
    A.Asynchronous = true;
    Size(5);
    A.Operands = Text(2) + " <- " + Text(1);
    break;
  case Call::Fill:
    A.What = Kind::Fill;
    A.Stream = handle(C->getArg(0), F);
    Size(5);
    A.Operands = Text(1);
    break;
  }
  if ((A.What == Kind::Copy || A.What == Kind::Fill) && !A.Bytes)
    A.Note = "its size cannot be followed: " + A.BytesText;
  To.push_back(std::move(Step));
}
