"""lines.py FILE.json...: holds instructions.lines of every launch against the
totals, and prints each line: FILE:LINE classes, the calls it was inlined
through, bytes."""
import json
import math
import os
import sys


def check(instructions, where):
    lines, totals = instructions["lines"], instructions["per_warp"]
    for name, value in totals.items():
        if name in ("shuffle", "vote"):  # parts of "other"
            continue
        found = math.fsum(line["per_warp"].get(name, 0) for line in lines)
        if not math.isclose(found, value, rel_tol=1e-9, abs_tol=1e-9):
            sys.exit(f"{where}: lines have {found} {name}, all {value}")
    for line in lines:
        counts = dict(line["per_warp"])
        total = counts.pop("total")
        if not math.isclose(sum(counts.values()), total, rel_tol=1e-9):
            sys.exit(f"{where}: line {line['line']} has {total}, {counts}")
        if (line["file"] is None) != (line["line"] is None):
            sys.exit(f"{where}: half a place")
    if sum(line["line"] is None for line in lines) > 1:
        sys.exit(f"{where}: several entries without a place")
    keys = [(l["file"], l["line"], l.get("inlined")) for l in lines]
    if len(set(keys)) != len(keys):
        sys.exit(f"{where}: a line twice")
    if (instructions["source"] != "ir"
            and any("registers" in line for line in lines)):
        sys.exit(f"{where}: registers in what is not compiled here")
    known = instructions.get("line_bytes_known")
    if known and any("code_bytes" not in line for line in lines):
        sys.exit(f"{where}: no bytes")
    if known == "exact":
        found = sum(line["code_bytes"] for line in lines)
        if found != instructions["code_bytes"]:
            sys.exit(f"{where}: lines have {found} bytes, "
                     f"all {instructions['code_bytes']}")


checked = {}
for path in sys.argv[1:]:
    for file in json.load(open(path))["files"]:
        for kernel in file["kernels"]:
            for launch in kernel["launches"]:
                instructions = launch["instructions"]
                check(instructions, f"{kernel['name']} of {file['path']}")
                held = max(line.get("registers", 0)
                           for line in instructions["lines"])
                all_held = launch["occupancy"].get("registers_per_thread", 0)
                if held > all_held:
                    sys.exit(f"{kernel['name']}: {held} registers at a line, "
                             f"{all_held} in all")
                source = instructions["source"]
                checked[source] = checked.get(source, 0) + 1
                print(f"{kernel['name']}: {source}, bytes "
                      f"{instructions.get('line_bytes_known', 'unknown')}")
                for line in instructions["lines"]:
                    place = "nowhere" if line["line"] is None else (
                        f"{os.path.basename(line['file'])}:{line['line']}")
                    counts = " ".join(f"{name} {value:g}" for name, value
                                      in line["per_warp"].items())
                    print(f"  {place} {counts}; bytes "
                          f"{line.get('code_bytes', 0):g}; "
                          f"{line.get('inlined', '')}")
print("checked", " ".join(f"{n} {source}" for source, n in sorted(checked.items())))
