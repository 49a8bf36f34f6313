"""Nothing in the tree speaks of one machine, or of how work on it was
organised: such words mean nothing to who reads the file later."""
import re

import tree

# A bracket keeps each pattern from matching itself.
FORBIDDEN = [r"/wor[k]/", r"/roo[t]/", r"/hom[e]/\w", r"/Use[r]s/",
             r"\btick[e]ts?\b", r"\bissue[ ]#?\d", r"\bissue[ ]#"]

pattern = re.compile("|".join(FORBIDDEN), re.IGNORECASE)
problems = []
names = tree.files()
for name in names:
    for number, line in enumerate(tree.text(name).split("\n"), 1):
        found = pattern.search(line)
        if found:
            problems.append(f"{name}:{number}: {found[0]}")
tree.finish(len(names), problems)
