//===- KernelInIr.h - A function of the IR, read as a kernel --------------===//
#ifndef KERNELCAST_TEST_UNIT_LOWERING_KERNELINIR_H
#define KERNELCAST_TEST_UNIT_LOWERING_KERNELINIR_H

#include "../symbolic/Evaluate.h"
#include "../symbolic/ScalarTypes.h"
#include "analysis/lowering/IrReader.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"
#include <map>

namespace kernelcast {

/// Numbers of the leaves that a thread knows, by the leaf's text: "n",
/// "threadIdx.x", "k0". Arrays start at 0.
using LeafNumbers = std::map<std::string, int64_t>;

/// Reads the function @kernel of a module, with parameters of the source that
/// are given one by one before.
class KernelInIr {
public:
  KernelInIr() { Source.Name = "kernel"; }

  KernelInIr &scalar(const char *Name, ScalarType Type) {
    ParameterInfo P;
    P.Name = Name;
    P.Scalar = Type;
    P.Leaves.push_back({0, Type, Name, None});
    Source.Parameters.push_back(P);
    return *this;
  }
  ArrayId array(const char *Name, MemorySpace Space = MemorySpace::Global,
                uint64_t Bytes = 0) {
    ArrayInfo Array;
    Array.Name = Name;
    Array.Space = Space;
    Array.Bytes = Bytes;
    Source.Arrays.push_back(Array);
    return Source.Arrays.size() - 1;
  }
  KernelInIr &pointer(const char *Name) {
    ParameterInfo P;
    P.Name = Name;
    P.Pointer = true;
    P.Array = array(Name);
    Source.Arrays.back().Parameter = Source.Parameters.size();
    P.Leaves.push_back({0, ScalarType::pointer(), Name, P.Array});
    Source.Parameters.push_back(P);
    return *this;
  }

  KernelModel read(llvm::StringRef Text, const IrReaderOptions &Options = {}) {
    static constexpr llvm::StringLiteral Head = R"(
target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
)";
    llvm::SMDiagnostic Error;
    Module = llvm::parseAssemblyString((Head + Text).str(), Error, Context);
    if (!Module) {
      ADD_FAILURE() << Error.getMessage().str() << " in line "
                    << Error.getLineNo() << " of the text and its head";
      return {};
    }
    return readKernel(*Module->getFunction("kernel"), Source, Options);
  }

  KernelModel Source;

private:
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Module;
};

/// The value of \p E for a thread; nothing where it needs a leaf that \p At
/// lacks.
inline std::optional<int64_t> valueOf(const Expr *E, const LeafNumbers &At) {
  bool Known = E != nullptr;
  if (!Known)
    return std::nullopt;
  std::optional<int64_t> Value = evaluate(E, [&](const Expr *Leaf) -> int64_t {
    if (Leaf->op() == Op::Base)
      return 0;
    auto Found = At.find(toText(Leaf));
    Known &= Found != At.end();
    return Found == At.end() ? 0 : Found->second;
  });
  return Known ? Value : std::nullopt;
}

} // namespace kernelcast

#endif // KERNELCAST_TEST_UNIT_LOWERING_KERNELINIR_H
