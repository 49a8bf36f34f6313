"""Merges the reports of utils/corpus and prints the table."""
import collections
import os
import re
import statistics

RANK = {"modelled": 0, "partial": 1, "not-modelled": 2}


def place(outcome, location):
    """A location as (real path, line, column)."""
    if not location:
        return (os.path.realpath(outcome["path"]), 0, 0)
    path = os.path.join(outcome["folder"], location["file"])
    return (os.path.realpath(path), location["line"], location["column"])


def is_predicted(kernel):
    return any(launch["predictions"] for launch in kernel["launches"])


def cannot_launch(kernel):
    """Not one launch fits on the GPU: that is an answer, and there is no time."""
    return bool(kernel["launches"]) and all(
        launch["can_launch"] is False for launch in kernel["launches"])


def merged_kernels(outcomes):
    """(best report of each kernel and instantiation, outcomes of them).

    A template that some file instantiates is not listed as a bare template,
    and a fragment's own failure gives way to the file that includes it.
    """
    best = {}
    for outcome in outcomes:
        for file in outcome.get("report", {}).get("files", []):
            for kernel in file["kernels"]:
                spot = place(outcome, kernel["location"])
                key = (*spot[:2], kernel["qualified_name"],
                       tuple(kernel["template_arguments"]))
                rank = (not kernel.get("clean", True),
                        RANK[kernel["status"]], not is_predicted(kernel))
                if key not in best or rank < best[key][0]:
                    best[key] = (rank, kernel, outcome, file)
    instantiated = {key[:2] for key, value in best.items()
                    if not value[1].get("uninstantiated_template")}
    return {key: value[1:] for key, value in best.items()
            if key[:2] not in instantiated
            or not value[1].get("uninstantiated_template")}


def general(reason):
    """A reason without the names and numbers of one program."""
    reason = re.sub(r"'[^']*'", "'…'", reason)
    reason = re.sub(r"\bat \S+:\d+(:\d+)?", "at …", reason)
    reason = re.sub(r"\bline \d+(:\d+)?", "line …", reason)
    return re.sub(r"\b\d+(\.\d+)?\b", "N", reason)


def percent(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none"


def line(label, text):
    print(f"  {label:<34}{text}")


def most_frequent(counter, number, indent="      "):
    for reason, count in counter.most_common(number):
        print(f"{indent}{count:6}  {reason[:150]}")


def print_ends(outcomes):
    ends = collections.Counter(o["end"] for o in outcomes)
    line("files", len(outcomes))
    line("crashes", ends["crash"])
    line("hangs", ends["hang"])
    unreadable = [o for o in outcomes if o["end"] == "no report" or any(
        f.get("unreadable") for f in o.get("report", {}).get("files", []))]
    line("unreadable or without report", len(unreadable))
    for outcome in outcomes:
        if outcome["end"] in ("crash", "hang"):
            print(f"      {outcome['end']}: {outcome['path']}")
    for outcome in unreadable[:20]:
        first = (outcome.get("messages") or "").strip().splitlines()[:1]
        print(f"      {outcome['path']}: {' '.join(first)[:160]}")


def print_kernels(kernels):
    """Parsing and modelling; returns the clean kernels."""
    by_place = collections.defaultdict(list)
    for key, (kernel, _, _) in kernels.items():
        by_place[key[:2]].append(kernel)
    clean_places = [p for p, group in by_place.items()
                    if all(k.get("clean", True) for k in group)]
    templates = [group for group in by_place.values()
                 if any(k["template_arguments"] or
                        k.get("uninstantiated_template") for k in group)]
    bare = [group for group in templates
            if all(k.get("uninstantiated_template") for k in group)]
    line("kernels", len(by_place))
    line("cleanly parsed", percent(len(clean_places), len(by_place)))
    line("templates", f"{len(templates)}: {len(templates) - len(bare)} "
         f"instantiated, {len(bare)} not")
    unclean = collections.Counter(
        general(r) for p, group in by_place.items() if p not in clean_places
        for k in group if not k.get("clean", True) for r in k["reasons"][:1])
    most_frequent(unclean, 12)
    clean = {key: value for key, value in kernels.items()
             if value[0].get("clean", True)}
    whole = [v[0] for v in clean.values()
             if not v[0].get("uninstantiated_template")]
    failing = [k for k in whole if cannot_launch(k)]
    whole = [k for k in whole if not cannot_launch(k)]
    status = collections.Counter(k["status"] for k in whole)
    predicted = sum(is_predicted(k) for k in whole)
    line("clean kernels and instantiations", len(whole))
    line("  others, which cannot launch", len(failing))
    for name in RANK:
        line("  " + name, percent(status[name], len(whole)))
    line("  with a prediction", percent(predicted, len(whole)))
    line("  same, bare templates counted",
         percent(predicted, len(whole) + len(bare)))
    nameless = [k for k in whole if not is_predicted(k) and not k["reasons"]]
    line("  neither prediction nor reason", len(nameless))
    reasons = collections.Counter(
        general(r) for k in whole if not is_predicted(k)
        for r in k["reasons"] or ["(none given)"])
    if reasons:
        print("    reasons for no prediction")
        most_frequent(reasons, 100)
    partial = collections.Counter(
        general(r) for k in whole if k["status"] == "partial"
        for r in k["reasons"])
    if partial:
        print("    reasons for partial")
        most_frequent(partial, 12)
    return clean


def print_launches(kernels):
    sites = {}
    for key, (kernel, outcome, _) in kernels.items():
        for launch in kernel["launches"]:
            for spot in [launch["location"], *launch.get("also_at", [])]:
                if spot is None:
                    continue
                where = (key[2:], place(outcome, spot))
                known = all(a["what"] != "block"
                            for a in launch["assumptions"])
                sites[where] = sites.get(where, False) or known
    line("launches found", len(sites))
    line("  block size without flags", percent(sum(sites.values()), len(sites)))
    assumed = collections.Counter(
        general(a["why"]) for kernel, _, _ in kernels.values()
        for launch in kernel["launches"] if launch["location"]
        for a in launch["assumptions"] if a["what"] == "block")
    most_frequent(assumed, 5)
    none = sum(all(l["location"] is None for l in k["launches"])
               for k, _, _ in kernels.values() if k["launches"])
    line("kernels without a launch here", none)


def print_facts(kernels):
    """Accesses, branches and loops in the first launch of every kernel."""
    for what in ("accesses", "branches", "loops"):
        how, why = collections.Counter(), collections.Counter()
        for kernel, _, _ in kernels.values():
            for launch in kernel["launches"][:1]:
                for fact in launch[what]:
                    how[fact["known"]] += 1
                    if fact["known"] not in ("exact", "bounded"):
                        why[general(fact.get("reason") or
                                    "(none given)")] += 1
        total = sum(how.values())
        line(f"{what} exact or bounded",
             percent(how["exact"] + how["bounded"], total) + ": " +
             ", ".join(f"{how[h]} {h}" for h in
                       ("exact", "bounded", "sampled", "assumed")))
        most_frequent(why, 5)


def counted_in(kernel):
    return {launch["instructions"]["source"] for launch in kernel["launches"]}


def print_counts(kernels):
    """Where instructions are counted, if that was asked for (--counts)."""
    whole = [v[0] for v in kernels.values()
             if not v[0].get("uninstantiated_template")]
    compiled = [k for k in whole if counted_in(k) == {"ir"}]
    if not compiled:
        return
    line("clean, counted in compiled code", percent(len(compiled), len(whole)))
    most_frequent(collections.Counter(
        general(r) for k in whole if k not in compiled
        for r in [r for r in k["reasons"] if "counted in the source" in r]
        or k["reasons"][:1] or ["(none given)"]), 12)


def print_lowering(outcomes):
    """Kernels of a file are compiled together: its time in equal parts."""
    each = []
    for outcome in outcomes:
        report = outcome.get("report", {})
        seconds = report.get("timing", {}).get("phases", {}).get("lowering_s", 0)
        compiled = [k for f in report.get("files", []) for k in f["kernels"]
                    if "ir" in counted_in(k)]
        if compiled:
            each += [seconds / len(compiled)] * len(compiled)
    if each:
        each.sort()
        line("lowering per kernel",
             f"median {1e3 * statistics.median(each):.1f} ms, 95 % below "
             f"{1e3 * each[int(0.95 * (len(each) - 1))]:.1f} ms, longest "
             f"{1e3 * each[-1]:.0f} ms")


def print_times(outcomes, kernels, wall):
    analysis, ratio = [], []
    for kernel, _, file in kernels.values():
        if "timing" not in kernel or not kernel["launches"]:
            continue
        analysis.append(kernel["timing"]["analysis_s"])
        parse = file.get("timing", {}).get("parse_s", 0)
        if parse > 0:
            ratio.append(analysis[-1] / parse)
    if analysis:
        ordered = sorted(analysis)
        line("analysis per kernel",
             f"median {1e3 * statistics.median(ordered):.2f} ms, 95 % below "
             f"{1e3 * ordered[int(0.95 * (len(ordered) - 1))]:.2f} ms, "
             f"longest {1e3 * ordered[-1]:.0f} ms")
    parse = [f["timing"]["parse_s"] for o in outcomes
             for f in o.get("report", {}).get("files", []) if "timing" in f]
    if parse:
        line("parsing per file", f"median {1e3 * statistics.median(parse):.1f} ms")
    if ratio:
        line("analysis over parse, a kernel",
             f"median {100 * statistics.median(ratio):.1f} %")
    line("wall time", f"{wall:.1f} s")
    slowest = sorted(outcomes, key=lambda o: -o["seconds"])[:3]
    for outcome in slowest:
        print(f"      {outcome['seconds']:6.1f} s  {outcome['path']}")


def print_phases(outcomes):
    """Where the time of all processes went, and how much of it is told."""
    timed = [o for o in outcomes if "timing" in o.get("report", {})]
    sums = collections.Counter()
    for outcome in timed:
        sums.update(outcome["report"]["timing"]["phases"])
    wall = sum(o["seconds"] for o in timed)
    if not wall:
        return
    told = sum(sums.values()) - sums["other_s"]
    line("time of all processes", f"{wall:.1f} s, {100 * told / wall:.1f} % "
         "of it in these phases")
    for phase, seconds in sums.items():
        print(f"      {seconds:8.2f} s {100 * seconds / wall:5.1f} %  "
              f"{phase.removesuffix('_s').replace('_', ' ')}")


def print_table(options, outcomes, wall):
    print(f"{options.kind}{' OpenCL' if options.opencl else ''}")
    print_ends(outcomes)
    kernels = merged_kernels(outcomes)
    clean = print_kernels(kernels)
    print_launches(clean)
    print_facts(clean)
    print_counts(clean)
    print_times(outcomes, clean, wall)
    print_lowering(outcomes)
    print_phases(outcomes)
