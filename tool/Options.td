//===- Options.td - The command line, one entry per option ----------------===//
//
// llvm-tblgen turns this table into Options.inc. Each option lists the
// subcommands (Subcommands.def) that know it; an option of another one is
// unknown.
// Long options take their value as --name=value or --name value.
//===----------------------------------------------------------------------===//
include "llvm/Option/OptParser.td"

def PredictVis : OptionVisibility;
def LintVis : OptionVisibility;
def GraphVis : OptionVisibility;
def CompileCommandsVis : OptionVisibility;
def GpusVis : OptionVisibility;
def EmitCostVis : OptionVisibility;
def PruneVis : OptionVisibility;

defvar All = [PredictVis, LintVis, GraphVis, EmitCostVis, CompileCommandsVis,
              GpusVis, PruneVis];
defvar Analysis = [PredictVis, LintVis, GraphVis];
defvar Kernels = [PredictVis, LintVis, GraphVis, EmitCostVis];
defvar Reports = [PredictVis, LintVis];
defvar Runs = [PredictVis, LintVis, GraphVis, EmitCostVis, PruneVis];
defvar Predictions = [PredictVis, LintVis, EmitCostVis];

multiclass Value<string name, string meta, string help,
                 list<OptionVisibility> where> {
  def _EQ : Joined<["--"], name#"=">, HelpText<help>, MetaVarName<meta>,
            Visibility<where>;
  def "" : Separate<["--"], name>, Alias<!cast<Option>(NAME#"_EQ")>,
           Visibility<where>;
}
class Switch<string name, string help, list<OptionVisibility> where>
  : Flag<["--"], name>, HelpText<help>, Visibility<where>;
class Short<string name, string meta, string help,
            list<OptionVisibility> where>
  : JoinedOrSeparate<["-"], name>, HelpText<help>, MetaVarName<meta>,
    Visibility<where>;

def SpaceGroup : OptionGroup<"space">, HelpText<"CONFIGURATIONS">;
def KeepGroup : OptionGroup<"keep">, HelpText<"WHAT IS KEPT">;
def InputGroup : OptionGroup<"input">, HelpText<"INPUT">;
def LaunchGroup : OptionGroup<"launch">, HelpText<"LAUNCH AND ARGUMENTS">;
def MachineGroup : OptionGroup<"machine">, HelpText<"GPU AND MODEL">;
def ChecksGroup : OptionGroup<"checks">, HelpText<"CHECKS">;
def OutputGroup : OptionGroup<"output">, HelpText<"OUTPUT">;

let Group = InputGroup in {
def p : Short<"p", "<dir>", "Folder of compile_commands.json",
              !listconcat(Kernels, [CompileCommandsVis])>;
defm extra_arg : Value<"extra-arg", "<argument>",
  "Argument added to every compile command (repeatable)", Runs>;
def kernel_EQ : Joined<["--"], "kernel=">, MetaVarName<"<name>">,
  HelpText<"Only this kernel: plain, qualified, with template arguments or a "
  "pattern such as '*_backward*' (repeatable)">,
  HelpTextForVariants<[PruneVis],
    "The kernel, instead of the space's: plain, qualified or with template "
    "arguments">,
  Visibility<Runs>;
def kernel : Separate<["--"], "kernel">, Alias<kernel_EQ>, Visibility<Runs>;
def j : JoinedOrSeparate<["-"], "j">, MetaVarName<"<n>">,
  HelpText<"Threads, for files and for the kernels of one (0: one per core; "
    "default: files one by one, their kernels on all cores, for lint on one)">,
  HelpTextForVariants<[PruneVis],
    "Threads (default 0: one per core); the ranking is the same for any number">,
  Visibility<[PredictVis, LintVis, PruneVis]>;
defm source : Value<"source", "<file>",
  "Source of the kernel, instead of what the space names",
  [PruneVis]>;
}

let Group = SpaceGroup in {
def count : Switch<"count", "Only say how many configurations there are",
                   [PruneVis]>;
defm sample : Value<"sample", "<n>",
  "Only this many configurations, drawn by chance", [PruneVis]>;
defm seed : Value<"seed", "<n>", "Of that chance (default 0)", [PruneVis]>;
def serve : Switch<"serve",
  "Predict the configurations that standard input has, one or a list of them a "
  "line, as JSON; an answer a line", [PruneVis]>;
defm shard : Value<"shard", "<i/n>",
  "Only the i-th of n parts, 0 to n-1; kernelcast prune merge puts them "
  "together", [PruneVis]>;
}

let Group = LaunchGroup in {
def grid_EQ : Joined<["--"], "grid=">, MetaVarName<"<x[,y[,z]]>">,
  HelpText<"Blocks (OpenCL: work-groups) of every launch">,
  HelpTextForVariants<[PruneVis],
    "Blocks (OpenCL: work-groups): expressions over parameters, instead of what "
    "the space says">,
  Visibility<!listconcat(Analysis, [PruneVis])>;
def grid : Separate<["--"], "grid">, Alias<grid_EQ>,
  Visibility<!listconcat(Analysis, [PruneVis])>;
defm local_size : Value<"local-size", "<x[,y[,z]]>",
  "Threads of a block (OpenCL: work-group size): expressions over parameters, "
  "instead of what the space says", [PruneVis]>;
defm block : Value<"block", "<x[,y[,z]]>",
  "Threads of a block (OpenCL: work-group size)", Analysis>;
defm global : Value<"global", "<x[,y[,z]]>",
  "Work-items instead of --grid, rounded up to whole blocks", Analysis>;
defm dynamic_shared : Value<"dynamic-shared", "<bytes>",
  "Dynamic shared memory of a block (OpenCL: all __local parameters); of prune an "
  "expression over parameters", Runs>;
defm arg : Value<"arg", "<name=value>",
  "Value of a kernel argument or host variable: 1000, 1e6, 0x10, 2^20, 0.5, or "
  "arithmetic of others: n=width*height (repeatable)", !listconcat(Analysis, [PruneVis])>;
defm assume : Value<"assume", "<fact>",
  "What cannot be seen in the source: '12:7 p=0.3' (branch taken), "
  "'12:7 trips=12' (loop), 'N % 1024 == 0'; of a line of the listing: "
  "'sass:80 trips=12', 'sass:80 p=0.3' (repeatable)", Analysis>;
}

let Group = MachineGroup in {
def gpu_EQ : Joined<["--"], "gpu=">, MetaVarName<"<name|file.yaml>">,
  HelpText<"GPU to predict for (default rtx-2080-ti; repeatable or with commas; "
  "see kernelcast gpus); of calibrate, the one whose file to begin with"
  " (default: the one that is called as the device of the results)">,
  HelpTextForVariants<[PruneVis],
    "GPU to predict for (default rtx-2080-ti; see kernelcast gpus)">,
  Visibility<!listconcat(Runs, [GpusVis])>;
def gpu : Separate<["--"], "gpu">, Alias<gpu_EQ>,
  Visibility<!listconcat(Runs, [GpusVis])>;
defm clock : Value<"clock", "<Hz|MHz|GHz>",
  "Clock of the GPU's multiprocessors, as 1410MHz or 1.41GHz; its L2 "
  "follows", Runs>;
defm set : Value<"set", "<number=value>",
  "What if: a number of the GPU file replaced, as sms=200 or "
  "dram_bandwidth=2e12 (repeatable)", Runs>;
def counts_EQ : Joined<["--"], "counts=">, MetaVarName<"<source>">,
  HelpText<"Where instructions are counted: ir (optimised code, where a kernel "
  "compiles; default), ast (the source, which lint then believes alone) or sass "
  "(the listing of --sass, with which it is the default; predict)">,
  HelpTextForVariants<[PruneVis],
    "Where instructions are counted: ir (optimised code, where a kernel "
    "compiles; default) or ast (the source: much faster, ranks less well)">,
  Visibility<[PredictVis, LintVis, EmitCostVis, PruneVis]>;
def counts : Separate<["--"], "counts">, Alias<counts_EQ>,
  Visibility<[PredictVis, LintVis, EmitCostVis, PruneVis]>;
defm compile : Value<"compile", "<percent>",
  "Of what can run, compile only the best by the source (default 100)",
  [PruneVis]>;
def model_EQ : Joined<["--"], "model=">, MetaVarName<"<name>">,
  HelpText<"Cost model, or all of them (default kernelcast; emit-cost: wfg)">,
  HelpTextForVariants<[PruneVis],
    "The cost model that ranks, one of predict's (default kernelcast)">,
  Visibility<!listconcat(Predictions, [PruneVis])>;
def model : Separate<["--"], "model">, Alias<model_EQ>,
  Visibility<!listconcat(Predictions, [PruneVis])>;
defm mode : Value<"mode", "<mode>",
  "faithful (as in the paper), corrected or modern (default: the model's own)",
  !listconcat(Predictions, [PruneVis])>;
defm without : Value<"without", "<part>",
  "Leave out a part of the model kernelcast, to see what it is worth: l1, l2, "
  "order, rounds, block-rate, exposure, latency, reached-peak or start "
  "(repeatable or with commas); each: once without each of them", [PredictVis]>;
defm registers : Value<"registers", "<n|auto>", "Registers of a thread",
                       Kernels>;
defm l2 : Value<"l2", "<cold|warm>",
  "What a launch finds in the L2: nothing, or what one before it that touches "
  "the same has left, as when a kernel is timed again and again (default cold)",
  [PredictVis, LintVis, PruneVis]>;
defm ptxas_log : Value<"ptxas-log", "<file>",
  "Output of nvcc -Xptxas -v: the compiler's own register counts", Kernels>;
defm sass : Value<"sass", "<file>",
  "Output of cuobjdump -sass or nvdisasm -hex: machine code of sm_50 to sm_90, "
  "for registers and, of predict, instructions", Kernels>;
def what_if : Switch<"what-if",
  "The same for every factor",
  [PredictVis]>;
def what_if_EQ : Joined<["--"], "what-if=">, MetaVarName<"<factor,...>">,
  HelpText<"Also the time of each launch if one of these were perfect: coalesced, "
  "no-bank-conflicts, no-divergence, no-local-memory, uniform-constants, combined-atomics, full-occupancy">,
  Visibility<[PredictVis]>;
def verified_only : Switch<"verified-only",
  "Refuse predictions from numbers that nobody has verified", Predictions>;
}

let Group = OutputGroup in {
def format_EQ : Joined<["--"], "format=">, MetaVarName<"<format>">,
  HelpText<"text, json or html, a page in one file (default text); of lint sarif, "
  "too; of graph dot, svg or text (default dot)">,
  HelpTextForVariants<[PruneVis],
    "text, jsonl, csv, t4, kernel-tuner-cache, t1 (with a strategy for Kernel "
    "Tuner; needs -o) or html, a page in one file; default text on a terminal, "
    "else jsonl">,
  Visibility<!listconcat(Analysis, [PruneVis])>;
def format : Separate<["--"], "format">, Alias<format_EQ>,
  Visibility<!listconcat(Analysis, [PruneVis])>;
defm what : Value<"what", "<graph>",
  "pdg (program dependence graph), wfg (work flow graph), exec (flow graph "
  "with execution counts) or expr (address expressions)", [GraphVis]>;
def o : Short<"o", "<file>",
              "Write to this file, whole or not at all (compile-commands: to "
              "this folder; gpus calibrate: the GPU file)",
              !listconcat(Runs, [CompileCommandsVis, GpusVis])>;
def app : Switch<"app", "The timeline of the whole application: copies, "
                 "launches, streams and waits of the host code; of lint: check "
                 "that, too", [PredictVis, LintVis]>;
def strings : Switch<"strings", "Read the kernels in the files' string "
                     "literals, as OpenCL or NVRTC compile them, instead of "
                     "the files' own", [PredictVis]>;
defm sort : Value<"sort", "<order>",
  "Kernels in text by time (worst first), source or name (default: a table of "
  "more than four kernels by time, else source)", [PredictVis]>;
def top_EQ : Joined<["--"], "top=">, MetaVarName<"<n>">,
  HelpText<"Only the first n kernels in text">,
  HelpTextForVariants<[PruneVis], "The best n of what can run">,
  Visibility<[PredictVis, PruneVis]>;
def top : Separate<["--"], "top">, Alias<top_EQ>,
  Visibility<[PredictVis, PruneVis]>;
def details : Switch<"details", "In text every kernel in full after the table, "
                     "however many they are", [PredictVis]>;
def explain : Switch<"explain", "Every equation with its numbers",
                     [PredictVis]>;
def curves : Switch<"curves", "Also in the JSON: occupancy and time of each launch "
                    "as its numbers change, and where lanes go (html has it anyway)",
                    [PredictVis]>;
def timing : Switch<"timing", "Seconds of each file, kernel and phase on stderr "
                    "and in the JSON", [PredictVis]>;
def print_compiler_command : Switch<"print-compiler-command",
  "Instead of an analysis: the command with which clang-19 parses each file as "
  "it is parsed here, as a compilation database", [PredictVis]>;
def strict : Switch<"strict", "Exit status 3 if a kernel could not be modelled",
                    Reports>;
}

let Group = KeepGroup in {
defm keep : Value<"keep", "<percent>",
  "The best of what can run, in per cent; at least one", [PruneVis]>;
defm within : Value<"within", "<percent>",
  "What may take at most so much longer than the best one, by their intervals",
  [PruneVis]>;
}

let Group = ChecksGroup in {
defm checks : Value<"checks", "<patterns>",
  "Checks to run, as '-*,kernelcast-bank-*' (default all of them)", [LintVis]>;
defm min_gain : Value<"min-gain", "<percent>",
  "Leave out what a remedy would gain less from, in per cent of the kernel's "
  "time (default 1)", [LintVis]>;
defm fail_on : Value<"fail-on", "<severity>",
  "Exit status 1 if there is an error, or a warning or an error: error (the "
  "default), warning or never", [LintVis]>;
defm baseline : Value<"baseline", "<file>",
  "Findings of an earlier run (--format json) that are known and not shown",
  [LintVis]>;
defm depfile : Value<"depfile", "<file>",
  "For build systems: which files the output of -o was made from", [LintVis]>;
def fix : Switch<"fix",
  "Write the changes that are proved and that the analysis of the changed "
  "source confirms", [LintVis]>;
defm export_fixes : Value<"export-fixes", "<file>",
  "Those changes as YAML, for clang-apply-replacements", [LintVis]>;
def cache_EQ : Joined<["--"], "cache=">, MetaVarName<"<dir>">,
  HelpText<"Keep what is found in a file there until the file, what it includes "
  "or an option changes (default: what KERNELCAST_CACHE names, if it is set)">,
  HelpTextForVariants<[PruneVis],
    "Keep each prediction there until the source, what it includes or an option "
    "changes (default: what KERNELCAST_CACHE names, if it is set)">,
  Visibility<[LintVis, PruneVis]>;
def cache : Separate<["--"], "cache">, Alias<cache_EQ>,
  Visibility<[LintVis, PruneVis]>;
def no_cache : Switch<"no-cache", "Keep nothing, use nothing that is kept",
                      [LintVis, PruneVis]>;
defm cache_policy : Value<"cache-policy", "<policy>",
  "What is removed from the cache, as lld's --thinlto-cache-policy (default "
  "prune_interval=20m:prune_after=7d:cache_size_bytes=1g)", [LintVis, PruneVis]>;
def cache_statistics : Switch<"cache-statistics",
  "On stderr: how much was in the cache, and how much is new",
  [LintVis, PruneVis]>;
def diff : Switch<"diff",
  "What has changed between two runs: FILEs are their outputs with --format "
  "json, the older one first", [LintVis]>;
def dump_config : Switch<"dump-config",
  "The effective configuration of a file, or of the working folder, as YAML",
  [LintVis]>;
def verify_config : Switch<"verify-config",
  "Check the configuration of files, or of the working folder, and no kernel",
  [LintVis]>;
def list_checks : Switch<"list-checks", "The checks, with what they find",
                         [LintVis]>;
}

def help : Switch<"help", "This text", All>;
def h : Flag<["-"], "h">, Alias<help>, Visibility<All>;
def version : Switch<"version", "The version", All>;
