//===- NvccOptions.td - The options of nvcc and its relatives -------------===//
//
// Build systems pass the options of nvcc, Clang, GCC and OpenCL compilers.
// llvm-tblgen turns this table into NvccOptions.inc. An option that matters to
// the meaning of the source stands in a group of its own or is named in
// NvccFlags.cpp; one without effect on the analysis is in IgnoredGroup, so that
// a new one of those is one line.
//===----------------------------------------------------------------------===//
include "llvm/Option/OptParser.td"

/// -name value and -name=value.
multiclass Value<list<string> prefixes, string name> {
  def "" : Separate<prefixes, name>;
  def _EQ : Joined<prefixes, name#"=">, Alias<!cast<Option>(NAME)>;
}
/// Another spelling of \p option.
multiclass Spelling<string prefix, string name, Option option> {
  def "" : Separate<[prefix], name>, Alias<option>;
  def _EQ : Joined<[prefix], name#"=">, Alias<option>;
}
/// -name value, -name=value and -namevalue.
multiclass JoinedValue<string name> {
  def "" : JoinedOrSeparate<["-"], name>;
  def _EQ : Joined<["-"], name#"=">, Alias<!cast<Option>(NAME)>;
}

//===-- The preprocessor --------------------------------------------------===//

def MacroGroup : OptionGroup<"macros">;
let Group = MacroGroup in {
defm D : JoinedValue<"D">;
defm U : JoinedValue<"U">;
defm define_macro : Spelling<"--", "define-macro", D>;
defm undefine_macro : Spelling<"--", "undefine-macro", U>;
}

// nvcc takes lists of folders and files.
def HeaderGroup : OptionGroup<"folders and files">;
let Group = HeaderGroup in {
defm I : JoinedValue<"I">;
defm isystem : JoinedValue<"isystem">;
defm iquote : JoinedValue<"iquote">;
defm idirafter : JoinedValue<"idirafter">;
defm include_file : Value<["-"], "include">;
defm include_path : Spelling<"--", "include-path", I>;
defm system_include : Spelling<"--", "system-include", isystem>;
defm pre_include : Spelling<"--", "pre-include", include_file>;
}

//===-- Language and machine ----------------------------------------------===//

defm std : Value<["-", "--"], "std">;
defm cl_std : Value<["-"], "cl-std">;
defm x : Value<["-", "--"], "x">;
defm arch : Value<["-"], "arch">;
defm gpu_architecture : Spelling<"--", "gpu-architecture", arch>;
defm gencode : Spelling<"-", "gencode", arch>;
defm generate_code : Spelling<"--", "generate-code", arch>;
defm cuda_gpu_arch : Spelling<"--", "cuda-gpu-arch", arch>;
defm offload_arch : Spelling<"--", "offload-arch", arch>;
defm maxrregcount : Value<["-", "--"], "maxrregcount">;
defm Xcompiler : Value<["-"], "Xcompiler">;
defm compiler_options : Spelling<"--", "compiler-options", Xcompiler>;

def fast_math : Flag<["-", "--"], "use_fast_math">;
foreach name = ["ffast-math", "fcuda-approx-transcendentals",
                "fgpu-approx-transcendentals",
                "cl-unsafe-math-optimizations"] in
  def _#!subst("-", "_", name) : Flag<["-"], name>, Alias<fast_math>;
def cl_fast_relaxed_math : Flag<["-"], "cl-fast-relaxed-math">;
def openmp : Flag<["-"], "fopenmp">;
def qopenmp : Flag<["-"], "qopenmp">, Alias<openmp>;

//===-- Code generation, linking, debugging, messages ---------------------===//

def IgnoredGroup : OptionGroup<"without effect">;
let Group = IgnoredGroup in {

// With a value: -name value, -name=value.
foreach name = [
  // Phases and files.
  "Xptxas", "ptxas-options", "Xlinker", "linker-options", "Xnvlink",
  "nvlink-options", "Xarchive", "archive-options", "Xcudafe", "Xfatbin",
  "Xclang", "Xarch_device", "Xarch_host", "Xcuda-ptxas", "Xpreprocessor",
  "mllvm", "ccbin", "compiler-bindir", "arbin", "archiver-binary", "odir",
  "output-directory", "output-file", "keep-dir", "cuda-path", "target",
  "target-directory", "resource-dir", "rpath", "time", "dependency-output",
  "generate-dependency-targets",
  // Code and libraries.
  "code", "gpu-code", "ftz", "prec-div", "prec-sqrt", "fmad",
  "default-stream", "threads", "t", "cudart", "cudadevrt", "split-compile",
  "rdc", "relocatable-device-code", "arch-host", "library-path", "library",
  "machine", "optimize", "dopt", "dlcm", "stdlib", "no-cuda-include-ptx",
  // Messages.
  "diag-suppress", "diag-error", "diag-warn"] in
  defm ignored_#!subst("-", "_", name) : Value<["-", "--"], name>;

// Without a value.
foreach name = [
  "S", "E", "P", "Q", "r", "s", "H", "c", "dc", "dw", "G", "v", "w", "pg",
  "compile", "device-c", "device-w", "device-link", "dlink", "cubin", "ptx",
  "fatbin", "preprocess", "dryrun", "keep", "clean-targets",
  "save-temps", "objdir-as-tempdir", "use-local-env", "pipe", "pthread",
  "rdynamic", "shared", "static", "static-libgcc", "static-libstdc++", "pedantic",
  "pedantic-errors", "ansi", "lineinfo",
  "generate-line-info", "src-in-ptx", "source-in-ptx", "device-debug",
  "debug", "profile", "verbose", "extended-lambda", "expt-extended-lambda",
  "expt-relaxed-constexpr", "res-usage", "resource-usage", "restrict", "dlto",
  "lto", "cuda", "stdpar", "cuda-device-only", "cuda-host-only", "nocudainc",
  "nocudalib",
  "no-cuda-version-check", "disable-warnings", "display-error-number",
  "no-display-error-number", "err-no", "extra-device-vectorization",
  "nostdinc", "nostdinc++", "forward-unknown-to-host-compiler",
  "forward-unknown-to-host-linker", "forward-unknown-opts",
  "allow-unsupported-compiler", "no-align-double", "nohdinitlist",
  "no-host-device-initializer-list", "no-host-device-move-forward",
  "Qunused-arguments", "compiler-options-end"] in
  def ignored_#!subst("+", "p", !subst("-", "_", name)) : Flag<["-", "--"], name>;

// Families: -O3, -gdwarf-4, -Wall, -fPIC, -march=native, -MMD, -cl-mad-enable.
foreach name = ["O", "g", "W", "f", "m", "M", "cl-", "Werror"] in
  def family_#!subst("-", "_", name) : Joined<["-"], name>;
def Werror : Joined<["--"], "Werror">;
def save_temps_EQ : Joined<["-", "--"], "save-temps=">;

// The value apart or joined: -lm, -l m.
foreach name = ["o", "L", "l", "MF", "MT", "MQ"] in
  defm ignored_#name : JoinedValue<name>;
}
