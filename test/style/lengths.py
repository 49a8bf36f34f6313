"""Source files and scripts hold one idea each, in 400 lines at most."""
import tree

LONGEST = 400
SUFFIXES = (".cpp", ".h", ".cuh", ".py", ".td", ".cmake", "CMakeLists.txt")

checked, problems = 0, []
for name in tree.files():
    text = tree.text(name)
    if not name.endswith(SUFFIXES) and not text.startswith("#!"):
        continue
    checked += 1
    lines = text.count("\n")
    if lines > LONGEST:
        problems.append(f"{name}: {lines} lines, at most {LONGEST}")
tree.finish(checked, problems)
