"""What clang-tidy says with the module is what lint says, and where:
same_in_clang_tidy.py MODULE FILE... [-- compiler arguments]

Each file alone. Names are compared as real paths. Notes and what comments
silence are left out here; findings that a comment silences are in neither.
"""
import json
import os
import re
import subprocess
import sys

words = sys.argv[2:] + ["--"]
split = words.index("--")
files, arguments = words[:split], words[split + 1:]
arguments = [a for a in arguments if a != "--"]
total = 0


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, text=True,
                          stderr=subprocess.DEVNULL, check=False).stdout


for name in files:
    report = json.loads(output("kernelcast", "lint", name, "--format", "json",
                               "--fail-on", "never", "--", *arguments))
    ours = {(f["check"], os.path.realpath(f["location"]["file"]),
             f["location"]["line"], f["location"]["column"], f["text"])
            for f in report["findings"]}
    text = output("clang-tidy-19", "--load", sys.argv[1], "--config={}",
                  "--checks=-*,kernelcast-*", "--header-filter=.*", "--quiet",
                  name, "--", *arguments)
    theirs = {(found[5], os.path.realpath(found[1]), int(found[2]),
               int(found[3]), found[4])
              for found in re.finditer(
                  r"^(\S.*?):(\d+):(\d+): warning: (.*) \[(kernelcast-.*)\]$",
                  text, re.M)}
    total += len(ours)
    for finding in sorted(ours - theirs):
        print(f"{name}: lint alone: {finding}")
    for finding in sorted(theirs - ours):
        print(f"{name}: clang-tidy alone: {finding}")
print(f"{len(files)} files, {total} findings")
