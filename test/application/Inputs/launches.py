"""The launches of a timeline, a line each: line, kernel, grid, block, times."""
import json
import sys

for file in json.load(open(sys.argv[1]))["files"]:
    for timeline in file["application"]["timelines"]:
        for event in timeline["events"]:
            if event["kind"] == "launch":
                grid, block = (",".join(map(str, event[size]))
                               for size in ("grid", "block"))
                stream = event["stream"]
                aside = f" in {stream}" if stream != "default" else ""
                print(f"{event['location']['line']} {event['kernel']} {grid} "
                      f"{block} x{event['times']:g}{aside}")
