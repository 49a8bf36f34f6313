"""What of a JSON report is compared: every model's time, whether the kernel
can be launched at all, and the quantities that hardware counters measure.

A change of this file makes cached predictions stale; its text is in their key.
"""
SECTOR = 32


def total(accesses, field, space, *kinds):
    return sum(access[field] for access in accesses
               if access["space"] == space and access["kind"] in kinds)


def quantities(launch):
    """Totals over the launch, by the names that descriptions use."""
    result = {}
    counted = launch.get("instructions")
    if counted:
        warps, mean = counted["warps"], counted["per_warp"]
        for name, source in (("warp_instructions", ["total"]),
                             ("fp32", ["fp32"]), ("fp64", ["fp64"]),
                             ("integer", ["int"]), ("sfu", ["sfu"]),
                             ("conversion", ["conversion"]),
                             ("control", ["branch", "barrier"]),
                             ("memory", ["load_global", "store_global",
                                         "load_shared", "store_shared",
                                         "atomic"])):
            result[name] = warps * sum(mean[part] for part in source)
        result["integer_operations"] = 32 * result["integer"]
    traffic = launch.get("traffic")
    accesses = launch.get("accesses", [])
    stored = total(accesses, "sectors", "global", "store")
    result.update(
        global_load_requests=total(accesses, "warp_executions", "global",
                                   "load"),
        shared_load_wavefronts=total(accesses, "bank_cycles", "shared", "load"),
        shared_store_wavefronts=total(accesses, "bank_cycles", "shared",
                                      "store"),
        local_sectors=total(accesses, "sectors", "local", "load", "store"),
        l2_write_sectors=stored)
    if traffic:
        result.update(
            l2_read_sectors=max(0, traffic["l2_bytes"] / SECTOR - stored),
            dram_sectors=traffic["dram_bytes"] / SECTOR,
            dram_bytes=traffic["dram_bytes"],
            flops_fp32=traffic["flops_fp32"], flops_fp64=traffic["flops_fp64"])
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


def facts(report, signature=""):
    """The facts of the report's only kernel and launch. Of several instances of
    a template, the one whose arguments the signature has; of several launches
    the first, with their number told."""
    kernels = [k for file in report["files"] for k in file["kernels"]]
    if not kernels:
        return nothing("no kernel", reason_of(report, None))
    fitting = [k for k in kernels if k["template_arguments"] and
               f"<{', '.join(k['template_arguments'])}>" in signature]
    kernel = next((k for k in fitting + kernels if k["launches"]), kernels[0])
    launch = kernel["launches"][0] if kernel["launches"] else {}
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
                result["times_ms"][model] = prediction["time_s"] * 1e3
                result["bottlenecks"][model] = prediction["bottleneck"]
        result["refusals"] = {r["model"]: r["reason"]
                              for r in launch.get("refusals", [])}
        result["guessed"] = guessed(launch)
    return result


def guessed(launch):
    """Arguments and host variables that nobody has given a value, and on which
    more depends than the launch's shape: that is known."""
    names = {word + a["name"] for a in launch["arguments"]
             if a["source"] == "assumed"
             for word in ("argument ", "host variable ")}
    return sorted(a["what"] for a in launch["assumptions"]
                  if a["what"] in names and
                  set(a["affects"]) - {"launch shape"})


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
