"""Writers compute nothing. What goes to the screen, into JSON or onto a picture
is in the report before it is written: a writer includes headers that hold data,
none that make it out of something else.
"""
import fnmatch
import os

import tree

# What puts the report together. The others in the folder write.
MAKERS = ("Report.*", "CostliestAccesses.*", "Gain.*", "GraphReport.*",
          "TimeByLine.*", "WorkflowDiagram.cpp")
# Headers with data alone, names of its enumerators and ways to print it.
DATA = ("analysis/Assumption.h", "analysis/KernelModel.h",
        "analysis/WarpProfile.h", "analysis/hardware/*", "analysis/support/*",
        "analysis/formulas/*",  # of a kernel alone, made when first asked for
        "cost_models/CostModel.h",
        "cost_models/application/ApplicationTimeline.h",
        "cost_models/common/Cost.h", "cost_models/common/Quantity.h",
        "tool/report/*")
HOUSE = ("analysis/", "cost_models/", "tool/")

checked, problems = 0, []
for name in tree.files(".cpp", ".h"):
    folder, base = os.path.split(name)
    if folder != "tool/report" or any(fnmatch.fnmatchcase(base, m)
                                      for m in MAKERS):
        continue
    checked += 1
    for number, line in enumerate(tree.text(name).split("\n"), 1):
        if not line.startswith('#include "'):
            continue
        header = line.split('"')[1]
        if header.startswith(HOUSE) and not any(
                fnmatch.fnmatchcase(header, d) for d in DATA):
            problems.append(f"{name}:{number}: a writer includes {header}")
tree.finish(checked, problems)
