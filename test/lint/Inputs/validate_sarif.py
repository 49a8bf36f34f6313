"""Holds a SARIF file to the schema of SARIF 2.1.0 and prints what it says."""
import json
import os
import sys

import jsonschema

SCHEMA = os.path.join(os.path.dirname(__file__), "sarif", "sarif-2.1.0.json")
with open(SCHEMA, encoding="utf-8") as file:
    schema = json.load(file)
with open(sys.argv[1], encoding="utf-8") as file:
    log = json.load(file)
for error in jsonschema.validators.validator_for(schema)(schema).iter_errors(log):
    print("invalid:", "/".join(map(str, error.absolute_path)), error.message)
for run in log["runs"]:
    notes = run["invocations"][0]["toolExecutionNotifications"]
    print(run["automationDetails"]["id"], len(run["tool"]["driver"]["rules"]) > 5,
          *(n["message"]["text"] for n in notes))
    for r in run["results"]:
        place = r["locations"][0]["physicalLocation"]
        region = place["region"]
        rule = run["tool"]["driver"]["rules"][r["ruleIndex"]]["id"]
        print(r["ruleId"], "same" if rule == r["ruleId"] else rule, r["level"],
              place["artifactLocation"]["uri"],
              place["artifactLocation"].get("uriBaseId"),
              region["startLine"], region["startColumn"],
              region.get("endLine"), region.get("endColumn"),
              repr(region.get("snippet", {}).get("text")))
        print(" in", r["locations"][0]["logicalLocations"][0]["fullyQualifiedName"],
              "rank" if 0 < r["rank"] <= 100 else "no rank",
              *(s["kind"] for s in r.get("suppressions", [])))
        around = place["contextRegion"]
        lines = around["snippet"]["text"].split("\n")[:-1]
        own = lines[region["startLine"] - around["startLine"]]
        if around["endLine"] - around["startLine"] + 1 != len(lines):
            print("invalid: context of", len(lines), "lines")
        print(" context", len(lines),
              own[region["startColumn"] - 1:region["endColumn"] - 1])
        for flow in r.get("codeFlows", []):
            steps = flow["threadFlows"][0]["locations"]
            print(" flow", len(steps), steps[1]["location"]["message"]["text"])
        for place in r.get("relatedLocations", []):
            print(" related", place["id"],
                  place["physicalLocation"]["region"]["startLine"],
                  place["message"]["text"],
                  *([] if f"]({place['id']})" in r["message"]["text"]
                    else ["without a link"]))
