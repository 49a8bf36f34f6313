//===- IgnoredFlags.cpp - Options that change no analysis -----------------===//

#include "analysis/frontend/IgnoredFlags.h"

using namespace llvm;

namespace kernelcast {

static constexpr StringLiteral WithValue =
    "-Xptxas --ptxas-options -Xlinker --linker-options -Xnvlink "
    "-Xarchive -Xcudafe -Xfatbin -Xclang -Xarch_device -Xarch_host "
    "-Xcuda-ptxas -Xpreprocessor -mllvm -ccbin --compiler-bindir -code "
    "--gpu-code -odir --output-directory -diag-suppress --diag-suppress "
    "-diag-error -diag-warn -ftz --ftz -prec-div --prec-div -prec-sqrt "
    "--prec-sqrt -fmad --fmad -default-stream --default-stream -threads "
    "--threads -t -cudart --cudart -split-compile --split-compile -rdc "
    "--relocatable-device-code --cuda-path -target --target -arch-host "
    "--output-file --library-path --library --resource-dir -resource-dir";

static constexpr StringLiteral WithJoinedValue = "-MF -MT -MQ";

static constexpr StringLiteral Prefixes =
    "-O -g -G -W -w -M -L -l -f -m -v -S -E -c -dc -dw -pg -pthread "
    "-rdynamic -shared -static -pedantic -ansi -save-temps --save-temps "
    "-keep --keep -dryrun --dryrun -lineinfo --generate-line-info "
    "-src-in-ptx --source-in-ptx -extended-lambda --extended-lambda "
    "-expt-extended-lambda --expt-extended-lambda "
    "-expt-relaxed-constexpr --expt-relaxed-constexpr -dlink "
    "--device-link --device-c --compile --cubin -cubin --ptx -ptx "
    "-fatbin --fatbin -res-usage --resource-usage -restrict --restrict "
    "-dlto --dlcm -lto -nocuda --no-cuda --cuda-device-only "
    "--cuda-host-only -disable-warnings --disable-warnings "
    "-display-error-number --display-error-number -err-no -Werror "
    "--Werror -extra-device-vectorization --extra-device-vectorization "
    "--device-debug --debug --optimize --profile --verbose -cl- "
    "-nostdinc -stdlib --stdlib -rpath --forward-unknown "
    "-forward-unknown -allow-unsupported --allow-unsupported --machine "
    "-qopenmp -no-align-double --clean-targets -nohdinitlist "
    "--no-host-device -arbin --use-local-env --dopt -dopt "
    "--compiler-options-end -P -Q -r -s -H -pipe -Qunused-arguments "
    "-objdir-as-tempdir";

static SmallVector<StringRef, 0> words(StringRef Text) {
  SmallVector<StringRef, 0> Words;
  Text.split(Words, ' ');
  return Words;
}

SmallVector<StringRef, 0> ignoredOptionsWithValue() { return words(WithValue); }

SmallVector<StringRef, 0> ignoredOptionsWithJoinedValue() {
  return words(WithJoinedValue);
}

StringRef ignoredPrefix(StringRef Argument) {
  StringRef Longest;
  for (StringRef Prefix : words(Prefixes))
    if (Argument.starts_with(Prefix) && Prefix.size() > Longest.size())
      Longest = Prefix;
  return Longest;
}

} // namespace kernelcast
