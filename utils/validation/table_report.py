"""The results as JSON, and as one CSV table: a row a group, part and model or
quantity, and the medians with empty group columns."""
import csv
import io
import json

KEYS = ["set", "gpu", "kernel", "part", "what", "name"]


def as_json(results):
    return json.dumps(results, indent=1, ensure_ascii=False) + "\n"


def lines_of(results):
    for kind, where in (("time", "medians"), ("quantity", "quantity_medians")):
        for name, figures in results[where].items():
            yield {"what": f"{kind}, median over sets", "name": name, **figures}
        for entry in results["sets"]:
            for part, named in entry.get(where, {}).items():
                for name, figures in named.items():
                    yield {"set": entry["name"], "part": part, "name": name,
                           "what": f"{kind}, median over groups", **figures}
    for entry in results["sets"]:
        for group in entry.get("groups", []):
            key = {"set": entry["name"], "gpu": group["gpu"],
                   "kernel": group["kernel"]}
            for what, parts in (("time", group["models"]),
                                ("quantity", group["quantities"])):
                for part, named in parts.items():
                    for name, figures in named.items():
                        yield {**key, "part": part, "what": what, "name": name,
                               **figures}
            for reason, figures in group.get("failures", {}).items():
                yield {**key, "what": "failures", "name": reason, **figures}


def as_csv(results):
    lines = list(lines_of(results))
    columns = KEYS + sorted({c for line in lines for c in line} - set(KEYS))
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, lineterminator="\n", restval="")
    writer.writeheader()
    for line in lines:
        writer.writerow({k: f"{v:.6g}" if isinstance(v, float) else v
                         for k, v in line.items()})
    return out.getvalue()
