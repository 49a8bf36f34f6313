"""What of a JSON report is compared: every model's time, whether the kernel
can be launched at all, and the quantities that hardware counters measure.

A change of this file, or of predictions.py, makes cached predictions stale:
their text is in the key.
"""
SECTOR = 32


def total(accesses, field, space, *kinds):
    # What a register still holds is in the source alone.
    return sum(access[field] for access in accesses
               if access["space"] == space and access["kind"] in kinds
               and "repeats" not in access)


def quantities(launch):
    """Totals over the launch, by the names that descriptions use."""
    result = {}
    counted = launch.get("instructions")
    if counted:
        result["warp_instructions"] = (counted["warps"] *
                                       counted["per_warp"]["total"])
        # Profilers count classes by thread, where the predicate is true.
        threads = counted.get("threads")
        for name, source in (("fp32", ["fp32", "sfu"]), ("fp64", ["fp64"]),
                             ("integer", ["int"]), ("sfu", ["sfu"]),
                             ("conversion", ["conversion"]),
                             ("control", ["branch"]),
                             ("memory", ["load_global", "store_global",
                                         "load_shared", "store_shared",
                                         "atomic"])):
            if threads:
                result[name] = sum(threads[part] for part in source)
    traffic = launch.get("traffic")
    accesses = launch.get("accesses", [])
    result.update(
        global_load_requests=total(accesses, "warp_executions", "global",
                                   "load"),
        shared_load_wavefronts=total(accesses, "bank_cycles", "shared", "load"),
        shared_store_wavefronts=total(accesses, "bank_cycles", "shared",
                                      "store"),
        local_sectors=total(accesses, "sectors", "local", "load", "store"),
        l2_write_sectors=total(accesses, "sectors", "global", "store"))
    # Where instructions are counted in compiled code, its own accesses.
    result.update(launch.get("memory", {}))
    if traffic:
        result.update(
            dram_sectors=traffic["dram_bytes"] / SECTOR,
            dram_bytes=traffic["dram_bytes"],
            flops_fp32=traffic["flops_fp32"], flops_fp64=traffic["flops_fp64"],
            flops=traffic["flops_fp32"] + traffic["flops_fp64"])
    occupancy = launch.get("occupancy")
    if occupancy:
        result.update(
            registers=occupancy["registers_per_thread"],
            static_shared_bytes=occupancy["static_shared_bytes"],
            occupancy=occupancy["fraction"])
    return {name: number for name, number in result.items()
            if number is not None}


def nothing(status, reason):
    """The facts of a run that has told nothing."""
    return {"status": status, "reason": reason, "fits": None, "times_ms": {},
            "bottlenecks": {}, "quantities": {}}


def facts(report, signature="", shape=None):
    """The facts of the report's kernel. Of several instances of a template, the
    one whose arguments the signature has; of several launches the first, or
    with a shape (grid, block) the first that has it: None if none has."""
    kernels = [k for file in report["files"] for k in file["kernels"]]
    if not kernels:
        return nothing("no kernel", reason_of(report, None))
    kernels.sort(key=lambda k: not k["template_arguments"] or
                 f"<{', '.join(k['template_arguments'])}>" not in signature)
    found = next(((k, launch) for k in kernels for launch in k["launches"]
                  if not shape or (launch["grid"], launch["block"]) == shape),
                 None)
    if found:
        return launch_facts(report, *found)
    return None if shape else launch_facts(report, kernels[0], {})


def launch_facts(report, kernel, launch):
    blocks = launch.get("occupancy", {}).get("blocks_per_sm")
    result = nothing(kernel["status"], None)
    result.update(launches=len(kernel["launches"]),
                  fits=None if blocks is None else blocks > 0)
    if not launch and "no launch of it can be evaluated" in kernel["reasons"]:
        result["fits"] = False
    if result["fits"] is False or not launch or not launch["predictions"]:
        result["reason"] = reason_of(report, kernel)
    if launch and result["fits"] is not False:
        result["quantities"] = quantities(launch)
        for prediction in launch["predictions"]:
            if prediction.get("time_s"):
                model = prediction["model"]
                if prediction.get("without"):
                    model += " without " + ", ".join(prediction["without"])
                result["times_ms"][model] = prediction["time_s"] * 1e3
                result["bottlenecks"][model] = prediction["bottleneck"]
        result["refusals"] = {r["model"]: r["reason"]
                              for r in launch.get("refusals", [])}
        result["guessed"] = guessed(launch)
        result["unresolved"] = unresolved(kernel, launch)
        result["known"] = launch.get("instructions", {}).get(
            "executions_known")
    return result


def guessed(launch):
    """What nobody knows and more than the launch's shape depends on: arguments
    and host variables without a value, rounds of loops that depend on data."""
    return sorted(a["what"] for a in launch["assumptions"]
                  if a["what"].startswith(("argument ", "host variable ",
                                           "trip count of "))
                  and set(a["affects"]) - {"launch shape"})


COUNTED = {"every count", "launch shape", "trip counts", "conditions",
           "addresses", "counts inside the loop", "counts under the branch"}


def unresolved(kernel, launch):
    """What keeps the row's counts from being facts: all that is assumed of the
    launch, the arguments, loops and branches. A launch whose shape was given
    instead of found is another one than host code makes, so that arguments read
    there may be another launch's. Of a kernel that is modelled in part, what is
    missing."""
    found = [a["what"] for a in launch["assumptions"]
             if set(a["affects"]) & COUNTED]
    if launch.get("source") == "option" and any(
            a["source"] == "host-code" for a in launch["arguments"]):
        found.append("arguments of another launch")
    if kernel["status"] != "modelled":
        found += kernel["reasons"]
    return sorted(set(found))


def reason_of(report, kernel):
    """Why there is nothing to compare, in the report's words."""
    told = []
    if kernel:
        told += [p for launch in kernel["launches"] for p in launch["problems"]]
    told += [d["message"] for file in [*report["files"], report]
             for d in file["diagnostics"] if d["level"] == "error"]
    if kernel:
        told += kernel["reasons"]
    return told[0] if told else "no prediction and no reason in the report"
