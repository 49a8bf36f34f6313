"""Fails if a module leaves a function of clang-tidy undefined that the program
does not have: undefined_symbols.py MODULE PROGRAM"""
import shutil
import subprocess
import sys


def symbols(path, *options):
    lines = subprocess.run(["nm", "-D", *options, path], text=True, check=True,
                           stdout=subprocess.PIPE).stdout.split("\n")
    return {line.split()[-1].split("@")[0] for line in lines if line}


wanted = {s for s in symbols(sys.argv[1], "--undefined-only")
          if "5clang4tidy" in s}
missing = wanted - symbols(shutil.which(sys.argv[2]), "--defined-only")
for symbol in sorted(missing):
    print(f"{sys.argv[2]} does not have {symbol}")
if missing or not wanted:
    sys.exit(f"{len(wanted)} wanted, {len(missing)} missing")
