"""Names that mislead.

Two files of one name in the house are told apart by their folder alone, which
an include, a debugger and a reader's memory leave out.

Shared is shared memory in a program about GPUs, never "in common": an
identifier with the word is one of those below.
"""
import os
import re

import tree

HOUSE = ("analysis/", "cost_models/", "tool/")
MEMORY = re.compile(
    r"(?:[A-Za-z]*(?:Dynamic|Static|Is|Load|Store|Latency|Bank|By|resolve|find))?"
    r"[Ss]hared(?:Bytes|BytesPerBlock(?:OptIn)?|BytesPerMultiprocessor|PerBlock|"
    r"BytesWithoutOptIn|OptIn|"
    r"Memory[A-Za-z]*|Unit|Reserved|Lanes|Copies|Cycles|NodeCycles|Address|Offset)?$")
# Written by others: C++, Clang, the CUDA runtime.
THEIRS = re.compile(r"shared_ptr|make_shared|CUDASharedAttr|cuda|__|"
                    r".*_shared|shared_|OPT_")

names, problems = {}, []
for name in tree.files(".cpp", ".h"):
    if not name.startswith(HOUSE) or "/prelude" in name:
        continue
    base = os.path.basename(name)
    if base in names:
        problems.append(f"{name}: {names[base]} has the same name")
    names[base] = name
    for number, line in enumerate(tree.text(name).split("\n"), 1):
        line = re.sub(r'"(?:[^"\\]|\\.)*"|//.*', "", line)
        for word in re.findall(r"\b\w*[Ss]hared\w*", line):
            if not MEMORY.match(word) and not THEIRS.match(word):
                problems.append(f"{name}:{number}: {word}: shared memory?")
tree.finish(len(names), problems)
