"""domains.py REPORT.json PAGES: which models are valid for the first launch,
which are not because the GPU is AMD's, and whether the line "Domain:" of each
model's page in PAGES lists the premises that the report does."""
import json
import os
import re
import sys

report, pages = sys.argv[1:]
launch = json.load(open(report))["files"][0]["kernels"][0]["launches"][0]
predictions = launch["predictions"]
domains = {p["model"]: p["domain"] for p in predictions}
print("valid:", *(m for m, d in domains.items() if d["valid"]))
print("amd:", *(m for m, d in domains.items()
                if any(b["premise"] == "nvidia-gpu" for b in d["broken"])))
stated = {}
for name in os.listdir(pages):
    text = open(os.path.join(pages, name), encoding="utf-8").read()
    title = re.match(r"# Models? (.*?):", text)
    line = re.search(r"^Domain: (.*)\.$", text, re.M)
    if title and line:
        for model in re.findall(r"`([^`]*)`", title[1]):
            stated[model] = re.findall(r"`([^`]*)`", line[1])
for model, domain in domains.items():
    assert stated.get(model) == domain["premises"], (model, stated.get(model),
                                                     domain["premises"])
print("the pages of", len(domains), "models agree")
