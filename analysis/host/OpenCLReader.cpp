//===- OpenCLReader.cpp - OpenCL's host calls, read -----------------------===//

#include "analysis/host/OpenCLReader.h"
#include "analysis/host/LaunchSite.h"
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

std::string keyOf(const HandleName &Handle) {
  std::string Text = Handle.Name;
  for (const k::Expr *Index : Handle.Indexes)
    Text += "[" + (Index ? toText(Index) : std::string("?")) + "]";
  return Text;
}

} // namespace

bool kernelcast::host::isOpenCLCall(StringRef Name) {
  return callOf(Name) != Call::None;
}

/// Elements 0 to 2 of a work size; 1 where there are fewer dimensions.
std::array<const k::Expr *, 3> OpenCLReader::workSize(const clang::Expr *E,
                                                      uint64_t Dimensions,
                                                      const Frame *F) {
  std::array<const k::Expr *, 3> Size{};
  ScalarType Wide = ScalarType::integer(64, false);
  for (uint64_t I = 0; I != 3; ++I)
    if (I >= Dimensions)
      Size[I] = Pool.constant(1, Wide);
    else if (const k::Expr *V = Values.part(
                 E, {PathStep{nullptr, static_cast<int64_t>(I)}}, F);
             V && !V->type().Float)
      Size[I] = Pool.cast(V, Wide);
  // size_t global = n; ... &global
  if (const auto *U = dyn_cast<clang::UnaryOperator>(E->IgnoreParenCasts());
      U && U->getOpcode() == clang::UO_AddrOf && !Size[0])
    Size[0] = Values.integer(U->getSubExpr(), F);
  return Size;
}

void OpenCLReader::launch(const clang::CallExpr *C, const Frame *F, Steps &To) {
  HostStep Step;
  Step.What = HostStep::Kind::Action;
  Step.Location = spotOf(C, Facts.Context);
  HostAction &A = Step.Action;
  A.What = Kind::Launch;
  A.Asynchronous = A.NonBlocking = true;
  A.Stream = Handles.of(C->getArg(0), F);
  auto It = Kernels.find(keyOf(Handles.of(C->getArg(1), F)));
  if (It == Kernels.end() || It->second.Name.empty()) {
    To.push_back(unmodelledStep(Step.Location,
                                sourceText(C->getArg(1), Facts.Context),
                                "which kernel this launches is not known"));
    return;
  }
  const Kernel &Launched = It->second;
  A.Kernel = A.Callee = Launched.Name;
  A.Site.Location = Step.Location;
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
  for (const auto &[Index, Argument] : Launched.Arguments) {
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
void OpenCLReader::describe(const clang::CallExpr *C, const Frame *F) {
  if (callOf(C->getDirectCallee()->getName()) == Call::CreateKernel) {
    const clang::VarDecl *Declared = nullptr;
    const clang::Expr *To = assignedTo(C, *F->Facts, Declared);
    std::string Handle = Declared ? Handles.unique(Declared)
                         : To     ? keyOf(Handles.of(To, F))
                                  : "";
    const auto *Name =
        dyn_cast<clang::StringLiteral>(C->getArg(1)->IgnoreParenImpCasts());
    if (!Handle.empty())
      Kernels[Handle] = {Name ? Name->getString().str() : "", {}};
    return;
  }
  auto It = Kernels.find(keyOf(Handles.of(C->getArg(0), F)));
  const k::Expr *Index = Values.value(C->getArg(1), F);
  if (It == Kernels.end() || !Index || !Index->isIntegerConstant() ||
      Index->value() < 0 || Index->value() > 200)
    return;
  Argument Given;
  const clang::Expr *Value = C->getArg(3)->IgnoreParenCasts();
  if (Value->isNullPointerConstant(Facts.Context,
                                   clang::Expr::NPC_ValueDependentIsNotNull) !=
      clang::Expr::NPCK_NotNull) {
    Given.Local = true;
    Given.Value = Values.integer(C->getArg(2), F);
  } else if (const auto *U = dyn_cast<clang::UnaryOperator>(Value);
             U && U->getOpcode() == clang::UO_AddrOf &&
             !U->getSubExpr()->getType()->isPointerType()) {
    // The variable's value where the argument is set.
    if (std::optional<Place> P = placeOf(U->getSubExpr(), Facts.Context)) {
      const k::Expr *V = Values.before(*P, C, F);
      Given.Value = V && (!V->type().Float || V->isConstant()) ? V : nullptr;
    }
  }
  It->second.Arguments[static_cast<unsigned>(Index->value())] = Given;
}

std::string OpenCLReader::text(const clang::CallExpr *C, unsigned I) const {
  return sourceText(C->getArg(I)->IgnoreParenCasts(), Facts.Context);
}

std::optional<int64_t> OpenCLReader::constant(const clang::CallExpr *C,
                                              unsigned I, const Frame *F) {
  const k::Expr *V = Values.value(C->getArg(I), F);
  if (!V || !V->isIntegerConstant())
    return std::nullopt;
  return V->value();
}

/// The argument \p I is how many bytes \p A is about.
void OpenCLReader::size(HostAction &A, const clang::CallExpr *C, unsigned I,
                        const Frame *F) {
  A.Bytes = Values.integer(C->getArg(I), F);
  A.BytesText = text(C, I);
  if (A.What != Kind::Allocate && !A.Bytes)
    A.Note = "its size cannot be followed: " + A.BytesText;
}

/// clCreateBuffer: an allocation, and a copy if it takes the host's data.
void OpenCLReader::buffer(const clang::CallExpr *C, const Frame *F,
                          HostStep Step, Steps &To) {
  constexpr int64_t UseHost = 1 << 3, CopyHost = 1 << 5;
  int64_t Flags = constant(C, 1, F).value_or(0);
  HostAction &A = Step.Action;
  A.What = Kind::Allocate;
  A.Memory = MemoryKind::Device;
  size(A, C, 2, F);
  const clang::VarDecl *Declared = nullptr;
  if (const clang::Expr *Into = assignedTo(C, *F->Facts, Declared))
    A.Operands = sourceText(Into, Facts.Context);
  else if (Declared)
    A.Operands = Declared->getNameAsString();
  if (Flags & UseHost)
    To.push_back(
        unmodelledStep(Step.Location, A.Callee,
                       "buffers that use the host's memory are not modelled"));
  To.push_back(Step);
  if (!(Flags & CopyHost))
    return;
  A.What = Kind::Copy;
  A.Direction = CopyKind::ToDevice;
  A.Operands += " <- " + text(C, 3);
  A.Memory = Origins.memory(C->getArg(3), F);
  To.push_back(std::move(Step));
}

/// clEnqueueWriteBuffer and clEnqueueReadBuffer.
void OpenCLReader::transfer(const clang::CallExpr *C, const Frame *F,
                            bool Writes, HostAction &A) {
  A.What = Kind::Copy;
  A.Direction = Writes ? CopyKind::ToDevice : CopyKind::FromDevice;
  std::optional<int64_t> Blocking = constant(C, 2, F);
  A.Asynchronous = Blocking && !*Blocking;
  size(A, C, 4, F);
  A.Memory = Origins.memory(C->getArg(5), F);
  std::string Buffer = text(C, 1), Host = text(C, 5);
  A.Operands = Writes ? Buffer + " <- " + Host : Host + " <- " + Buffer;
}

void OpenCLReader::read(const clang::CallExpr *C, const Frame *F, Steps &To) {
  StringRef Name = C->getDirectCallee()->getName();
  Call What = callOf(Name);
  Values.refill();
  HostStep Step;
  Step.What = HostStep::Kind::Action;
  Step.Location = spotOf(C, Facts.Context);
  HostAction &A = Step.Action;
  A.Callee = Name.str();
  A.NonBlocking = true;
  switch (What) {
  case Call::None:
    return;
  case Call::Other:
    To.push_back(unmodelledStep(Step.Location, Name,
                                "images and mapped memory are not modelled"));
    return;
  case Call::CreateKernel:
  case Call::SetArgument:
    return describe(C, F);
  case Call::Launch:
  case Call::Task:
    return launch(C, F, To);
  case Call::CreateBuffer:
    return buffer(C, F, std::move(Step), To);
  case Call::WaitForEvents:
    A.What = Kind::WaitForDevice;
    To.push_back(std::move(Step));
    return;
  case Call::Finish:
    A.What = Kind::WaitForStream;
    break;
  case Call::Write:
  case Call::Read:
    transfer(C, F, What == Call::Write, A);
    break;
  case Call::CopyBuffer:
    A.What = Kind::Copy;
    A.Direction = CopyKind::WithinDevice;
    A.Asynchronous = true;
    size(A, C, 5, F);
    A.Operands = text(C, 2) + " <- " + text(C, 1);
    break;
  case Call::Fill:
    A.What = Kind::Fill;
    size(A, C, 5, F);
    A.Operands = text(C, 1);
    break;
  }
  A.Stream = Handles.of(C->getArg(0), F);
  To.push_back(std::move(Step));
}
